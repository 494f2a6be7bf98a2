#include "support/rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/onnx/tensor.h"
#include "support/wire.h"

/* TensorProto's fields and element types, as onnx.proto numbers them. */
enum {
	DIMS = 1,
	DATA_TYPE = 2,
	SEGMENT = 3,
	FLOAT_DATA = 4,
	INT32_DATA = 5,
	INT64_DATA = 7,
	NAME = 8,
	RAW_DATA = 9,
	DOUBLE_DATA = 10,
	UINT64_DATA = 11,
	EXTERNAL_DATA = 13,
	DATA_LOCATION = 14,

	FLOAT = 1,
	UINT8,
	INT8,
	UINT16,
	INT16,
	INT32,
	INT64,
	STRING,
	BOOL,
	FLOAT16,
	DOUBLE,
	UINT32,
	UINT64,
	COMPLEX64,
	COMPLEX128,
	BFLOAT16,
	FLOAT8E4M3FN,
	FLOAT8E4M3FNUZ,
	FLOAT8E5M2,
	FLOAT8E5M2FNUZ,
	UINT4,
	INT4,
	FLOAT4E2M1,
	FLOAT8E8M0,
	UINT2,
	INT2
};

/* A tensor, its data a list of "field number number …;", and its elements in hexadecimal
   as a little-endian machine has them, or what is said of it. */
struct row {
	const char *claim;
	uint64_t data_type;
	const char *dims;
	const char *data;
	const char *elements;
	const char *said;
};

