#include "model/openvino/limits.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support/rows.h"

/* A beginning, a unit many times, an end; and whether that is a crowd. */
struct row {
	const char *claim;
	const char *begin, *unit, *end;
	int times;
	bool crowded;
};

/* clang-format off */
static const struct row rows[] = {
	{"nothing", "", "", "", 0, false},
	{"few attributes", "<net", " a='1'", "/>", 1000, false},
	{"as many as may be", "<net", " a='1'", "/>", TAG_ATTRIBUTE_LIMIT, false},
	{"one more", "<net", " a='1'", "/>", TAG_ATTRIBUTE_LIMIT + 1, true},
	{"in quotes of the other kind", "<net", " a=\"1\"", "/>", TAG_ATTRIBUTE_LIMIT + 1, true},
	{"of a tag that does not end", "<net", " a='1'", "", TAG_ATTRIBUTE_LIMIT + 1, true},
	{"in a later tag", "<net><layers/><layer x='<>'", " a='1'", "", TAG_ATTRIBUTE_LIMIT + 1, true},
	{"after a text with quotes", "<net>it's <layer", " a='1'", "/>", TAG_ATTRIBUTE_LIMIT + 1, true},
	{"after a comment with quotes", "<!-- it's --><net", " a=\"1\"", "/>", TAG_ATTRIBUTE_LIMIT + 1, true},
	{"after an instruction with quotes", "<?xml it's ?><net", " a=\"1\"", "/>", TAG_ATTRIBUTE_LIMIT + 1, true},
	{"behind CDATA with quotes", "<net><![CDATA[it's]]><layer", " a=\"1\"", "/>", TAG_ATTRIBUTE_LIMIT + 1, true},
	{"with quotes in quotes", "<net b=\"'\"", " a=\"1\"", "/>", TAG_ATTRIBUTE_LIMIT + 1, true},
	{"with brackets in quotes", "<net b='>'", " a='>'", "/>", TAG_ATTRIBUTE_LIMIT + 1, true},
	{"tags instead", "<net>", "<a b='1'/>", "</net>", TAG_ATTRIBUTE_LIMIT + 1, false},
	{"equality in a text", "<net>", "=", "</net>", TAG_ATTRIBUTE_LIMIT + 1, false},
	{"equality in quotes", "<net a='", "=", "'/>", TAG_ATTRIBUTE_LIMIT + 1, false},
	{"equality in a comment", "<!--", "=", "-->", TAG_ATTRIBUTE_LIMIT + 1, false},
	{"a comment that does not end", "<!--", "=", "", TAG_ATTRIBUTE_LIMIT + 1, false},
	{"quotes that do not end", "<net a='", "=", "", TAG_ATTRIBUTE_LIMIT + 1, false},
	{"a quote at the end", "<net a='", "", "", 0, false},
	{"a bracket at the end", "<net><", "", "", 0, false},
};
/* clang-format on */

static void
crowds_are_found(void **state)
{
	const struct row *row = *state;
	size_t nunit = strlen(row->unit);
	size_t size = strlen(row->begin) + (size_t)row->times * nunit + strlen(row->end);
	char *text = malloc(size + 1), *at = text;

	assert_non_null(text);
	strcpy(at, row->begin);
	at += strlen(at);
	for (int i = 0; i < row->times; i++, at += nunit)
		memcpy(at, row->unit, nunit);
	memcpy(at, row->end, strlen(row->end));
	/* Not a byte more, so that AddressSanitizer sees reads of one. */
	text = realloc(text, size ? size : 1);
	assert_int_equal(find_crowded_tag(text, size) < size, row->crowded);
	if (row->crowded)
		assert_int_equal(text[find_crowded_tag(text, size)], '<');
	free(text);
}

int
main(void)
{
	return run_table("crowds of attributes", rows, crowds_are_found);
}
