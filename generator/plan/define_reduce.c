#include "plan/define.h"

#include "base/checked.h"

#include <math.h>

/* What an axis' elements are apart in. */
enum tensor_of_row {
	ROW_SRC,
	ROW_DST,
	ROW_CHANNEL
};

static int64_t
offset_of(const struct reduce_plan *reduce, int64_t j, enum tensor_of_row tensor)
{
	int64_t at = 0;

	for (int i = reduce->nrow - 1; i >= 0; i--) {
		const struct reduce_axis *axis = &reduce->row[i];
		const int64_t inc[] = {axis->src, axis->dst, axis->channel};

		at += j % axis->count * inc[tensor];
		j /= axis->count;
	}
	return at;
}

int64_t
reduce_src(const struct reduce_plan *reduce, int64_t j)
{
	return offset_of(reduce, j, ROW_SRC);
}

int64_t
reduce_dst(const struct reduce_plan *reduce, int64_t j)
{
	return offset_of(reduce, j, ROW_DST);
}

int64_t
reduce_channel(const struct reduce_plan *reduce, int64_t j)
{
	return offset_of(reduce, j, ROW_CHANNEL);
}

bool
reduce_is_plane(const struct reduce_plan *reduce)
{
	return reduce->count >= PLANE_LANES;
}

union quantity
fold_identity(enum fold fold, const struct plan *plan, const struct algebra *algebra)
{
	if (fold != FOLD_MAX || plan->src->dtype == DTYPE_BOOL)
		return quantity_number(algebra, 0);
	return quantity_number(algebra, reduction_lowest(plan->sum));
}

/* The larger number; a NaN if there is one; b if they are equal. */
static union quantity
maximum(const struct algebra *algebra, union quantity a, union quantity b)
{
	union quantity most = quantity_binary(algebra, VALUE_MAX, a, b);

	if (algebra->dtype != DTYPE_FLOAT32 && algebra->dtype != DTYPE_FLOAT64)
		return most;
	return quantity_binary(algebra, VALUE_NAN_OR, a, most);
}

union quantity
fold_term(enum fold fold, const struct algebra *algebra, union quantity result,
	union quantity x)
{
	if (fold == FOLD_MAX)
		return maximum(algebra, x, result);
	if (fold == FOLD_SQUARES)
		return quantity_muladd(algebra, x, x, result);
	if (fold == FOLD_EXPONENTIALS)
		x = quantity_elementary(algebra, ELEMENTARY_EXP, x, x);
	return quantity_binary(algebra, VALUE_ADD, result, x);
}

union quantity
fold_join(
	enum fold fold, const struct algebra *algebra, union quantity a, union quantity b)
{
	if (fold == FOLD_MAX)
		return maximum(algebra, b, a);
	return quantity_binary(algebra, VALUE_ADD, a, b);
}

static union quantity
choose(const struct algebra *algebra, union quantity a, union quantity b,
	union quantity greater, union quantity other)
{
	return algebra->compute(algebra,
		&(struct computation){.kind = VALUE_CHOOSE, .a = {a, b, greater, other}});
}

union quantity
reduce_place(const struct plan *plan, const struct algebra *algebra, union quantity most,
	union quantity x, union quantity place, union quantity here)
{
	union quantity equal = here;

	if (!plan->u.reduce.last)
		return choose(algebra, x, most, here, place);
	/* Neither is greater: they are equal, or one is a NaN, and so is |x| + |most|. */
	if (dtype_is_real(plan->src->dtype))
		equal = choose(algebra,
			quantity_binary(algebra, VALUE_ADD,
				quantity_unary(algebra, VALUE_ABS, x),
				quantity_unary(algebra, VALUE_ABS, most)),
			quantity_number(algebra, -1), here, place);
	return choose(algebra, x, most, here, choose(algebra, most, x, place, equal));
}

union quantity
reduce_local(const struct reduce_plan *reduce, const struct algebra *algebra,
	union quantity x, union quantity sum)
{
	union quantity scaled =
		quantity_muladd(algebra, sum, quantity_number(algebra, reduce->alpha),
			quantity_number(algebra, reduce->add));

	return quantity_binary(algebra, VALUE_DIVIDE, x,
		quantity_elementary(algebra, ELEMENTARY_POW, scaled,
			quantity_number(algebra, reduce->beta)));
}

