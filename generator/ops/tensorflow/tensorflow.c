#include "ops/tensorflow/tensorflow.h"

#include <string.h>

const int tensorflow_versions[] = {1, 0};

const struct dtype_rule tensorflow_any[] = {
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
	{DTYPE_COMPLEX64, 1},
	{DTYPE_COMPLEX128, 1},
	{DTYPE_NONE, 0},
};

const char *const tensorflow_layouts[] = {"NHWC", "NCHW", NULL};

int
tensorflow_channels(const struct operation *operation, int rank)
{
	return strcmp(operation_string(operation, "data_format", "NHWC"), "NHWC")
		       ? 1
		       : rank - 1;
}
