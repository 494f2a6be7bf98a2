/* Operations of a list of operands, which are broadcast: Y[i] = f(X1[i], X2[i], ...),
   from first to last. Sums are computed in the type of sums, and rounded once. */
#include "ops/common/elementwise.h"

#include "diag/source.h"

/* clang-format off */
static const int versions[] = {1, 6, 8, 13, 0};
static const int versions_most[] = {1, 6, 8, 12, 13, 0};

static const struct dtype_rule floats[] = {FLOATS, {DTYPE_BFLOAT16, 13}, {DTYPE_NONE, 0}};
static const struct dtype_rule numbers[] = {
	FLOATS, {DTYPE_BFLOAT16, 13}, {DTYPE_INT8, 12}, {DTYPE_INT16, 12}, {DTYPE_INT32, 12},
	{DTYPE_INT64, 12}, {DTYPE_UINT8, 12}, {DTYPE_UINT16, 12}, {DTYPE_UINT32, 12},
	{DTYPE_UINT64, 12}, {DTYPE_NONE, 0},
};

static const struct input_rule inputs[] = {
	{"data_0", .variadic = true, .summary = "shapes that go with each other; before version 8 the same"},
	{.name = NULL},
};
/* clang-format on */

/* Shapes before version 8. */
static bool
same_shapes(struct elementwise *e)
{
	const struct plan *plan = e->plan;

	for (size_t i = 1; i < plan->noperand; i++) {
		const struct operand *a = &plan->operand[0], *b = &plan->operand[i];
		bool same = a->rank == b->rank;

		for (int k = 0; k < a->rank && same; k++)
			same = a->shape[k] == b->shape[k];
		if (same)
			continue;
		source_error(e->source, e->operation->input_where[i],
			"%s: expected the shape of %s; %s-8 broadcasts", b->name, a->name,
			e->operation->op->name);
		return false;
	}
	return elementwise_same(e);
}

static bool
plan_all(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct pointwise_row *row = operation->op->step;
	bool mean = row == &pointwise_divide_by;
	enum dtype inner = dtype_accumulator(operation->dtype);
	struct chain_value x[2] = {chain_operand(0)};
	double number[STEP_NUMBERS] = {operation->ninput};
	struct elementwise e;

	elementwise_begin(&e, operation, plan, source, arena);
	for (int i = 1; i < operation->ninput; i++) {
		bool last = i + 1 == operation->ninput && !mean;

		x[1] = elementwise_input(&e, i);
		x[0] = elementwise_step(&e, mean ? &pointwise_add : row, x, NULL,
			last ? operation->dtype : inner);
	}
	if (mean)
		elementwise_step(&e, row, x, number, operation->dtype);
	else if (operation->ninput == 1)
		elementwise_step(&e, &pointwise_copy, x, NULL, operation->dtype);
	return (operation->version < 8 ? same_shapes(&e) : elementwise_broadcast(&e)) &&
	       elementwise_end(&e);
}

#define LIST(symbol, row, spelt, out, has, types, says) \
	const struct op op_##symbol = {.name = spelt, \
		.domain = "ai.onnx", \
		.default_domain = true, \
		.has_opset = true, \
		.version = has, \
		.input = inputs, \
		.output = OUTPUT(out), \
		.attribute = elementwise_consumed, \
		.dtype = types, \
		.summary = says, \
		.step = &pointwise_##row, \
		.plan = plan_all}

/* clang-format off */
LIST(sum,  add,       "Sum",  "sum",  versions,      floats,  "the sum, from the first on");
LIST(mean, divide_by, "Mean", "mean", versions,      floats,  "the sum, divided by how many there are");
LIST(max,  max,       "Max",  "max",  versions_most, numbers, "the largest; a NaN wins, of equal numbers the later one");
LIST(min,  min,       "Min",  "min",  versions_most, numbers, "the least; a NaN wins, of equal numbers the later one");
/* clang-format on */
