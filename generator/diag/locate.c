#include "diag/locate.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "diag/place.h"

/* A place sought in a text that is known to be valid JSON. Only the few steps of the
   place are followed by recursion, never the nesting of the text. */

struct cursor {
	const char *text;
	size_t at, size;
};

static bool
is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static char
peek(const struct cursor *cursor)
{
	return cursor->at < cursor->size ? cursor->text[cursor->at] : '\0';
}

static void
skip_space(struct cursor *cursor)
{
	while (cursor->at < cursor->size && is_space(cursor->text[cursor->at]))
		cursor->at++;
}

static void
skip_string(struct cursor *cursor)
{
	cursor->at++;
	while (cursor->at < cursor->size && cursor->text[cursor->at] != '"')
		cursor->at += cursor->text[cursor->at] == '\\' ? 2 : 1;
	cursor->at++;
}

static void
skip_value(struct cursor *cursor)
{
	size_t depth = 0;

	while (cursor->at < cursor->size) {
		char c = cursor->text[cursor->at];

		if (c == '"') {
			skip_string(cursor);
			if (depth == 0)
				return;
			continue;
		}
		if (depth == 0 && (c == ',' || c == ']' || c == '}' || is_space(c)))
			return;
		cursor->at++;
		if (c == '[' || c == '{')
			depth++;
		if ((c == ']' || c == '}') && --depth == 0)
			return;
	}
}

static uint32_t
hexadecimal(const char *digits)
{
	uint32_t value = 0;

	for (int i = 0; i < 4; i++) {
		char c = digits[i];
		int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;

		value = value << 4 | (uint32_t)digit;
	}
	return value;
}

static size_t
encode_utf8(uint32_t point, char *bytes)
{
	static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
	size_t n = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;

	for (size_t i = n - 1; i > 0; i--) {
		bytes[i] = (char)(0x80 | (point & 0x3f));
		point >>= 6;
	}
	bytes[0] = (char)(lead[n] | point);
	return n;
}

/* Reads the escape at the cursor; returns the bytes that it stands for. */
static size_t
read_escape(struct cursor *cursor, char *bytes)
{
	static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
	const char *escape = cursor->text + cursor->at + 1;
	const char *letter = strchr(letters, *escape);
	uint32_t point;

	if (*escape != 'u') {
		cursor->at += 2;
		bytes[0] = letter && *letter ? meanings[letter - letters] : *escape;
		return 1;
	}
	point = hexadecimal(escape + 1);
	cursor->at += 6;
	if (point >= 0xd800 && point < 0xdc00) {
		point = 0x10000 + ((point - 0xd800) << 10) +
			(hexadecimal(escape + 7) - 0xdc00);
		cursor->at += 6;
	}
	return encode_utf8(point, bytes);
}

/* Moves past the string at the cursor; tells whether it spells the key. */
static bool
read_key(struct cursor *cursor, const char *key)
{
	size_t left = strlen(key);
	struct cursor end = *cursor;
	bool same = true;

	skip_string(&end);
	cursor->at++;
	while (same && cursor->at < end.at - 1) {
		char bytes[4];
		size_t n = 1;

		if (cursor->text[cursor->at] == '\\')
			n = read_escape(cursor, bytes);
		else
			bytes[0] = cursor->text[cursor->at++];
		same = n <= left && !memcmp(bytes, key, n);
		if (same) {
			key += n;
			left -= n;
		}
	}
	*cursor = end;
	return same && left == 0;
}

/* Takes one step into the object or list at the cursor; false, without moving, when there
   is no such member or entry. last: as locate_next(), for an outermost list; or NULL. */
static bool
descend(struct cursor *cursor, const struct place *step, struct located *last)
{
	struct cursor walk = *cursor;
	char open = peek(cursor);
	size_t i = 0;

	if (open != (step->key ? '{' : '['))
		return false;
	walk.at++;
	if (last && last->list == step->parent && last->index <= step->index) {
		walk.at = last->at;
		i = last->index;
	}
	for (;; i++) {
		size_t began;
		bool found = !step->key && i == step->index;

		skip_space(&walk);
		if (walk.at >= walk.size || peek(&walk) == ']' || peek(&walk) == '}')
			return false;
		began = walk.at;
		if (step->key) {
			found = read_key(&walk, step->key);
			skip_space(&walk);
			walk.at++;
			skip_space(&walk);
		}
		if (found && last)
			*last = (struct located){step->parent, i, began};
		if (found) {
			cursor->at = step->at_key ? began : walk.at;
			return true;
		}
		skip_value(&walk);
		skip_space(&walk);
		if (peek(&walk) == ',')
			walk.at++;
	}
}

/* Whether a place is an entry of a list, and in no other list. */
static bool
is_outermost(const struct place *where)
{
	const struct place *around = where->parent;

	while (around && around->key)
		around = around->parent;
	return !where->key && where->parent && !around;
}

/* Follows the steps as far as they lead. */
static bool
follow(struct cursor *cursor, const struct place *where, struct located *last)
{
	return !where ||
	       (follow(cursor, where->parent, last) &&
		       descend(cursor, where, is_outermost(where) ? last : NULL));
}

size_t
locate_next(
	const char *text, size_t size, const struct place *where, struct located *last)
{
	struct cursor cursor = {text, 0, size};

	skip_space(&cursor);
	follow(&cursor, where, last);
	return cursor.at;
}

size_t
locate(const char *text, size_t size, const struct place *where)
{
	struct located last = {NULL, 0, 0};

	return locate_next(text, size, where, &last);
}

size_t
locate_end(const char *text, size_t size, size_t at)
{
	static const char punctuation[] = ",:[]{}", between[] = " \t\r\n,:[]{}\"";

	if (at >= size || (text[at] && strchr(punctuation, text[at])))
		return at < size ? at + 1 : size;
	if (text[at] == '"') {
		struct cursor cursor = {text, at, size};

		skip_string(&cursor);
		return cursor.at < size ? cursor.at : size;
	}
	while (at < size && text[at] && !strchr(between, text[at]))
		at++;
	return at;
}
