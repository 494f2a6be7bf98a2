/* MeanVarianceNormalization: what lies along some axes less its mean, over its standard
   deviation and 1e-9. The variance is the mean of the squares of the differences, as in
   the formula of the document; its function subtracts two squares, which may give a
   negative number, that has no root. */
#include "ops/common/expansion.h"

#include "ops/op.h"

/* clang-format off */
static const int versions[] = {9, 13, 0};

static const struct attribute_rule attributes[] = {
	{"axes", ATTRIBUTE_INTS, 9, LATEST, false, -MAX_RANK, MAX_RANK - 1, "[0, 2, 3]", NULL,
	 "the axes that means are of; negative: from the end"},
	{.name = NULL},
};

static const struct input_rule inputs[] = {
	{"X", .summary = "any shape that has the axes"}, {.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 9}, {DTYPE_FLOAT64, 9}, {DTYPE_FLOAT16, 9}, {DTYPE_BFLOAT16, 13}, {DTYPE_NONE, 0},
};
/* clang-format on */

/* The mean along the axes; the sum of no elements, which have none. */
static const struct edge *
mean(struct expansion *e, const char *name, const struct edge *x)
{
	static const int64_t initial[] = {0, 2, 3};
	const struct attribute *axes = operation_attribute(e->operation, "axes");
	struct part *p = expansion_part(
		e, x->tensor.nelement ? &op_reduce_mean : &op_reduce_sum, 11);

	part_read(p, 0, x);
	part_ints(p, "axes", axes ? axes->ints : initial,
		axes ? axes->nint : sizeof initial / sizeof *initial,
		axes ? axes->where : NULL);
	return expansion_add(e, p, name);
}

/* A single operation rounds once, so means are in the type of sums. */
static bool
expand(struct expansion *e)
{
	enum dtype dtype = e->operation->dtype, sums = dtype_accumulator(dtype);
	const struct edge *x = expansion_cast(e, "stash", expansion_input(e, 0), sums);
	const struct edge *d = EXPAND(e, "centered", &op_sub, 14, x, mean(e, "mean", x));
	const struct edge *y = EXPAND(e, "variance_root", &op_sqrt, 13,
		mean(e, "variance", EXPAND(e, "squares", &op_mul, 14, d, d)));

	y = EXPAND(e, "divisor", &op_add, 14, y,
		expansion_fill(e, "epsilon", sums, (double)1e-9f, 1));
	y = EXPAND(e, sums == dtype ? "Y" : "divided", &op_div, 14, d, y);
	expansion_cast(e, "Y", y, dtype);
	return true;
}

const struct op op_mean_variance_normalization = {
	.name = "MeanVarianceNormalization",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("Y"),
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "X less its mean along axes, over its standard deviation there",
	.expand = expand,
};
