#include "base/extents.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/out.h"

enum {
	DIGITS = 20, /* of an extent, and a comma */
	TEXT_LIMIT = (EXTENTS_SHOWN + 1) * (DIGITS + 2) + 2
};

/* Appends a number of 0 or more to a text, whose new length is returned. */
static size_t
add_number(char *text, size_t n, int64_t number)
{
	char digit[DIGITS];
	int ndigit = 0;

	do {
		digit[ndigit++] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	while (ndigit > 0)
		text[n++] = digit[--ndigit];
	return n;
}

/* Writes extents into TEXT_LIMIT bytes, with or without a blank after each comma. Returns
   the length. */
static size_t
spell(char *text, const int64_t *extent, size_t rank, bool blank)
{
	size_t n = 0;

	text[n++] = '[';
	for (size_t i = 0; i < rank && i <= EXTENTS_SHOWN; i++) {
		if (i)
			text[n++] = ',';
		if (i && blank)
			text[n++] = ' ';
		if (i == EXTENTS_SHOWN)
			for (int dot = 0; dot < 3; dot++)
				text[n++] = '.';
		else if (extent[i] < 0)
			text[n++] = '?';
		else
			n = add_number(text, n, extent[i]);
	}
	text[n++] = ']';
	return n;
}

const char *
extents_text(const int64_t *extent, size_t rank, struct arena *arena)
{
	char text[TEXT_LIMIT];

	return arena_copy_text(arena, text, spell(text, extent, rank, true));
}

const char *
extents_word(const int64_t *extent, size_t rank, struct arena *arena)
{
	char text[TEXT_LIMIT];

	return arena_copy_text(arena, text, spell(text, extent, rank, false));
}

void
extents_put(struct out *out, const int64_t *extent, size_t rank)
{
	char text[TEXT_LIMIT];

	out_bytes(out, text, spell(text, extent, rank, true));
}

void
extents_put_range(struct out *out, int64_t begin, int64_t n)
{
	if (n)
		out_format(out, "%" PRId64 " to %" PRId64, begin, begin + n - 1);
	else
		out_text(out, "none");
}
