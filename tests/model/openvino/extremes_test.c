/* IRs that ask for much, and that are broken. */

#include "model/openvino/openvino.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "model/openvino/limits.h"
#include "support/reading.h"
#include "support/rows.h"

/* Text that grows. */
struct grown {
	char *text;
	size_t size;
	FILE *stream;
};

static FILE *
begin_text(struct grown *grown)
{
	grown->stream = open_memstream(&grown->text, &grown->size);
	assert_non_null(grown->stream);
	return grown->stream;
}

/* Reads the text, within a second; what is said of it must hold the words. */
static void
is_refused_in_time(struct grown *grown, const char *wanted)
{
	struct reading reading;
	clock_t start;

	fclose(grown->stream);
	start = clock();
	reading_begin(&reading, openvino_read, "t.xml",
		(struct bytes){grown->text, grown->size});
	assert_true(clock() - start < CLOCKS_PER_SEC);
	assert_false(reading.good);
	assert_non_null(strstr(reading.said, wanted));
	reading_end(&reading);
	free(grown->text);
}

static void
a_billion_laughs_are_refused(void **state)
{
	struct grown grown;
	FILE *stream = begin_text(&grown);

	(void)state;
	fputs("<!DOCTYPE net [<!ENTITY a0 'ha'>", stream);
	for (int i = 1; i < 30; i++)
		fprintf(stream, "<!ENTITY a%d '&a%d;&a%d;'>", i, i - 1, i - 1);
	fputs("]><net version='10'>&a29;</net>", stream);
	is_refused_in_time(&grown, "a DOCTYPE is not allowed in an IR");
}

static void
a_chain_of_60000_entities_is_refused(void **state)
{
	struct grown grown;
	FILE *stream = begin_text(&grown);

	(void)state;
	fputs("<!DOCTYPE net [<!ENTITY a0 'ha'>", stream);
	for (int i = 1; i < 60000; i++)
		fprintf(stream, "<!ENTITY a%d '&a%d;'>", i, i - 1);
	fputs("]><net version='10'>&a59999;</net>", stream);
	is_refused_in_time(&grown, "a DOCTYPE is not allowed in an IR");
}

static void
a_hundred_thousand_nested_elements_are_refused(void **state)
{
	struct grown grown;
	FILE *stream = begin_text(&grown);

	(void)state;
	fputs("<net version='10'>", stream);
	for (int i = 0; i < 100000; i++)
		fputs("<x>", stream);
	is_refused_in_time(&grown, "more than 64 elements inside of each other");
}

static void
too_many_layers_are_refused(void **state)
{
	struct grown grown;
	FILE *stream = begin_text(&grown);

	(void)state;
	fputs("<net version='10'><layers>", stream);
	for (int i = 0; i < 300000; i++)
		fputs("<layer id='0' type=''/>", stream);
	is_refused_in_time(&grown, "more than 262144 layers");
}

static void
too_many_dimensions_are_a_fault(void **state)
{
	struct grown grown;
	FILE *stream = begin_text(&grown);
	struct reading reading;

	(void)state;
	fputs("<net version='10'><layers><layer id='0' name='a' type='T'><output>"
	      "<port id='0'>",
		stream);
	for (int i = 0; i < 255; i++)
		fputs("<dim>1</dim>", stream);
	fputs("</port></output></layer></layers></net>", stream);
	fclose(stream);
	reading_begin(
		&reading, openvino_read, "t.xml", (struct bytes){grown.text, grown.size});
	assert_true(reading.good);
	assert_string_equal(reading_node(&reading, "a"),
		"T-0 () -> a none? !has more dimensions than make sense");
	reading_end(&reading);
	free(grown.text);
}

static void
a_long_name_of_many_outputs_takes_no_memory(void **state)
{
	struct grown grown;
	FILE *stream = begin_text(&grown);

	(void)state;
	fputs("<net version='10'><layers><layer id='0' type='T' name='", stream);
	for (int i = 0; i < 100000; i++)
		fputs("0123456789", stream);
	fputs("'><output>", stream);
	for (int i = 0; i < 100; i++)
		fprintf(stream, "<port id='%d'/>", i);
	fputs("</output></layer></layers></net>", stream);
	is_refused_in_time(&grown, "the names of the tensors take more than");
}

static void
many_attributes_are_read(void **state)
{
	struct grown grown;
	FILE *stream = begin_text(&grown);
	struct reading reading;

	(void)state;
	fputs("<net version='10'><layers><layer id='0' name='a' type='T'><data", stream);
	for (int i = 0; i < TAG_ATTRIBUTE_LIMIT; i++)
		fprintf(stream, " a%d='1'", i);
	fputs("/></layer></layers></net>", stream);
	fclose(stream);
	reading_begin(
		&reading, openvino_read, "t.xml", (struct bytes){grown.text, grown.size});
	assert_true(reading.good);
	assert_int_equal(reading.model.node[0].nattribute, TAG_ATTRIBUTE_LIMIT);
	reading_end(&reading);
	free(grown.text);
}

/* Every beginning of a good file is refused, and nothing is read outside of it. */
static void
a_file_cut_anywhere_is_refused(void **state)
{
	struct arena arena = {0};
	struct bytes bytes = load("tests/models/openvino/ws_base.xml", &arena);

	(void)state;
	while (bytes.text[bytes.size - 1] != '>')
		bytes.size--;
	for (size_t cut = 0; cut < bytes.size; cut++) {
		struct reading reading;
		char *part = malloc(cut + 1);

		assert_non_null(part);
		memcpy(part, bytes.text, cut);
		part[cut] = '\0';
		reading_begin(
			&reading, openvino_read, "t.xml", (struct bytes){part, cut});
		assert_false(reading.good);
		reading_end(&reading);
		free(part);
	}
	arena_free(&arena);
}

/* Whatever a byte becomes, nothing breaks. */
static void
any_byte_may_be_wrong(void **state)
{
	static const char instead[] = "<>/'\"&0 9-\xff",
			  path[] = "tests/models/openvino/dilated_conv.xml";
	struct arena arena = {0};
	struct bytes bytes = load(path, &arena);
	char *text = arena_copy_text(&arena, bytes.text, bytes.size);

	(void)state;
	for (size_t i = 0; i < bytes.size; i++) {
		struct reading reading;

		text[i] = instead[i % (sizeof instead - 1)];
		reading_begin(
			&reading, openvino_read, path, (struct bytes){text, bytes.size});
		reading_use(&reading);
		reading_end(&reading);
		text[i] = bytes.text[i];
	}
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_billion_laughs_are_refused),
		cmocka_unit_test(a_chain_of_60000_entities_is_refused),
		cmocka_unit_test(a_hundred_thousand_nested_elements_are_refused),
		cmocka_unit_test(too_many_layers_are_refused),
		cmocka_unit_test(too_many_dimensions_are_a_fault),
		cmocka_unit_test(a_long_name_of_many_outputs_takes_no_memory),
		cmocka_unit_test(many_attributes_are_read),
		cmocka_unit_test(a_file_cut_anywhere_is_refused),
		cmocka_unit_test(any_byte_may_be_wrong),
	};

	return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
