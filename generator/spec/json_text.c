#include "spec/json_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "diag/locate.h"
#include "diag/names.h"
#include "diag/source.h"
#include "spec/json_scan.h"

/* Where the token that ends at or after an offset begins. */
static size_t
token_before(const char *text, size_t size, size_t end)
{
	size_t at = 0, began = 0;

	while (at < size && at < end) {
		if (strchr(" \t\r\n", text[at])) {
			at++;
			continue;
		}
		began = at;
		at = locate_end(text, size, at);
	}
	return began;
}

/* jansson's messages, or how they begin, and what we say was wanted; the last row is for
   all others. */
static const struct {
	const char *jansson, *wanted, *advice;
} wording[] = {
	{"'}' expected", "',' or '}'", ""},
	{"']' expected", "',' or ']'", ""},
	{"':' expected", "':' after the key", ""},
	{"string or '}' expected", "a key in double quotes", ""},
	{"unexpected token near end", "a node as an object", ""},
	{"unexpected token", "a value", ""},
	{"invalid token", "a value: a number, true, false, null, or a text in \"\"", ""},
	{"end of file expected", "nothing more after the spec", ""},
	{"real number overflow", "a number within a double's range, up to 1.8e308", ""},
	{"too big", "an integer from -2^63 to 2^63 - 1",
		"; a constant with others goes into a .npy file"},
	{"", "JSON", ""},
};

/* Advice about a token that JSON does not have there. */
static const char *
token_advice(const char *text, size_t began, size_t end)
{
	static const char *const number[] = {
		"NaN", "nan", "Infinity", "-Infinity", "inf", "-inf"};
	size_t before = began;

	for (size_t i = 0; i < sizeof number / sizeof number[0]; i++)
		if (end - began == strlen(number[i]) &&
			!memcmp(text + began, number[i], end - began))
			return "; in data it is \"NaN\", \"Infinity\" or \"-Infinity\", "
			       "in quotes";
	if (end > began &&
		(text[began] == '#' ||
			(text[began] == '/' &&
				(text[began + 1] == '/' || text[began + 1] == '*'))))
		return "; JSON has no comments";
	while (before > 0 && strchr(" \t\r\n", text[before - 1]))
		before--;
	if (end > began && strchr("}]", text[began]) && before > 0 &&
		text[before - 1] == ',')
		return "; no comma goes before it";
	return "";
}

static void
report_syntax(struct source *source, const json_error_t *error, struct arena *arena)
{
	const char *text = source->text;
	size_t began = token_before(text, source->size, (size_t)error->position);
	size_t end = locate_end(text, source->size, began), i = 0;
	const char *got = end > began ? clipped_text(text + began, end - began, arena)
				      : "the end of the text",
		   *advice;

	if (json_error_code(error) == json_error_duplicate_key) {
		got = clipped_text(text + began + 1, end - began - 2, arena);
		source_error_at(source, began, "duplicate key %s", got);
		return;
	}
	while (strncmp(error->text, wording[i].jansson, strlen(wording[i].jansson)))
		i++;
	advice = wording[i].advice;
	source_error_at(source, began, "expected %s, got %s%s",
		strspn(text, " \t\r\n") == began ? "a node as an object"
						 : wording[i].wanted,
		got, *advice ? advice : token_advice(text, began, end));
}

json_t *
json_parse(struct source *source, struct arena *arena)
{
	json_error_t error;
	json_t *root;

	if (!json_scan(source))
		return NULL;
	root = json_loadb(source->text, source->size,
		JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
	if (!root)
		report_syntax(source, &error, arena);
	return root;
}

const char *
json_kind(const json_t *value)
{
	static const char *const kinds[] = {
		[JSON_OBJECT] = "an object",
		[JSON_ARRAY] = "a list",
		[JSON_STRING] = "a string",
		[JSON_INTEGER] = "an integer",
		[JSON_REAL] = "a real number",
		[JSON_TRUE] = "true",
		[JSON_FALSE] = "false",
		[JSON_NULL] = "null",
	};

	return kinds[json_typeof(value)];
}
