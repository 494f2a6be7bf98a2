#ifndef OPGEN_CODE_CELLS_H
#define OPGEN_CODE_CELLS_H

#include "code/statements/digest.h"

#include <stdint.h>

/* The digests of an object's elements, DIGEST_NONE where none has been set. Memory grows
   with what is set one by one, not with the object, nor with what is copied to it. */

struct arena;
struct cells_copy;

enum {
	CELLS_PAGE = 128, /* elements */
	CELLS_PAGES = 16, /* of a chunk */
	CELLS_CHUNK = CELLS_PAGE * CELLS_PAGES
};

/* Pages of elements that follow each other. */
struct cells_chunk {
	uint64_t *page[CELLS_PAGES]; /* NULL: no element is set one by one */
	/* What was copied to each page without; NULL: nothing. */
	const struct cells_copy *copy[CELLS_PAGES];
};

struct cells {
	struct cells_chunk **chunk; /* NULL: no element is set */
	int64_t n;                  /* elements */
	struct arena *arena;
};

struct cells cells_begin(int64_t n, struct arena *arena);

/* The digest of an element of a page that may have been copied. */
uint64_t cells_copied(const struct cells *cells, int64_t k);

/* The page of element k; NULL: none of its elements is set one by one. */
static inline uint64_t *
cells_page(const struct cells *cells, int64_t k)
{
	const struct cells_chunk *chunk = cells->chunk[(uint64_t)k / CELLS_CHUNK];

	return chunk ? chunk->page[(uint64_t)k / CELLS_PAGE % CELLS_PAGES] : NULL;
}

static inline uint64_t
cells_get(const struct cells *cells, int64_t k)
{
	const uint64_t *page = cells_page(cells, k);

	return page ? page[(uint64_t)k % CELLS_PAGE] : cells_copied(cells, k);
}

/* Adds the page of element k. */
uint64_t *cells_add_page(const struct cells *cells, int64_t k);

static inline void
cells_set(const struct cells *cells, int64_t k, uint64_t digest)
{
	uint64_t *page = cells_page(cells, k);

	if (!page)
		page = cells_add_page(cells, k);
	page[(uint64_t)k % CELLS_PAGE] = digest;
}

/* Where the elements from number k on are, if they are n elements of one page that are
   set one by one; NULL: they are not. */
static inline uint64_t *
cells_run(const struct cells *cells, int64_t k, int64_t n)
{
	uint64_t at = (uint64_t)k % CELLS_PAGE, *page = cells_page(cells, k);

	return page && at + (uint64_t)n <= CELLS_PAGE ? page + at : NULL;
}

/* What elements are copied from: the digest of element k, none of which is DIGEST_NONE.
   It has to last as long as the cells. */
struct cells_source {
	uint64_t (*element)(const void *context, int64_t k);
	const void *context;
};

/* Sets the n elements from number k on to those of a source from number `first` on. */
void cells_copy(const struct cells *cells, int64_t k, int64_t n,
	struct cells_source source, int64_t first);

/* Sets every element to DIGEST_NONE. */
void cells_clear(const struct cells *cells);

/* How many elements are set. */
int64_t cells_count(const struct cells *cells);

/* The number of the first element from k on that is set, after `skip` others that are;
   cells->n: there is none. */
int64_t cells_next(const struct cells *cells, int64_t k, int64_t skip);

#endif
