#include "plan/restrict.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "plan/restrict_window.h"

/* What the kinds of plans do. */
struct restriction {
	int64_t (*extent)(const struct plan *plan, int axis);
	void (*restrict_to)(struct plan_box *box, const struct box_range *range);
};

/* Movements: each part of one along the axis of its own that is outermost in its output
   and long enough. Operands stay whole, since parts differ in what they read. */

enum {
	LONG_ENOUGH = 16 /* for most numbers of threads */
};

/* The phases or the grid of an axis. */
struct level {
	int axis;
	bool grid;
	int64_t extent, inc;
};

static struct level
level_of(const struct move_plan *move, int axis, bool grid)
{
	const struct move_axis *a = &move->axis[axis];

	return (struct level){axis, grid, grid ? a->grid : a->phase,
		llabs(grid ? a->dst_grid : a->dst_phase)};
}

static bool
is_better(const struct level *a, const struct level *b)
{
	int64_t la = a->extent < LONG_ENOUGH ? a->extent : LONG_ENOUGH;
	int64_t lb = b->extent < LONG_ENOUGH ? b->extent : LONG_ENOUGH;

	return la != lb ? la > lb : a->inc > b->inc;
}

static struct level
level_to_cut(const struct move_plan *move)
{
	struct level best = {.axis = -1, .extent = 1};

	for (int i = 0; i < 2 * move->naxis; i++) {
		struct level l = level_of(move, i / 2, i % 2);

		if (l.extent > 1 && is_better(&l, &best))
			best = l;
	}
	return best;
}

static int64_t
move_extent(const struct plan *plan, int axis)
{
	int64_t most = 1;

	for (size_t i = 0; i < plan->u.move.npart && !axis; i++) {
		int64_t extent = level_to_cut(&plan->u.move.part[i]).extent;

		most = extent > most ? extent : most;
	}
	return most;
}

/* The phases or grid positions begin..end-1. */
static void
restrict_level(struct move_plan *move, const struct level *level, int64_t begin,
	int64_t end, struct arena *arena)
{
	struct move_axis *a = &move->axis[level->axis];
	struct phase_run *run = arena_array(arena, struct phase_run, a->nrun);
	size_t n = 0;

	for (size_t i = 0; i < a->nrun; i++) {
		struct phase_run r = a->run[i];
		int64_t *from = level->grid ? &r.begin : &r.phase;
		int64_t to = level->grid ? r.end : r.phase + r.nphase;

		*from = *from > begin ? *from - begin : 0;
		to = (to < end ? to : end) - begin;
		if (level->grid && to <= *from)
			r.begin = r.end = 0;
		else if (to <= *from)
			continue;
		else
			*(level->grid ? &r.end : &r.nphase) =
				level->grid ? to : to - *from;
		run[n++] = r;
	}
	a->run = run;
	a->nrun = n;
	*(level->grid ? &a->grid : &a->phase) = end - begin;
	move->dst_base += begin * (level->grid ? a->dst_grid : a->dst_phase);
	if (!level->grid && a->table)
		a->table += begin;
	else
		move->src_base += begin * (level->grid ? a->src_grid : a->src_phase);
}

static void
restrict_move(struct plan_box *box, const struct box_range *range)
{
	struct movement *m = &box->plan->u.move;
	int64_t extent = move_extent(box->plan, range->axis);
	size_t n = 0;

	for (size_t i = 0; i < m->npart; i++) {
		struct move_plan *move = &m->part[i];
		struct level level = level_to_cut(move);
		int64_t begin = range->begin * level.extent / extent;
		int64_t end = range->end * level.extent / extent;

		if (begin >= end)
			continue;
		if (level.axis >= 0)
			restrict_level(move, &level, begin, end, range->arena);
		m->part[n++] = *move;
	}
	m->npart = n;
}

/* Pointwise steps. The innermost axis keeps its inc of 1 in dst. */

static int64_t
pointwise_extent(const struct plan *plan, int axis)
{
	const struct pointwise_plan *p = &plan->u.pointwise;

	if (axis >= p->naxis)
		return 1;
	return axis && axis == p->naxis - 1 ? p->axis[axis].extent / 2
					    : p->axis[axis].extent;
}