/* A row being computed. */
struct row {
	const struct definition *d;
	const struct reduce_plan *reduce;
	int64_t src, dst, channel; /* where it begins */
	union quantity mean;       /* what is subtracted from each element */
	bool centered;
};

static union quantity
kept(const struct definition *d, int which, union quantity value)
{
	return d->keep ? d->keep(d->context, which, value) : value;
}

static union quantity
element(const struct row *r, int64_t j)
{
	union quantity x = r->d->element(
		r->d->context, r->d->plan->src, r->src + reduce_src(r->reduce, j));

	if (!r->centered)
		return x;
	return kept(r->d, KEPT_SUM,
		quantity_binary(r->d->algebra, VALUE_SUBTRACT, x, r->mean));
}

/* Folds all elements into one, through partial results where there are many. */
static union quantity
fold_row(const struct row *r, enum fold fold)
{
	const struct definition *d = r->d;
	int64_t n = reduce_is_plane(r->reduce) ? PLANE_LANES : 1;
	union quantity lane[PLANE_LANES];

	for (int i = 0; i < n; i++)
		lane[i] =
			kept(d, KEPT_LANE + i, fold_identity(fold, d->plan, d->algebra));
	for (int64_t j = 0; j < r->reduce->count; j++)
		lane[j % n] = kept(d, KEPT_LANE + (int)(j % n),
			fold_term(fold, d->algebra, lane[j % n], element(r, j)));
	for (n /= 2; n > 0; n /= 2)
		for (int i = 0; i < n; i++)
			lane[i] = kept(d, KEPT_LANE + i,
				fold_join(fold, d->algebra, lane[i], lane[i + n]));
	return lane[0];
}

static union quantity
mean_of(const struct row *r, union quantity sum)
{
	return quantity_binary(r->d->algebra, VALUE_DIVIDE, sum,
		quantity_number(r->d->algebra, (double)r->reduce->count));
}

/* Begins with the first element. */
static union quantity
arg_max(const struct row *r)
{
	const struct definition *d = r->d;
	union quantity most, place = d->place(d->context, 0);

	if (r->reduce->count == 1)
		return place;
	most = kept(d, KEPT_TOTAL, element(r, 0));
	place = kept(d, KEPT_PLACE, place);
	for (int64_t j = 1; j < r->reduce->count; j++) {
		union quantity x = kept(d, KEPT_SUM, element(r, j));

		place = kept(d, KEPT_PLACE,
			reduce_place(d->plan, d->algebra, most, x, place,
				d->place(d->context, j)));
		most = kept(
			d, KEPT_TOTAL, quantity_binary(d->algebra, VALUE_MAX, x, most));
	}
	return place;
}

/* A number over the standard deviation; from here on, the mean is subtracted. */
static union quantity
over_deviation(struct row *r, union quantity number)
{
	const struct definition *d = r->d;
	const struct algebra *a = d->algebra;
	union quantity variance;

	r->centered = true;
	variance = kept(d, KEPT_FACTOR, mean_of(r, fold_row(r, FOLD_SQUARES)));
	variance = kept(d, KEPT_FACTOR,
		quantity_binary(
			a, VALUE_ADD, variance, quantity_number(a, r->reduce->epsilon)));
	return kept(d, KEPT_FACTOR,
		quantity_binary(a, VALUE_DIVIDE, number,
			quantity_unary(a, VALUE_SQRT, variance)));
}

static void
normalize(struct row *r)
{
	const struct definition *d = r->d;
	const struct algebra *a = d->algebra;
	union quantity factor, bias;

	r->mean = kept(d, KEPT_MEAN, mean_of(r, fold_row(r, FOLD_SUM)));
	factor = over_deviation(r, d->element(d->context, r->reduce->scale, r->channel));
	bias = d->element(d->context, r->reduce->bias, r->channel);
	for (int64_t j = 0; j < r->reduce->count; j++)
		d->put(d->context, 0, r->dst + reduce_dst(r->reduce, j),
			quantity_muladd(a, element(r, j), factor, bias));
}

