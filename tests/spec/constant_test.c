#include "support/rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "spec/json.h"
#include "spec/shape.h"

/* A constant of a type, as a spec has it, and what becomes of it. */
struct constant_row {
	const char *claim;
	enum dtype dtype;
	const char *body;     /* the constant's members; ' stands for " */
	const char *shape;    /* NULL: the constant is refused */
	const char *elements; /* each as the hexadecimal number that its bits are */
};

/* clang-format off */
static const struct constant_row constant_rows[] = {
	{"float32 is stored as it is", DTYPE_FLOAT32, "'shape': [3], 'data': [1, 0.5, -2]", "[3]", "3f800000 3f000000 c0000000"},
	{"float32 rounds to nearest", DTYPE_FLOAT32, "'shape': [1], 'data': [0.1]", "[1]", "3dcccccd"},
	{"an integer rounds to even", DTYPE_FLOAT32, "'shape': [2], 'data': [16777217, 16777219]", "[2]", "4b800000 4b800002"},
	{"an integer rounds once", DTYPE_FLOAT32, "'shape': [1], 'data': [9007199791611905]", "[1]", "5a000001"},
	{"the largest float32 is taken", DTYPE_FLOAT32, "'shape': [1], 'data': [3.40282346638528859e38]", "[1]", "7f7fffff"},
	{"what rounds to the largest is taken", DTYPE_FLOAT32, "'shape': [1], 'data': [3.4028235677973362e38]", "[1]", "7f7fffff"},
	{"what rounds to infinity is refused", DTYPE_FLOAT32, "'shape': [1], 'data': [3.4028235677973367e38]", NULL, NULL},
	{"subnormals are kept", DTYPE_FLOAT32, "'shape': [2], 'data': [1e-45, -1.1754942e-38]", "[2]", "00000001 807fffff"},
	{"-0.0 keeps its sign", DTYPE_FLOAT32, "'shape': [1], 'data': [-0.0]", "[1]", "80000000"},
	{"-0 keeps its sign", DTYPE_FLOAT32, "'shape': [5], 'data': [0, -0, 'NaN' , -0,0]", "[5]", "00000000 80000000 7fc00000 80000000 00000000"},
	{"-0 keeps its sign in nested lists", DTYPE_FLOAT64, "'data': [[-1, 0], [ -0 , 0]]", "[2, 2]", "bff0000000000000 0000000000000000 8000000000000000 0000000000000000"},
	{"words stand for what JSON lacks", DTYPE_FLOAT64, "'shape': [3], 'data': ['NaN', 'Infinity', '-Infinity']", "[3]", "7ff8000000000000 7ff0000000000000 fff0000000000000"},
	{"other words are refused", DTYPE_FLOAT64, "'shape': [1], 'data': ['inf']", NULL, NULL},
	{"float64 is stored as it is", DTYPE_FLOAT64, "'shape': [1], 'data': [0.1]", "[1]", "3fb999999999999a"},
	{"an integer rounds to float64", DTYPE_FLOAT64, "'shape': [1], 'data': [9223372036854775807]", "[1]", "43e0000000000000"},
	{"float16 rounds to even", DTYPE_FLOAT16, "'shape': [4], 'data': [1, 2049, 2051, -1.5]", "[4]", "3c00 6800 6802 be00"},
	{"the largest float16 is taken", DTYPE_FLOAT16, "'shape': [2], 'data': [65504, 65519.99]", "[2]", "7bff 7bff"},
	{"what float16 rounds to infinity is refused", DTYPE_FLOAT16, "'shape': [1], 'data': [-65520]", NULL, NULL},
	{"float16 has subnormals", DTYPE_FLOAT16, "'shape': [5], 'data': [5.9604644775390625e-8, 2.98023223876953125e-8, 2.99e-8, 6.1e-5, 6.104e-5]", "[5]", "0001 0000 0001 03ff 0400"},
	{"half a step rounds to even", DTYPE_FLOAT16, "'shape': [1], 'data': [1.00048828125000001]", "[1]", "3c00"},
	{"float16 has zeros and words", DTYPE_FLOAT16, "'shape': [5], 'data': [0, -0, 'NaN', 'Infinity', '-Infinity']", "[5]", "0000 8000 7e00 7c00 fc00"},
	{"bfloat16 rounds to even", DTYPE_BFLOAT16, "'shape': [4], 'data': [1, 1.00390625, 1.01171875, 257]", "[4]", "3f80 3f80 3f82 4380"},
	{"bfloat16 rounds a large integer once", DTYPE_BFLOAT16, "'shape': [1], 'data': [9042383626829825]", "[1]", "5a01"},
	{"bfloat16 has subnormals", DTYPE_BFLOAT16, "'shape': [2], 'data': [9.2e-41, 1e-45]", "[2]", "0001 0000"},
	{"the largest bfloat16 is taken", DTYPE_BFLOAT16, "'shape': [1], 'data': [-3.39e38]", "[1]", "ff7f"},
	{"bfloat16 has words", DTYPE_BFLOAT16, "'shape': [3], 'data': ['NaN', 'Infinity', '-Infinity']", "[3]", "7fc0 7f80 ff80"},
	{"int8 takes its range", DTYPE_INT8, "'shape': [4], 'data': [-128, -1, 0, 127]", "[4]", "80 ff 00 7f"},
	{"int8 refuses 128", DTYPE_INT8, "'shape': [1], 'data': [128]", NULL, NULL},
	{"int8 refuses -129", DTYPE_INT8, "'shape': [1], 'data': [-129]", NULL, NULL},
	{"qint8 is an int8", DTYPE_QINT8, "'shape': [2], 'data': [-128, 127]", "[2]", "80 7f"},
	{"uint8 takes its range", DTYPE_UINT8, "'shape': [2], 'data': [0, 255]", "[2]", "00 ff"},
	{"uint8 refuses 256", DTYPE_UINT8, "'shape': [1], 'data': [256]", NULL, NULL},
	{"int16 takes its range", DTYPE_INT16, "'shape': [2], 'data': [-32768, 32767]", "[2]", "8000 7fff"},
	{"uint16 takes its range", DTYPE_UINT16, "'shape': [2], 'data': [0, 65535]", "[2]", "0000 ffff"},
	{"int32 takes its range", DTYPE_INT32, "'shape': [2], 'data': [-2147483648, 2147483647]", "[2]", "80000000 7fffffff"},
	{"int32 refuses 2^31", DTYPE_INT32, "'shape': [1], 'data': [2147483648]", NULL, NULL},
	{"uint32 takes its range", DTYPE_UINT32, "'shape': [2], 'data': [0, 4294967295]", "[2]", "00000000 ffffffff"},
	{"int64 takes its range", DTYPE_INT64, "'shape': [2], 'data': [-9223372036854775808, 9223372036854775807]", "[2]", "8000000000000000 7fffffffffffffff"},
	{"uint64 takes what JSON can tell", DTYPE_UINT64, "'shape': [2], 'data': [0, 9223372036854775807]", "[2]", "0000000000000000 7fffffffffffffff"},
	{"uint64 refuses -1", DTYPE_UINT64, "'shape': [1], 'data': [-1]", NULL, NULL},
	{"an integer type takes -0", DTYPE_INT32, "'shape': [1], 'data': [-0]", "[1]", "00000000"},
	{"an integer type refuses 2.0", DTYPE_INT32, "'shape': [1], 'data': [2.0]", NULL, NULL},
	{"an integer type refuses true", DTYPE_INT32, "'shape': [1], 'data': [true]", NULL, NULL},
	{"bool takes words and numbers", DTYPE_BOOL, "'shape': [4], 'data': [true, false, 0, 1]", "[4]", "01 00 00 01"},
	{"bool refuses 2", DTYPE_BOOL, "'shape': [1], 'data': [2]", NULL, NULL},
	{"bool refuses 1.0", DTYPE_BOOL, "'shape': [1], 'data': [1.0]", NULL, NULL},
	{"a complex number is a pair", DTYPE_COMPLEX64, "'shape': [2], 'data': [[1, -0], ['NaN', 2.5]]", "[2]", "3f800000 80000000 7fc00000 40200000"},
	{"complex numbers nest", DTYPE_COMPLEX128, "'data': [[[1, 2]], [[3, -0]]]", "[2, 1]", "3ff0000000000000 4000000000000000 4008000000000000 8000000000000000"},
	{"complex numbers nest under a shape", DTYPE_COMPLEX64, "'shape': [1, 2], 'data': [[[1, 2], [3, 4]]]", "[1, 2]", "3f800000 40000000 40400000 40800000"},
	{"a complex number has no third part", DTYPE_COMPLEX64, "'shape': [1], 'data': [[1, 2, 3]]", NULL, NULL},
	{"complex data is no flat list", DTYPE_COMPLEX64, "'shape': [1], 'data': [1, 2]", NULL, NULL},
	{"flat data takes the shape", DTYPE_INT8, "'shape': [2, 1, 3], 'data': [1, 2, 3, 4, 5, 6]", "[2, 1, 3]", "01 02 03 04 05 06"},
	{"flat data without a shape is an axis", DTYPE_INT8, "'data': [1, 2, 3]", "[3]", "01 02 03"},
	{"so are complex numbers", DTYPE_COMPLEX64, "'data': [[1, 2], [3, 4]]", "[2]", "3f800000 40000000 40400000 40800000"},
	{"so is no number", DTYPE_FLOAT32, "'data': []", "[0]", ""},
	{"numbers that are no pairs are no axis of complex ones", DTYPE_COMPLEX64, "'data': [1, 2]", NULL, NULL},
	{"nested data has the shape", DTYPE_INT8, "'data': [[[1, 2, 3]], [[4, 5, 6]]]", "[2, 1, 3]", "01 02 03 04 05 06"},
	{"both may tell the shape", DTYPE_INT8, "'shape': [2, 2], 'data': [[1, 2], [3, 4]]", "[2, 2]", "01 02 03 04"},
	{"the nesting must be the shape", DTYPE_INT8, "'shape': [4, 1], 'data': [[1, 2], [3, 4]]", NULL, NULL},
	{"a scalar is a list of one", DTYPE_INT8, "'shape': [], 'data': [7]", "[]", "07"},
	{"a scalar is no list of two", DTYPE_INT8, "'shape': [], 'data': [7, 8]", NULL, NULL},
	{"a scalar is no nested list", DTYPE_INT8, "'shape': [], 'data': [[7]]", NULL, NULL},
	{"no elements are an empty list", DTYPE_INT8, "'shape': [2, 0, 3], 'data': []", "[2, 0, 3]", ""},
	{"no elements may be nested", DTYPE_FLOAT32, "'data': [[], []]", "[2, 0]", ""},
	{"no complex elements may be nested", DTYPE_COMPLEX64, "'shape': [2, 0], 'data': [[], []]", "[2, 0]", ""},
	{"eight dimensions nest", DTYPE_INT8, "'data': [[[[[[[[1]]]]]]]]", "[1, 1, 1, 1, 1, 1, 1, 1]", "01"},
	{"eight dimensions of pairs nest", DTYPE_COMPLEX64, "'data': [[[[[[[[[1, 2]]]]]]]]]", "[1, 1, 1, 1, 1, 1, 1, 1]", "3f800000 40000000"},
	{"a constant has a type of its own", DTYPE_FLOAT32, "'dtype': 'int64', 'shape': [1], 'data': [2]", "[1]", "0000000000000002"},
};
/* clang-format on */

