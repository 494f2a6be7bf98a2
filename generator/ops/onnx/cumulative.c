/* CumSum and CumProd: each element along an axis with all before it. They are Adds and
   Muls of slices, from the first one on; the steps of a long axis become a loop. */
#include "ops/common/expansion_moves.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/op.h"

enum {
	INPUT_X,
	INPUT_AXIS
};

/* clang-format off */
static const int sum_versions[] = {11, 14, 0};
static const int product_versions[] = {26, 0};

static const struct attribute_rule attributes[] = {
	{"exclusive", ATTRIBUTE_INT, 11, LATEST, false, 0, 1, "0", NULL,
	 "1: of the elements before each, without itself"},
	{"reverse", ATTRIBUTE_INT, 11, LATEST, false, 0, 1, "0", NULL, "1: from the last element to the first"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 11}, {DTYPE_FLOAT64, 11}, {DTYPE_INT32, 11}, {DTYPE_INT64, 11}, {DTYPE_UINT32, 11},
	{DTYPE_UINT64, 11}, {DTYPE_FLOAT16, 14}, {DTYPE_BFLOAT16, 14}, {DTYPE_NONE, 0},
};

static const struct input_rule inputs[] = {
	[INPUT_X] = {"x", .summary = "one dimension or more"},
	[INPUT_AXIS] = {"axis", .constant = true, .own_dtype = OWN_INDEX, .summary = "one number; negative: from the end"},
	{.name = NULL},
};
/* clang-format on */

/* What is accumulated, and how. */
struct cumulative {
	struct expansion *e;
	const struct op *op;
	double initial; /* of no elements */
	bool exclusive, reverse;
};

static bool
read_axis(struct expansion *e, int64_t *axis)
{
	const struct operation *operation = e->operation;
	const struct tensor *said = operation->input[INPUT_AXIS];
	int64_t rank = operation->input[INPUT_X]->rank;

	if (said->nelement != 1) {
		source_error(e->source, operation->input_where[INPUT_AXIS],
			"axis: expected one number, got %" PRId64, said->nelement);
		return false;
	}
	*axis = integer_element(operation, INPUT_AXIS, 0);
	if (*axis < -rank || *axis >= rank) {
		source_error(e->source,
			element_place(operation, INPUT_AXIS, 0, e->source, e->arena),
			"axis: expected -%" PRId64 " to %" PRId64 " for %" PRId64
			" dimensions, got %" PRId64,
			rank, rank - 1, rank, *axis);
		return false;
	}
	*axis += *axis < 0 ? rank : 0;
	return true;
}

/* The result along an axis of x, which has elements. */
static const struct edge *
accumulate(const struct cumulative *c, const struct edge *x, int64_t axis)
{
	struct expansion *e = c->e;
	int64_t n = x->tensor.shape[axis], shape[MAX_RANK];
	const struct edge **y = arena_array(e->arena, const struct edge *, n);
	const struct edge *all = NULL, *one;

	memcpy(shape, x->tensor.shape, sizeof shape);
	shape[axis] = 1;
	for (int64_t i = 0; i < n; i++) {
		int64_t at = c->reverse ? n - 1 - i : i;

		/* Exclusive, place at has what ends with the element before it. */
		y[at] = all;
		if (i == n - 1 && c->exclusive)
			break;
		one = expansion_cut(e, "slice", x, axis, at, at + 1);
		all = all ? EXPAND(e, "all", c->op, 14, all, one) : one;
		if (!c->exclusive)
			y[at] = all;
	}
	if (c->exclusive)
		y[c->reverse ? n - 1 : 0] = expansion_reshape(e, "none",
			expansion_fill(e, "initial", x->tensor.dtype, c->initial,
				x->tensor.nelement / n),
			shape, x->tensor.rank);
	return expansion_join(e, "joined", y, (size_t)n, axis);
}

/* Slices of an axis before which there are others would be copies, so it comes first. */
static const struct edge *
accumulate_turned(const struct cumulative *c, const struct edge *x, int64_t axis)
{
	int64_t order[MAX_RANK], back[MAX_RANK];
	int rank = x->tensor.rank;

	for (int i = 0; i < rank; i++) {
		order[i] = i == 0 ? axis : i <= axis ? i - 1 : i;
		back[order[i]] = i;
	}
	x = expansion_transpose(c->e, "turned", x, order, rank);
	return expansion_transpose(c->e, "turned_back", accumulate(c, x, 0), back, rank);
}

static bool
expand(struct expansion *e, const struct op *op, double initial)
{
	const struct operation *operation = e->operation;
	const struct edge *x = expansion_input(e, INPUT_X), *y = x;
	const struct cumulative c = {e, op, initial,
		operation_int(operation, "exclusive", 0) == 1,
		operation_int(operation, "reverse", 0) == 1};
	int64_t axis, before = 1;

	if (!read_axis(e, &axis))
		return false;
	for (int64_t i = 0; i < axis; i++)
		before *= x->tensor.shape[i];
	if (x->tensor.nelement)
		y = before == 1 ? accumulate(&c, x, axis)
				: accumulate_turned(&c, x, axis);
	expansion_reshape(
		e, operation->op->output[0].name, y, x->tensor.shape, x->tensor.rank);
	expansion_detail(e,
		arena_format(e->arena, "axis %" PRId64 "%s%s", axis,
			c.exclusive ? ", exclusive" : "", c.reverse ? ", reverse" : ""));
	return true;
}

static bool
expand_sum(struct expansion *e)
{
	return expand(e, &op_add, 0);
}

static bool
expand_product(struct expansion *e)
{
	return expand(e, &op_mul, 1);
}

#define CUMULATIVE(symbol, spelt, versions, function, says) \
	const struct op op_##symbol = { \
		.name = spelt, \
		.domain = "ai.onnx", \
		.default_domain = true, \
		.has_opset = true, \
		.version = versions, \
		.input = inputs, \
		.output = OUTPUT("y"), \
		.attribute = attributes, \
		.dtype = dtypes, \
		.summary = says, \
		.expand = function, \
	}

CUMULATIVE(cum_sum, "CumSum", sum_versions, expand_sum,
	"the sum of each element and those before it along an axis");
CUMULATIVE(cum_prod, "CumProd", product_versions, expand_product,
	"the product of each element and those before it along an axis");
