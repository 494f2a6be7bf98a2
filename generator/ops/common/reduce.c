#include "ops/common/parts.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/expansion.h"
#include "ops/common/reduce.h"
#include "ops/op.h"
#include "ops/shape/summed.h"

enum {
	INPUT_DATA,
	INPUT_AXES
};

enum {
	NEGATIVE_AXES = 11,  /* the first version in which axes may count from the end */
	SUM_TAKES_AXES = 13, /* and the first in which they are an input */
	OTHERS_TAKE_AXES = 18
};

/* clang-format off */
#define AXES(until) \
	{"axes", ATTRIBUTE_INTS, 1, until, false, -MAX_RANK, MAX_RANK - 1, "all", NULL, \
	 "the axes to reduce; from version 11 on negative ones count from the end"}
#define KEEPDIMS \
	{"keepdims", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "1", NULL, "1: the axes stay, with extent 1"}
#define NOOP(since) \
	{"noop_with_empty_axes", ATTRIBUTE_INT, since, LATEST, false, 0, 1, "0", NULL, \
	 "1: without axes nothing is reduced; else all are"}

static const struct attribute_rule sum_attributes[] = {
	AXES(SUM_TAKES_AXES - 1), KEEPDIMS, NOOP(SUM_TAKES_AXES), {.name = NULL},
};

static const struct attribute_rule other_attributes[] = {
	AXES(OTHERS_TAKE_AXES - 1), KEEPDIMS, NOOP(OTHERS_TAKE_AXES), {.name = NULL},
};

static const struct attribute_rule arg_attributes[] = {
	{"axis", ATTRIBUTE_INT, 1, LATEST, false, -MAX_RANK, MAX_RANK - 1, "0", NULL,
	 "the axis to search; from version 11 on a negative one counts from the end"},
	KEEPDIMS,
	{"select_last_index", ATTRIBUTE_INT, 12, LATEST, false, 0, 1, "0", NULL, "1: of equal elements the last one's place"},
	{.name = NULL},
};

#define PRECISE \
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_INT32, 1}, {DTYPE_INT64, 1}, \
	{DTYPE_UINT32, 1}, {DTYPE_UINT64, 1}, {DTYPE_BFLOAT16, 13}
static const struct dtype_rule precise_dtypes[] = {PRECISE, {DTYPE_NONE, 0}};
static const struct dtype_rule max_dtypes[] = {
	PRECISE, {DTYPE_INT8, 12}, {DTYPE_UINT8, 12}, {DTYPE_BOOL, 20}, {DTYPE_NONE, 0},
};
static const struct dtype_rule arg_dtypes[] = {
	PRECISE, {DTYPE_INT8, 1}, {DTYPE_UINT8, 1}, {DTYPE_INT16, 1}, {DTYPE_UINT16, 1}, {DTYPE_NONE, 0},
};
/* clang-format on */

static const int sum_versions[] = {1, 11, 13, 0};
static const int versions[] = {1, 11, 13, 18, 0};
static const int max_versions[] = {1, 11, 12, 13, 18, 20, 0};
static const int arg_versions[] = {1, 11, 12, 13, 0};

static const struct input_rule inputs[] = {
	[INPUT_DATA] = {"data", .summary = "any shape"},
	[INPUT_AXES] = {"axes", .optional = true, .constant = true, .own_dtype = true,
		.summary = "the axes to reduce, in place of the attribute; of ReduceSum "
			   "from version 13 on, of others from 18"},
	{.name = NULL},
};

static const struct input_rule arg_inputs[] = {
	[INPUT_DATA] = {"data", .summary = "any shape"},
	{.name = NULL},
};

static const struct output_rule arg_outputs[] = {
	{"reduced", .dtype = DTYPE_INT64, .summary = "places along the axis"},
	{.name = NULL},
};

/* The state of reading an operation. */
struct request {
	const struct operation *operation;
	struct source *source;
	struct arena *arena;
	int rank;
	bool reduced[MAX_RANK];
};

