#ifndef OPGEN_MODEL_ONNX_DECLARED_H
#define OPGEN_MODEL_ONNX_DECLARED_H

struct Onnx__ValueInfo;
struct arena;
struct value;

/* Adds to a value what a graph declares of it: its type, its shape; an extent that is not
   a positive number is unknown. Returns NULL; or, as the end of a message, how this
   contradicts what was declared before. */
const char *onnx_declare(
	struct value *value, const struct Onnx__ValueInfo *info, struct arena *arena);

#endif
