#include "rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "readers/json.h"
#include "readers/shape.h"

/* A text that is read, with its messages caught. */
struct reading {
	struct source source;
	struct spec spec;
	struct arena arena;
	bool good;
	char *said;
};

static void
begin(struct reading *reading, const char *path, const char *text, size_t size)
{
	size_t nsaid;

	*reading = (struct reading){.good = false};
	source_from_text(&reading->source, path, text, size);
	reading->source.messages = open_memstream(&reading->said, &nsaid);
	assert_non_null(reading->source.messages);
	reading->good = json_read(&reading->source, &reading->spec, &reading->arena);
	fclose(reading->source.messages);
	assert_int_equal(reading->good, reading->source.nerror == 0);
}

static void
end(struct reading *reading)
{
	arena_free(&reading->arena);
	free(reading->said);
}

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
	struct reading reading;
	struct arena arena = {0};
	char text[1024], elements[1024];

	sprintf(text,
		"{'name': 'f', 'op': 'Op', 'dtype': '%s', 'inputs': {'skip': [1], 'x': "
		"{%s}}}",
		dtype_info[row->dtype].name, row->body);
	for (char *quote = strchr(text, '\''); quote; quote = strchr(quote, '\''))
		*quote = '"';
	begin(&reading, "t.json", text, strlen(text));
	assert_int_equal(reading.good, row->shape != NULL);
	if (row->shape) {
		assert_string_equal(
			shape_text(&reading.spec.tensor[1], &arena), row->shape);
		assert_non_null(reading.spec.tensor[1].constant);
		render(&reading.spec.tensor[1], elements);
		assert_string_equal(elements, row->elements);
	}
	arena_free(&arena);
	end(&reading);
}

static void
everything_of_a_node_is_read(void **state)
{
	static const char text[] =
		"{\"options\": {\"unroll\": \"full\"}, \"opset\": 7, \"op\": \"Op\","
		" \"attributes\": {\"i\": -3, \"f\": 2.0, \"s\": \"\\u00e9\","
		" \"ints\": [1, 2], \"none\": []}, \"domain\": \"\","
		" \"inputs\": {\"X\": [0, 5], \"S\": []},"
		" \"dtype\": \"bfloat16\", \"name\": \"f\"}";
	struct reading reading;
	const struct node *node;
	const struct attribute *attribute;
	const struct tensor *tensor;

	(void)state;
	begin(&reading, "t.json", text, strlen(text));
	assert_true(reading.good);
	assert_int_equal(reading.spec.nnode, 1);
	node = reading.spec.node;
	assert_string_equal(node->name, "f");
	assert_string_equal(node->op, "Op");
	assert_string_equal(node->domain, "");
	assert_true(node->has_opset);
	assert_int_equal(node->opset, 7);
	assert_int_equal(node->dtype, DTYPE_BFLOAT16);

	assert_int_equal(node->noption, 1);
	assert_string_equal(node->option[0].name, "unroll");
	assert_string_equal(node->option[0].value, "full");

	attribute = node->attribute;
	assert_int_equal(node->nattribute, 5);
	assert_int_equal(attribute[0].type, ATTRIBUTE_INT);
	assert_int_equal(attribute[0].i, -3);
	assert_int_equal(attribute[1].type, ATTRIBUTE_FLOAT);
	assert_true(attribute[1].f == 2.0);
	assert_int_equal(attribute[2].type, ATTRIBUTE_STRING);
	assert_string_equal(attribute[2].s, "\xc3\xa9");
	assert_int_equal(attribute[3].type, ATTRIBUTE_INTS);
	assert_int_equal(attribute[3].nint, 2);
	assert_int_equal(attribute[3].ints[1], 2);
	assert_int_equal(attribute[4].type, ATTRIBUTE_INTS);
	assert_int_equal(attribute[4].nint, 0);

	assert_int_equal(node->ninput, 2);
	assert_string_equal(node->input[1].name, "S");
	tensor = &reading.spec.tensor[node->input[0].tensor];
	assert_int_equal(tensor->dtype, DTYPE_NONE);
	assert_int_equal(tensor->rank, 2);
	assert_int_equal(tensor->shape[1], 5);
	assert_int_equal(tensor->nelement, 0);
	assert_null(tensor->constant);
	tensor = &reading.spec.tensor[node->input[1].tensor];
	assert_int_equal(tensor->rank, 0);
	assert_int_equal(tensor->nelement, 1);
	end(&reading);
}