/* clang-format off */
static const struct row rows[] = {
	{"raw data is the elements", FLOAT, "2", "raw 0000803f00000040", "0000803f00000040", NULL},
	{"raw data one byte short", FLOAT, "2", "raw 0000803f000000", NULL, "has 7 bytes of data, expected 8 for [2] of float32"},
	{"raw data one byte too long", FLOAT, "2", "raw 0000803f0000004000", NULL, "has 9 bytes of data, expected 8 for [2] of float32"},
	{"raw bools are bytes", BOOL, "3", "raw 000100", "000100", NULL},
	{"a bool is 0 or 1", BOOL, "3", "raw 000200", NULL, "has the bool 2 at element 1, expected 0 or 1"},
	{"raw float16", FLOAT16, "2", "raw 003c0080", "003c0080", NULL},
	{"raw complex numbers", COMPLEX64, "1", "raw 0000803f00000040", "0000803f00000040", NULL},
	{"a scalar has no dims", INT32, "", "raw 01000000", "01000000", NULL},
	{"no data, no elements", FLOAT, "2 0", "", "", NULL},
	{"no data, but elements", FLOAT, "2", "", NULL, "has 0 bytes of data, expected 8 for [2] of float32"},
	{"float_data", FLOAT, "2", "float_data 1 2", "0000803f00000040", NULL},
	{"float_data of complex64 is pairs", COMPLEX64, "1", "float_data 1 2", "0000803f00000040", NULL},
	{"a complex number without its other half", COMPLEX64, "1", "float_data 1", NULL, "has 1 values in float_data, expected 2 for [1] of complex64"},
	{"double_data", DOUBLE, "1", "double_data 1", "000000000000f03f", NULL},
	{"double_data of complex128 is pairs", COMPLEX128, "1", "double_data 1 0", "000000000000f03f0000000000000000", NULL},
	{"int64_data", INT64, "2", "int64_data 1 -1", "0100000000000000ffffffffffffffff", NULL},
	{"uint64_data", UINT64, "1", "uint64_data 18446744073709551615", "ffffffffffffffff", NULL},
	{"uint64_data of uint32", UINT32, "2", "uint64_data 1 4294967295", "01000000ffffffff", NULL},
	{"uint32 has 32 bits", UINT32, "2", "uint64_data 1 4294967296", NULL, "has data out of the range of uint32 at element 1: expected 0 to 4294967295"},
	{"a number of 64 bits is no uint32", UINT32, "1", "uint64_data 18446744073709551615", NULL, "has data out of the range of uint32 at element 0: expected 0 to 4294967295"},
	{"int32_data", INT32, "2", "int32_data 1 -1", "01000000ffffffff", NULL},
	{"int32_data of int16", INT16, "2", "int32_data 1 -32768", "01000080", NULL},
	{"int32_data of int8", INT8, "2", "int32_data 127 -128", "7f80", NULL},
	{"int8 has 8 bits", INT8, "1", "int32_data 128", NULL, "has data out of the range of int8 at element 0: expected -128 to 127"},
	{"int32_data of uint16", UINT16, "1", "int32_data 65535", "ffff", NULL},
	{"int32_data of uint8", UINT8, "1", "int32_data 255", "ff", NULL},
	{"uint8 has no sign", UINT8, "1", "int32_data -1", NULL, "has data out of the range of uint8 at element 0: expected 0 to 255"},
	{"int32_data of bool", BOOL, "2", "int32_data 1 0", "0100", NULL},
	{"int32_data of bool is 0 or 1", BOOL, "1", "int32_data 2", NULL, "has data out of the range of bool at element 0: expected 0 or 1"},
	{"int32_data of float16 is its bits", FLOAT16, "2", "int32_data 15360 32768", "003c0080", NULL},
	{"float16 has 16 bits", FLOAT16, "1", "int32_data 65536", NULL, "has data out of the range of float16 at element 0: expected 0 to 65535"},
	{"int32_data of bfloat16 is its bits", BFLOAT16, "1", "int32_data 16256", "803f", NULL},
	{"too few numbers", INT32, "3", "int32_data 1 2", NULL, "has 2 values in int32_data, expected 3 for [3] of int32"},
	{"float32 is not in int32_data", FLOAT, "1", "int32_data 1", NULL, "has data in int32_data; that of float32 belongs into float_data"},
	{"int64 is not in int32_data", INT64, "1", "int32_data 1; int64_data 1", NULL, "has data in int32_data; that of int64 belongs into int64_data"},
	{"raw data and a list", FLOAT, "1", "float_data 1; raw 0000803f", NULL, "has raw data and other data besides"},
	{"a negative extent", FLOAT, "2 -3", "raw 00", NULL, "has an extent of -3"},
	{"extents whose product is too large", FLOAT, "4611686018427387904 8", "raw 00", NULL, "has too many elements"},
	{"extents whose product would be 0 by overflow", FLOAT, "4294967296 4294967296", "raw 00", NULL, "has too many elements"},
	{"65 dimensions", FLOAT, "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", "raw 0000803f", NULL, "has 65 dimensions"},
	{"strings", STRING, "1", "", NULL, "has elements of string, which opgen does not know"},
	{"8-bit floats", FLOAT8E4M3FN, "1", "raw 00", NULL, "has elements of float8e4m3fn, which opgen does not know"},
	{"8-bit floats without a negative zero", FLOAT8E4M3FNUZ, "1", "int32_data 1", NULL, "has elements of float8e4m3fnuz, which opgen does not know"},
	{"8-bit floats of a larger range", FLOAT8E5M2, "1", "raw 00", NULL, "has elements of float8e5m2, which opgen does not know"},
	{"both", FLOAT8E5M2FNUZ, "1", "raw 00", NULL, "has elements of float8e5m2fnuz, which opgen does not know"},
	{"8-bit scales", FLOAT8E8M0, "1", "raw 7f", NULL, "has elements of float8e8m0, which opgen does not know"},
	{"4-bit integers", INT4, "2", "raw 00", NULL, "has elements of int4, which opgen does not know"},
	{"4-bit integers without a sign", UINT4, "3", "int32_data 33 3", NULL, "has elements of uint4, which opgen does not know"},
	{"4-bit floats", FLOAT4E2M1, "3", "raw 2101", NULL, "has elements of float4e2m1, which opgen does not know"},
	{"2-bit integers", INT2, "5", "raw e401", NULL, "has elements of int2, which opgen does not know"},
	{"2-bit integers without a sign", UINT2, "4", "int32_data 228", NULL, "has elements of uint2, which opgen does not know"},
	{"external 4-bit integers", INT4, "3", "location 1; external location=w.bin; external length=2", NULL, "has elements of int4, which opgen does not know"},
	{"a type that nobody knows", 99, "1", "raw 00", NULL, "has elements of type 99, which opgen does not know"},
	{"a negative type", (uint64_t)-1, "1", "raw 00", NULL, "has elements of type -1, which opgen does not know"},
	{"no type", 0, "1", "raw 00", NULL, "has no element type"},
	{"a segment", FLOAT, "1", "raw 0000803f; segment ", NULL, "is cut into segments, which opgen does not put together"},
	{"an unknown place", FLOAT, "1", "location 2; raw 0000803f", NULL, "has its data at a place numbered 2"},
	{"an external file", FLOAT, "144", "location 1; external location=w.bin", "", NULL},
	{"an external file and its length", FLOAT, "144", "location 1; external location=w.bin; external length=576; external checksum=?", "", NULL},
	{"a part of an external file", UINT8, "3", "location 1; external offset=16; external length=3; external location=../encodings/../encodings/w.bin", NULL, "keeps its data in '../encodings/../encodings/w.bin', which leads out of the model's directory"},
	{"an external file and raw data", UINT8, "1", "location 1; external location=w.bin; raw 00", NULL, "has external data and other data besides"},
	{"an external file without a location", UINT8, "1", "location 1", NULL, "keeps its data in '', which names no file"},
	{"an offset twice", UINT8, "1", "location 1; external offset=0; external offset=0; external location=w.bin", NULL, "has the offset of its external data twice"},
	{"an offset with a sign", UINT8, "1", "location 1; external offset=+1; external location=w.bin", NULL, "has external data with the offset '+1', expected a number of bytes"},
	{"an empty offset", UINT8, "1", "location 1; external offset=; external location=w.bin", NULL, "has external data with the offset '', expected a number of bytes"},
	{"an offset beyond 63 bits", UINT8, "1", "location 1; external offset=9223372036854775808; external location=w.bin", NULL, "has external data with the offset '9223372036854775808', expected a number of bytes"},
	{"an offset at the end of 63 bits", UINT8, "1", "location 1; external offset=9223372036854775807; external length=1; external location=w.bin", NULL, "keeps its data in 'w.bin', from byte 9223372036854775807 on, but the file has 576"},
	{"an external file with too much", UINT8, "1", "location 1; external location=w.bin", NULL, "keeps its data in 'w.bin', 576 bytes, expected 1"},
	{"external data that is not said to be so", UINT8, "1", "external location=w.bin", NULL, "has 0 bytes of data, expected 1 for [1] of uint8"},
};
/* clang-format on */

