#include "ops/openvino/openvino.h"

const int openvino_1[] = {1, 0};

const struct input_rule openvino_data[] = {
	{"data", .summary = "any shape"},
	{.name = NULL},
};

const struct dtype_rule openvino_any[] = {
	{DTYPE_FLOAT32, 1},
	{DTYPE_FLOAT64, 1},
	{DTYPE_FLOAT16, 1},
	{DTYPE_BFLOAT16, 1},
	{DTYPE_BOOL, 1},
	{DTYPE_INT8, 1},
	{DTYPE_INT16, 1},
	{DTYPE_INT32, 1},
	{DTYPE_INT64, 1},
	{DTYPE_UINT8, 1},
	{DTYPE_UINT16, 1},
	{DTYPE_UINT32, 1},
	{DTYPE_UINT64, 1},
	{DTYPE_NONE, 0},
};