bool
reduce_axis_of(const struct operation *operation, int64_t value, int rank, int negative,
	const char *name, const struct place *where, int *axis, struct source *source)
{
	int64_t least = operation->version >= negative ? -rank : 0;
	size_t place;

	if (value >= least && axis_place(value, (size_t)rank, &place)) {
		*axis = (int)place;
		return true;
	}
	if (rank)
		source_error(source, where,
			"%s: expected an axis from %" PRId64 " to %d, got %" PRId64, name,
			least, rank - 1, value);
	else
		source_error(source, where,
			"%s: there is no axis %" PRId64 " of 0 dimensions", name, value);
	return false;
}

bool
reduce_axis(const struct operation *operation, int64_t otherwise, int rank, int negative,
	int *axis, struct source *source)
{
	const struct attribute *said = operation_attribute(operation, "axis");

	return reduce_axis_of(operation, operation_int(operation, "axis", otherwise),
		rank, negative, "axis", said ? said->where : operation->input_where[0],
		axis, source);
}

static bool
add_axis(struct request *r, int64_t value, const char *name, const struct place *where)
{
	int axis;

	if (!reduce_axis_of(r->operation, value, r->rank, NEGATIVE_AXES, name, where,
		    &axis, r->source))
		return false;
	if (r->reduced[axis])
		source_error(r->source, where, "%s: axis %" PRId64 " is named twice",
			name, value);
	return !r->reduced[axis] && (r->reduced[axis] = true);
}

/* An element of a constant of integers, as int64. */
static int64_t
constant_integer(const struct operation *operation, int input, int64_t k)
{
	const struct tensor *tensor = operation->input[input];
	enum dtype dtype = operation_input_dtype(operation, input);
	const unsigned char *bytes = tensor->constant;
	size_t size = dtype_info[dtype].size;
	uint64_t bits = 0;

	for (size_t i = 0; i < size; i++)
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
		bits = bits << 8 | bytes[(size_t)k * size + i];
#else
		bits |= (uint64_t)bytes[(size_t)k * size + i] << 8 * i;
#endif
	if (dtype_info[dtype].kind == KIND_SIGNED && size < sizeof bits &&
		bits >> (8 * size - 1) & 1)
		return (int64_t)bits - (INT64_C(1) << 8 * size);
	return (int64_t)bits;
}

/* Reads the axes from the input or the attribute; false: they are wrong. */
static bool
read_axes(struct request *r, int takes_axes, bool *named)
{
	const struct operation *operation = r->operation;
	const struct attribute *attribute = operation_attribute(operation, "axes");
	const struct tensor *tensor = operation->input[INPUT_AXES];
	const struct place *where = operation->input_where[INPUT_AXES];
	bool good = true;

	*named = false;
	if (tensor && operation->version < takes_axes) {
		source_error(r->source, where,
			"inputs: %s-%d has axes as an attribute; an input since version "
			"%d",
			operation->op->name, operation->version, takes_axes);
		return false;
	}
	if (tensor && tensor->rank != 1) {
		source_error(r->source, where, "axes: expected 1 dimension, got %d",
			tensor->rank);
		return false;
	}
	for (int64_t i = 0; tensor && good && i < tensor->nelement; i++) {
		*named = true;
		good = add_axis(r, constant_integer(operation, INPUT_AXES, i), "axes",
			element_place(operation, INPUT_AXES, i, r->source, r->arena));
	}
	for (size_t i = 0; attribute && good && i < attribute->nint; i++) {
		*named = true;
		good = add_axis(r, attribute->ints[i], "axes",
			place_entry(attribute->where, i, r->arena));
	}
	return good;
}

/* Appends an axis to a list, or merges it with the last one. */
static void
append(struct reduce_axis *list, int *n, const struct reduce_axis *axis)
{
	struct reduce_axis *last = &list[*n - 1];

	if (axis->count == 1)
		return;
	if (*n && last->src == axis->src * axis->count &&
		last->dst == axis->dst * axis->count &&
		last->channel == axis->channel * axis->count) {
		axis = &(struct reduce_axis){
			last->count * axis->count, axis->src, axis->dst, axis->channel};
		*last = *axis;
		return;
	}
	list[(*n)++] = *axis;
}

