#ifndef OPGEN_MODEL_ONNX_TENSOR_H
#define OPGEN_MODEL_ONNX_TENSOR_H

#include "model/model.h"

#include <stdint.h>

struct Onnx__Tensor;
struct arena;
struct source;

enum {
	RANK_LIMIT =
		64 /* the most dimensions that are read; nobody has tensors of more */
};

/* The element type of a number of TensorProto.DataType. If it is not supported, its
   name is stored in *foreign, and DTYPE_NONE returned. */
enum dtype onnx_dtype(int32_t data_type, const char **foreign, struct arena *arena);

/* Makes a value a constant: sets its type, shape and encoded elements, but not its
   name. The tensor must live as long as the value. */
void onnx_tensor_value(
	struct value *value, const struct Onnx__Tensor *tensor, struct arena *arena);

/* The elements of a constant as the member `decode` of struct model returns them.
   External data lies beside `path`, the model's; *file becomes the path of the file
   that was read, or NULL. */
const void *onnx_tensor_decode(const struct value *value, const char *path,
	const char **file, struct arena *arena, const char **why);

/* Reads a file that is one TensorProto (the input_0.pb of ONNX's tests): the value with
   its name, and its elements. Reports a file that cannot be read and returns NULL; the
   elements live in the arena. */
const void *onnx_tensor_read(
	struct source *source, struct value *value, struct arena *arena);

#endif
