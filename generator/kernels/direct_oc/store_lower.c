#include "kernels/common/tile_code.h"

void
direct_oc_stores(const struct lowering *l, const struct tiles *tiles)
{
	(void)l;
	(void)tiles;
}

void
direct_oc_waiting(struct tile_code *t, size_t done, size_t of)
{
	(void)t;
	(void)done;
	(void)of;
}

void
direct_oc_parts(struct tile_code *t, struct address from, struct address to)
{
	(void)t;
	(void)from;
	(void)to;
}

bool
direct_oc_has_part_loop(const struct tile_code *t)
{
	return !t->tiles->straight && t->tile->channels / channels_of_part(t->tiles) > 1;
}

void
direct_oc_begin_plane(struct tile_code *t)
{
	(void)t;
}

void
direct_oc_end_plane(struct tile_code *t)
{
	(void)t;
}

void
direct_oc_transposed(struct tile_code *t, struct address from, int64_t step, int64_t rows,
	int64_t first, int64_t count, const struct value **lane)
{
	(void)t;
	(void)from;
	(void)step;
	(void)rows;
	(void)first;
	(void)count;
	(void)lane;
}