static void
restrict_pointwise(struct plan_box *box, const struct box_range *range)
{
	struct pointwise_plan *p = &box->plan->u.pointwise;
	struct pointwise_axis *a = &p->axis[range->axis];
	int64_t extent = a->extent, most = pointwise_extent(box->plan, range->axis);
	const struct box_range elements = {range->axis, range->begin * extent / most,
		range->end * extent / most, range->arena};
	int64_t n = elements.end - elements.begin;

	a->extent = n;
	for (size_t i = 0; i < box->plan->noperand; i++) {
		int64_t last = 0;

		for (int k = 0; k < p->naxis; k++)
			last += (p->axis[k].extent - 1) * p->axis[k].inc[i];
		box_advance(box, &box->plan->operand[i], elements.begin * a->inc[i],
			last + 1);
	}
	box_advance_outputs(box, &elements, elements.begin * a->dst_inc, extent);
	if (n > 1)
		return;
	p->naxis--;
	memmove(a, a + 1, (size_t)(p->naxis - range->axis) * sizeof *a);
}

/* Products: loops, rows, columns. Columns of a matrix are an axis with one tap; those of
   ConvTranspose, in classes of their own, are not cut. */

static bool
is_matrix(const struct product_axis *axis)
{
	return axis->nclass == 1 && axis->class[0].step == 1 &&
	       axis->class[0].nphase == 1 && axis->class[0].ntap == 1 &&
	       axis->axis.kernel == 1 && axis->axis.stride == 1 &&
	       axis->axis.in == axis->axis.out && !axis->axis.pad_begin;
}

static int64_t
product_extent(const struct plan *plan, int axis)
{
	const struct product_plan *p = &plan->u.product;

	if (axis < p->nloop)
		return p->loop[axis].count;
	axis -= p->nloop;
	if (!axis--)
		return p->row.count;
	return axis < p->naxis && is_matrix(&p->axis[axis]) ? p->axis[axis].axis.out : 1;
}

static void
restrict_columns(struct product_axis *axis, const struct box_range *range)
{
	struct product_class *class = arena_new(range->arena, struct product_class);

	axis->axis.in = axis->axis.out = range->end - range->begin;
	*class = axis->class[0];
	class->count = axis->axis.out;
	axis->class = class;
}

/* The elements from a product's first one to its last one: of a, of b, of c, and of
   dst. */
static struct product_loop
product_spread(const struct product_plan *p)
{
	struct product_loop most = {
		.a = (p->depth - 1) * p->a_depth, .b = (p->depth - 1) * p->b_depth};

	for (int i = 0; i <= p->nloop; i++) {
		const struct product_loop *l = i < p->nloop ? &p->loop[i] : &p->row;

		most.a += (l->count - 1) * l->a;
		most.b += (l->count - 1) * l->b;
		most.c += (l->count - 1) * l->c;
		most.dst += (l->count - 1) * l->dst;
	}
	for (int i = 0; i < p->naxis; i++) {
		const struct product_axis *x = &p->axis[i];

		most.a += (x->axis.kernel - 1) * x->a;
		most.b += (x->axis.in - 1) * x->b;
		most.c += (x->axis.out - 1) * x->c;
		most.dst += (x->axis.out - 1) * x->dst;
	}
	return most;
}

static void
restrict_product(struct plan_box *box, const struct box_range *range)
{
	struct product_plan *p = &box->plan->u.product;
	int64_t extent = product_extent(box->plan, range->axis);
	int columns = range->axis - p->nloop - 1;
	struct product_loop inc, last;

	if (columns >= 0) {
		const struct product_axis *x = &p->axis[columns];

		inc = (struct product_loop){.b = x->b, .c = x->c, .dst = x->dst};
		restrict_columns(&p->axis[columns], range);
	} else {
		struct product_loop *l =
			range->axis < p->nloop ? &p->loop[range->axis] : &p->row;

		inc = *l;
		l->count = range->end - range->begin;
	}
	last = product_spread(p);
	box_advance(box, p->a, range->begin * inc.a, last.a + 1);
	box_advance(box, p->b, range->begin * inc.b, last.b + 1);
	if (p->c)
		box_advance(box, p->c, range->begin * inc.c, last.c + 1);
	box_advance_epilogue(box, range->begin * inc.dst, last.dst);
	box_advance_outputs(box, range, range->begin * inc.dst, extent);
}

/* Reductions: from row to row. */

static int64_t
reduce_extent(const struct plan *plan, int axis)
{
	const struct reduce_plan *r = &plan->u.reduce;

	/* Outputs of a row each lie otherwise than the first one. */
	return axis < r->nkept && !plan->nmore ? r->kept[axis].count : 1;
}

