#include "spec/npy_header.h"

#include <string.h>

#include "base/checked.h"
#include "spec/shape.h"
#include "spec/spec.h"

struct cursor {
	const char *at, *end;
};

static void
skip_space(struct cursor *cursor)
{
	while (cursor->at < cursor->end && strchr(" \t\r\n", *cursor->at) && *cursor->at)
		cursor->at++;
}

/* Skips spaces; if the next character is the given one, skips it and returns true. */
static bool
take(struct cursor *cursor, char c)
{
	skip_space(cursor);
	if (cursor->at == cursor->end || *cursor->at != c)
		return false;
	cursor->at++;
	return true;
}

static bool
take_word(struct cursor *cursor, const char *word)
{
	size_t size = strlen(word);

	skip_space(cursor);
	if ((size_t)(cursor->end - cursor->at) < size || memcmp(cursor->at, word, size))
		return false;
	cursor->at += size;
	return true;
}

/* A short string in either kind of quotes, without escapes. */
static bool
take_string(struct cursor *cursor, char text[NPY_DESCR_LIMIT])
{
	char quote = take(cursor, '\'') ? '\'' : '"';
	size_t size = 0;

	if (quote == '"' && !take(cursor, '"'))
		return false;
	while (cursor->at < cursor->end && *cursor->at != quote) {
		if (size == NPY_DESCR_LIMIT - 1 || *cursor->at < ' ' ||
			*cursor->at == '\\')
			return false;
		text[size++] = *cursor->at++;
	}
	text[size] = '\0';
	return take(cursor, quote);
}

/* An extent; Python 2 wrote some with an L at the end. */
static bool
take_extent(struct cursor *cursor, int64_t *extent)
{
	int64_t value = 0;
	const char *began;

	skip_space(cursor);
	for (began = cursor->at; cursor->at < cursor->end; cursor->at++) {
		char c = *cursor->at;

		if (c < '0' || c > '9')
			break;
		if (mul_overflows(value, 10, &value) ||
			add_overflows(value, c - '0', &value))
			return false;
	}
	if (cursor->at == began || value > EXTENT_LIMIT)
		return false;
	*extent = value;
	if (cursor->at < cursor->end && *cursor->at == 'L')
		cursor->at++;
	return true;
}

/* A tuple: (), (5,), (2, 3). */
static const char *
parse_shape(struct cursor *cursor, struct tensor *tensor)
{
	bool comma = true;

	if (!take(cursor, '('))
		return "its shape is no tuple";
	while (!take(cursor, ')')) {
		if (!comma)
			return "its shape is no tuple";
		if (tensor->rank == MAX_RANK)
			return "expected at most 8 dimensions, got more";
		if (!take_extent(cursor, &tensor->shape[tensor->rank]))
			return "its shape has an extent that is not from 0 to 2^62";
		tensor->rank++;
		comma = take(cursor, ',');
	}
	return tensor->rank == 1 && !comma ? "its shape is no tuple" : NULL;
}

enum key {
	KEY_DESCR,
	KEY_FORTRAN_ORDER,
	KEY_SHAPE,
	KEY_COUNT
};

static enum key
find_key(const char *text)
{
	static const char *const names[] = {
		[KEY_DESCR] = "descr",
		[KEY_FORTRAN_ORDER] = "fortran_order",
		[KEY_SHAPE] = "shape",
	};
	int key = 0;

	while (key < KEY_COUNT && strcmp(names[key], text))
		key++;
	return (enum key)key;
}

static const char *
parse_value(struct cursor *cursor, enum key key, struct npy_header *header,
	struct tensor *tensor)
{
	switch (key) {
	case KEY_DESCR:
		if (!take_string(cursor, header->descr))
			return "its elements have no simple type";
		return NULL;
	case KEY_FORTRAN_ORDER:
		header->fortran_order = take_word(cursor, "True");
		if (!header->fortran_order && !take_word(cursor, "False"))
			return "its fortran_order is neither True nor False";
		return NULL;
	case KEY_SHAPE:
		return parse_shape(cursor, tensor);
	default:
		return "its header has an unknown key";
	}
}

const char *
npy_header_parse(
	struct npy_header *header, struct tensor *tensor, const char *text, size_t size)
{
	static const char malformed[] = "its header is malformed";
	struct cursor cursor = {text, text + size};
	bool seen[KEY_COUNT] = {false};
	bool comma = true;

	tensor->rank = 0;
	if (!take(&cursor, '{'))
		return malformed;
	while (!take(&cursor, '}')) {
		char word[NPY_DESCR_LIMIT];
		enum key key;
		const char *wrong;

		if (!comma || !take_string(&cursor, word) || !take(&cursor, ':'))
			return malformed;
		key = find_key(word);
		if (key < KEY_COUNT && seen[key])
			return "its header has a key twice";
		wrong = parse_value(&cursor, key, header, tensor);
		if (wrong)
			return wrong;
		seen[key] = true;
		comma = take(&cursor, ',');
	}
	skip_space(&cursor);
	if (cursor.at < cursor.end)
		return malformed;
	if (!seen[KEY_DESCR] || !seen[KEY_FORTRAN_ORDER] || !seen[KEY_SHAPE])
		return "its header lacks descr, fortran_order or shape";
	return NULL;
}
