#include "plan/define.h"

#include "base/checked.h"

#include <float.h>
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

/* The largest number of a type. A double holds it less 1, or more, where it has 64
   bits. */
static union quantity
highest(const struct algebra *algebra, enum dtype dtype)
{
	double lowest = reduction_lowest(dtype);
	int bits = (int)dtype_info[dtype].size * 8;

	if (!dtype_is_integer(dtype))
		return quantity_number(algebra, -lowest);
	if (bits < 64)
		return quantity_number(algebra, ldexp(1, bits) + lowest - 1);
	return quantity_binary(algebra, VALUE_SUBTRACT,
		quantity_number(algebra, lowest < 0 ? -1 : 0),
		quantity_number(algebra, lowest < 0 ? lowest : 1));
}

union quantity
fold_identity(enum fold fold, const struct plan *plan, const struct algebra *algebra)
{
	bool is_bool = plan->src->dtype == DTYPE_BOOL;

	if (fold == FOLD_PROD)
		return quantity_number(algebra, 1);
	if (fold == FOLD_MIN)
		return is_bool ? quantity_number(algebra, 1)
			       : highest(algebra, plan->sum);
	if (fold == FOLD_MAX && !is_bool)
		return quantity_number(algebra, reduction_lowest(plan->sum));
	return quantity_number(algebra, 0);
}

/* The larger number, or the smaller; a NaN if there is one; b if they are equal. */
static union quantity
extreme(const struct algebra *algebra, enum fold fold, union quantity a, union quantity b)
{
	union quantity most =
		quantity_binary(algebra, fold == FOLD_MIN ? VALUE_MIN : VALUE_MAX, a, b);

	if (algebra->dtype != DTYPE_FLOAT32 && algebra->dtype != DTYPE_FLOAT64)
		return most;
	return quantity_binary(algebra, VALUE_NAN_OR, a, most);
}

union quantity
fold_term(enum fold fold, const struct algebra *algebra, union quantity result,
	union quantity x)
{
	switch (fold) {
	case FOLD_MAX:
	case FOLD_MIN:
		return extreme(algebra, fold, x, result);
	case FOLD_PROD:
		return quantity_binary(algebra, VALUE_MULTIPLY, result, x);
	case FOLD_SQUARES:
		return quantity_muladd(algebra, x, x, result);
	case FOLD_MAGNITUDES:
		x = quantity_magnitude(algebra, x);
		break;
	case FOLD_EXPONENTIALS:
		x = quantity_elementary(algebra, ELEMENTARY_EXP, x, x);
		break;
	case FOLD_SUM:
		break;
	}
	return quantity_binary(algebra, VALUE_ADD, result, x);
}

union quantity
fold_join(
	enum fold fold, const struct algebra *algebra, union quantity a, union quantity b)
{
	if (fold == FOLD_MAX || fold == FOLD_MIN)
		return extreme(algebra, fold, b, a);
	return quantity_binary(
		algebra, fold == FOLD_PROD ? VALUE_MULTIPLY : VALUE_ADD, a, b);
}

union quantity
reduce_mean(const struct reduce_plan *reduce, const struct algebra *algebra,
	union quantity sum)
{
	return quantity_binary(algebra, VALUE_DIVIDE, sum,
		quantity_number(algebra, (double)reduce->count));
}

/* What becomes of a fold's result. */
enum finish {
	FINISH_AS_IS,
	FINISH_MEAN,
	FINISH_ROOT,
	FINISH_LOG
};

static const struct {
	bool single; /* a single fold does */
	enum fold fold;
	enum finish finish;
} fold_of[] = {
	[REDUCE_SUM] = {true, FOLD_SUM, FINISH_AS_IS},
	[REDUCE_MEAN] = {true, FOLD_SUM, FINISH_MEAN},
	[REDUCE_MAX] = {true, FOLD_MAX, FINISH_AS_IS},
	[REDUCE_MIN] = {true, FOLD_MIN, FINISH_AS_IS},
	[REDUCE_PROD] = {true, FOLD_PROD, FINISH_AS_IS},
	[REDUCE_L1] = {true, FOLD_MAGNITUDES, FINISH_AS_IS},
	[REDUCE_L2] = {true, FOLD_SQUARES, FINISH_ROOT},
	[REDUCE_SUM_SQUARE] = {true, FOLD_SQUARES, FINISH_AS_IS},
	[REDUCE_LOG_SUM] = {true, FOLD_SUM, FINISH_LOG},
};

bool
reduce_folds(const struct reduce_plan *reduce, enum fold *fold)
{
	size_t kind = reduce->kind;

	if (kind >= sizeof fold_of / sizeof *fold_of || !fold_of[kind].single)
		return false;
	*fold = fold_of[kind].fold;
	return true;
}

