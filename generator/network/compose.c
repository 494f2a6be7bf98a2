#include "network/compose.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "network/name.h"
#include "network/network.h"

/* A movement is written as loops, whose counters move src and dst by fixed steps. If
   the loops of the first movement fill its dst, their counters are the digits of an
   element's number there, in a mixed radix. A loop of the second movement, which goes
   from element to element of that tensor, then counts in one of these digits, or also
   carries into the next. */

enum {
	MOST_LOOPS = 4 * MAX_RANK
};

struct move_loop {
	int64_t n, src, dst;
};

struct loops {
	struct move_loop loop[MOST_LOOPS];
	int n;
};

/* A loop of the first movement as a digit of an element's number: n values, each worth
   `weight` elements, and each a step of `src` in the first movement's src. The loops of
   the second movement begin at `begin` and go from `least` to `most` so far. */
struct digit {
	int64_t n, weight, src;
	int64_t begin, least, most;
};

struct composition {
	struct digit digit[MOST_LOOPS]; /* the most significant first */
	int ndigit;
	struct loops loops;
};

static bool
add_loop(struct loops *all, struct move_loop loop)
{
	if (loop.n == 1)
		return true;
	if (all->n == MOST_LOOPS || !loop.n)
		return false;
	all->loop[all->n++] = loop;
	return true;
}

/* The loops of a movement. False: some positions are not copied, or a table says where
   from. */
static bool
read_loops(const struct move_plan *move, struct loops *all)
{
	for (int i = 0; i < move->naxis; i++) {
		const struct move_axis *a = &move->axis[i];

		for (size_t r = 0; r < a->nrun; r++)
			if (a->run[r].begin || a->run[r].end != a->grid)
				return false;
		if (a->table ||
			!add_loop(all,
				(struct move_loop){a->grid, a->src_grid, a->dst_grid}) ||
			!add_loop(all,
				(struct move_loop){a->phase, a->src_phase, a->dst_phase}))
			return false;
	}
	return true;
}

/* The largest steps of dst first. */
static int
compare_loops(const void *a, const void *b)
{
	int64_t x = ((const struct move_loop *)a)->dst,
		y = ((const struct move_loop *)b)->dst;

	return (x < y) - (x > y);
}

/* The digits of the tensor that the first movement makes; false: its loops do not fill
   that. */
static bool
find_digits(struct composition *c, const struct move_plan *first)
{
	struct loops all = {.n = 0};
	int64_t weight = 1;

	if (first->dst_base || !read_loops(first, &all))
		return false;
	qsort(all.loop, (size_t)all.n, sizeof *all.loop, compare_loops);
	for (int i = all.n; i-- > 0;) {
		if (all.loop[i].dst != weight)
			return false;
		c->digit[i] =
			(struct digit){all.loop[i].n, weight, all.loop[i].src, 0, 0, 0};
		weight *= all.loop[i].n;
	}
	c->ndigit = all.n;
	return weight == first->dst->nelement;
}

/* Sets the digits of the element with which the second movement begins. */
static bool
begin_at(struct composition *c, int64_t place)
{
	if (place < 0)
		return false;
	for (int i = 0; i < c->ndigit; i++) {
		struct digit *d = &c->digit[i];

		d->begin = d->least = d->most = place / d->weight;
		place %= d->weight;
		if (d->begin >= d->n)
			return false;
	}
	return !place;
}

/* Whether a loop counts in a digit without a carry; notes how far it goes. */
static bool
counts_within(struct digit *d, int64_t step, int64_t n)
{
	if (step > 0)
		d->most += step * (n - 1);
	else
		d->least += step * (n - 1);
	return d->least >= 0 && d->most < d->n;
}

