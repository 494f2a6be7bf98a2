#include "kernels/common/code_algebra.h"
#include "kernels/common/lowering.h"
#include "kernels/common/tile_plan.h"
#include "kernels/kernel.h"

#include "base/checked.h"
#include "plan/define.h"

/* Reductions along axes: a loop nest over rows, with as many passes over each row as its
   result needs. */

/* The current row, and how its elements are read. */
struct rows {
	const struct lowering *l;
	struct code_builder *code;
	const struct plan *plan;
	const struct reduce_plan *reduce;
	struct code_algebra statements;
	struct algebra algebra;
	/* The types of a row's result, a vector if lanes are rows; and of several
	   neighbouring elements of a row. */
	struct code_type scalar, vector;
	int along;               /* elements of a row in a vector; of a short row: 1 */
	struct address src, dst; /* where the row begins */
	struct address scale, bias;
	struct address means, inverses; /* of the row, where they are outputs */
	const struct variable *j;
	const struct variable *lane; /* the array of partial results, or NULL */
	const struct variable *mean; /* the mean to subtract from elements, or NULL */
	/* For the last pass over a row: of a normalized or standardized row, of a
	   normalized one, and of a softmax. */
	const struct variable *factor, *shift, *total;
	bool keeps; /* exponentials of the elements are stored in dst for the last pass */
};

/* A row's number for a type's elements. */
static const struct value *
spread(const struct rows *r, struct code_type type, const struct variable *number)
{
	const struct value *v = code_get(r->code, number);

	return type.lanes > r->scalar.lanes ? code_set1(r->code, type, v) : v;
}

/* Where the elements of a row are, from where it begins in a tensor: the offset of one,
   and how far the next one is along an axis. */
struct way {
	int64_t (*offset)(const struct reduce_plan *reduce, int64_t j);
	int64_t (*inc)(const struct reduce_axis *axis);
};

static int64_t
src_inc(const struct reduce_axis *axis)
{
	return axis->src;
}

static int64_t
dst_inc(const struct reduce_axis *axis)
{
	return axis->dst;
}

static int64_t
channel_inc(const struct reduce_axis *axis)
{
	return axis->channel;
}

static const struct way in_src = {reduce_src, src_inc};
static const struct way in_dst = {reduce_dst, dst_inc};
static const struct way in_channels = {reduce_channel, channel_inc};

/* The address of an element of the row that begins at an address: number counter + add,
   or `add` if there is no counter. */
static struct address
at_place(const struct rows *r, struct address at, const struct way *way,
	const struct variable *counter, int64_t add)
{
	const struct reduce_plan *reduce = r->reduce;
	const struct reduce_axis *axis = reduce->row;
	int64_t offset = way->offset(reduce, add), inner = 1;

	if (reduce->nrow < 2 || !counter)
		return code_indexed(
			r->code, code_moved(at, offset), counter, way->inc(axis));
	for (int i = reduce->nrow - 1; i >= 0; i--) {
		at = code_indexed_by(r->code, at,
			(struct index_term){.counter = counter,
				.divide = inner,
				.modulo = i ? axis[i].count : 0,
				.inc = way->inc(&axis[i]),
				.add = add});
		inner *= axis[i].count;
	}
	return at;
}

/* One element, or several neighbours, in the type of results, minus the mean. */
static const struct value *
element(const struct rows *r, struct code_type type, const struct variable *counter,
	int64_t add, const char *name)
{
	struct code_builder *code = r->code;
	const struct value *x =
		code_load(code, type, at_place(r, r->src, &in_src, counter, add));

	if (!r->mean)
		return x;
	x = code_binary(code, VALUE_SUBTRACT, x, spread(r, type, r->mean));
	return code_named(code, x, "%s", name);
}

/* The result with one more element, the one that element() returned last. */
static const struct value *
term(struct rows *r, enum fold kind, const struct value *sum, const struct value *x,
	const struct variable *counter, int64_t add)
{
	struct code_builder *code = r->code;

	if (kind != FOLD_EXPONENTIALS || !r->keeps)
		return fold_term(kind, &r->algebra, quantity_of(sum), quantity_of(x))
			.value;
	x = code_named(code, code_elementary(code, r->l->fused, ELEMENTARY_EXP, x, NULL),
		"e%d", (int)(add % PLANE_LANES));
	code_store(code, at_place(r, r->dst, &in_dst, counter, add), x);
	return code_binary(code, VALUE_ADD, sum, x);
}

/* The name of partial result i, or of an element for it. */
static const char *
name_of(const struct rows *r, const char *name, int i)
{
	return r->lane ? code_name(r->code, "%s%d", name, i) : name;
}

