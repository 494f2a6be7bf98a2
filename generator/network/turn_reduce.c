#include "network/turn_reduce.h"

#include <stdlib.h>
#include <string.h>

/* Reductions of tensors with their channels last: the same rows, of the same elements in
   the same order, at other places. */

/* Axes of rows, or along one. */
struct axes {
	struct reduce_axis *axis;
	int *n;
};

/* An axis' inc in the tensor that is turned. */
typedef int64_t *inc_of(struct reduce_axis *axis);

static int64_t *
src_inc(struct reduce_axis *axis)
{
	return &axis->src;
}

static int64_t *
dst_inc(struct reduce_axis *axis)
{
	return &axis->dst;
}

static bool
takes_reduce(const struct plan *plan)
{
	return plan->src->rank >= 3 && !plan->nmore;
}

/* Cuts the axis that goes on beyond so many elements of a tensor; false: it cannot be cut
   there. */
static bool
cut_axes(struct axes axes, inc_of *inc, int64_t at)
{
	for (int i = 0; i < *axes.n; i++) {
		struct reduce_axis *inner = &axes.axis[i];
		int64_t step = *inc(inner), n;

		if (step >= at || step * inner->count <= at)
			continue;
		if (at % step || inner->count % (at / step) || *axes.n == MAX_RANK)
			return false;
		n = at / step;
		memmove(inner + 1, inner, (size_t)((*axes.n)++ - i) * sizeof *inner);
		inner[0].count /= n;
		inner[0].src *= n;
		inner[0].dst *= n;
		inner[0].channel *= n;
		inner[1].count = n;
	}
	return true;
}

static bool
turn_axes(struct axes axes, inc_of *inc, const struct turn_form *form)
{
	if (!cut_axes(axes, inc, form->position) ||
		!cut_axes(axes, inc, form->position * form->channel))
		return false;
	for (int i = 0; i < *axes.n; i++) {
		int64_t *step = inc(&axes.axis[i]);

		if (*step < form->position)
			*step *= form->channel;
		else if (*step < form->position * form->channel)
			*step /= form->position;
	}
	return true;
}

/* Whether an axis goes on where one within it ends, in all tensors. */
static bool
goes_on(const struct reduce_axis *outer, const struct reduce_axis *inner)
{
	return outer->src == inner->src * inner->count &&
	       outer->dst == inner->dst * inner->count &&
	       outer->channel == inner->channel * inner->count;
}

static void
merge_axes(struct axes axes)
{
	int n = 0;

	for (int i = 0; i < *axes.n; i++) {
		struct reduce_axis axis = axes.axis[i];

		if (n && goes_on(&axes.axis[n - 1], &axis))
			axis.count *= axes.axis[--n].count;
		axes.axis[n++] = axis;
	}
	*axes.n = n;
}

/* Outermost first. */
static int
compare_rows(const void *a, const void *b)
{
	int64_t x = ((const struct reduce_axis *)a)->dst;
	int64_t y = ((const struct reduce_axis *)b)->dst;

	return (x < y) - (x > y);
}

/* Rows may come in another order, but not the elements of one. */
static bool
turn_reduce(struct plan *plan, bool src_last, bool dst_last, struct arena *arena)
{
	const struct turn_form src = turn_form_of_operand(plan->src);
	const struct turn_form dst = turn_form_of_operand(&plan->dst);
	struct reduce_plan *r = &plan->u.reduce;
	const struct axes kept = {r->kept, &r->nkept}, row = {r->row, &r->nrow};

	(void)arena;
	if (src_last &&
		!(turn_axes(kept, src_inc, &src) && turn_axes(row, src_inc, &src)))
		return false;
	if (dst_last &&
		!(turn_axes(kept, dst_inc, &dst) && turn_axes(row, dst_inc, &dst)))
		return false;
	qsort(r->kept, (size_t)r->nkept, sizeof *r->kept, compare_rows);
	merge_axes(kept);
	merge_axes(row);
	return true;
}

const struct turning turning_reduce = {takes_reduce, turning_src_alone, turn_reduce};
