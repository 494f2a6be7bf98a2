#ifndef OPGEN_BASE_EXTENTS_H
#define OPGEN_BASE_EXTENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct out;

enum {
	EXTENTS_SHOWN = 16
};

/* Extents as documents and messages show them: "[1, 3, 24, 24]". A negative one, which is
   unknown, is "?"; those beyond EXTENTS_SHOWN are "...". The second function leaves out
   the blanks, for a column of a table. */
const char *extents_text(const int64_t *extent, size_t rank, struct arena *arena);
const char *extents_word(const int64_t *extent, size_t rank, struct arena *arena);
void extents_put(struct out *out, const int64_t *extent, size_t rank);
/* Which of many bytes: n from `begin` on, as "16 to 31"; "none" if there are none. */
void extents_put_range(struct out *out, int64_t begin, int64_t n);

/* Advances to the next index below the extents, the last axis fastest; false when it is
   back at the first. */
static inline bool
extents_next(int64_t *index, const int64_t *extent, int n)
{
	for (int i = n - 1; i >= 0; i--) {
		if (++index[i] < extent[i])
			return true;
		index[i] = 0;
	}
	return false;
}

#endif
