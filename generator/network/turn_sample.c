#include "network/turn_sample.h"

#include <string.h>

/* Resampled tensors with their channels last: the axes in another order, along which
   samples are taken in the same one. */

static bool
takes_sample(const struct plan *plan)
{
	const struct turn_form src = turn_form_of_operand(plan->src);
	const struct turn_form dst = turn_form_of_operand(&plan->dst);

	return plan->dst.rank >= 3 && src.image == dst.image &&
	       src.channel == dst.channel;
}

/* Finds how many axes there are before so many positions end, which stay as they are, and
   cuts the one that goes on; false: one of them is sampled, or cannot be cut. */
static bool
cut_axis(struct sample_plan *s, int64_t positions, int *naxis)
{
	int64_t n = 1, rest;
	int i = 0;

	for (; n < positions && i < s->naxis; n *= s->axis[i++].in) {
		struct sample_axis *a = &s->axis[i];

		if (a->sampled || positions % n)
			return false;
		rest = positions / n;
		if (a->in <= rest)
			continue;
		if (a->in % rest || s->naxis == MAX_RANK)
			return false;
		memmove(a + 1, a, (size_t)(s->naxis++ - i) * sizeof *a);
		a[1].in = a[1].out = a->in / rest;
		a[0].in = a[0].out = rest;
	}
	*naxis = i;
	return n == positions;
}

static bool
turn_sample(struct plan *plan, bool src_last, bool dst_last, struct arena *arena)
{
	const struct turn_form form = turn_form_of_operand(plan->src);
	struct sample_plan *s = &plan->u.sample;
	struct sample_axis channel[MAX_RANK];
	int first, end, n;

	(void)arena;
	if (src_last != dst_last)
		return false;
	if (!src_last)
		return true;
	if (!cut_axis(s, form.image, &first) ||
		!cut_axis(s, form.image * form.channel, &end))
		return false;
	n = end - first;
	memcpy(channel, &s->axis[first], (size_t)n * sizeof *channel);
	memmove(&s->axis[first], &s->axis[end],
		(size_t)(s->naxis - end) * sizeof *channel);
	memcpy(&s->axis[s->naxis - n], channel, (size_t)n * sizeof *channel);
	return true;
}

const struct turning turning_sample = {takes_sample, turning_src_alone, turn_sample};