/* Folds whole groups of PLANE_LANES elements into the array of partial results; or a
   short row into one result, which it returns. */
static const struct value *
fold_groups(struct rows *r, enum fold kind, const char *name)
{
	struct code_builder *code = r->code;
	int group = r->lane ? PLANE_LANES : 1, n = group / r->along;
	int64_t grouped = r->reduce->count / group * group;
	const struct variable *sum[PLANE_LANES];

	r->statements.lanes = r->vector.lanes;
	for (int i = 0; i < n; i++)
		sum[i] = code_let(code, false, name_of(r, name, i),
			fold_identity(kind, r->plan, &r->algebra).value);
	if (grouped) {
		code_loop_by(code, r->j, 0, group, grouped);
		for (int i = 0; i < n; i++)
			code_set(code, sum[i],
				term(r, kind, code_get(code, sum[i]),
					element(r, r->vector, r->j, i * r->along,
						name_of(r, "d", i)),
					r->j, i * r->along));
		code_end(code);
	}
	for (int i = 0; r->lane && i < n; i++)
		code_store(code, code_at(r->lane, i * r->along), code_get(code, sum[i]));
	r->statements.lanes = r->scalar.lanes;
	return code_get(code, sum[0]);
}

static const struct value *
lane_of(const struct rows *r, int64_t i)
{
	return code_load(r->code, r->scalar, code_at(r->lane, i));
}

/* Folds all elements into one. */
static const struct value *
fold(struct rows *r, enum fold kind, const char *name)
{
	struct code_builder *code = r->code;
	int64_t count = r->reduce->count;
	const struct value *result = fold_groups(r, kind, name);

	if (!r->lane)
		return result;
	for (int64_t k = count / PLANE_LANES * PLANE_LANES; k < count; k++)
		code_store(code, code_at(r->lane, k % PLANE_LANES),
			term(r, kind, lane_of(r, k % PLANE_LANES),
				element(r, r->scalar, NULL, k,
					code_name(code, "%s_d%d", name,
						(int)(k % PLANE_LANES))),
				NULL, k));
	for (int n = PLANE_LANES / 2; n > 0; n /= 2)
		for (int i = 0; i < n; i++)
			code_store(code, code_at(r->lane, i),
				fold_join(kind, &r->algebra, quantity_of(lane_of(r, i)),
					quantity_of(lane_of(r, i + n)))
					.value);
	return lane_of(r, 0);
}

static const struct value *
mean_of(const struct rows *r, const struct value *sum)
{
	return reduce_mean(r->reduce, &r->algebra, quantity_of(sum)).value;
}

static void
lower_place(struct rows *r)
{
	struct code_builder *code = r->code;
	const struct value *first = code_number(code, code_scalar(DTYPE_INT64), 0), *x;
	const struct variable *most, *place;

	if (r->reduce->count == 1) {
		code_store(code, r->dst, first);
		return;
	}
	most = code_let(code, false, "most", element(r, r->scalar, NULL, 0, "d"));
	place = code_let(code, false, "place", first);
	code_loop_by(code, r->j, 1, 1, r->reduce->count);
	x = code_named(code, element(r, r->scalar, r->j, 0, "d"), "x");
	code_set(code, place,
		reduce_place(r->plan, &r->algebra, quantity_of(code_get(code, most)),
			quantity_of(x), quantity_of(code_get(code, place)),
			quantity_of(
				code_index(code, code_along(code, r->src.base, r->j, 1))))
			.value);
	code_set(code, most,
		reduce_most(r->plan, &r->algebra, quantity_of(code_get(code, most)),
			quantity_of(x))
			.value);
	code_end(code);
	code_store(code, r->dst, code_get(code, place));
}

/* What the current element, or several of a vector, become in the last pass over their
   row. */
typedef const struct value *last_result(struct rows *r, struct code_type type);

/* Stores the results of elements from `first` on, in steps of a type's lanes. */
static void
store_elements(struct rows *r, struct code_type type, int64_t first, last_result *result)
{
	int64_t step = type.lanes / r->scalar.lanes;
	int64_t end = (r->reduce->count - first) / step * step + first;

	if (end == first)
		return;
	code_loop_by(r->code, r->j, first, step, end);
	code_store(r->code, at_place(r, r->dst, &in_dst, r->j, 0), result(r, type));
	code_end(r->code);
}

/* The last pass over a row: whole vectors, then the rest. */
static void
store_row(struct rows *r, last_result *result)
{
	store_elements(r, r->vector, 0, result);
	store_elements(r, r->scalar, r->reduce->count / r->along * r->along, result);
	r->mean = NULL;
}

