#include "ops/common/type_number.h"

#include <inttypes.h>
#include <stddef.h>

#include "diag/source.h"
#include "ops/operation.h"

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

/* TensorFlow's DataType, by its numbers. */
static const struct data_type tensorflow_type[] = {
	[1] = {DTYPE_FLOAT32, NULL},
	[2] = {DTYPE_FLOAT64, NULL},
	[3] = {DTYPE_INT32, NULL},
	[4] = {DTYPE_UINT8, NULL},
	[5] = {DTYPE_INT16, NULL},
	[6] = {DTYPE_INT8, NULL},
	[7] = {DTYPE_NONE, "string"},
	[8] = {DTYPE_COMPLEX64, NULL},
	[9] = {DTYPE_INT64, NULL},
	[10] = {DTYPE_BOOL, NULL},
	[11] = {DTYPE_QINT8, NULL},
	[12] = {DTYPE_UINT8, NULL},
	[13] = {DTYPE_INT32, NULL},
	[14] = {DTYPE_BFLOAT16, NULL},
	[15] = {DTYPE_INT16, NULL},
	[16] = {DTYPE_UINT16, NULL},
	[17] = {DTYPE_UINT16, NULL},
	[18] = {DTYPE_COMPLEX128, NULL},
	[19] = {DTYPE_FLOAT16, NULL},
	[20] = {DTYPE_NONE, "resource"},
	[21] = {DTYPE_NONE, "variant"},
	[22] = {DTYPE_UINT32, NULL},
	[23] = {DTYPE_UINT64, NULL},
	[24] = {DTYPE_NONE, "float8_e5m2"},
	[25] = {DTYPE_NONE, "float8_e4m3fn"},
	[29] = {DTYPE_NONE, "int4"},
	[30] = {DTYPE_NONE, "uint4"},
};

static enum dtype
type_of(const struct data_type *table, size_t n, int64_t number, const char **foreign)
{
	*foreign = NULL;
	if (number < 0 || number >= (int64_t)n)
		return DTYPE_NONE;
	*foreign = table[number].foreign;
	return table[number].dtype;
}

enum dtype
type_of_number(int64_t number, const char **foreign)
{
	return type_of(data_type, sizeof data_type / sizeof *data_type, number, foreign);
}

int64_t
number_of_type(enum dtype dtype)
{
	int64_t number = 1;

	while (data_type[number].dtype != dtype)
		number++;
	return number;
}

enum dtype
type_of_tensorflow(int64_t number, const char **foreign)
{
	return type_of(tensorflow_type, sizeof tensorflow_type / sizeof *tensorflow_type,
		number, foreign);
}

enum dtype
operation_stash_type(const struct operation *operation, struct source *source)
{
	int64_t number = operation_int(operation, "stash_type", 1);
	const char *foreign;
	enum dtype stash = type_of_number(number, &foreign);

	if (dtype_is_real(stash))
		return stash;
	source_error(source, operation_attribute(operation, "stash_type")->where,
		"stash_type: expected 1 for float32, 10 for float16, 11 for float64 or "
		"16 for bfloat16, got %" PRId64,
		number);
	return DTYPE_NONE;
}
