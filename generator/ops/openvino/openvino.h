#ifndef OPGEN_OPS_OPENVINO_H
#define OPGEN_OPS_OPENVINO_H

#include "ops/common/translate.h"
#include "ops/op.h"

/* What the operations of OpenVINO that ONNX has, too, have in common. */

/* An op of ONNX under OpenVINO's name. alone: no other domain has an op of this name. Of
   outputs that are not one of type T, OPENVINO_OF() has rules. */
#define OPENVINO(symbol, spelt, alone, versions, in, with, types, says, ...) \
	OPENVINO_OF(symbol, spelt, alone, versions, in, OUTPUT("output"), with, types, \
		says, __VA_ARGS__)
#define OPENVINO_OF(symbol, spelt, alone, versions, in, out, with, types, says, ...) \
	const struct op op_openvino_##symbol = {.name = spelt, \
		.domain = "openvino", \
		.default_domain = alone, \
		.has_opset = true, \
		.version = versions, \
		.input = in, \
		.output = out, \
		.attribute = with, \
		.dtype = types, \
		.summary = says, \
		__VA_ARGS__}

extern const int openvino_1[];
extern const struct input_rule openvino_data[];

/* Types of what is moved. */
extern const struct dtype_rule openvino_any[];

#endif