static const struct value *
scaled(struct rows *r, struct code_type type)
{
	return code_muladd(r->code, r->l->fused, element(r, type, r->j, 0, "d"),
		spread(r, type, r->factor), spread(r, type, r->shift));
}

/* Declares the mean, and a number over the standard deviation. */
static void
set_factor(struct rows *r, const struct value *number)
{
	struct code_builder *code = r->code;
	const struct value *variance;

	r->mean = code_let(code, true, "mean", mean_of(r, fold(r, FOLD_SUM, "sum")));
	variance = mean_of(r, fold(r, FOLD_SQUARES, "square"));
	variance = code_named(code, variance, "variance");
	variance = code_binary(code, VALUE_ADD, variance,
		code_number(code, r->scalar, r->reduce->epsilon));
	r->factor = code_let(code, true, "factor",
		code_binary(code, VALUE_DIVIDE, number,
			code_unary(code, VALUE_SQRT, variance)));
}

static void
lower_normalize(struct rows *r)
{
	struct code_builder *code = r->code;

	set_factor(r, code_load(code, r->scalar, r->scale));
	r->shift = code_let(code, true, "bias", code_load(code, r->scalar, r->bias));
	store_row(r, scaled);
}

/* The current element, or several, of scale or bias. */
static const struct value *
factor_at(const struct rows *r, struct code_type type, struct address at)
{
	return code_load(r->code, type, at_place(r, at, &in_channels, r->j, 0));
}

static const struct value *
standardized(struct rows *r, struct code_type type)
{
	struct code_builder *code = r->code;
	const struct value *x = code_binary(code, VALUE_MULTIPLY,
		element(r, type, r->j, 0, "d"), spread(r, type, r->factor));
	const struct value *scale;

	if (!r->reduce->scale)
		return x;
	x = code_named(code, x, "x");
	scale = factor_at(r, type, r->scale);
	return r->reduce->bias ? code_muladd(code, r->l->fused, x, scale,
					 factor_at(r, type, r->bias))
			       : code_binary(code, VALUE_MULTIPLY, x, scale);
}

static void
lower_standardize(struct rows *r)
{
	struct code_builder *code = r->code;

	set_factor(r, code_number(code, r->scalar, 1));
	if (r->reduce->mean)
		code_store(code, r->means, code_get(code, r->mean));
	if (r->reduce->inverse)
		code_store(code, r->inverses, code_get(code, r->factor));
	store_row(r, standardized);
}

static const struct value *
softened(struct rows *r, struct code_type type)
{
	struct code_builder *code = r->code;
	const struct value *total = spread(r, type, r->total), *x;

	x = r->keeps ? code_load(code, type, at_place(r, r->dst, &in_dst, r->j, 0))
		     : element(r, type, r->j, 0, "d");
	if (r->reduce->kind == REDUCE_LOG_SOFTMAX)
		return code_binary(code, VALUE_SUBTRACT, x, total);
	if (!r->keeps)
		x = code_elementary(code, r->l->fused, ELEMENTARY_EXP, x, NULL);
	return code_binary(code, VALUE_DIVIDE, x, total);
}

static void
lower_softmax(struct rows *r)
{
	struct code_builder *code = r->code;
	const struct value *sum;

	r->mean = code_let(code, true, "most", fold(r, FOLD_MAX, "max"));
	sum = fold(r, FOLD_EXPONENTIALS, "sum");
	if (r->reduce->kind == REDUCE_LOG_SOFTMAX)
		sum = code_elementary(code, r->l->fused, ELEMENTARY_LOG, sum, NULL);
	r->total = code_let(code, true, "total", sum);
	store_row(r, softened);
}

static void
lower_log_sum_exp(struct rows *r)
{
	struct code_builder *code = r->code;
	const struct value *most =
		code_named(code, fold(r, FOLD_MAX, "max"), "%s", "most");
	const struct value *sum;

	r->mean = code_let(
		code, true, "shift", reduce_shift(&r->algebra, quantity_of(most)).value);
	sum = fold(r, FOLD_EXPONENTIALS, "sum");
	sum = code_elementary(code, r->l->fused, ELEMENTARY_LOG, sum, NULL);
	code_store(
		code, r->dst, code_binary(code, VALUE_ADD, sum, code_get(code, r->mean)));
	r->mean = NULL;
}

/* Adds one element with its neighbours: number j of its row, in a loop j of its first
   pass. */
