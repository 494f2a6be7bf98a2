#include "names.h"

#include <stdint.h>
#include <string.h>

#include "arena.h"
#include "reserved.h"
#include "shown.h"

enum {
	WORD_LIMIT = 64, /* no legal word is longer; what is, resembles none */
	QUOTE_LIMIT = 60
};

static bool
is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
begins_with(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

static bool
ends_with(const char *text, const char *end)
{
	size_t size = strlen(text), nend = strlen(end);

	return size >= nend && !strcmp(text + size - nend, end);
}

/* What names and prefixes have to obey alike. */
static const char *
form_refusal(const char *text)
{
	size_t size = strlen(text);

	if (size > NAME_LIMIT)
		return "is longer than 200 characters";
	if (!is_letter(text[0]))
		return "does not begin with a letter (A to Z, a to z)";
	for (size_t i = 0; i < size; i++)
		if (!is_letter(text[i]) && !is_digit(text[i]) && text[i] != '_')
			return "holds a character that is no letter, digit or '_'";
	/* The capitals are those of the runtime's macros. */
	if (begins_with(text, "opgen_") || begins_with(text, "OPGEN_"))
		return "begins with 'opgen_', which opgen keeps for itself";
	return NULL;
}

const char *
prefix_refusal(const char *prefix)
{
	return form_refusal(prefix);
}

const char *
name_refusal(const char *name)
{
	const char *refusal = form_refusal(name);

	if (refusal)
		return refusal;
	if (ends_with(name, "_pack"))
		return "ends in '_pack', which opgen keeps for itself";
	if (ends_with(name, "_packed"))
		return "ends in '_packed', which opgen keeps for itself";
	if (!strcmp(name, "main"))
		return "is where a C program starts";
	return reserved_reason(name);
}

/* The last part of a path, without its suffix. */
static const char *
stem_of(const char *path, struct arena *arena)
{
	const char *slash = strrchr(path, '/');
	const char *begin = slash ? slash + 1 : path;
	const char *dot = strrchr(begin, '.');
	size_t size = dot && dot > begin ? (size_t)(dot - begin) : strlen(begin);

	return arena_copy_text(arena, begin, size);
}

enum {
	MADE_LIMIT = NAME_LIMIT - 32 /* of a made name, without what is put around it */
};

/* Makes a name legal: what no identifier holds becomes '_', an index is appended. */
static const char *
make_legal(char *stem, long index, struct arena *arena)
{
	const char *before, *behind = "";

	for (char *c = stem; *c; c++)
		if (!is_letter(*c) && !is_digit(*c))
			*c = '_';
	if (index >= 0)
		behind = arena_format(arena, "_%ld", index);
	else if (ends_with(stem, "_pack") || ends_with(stem, "_packed"))
		behind = "_";
	before = name_refusal(arena_format(arena, "%s%s", stem, behind)) ? "node_" : "";
	return arena_format(arena, "%s%s%s", before, stem, behind);
}

const char *
name_from_path(const char *path, long index, struct arena *arena)
{
	return make_legal(arena_format(arena, "%.*s", MADE_LIMIT, stem_of(path, arena)),
		index, arena);
}

const char *
name_from_text(const char *text, size_t size, long index, struct arena *arena)
{
	char *stem;

	for (; size > 0 && !is_letter(*text) && !is_digit(*text); size--)
		text++;
	if (size > MADE_LIMIT)
		size = MADE_LIMIT;
	stem = arena_copy_text(arena, text, size);
	for (size_t i = 0; i < size; i++)
		if (!stem[i])
			stem[i] = '_';
	return make_legal(stem, index, arena);
}

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t
smallest(size_t a, size_t b, size_t c)
{
	size_t least = a < b ? a : b;

	return least < c ? least : c;
}

/* Letters to insert, drop, replace or swap with their neighbour to make one word of the
   other, letter case aside. Both are at most WORD_LIMIT long. */
static size_t
distance(const char *a, const char *b)
{
	size_t na = strlen(a), nb = strlen(b);
	size_t row[3][WORD_LIMIT + 1]; /* the last three rows, in turn */

	for (size_t j = 0; j <= nb; j++)
		row[0][j] = j;
	for (size_t i = 1; i <= na; i++) {
		size_t *now = row[i % 3], *last = row[(i + 2) % 3],
		       *older = row[(i + 1) % 3];

		now[0] = i;
		for (size_t j = 1; j <= nb; j++) {
			bool same = lower(a[i - 1]) == lower(b[j - 1]);

			now[j] = smallest(
				now[j - 1] + 1, last[j] + 1, last[j - 1] + !same);
			if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
				lower(a[i - 2]) == lower(b[j - 1]) &&
				older[j - 2] + 1 < now[j])
				now[j] = older[j - 2] + 1;
		}
	}
	return row[na % 3][nb];
}

const char *
nearest_name(const char *word, const char *const *candidate, size_t ncandidate)
{
	const char *nearest = NULL;
	size_t nearest_distance = WORD_LIMIT;
	size_t nword = strlen(word);

	if (nword > WORD_LIMIT)
		return NULL;
	for (size_t i = 0; i < ncandidate; i++) {
		size_t size = strlen(candidate[i]);
		size_t longer = size > nword ? size : nword;
		size_t near;

		/* No way to go to a much longer or shorter word is short. */
		if (size > WORD_LIMIT || size > nword + longer / 3 ||
			nword > size + longer / 3)
			continue;
		near = distance(word, candidate[i]);
		if (near <= longer / 3 && near < nearest_distance) {
			nearest = candidate[i];
			nearest_distance = near;
		}
	}
	return nearest;
}

const char *
name_offer(const char *word, const char *const *candidate, size_t ncandidate,
	const char *mark, struct arena *arena)
{
	const char *nearest = nearest_name(word, candidate, ncandidate);

	if (!nearest)
		return "";
	nearest = arena_format(arena, "%s%s", mark, nearest);
	return arena_format(arena, "; did you mean %s?", quoted(nearest, arena));
}

const char *
quoted_text(const char *text, size_t size, struct arena *arena)
{
	size_t used = 0, nshown;
	char quote[SHOWN_LIMIT * (QUOTE_LIMIT + 1) + sizeof "''..."];

	quote[used++] = '\'';
	for (size_t i = 0; i < size; used += nshown) {
		i += shown_piece(text + i, size - i, quote + used, &nshown);
		if (i > QUOTE_LIMIT) {
			memcpy(quote + used, "...", 3);
			used += 3;
			break;
		}
	}
	quote[used++] = '\'';
	return arena_copy_text(arena, quote, used);
}

const char *
quoted(const char *text, struct arena *arena)
{
	return quoted_text(text, strlen(text), arena);
}