/* The numbers of a list, packed; each ends in a blank. */
static struct bytes
pack(struct arena *arena, uint32_t field, const char *text)
{
	struct bytes list = {"", 0};
	char *end;

	for (;; text = end) {
		double real = strtod(text, &end);
		float single = (float)real;

		if (end == text)
			return wire_bytes(arena, field, list);
		if (field == FLOAT_DATA)
			list = wire(arena, list,
				(struct bytes){(const char *)&single, sizeof single});
		else if (field == DOUBLE_DATA)
			list = wire(arena, list,
				(struct bytes){(const char *)&real, sizeof real});
		else if (strchr(text, '-') == text + strspn(text, " "))
			list = wire(arena, list,
				wire_varint(arena, (uint64_t)strtoll(text, NULL, 10)));
		else
			list = wire(arena, list,
				wire_varint(arena, strtoull(text, NULL, 10)));
	}
}

static struct bytes
from_hexadecimal(struct arena *arena, const char *text)
{
	size_t size = strlen(text) / 2;
	char *bytes = arena_alloc(arena, size + 1);

	for (size_t i = 0; i < size; i++) {
		char digits[] = {text[2 * i], text[2 * i + 1], '\0'};

		bytes[i] = (char)strtoul(digits, NULL, 16);
	}
	return (struct bytes){bytes, size};
}

/* One part of a row's data as a field. */
static struct bytes
data_field(struct arena *arena, const char *name, char *value)
{
	static const struct {
		const char *name;
		uint32_t field;
	} list[] = {{"float_data", FLOAT_DATA}, {"int32_data", INT32_DATA},
		{"int64_data", INT64_DATA}, {"double_data", DOUBLE_DATA},
		{"uint64_data", UINT64_DATA}};
	char *equals = strchr(value, '=');

	for (size_t i = 0; i < countof(list); i++)
		if (!strcmp(name, list[i].name))
			return pack(arena, list[i].field, value);
	if (!strcmp(name, "raw"))
		return wire_bytes(arena, RAW_DATA, from_hexadecimal(arena, value));
	if (!strcmp(name, "location"))
		return wire_number(arena, DATA_LOCATION, strtoull(value, NULL, 10));
	if (!strcmp(name, "segment"))
		return wire_text(arena, SEGMENT, "");
	assert_string_equal(name, "external");
	assert_non_null(equals);
	*equals = '\0';
	return wire_bytes(arena, EXTERNAL_DATA,
		wire(arena, wire_text(arena, 1, value), wire_text(arena, 2, equals + 1)));
}