static void
add_local(struct rows *r, const struct variable *counter, int64_t j)
{
	struct code_builder *code = r->code;
	int64_t first = max_of(j - r->reduce->before, 0);
	int64_t end = min_of(j + r->reduce->after + 1, r->reduce->count);
	const struct variable *sum;
	const struct value *x;

	code_block(code);
	sum = code_let(code, false, "sum", code_number(code, r->scalar, 0));
	for (int64_t k = first; k < end; k++) {
		x = element(r, r->scalar, counter, k, "d");
		x = code_named(code, x, "x%d", (int)(k - first));
		code_set(code, sum,
			term(r, FOLD_SQUARES, code_get(code, sum), x, NULL, 0));
	}
	x = element(r, r->scalar, counter, j, "d");
	code_store(code, at_place(r, r->dst, &in_dst, counter, j),
		reduce_local(r->reduce, &r->algebra, quantity_of(x),
			quantity_of(code_get(code, sum)))
			.value);
	code_end(code);
}

/* The ends of the row one by one, the rest in a loop. */
static void
lower_local(struct rows *r)
{
	const struct reduce_plan *p = r->reduce;
	int64_t begin = min_of(p->before, p->count);
	int64_t end = max_of(p->count - p->after, begin);

	for (int64_t j = 0; j < begin; j++)
		add_local(r, NULL, j);
	if (end > begin) {
		code_loop(r->code, r->j, end - begin);
		add_local(r, r->j, begin);
		code_end(r->code);
	}
	for (int64_t j = end; j < p->count; j++)
		add_local(r, NULL, j);
}

static void
lower_row(struct rows *r)
{
	enum fold kind;

	if (reduce_folds(r->reduce, &kind)) {
		code_store(r->code, r->dst,
			reduce_finish(
				r->reduce, &r->algebra, quantity_of(fold(r, kind, "sum")))
				.value);
		return;
	}
	switch (r->reduce->kind) {
	case REDUCE_LOG_SUM_EXP:
		lower_log_sum_exp(r);
		break;
	case REDUCE_ARG_MAX:
	case REDUCE_ARG_MIN:
		lower_place(r);
		break;
	case REDUCE_NORMALIZE:
		lower_normalize(r);
		break;
	case REDUCE_STANDARDIZE:
		lower_standardize(r);
		break;
	case REDUCE_SOFTMAX:
	case REDUCE_LOG_SOFTMAX:
		lower_softmax(r);
		break;
	case REDUCE_LOCAL:
		lower_local(r);
		break;
	default:
		break;
	}
}

/* Declares the counters of rows and of their elements, and the array of partial
   results. */
static void
declare(struct rows *r, struct variable **counter)
{
	int n = r->reduce->nkept;

	for (int i = 0; i < n; i++)
		counter[i] = code_counter(r->code, code_name(r->code, "i%d", i));
	counter[n] = code_counter(r->code, "j");
	code_declare(r->code, counter, (size_t)n + 1);
	r->j = counter[n];
	if (reduce_is_plane(r->reduce) && !reduce_finds_place(r->reduce->kind) &&
		r->reduce->kind != REDUCE_LOCAL)
		r->lane = code_let_array(r->code, r->scalar, "lane", PLANE_LANES, 0);
	code_blank(r->code);
}

/* Moves the current row by the counter of a loop over rows. */
static void
index_row(struct rows *r, const struct variable *counter, const struct reduce_axis *axis)
{
	r->src = code_indexed(r->code, r->src, counter, axis->src);
	r->dst = code_indexed(r->code, r->dst, counter, axis->dst);
	r->scale = code_indexed(r->code, r->scale, counter, axis->channel);
	r->bias = code_indexed(r->code, r->bias, counter, axis->channel);
	if (r->reduce->kind != REDUCE_STANDARDIZE)
		return;
	r->means = code_indexed(r->code, r->means, counter, axis->dst / r->reduce->count);
	r->inverses =
		code_indexed(r->code, r->inverses, counter, axis->dst / r->reduce->count);
}

/* Adds the rows of the last axis: one by one, or a vector of rows at a time, the last of
   which may overlap the one before. */
static void
lower_last(struct rows *r, const struct variable *counter, const struct reduce_axis *axis)
{
	const struct address src = r->src, dst = r->dst;
	int64_t lanes = r->scalar.lanes, tiles = axis->count / lanes;

	code_loop_by(r->code, counter, 0, lanes, tiles * lanes);
	index_row(r, counter, axis);
	lower_row(r);
	code_end(r->code);
	if (axis->count == tiles * lanes)
		return;
	code_block(r->code);
	r->src = code_moved(src, (axis->count - lanes) * axis->src);
	r->dst = code_moved(dst, (axis->count - lanes) * axis->dst);
	lower_row(r);
	code_end(r->code);
}

