#include "plan/define.h"

#include "base/extents.h"
#include "plan/epilogue.h"

/* An output: its offsets in each operand, and the taps along each axis that read an input
   there. */
struct point {
	struct product_loop
		at; /* offsets of the output's row and column; count: unused */
	int64_t place[MAX_AXIS];
	bool one_tap; /* `at` is where the only tap along all axes reads */
};

static union quantity
kept(const struct definition *d, int which, union quantity value)
{
	return d->keep ? d->keep(d->context, which, value) : value;
}

static void
move(struct product_loop *at, const struct product_loop *by, int64_t n)
{
	at->a += by->a * n;
	at->b += by->b * n;
	at->c += by->c * n;
	at->dst += by->dst * n;
}

/* The input that a tap reads; false: none, or padding. */
static bool
find_source(const struct product_plan *p, const struct point *point, const int64_t *tap,
	int64_t *a, int64_t *b)
{
	for (int i = 0; i < p->naxis; i++) {
		const struct axis *axis = &p->axis[i].axis;
		int64_t at = point->place[i] + axis->pad_begin - tap[i] * axis->dilation;

		if (at < 0 || at % axis->stride || at / axis->stride >= axis->in)
			return false;
		*a += tap[i] * p->axis[i].a;
		*b += at / axis->stride * p->axis[i].b;
	}
	return true;
}

static union quantity
add_term(const struct definition *d, int64_t a, int64_t b, union quantity sum)
{
	const struct product_plan *p = &d->plan->u.product;

	return kept(d, KEPT_SUM,
		quantity_muladd(d->algebra, d->element(d->context, p->b, b),
			d->element(d->context, p->a, a), sum));
}

/* Adds the terms of one step of depth to a sum. */
static union quantity
add_taps(const struct definition *d, const struct point *point, int64_t depth,
	union quantity sum)
{
	const struct product_plan *p = &d->plan->u.product;
	int64_t tap[MAX_AXIS] = {0}, extent[MAX_AXIS];

	if (!p->naxis || point->one_tap)
		return add_term(d, point->at.a + depth * p->a_depth,
			point->at.b + depth * p->b_depth, sum);
	for (int i = 0; i < p->naxis; i++)
		extent[i] = p->axis[i].axis.kernel;
	do {
		int64_t a = point->at.a + depth * p->a_depth;
		int64_t b = point->at.b + depth * p->b_depth;

		if (find_source(p, point, tap, &a, &b))
			sum = add_term(d, a, b, sum);
	} while (extents_next(tap, extent, p->naxis));
	return sum;
}

/* Where the only tap along all axes reads is the same in each step of depth. */
static void
find_one_tap(const struct product_plan *p, struct point *point)
{
	static const int64_t tap[MAX_AXIS];
	int64_t a = point->at.a, b = point->at.b;

	for (int i = 0; i < p->naxis; i++)
		if (p->axis[i].axis.kernel != 1)
			return;
	if (!find_source(p, point, tap, &a, &b))
		return;
	point->at.a = a;
	point->at.b = b;
	point->one_tap = true;
}

static union quantity
sum_blocks(const struct definition *d, const struct point *point)
{
	const struct product_plan *p = &d->plan->u.product;
	union quantity total = quantity_number(d->algebra, 0);

	if (p->c && p->begins_with_c)
		total = d->element(d->context, p->c, point->at.c);
	total = kept(d, KEPT_TOTAL, total);
	for (int64_t begin = 0; begin < p->depth; begin += p->block) {
		union quantity sum = kept(d, KEPT_SUM, quantity_number(d->algebra, 0));

		for (int64_t k = begin; k < p->depth && k - begin < p->block; k++)
			sum = add_taps(d, point, k, sum);
		total = kept(d, KEPT_TOTAL,
			quantity_binary(d->algebra, VALUE_ADD, total, sum));
	}
	return total;
}

/* A factor of 1 is left out. */
static union quantity
scale(const struct definition *d, int which, union quantity value, double factor)
{
	if (factor == 1)
		return value;
	return kept(d, which,
		quantity_binary(d->algebra, VALUE_MULTIPLY, value,
			quantity_number(d->algebra, factor)));
}

