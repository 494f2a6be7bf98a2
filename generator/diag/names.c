#include "diag/names.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/shown.h"
#include "diag/reserved.h"

enum {
	NAME_SHOWN = 1024, /* bytes; the longest of public models has 178 */
	TEXT_SHOWN = 60
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

/* The rules that names and prefixes share. */
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
	if (ends_with(name, "_constants_fit"))
		return "ends in '_constants_fit', which opgen keeps for itself";
	if (ends_with(name, "_part"))
		return "ends in '_part', which opgen keeps for itself";
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
	MADE_LIMIT =
		NAME_LIMIT - 32 /* bytes of a made name, without prefix and suffixes */
};

/* Makes a name legal: characters that identifiers cannot have become '_', and an index is
   appended. */
static const char *
make_legal(char *stem, long index, struct arena *arena)
{
	struct arena own = {0};
	const char *before, *behind = "", *name;

	for (char *c = stem; *c; c++)
		if (!is_letter(*c) && !is_digit(*c))
			*c = '_';
	if (index >= 0)
		behind = arena_format(&own, "_%ld", index);
	else if (ends_with(stem, "_pack") || ends_with(stem, "_packed") ||
		 ends_with(stem, "_part") || ends_with(stem, "_constants_fit"))
		behind = "_";
	before = name_refusal(arena_format(&own, "%s%s", stem, behind)) ? "node_" : "";
	name = arena_format(arena, "%s%s%s", before, stem, behind);
	arena_free(&own);
	return name;
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
	char stem[MADE_LIMIT + 1];

	for (; size > 0 && !is_letter(*text) && !is_digit(*text); size--)
		text++;
	if (size > MADE_LIMIT)
		size = MADE_LIMIT;
	for (size_t i = 0; i < size; i++)
		stem[i] = text[i] ? text[i] : '_';
	stem[size] = '\0';
	return make_legal(stem, index, arena);
}

/* Quotes at most so many bytes; if that is not all, adds how many there are. */
static const char *
quote_up_to(const char *text, size_t size, size_t limit, struct arena *arena)
{
	size_t room = size < limit ? size : limit, used = 0, i = 0;
	char *quote = arena_alloc(arena, SHOWN_LIMIT * (room + 1) + sizeof "''");

	quote[used++] = '\'';
	while (i < size) {
		size_t nshown;
		size_t n = shown_piece(text + i, size - i, quote + used, &nshown);

		if (i + n > limit)
			break;
		i += n;
		used += nshown;
	}
	quote[used++] = '\'';
	quote[used] = '\0';
	if (i == size)
		return quote;
	return arena_format(arena, "%s... (%zu bytes)", quote, size);
}

const char *
quoted_text(const char *text, size_t size, struct arena *arena)
{
	return quote_up_to(text, size, NAME_SHOWN, arena);
}

const char *
quoted(const char *text, struct arena *arena)
{
	return quoted_text(text, strlen(text), arena);
}

const char *
clipped_text(const char *text, size_t size, struct arena *arena)
{
	return quote_up_to(text, size, TEXT_SHOWN, arena);
}

const char *
clipped(const char *text, struct arena *arena)
{
	return clipped_text(text, strlen(text), arena);
}