static void
lower_rows(struct rows *r, const struct entry_operands *o)
{
	const struct reduce_plan *reduce = r->reduce;
	struct variable *counter[MAX_RANK + 1];

	declare(r, counter);
	r->src = code_at(o->operand[0], 0);
	r->dst = code_at(o->dst, 0);
	if (reduce->scale)
		r->scale = code_at(lowering_operand(r->l, o, reduce->scale), 0);
	if (reduce->bias)
		r->bias = code_at(lowering_operand(r->l, o, reduce->bias), 0);
	r->means = code_at(o->output[reduce->mean], 0);
	r->inverses = code_at(o->output[reduce->inverse], 0);
	for (int i = 0; i < reduce->nkept - 1; i++) {
		code_loop(r->code, counter[i], reduce->kept[i].count);
		index_row(r, counter[i], &reduce->kept[i]);
	}
	if (reduce->nkept) {
		lower_last(
			r, counter[reduce->nkept - 1], &reduce->kept[reduce->nkept - 1]);
	} else {
		code_block(r->code);
		lower_row(r);
		code_end(r->code);
	}
	code_ends(r->code, reduce->nkept - 1);
	code_unused_parameters(r->code);
}

static void
reduce_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	const struct plan *plan = schedule->plan;
	enum dtype sum = plan->sum;
	int lanes = lanes_of_design(schedule, sum);
	/* Lanes are neighbouring rows; else a row's partial results. */
	bool columns = schedule->kernel == &kernel_reduce_columns;
	struct rows r = {.l = &l,
		.code = code,
		.plan = plan,
		.reduce = &plan->u.reduce,
		.statements = {.code = code, .fused = l.fused},
		.scalar = code_vector(sum, columns ? lanes : 1),
		.vector = code_vector(sum, lanes),
		.along = columns ? 1 : lanes,
		.keeps = plan->u.reduce.kind == REDUCE_SOFTMAX &&
			 dtype_info[plan->src->dtype].kind == KIND_FLOAT};
	struct entry_operands o;

	r.algebra = (struct algebra){
		.compute = code_compute, .context = &r.statements, .dtype = sum};
	r.statements.lanes = r.scalar.lanes;
	o = lowering_entry(&l, ENTRY_WHOLE);
	if (plan->dst.nelement)
		lower_rows(&r, &o);
	code_end_function(code);
}

static const char *
obstacle_to_columns(const struct plan *plan, const struct target *target)
{
	const struct reduce_plan *reduce = &plan->u.reduce;
	const struct reduce_axis *last =
		reduce->nkept ? &reduce->kept[reduce->nkept - 1] : NULL;
	size_t size = dtype_info[plan->sum].size;

	if (!dtype_is_real(plan->src->dtype))
		return "it is for real numbers";
	if (reduce_finds_place(reduce->kind))
		return "places of elements are found in plain C";
	if (reduce->kind == REDUCE_NORMALIZE || reduce->kind == REDUCE_STANDARDIZE)
		return "rows have factors of their own";
	if (!reduce->nkept || last->src != 1 || last->dst != 1 ||
		last->count * (int64_t)size < target->vector_bytes)
		return "it needs rows side by side, as many as a vector has lanes";
	return NULL;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct reduce_plan *reduce = &plan->u.reduce;

	(void)target;
	if (!dtype_is_real(plan->src->dtype))
		return "it is for real numbers";
	if (reduce_finds_place(reduce->kind))
		return "places of elements are found in plain C";
	if (reduce->kind == REDUCE_LOCAL)
		return "no element is made of a whole row";
	if (reduce->nrow != 1 || reduce->row[0].src != 1 || !reduce_is_plane(reduce))
		return "it needs rows of 16 elements or more, side by side";
	return NULL;
}

const struct kernel kernel_reduce = {
	.name = "reduce",
	.kind = PLAN_REDUCE,
	.summary = "row by row, long ones in 16 partial results",
	.lower = reduce_lower,
};

const struct kernel kernel_reduce_vector = {
	.name = "reduce-vector",
	.kind = PLAN_REDUCE,
	.vectors = true,
	.summary = "row by row, in vectors of 16 partial results",
	.obstacle = obstacle,
	.lower = reduce_lower,
};

const struct kernel kernel_reduce_columns = {
	.name = "reduce-columns",
	.kind = PLAN_REDUCE,
	.vectors = true,
	.summary = "as many rows at a time as a vector has lanes",
	.obstacle = obstacle_to_columns,
	.lower = reduce_lower,
};
