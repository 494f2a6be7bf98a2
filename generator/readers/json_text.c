#include "readers/json_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "arena.h"
#include "names.h"
#include "readers/json_scan.h"
#include "source.h"

/* Where the token begins that ends at an offset; the scan has passed the text. */
static size_t
token_before(const char *text, size_t size, size_t end)
{
	size_t at = 0, began = 0;

	while (at < size && at < end) {
		char c = text[at];

		if (strchr(" \t\r\n", c)) {
			at++;
			continue;
		}
		began = at++;
		if (c == '"') {
			while (text[at] != '"')
				at += text[at] == '\\' ? 2 : 1;
			at++;
		} else if (!strchr(",:[]{}", c)) {
			while (at < end && !strchr(" \t\r\n,:[]{}\"", text[at]))
				at++;
		}
	}
	return began;
}

/* jansson's words for a mistake, or their beginning, and ours. */
static const struct {
	const char *jansson, *words;
} wording[] = {
	{"'}' expected", "expected ',' or '}'"},
	{"']' expected", "expected ',' or ']'"},
	{"':' expected", "expected ':' behind the key"},
	{"string or '}' expected", "expected a key in double quotes"},
	{"unexpected token near end", "the spec is empty"},
	{"unexpected token", "expected a value"},
	{"invalid token",
		"expected a value: a number, true, false, null, or a text in \"\""},
	{"invalid escape", "the string holds an unknown escape"},
	{"invalid Unicode", "the string holds half of a surrogate pair"},
	{"\\u0000", "\\u0000 has no place in a spec"},
	{"NUL byte", "\\u0000 has no place in a spec"},
	{"end of file expected", "expected nothing more behind the spec"},
	{"real number overflow",
		"the number is out of range; doubles end at about 1.8e308"},
	{"too big", "the integer is out of range; from 2^63 on, and below -2^63, "
		    "integers of a "
		    "constant go through a .npy file"},
};

static void
report_syntax(struct source *source, const json_error_t *error, struct arena *arena)
{
	size_t end = error->position > 0 ? (size_t)error->position : 0;
	size_t began = token_before(source->text, source->size, end);

	if (json_error_code(error) == json_error_duplicate_key) {
		const char *key =
			arena_copy_text(arena, source->text + began + 1, end - began - 2);

		source_error_at(source, began, "duplicate key %s", quoted(key, arena));
		return;
	}
	for (size_t i = 0; i < sizeof wording / sizeof *wording; i++)
		if (!strncmp(error->text, wording[i].jansson,
			    strlen(wording[i].jansson))) {
			source_error_at(source, began, "%s", wording[i].words);
			return;
		}
	source_error_at(source, began, "not valid JSON");
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
