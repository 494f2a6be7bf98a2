#include "spec/json_string.h"

#include <string.h>

#include "base/utf8.h"
#include "diag/source.h"

static const char hexadecimal[] = "0123456789ABCDEFabcdef";

/* Whether the text is \uD followed by one of the given digits and two more: with 8 to B
   it is the first half of a surrogate pair, with C to F the second. */
static bool
is_surrogate(const char *text, const char *second)
{
	return !strncmp(text, "\\u", 2) && strspn(text + 2, hexadecimal) >= 4 &&
	       strchr("Dd", text[2]) && strchr(second, text[3]);
}

/* Reads a \uXXXX, or two that are a surrogate pair. */
static bool
read_unicode(struct source *source, size_t *at)
{
	const char *text = source->text + *at;
	size_t ndigit = strspn(text + 2, hexadecimal);
	bool first = is_surrogate(text, "89AaBb");
	bool second = is_surrogate(first ? text + 6 : text, "CcDdEeFf");

	if (ndigit < 4) {
		source_error_at(source, *at,
			"expected 4 hexadecimal digits after \\u, got %zu", ndigit);
		return false;
	}
	if (!strncmp(text, "\\u0000", 6)) {
		source_error_at(source, *at, "expected no NUL in a string, got \\u0000");
		return false;
	}
	if (first != second) {
		source_error_at(source, *at,
			"expected a surrogate pair, got its %s half %.6s alone",
			first ? "first" : "second", text);
		return false;
	}
	*at += first ? 12 : 6;
	return true;
}

static bool
read_escape(struct source *source, size_t *at)
{
	const char *text = source->text + *at;
	uint32_t point = 0;
	size_t n = utf8_decode(text + 1, source->size - *at - 1, &point);

	if (n == 0 || point < 0x20) {
		(*at)++; /* The next character is wrong even without the backslash. */
		return true;
	}
	if (point == 'u')
		return read_unicode(source, at);
	if (!strchr("\"\\/bfnrt", text[1])) {
		source_error_at(source, *at,
			"expected an escape that JSON knows, got '%.*s'", (int)n + 1,
			text);
		return false;
	}
	*at += 2;
	return true;
}

static bool
read_character(struct source *source, size_t *at)
{
	uint32_t point = 0;
	size_t n = json_string_decode(source, *at, &point);

	if (n == 0)
		return false;
	if (point == '\\')
		return read_escape(source, at);
	if (point == 0) {
		source_error_at(
			source, *at, "expected no NUL in a string, got byte 0x00");
		return false;
	}
	if (point < 0x20) {
		source_error_at(source, *at,
			"expected a string's control character written as \\u%04x, got "
			"byte 0x%02x",
			(unsigned)point, (unsigned)point);
		return false;
	}
	*at += n;
	return true;
}

size_t
json_string_decode(struct source *source, size_t at, uint32_t *point)
{
	size_t n = utf8_decode(source->text + at, source->size - at, point);

	if (n == 0)
		source_error_at(source, at, "expected UTF-8, got byte 0x%02x",
			(unsigned)(unsigned char)source->text[at]);
	return n;
}

bool
json_string_skip(struct source *source, size_t *at)
{
	const char *text = source->text;
	size_t began = (*at)++;

	while (*at < source->size && !memchr("\"\n\r", text[*at], 3))
		if (!read_character(source, at))
			return false;
	if (*at >= source->size || text[*at] != '"') {
		source_error_at(source, began,
			"expected '\"' to close this string, got the end of the %s",
			*at < source->size ? "line" : "text");
		return false;
	}
	(*at)++;
	return true;
}
