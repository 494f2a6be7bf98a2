#ifndef OPGEN_MODEL_ONNX_TYPED_H
#define OPGEN_MODEL_ONNX_TYPED_H

#include <stdbool.h>

struct Onnx__Tensor;
struct arena;
struct value;

/* Whether any of a tensor's lists of numbers (float_data, int32_data, …) has elements. */
bool onnx_has_typed(const struct Onnx__Tensor *tensor);

/* The elements of a constant, from the list that onnx.proto prescribes for its type:
   the list itself, where its numbers are of the same type, else a copy in the arena.
   Returns NULL and sets *why, the end of a message, when they are in another list, too
   few, too many, or out of the type's range. */
const void *onnx_typed_elements(const struct value *value,
	const struct Onnx__Tensor *tensor, struct arena *arena, const char **why);

#endif