static bool
place_loop(struct composition *c, struct move_loop l)
{
	int64_t size = l.src < 0 ? -l.src : l.src, step, inner;
	struct digit *d = c->digit, was;

	if (l.n == 1 || !l.src)
		return add_loop(&c->loops, l);
	while (d < c->digit + c->ndigit && d->weight > size)
		d++;
	if (d == c->digit + c->ndigit || size % d->weight || size / d->weight >= d->n)
		return false;
	was = *d;
	step = l.src / d->weight;
	if (counts_within(d, step, l.n))
		return add_loop(&c->loops, (struct move_loop){l.n, step * d->src, l.dst});
	/* It counts through the whole digit, and goes on in the one before it. */
	*d = was;
	inner = d->weight * d->n / size;
	if (d->weight * d->n % size || l.n % inner || !counts_within(d, step, inner))
		return false;
	return add_loop(&c->loops, (struct move_loop){inner, step * d->src, l.dst}) &&
	       place_loop(
		       c, (struct move_loop){l.n / inner, l.src * inner, l.dst * inner});
}

/* Merges a loop with the one outside of it, if that goes on where it ends. */
static void
merge_loops(struct loops *all)
{
	int n = 0;

	qsort(all->loop, (size_t)all->n, sizeof *all->loop, compare_loops);
	for (int i = 0; i < all->n; i++) {
		const struct move_loop *l = &all->loop[i];
		struct move_loop *outer = n ? &all->loop[n - 1] : NULL;

		if (outer && outer->src == l->src * l->n && outer->dst == l->dst * l->n)
			*outer = (struct move_loop){outer->n * l->n, l->src, l->dst};
		else
			all->loop[n++] = *l;
	}
	all->n = n;
}

bool
move_compose(const struct move_plan *first, const struct move_plan *second,
	struct move_plan *both, struct arena *arena)
{
	struct composition c = {.ndigit = 0};
	struct loops all = {.n = 0};

	if (!find_digits(&c, first) || !begin_at(&c, second->src_base) ||
		!read_loops(second, &all))
		return false;
	for (int i = 0; i < all.n; i++)
		if (!place_loop(&c, all.loop[i]))
			return false;
	merge_loops(&c.loops);
	if (c.loops.n > MAX_RANK)
		return false;
	*both = (struct move_plan){.naxis = c.loops.n,
		.src_base = first->src_base,
		.dst_base = second->dst_base};
	for (int i = 0; i < c.ndigit; i++)
		both->src_base += c.digit[i].begin * c.digit[i].src;
	for (int i = 0; i < c.loops.n; i++) {
		const struct move_loop *l = &c.loops.loop[i];
		struct phase_run *run = arena_new(arena, struct phase_run);

		*run = (struct phase_run){0, 1, 0, l->n};
		both->axis[i] = (struct move_axis){.grid = l->n,
			.phase = 1,
			.src_grid = l->src,
			.dst_grid = l->dst,
			.run = run,
			.nrun = 1};
	}
	return true;
}

bool
network_compose(struct network_step *to, const struct network_step *from,
	const struct move_plan *first, size_t made, struct arena *arena)
{
	const struct plan *second = to->plan;
	size_t from_src = (size_t)(first->src - from->plan->operand);
	struct plan *plan = plan_duplicate(second, arena);
	struct movement *movement = &plan->u.move;
	size_t *input = arena_copy(arena, to->input, second->noperand, sizeof *input);

	for (size_t i = 0; i < movement->npart; i++) {
		const struct move_plan *old = &second->u.move.part[i];
		struct move_plan *part = &movement->part[i];
		const struct move_plan copy = *part;
		size_t src = (size_t)(old->src - second->operand);

		if (to->input[src] != made || old->src->constant)
			continue;
		if (!move_compose(first, old, part, arena) ||
			move_copied(part) > first->dst->nelement)
			return false;
		input[src] = from->input[from_src];
		plan->operand[src] = from->plan->operand[from_src];
		part->src = copy.src;
		part->dst = copy.dst;
	}
	network_name_operands(plan, arena);
	plan->op = network_join_titles(from, to, arena);
	to->first_named = from->first_named;
	to->plan = plan;
	to->input = input;
	return true;
}
