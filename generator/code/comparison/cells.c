#include "code/comparison/cells.h"

#include "base/arena.h"

#include <string.h>

/* To element k was copied element k + distance of a source. */
struct cells_copy {
	struct cells_source source;
	int64_t distance;
};

static size_t
count_chunks(int64_t n)
{
	return (size_t)((n + CELLS_CHUNK - 1) / CELLS_CHUNK);
}

struct cells
cells_begin(int64_t n, struct arena *arena)
{
	return (struct cells){
		arena_array(arena, struct cells_chunk *, count_chunks(n)), n, arena};
}

static uint64_t
copied(const struct cells_copy *copy, int64_t k)
{
	return copy->source.element(copy->source.context, k + copy->distance);
}

uint64_t
cells_copied(const struct cells *c, int64_t k)
{
	const struct cells_chunk *chunk = c->chunk[k / CELLS_CHUNK];
	const struct cells_copy *copy =
		chunk ? chunk->copy[k / CELLS_PAGE % CELLS_PAGES] : NULL;

	return copy ? copied(copy, k) : DIGEST_NONE;
}

/* The chunk of element k, which is added if there is none. */
static struct cells_chunk *
add_chunk(const struct cells *c, int64_t k)
{
	struct cells_chunk **chunk = &c->chunk[k / CELLS_CHUNK];

	if (!*chunk)
		*chunk = arena_new(c->arena, struct cells_chunk);
	return *chunk;
}

uint64_t *
cells_add_page(const struct cells *c, int64_t k)
{
	struct cells_chunk *chunk = add_chunk(c, k);
	int64_t number = k / CELLS_PAGE % CELLS_PAGES, first = k - k % CELLS_PAGE;
	uint64_t *page = arena_array(c->arena, uint64_t, CELLS_PAGE);

	for (int64_t i = 0; chunk->copy[number] && i < CELLS_PAGE; i++)
		page[i] = copied(chunk->copy[number], first + i);
	chunk->copy[number] = NULL;
	return chunk->page[number] = page;
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
		struct cells_chunk *chunk = add_chunk(c, k);

		chunk->page[k / CELLS_PAGE % CELLS_PAGES] = NULL;
		chunk->copy[k / CELLS_PAGE % CELLS_PAGES] = copy;
	}
	for (; k < end; k++)
		cells_set(c, k, copied(copy, k));
}

static void
clear_chunk(struct cells_chunk *chunk)
{
	for (int i = 0; i < CELLS_PAGES; i++) {
		chunk->copy[i] = NULL;
		if (chunk->page[i])
			memset(chunk->page[i], 0, CELLS_PAGE * sizeof *chunk->page[i]);
	}
}

void
cells_clear(const struct cells *c)
{
	size_t n = count_chunks(c->n);

	for (size_t i = 0; i < n; i++)
		if (c->chunk[i])
			clear_chunk(c->chunk[i]);
}

/* How many elements of a page of a chunk are set, from number k of all on. */
static int64_t
count_page(const struct cells_chunk *chunk, int64_t k)
{
	const uint64_t *page = chunk->page[k / CELLS_PAGE % CELLS_PAGES];
	int64_t n = 0;

	if (chunk->copy[k / CELLS_PAGE % CELLS_PAGES])
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
		if (c->chunk[k / CELLS_CHUNK])
			n += count_page(c->chunk[k / CELLS_CHUNK], k);
		else
			k += CELLS_CHUNK - CELLS_PAGE;
	return n;
}

/* The number of the first element from k on of its page that is set, after *skip others
   that are; -1: there is none, and *skip is less by those that are. */
static int64_t
next_in_page(const struct cells_chunk *chunk, int64_t k, int64_t *skip)
{
	const uint64_t *page = chunk->page[k / CELLS_PAGE % CELLS_PAGES];
	int64_t first = k - k % CELLS_PAGE, n;

	if (!page || *skip >= CELLS_PAGE) {
		n = count_page(chunk, k);
		if (n > *skip)
			return k + *skip;
		*skip -= n;
		return -1;
	}
	for (int64_t i = k - first; i < CELLS_PAGE; i++)
		if (page[i] != DIGEST_NONE && (*skip)-- == 0)
			return first + i;
	return -1;
}

int64_t
cells_next(const struct cells *c, int64_t k, int64_t skip)
{
	while (k < c->n) {
		const struct cells_chunk *chunk = c->chunk[k / CELLS_CHUNK];
		int64_t next = chunk ? next_in_page(chunk, k, &skip) : -1;

		if (next >= 0)
			return next;
		k += chunk ? CELLS_PAGE - k % CELLS_PAGE : CELLS_CHUNK - k % CELLS_CHUNK;
	}
	return c->n;
}
