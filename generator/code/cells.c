#include "code/cells.h"

#include "base/arena.h"

#include <string.h>

/* To element k was copied element k + distance of a source. */
struct cells_copy {
	struct cells_source source;
	int64_t distance;
};

static size_t
count_pages(int64_t n)
{
	return (size_t)((n + CELLS_PAGE - 1) / CELLS_PAGE);
}

struct cells
cells_begin(int64_t n, struct arena *arena)
{
	return (struct cells){arena_array(arena, uint64_t *, count_pages(n)),
		arena_array(arena, const struct cells_copy *, count_pages(n)), n, arena};
}

static uint64_t
copied(const struct cells_copy *copy, int64_t k)
{
	return copy->source.element(copy->source.context, k + copy->distance);
}

uint64_t
cells_copied(const struct cells *c, int64_t k)
{
	const struct cells_copy *copy = c->copy[k / CELLS_PAGE];

	return copy ? copied(copy, k) : DIGEST_NONE;
}

uint64_t *
cells_add_page(const struct cells *c, int64_t k)
{
	int64_t number = k / CELLS_PAGE, first = number * CELLS_PAGE;
	uint64_t *page = arena_array(c->arena, uint64_t, CELLS_PAGE);

	for (int64_t i = 0; c->copy[number] && i < CELLS_PAGE; i++)
		page[i] = copied(c->copy[number], first + i);
	c->copy[number] = NULL;
	return c->page[number] = page;
}

/* Whole pages only note what they were copied from. */
void
cells_copy(const struct cells *c, int64_t k, int64_t n, struct cells_source source,
	int64_t first)
{
	struct cells_copy *copy = arena_new(c->arena, struct cells_copy);
	int64_t end = k + n;

	*copy = (struct cells_copy){source, first - k};
	for (; k < end && (k % CELLS_PAGE || end - k < CELLS_PAGE); k++)
		cells_set(c, k, copied(copy, k));
	for (; end - k >= CELLS_PAGE; k += CELLS_PAGE) {
		c->page[k / CELLS_PAGE] = NULL;
		c->copy[k / CELLS_PAGE] = copy;
	}
	for (; k < end; k++)
		cells_set(c, k, copied(copy, k));
}

void
cells_clear(const struct cells *c)
{
	size_t n = count_pages(c->n);

	for (size_t i = 0; i < n; i++) {
		c->copy[i] = NULL;
		if (c->page[i])
			memset(c->page[i], 0, CELLS_PAGE * sizeof *c->page[i]);
	}
}

/* How many elements of a page are set, from number k of all on. */
static int64_t
count_page(const struct cells *c, int64_t k)
{
	const uint64_t *page = c->page[k / CELLS_PAGE];
	int64_t n = 0;

	if (c->copy[k / CELLS_PAGE])
		return CELLS_PAGE - k % CELLS_PAGE;
	for (int64_t i = k % CELLS_PAGE; page && i < CELLS_PAGE; i++)
		n += page[i] != DIGEST_NONE;
	return n;
}

int64_t
cells_count(const struct cells *c)
{
	int64_t n = 0;

	for (int64_t k = 0; k < c->n; k += CELLS_PAGE)
		n += count_page(c, k);
	return n;
}

int64_t
cells_next(const struct cells *c, int64_t k, int64_t skip)
{
	for (int64_t end, n; k < c->n; k = end) {
		end = k - k % CELLS_PAGE + CELLS_PAGE;
		n = skip ? count_page(c, k) : 1;
		if (n <= skip) {
			skip -= n;
			continue;
		}
		if (c->copy[k / CELLS_PAGE])
			return k + skip;
		for (; k < end && c->page[k / CELLS_PAGE]; k++)
			if (cells_get(c, k) != DIGEST_NONE && skip-- == 0)
				return k;
	}
	return c->n;
}