static void
render(const struct tensor *tensor, char *text)
{
	bool is_complex = dtype_info[tensor->dtype].kind == KIND_COMPLEX;
	size_t parts = is_complex ? 2 : 1, size = dtype_info[tensor->dtype].size / parts;
	const unsigned char *bytes = tensor->constant;

	for (size_t i = 0; i < (size_t)tensor->nelement * parts; i++) {
		uint64_t value = 0;

		if (size == 1)
			value = bytes[i];
		else if (size == 2)
			value = ((const uint16_t *)tensor->constant)[i];
		else if (size == 4)
			value = ((const uint32_t *)tensor->constant)[i];
		else
			value = ((const uint64_t *)tensor->constant)[i];
		text += sprintf(
			text, "%s%0*" PRIx64, i ? " " : "", (int)(2 * size), value);
	}
	*text = '\0';
}

static void
constant_holds(void **state)
{
	const struct constant_row *row = *state;
	struct source source;
	struct spec spec;
	struct arena arena = {0};
	char text[1024], elements[1024];

	sprintf(text,
		"{'name': 'f', 'op': 'Op', 'dtype': '%s', 'inputs': {'skip': [1], 'x': "
		"{%s}}}",
		dtype_info[row->dtype].name, row->body);
	for (char *quote = strchr(text, '\''); quote; quote = strchr(quote, '\''))
		*quote = '"';
	source_from_text(&source, "t.json", text, strlen(text));
	source.messages = tmpfile();
	assert_non_null(source.messages);
	assert_int_equal(json_read(&source, &spec, &arena), row->shape != NULL);
	assert_int_equal(source.nerror, row->shape ? 0 : 1);
	if (row->shape) {
		assert_string_equal(shape_text(&spec.tensor[1], &arena), row->shape);
		assert_non_null(spec.tensor[1].constant);
		render(&spec.tensor[1], elements);
		assert_string_equal(elements, row->elements);
	}
	fclose(source.messages);
	arena_free(&arena);
}

int
main(void)
{
	return run_table("constants", constant_rows, constant_holds);
}