static void
restrict_channels(struct plan_box *box, const struct operand *operand, int64_t first)
{
	const struct reduce_plan *r = &box->plan->u.reduce;
	int64_t last = 0;

	if (!operand)
		return;
	for (int i = 0; i < r->nkept; i++)
		last += (r->kept[i].count - 1) * r->kept[i].channel;
	for (int i = 0; i < r->nrow; i++)
		last += (r->row[i].count - 1) * r->row[i].channel;
	box_advance(box, operand, first, last + 1);
}

static void
restrict_reduce(struct plan_box *box, const struct box_range *range)
{
	struct reduce_plan *r = &box->plan->u.reduce;
	struct reduce_axis *a = &r->kept[range->axis];
	int64_t extent = a->count, first;

	a->count = range->end - range->begin;
	first = range->begin * a->src;
	box_advance(box, box->plan->src, first, box->plan->src->nelement - first);
	restrict_channels(box, r->scale, range->begin * a->channel);
	restrict_channels(box, r->bias, range->begin * a->channel);
	box_advance_outputs(box, range, range->begin * a->dst, extent);
}

/* Samples: the outermost axis of more than one output, since src and dst are dense. */

static int64_t
sample_extent(const struct plan *plan, int axis)
{
	const struct sample_plan *s = &plan->u.sample;

	if (axis >= s->naxis)
		return 1;
	for (int i = 0; i < axis; i++)
		if (s->axis[i].in > 1 || s->axis[i].out > 1)
			return 1;
	/* Every sampled axis has outputs inside of the input. */
	if (s->axis[axis].sampled &&
		(s->axis[axis].begin > 0 || s->axis[axis].end < s->axis[axis].out))
		return 1;
	return s->axis[axis].out;
}

static void
restrict_sampled(struct sample_axis *a, const struct box_range *range)
{
	int64_t n = range->end - range->begin;
	int64_t *place = arena_array(range->arena, int64_t, a->ntap * n);
	double *weight = arena_array(range->arena, double, a->ntap *n);

	for (int64_t t = 0; t < a->ntap; t++) {
		const int64_t from = t * a->out + range->begin;

		memcpy(place + t * n, a->place + from, (size_t)n * sizeof *place);
		memcpy(weight + t * n, a->weight + from, (size_t)n * sizeof *weight);
	}
	a->end = n;
	a->place = place;
	a->weight = weight;
}

static void
restrict_sample(struct plan_box *box, const struct box_range *range)
{
	struct sample_plan *s = &box->plan->u.sample;
	struct sample_axis *a = &s->axis[range->axis];
	int64_t extent = a->out, n = range->end - range->begin;
	int64_t src = sample_src(s, range->axis), dst = sample_dst(s, range->axis);

	if (a->sampled)
		restrict_sampled(a, range);
	else
		a->in = n;
	a->out = n;
	if (!a->sampled)
		box_advance(box, box->plan->src, range->begin * src, n * src);
	box_advance_outputs(box, range, range->begin * dst, extent);
}

static const struct restriction restriction[] = {
	[PLAN_WINDOW] = {restrict_window_extent, restrict_window},
	[PLAN_MOVE] = {move_extent, restrict_move},
	[PLAN_POINTWISE] = {pointwise_extent, restrict_pointwise},
	[PLAN_PRODUCT] = {product_extent, restrict_product},
	[PLAN_REDUCE] = {reduce_extent, restrict_reduce},
	[PLAN_SAMPLE] = {sample_extent, restrict_sample},
};

struct plan_box
plan_box(const struct plan *plan, struct arena *arena)
{
	return (struct plan_box){.plan = plan_duplicate(plan, arena)};
}

int64_t
restrict_extent(const struct plan *plan, int axis)
{
	if (!plan_nelement(plan) || plan->kind == PLAN_SERIES || plan->kind == PLAN_PICK)
		return 1;
	return restriction[plan->kind].extent(plan, axis);
}

struct plan_box
plan_restrict(const struct plan_box *box, int axis, int64_t begin, int64_t end,
	struct arena *arena)
{
	const struct box_range range = {axis, begin, end, arena};
	struct plan_box own = *box;

	assert(begin >= 0 && begin < end && end <= restrict_extent(box->plan, axis));
	own.plan = plan_duplicate(box->plan, arena);
	restriction[own.plan->kind].restrict_to(&own, &range);
	return own;
}
