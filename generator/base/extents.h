#ifndef OPGEN_BASE_EXTENTS_H
#define OPGEN_BASE_EXTENTS_H

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

#endif
