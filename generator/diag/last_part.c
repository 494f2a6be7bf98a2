#include "diag/last_part.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* The beginning of the part of a text that ends at `end`. */
static const char *
part_before(const char *text, const char *end)
{
	while (end > text && end[-1] != '/')
		end--;
	return end;
}

/* Compares two texts part by part, from the last one on. Stores how many they share. */
static int
compare_parts(const char *a, const char *b, size_t *shared)
{
	const char *a_end = a + strlen(a), *b_end = b + strlen(b);

	for (*shared = 0;; ++*shared) {
		const char *a_part = part_before(a, a_end),
			   *b_part = part_before(b, b_end);
		size_t na = (size_t)(a_end - a_part), nb = (size_t)(b_end - b_part);
		int order = memcmp(a_part, b_part, na < nb ? na : nb);

		if (order || na != nb)
			return order ? order : (na > nb) - (na < nb);
		if (a_part == a || b_part == b) {
			++*shared;
			return (a_part > a) - (b_part > b);
		}
		a_end = a_part - 1;
		b_end = b_part - 1;
	}
}

static int
compare_names(const void *a, const void *b)
{
	size_t shared;

	return compare_parts(**(const char *const *const *)a,
		**(const char *const *const *)b, &shared);
}

/* Whether what a name in C would begin with is a letter. */
static bool
begins_with_letter(const char *text)
{
	while (*text && !isalnum((unsigned char)*text))
		text++;
	return isalpha((unsigned char)*text);
}

/* The end of a name that has more than so many parts, or all of it. */
static const char *
end_of(const char *name, size_t shared)
{
	const char *begin = part_before(name, name + strlen(name));

	for (; begin > name && shared; shared--)
		begin = part_before(name, begin - 1);
	while (begin > name && !begins_with_letter(begin))
		begin = part_before(name, begin - 1);
	return begin;
}

/* Sorted by their parts from the last one on, a name shares most with a neighbour. Equal
   ones stand together. */
const char **
last_parts(const char *const *name, size_t n, struct arena *arena)
{
	const char *const **sorted = arena_array(arena, const char *const *, n);
	const char **end = arena_array(arena, const char *, n);
	size_t before = 0; /* parts shared with the names before */

	for (size_t i = 0; i < n; i++)
		sorted[i] = &name[i];
	qsort(sorted, n, sizeof *sorted, compare_names);
	for (size_t i = 0, next; i < n; i = next) {
		size_t behind = 0;

		for (next = i + 1; next < n; next++)
			if (compare_parts(*sorted[i], *sorted[next], &behind))
				break;
		behind = next < n ? behind : 0;
		for (size_t k = i; k < next; k++)
			end[sorted[k] - name] =
				end_of(*sorted[k], before > behind ? before : behind);
		before = behind;
	}
	return end;
}
