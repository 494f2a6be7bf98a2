/* GroupNormalization: the channels of an image in groups, each normalized as
   InstanceNormalization does it. From version 21 on, scale and bias have an element for
   each channel in place of each group, and are applied to what has been rounded to T. */
#include "ops/common/expansion_moves.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/common/type_number.h"
#include "ops/op.h"

enum {
	INPUT_X,
	INPUT_SCALE,
	INPUT_BIAS
};

enum {
	BY_CHANNEL = 21 /* the first version whose scale and bias are by channels */
};

/* clang-format off */
static const int versions[] = {18, 21, 0};

static const struct attribute_rule attributes[] = {
	{"epsilon",    ATTRIBUTE_FLOAT, 18, LATEST, false, 0, 0, "1e-05", NULL, "added to the variance"},
	{"num_groups", ATTRIBUTE_INT,   18, LATEST, true, 1, LENGTH_LIMIT, NULL, NULL,
	 "groups that the channels are divided into"},
	{"stash_type", ATTRIBUTE_INT,   21, LATEST, false, 1, 64, "1", NULL,
	 "the type that normalizes: 1 float32, 10 float16, 11 float64, 16 bfloat16"},
	{.name = NULL},
};

static const struct input_rule inputs[] = {
	[INPUT_X] = {"X", .summary = "[N, C, D1, ...]"},
	[INPUT_SCALE] = {"scale", .summary = "[C]; before version 21 [num_groups]"},
	[INPUT_BIAS] = {"bias", .summary = "as scale"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 18}, {DTYPE_FLOAT64, 18}, {DTYPE_FLOAT16, 18}, {DTYPE_BFLOAT16, 18}, {DTYPE_NONE, 0},
};
/* clang-format on */

/* Whether an input has one element for each channel, or group. */
static bool
check_factors(struct expansion *e, int input, int64_t n)
{
	const struct operation *operation = e->operation;
	const struct tensor *tensor = operation->input[input];

	if (tensor->rank == 1 && tensor->shape[0] == n)
		return true;
	source_error(e->source, operation->input_where[input],
		"%s: expected [%" PRId64 "], one element for each %s, got %s",
		operation->op->input[input].name, n,
		operation->version < BY_CHANNEL ? "group" : "channel",
		extents_text(tensor->shape, (size_t)tensor->rank, e->arena));
	return false;
}

static bool
check(struct expansion *e, int64_t groups)
{
	const struct operation *operation = e->operation;
	const struct tensor *x = operation->input[INPUT_X];
	int64_t n;
	bool good;

	if (x->rank < 3) {
		source_error(e->source, operation->input_where[INPUT_X],
			"X: expected 3 dimensions or more, [N, C, D1, ...], got %d",
			x->rank);
		return false;
	}
	if (x->shape[1] % groups) {
		source_error(e->source,
			operation_attribute(operation, "num_groups")->where,
			"num_groups: expected a divisor of X's channels, %" PRId64
			", got %" PRId64,
			x->shape[1], groups);
		return false;
	}
	n = operation->version < BY_CHANNEL ? groups : x->shape[1];
	good = check_factors(e, INPUT_SCALE, n);
	return check_factors(e, INPUT_BIAS, n) && good;
}

/* scale or bias by channel, as the tensor has them. */
static const struct edge *
by_channel(struct expansion *e, const char *name, int input)
{
	const struct tensor *x = e->operation->input[INPUT_X];
	int64_t shape[MAX_RANK] = {x->shape[1]};

	for (int i = 1; i < x->rank - 1; i++)
		shape[i] = 1;
	return expansion_reshape(e, name, expansion_input(e, input), shape, x->rank - 1);
}

/* The groups of each image, normalized in a type, as T. */
static const struct edge *
normalize(struct expansion *e, int64_t groups, enum dtype dtype, const struct edge *scale,
	const struct edge *bias)
{
	const struct tensor *x = e->operation->input[INPUT_X];
	struct part *p = expansion_part(e, &op_instance_normalization, 22);
	int64_t shape[] = {x->shape[0], groups, x->shape[1] / groups};
	const struct edge *y;

	for (int i = 2; i < x->rank; i++)
		shape[2] *= x->shape[i];
	y = expansion_cast(e, "stash", expansion_input(e, INPUT_X), dtype);
	part_read(p, 0, expansion_reshape(e, "groups", y, shape, 3));
	part_read(p, 1, scale);
	part_read(p, 2, bias);
	part_float(p, "epsilon", operation_float(e->operation, "epsilon", (double)1e-5f));
	y = expansion_add(e, p, "normalized");
	return expansion_cast(e, "cast", y, e->operation->dtype);
}

/* The type in which the groups are normalized: T, if its sums are of the type that is
   asked for. */
static enum dtype
find_stash(struct expansion *e)
{
	const struct operation *operation = e->operation;
	enum dtype dtype = operation->dtype, stash;

	if (operation->version < BY_CHANNEL)
		return dtype;
	stash = operation_stash_type(operation, e->source);
	return stash == dtype_accumulator(dtype) ? dtype : stash;
}

/* Scale and bias by channel. */
static void
scale_channels(struct expansion *e, const struct edge *y)
{
	const struct tensor *x = e->operation->input[INPUT_X];

	y = expansion_reshape(e, "images", y, x->shape, x->rank);
	y = EXPAND(e, "scaled", &op_mul, 14, y, by_channel(e, "scales", INPUT_SCALE));
	EXPAND(e, "Y", &op_add, 14, y, by_channel(e, "biases", INPUT_BIAS));
}

static bool
expand(struct expansion *e)
{
	const struct operation *operation = e->operation;
	const struct tensor *x = operation->input[INPUT_X];
	int64_t groups = operation_int(operation, "num_groups", 1);
	enum dtype dtype = find_stash(e);

	if (!check(e, groups) || !dtype)
		return false;
	expansion_detail(
		e, arena_format(e->arena, "num_groups %" PRId64 ", epsilon %.9g", groups,
			   operation_float(operation, "epsilon", (double)1e-5f)));
	if (operation->version >= BY_CHANNEL)
		scale_channels(e, normalize(e, groups, dtype,
					  expansion_fill(e, "ones", dtype, 1, groups),
					  expansion_fill(e, "zeros", dtype, 0, groups)));
	else
		expansion_reshape(e, "Y",
			normalize(e, groups, dtype, expansion_input(e, INPUT_SCALE),
				expansion_input(e, INPUT_BIAS)),
			x->shape, x->rank);
	return true;
}

const struct op op_group_normalization = {
	.name = "GroupNormalization",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("Y"),
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "each group of channels less its mean, over its standard deviation, "
		   "times scale, plus bias",
	.expand = expand,
};
