#ifndef OPGEN_MODEL_ONNX_EXTERNAL_H
#define OPGEN_MODEL_ONNX_EXTERNAL_H

#include <stdbool.h>

struct Onnx__Tensor;
struct arena;
struct external;

/* Reads the location of a tensor's bytes from its external_data; other keys are ignored.
   Returns false and sets *why, the end of a message, for a malformed number or a
   duplicate key. */
bool onnx_external(struct external *part, const struct Onnx__Tensor *tensor,
	struct arena *arena, const char **why);

#endif