/* The scaled element of a standardized row, whose standardized one is x. */
static union quantity
scaled(const struct row *r, int64_t j, union quantity x)
{
	const struct definition *d = r->d;
	const struct reduce_plan *reduce = r->reduce;
	int64_t at = r->channel + reduce_channel(reduce, j);
	union quantity scale;

	if (!reduce->scale)
		return x;
	scale = d->element(d->context, reduce->scale, at);
	return reduce->bias ? quantity_muladd(d->algebra, x, scale,
				      d->element(d->context, reduce->bias, at))
			    : quantity_binary(d->algebra, VALUE_MULTIPLY, x, scale);
}

static void
standardize(struct row *r)
{
	const struct definition *d = r->d;
	const struct reduce_plan *reduce = r->reduce;
	int64_t row = r->dst / reduce->count;
	union quantity inverse;

	r->mean = kept(d, KEPT_MEAN, mean_of(r, fold_row(r, FOLD_SUM)));
	inverse = over_deviation(r, quantity_number(d->algebra, 1));
	for (int64_t j = 0; j < reduce->count; j++) {
		union quantity x = kept(d, KEPT_SUM,
			quantity_binary(
				d->algebra, VALUE_MULTIPLY, element(r, j), inverse));

		d->put(d->context, 0, r->dst + reduce_dst(reduce, j), scaled(r, j, x));
	}
	if (reduce->mean)
		d->put(d->context, reduce->mean, row, r->mean);
	if (reduce->inverse)
		d->put(d->context, reduce->inverse, row, inverse);
}

static void
soften(struct row *r)
{
	const struct definition *d = r->d;
	const struct algebra *a = d->algebra;
	bool logs = r->reduce->kind == REDUCE_LOG_SOFTMAX;
	union quantity sum;

	r->mean = kept(d, KEPT_MEAN, fold_row(r, FOLD_MAX));
	r->centered = true;
	sum = kept(d, KEPT_FACTOR, fold_row(r, FOLD_EXPONENTIALS));
	if (logs)
		sum = kept(
			d, KEPT_FACTOR, quantity_elementary(a, ELEMENTARY_LOG, sum, sum));
	for (int64_t j = 0; j < r->reduce->count; j++) {
		union quantity x = element(r, j);

		d->put(d->context, 0, r->dst + reduce_dst(r->reduce, j),
			logs ? quantity_binary(a, VALUE_SUBTRACT, x, sum)
			     : quantity_binary(a, VALUE_DIVIDE,
				       quantity_elementary(a, ELEMENTARY_EXP, x, x),
				       sum));
	}
}

/* Each element with its neighbours. */
static void
localize(const struct row *r)
{
	const struct definition *d = r->d;
	const struct reduce_plan *reduce = r->reduce;

	for (int64_t j = 0; j < reduce->count; j++) {
		union quantity sum = kept(d, KEPT_TOTAL, quantity_number(d->algebra, 0));
		int64_t first = j > reduce->before ? j - reduce->before : 0;

		for (int64_t k = first; k < reduce->count && k <= j + reduce->after; k++)
			sum = kept(d, KEPT_TOTAL,
				fold_term(FOLD_SQUARES, d->algebra, sum, element(r, k)));
		d->put(d->context, 0, r->dst + reduce_dst(reduce, j),
			reduce_local(reduce, d->algebra, element(r, j), sum));
	}
}

static void
define_row(struct row *r)
{
	const struct definition *d = r->d;

	if (d->begin)
		d->begin(d->context, r->dst, 2 * r->reduce->count);
	switch (r->reduce->kind) {
	case REDUCE_SUM:
		d->put(d->context, 0, r->dst, fold_row(r, FOLD_SUM));
		break;
	case REDUCE_MAX:
		d->put(d->context, 0, r->dst, fold_row(r, FOLD_MAX));
		break;
	case REDUCE_MEAN:
		d->put(d->context, 0, r->dst, mean_of(r, fold_row(r, FOLD_SUM)));
		break;
	case REDUCE_ARG_MAX:
		d->put(d->context, 0, r->dst, arg_max(r));
		break;
	case REDUCE_NORMALIZE:
		normalize(r);
		break;
	case REDUCE_STANDARDIZE:
		standardize(r);
		break;
	case REDUCE_SOFTMAX:
	case REDUCE_LOG_SOFTMAX:
		soften(r);
		break;
	case REDUCE_LOCAL:
		localize(r);
		break;
	}
}

