#include "base/dtype.h"

#include <string.h>

/* clang-format off */
const struct dtype_info dtype_info[DTYPE_COUNT] = {
	[DTYPE_NONE]       = {"none",       "void",                    0,  KIND_NONE},
	[DTYPE_FLOAT32]    = {"float32",    "float",                   4,  KIND_FLOAT},
	[DTYPE_FLOAT64]    = {"float64",    "double",                  8,  KIND_FLOAT},
	[DTYPE_FLOAT16]    = {"float16",    "opgen_float16",           2,  KIND_HALF},
	[DTYPE_BFLOAT16]   = {"bfloat16",   "opgen_bfloat16",          2,  KIND_HALF},
	[DTYPE_BOOL]       = {"bool",       "uint8_t",                 1,  KIND_BOOL},
	[DTYPE_INT8]       = {"int8",       "int8_t",                  1,  KIND_SIGNED},
	[DTYPE_INT16]      = {"int16",      "int16_t",                 2,  KIND_SIGNED},
	[DTYPE_INT32]      = {"int32",      "int32_t",                 4,  KIND_SIGNED},
	[DTYPE_INT64]      = {"int64",      "int64_t",                 8,  KIND_SIGNED},
	[DTYPE_UINT8]      = {"uint8",      "uint8_t",                 1,  KIND_UNSIGNED},
	[DTYPE_UINT16]     = {"uint16",     "uint16_t",                2,  KIND_UNSIGNED},
	[DTYPE_UINT32]     = {"uint32",     "uint32_t",                4,  KIND_UNSIGNED},
	[DTYPE_UINT64]     = {"uint64",     "uint64_t",                8,  KIND_UNSIGNED},
	[DTYPE_QINT8]      = {"qint8",      "int8_t",                  1,  KIND_SIGNED},
	[DTYPE_COMPLEX64]  = {"complex64",  "struct opgen_complex64",  8,  KIND_COMPLEX},
	[DTYPE_COMPLEX128] = {"complex128", "struct opgen_complex128", 16, KIND_COMPLEX},
};
/* clang-format on */

enum dtype
dtype_find(const char *name)
{
	for (int i = DTYPE_NONE + 1; i < DTYPE_COUNT; i++)
		if (!strcmp(dtype_info[i].name, name))
			return (enum dtype)i;
	return DTYPE_NONE;
}

bool
dtype_is_real(enum dtype dtype)
{
	return dtype_info[dtype].kind == KIND_FLOAT ||
	       dtype_info[dtype].kind == KIND_HALF;
}

bool
dtype_is_integer(enum dtype dtype)
{
	return dtype_info[dtype].kind == KIND_SIGNED ||
	       dtype_info[dtype].kind == KIND_UNSIGNED;
}

enum dtype
dtype_accumulator(enum dtype dtype)
{
	return dtype_info[dtype].kind == KIND_HALF ? DTYPE_FLOAT32 : dtype;
}
