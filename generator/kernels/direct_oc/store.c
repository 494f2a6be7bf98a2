#include "kernels/common/tiles.h"
#include "kernels/common/vector.h"

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

static bool
may_wait(const struct tiles *t, const struct tile *tile)
{
	return tile->kind == TILE_VECTOR_CHANNELS && tile->code->ntap && !t->unrolled &&
	       !t->by_blocks && tile->channels % channels_of_part(t) == 0 &&
	       pays_to_wait(t, tile);
}

/* Whether the same function stores what waits of either. */
static bool
stores_alike(const struct tile *a, const struct tile *b)
{
	return a->code->nrun == 1 && b->code->nrun == 1 && a->channels == b->channels &&
	       a->code->run[0].count == b->code->run[0].count &&
	       a->code->run[0].dst == b->code->run[0].dst;
}

/* Whether each nest of the same rows, from nest `first` on, may leave its last outputs to
   the next one. */
static bool
may_wait_in_rows(const struct tiles *t, const struct nest *first)
{
	for (size_t i = 0; i < first->nrows; i++)
		if (!may_wait(t, first[i].tile) ||
			!stores_alike(first->tile, first[i].tile))
			return false;
	return first->nrows > 1;
}

/* Whether something is computed behind a call that can store what it leaves: the nest's
   next call, in the same row where it shares rows with others; or theirs. */
static bool
is_followed(const struct channel_class *class, const struct nest *nest)
{
	return (class->inside && class->count > 1) || nest->waits ||
	       nest->nloop > (nest->nrows > 1);
}

void
tiles_find_late(struct tiles *t)
{
	for (size_t c = 0; c < t->nclass; c++) {
		struct channel_class *class = &t->class[c];

		for (size_t i = 0; i < class->nnest; i++) {
			struct nest *nest = &class->nest[i];
			const struct nest *first = &class->nest[nest->rows_first];

			nest->waits =
				nest == first ? may_wait_in_rows(t, first) : first->waits;
			if (is_followed(class, nest))
				((struct tile *)nest->tile)->followed = true;
		}
	}
}

bool
waits_for_next_nest(
	const struct tiles *t, const struct channel_class *class, size_t number)
{
	return class->nest[number].waits && may_wait(t, class->nest[number].tile);
}

bool
stores_late(const struct tiles *t, const struct tile *tile)
{
	return tile->followed && may_wait(t, tile);
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
