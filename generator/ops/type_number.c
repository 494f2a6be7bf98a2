#include "ops/type_number.h"

#include <stddef.h>

/* TensorProto.DataType, in the order of its numbers. */
static const struct data_type {
	enum dtype dtype;
	const char *foreign;
} data_type[] = {
	{DTYPE_NONE, NULL},
	{DTYPE_FLOAT32, NULL},
	{DTYPE_UINT8, NULL},
	{DTYPE_INT8, NULL},
	{DTYPE_UINT16, NULL},
	{DTYPE_INT16, NULL},
	{DTYPE_INT32, NULL},
	{DTYPE_INT64, NULL},
	{DTYPE_NONE, "string"},
	{DTYPE_BOOL, NULL},
	{DTYPE_FLOAT16, NULL},
	{DTYPE_FLOAT64, NULL},
	{DTYPE_UINT32, NULL},
	{DTYPE_UINT64, NULL},
	{DTYPE_COMPLEX64, NULL},
	{DTYPE_COMPLEX128, NULL},
	{DTYPE_BFLOAT16, NULL},
	{DTYPE_NONE, "float8e4m3fn"},
	{DTYPE_NONE, "float8e4m3fnuz"},
	{DTYPE_NONE, "float8e5m2"},
	{DTYPE_NONE, "float8e5m2fnuz"},
	{DTYPE_NONE, "uint4"},
	{DTYPE_NONE, "int4"},
	{DTYPE_NONE, "float4e2m1"},
	{DTYPE_NONE, "float8e8m0"},
	{DTYPE_NONE, "uint2"},
	{DTYPE_NONE, "int2"},
};

enum dtype
type_of_number(int64_t number, const char **foreign)
{
	*foreign = NULL;
	if (number < 0 || number >= (int64_t)(sizeof data_type / sizeof *data_type))
		return DTYPE_NONE;
	*foreign = data_type[number].foreign;
	return data_type[number].dtype;
}
