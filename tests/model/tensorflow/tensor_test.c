#include "model/tensorflow/tensor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/reading.h"
#include "support/rows.h"
#include "support/tensorflow_graphs.h"
#include "support/wire.h"

/* A constant: one field of its tensor. */
struct tensor_row {
	const char *name;
	uint64_t type;
	const char *dims;
	uint32_t field;
	struct bytes content; /* of a list: packed */
	const char *wanted;
};

#define BYTES(text) \
	{ \
		text, sizeof(text) - 1 \
	}

/* clang-format off */
static const struct tensor_row tensor_rows[] = {
	{"float_val",                   1, "2", 5, BYTES("\0\0\xc0\x3f\0\0\0\xc0"), "float32[2] = 1.5 -2"},
	{"double_val",                  2, "1", 6, BYTES("\0\0\0\0\0\0\xf8\x3f"), "float64[1] = 1.5"},
	{"int_val of int32",            3, "2", 7, BYTES("\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "int32[2] = 1 -1"},
	{"int_val of uint8",            4, "1", 7, BYTES("\xff\x01"), "uint8[1] = 255"},
	{"int_val of int16",            5, "1", 7, BYTES("\xff\xff\x01"), "int16[1] = 32767"},
	{"int_val of int8",             6, "1", 7, BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "int8[1] = -1"},
	{"scomplex_val",                8, "1", 9, BYTES("\0\0\x80\x3f\0\0\0\x40"), "complex64[1] = 1+2i"},
	{"int64_val",                   9, "1", 10, BYTES("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"), "int64[1] = -9223372036854775808"},
	{"bool_val",                   10, "2", 11, BYTES("\x01\x00"), "bool[2] = 1 0"},
	{"qint8",                      11, "1", 7, BYTES("\x05"), "qint8[1] = 5"},
	{"quint8 is uint8",            12, "1", 7, BYTES("\xff\x01"), "uint8[1] = 255"},
	{"qint32 is int32",            13, "1", 7, BYTES("\x05"), "int32[1] = 5"},
	{"qint16 is int16",            15, "1", 7, BYTES("\x05"), "int16[1] = 5"},
	{"quint16 is uint16",          16, "1", 7, BYTES("\xff\xff\x03"), "uint16[1] = 65535"},
	{"uint16",                     17, "1", 7, BYTES("\xff\xff\x03"), "uint16[1] = 65535"},
	{"dcomplex_val",               18, "", 12, BYTES("\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\x40"), "complex128[] = 1+2i"},
	{"half_val of half",           19, "2", 13, BYTES("\x80\x78\x80\xfc\x03"), "float16[2] = 3c00 fe00"},
	{"half_val of bfloat16",       14, "1", 13, BYTES("\x80\x7f"), "bfloat16[1] = 3f80"},
	{"uint32_val",                 22, "1", 16, BYTES("\xff\xff\xff\xff\x0f"), "uint32[1] = 4294967295"},
	{"uint64_val",                 23, "1", 17, BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "uint64[1] = 18446744073709551615"},
	{"the last value is repeated",  3, "2,2", 7, BYTES("\x01\x02"), "int32[2, 2] = 1 2 2 2"},
	{"a complex one too",           8, "2", 9, BYTES("\0\0\x80\x3f\0\0\0\x40"), "complex64[2] = 1+2i 1+2i"},
	{"no value is 0",               3, "3", 7, BYTES(""), "int32[3] = 0 0 0"},
	{"no elements",                 3, "0,4", 7, BYTES(""), "int32[0, 4] ="},
	{"tensor_content",              5, "2", 4, BYTES("\x01\x00\xff\xff"), "int16[2] = 1 -1"},
	{"tensor_content of complex",   8, "1", 4, BYTES("\0\0\x80\x3f\0\0\0\x40"), "complex64[1] = 1+2i"},
	{"tensor_content too short",    5, "2", 4, BYTES("\x01\x00\xff"), "int16[2] !has 3 bytes of data, expected 4 for [2] of int16"},
	{"tensor_content too long",     5, "2", 4, BYTES("\x01\x00\xff\xff\xff"), "int16[2] !has 5 bytes of data, expected 4 for [2] of int16"},
	{"tensor_content of a bool 2", 10, "1", 4, BYTES("\x02"), "bool[1] !has the bool 2 at element 0, expected 0 or 1"},
	{"too many values",             3, "1", 7, BYTES("\x01\x02"), "int32[1] !has 2 values in int_val, expected 1 at most for [1] of int32"},
	{"half of a complex number",    8, "1", 9, BYTES("\0\0\x80\x3f"), "complex64[1] !has half a number at the end of its scomplex_val"},
	{"an int8 of 128",              6, "1", 7, BYTES("\x80\x01"), "int8[1] !has 128 in int_val, which int8 cannot hold"},
	{"a uint8 of -1",               4, "1", 7, BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "uint8[1] !has -1 in int_val, which uint8 cannot hold"},
	{"a half of 65536",            19, "1", 13, BYTES("\x80\x80\x04"), "float16[1] !has 65536 in half_val, which float16 cannot hold"},
	{"the wrong list",              1, "1", 7, BYTES("\x01"), "float32[1] !holds float32, but has values in other lists than float_val"},
	{"one value for a gigabyte",    6, "1073741824", 7, BYTES("\x01"), "int8[1073741824] !is [1073741824] of int8, but has 1 values; more than 64 MiB are not filled up"},
	{"extents whose product wraps", 6, "4294967296,4294967296", 7, BYTES("\x01"), "int8[4294967296, 4294967296] !has too many elements"},
	{"an extent that is not known", 6, "-1", 7, BYTES("\x01"), "int8[?] !has too many elements"},
	{"strings",                     7, "1", 8, BYTES("a"), "string[1] !has elements of a type that opgen does not have"},
	{"an unknown type",            99, "1", 7, BYTES("\x01"), "type 99[1] !has elements of a type that opgen does not have"},
};
/* clang-format on */

static void
tensor_is_read(void **state)
{
	const struct tensor_row *row = *state;
	struct arena arena = {0};
	struct reading reading;
	const char *wanted = arena_format(
		&arena, "Const-0 () -> c %s; value=%s", row->wanted, row->wanted);

	tensorflow_begin(&reading,
		graph_node(&arena, "c", "Const", "",
			attribute(&arena, "value",
				wire_bytes(&arena, VALUE_TENSOR,
					wire(&arena,
						wire_number(
							&arena, TENSOR_DTYPE, row->type),
						wire_bytes(&arena, TENSOR_SHAPE,
							dims(&arena, row->dims)),
						wire_bytes(&arena, row->field,
							row->content))))));
	assert_true(reading.good);
	assert_string_equal(reading_node(&reading, "c"), wanted);
	reading_end(&reading);
	arena_free(&arena);
}

int
main(void)
{
	return run_table("tensors", tensor_rows, tensor_is_read);
}