static struct bytes
tensor_of_row(struct arena *arena, const struct row *row)
{
	char *data = arena_copy_text(arena, row->data, strlen(row->data));
	struct bytes tensor = wire(arena, pack(arena, DIMS, row->dims),
		wire_number(arena, DATA_TYPE, row->data_type),
		wire_text(arena, NAME, "t"));

	for (char *part = strtok(data, ";"); part; part = strtok(NULL, ";")) {
		char *name = part + strspn(part, " ");
		char *space = name + strcspn(name, " ");
		char *value = *space ? space + 1 : space;

		*space = '\0';
		tensor = wire(arena, tensor, data_field(arena, name, value));
	}
	return tensor;
}

static const char *
hexadecimal(const unsigned char *bytes, size_t size, struct arena *arena)
{
	char *text = arena_alloc(arena, 2 * size + 1);

	for (size_t i = 0; i < size; i++)
		sprintf(text + 2 * i, "%02x", bytes[i]);
	return text;
}

/* A tensor that is read as a file beside those of tests/models, messages caught. */
struct reading {
	struct arena arena;
	struct source source;
	struct value value;
	const void *elements;
	char *said;
};

static void
read_tensor(struct reading *reading, struct bytes tensor)
{
	size_t nsaid;

	source_from_text(&reading->source, "tests/models/onnx/encodings/t.pb",
		tensor.text, tensor.size);
	reading->source.messages = open_memstream(&reading->said, &nsaid);
	assert_non_null(reading->source.messages);
	reading->elements =
		onnx_tensor_read(&reading->source, &reading->value, &reading->arena);
	fclose(reading->source.messages);
}

static void
end(struct reading *reading)
{
	free(reading->said);
	arena_free(&reading->arena);
}

static void
row_is_read(void **state)
{
	const struct row *row = *state;
	struct reading reading = {.elements = NULL};
	struct arena *arena = &reading.arena;
	const char *said = "";

	read_tensor(&reading, tensor_of_row(arena, row));
	if (row->said)
		said = arena_format(arena,
			"tests/models/onnx/encodings/t.pb: error: tensor 't' %s\n",
			row->said);
	assert_string_equal(reading.said, said);
	assert_int_equal(reading.elements != NULL, row->said == NULL);
	if (row->elements && *row->elements)
		assert_string_equal(
			hexadecimal(reading.elements, strlen(row->elements) / 2, arena),
			row->elements);
	end(&reading);
}

static void
a_tensor_that_is_none_is_refused(void **state)
{
	static const struct bytes broken[] = {
		{"\x0a", 1}, /* ends within a field */
		{"\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
			12},                     /* long varint */
		{"\x0b", 1},                     /* a group */
		{"\x4a\xff\xff\xff\xff\x0f", 6}, /* 2^32 - 1 bytes of raw data */
		{"\x02", 1},                     /* field 0 */
	};

	(void)state;
	for (size_t i = 0; i < countof(broken); i++) {
		struct reading reading = {.elements = NULL};

		read_tensor(&reading, broken[i]);
		assert_null(reading.elements);
		assert_string_equal(reading.said,
			"tests/models/onnx/encodings/t.pb: error: not an ONNX tensor: "
			"it is not a well-formed message\n");
		end(&reading);
	}
}

static void
large_raw_data_is_not_copied_again(void **state)
{
	enum {
		SIZE = 1 << 20
	};
	struct reading reading = {.elements = NULL};
	struct arena *arena = &reading.arena, other = {0};
	struct value again;
	const char *file, *why;

	(void)state;
	read_tensor(&reading,
		wire(arena, wire_number(arena, DIMS, SIZE),
			wire_number(arena, DATA_TYPE, INT8),
			wire_bytes(arena, RAW_DATA,
				wire_times(arena, SIZE, (struct bytes){"\x7f", 1}))));
	assert_non_null(reading.elements);
	again = reading.value;
	assert_ptr_equal(
		reading.elements, onnx_tensor_decode(&again, "", &file, &other, &why));
	assert_null(file);
	assert_null(other.block);
	end(&reading);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tensor_that_is_none_is_refused),
		cmocka_unit_test(large_raw_data_is_not_copied_again),
	};
	int failed = run_table("tensors", rows, row_is_read);

	return failed + cmocka_run_group_tests_name("onnx_tensor", tests, NULL, NULL);
}
