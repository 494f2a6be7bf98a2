#include "support/rows.h"

#include <stdlib.h>
#include <string.h>

#include "spec/json.h"

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
	{"many lines", "", "\n", "x", 16 << 20, "expected a node as an object, got 'x'"},
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
	int failed = run_table("hostile texts", hostile_rows, hostile_holds);

	return failed + cmocka_run_group_tests_name("specs", tests, NULL, NULL);
}
