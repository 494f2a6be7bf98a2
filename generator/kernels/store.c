#include "kernels/tiles.h"
#include "kernels/vector.h"

#include "arena.h"

/* When vectors of channels become rows of dst. The shuffles of a whole tile, one behind
   the other, leave a machine nothing to multiply: it does not look beyond them. Between
   the multiply-adds of the next call they cost nothing. */

enum {
	ROOM = 12,      /* registers for what is stored late */
	FEW_TERMS = 600 /* of a sum */
};

int64_t
channels_of_part(const struct tiles *t)
{
	return PART_BYTES / (int64_t)dtype_info[t->spelling.accumulator].size;
}

void
tiles_add_store(struct tiles *t, struct store wanted, struct arena *arena)
{
	struct store *store = (struct store *)t->store;

	for (size_t i = 0; i < t->nstore; i++)
		if (store[i].positions == wanted.positions &&
			store[i].channels == wanted.channels &&
			store[i].step == wanted.step)
			return;
	t->store = store = arena_grow(arena, store, t->nstore, sizeof *store);
	store[t->nstore++] = wanted;
}

/* Whether a nest calls a tile more than once. */
static bool
is_called_again(const struct channel_class *class, const struct tile *tile)
{
	for (size_t i = 0; i < class->nnest; i++)
		if (class->nest[i].tile == tile &&
			(class->nest[i].nloop || (class->inside && class->count > 1)))
			return true;
	return false;
}

/* Whether there are registers for what is stored late; or what spills costs less than it
   gains, as measured: where sums are short, and input channels are not. */
static bool
pays_to_wait(const struct tiles *t, const struct tile *tile)
{
	int64_t sums = tile->positions * tile->code->vectors;

	return t->registers - sums >= ROOM ||
	       ((t->taps > 1 || t->nblock == 1) &&
		       terms_of_output(&t->window) <= FEW_TERMS);
}

bool
stores_late(const struct tiles *t, const struct tile *tile)
{
	return tile->kind == TILE_VECTOR_CHANNELS && tile->code->ntap && !t->straight &&
	       !t->by_blocks && tile->channels % channels_of_part(t) == 0 &&
	       pays_to_wait(t, tile) && is_called_again(class_of(t, tile), tile);
}

int64_t
sums_kept(const struct tiles *t, const struct channel_class *class)
{
	int64_t most = 0;

	for (size_t i = 0; i < class->ntile; i++) {
		int64_t n = class->tile[i]->positions * class->lanes;

		if (stores_late(t, class->tile[i]) && n > most)
			most = n;
	}
	return most;
}
