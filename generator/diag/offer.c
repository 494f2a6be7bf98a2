#include "diag/offer.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "diag/habit.h"
#include "diag/names.h"

enum {
	OFFER_LIMIT = 1024, /* bytes; longer names get no suggestion */
	WORD_LIMIT = 64,
	MOST_EDITS = 8, /* more than that is no typing error, however long the name */
	LISTED = 8,
	PART_LEAST = 3 /* letters that a part of a name must have to identify it */
};

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

/* Row i of the table of distance(), columns from `from` to `to`. */
static size_t
fill_row(size_t row[3][OFFER_LIMIT + 2], const char *a, size_t i, const char *b,
	size_t from, size_t to)
{
	size_t *now = row[i % 3], *last = row[(i + 2) % 3], *older = row[(i + 1) % 3];
	size_t least = now[from - 1];

	for (size_t j = from; j <= to; j++) {
		bool same = lower(a[i - 1]) == lower(b[j - 1]);

		now[j] = smallest(now[j - 1] + 1, last[j] + 1, last[j - 1] + !same);
		if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
			lower(a[i - 2]) == lower(b[j - 1]) && older[j - 2] + 1 < now[j])
			now[j] = older[j - 2] + 1;
		least = now[j] < least ? now[j] : least;
	}
	return least;
}

/* The edit distance, letter case aside: letters to insert, drop, replace or swap with
   their neighbour; above `most`, any number above it. Neither name is longer than
   OFFER_LIMIT. Only cells near the table's diagonal can hold so few, so only those are
   filled. */
static size_t
distance(const char *a, const char *b, size_t most)
{
	size_t na = strlen(a), nb = strlen(b), far = most + 1;
	size_t row[3][OFFER_LIMIT + 2]; /* the last three rows, in turn */

	if (na > nb + most || nb > na + most)
		return far;
	for (size_t j = 0; j <= nb; j++)
		row[0][j] = j;
	for (size_t i = 1; i <= na; i++) {
		size_t from = i > most ? i - most : 1;
		size_t to = i + most < nb ? i + most : nb;

		row[i % 3][from - 1] = from == 1 ? i : far;
		if (fill_row(row, a, i, b, from, to) > most)
			return far;
		row[i % 3][to + 1] = far;
	}
	return row[na % 3][nb];
}

/* Whether a name contains another, letter case aside. */
static bool
holds(const char *name, const char *part)
{
	size_t size = strlen(part);

	for (; *name; name++) {
		size_t i = 0;

		while (i < size && lower(name[i]) == lower(part[i]))
			i++;
		if (i == size)
			return true;
	}
	return false;
}

size_t
nearest_name(const char *name, const char *const *candidate, size_t ncandidate)
{
	size_t size = strlen(name), nearest = ncandidate, least = MOST_EDITS + 1;

	for (size_t i = 0; size <= OFFER_LIMIT && i < ncandidate; i++) {
		size_t longer = strlen(candidate[i]), most, edits;

		if (longer > OFFER_LIMIT || !longer)
			continue;
		longer = longer > size ? longer : size;
		most = longer / 3 < least - 1 ? longer / 3 : least - 1;
		edits = distance(name, candidate[i], most);
		if (edits <= most && edits < least) {
			nearest = i;
			least = edits;
			if (!edits)
				break;
		}
	}
	for (size_t i = 0; size >= PART_LEAST && nearest == ncandidate && i < ncandidate;
		i++)
		if (holds(candidate[i], name))
			nearest = i;
	return nearest;
}

const char *
name_offer(const char *name, const char *const *candidate, size_t ncandidate,
	struct arena *arena)
{
	size_t i = nearest_name(name, candidate, ncandidate);

	if (i == ncandidate)
		return "";
	return arena_format(arena, "; did you mean %s?", quoted(candidate[i], arena));
}

const char *
names_list(const char *const *name, size_t nname, struct arena *arena)
{
	const char *list = "", *listed[LISTED];
	size_t n = 0;

	for (size_t i = 0; i < nname; i++) {
		size_t k = 0;

		while (k < n && strcmp(listed[k], name[i]))
			k++;
		if (k < n)
			continue;
		if (n == LISTED)
			return arena_format(arena, "%s, ...", list);
		list = arena_format(
			arena, "%s%s%s", list, n ? ", " : "", quoted(name[i], arena));
		listed[n++] = name[i];
	}
	return list;
}

/* A word's letters and digits in lower case, without the dimensions at its end: "avgpool"
   for "Avg_Pool2d". */
static void
bare_word(const char *word, char bare[WORD_LIMIT + 1])
{
	size_t n = 0;

	for (; *word && n < WORD_LIMIT; word++) {
		char c = lower(*word);

		if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
			bare[n++] = c;
	}
	if (n > 2 && bare[n - 1] == 'd' && bare[n - 2] >= '1' && bare[n - 2] <= '3')
		n -= 2;
	bare[n] = '\0';
}

static size_t
find_bare(const char *bare, const char *const *candidate, size_t ncandidate)
{
	size_t i;

	for (i = 0; i < ncandidate; i++) {
		char other[WORD_LIMIT + 1];

		bare_word(candidate[i], other);
		if (!strcmp(bare, other))
			break;
	}
	return i;
}

/* The candidate that another program's word stands for, and its row; or ncandidate. */
static size_t
find_habit(const char *bare, const char *const *candidate, size_t ncandidate,
	const struct habit **habit)
{
	for (size_t k = 0; k < nhabit; k++) {
		if (strcmp(habit_table[k].word, bare))
			continue;
		for (size_t i = 0; i < ncandidate; i++)
			if (!strcmp(candidate[i], habit_table[k].legal)) {
				*habit = &habit_table[k];
				return i;
			}
	}
	return ncandidate;
}

static size_t
find_word(const char *word, const char *const *candidate, size_t ncandidate,
	const struct habit **habit)
{
	char bare[WORD_LIMIT + 1];
	size_t i;

	*habit = NULL;
	if (strlen(word) > WORD_LIMIT)
		return ncandidate;
	bare_word(word, bare);
	i = *bare ? find_bare(bare, candidate, ncandidate) : ncandidate;
	if (i == ncandidate)
		i = find_habit(bare, candidate, ncandidate, habit);
	return i < ncandidate ? i : nearest_name(word, candidate, ncandidate);
}

size_t
nearest_word(const char *word, const char *const *candidate, size_t ncandidate)
{
	const struct habit *habit;

	return find_word(word, candidate, ncandidate, &habit);
}

const char *
word_offer(const char *word, const char *const *candidate, size_t ncandidate,
	struct arena *arena)
{
	const struct habit *habit;
	size_t i = find_word(word, candidate, ncandidate, &habit);

	if (i == ncandidate)
		return "";
	return arena_format(arena, "; did you mean %s%s?", quoted(candidate[i], arena),
		habit && habit->remark ? habit->remark : "");
}
