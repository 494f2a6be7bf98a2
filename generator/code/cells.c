#include "code/cells.h"

#include "base/arena.h"

#include <string.h>

static size_t
count_pages(int64_t n)
{
	return (size_t)((n + CELLS_PAGE - 1) / CELLS_PAGE);
}

struct cells
cells_begin(int64_t n, struct arena *arena)
{
	return (struct cells){arena_array(arena, uint64_t *, count_pages(n)), n, arena};
}

void
cells_set(struct cells *c, int64_t k, uint64_t digest)
{
	uint64_t **page = &c->page[k / CELLS_PAGE];

	if (!*page)
		*page = arena_array(c->arena, uint64_t, CELLS_PAGE);
	(*page)[k % CELLS_PAGE] = digest;
}

void
cells_clear(struct cells *c)
{
	size_t n = count_pages(c->n);

	for (size_t i = 0; i < n; i++)
		if (c->page[i])
			memset(c->page[i], 0, CELLS_PAGE * sizeof *c->page[i]);
}

int64_t
cells_next(const struct cells *c, int64_t k)
{
	for (; k < c->n; k++) {
		if (!c->page[k / CELLS_PAGE])
			k += CELLS_PAGE - 1 - k % CELLS_PAGE;
		else if (cells_get(c, k) != DIGEST_NONE)
			return k;
	}
	return c->n;
}