void
reduce_add_axes(struct plan *plan, const bool *reduced, bool rows)
{
	struct reduce_plan *reduce = &plan->u.reduce;
	const struct operand *src = plan->src;
	int64_t inc_src[MAX_RANK], inc_dst[MAX_RANK], in_src = 1, in_dst = 1;

	reduce->count = 1;
	for (int i = src->rank - 1; i >= 0; i--) {
		inc_src[i] = in_src;
		inc_dst[i] = rows || !reduced[i] ? in_dst : 0;
		in_src *= src->shape[i];
		if (rows || !reduced[i])
			in_dst *= src->shape[i];
		if (reduced[i])
			reduce->count *= src->shape[i];
	}
	for (int i = 0; i < src->rank; i++) {
		const struct reduce_axis axis = {
			src->shape[i], inc_src[i], inc_dst[i], 0};

		if (reduced[i])
			append(reduce->row, &reduce->nrow, &axis);
		else
			append(reduce->kept, &reduce->nkept, &axis);
	}
}

static bool
set_output(struct plan *plan, const struct request *r)
{
	const struct dims src = tensor_dims(r->operation->input[INPUT_DATA]);
	struct dims dst;

	shape_reduce(
		&src, r->reduced, operation_int(r->operation, "keepdims", 1) != 0, &dst);
	return plan_set_dims(plan, r->operation, &dst, r->source);
}

static void
add_details(struct plan *plan, const struct request *r)
{
	int64_t axes[MAX_RANK];
	size_t n = 0;

	for (int i = 0; i < r->rank; i++)
		if (r->reduced[i])
			axes[n++] = i;
	plan_add_detail(plan,
		arena_format(r->arena, "axes %s", extents_text(axes, n, r->arena)),
		r->arena);
}

static bool
plan_reduction(const struct operation *operation, struct plan *plan,
	enum reduce_kind kind, int takes_axes, struct source *source, struct arena *arena)
{
	struct request r = {.operation = operation, .source = source, .arena = arena};
	bool named;

	plan_begin(plan, PLAN_REDUCE, operation, arena);
	plan->u.reduce.kind = kind;
	r.rank = plan->src->rank;
	if (!read_axes(&r, takes_axes, &named))
		return false;
	for (int i = 0; i < r.rank && !named; i++)
		r.reduced[i] = !operation_int(operation, "noop_with_empty_axes", 0);
	add_details(plan, &r);
	if (!set_output(plan, &r))
		return false;
	reduce_add_axes(plan, r.reduced, false);
	if (kind != REDUCE_MEAN || plan->u.reduce.count || !plan->dst.nelement)
		return true;
	source_error(source, operation->input_where[INPUT_DATA],
		"data: there is no mean of no elements");
	return false;
}

static bool
plan_place(const struct operation *operation, struct plan *plan, enum reduce_kind kind,
	struct source *source, struct arena *arena)
{
	struct request r = {.operation = operation, .source = source, .arena = arena};
	int axis;

	plan_begin(plan, PLAN_REDUCE, operation, arena);
	plan->u.reduce.kind = kind;
	plan->u.reduce.last = operation_int(operation, "select_last_index", 0) != 0;
	r.rank = plan->src->rank;
	if (!reduce_axis(operation, 0, r.rank, NEGATIVE_AXES, &axis, source))
		return false;
	r.reduced[axis] = true;
	plan_add_detail(plan,
		arena_format(arena, "axis %d%s", axis,
			plan->u.reduce.last ? ", select_last_index 1" : ""),
		arena);
	if (!set_output(plan, &r))
		return false;
	reduce_add_axes(plan, r.reduced, false);
	if (plan->u.reduce.count || !plan->dst.nelement)
		return true;
	source_error(source, operation->input_where[INPUT_DATA],
		"data: axis %d has no element to find", axis);
	return false;
}

