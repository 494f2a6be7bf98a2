#ifndef OPGEN_OPS_TENSORFLOW_H
#define OPGEN_OPS_TENSORFLOW_H

#include "ops/common/translate.h"
#include "ops/op.h"

/* What the operations of TensorFlow that ONNX has, too, have in common. */

/* An op of ONNX under TensorFlow's name. alone: no other domain has an op of this name.
   out: the name of its only output, of type T; of others TENSORFLOW_OF() has rules. */
#define TENSORFLOW(symbol, spelt, alone, in, out, with, types, says, ...) \
	TENSORFLOW_OF( \
		symbol, spelt, alone, in, OUTPUT(out), with, types, says, __VA_ARGS__)
#define TENSORFLOW_OF(symbol, spelt, alone, in, out, with, types, says, ...) \
	const struct op op_tensorflow_##symbol = {.name = spelt, \
		.domain = "tensorflow", \
		.default_domain = alone, \
		.has_opset = false, \
		.version = tensorflow_versions, \
		.input = in, \
		.output = out, \
		.attribute = with, \
		.dtype = types, \
		.summary = says, \
		__VA_ARGS__}

extern const int tensorflow_versions[];

/* Types of what is moved. */
extern const struct dtype_rule tensorflow_any[];

extern const char *const tensorflow_layouts[];

/* A row of a table of attributes. */
/* clang-format off */
#define TENSORFLOW_DATA_FORMAT \
	{"data_format", ATTRIBUTE_STRING, 1, LATEST, false, 0, 0, "NHWC", tensorflow_layouts, \
	 "the place of the channels: last, or the second axis"}
#define TENSORFLOW_COUNT(name) \
	{name, ATTRIBUTE_INT, 1, LATEST, false, 1, INT32_MAX, "as many as there are", NULL, \
	 "how many there are, which opgen sees"}
/* clang-format on */

/* The axis of the channels of a tensor of so many dimensions. */
int tensorflow_channels(const struct operation *operation, int rank);

#endif