union quantity
reduce_finish(const struct reduce_plan *reduce, const struct algebra *algebra,
	union quantity result)
{
	switch (fold_of[reduce->kind].finish) {
	case FINISH_MEAN:
		return reduce_mean(reduce, algebra, result);
	case FINISH_ROOT:
		return quantity_unary(algebra, VALUE_SQRT, result);
	case FINISH_LOG:
		return quantity_elementary(algebra, ELEMENTARY_LOG, result, result);
	case FINISH_AS_IS:
		break;
	}
	return result;
}

union quantity
reduce_shift(const struct algebra *algebra, union quantity most)
{
	double largest = algebra->dtype == DTYPE_FLOAT64 ? DBL_MAX : (double)FLT_MAX;

	return quantity_choose(algebra, quantity_unary(algebra, VALUE_ABS, most),
		quantity_number(algebra, largest), quantity_number(algebra, 0), most);
}

union quantity
reduce_most(const struct plan *plan, const struct algebra *algebra, union quantity most,
	union quantity x)
{
	return quantity_binary(algebra,
		plan->u.reduce.kind == REDUCE_ARG_MIN ? VALUE_MIN : VALUE_MAX, x, most);
}

/* a is nearer to what is looked for than b? yes : no */
static union quantity
choose(const struct plan *plan, const struct algebra *algebra, union quantity a,
	union quantity b, union quantity yes, union quantity no)
{
	return plan->u.reduce.kind == REDUCE_ARG_MIN
		       ? quantity_choose(algebra, b, a, yes, no)
		       : quantity_choose(algebra, a, b, yes, no);
}

union quantity
reduce_place(const struct plan *plan, const struct algebra *algebra, union quantity most,
	union quantity x, union quantity place, union quantity here)
{
	union quantity equal = here;

	if (!plan->u.reduce.last)
		return choose(plan, algebra, x, most, here, place);
	/* Neither is nearer: they are equal, or one is a NaN, and so is |x| + |most|. */
	if (dtype_is_real(plan->src->dtype))
		equal = quantity_choose(algebra,
			quantity_binary(algebra, VALUE_ADD,
				quantity_unary(algebra, VALUE_ABS, x),
				quantity_unary(algebra, VALUE_ABS, most)),
			quantity_number(algebra, -1), here, place);
	return choose(plan, algebra, x, most, here,
		choose(plan, algebra, most, x, place, equal));
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

/* Begins with the first element. */
static union quantity
find_place(const struct row *r)
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
		most = kept(d, KEPT_TOTAL, reduce_most(d->plan, d->algebra, most, x));
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
	variance = kept(
		d, KEPT_FACTOR, reduce_mean(r->reduce, a, fold_row(r, FOLD_SQUARES)));
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

	r->mean = kept(
		d, KEPT_MEAN, reduce_mean(r->reduce, d->algebra, fold_row(r, FOLD_SUM)));
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

	r->mean = kept(
		d, KEPT_MEAN, reduce_mean(r->reduce, d->algebra, fold_row(r, FOLD_SUM)));
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

static union quantity
log_sum_exp(struct row *r)
{
	const struct definition *d = r->d;
	const struct algebra *a = d->algebra;
	union quantity sum;

	r->mean = kept(d, KEPT_MEAN, fold_row(r, FOLD_MAX));
	r->mean = kept(d, KEPT_MEAN, reduce_shift(a, r->mean));
	r->centered = true;
	sum = kept(d, KEPT_FACTOR, fold_row(r, FOLD_EXPONENTIALS));
	return quantity_binary(
		a, VALUE_ADD, quantity_elementary(a, ELEMENTARY_LOG, sum, sum), r->mean);
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
	enum fold fold;

	if (d->begin)
		d->begin(d->context, r->dst, 2 * r->reduce->count);
	if (reduce_folds(r->reduce, &fold)) {
		d->put(d->context, 0, r->dst,
			reduce_finish(r->reduce, d->algebra, fold_row(r, fold)));
		return;
	}
	switch (r->reduce->kind) {
	case REDUCE_LOG_SUM_EXP:
		d->put(d->context, 0, r->dst, log_sum_exp(r));
		break;
	case REDUCE_ARG_MAX:
	case REDUCE_ARG_MIN:
		d->put(d->context, 0, r->dst, find_place(r));
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
	default:
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
		       (reduce_gives_rows(plan->u.reduce.kind)             ? 3
			       : plan->u.reduce.kind == REDUCE_LOG_SUM_EXP ? 2
									   : 1);
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
