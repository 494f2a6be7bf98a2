#include "model/openvino/limits.h"

#include <stdbool.h>
#include <string.h>

/* What begins like a tag without being one, and how it ends. */
static const struct {
	const char *begin, *end;
} other[] = {
	{"<!--", "-->"},
	{"<![CDATA[", "]]>"},
	{"<?", "?>"},
};

static bool
stands_at(const char *text, size_t size, size_t at, const char *word)
{
	size_t length = strlen(word);

	return size - at >= length && !memcmp(text + at, word, length);
}

/* Where the contents of a comment, CDATA section or instruction at `at` end; `at`
   itself where it is a tag. */
static size_t
skip_other(const char *text, size_t size, size_t at)
{
	for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
		if (!stands_at(text, size, at, other[i].begin))
			continue;
		at += strlen(other[i].begin);
		while (at < size && !stands_at(text, size, at, other[i].end))
			at++;
		return at;
	}
	return at;
}

/* How many attributes a tag seems to have; its end is stored. */
static size_t
count_attributes(const char *text, size_t size, size_t at, size_t *end)
{
	size_t n = 0;

	while (at < size && text[at] != '>') {
		if (text[at] == '"' || text[at] == '\'') {
			const char *close =
				memchr(text + at + 1, text[at], size - at - 1);

			at = close ? (size_t)(close - text) : size - 1;
		}
		n += text[at++] == '=';
	}
	*end = at;
	return n;
}

size_t
find_crowded_tag(const char *text, size_t size)
{
	size_t at = 0;

	while (at < size) {
		const char *open = memchr(text + at, '<', size - at);
		size_t tag, begin;

		if (!open)
			return size;
		tag = (size_t)(open - text);
		begin = skip_other(text, size, tag);
		if (begin == tag &&
			count_attributes(text, size, tag, &begin) > TAG_ATTRIBUTE_LIMIT)
			return tag;
		at = begin;
	}
	return size;
}