static void
define_point(const struct definition *d, const struct point *point, int64_t terms)
{
	const struct product_plan *p = &d->plan->u.product;
	union quantity total;

	if (d->begin)
		d->begin(d->context, point->at.dst, terms);
	total = scale(d, KEPT_TOTAL, sum_blocks(d, point), p->alpha);
	if (p->c && !p->begins_with_c)
		total = quantity_binary(d->algebra, VALUE_ADD, total,
			scale(d, KEPT_SUM, d->element(d->context, p->c, point->at.c),
				p->beta));
	d->put(d->context, 0, point->at.dst, total);
}

/* The axes of all outputs: loops, rows, places. */
struct extents {
	int64_t count[2 * MAX_AXIS + 1], dst[2 * MAX_AXIS + 1];
	int n;
	int64_t terms; /* of an output */
};

static void
add_extent(struct extents *e, int64_t count, int64_t dst)
{
	e->count[e->n] = count;
	e->dst[e->n++] = dst;
}

static struct extents
find_extents(const struct product_plan *p)
{
	struct extents e = {.terms = p->depth};

	for (int i = 0; i < p->nloop; i++)
		add_extent(&e, p->loop[i].count, p->loop[i].dst);
	add_extent(&e, p->row.count, p->row.dst);
	for (int i = 0; i < p->naxis; i++) {
		add_extent(&e, p->axis[i].axis.out, p->axis[i].dst);
		e.terms *= p->axis[i].axis.kernel;
	}
	return e;
}

static void
define_at(const struct definition *d, const int64_t *index, int64_t terms)
{
	const struct product_plan *p = &d->plan->u.product;
	struct point point = {0};

	for (int i = 0; i < p->nloop; i++)
		move(&point.at, &p->loop[i], index[i]);
	move(&point.at, &p->row, index[p->nloop]);
	for (int i = 0; i < p->naxis; i++) {
		const struct product_axis *axis = &p->axis[i];

		point.place[i] = index[p->nloop + 1 + i];
		point.at.c += point.place[i] * axis->c;
		point.at.dst += point.place[i] * axis->dst;
	}
	find_one_tap(p, &point);
	define_point(d, &point, terms);
}

void
define_product(const struct definition *d)
{
	const struct extents e = find_extents(&d->plan->u.product);
	int64_t index[2 * MAX_AXIS + 1] = {0};

	do
		define_at(d, index, e.terms);
	while (extents_next(index, e.count, e.n));
}

bool
define_product_output(const struct definition *d, int64_t k)
{
	const struct extents e = find_extents(&d->plan->u.product);
	int64_t index[2 * MAX_AXIS + 1];

	if (!define_index(k, e.dst, e.count, e.n, index))
		return false;
	define_at(d, index, e.terms);
	return true;
}

struct index_axes
index_axes(const int64_t *inc, const int64_t *count, int n)
{
	struct index_axes axes = {.n = n, .naxis = 0};

	for (int i = 0; i < n; i++) {
		int k = axes.naxis;

		if (count[i] == 1)
			continue;
		for (; k > 0 && axes.axis[k - 1].inc < inc[i]; k--)
			axes.axis[k] = axes.axis[k - 1];
		axes.axis[k].number = i;
		axes.axis[k].inc = inc[i];
		axes.axis[k].count = count[i];
		axes.naxis++;
	}
	return axes;
}

bool
index_at(const struct index_axes *axes, int64_t at, int64_t *index)
{
	if (at < 0)
		return false;
	for (int i = 0; i < axes->n; i++)
		index[i] = 0;
	for (int i = 0; i < axes->naxis; i++) {
		int64_t inc = axes->axis[i].inc, count = axes->axis[i].count;
		int64_t k = inc > 0 && count > 1 ? at / inc : 0;

		if (k >= count)
			k = count - 1;
		index[axes->axis[i].number] = k;
		at -= k * inc;
	}
	return at == 0;
}

bool
define_index(int64_t at, const int64_t *inc, const int64_t *count, int n, int64_t *index)
{
	const struct index_axes axes = index_axes(inc, count, n);

	return index_at(&axes, at, index);
}
