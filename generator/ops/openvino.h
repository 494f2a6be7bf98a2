#ifndef OPGEN_OPS_OPENVINO_H
#define OPGEN_OPS_OPENVINO_H

#include "ops/op.h"
#include "ops/translate.h"

/* What the operations of OpenVINO that ONNX has, too, have in common. */

/* An op of ONNX under OpenVINO's name. alone: no other domain has an op of this name. */
#define OPENVINO(symbol, spelt, alone, versions, in, with, types, says, ...) \
	const struct op op_openvino_##symbol = {.name = spelt, \
		.domain = "openvino", \
		.default_domain = alone, \
		.has_opset = true, \
		.version = versions, \
		.input = in, \
		.output = "output", \
		.attribute = with, \
		.dtype = types, \
		.summary = says, \
		__VA_ARGS__}

/* The op of ONNX and the version with the same meaning. */
#define SAME_AS(symbol, with_version) \
	.as = &op_##symbol, .as_version = with_version, .plan = plan_translated

extern const int openvino_1[];
extern const struct attribute_rule openvino_none[];
extern const struct input_rule openvino_data[];

/* Floating-point types; with integers; with those of which opgen makes sums; what is
   moved. */
extern const struct dtype_rule openvino_floats[], openvino_numbers[], openvino_precise[],
	openvino_any[];

#endif
