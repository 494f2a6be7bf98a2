#ifndef OPGEN_MODEL_ONNX_EXTERNAL_H
#define OPGEN_MODEL_ONNX_EXTERNAL_H

#include <stdbool.h>

struct Onnx__Tensor;
struct arena;
struct external;

/* Reads where a tensor's external_data says that its bytes are. Keys that opgen has no
   use for are left alone. Returns false and sets *why, the end of a message, when a
   number is none or a key is there twice. */
bool onnx_external(struct external *part, const struct Onnx__Tensor *tensor,
	struct arena *arena, const char **why);

#endif
