#include "readers/json_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "arena.h"
#include "names.h"
#include "source.h"
#include "utf8.h"

/* Bytes that jansson's tree needs for one value of each kind on a 64-bit machine, rounded
   up, and how many the tree of a text may need. */
enum {
	SCALAR_MEMORY = 48,
	STRING_MEMORY = 96,
	LIST_MEMORY = 144,
	OBJECT_MEMORY = 260,
	MEMORY_PER_BYTE = 32,
	MEMORY_ALWAYS = 32 * 1024 * 1024
};

/* A list or object that is open where the scan is. */
struct level {
	size_t at;    /* its bracket */
	size_t nleaf; /* numbers and words in it, and in the lists inside it */
};

/* A first look at a text: limits that must hold before jansson may build a tree of it,
   and mistakes whose place jansson does not tell well. */
struct scan {
	struct source *source;
	const char *text;
	size_t at, size;
	struct level level[JSON_DEPTH];
	size_t depth;
	size_t memory;
};

static void
count_leaf(struct scan *scan, size_t memory)
{
	scan->memory += memory;
	if (scan->depth > 0)
		scan->level[scan->depth - 1].nleaf++;
}

static bool
scan_string(struct scan *scan)
{
	size_t began = scan->at++;

	while (scan->at < scan->size && scan->text[scan->at] != '"') {
		const char *text = scan->text + scan->at;
		uint32_t point = 0;
		size_t n = utf8_decode(text, scan->size - scan->at, &point);

		if (*text == '\n' || *text == '\r')
			break;
		if (n == 0) {
			source_error_at(scan->source, scan->at,
				"byte 0x%02x is not UTF-8",
				(unsigned)(unsigned char)*text);
			return false;
		}
		if (point < 0x20) {
			source_error_at(scan->source, scan->at,
				"a control character in a string has to be written as "
				"\\u%04x",
				(unsigned)point);
			return false;
		}
		scan->at += n;
		if (*text == '\\' && scan->at < scan->size && strchr("\"\\", text[1]))
			scan->at++;
	}
	if (scan->at >= scan->size || scan->text[scan->at] != '"') {
		source_error_at(
			scan->source, began, "this string is not closed on its line");
		return false;
	}
	scan->at++;
	count_leaf(scan, STRING_MEMORY);
	return true;
}

static bool
scan_open(struct scan *scan)
{
	if (scan->depth == JSON_DEPTH) {
		source_error_at(scan->source, scan->at, "nested deeper than %d levels",
			JSON_DEPTH);
		return false;
	}
	scan->level[scan->depth++] = (struct level){.at = scan->at};
	scan->memory += scan->text[scan->at] == '[' ? LIST_MEMORY : OBJECT_MEMORY;
	scan->at++;
	return true;
}

/* What a list holds counts for the list around it as well. */
static bool
scan_close(struct scan *scan)
{
	char close = scan->text[scan->at];
	const struct level *level;
	char open;

	if (scan->depth == 0) {
		source_error_at(scan->source, scan->at, "'%c' closes nothing", close);
		return false;
	}
	level = &scan->level[--scan->depth];
	open = scan->text[level->at];
	if (close != open + 2) {
		source_error_at(scan->source, scan->at,
			"expected '%c' to close the '%c', got '%c'", open + 2, open,
			close);
		return false;
	}
	if (open == '[' && scan->depth > 0)
		scan->level[scan->depth - 1].nleaf += level->nleaf;
	scan->at++;
	return true;
}

static bool
scan_leaf(struct scan *scan)
{
	static const char ends[] = " \t\r\n,:[]{}\"";
	uint32_t point;

	if (!utf8_decode(scan->text + scan->at, scan->size - scan->at, &point)) {
		source_error_at(scan->source, scan->at, "byte 0x%02x is not UTF-8",
			(unsigned)(unsigned char)scan->text[scan->at]);
		return false;
	}
	while (scan->at < scan->size && !memchr(ends, scan->text[scan->at], sizeof ends))
		scan->at++;
	count_leaf(scan, SCALAR_MEMORY);
	return true;
}

static bool
scan_within_limits(const struct scan *scan)
{
	const struct level *level = &scan->level[scan->depth ? scan->depth - 1 : 0];

	if (scan->memory > MEMORY_ALWAYS + MEMORY_PER_BYTE * scan->size) {
		source_error_at(scan->source, scan->at,
			"more lists and objects than a spec may hold");
		return false;
	}
	if (scan->depth > 0 && scan->text[level->at] == '[' &&
		level->nleaf > JSON_LIST_LIMIT) {
		source_error_at(scan->source, level->at,
			"more than %d numbers in a list; so large a constant goes into a "
			".npy file",
			JSON_LIST_LIMIT);
		return false;
	}
	return true;
}

static bool
scan_text(struct scan *scan)
{
	bool good = true;

	while (good && scan->at < scan->size) {
		switch (scan->text[scan->at]) {
		case ' ':
		case '\t':
		case '\r':
		case '\n':
		case ',':
		case ':':
			scan->at++;
			break;
		case '"':
			good = scan_string(scan);
			break;
		case '[':
		case '{':
			good = scan_open(scan);
			break;
		case ']':
		case '}':
			good = scan_close(scan);
			break;
		case '\0':
			source_error_at(scan->source, scan->at, "a NUL byte in the text");
			return false;
		default:
			good = scan_leaf(scan);
		}
		good = good && scan_within_limits(scan);
	}
	if (good && scan->depth > 0) {
		size_t at = scan->level[scan->depth - 1].at;

		source_error_at(
			scan->source, at, "this '%c' is never closed", scan->text[at]);
		good = false;
	}
	return good;
}

/* The token that ends at an offset of a text that the scan has passed: where it begins.
 */
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
	struct scan scan = {.source = source, .text = source->text, .size = source->size};
	json_error_t error;
	json_t *root;

	if (!scan_text(&scan))
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