#define NODE(name) "{" name "\"op\": \"Op\", \"dtype\": \"int8\", \"inputs\": {}}"

static void
names_come_from_the_path(void **state)
{
	static const char one[] = NODE("");
	static const char list_of_one[] = "{\"nodes\": [" NODE("") "]}";
	static const char several[] =
		"{\"nodes\": [" NODE("") "," NODE("\"name\": \"own\",") "," NODE("") "]}";
	struct reading reading;

	(void)state;
	begin(&reading, "dir/stem.json", one, strlen(one));
	assert_string_equal(reading.spec.node[0].name, "stem");
	end(&reading);
	begin(&reading, "dir/stem.json", list_of_one, strlen(list_of_one));
	assert_string_equal(reading.spec.node[0].name, "stem");
	end(&reading);
	begin(&reading, "dir/stem.json", several, strlen(several));
	assert_int_equal(reading.spec.nnode, 3);
	assert_string_equal(reading.spec.node[0].name, "stem_0");
	assert_string_equal(reading.spec.node[1].name, "own");
	assert_string_equal(reading.spec.node[2].name, "stem_2");
	end(&reading);
	begin(&reading, "<stdin>", one, strlen(one));
	assert_non_null(strstr(reading.said, "error: name is missing; standard input"));
	end(&reading);
}

static void
nodes_are_kept_as_far_as_they_could_be_read(void **state)
{
	static const char text[] = "{\"nodes\": [" NODE("\"nme\": 1,") "," NODE(
		"\"name\": \"int\",") "," NODE("\"domain\": 1,") "," NODE("") "]}";
	struct reading reading;
	const struct node *node;

	(void)state;
	begin(&reading, "stem.json", text, strlen(text));
	assert_false(reading.good);
	assert_int_equal(reading.spec.nnode, 3);
	node = reading.spec.node;
	assert_true(node[0].partial);
	assert_string_equal(node[0].name, "stem_0");
	assert_false(node[1].partial);
	assert_null(node[1].name);
	assert_false(node[2].partial);
	assert_string_equal(node[2].name, "stem_3");
	end(&reading);
}

static void
what_cannot_be_read_is_left_out(void **state)
{
	static const char text[] =
		"{\"op\": \"Op\", \"dtype\": \"float\","
		" \"inputs\": {\"X\": 1, \"Y\": [2]},"
		" \"attributes\": {\"a\": null, \"b\": [[]], \"c\": 1},"
		" \"options\": {\"unroll\": 1}}";
	struct reading reading;
	const struct node *node;

	(void)state;
	begin(&reading, "stem.json", text, strlen(text));
	assert_int_equal(reading.spec.nnode, 1);
	node = reading.spec.node;
	assert_true(node->partial);
	assert_int_equal(node->dtype, DTYPE_NONE);
	assert_int_equal(node->ninput, 1);
	assert_string_equal(node->input[0].name, "Y");
	assert_int_equal(node->nattribute, 1);
	assert_string_equal(node->attribute[0].name, "c");
	assert_int_equal(node->noption, 1);
	assert_null(node->option[0].value);
	end(&reading);
}

static void
files_are_sought_beside_the_spec(void **state)
{
	static const char text[] = "{\"op\": \"Op\", \"dtype\": \"float32\","
				   " \"inputs\": {\"W\": {\"file\": \"c_le_f4.npy\"}}}";
	struct reading reading;

	(void)state;
	begin(&reading, "tests/npy/x.json", text, strlen(text));
	assert_true(reading.good);
	assert_int_equal(reading.spec.nfile, 1);
	assert_string_equal(reading.spec.file[0], "tests/npy/c_le_f4.npy");
	end(&reading);
}

