#ifndef OPGEN_CODE_CELLS_H
#define OPGEN_CODE_CELLS_H

#include "code/digest.h"

#include <stdint.h>

struct arena;

/* The digests of an object's elements, DIGEST_NONE where none has been set. Memory grows
   with what is set, not with the object. */

enum {
	CELLS_PAGE = 128 /* elements */
};

struct cells {
	uint64_t **page; /* of CELLS_PAGE elements; NULL: none of them is set */
	int64_t n;       /* elements */
	struct arena *arena;
};

struct cells cells_begin(int64_t n, struct arena *arena);

static inline uint64_t
cells_get(const struct cells *cells, int64_t k)
{
	const uint64_t *page = cells->page[k / CELLS_PAGE];

	return page ? page[k % CELLS_PAGE] : DIGEST_NONE;
}

void cells_set(struct cells *cells, int64_t k, uint64_t digest);

/* Sets every element to DIGEST_NONE. */
void cells_clear(struct cells *cells);

/* The number of the first element from k on that is set; cells->n: there is none. */
int64_t cells_next(const struct cells *cells, int64_t k);

#endif
