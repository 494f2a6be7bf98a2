#include "network/repetition.h"

#include <string.h>

#include "base/arena.h"
#include "plan/reduction.h"

enum {
	/* Most elements of a constant that is repeated, one for each plane of an
	   output. */
	MOST_REPEATED = 1 << 16
};

/* The element of an operand from which element k of the output is computed. */
static int64_t
element_at(const struct pointwise_plan *p, size_t operand, int64_t k)
{
	int64_t element = 0;

	for (int i = 0; i < p->naxis; i++)
		element += k / p->axis[i].dst_inc % p->axis[i].extent *
			   p->axis[i].inc[operand];
	return element;
}

/* They follow from the axes along which the operand has different elements: neighbouring
   axes, and perhaps others outside of them. There may be more of them, or the operand's
   elements may have another order. */
bool
read_repetition(const struct plan *plan, size_t operand, struct repetition *r)
{
	const struct pointwise_plan *p = &plan->u.pointwise;
	int64_t next = 1, end = 0, noutput = plan->dst.nelement;

	*r = (struct repetition){.every = noutput, .period = 1};
	for (int i = p->naxis - 1; i >= 0; i--) {
		const struct pointwise_axis *axis = &p->axis[i];

		if (!axis->inc[operand])
			continue;
		if (axis->inc[operand] != next || (r->image && axis->dst_inc != end))
			return false;
		if (next == 1)
			*r = (struct repetition){axis->dst_inc, axis->extent, 0};
		else if (axis->dst_inc != end)
			r->image = axis->dst_inc;
		else if (!r->image)
			r->period *= axis->extent;
		next *= axis->extent;
		end = axis->dst_inc * axis->extent;
	}
	if (end == noutput && !r->image)
		r->period = 0;
	return !r->image || end == noutput;
}

/* The same for the elements of a constant, which are put into the order in which the
   output reads them: all of them up to where they repeat, or one for each plane. */
static bool
spread(const struct plan *from, const struct plan *to, size_t operand,
	struct repetition *r)
{
	const struct pointwise_plan *p = &to->u.pointwise;
	int64_t end = 0, plane;

	for (int i = 0; i < p->naxis; i++) {
		const struct pointwise_axis *axis = &p->axis[i];

		if (!axis->inc[operand])
			continue;
		r->every = axis->dst_inc;
		end = end ? end : axis->dst_inc * axis->extent;
	}
	*r = (struct repetition){.every = r->every, .period = end / r->every};
	if (from->kind == PLAN_PRODUCT || from->u.window.dst_layout == WINDOW_NHWC)
		return repetition_fits(from, r);
	plane = window_plane(&from->u.window);
	if (r->every % plane || from->dst.nelement / plane > MOST_REPEATED)
		return false;
	*r = (struct repetition){.every = plane};
	return true;
}

bool
find_repetition(const struct plan *from, const struct plan *to, size_t operand,
	struct repetition *r)
{
	if (read_repetition(to, operand, r) && repetition_fits(from, r))
		return true;
	return to->operand[operand].constant && spread(from, to, operand, r);
}

const void *
repeated_elements(const struct plan *to, size_t operand, const struct repetition *r,
	int64_t count, struct arena *arena)
{
	const struct operand *x = &to->operand[operand];
	size_t size = dtype_info[x->dtype].size;
	char *element = arena_alloc(arena, (size_t)count * size);

	for (int64_t i = 0; i < count; i++)
		memcpy(element + (size_t)i * size,
			(const char *)x->constant + (size_t)element_at(&to->u.pointwise,
							    operand, i * r->every) *
							    size,
			size);
	return element;
}
