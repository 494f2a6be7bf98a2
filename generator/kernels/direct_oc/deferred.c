#include "kernels/direct_oc/direct_oc.h"

#include "base/checked.h"

/* When vectors of channels are transposed to rows of dst. All shuffles of a tile in a row
   would keep the multipliers idle, because they exceed the processor's lookahead. Between
   the multiply-adds of the next call they cost nothing. */

enum {
	PARTS_AHEAD = 3 /* of outputs far away; measured: up to 1.4 times as fast */
};

/* Whether there are registers for a deferred store, or spilling costs less than it gains;
   measured, that is where sums are short and input channels are many. */
static bool
may_defer(const struct tile_plan *p, const struct micro_kernel *kernel)
{
	const struct planning *limit = &p->target->processor->planning;
	const struct channel_kernel *own = kernel->own;
	int64_t sums = kernel->positions * own->vectors;

	return own->nterm && kernel->channels % channels_of_part(p) == 0 &&
	       (p->target->registers - sums >= limit->deferred_registers ||
		       ((p->taps > 1 || p->nblock == 1) &&
			       terms_of_output(&p->window) <=
				       (double)limit->deferred_terms));
}

int64_t
direct_oc_run(const struct tile_plan *p, const struct micro_kernel *kernel, int64_t first)
{
	const struct channel_kernel *own = kernel->own;
	int64_t n = 1, most = min_of(kernel->positions - first, p->vector->lanes);

	while (n < most && own->dst[first + n] == own->dst[first] + n)
		n++;
	return n;
}

/* Whether the same function can store what either defers. */
static bool
stores_alike(const struct tile_plan *p, const struct micro_kernel *a,
	const struct micro_kernel *b)
{
	return a->positions == b->positions && direct_oc_run(p, a, 0) == a->positions &&
	       direct_oc_run(p, b, 0) == b->positions;
}

/* Whether each nest of the same rows may defer its last outputs to the next nest. */
static bool
may_leave(const struct tile_plan *p, const struct loop_nest *first)
{
	for (size_t i = 0; i < first->nrows; i++)
		if (!may_defer(p, first[i].kernel) ||
			!stores_alike(p, first->kernel, first[i].kernel))
			return false;
	return first->nrows > 1;
}

/* Whether a call is followed by one that can store what it defers: the nest's next call,
   in the same row if it shares rows with others, or a call of those. */
static bool
is_followed(const struct oc_block *block, const struct loop_nest *nest)
{
	return block->inside || nest->leaves || nest->nloop > (nest->nrows > 1);
}

void
direct_oc_find_deferred(struct tile_plan *p)
{
	for (size_t b = 0; b < p->noc_block; b++) {
		struct oc_block *block = &p->oc_block[b];

		for (size_t i = 0; i < block->nnest; i++) {
			struct loop_nest *nest = &block->nest[i];

			nest->leaves = may_leave(p, &block->nest[nest->rows_first]);
			if (is_followed(block, nest) && may_defer(p, nest->kernel))
				nest->kernel->deferred = true;
			nest->kernel->prefetches_dst &= block->inside;
		}
	}
}

/* An address moved to a part of a tile's outputs, of so many elements: number `first`,
   advanced by a counter if `moved` has one. */
static struct address
at_part(const struct kernel_code *k, struct address at, int64_t first,
	struct index_term moved, int64_t size)
{
	moved.inc *= size;
	return code_indexed_by(k->code, code_moved(at, first * size), moved);
}

/* Stores the channels of a part. */
static void
add_part(struct kernel_code *k, struct address from, struct address to, int64_t first,
	struct index_term moved, int64_t channels)
{
	const struct channel_kernel *own = k->kernel->own;
	int64_t size = channels_of_part(k->plan), lanes = k->kernel->lanes;

	from = at_part(k, from, first, moved, size);
	to = at_part(k, to, first, moved, size * k->plan->plane_out);
	for (int64_t p = 0, n; p < k->kernel->positions; p += n) {
		n = direct_oc_run(k->plan, k->kernel, p);
		stores_call(k, (struct store){n, channels, lanes},
			code_moved(from, p * lanes), code_moved(to, own->dst[p]));
	}
}

/* Prefetches the lines of outputs some parts ahead. Beyond a tile's channels are those of
   the next one, whose call follows. */
static void
prefetch_part(const struct kernel_code *k, int64_t first, struct index_term moved)
{
	const struct channel_kernel *own = k->kernel->own;
	int64_t size = channels_of_part(k->plan), plane = k->plan->plane_out;
	struct address to =
		at_part(k, code_at(k->last, 0), first + PARTS_AHEAD, moved, size * plane);

	for (int64_t p = 0, n; p < k->kernel->positions; p += n) {
		n = direct_oc_run(k->plan, k->kernel, p);
		/* The line of the first one may be that of the tile before. */
		for (int64_t m = 0; m < size; m++)
			code_prefetch(
				k->code, code_moved(to, own->dst[p + n - 1] + m * plane));
	}
}

bool
direct_oc_has_part_loop(const struct kernel_code *k)
{
	return !k->plan->unrolled && k->kernel->channels / channels_of_part(k->plan) > 1;
}

void
direct_oc_store_all(struct kernel_code *k, struct address from, struct address to)
{
	int64_t size = channels_of_part(k->plan), n = k->kernel->channels / size;
	int64_t rest = k->kernel->channels % size;
	const struct variable *part = direct_oc_has_part_loop(k) ? k->part : NULL;

	code_loop(k->code, part, n);
	for (int64_t i = 0; i < (part ? 1 : n); i++)
		add_part(k, from, to, i, (struct index_term){.counter = part, .inc = 1},
			size);
	code_end(k->code);
	if (rest)
		add_part(k, from, to, n, (struct index_term){0}, rest);
}

/* Stores a part of the deferred outputs, if there are any: in the first block, at the
   input channels that the test selects. */
static void
add_deferred_part(
	struct kernel_code *k, struct test when, int64_t first, struct index_term moved)
{
	struct condition condition = {.pointer = k->last};

	if (k->blocks)
		condition.test[condition.ntest++] =
			(struct test){.counter = k->block, .below = 1};
	if (when.below || when.modulo)
		condition.test[condition.ntest++] = when;
	code_if(k->code, condition);
	add_part(k, code_at(k->sums, 0), code_at(k->last, 0), first, moved,
		channels_of_part(k->plan));
	if (k->kernel->prefetches_dst)
		prefetch_part(k, first, moved);
	code_end(k->code);
}

/* Of the parts, an input channel stores `each`; or every `share` of them store one. */
void
direct_oc_store_share(struct kernel_code *k, int64_t done, int64_t of)
{
	int64_t parts = k->kernel->channels / channels_of_part(k->plan);
	int64_t ic = k->plan->block, each = ceil_div(parts, ic);
	int64_t share = max_of(ic / parts, 1);

	for (int64_t i = (done - 1) * each / of; i < done * each / of; i++) {
		int64_t channels = ceil_div(parts - i, each) * share;
		struct index_term moved = {
			.counter = ic > 1 ? k->c : NULL, .divide = share, .inc = each};
		struct test when = {.counter = k->c};

		if (channels + share <= ic)
			when.below = channels;
		if (share > 1) {
			when.modulo = share;
			when.remainder = share - 1;
		}
		add_deferred_part(k, when, i, moved);
	}
}
