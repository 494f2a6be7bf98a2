/* LpNormalization: each row along an axis over its norm, the sum of its magnitudes or the
   root of the sum of its squares. Where that is 0, the output is 0, as the document has
   it. */
#include "ops/common/expansion.h"

#include "base/arena.h"
#include "ops/common/reduce.h"
#include "ops/op.h"

/* clang-format off */
static const int versions[] = {1, 22, 0};

static const struct attribute_rule attributes[] = {
	{"axis", ATTRIBUTE_INT, 1, LATEST, false, -MAX_RANK, MAX_RANK - 1, "-1", NULL,
	 "the axis of a row; negative: from the end"},
	{"p",    ATTRIBUTE_INT, 1, LATEST, false, 1, 2, "2", NULL,
	 "1: the sum of magnitudes; 2: the root of the sum of squares"},
	{.name = NULL},
};

static const struct input_rule inputs[] = {
	{"input", .summary = "any shape but []"}, {.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 22}, {DTYPE_NONE, 0},
};
/* clang-format on */

/* A single operation rounds once, so norms are in the type of sums. */
static bool
expand(struct expansion *e)
{
	const struct operation *operation = e->operation;
	const struct edge *x = expansion_input(e, 0), *norm, *y;
	enum dtype dtype = operation->dtype, sums = dtype_accumulator(dtype);
	int p = (int)operation_int(operation, "p", 2), axis;
	struct part *part = expansion_part(e, p == 1 ? &op_reduce_l1 : &op_reduce_l2, 13);

	if (!reduce_axis(operation, -1, x->tensor.rank, 0, &axis, e->source))
		return false;
	expansion_detail(e, arena_format(e->arena, "axis %d, p %d", axis, p));
	x = expansion_cast(e, "stash", x, sums);
	part_read(part, 0, x);
	part_ints(part, "axes", (int64_t[]){axis}, 1, NULL);
	norm = expansion_add(e, part, "norm");
	y = EXPAND(e, "divided", &op_div, 14, x, norm);
	EXPAND(e, "output", &op_where, 16,
		EXPAND(e, "vanishes", &op_equal, 13, norm,
			expansion_fill(e, "zero", sums, 0, 1)),
		expansion_fill(e, "zero", dtype, 0, 1),
		expansion_cast(e, "cast", y, dtype));
	return true;
}

const struct op op_lp_normalization = {
	.name = "LpNormalization",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "each row along an axis over its norm",
	.expand = expand,
};
