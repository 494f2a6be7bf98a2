#include "plan/define.h"

#include "base/checked.h"

/* An output being computed: its index along each axis. */
struct sample {
	const struct definition *d;
	const struct sample_plan *plan;
	int64_t index[MAX_RANK];
};

static union quantity
kept(const struct definition *d, int which, union quantity value)
{
	return d->keep ? d->keep(d->context, which, value) : value;
}

/* A number as another type; halves are floats already. */
static union quantity
converted(const struct definition *d, union quantity x, enum dtype from, enum dtype to)
{
	struct algebra own = *d->algebra;

	own.dtype = from;
	return own.dtype == to ? x : quantity_convert(&own, x, to);
}

/* The value of an output with the axes up to this one sampled; `at`: the offset of the
   axes after it in src. */
static union quantity
value_of(const struct sample *s, int axis, int64_t at)
{
	const struct definition *d = s->d;
	const struct sample_axis *a;
	union quantity sum;

	if (axis < 0)
		return converted(d, d->element(d->context, d->plan->src, at),
			d->plan->src->loaded, d->plan->sum);
	a = &s->plan->axis[axis];
	if (!a->sampled)
		return value_of(
			s, axis - 1, at + s->index[axis] * sample_src(s->plan, axis));
	sum = kept(d, KEPT_LANE + axis, quantity_number(d->algebra, 0));
	for (int64_t t = 0; t < a->ntap; t++) {
		int64_t k = t * a->out + s->index[axis];
		union quantity x = value_of(
			s, axis - 1, at + a->place[k] * sample_src(s->plan, axis));

		sum = kept(d, KEPT_LANE + axis,
			quantity_muladd(d->algebra, x,
				quantity_number(d->algebra, a->weight[k]), sum));
	}
	return sum;
}

static bool
is_outside(const struct sample *s)
{
	for (int i = 0; i < s->plan->naxis; i++) {
		const struct sample_axis *a = &s->plan->axis[i];

		if (a->sampled && (s->index[i] < a->begin || s->index[i] >= a->end))
			return true;
	}
	return false;
}

/* Terms of one output; saturates. */
static int64_t
terms_of(const struct sample_plan *plan)
{
	int64_t terms = 1;

	for (int i = 0; i < plan->naxis; i++)
		if (plan->axis[i].sampled &&
			mul_overflows(terms, plan->axis[i].ntap + 1, &terms))
			return INT64_MAX;
	return terms;
}

uint64_t
sample_terms(const struct plan *plan)
{
	int64_t terms;

	if (mul_overflows(plan->dst.nelement, terms_of(&plan->u.sample), &terms))
		return UINT64_MAX;
	return (uint64_t)terms;
}

static void
define_at(const struct sample *s, int64_t k)
{
	const struct definition *d = s->d;
	union quantity value;

	if (d->begin)
		d->begin(d->context, k, terms_of(s->plan));
	value = is_outside(s) ? quantity_number(d->algebra, s->plan->fill)
			      : value_of(s, s->plan->naxis - 1, 0);
	d->put(d->context, 0, k, converted(d, value, d->plan->sum, d->plan->dst.loaded));
}

void
define_sample(const struct definition *d)
{
	struct sample s = {.d = d, .plan = &d->plan->u.sample};
	int i;
	int64_t k = 0;

	do {
		define_at(&s, k++);
		for (i = s.plan->naxis - 1; i >= 0; i--) {
			if (++s.index[i] < s.plan->axis[i].out)
				break;
			s.index[i] = 0;
		}
	} while (i >= 0);
}

bool
define_sample_output(const struct definition *d, int64_t k)
{
	struct sample s = {.d = d, .plan = &d->plan->u.sample};
	int64_t rest = k;

	for (int i = s.plan->naxis - 1; i >= 0; i--) {
		s.index[i] = rest % s.plan->axis[i].out;
		rest /= s.plan->axis[i].out;
	}
	define_at(&s, k);
	return !rest;
}
