#ifndef OPGEN_MODEL_ONNX_TYPED_H
#define OPGEN_MODEL_ONNX_TYPED_H

#include <stdbool.h>

struct Onnx__Tensor;
struct arena;
struct value;

/* Whether any of a tensor's lists of numbers (float_data, int32_data, …) holds one. */
bool onnx_has_typed(const struct Onnx__Tensor *tensor);

/* The elements of a constant out of the list of numbers that its type prescribes: the
   list itself, where its numbers are of that very type, else a copy in the arena. Returns
   NULL and sets *why, the end of a message, when they stand in another list, are too few
   or too many, or beyond the type's range. */
const void *onnx_typed_elements(const struct value *value,
	const struct Onnx__Tensor *tensor, struct arena *arena, const char **why);

#endif
