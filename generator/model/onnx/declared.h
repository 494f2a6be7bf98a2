#ifndef OPGEN_MODEL_ONNX_DECLARED_H
#define OPGEN_MODEL_ONNX_DECLARED_H

struct Onnx__ValueInfo;
struct arena;
struct value;

/* Adds the type and shape that a graph declares to a value; an extent that is not
   positive is unknown. Returns NULL or, as the end of a message, how this contradicts an
   earlier declaration. */
const char *onnx_declare(
	struct value *value, const struct Onnx__ValueInfo *info, struct arena *arena);

#endif