/* Roots and logarithms: in the type of sums; of integers in double, truncated. */
static bool
expand_real(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_part(e, operation->op, operation->version);
	const struct edge *x = expansion_input(e, INPUT_DATA);

	if (!dtype_is_integer(operation->dtype))
		return operation->op->plan(operation, e->plan, e->source, e->arena) &&
		       expansion_planned(e);
	memcpy(p->to.attribute, operation->attribute, sizeof p->to.attribute);
	part_read(p, INPUT_DATA, expansion_cast(e, "real", x, DTYPE_FLOAT64));
	part_read(p, INPUT_AXES, expansion_input(e, INPUT_AXES));
	x = expansion_add(e, p, "whole");
	for (size_t i = 0; !e->refused && i < e->part[e->npart - 1].plan->ndetail; i++)
		expansion_detail(e, e->part[e->npart - 1].plan->detail[i]);
	expansion_cast(e, "reduced", x, operation->dtype);
	return true;
}

#define PLAN(symbol, function, ...) \
	static bool plan_##symbol(const struct operation *operation, struct plan *plan, \
		struct source *source, struct arena *arena) \
	{ \
		return function(operation, plan, __VA_ARGS__, source, arena); \
	}
#define OP_OF(symbol, spelt, versions, in, out, with, types, expanded, says) \
	const struct op op_##symbol = {.name = spelt, \
		.domain = "ai.onnx", \
		.default_domain = true, \
		.has_opset = true, \
		.version = versions, \
		.input = in, \
		.output = out, \
		.attribute = with, \
		.dtype = types, \
		.summary = says, \
		.plan = plan_##symbol, \
		.expand = expanded}
#define REDUCTION(symbol, kind, spelt, versions, types, says) \
	PLAN(symbol, plan_reduction, kind, OTHERS_TAKE_AXES) \
	OP_OF(symbol, spelt, versions, inputs, OUTPUT("reduced"), other_attributes, \
		types, NULL, says)
#define REAL(symbol, kind, spelt, says) \
	PLAN(symbol, plan_reduction, kind, OTHERS_TAKE_AXES) \
	OP_OF(symbol, spelt, versions, inputs, OUTPUT("reduced"), other_attributes, \
		precise_dtypes, expand_real, says)
#define ARG(symbol, kind, spelt, says) \
	PLAN(symbol, plan_place, kind) \
	OP_OF(symbol, spelt, arg_versions, arg_inputs, arg_outputs, arg_attributes, \
		arg_dtypes, NULL, says)

/* clang-format off */
PLAN(reduce_sum, plan_reduction, REDUCE_SUM, SUM_TAKES_AXES)
OP_OF(reduce_sum, "ReduceSum", sum_versions, inputs, OUTPUT("reduced"), sum_attributes, precise_dtypes, NULL,
	"the sums along axes");
REDUCTION(reduce_mean, REDUCE_MEAN, "ReduceMean", versions, precise_dtypes, "the means along axes; of integers truncated");
REDUCTION(reduce_max, REDUCE_MAX, "ReduceMax", max_versions, max_dtypes, "the largest elements along axes");
REDUCTION(reduce_min, REDUCE_MIN, "ReduceMin", max_versions, max_dtypes, "the least elements along axes");
REDUCTION(reduce_prod, REDUCE_PROD, "ReduceProd", versions, precise_dtypes, "the products along axes");
REDUCTION(reduce_l1, REDUCE_L1, "ReduceL1", versions, precise_dtypes, "the sums of absolute values along axes");
REDUCTION(reduce_sum_square, REDUCE_SUM_SQUARE, "ReduceSumSquare", versions, precise_dtypes, "the sums of squares along axes");
REAL(reduce_l2, REDUCE_L2, "ReduceL2", "the roots of the sums of squares along axes; of integers truncated");
REAL(reduce_log_sum, REDUCE_LOG_SUM, "ReduceLogSum", "the logarithms of the sums along axes; of integers truncated");
REAL(reduce_log_sum_exp, REDUCE_LOG_SUM_EXP, "ReduceLogSumExp",
	"the logarithms of the sums of e^x along axes; of integers truncated");
ARG(arg_max, REDUCE_ARG_MAX, "ArgMax", "the places of the largest elements along an axis, as int64");
ARG(arg_min, REDUCE_ARG_MIN, "ArgMin", "the places of the least elements along an axis, as int64");
/* clang-format on */
