#include "kernels/direct_oc/direct_oc.h"

#include "base/checked.h"

/* When vectors of channels are transposed to rows of dst. All shuffles of a tile in a row
   would keep the multipliers idle, because they exceed the processor's lookahead. Between
   the multiply-adds of the next call they cost nothing. */

/* Whether there are registers for a deferred store, or spilling costs less than it gains;
   measured, that is where sums are short and input channels are many. */
static bool
may_defer(const struct tile_plan *p, const struct micro_kernel *kernel)
{
	const struct planning *limit = &p->target->processor->planning;
	const struct oc_kernel *own = kernel->own;
	int64_t sums = kernel->positions * own->vectors;

	return own->ntap && kernel->channels % channels_of_part(p) == 0 &&
	       (p->target->registers - sums >= limit->deferred_registers ||
		       ((p->taps > 1 || p->nblock == 1) &&
			       terms_of_output(&p->window) <=
				       (double)limit->deferred_terms));
}

/* Whether the same function can store what either defers. */
static bool
stores_alike(const struct micro_kernel *x, const struct micro_kernel *y)
{
	const struct oc_kernel *a = x->own, *b = y->own;

	return a->nrun == 1 && b->nrun == 1 && x->channels == y->channels &&
	       a->run[0].count == b->run[0].count && a->run[0].dst == b->run[0].dst;
}

/* Whether each nest of the same rows may defer its last outputs to the next nest. */
static bool
may_leave(const struct tile_plan *p, const struct loop_nest *first)
{
	for (size_t i = 0; i < first->nrows; i++)
		if (!may_defer(p, first[i].kernel) ||
			!stores_alike(first->kernel, first[i].kernel))
			return false;
	return first->nrows > 1;
}

/* Whether a call is followed by one that can store what it defers: the nest's next call,
   in the same row if it shares rows with others, or a call of those. */
static bool
is_followed(const struct oc_block *block, const struct loop_nest *nest)
{
	return (block->inside && block->count > 1) || nest->leaves ||
	       nest->nloop > (nest->nrows > 1);
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
				block->kernel[kernel_number(block, nest->kernel)]
					->deferred = true;
		}
	}
}

/* The part of a tile's outputs that is stored at a time: number `first`, advanced by a
   counter. */
struct part {
	int64_t first;
	struct index_term moved; /* no counter: not advanced */
};

static struct address
at_part(const struct kernel_code *k, struct address at, struct part part, int64_t size)
{
	part.moved.inc *= size;
	return code_indexed_by(k->code, code_moved(at, part.first * size), part.moved);
}

/* Stores the channels of a part of a tile's outputs. */
static void
add_part(struct kernel_code *k, struct address from, struct address to, struct part part,
	int64_t channels)
{
	const struct oc_kernel *own = k->kernel->own;
	int64_t size = channels_of_part(k->plan), lanes = k->kernel->lanes;

	for (size_t r = 0; r < own->nrun; r++) {
		const struct run *run = &own->run[r];

		stores_call(k, (struct store){(int64_t)run->count, channels, lanes},
			at_part(k, code_moved(from, (int64_t)run->first * lanes), part,
				size),
			at_part(k, code_moved(to, run->dst), part,
				size * k->plan->plane_out));
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
	bool loops = direct_oc_has_part_loop(k);

	if (loops)
		code_loop(k->code, k->part, n);
	for (int64_t i = 0; i < (loops ? 1 : n); i++)
		add_part(k, from, to,
			(struct part){i, {.counter = loops ? k->part : NULL, .inc = 1}},
			size);
	if (loops)
		code_end(k->code);
	if (rest)
		add_part(k, from, to, (struct part){.first = n}, rest);
}

/* Stores a part of the deferred outputs, if there are any: in the first block, at the
   input channels that the test selects, or at all of them if it has no counter. */
static void
add_deferred_part(struct kernel_code *k, struct test when, struct part part)
{
	struct condition condition = {.pointer = k->last};

	if (k->blocks)
		condition.test[condition.ntest++] =
			(struct test){.counter = k->block, .below = 1};
	if (when.counter)
		condition.test[condition.ntest++] = when;
	code_if(k->code, condition);
	add_part(k, code_at(k->sums, 0), code_at(k->last, 0), part,
		channels_of_part(k->plan));
	code_end(k->code);
}

/* Adds the part to be stored at the end of an input channel, if the channel completes a
   share. */
static void
add_part_of_channels(struct kernel_code *k, int64_t parts)
{
	int64_t ic = k->plan->block, share = ic / parts;
	struct part part = {
		0, {.counter = ic > 1 ? k->c : NULL, .divide = share, .inc = 1}};
	struct test when = {0};

	if (ic >= (parts + 1) * share)
		when = (struct test){.counter = k->c, .below = parts * share};
	if (share > 1) {
		when.counter = k->c;
		when.modulo = share;
		when.remainder = share - 1;
	}
	add_deferred_part(k, when, part);
}

void
direct_oc_store_share(struct kernel_code *k, size_t done, size_t of)
{
	int64_t parts = k->kernel->channels / channels_of_part(k->plan);
	int64_t ic = k->plan->block;
	size_t each = (size_t)ceil_div(parts, ic);

	if (ic >= parts) {
		if (done == of)
			add_part_of_channels(k, parts);
		return;
	}
	for (size_t i = (done - 1) * each / of; i < done * each / of; i++) {
		int64_t channels = ceil_div(parts - (int64_t)i, (int64_t)each);
		struct part part = {(int64_t)i,
			{.counter = ic > 1 ? k->c : NULL, .inc = (int64_t)each}};
		struct test when = {0};

		if (channels < ic)
			when = (struct test){.counter = k->c, .below = channels};
		add_deferred_part(k, when, part);
	}
}