/* A large text: a beginning, a unit many times, an end. Each ends in one clear error. */
static const struct hostile_row {
	const char *claim;
	const char *begin, *unit, *end;
	size_t times;
	const char *said;
} hostile_rows[] = {
	/* clang-format off */
	{"many brackets", "", "[", "", 16 << 20, "nested deeper than 64 levels"},
	{"many braces", "", "{\"a\":", "", 3 << 20, "nested deeper than 64 levels"},
	{"many numbers", "[", "0,", "0]", 8 << 20, "more than 1000000 numbers in a list"},
	{"many numbers in lists", "[", "[0,0,0,0],", "0]", 1 << 20, "more than 1000000 numbers in a list"},
	{"many texts", "[", "\"\",", "0]", 5 << 20, "more than 1000000 numbers in a list"},
	{"many lists", "[", "[],", "0]", 5 << 20, "more values than a spec may hold"},
	{"many objects", "[", "{},", "0]", 5 << 20, "more values than a spec may hold"},
	{"many small objects", "[", "{\"op\":\"Conv\"},", "0]", 1 << 20, "more values than a spec may hold"},
	{"many members", "{", "\"a\":0,", "\"a\":0}", 2 << 20, "more than 10000 members in an object"},
	{"an endless string", "\"", "a", "", 16 << 20, "to close this string, got the end of the text"},
	{"an endless key", "{\"", "a", "\":0}", 16 << 20, "unknown key"},
	{"many escapes", "{\"", "\\\\", "\":0}", 8 << 20, "unknown key"},
	{"many blanks", "", " ", "", 16 << 20, "expected a node as an object, got the end of the text"},
	{"many lines", "", "\n", "x", 16 << 20, "expected a value"},
	{"many colons", "[", ":", "]", 16 << 20, "expected a value"},
	{"a long number", "[", "1", "]", 1 << 20, "2^63 - 1, got '111111"},
	/* clang-format on */
};

static void
hostile_holds(void **state)
{
	const struct hostile_row *row = *state;
	size_t nbegin = strlen(row->begin), nunit = strlen(row->unit),
	       nend = strlen(row->end), size = nbegin + row->times * nunit + nend;
	struct reading reading;
	char *text = malloc(size + 1), *at = text;

	assert_non_null(text);
	memcpy(at, row->begin, nbegin);
	at += nbegin;
	for (size_t i = 0; i < row->times; i++, at += nunit)
		memcpy(at, row->unit, nunit);
	memcpy(at, row->end, nend + 1);
	begin(&reading, "hostile.json", text, size);
	assert_false(reading.good);
	assert_non_null(strstr(reading.said, row->said));
	end(&reading);
	free(text);
}

/* 170 to the 8th is more than a shape may hold, in a text of ten kilobytes. */
static void
a_shape_that_nesting_only_begins_is_refused(void **state)
{
	enum {
		LEVELS = 8,
		LENGTH = 170
	};
	char text[LEVELS * 2 * LENGTH + 200], *at = text;
	struct reading reading;

	(void)state;
	at += sprintf(at, "{\"op\": \"Op\", \"dtype\": \"int8\", \"inputs\": "
			  "{\"X\": {\"data\": [[[[[[[[0");
	for (int level = 0; level < LEVELS; level++) {
		for (int i = 1; i < LENGTH; i++)
			at += sprintf(at, ",0");
		*at++ = ']';
	}
	at += sprintf(at, "}}}");
	begin(&reading, "t.json", text, (size_t)(at - text));
	assert_false(reading.good);
	assert_non_null(strstr(reading.said, "X: the lists differ in length"));
	end(&reading);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_of_a_node_is_read),
		cmocka_unit_test(names_come_from_the_path),
		cmocka_unit_test(nodes_are_kept_as_far_as_they_could_be_read),
		cmocka_unit_test(what_cannot_be_read_is_left_out),
		cmocka_unit_test(files_are_sought_beside_the_spec),
		cmocka_unit_test(a_shape_that_nesting_only_begins_is_refused),
	};
	int failed = run_table("constants", constant_rows, constant_holds) +
		     run_table("hostile texts", hostile_rows, hostile_holds);

	return failed + cmocka_run_group_tests_name("specs", tests, NULL, NULL);
}