static void
define_at(const struct definition *d, const int64_t *index)
{
	const struct reduce_plan *reduce = &d->plan->u.reduce;
	struct row row = {.d = d, .reduce = reduce};

	for (int i = 0; i < reduce->nkept; i++) {
		row.src += index[i] * reduce->kept[i].src;
		row.dst += index[i] * reduce->kept[i].dst;
		row.channel += index[i] * reduce->kept[i].channel;
	}
	define_row(&row);
}

void
define_reduce(const struct definition *d)
{
	const struct reduce_plan *reduce = &d->plan->u.reduce;
	int64_t index[MAX_RANK] = {0};
	int i;

	do {
		define_at(d, index);
		for (i = reduce->nkept - 1; i >= 0 && ++index[i] == reduce->kept[i].count;
			i--)
			index[i] = 0;
	} while (i >= 0);
}

/* Rows that become rows have places in dst as well. Other outputs have an element for
   each row. */
bool
define_reduce_output(const struct definition *d, size_t output, int64_t k)
{
	const struct reduce_plan *reduce = &d->plan->u.reduce;
	int64_t inc[2 * MAX_RANK], count[2 * MAX_RANK], index[2 * MAX_RANK];
	int n = 0;

	if (output)
		k *= reduce->count;
	for (int i = 0; i < reduce->nkept; i++, n++) {
		inc[n] = reduce->kept[i].dst;
		count[n] = reduce->kept[i].count;
	}
	for (int i = 0; reduce_gives_rows(reduce->kind) && i < reduce->nrow; i++, n++) {
		inc[n] = reduce->row[i].dst;
		count[n] = reduce->row[i].count;
	}
	if (!define_index(k, inc, count, n, index))
		return false;
	define_at(d, index);
	return true;
}

void
define_outputs(const struct definition *d)
{
	if (d->plan->kind == PLAN_REDUCE)
		define_reduce(d);
	else if (d->plan->kind == PLAN_SAMPLE)
		define_sample(d);
	else
		define_product(d);
}

bool
define_output(const struct definition *d, size_t output, int64_t k)
{
	if (d->plan->kind == PLAN_REDUCE)
		return define_reduce_output(d, output, k);
	if (d->plan->kind == PLAN_SAMPLE)
		return define_sample_output(d, k);
	return define_product_output(d, k);
}

/* The terms of all windows, without taps in the padding. */
static uint64_t
window_terms(const struct window_plan *w)
{
	int64_t terms = w->batch * w->group * w->oc;

	if (mul_overflows(terms, w->ic, &terms))
		return UINT64_MAX;
	for (int i = 0; i < w->naxis; i++) {
		const struct axis *a = &w->axis[i];
		int64_t along = 0, of_span;

		for (const struct span *s = a->span; s < a->span + a->nspan; s++)
			if (mul_overflows(s->count, s->ntap, &of_span) ||
				add_overflows(along, of_span, &along))
				return UINT64_MAX;
		if (mul_overflows(terms, along, &terms))
			return UINT64_MAX;
	}
	return (uint64_t)terms;
}

uint64_t
plan_terms(const struct plan *plan)
{
	const struct product_plan *p = &plan->u.product;
	int64_t terms = plan->dst.nelement;

	if (plan->kind == PLAN_WINDOW)
		return window_terms(&plan->u.window);
	if (plan->kind == PLAN_SAMPLE)
		return sample_terms(plan);
	if (plan->kind == PLAN_REDUCE && plan->u.reduce.kind == REDUCE_LOCAL)
		return (uint64_t)plan->src->nelement *
		       (uint64_t)(plan->u.reduce.before + plan->u.reduce.after + 2);
	if (plan->kind == PLAN_REDUCE)
		return (uint64_t)plan->src->nelement *
		       (reduce_gives_rows(plan->u.reduce.kind) ? 3 : 1);
	if (mul_overflows(terms, p->depth, &terms))
		return UINT64_MAX;
	/* In a transposed window, one tap in `stride` reads an input. */
	for (int i = 0; i < p->naxis; i++)
		if (mul_overflows(terms,
			    ceil_div(p->axis[i].axis.kernel, p->axis[i].axis.stride),
			    &terms))
			return UINT64_MAX;
	return (uint64_t)terms;
}
