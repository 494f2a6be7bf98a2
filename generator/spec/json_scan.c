#include "spec/json_scan.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "diag/source.h"
#include "spec/json_string.h"

/* Bytes that jansson's tree takes for one value of each kind on a 64-bit machine, rounded
   up, and the most that a text's tree may take: enough for four lists of a million
   numbers. */
enum {
	SCALAR_MEMORY = 48,
	STRING_MEMORY = 96,
	LIST_MEMORY = 144,
	OBJECT_MEMORY = 260,
	MEMORY_LIMIT = 192 * 1024 * 1024
};

/* A list or object that is open where the scan is: its bracket, and its size. For a list,
   this counts numbers and words, including those of the lists in it; for an object,
   members. */
struct level {
	size_t at;
	size_t count;
};

/* A first scan of a text, for limits that must hold before jansson builds a tree of it,
   and for mistakes whose place jansson does not report well. */
struct scan {
	struct source *source;
	const char *text;
	size_t at, size;
	struct level level[JSON_DEPTH];
	size_t depth;
	size_t memory;
};

/* The innermost open level with that bracket, or NULL. */
static struct level *
innermost(struct scan *scan, char bracket)
{
	struct level *level = &scan->level[scan->depth ? scan->depth - 1 : 0];

	return scan->depth > 0 && scan->text[level->at] == bracket ? level : NULL;
}

static void
count_value(struct scan *scan, char bracket, size_t n, size_t memory)
{
	struct level *level = innermost(scan, bracket);

	if (level)
		level->count += n;
	scan->memory += memory;
}

static bool
scan_string(struct scan *scan)
{
	count_value(scan, '[', 1, STRING_MEMORY);
	return json_string_skip(scan->source, &scan->at);
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

/* The numbers in a list also count for the list around it. */
static bool
scan_close(struct scan *scan)
{
	char close = scan->text[scan->at];
	const struct level *level;
	char open;

	if (scan->depth == 0) {
		source_error_at(scan->source, scan->at,
			"expected '%c' before the '%c' that closes it, got none",
			close - 2, close);
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
	if (open == '[')
		count_value(scan, '[', level->count, 0);
	scan->at++;
	return true;
}

static bool
scan_leaf(struct scan *scan)
{
	static const char ends[] = " \t\r\n,:[]{}\"";

	while (scan->at < scan->size &&
		!memchr(ends, scan->text[scan->at], sizeof ends)) {
		uint32_t point;
		size_t n = json_string_decode(scan->source, scan->at, &point);

		if (n == 0)
			return false;
		scan->at += n;
	}
	count_value(scan, '[', 1, SCALAR_MEMORY);
	return true;
}

static bool
scan_within_limits(struct scan *scan)
{
	const struct level *list = innermost(scan, '['), *object = innermost(scan, '{');

	if (list && list->count > JSON_LIST_LIMIT) {
		source_error_at(scan->source, list->at,
			"more than %d numbers in a list; so large a constant goes into a "
			".npy file",
			JSON_LIST_LIMIT);
		return false;
	}
	if (object && object->count > JSON_OBJECT_LIMIT) {
		source_error_at(scan->source, object->at,
			"more than %d members in an object", JSON_OBJECT_LIMIT);
		return false;
	}
	if (scan->memory > MEMORY_LIMIT) {
		source_error_at(scan->source, scan->at,
			"more values than a spec may hold; large constants go into .npy "
			"files");
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
			scan->at++;
			break;
		case ':':
			count_value(scan, '{', 1, 0);
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
			source_error_at(
				scan->source, scan->at, "expected text, got byte 0x00");
			return false;
		default:
			good = scan_leaf(scan);
		}
		good = good && scan_within_limits(scan);
	}
	if (good && scan->depth > 0) {
		size_t at = scan->level[scan->depth - 1].at;
		char open = scan->text[at];

		source_error_at(scan->source, at,
			"expected '%c' to close this '%c', got the end of the text",
			open + 2, open);
		good = false;
	}
	return good;
}

bool
json_scan(struct source *source)
{
	struct scan scan = {.source = source, .text = source->text, .size = source->size};

	return scan_text(&scan);
}
