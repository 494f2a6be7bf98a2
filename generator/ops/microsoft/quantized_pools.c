/* QLinearAveragePool and QLinearGlobalAveragePool: means of 8-bit integers with scales
   and zero points, as onnxruntime has them. A mean of a whole plane is its exact sum,
   which becomes bytes as that of QLinearConv does, with X_scale / (Y_scale * elements).
   Other windows are summed and divided in float32, and the zero point is added to the
   mean over Y_scale before that is rounded. */
#include "ops/microsoft/microsoft.h"

#include <string.h>

#include "base/arena.h"
#include "ops/common/elementwise.h"
#include "ops/common/parts.h"
#include "ops/common/quantized.h"
#include "ops/common/requantize.h"

enum {
	INPUT_X,
	INPUT_X_SCALE,
	INPUT_X_ZERO,
	INPUT_Y_SCALE,
	INPUT_Y_ZERO
};

/* clang-format off */
static const struct input_rule inputs[] = {
	[INPUT_X] = {"X", .summary = "[N, C, D1, ...]; with channels_last [N, D1, ..., C]"},
	[INPUT_X_SCALE] = MICROSOFT_SCALE("x_scale"),
	[INPUT_X_ZERO] = MICROSOFT_ZERO("x_zero_point"),
	[INPUT_Y_SCALE] = MICROSOFT_SCALE("y_scale"),
	[INPUT_Y_ZERO] = MICROSOFT_ZERO("y_zero_point"),
	{.name = NULL},
};

static const struct attribute_rule pool_attributes[] = {
	WINDOW_AUTO_PAD,
	POOL_CEIL_MODE(1),
	QUANTIZED_CHANNELS_LAST,
	{"count_include_pad", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "0", NULL,
	 "1: the divisor counts padding"},
	POOL_KERNEL_SHAPE,
	WINDOW_PADS,
	WINDOW_STRIDES,
	{.name = NULL},
};

static const struct attribute_rule global_attributes[] = {
	QUANTIZED_CHANNELS_LAST,
	{.name = NULL},
};

/* A mean in float32 as a byte. */
static const struct input_rule mean_inputs[] = {
	{.name = "mean"}, {"scale", .own_dtype = OWN_FLOAT32}, {"zero", .dtype = quantized_bytes}, {.name = NULL},
};

static const struct output_rule mean_outputs[] = {
	{"y", .own_dtype = true}, {.name = NULL},
};

static const struct dtype_rule mean_dtypes[] = {{DTYPE_FLOAT32, 1}, {DTYPE_NONE, 0}};
/* clang-format on */

static bool
plan_mean(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	enum dtype to = operation_input_dtype(operation, 2);
	struct chain_value x[2] = {chain_operand(0)};
	struct elementwise e;

	elementwise_begin(&e, operation, plan, source, arena);
	x[1] = elementwise_float32(&e, 1);
	x[0] = elementwise_step(&e, &pointwise_divide, x, NULL, DTYPE_FLOAT32);
	x[1] = elementwise_float32(&e, 2);
	x[0] = elementwise_step(&e, &pointwise_add, x, NULL, DTYPE_FLOAT32);
	x[0] = elementwise_step(&e, &pointwise_nearest, x, NULL, DTYPE_FLOAT32);
	chain_cast(&e.chain, &pointwise_cast, x[0], DTYPE_FLOAT32, to, arena);
	if (!elementwise_same(&e))
		return false;
	operand_set_dtype(&plan->dst, to);
	return elementwise_end(&e);
}

static const struct op op_mean_byte = {
	.version = microsoft_versions,
	.input = mean_inputs,
	.output = mean_outputs,
	.attribute = elementwise_none,
	.dtype = mean_dtypes,
	.plan = plan_mean,
};

/* Y's zero point, or that which it has if none is given. */
static const struct edge *
y_zero(struct expansion *e)
{
	const struct edge *zero = expansion_input(e, INPUT_Y_ZERO);

	return zero ? zero : expansion_fill(e, "zero", e->operation->dtype, 0, 1);
}

/* Y, which has its channels where X has. */
static const char *
name_of_y(const struct expansion *e)
{
	return operation_int(e->operation, "channels_last", 0) ? "stored" : "Y";
}

static bool
finish(struct expansion *e, const struct edge *y)
{
	if (operation_int(e->operation, "channels_last", 0))
		quantized_channels(e, "Y", y, false);
	return true;
}

/* The sums of all elements of each plane, less their zero point. */
static const struct edge *
sums_of_planes(struct expansion *e, const struct edge *x, int64_t n)
{
	const struct edge *zero = expansion_input(e, INPUT_X_ZERO);
	struct part *p = expansion_part(e, &op_reduce_sum, 11);
	int64_t axes[MAX_RANK];
	const struct edge *sums, *times;
	int rank = x->tensor.rank;

	for (int i = 2; i < rank; i++)
		axes[i - 2] = i;
	part_read(p, 0, expansion_cast(e, "wide", x, DTYPE_INT32));
	part_ints(p, "axes", axes, (size_t)(rank - 2), NULL);
	sums = expansion_add(e, p, "sums");
	if (!zero)
		return sums;
	times = expansion_cast(
		e, "elements", expansion_integers(e, "elements", &n, 1), DTYPE_INT32);
	times = quantized_along(e, times, 0, 0);
	zero = quantized_along(e, expansion_cast(e, "zero", zero, DTYPE_INT32), 0, 0);
	return EXPAND(e, "sums", &op_sub, 14, sums,
		EXPAND(e, "zeros", &op_mul, 14, zero, times));
}

/* Y_scale * n in float32. */
static const struct edge *
scale_of_sums(struct expansion *e, int64_t n)
{
	const struct edge *scale =
		quantized_along(e, expansion_input(e, INPUT_Y_SCALE), 0, 0);
	float known;

	if (!scale->tensor.constant)
		return EXPAND(e, "scale", &op_mul, 14, scale,
			quantized_along(e,
				expansion_fill(
					e, "elements", DTYPE_FLOAT32, (double)n, 1),
				0, 0));
	known = (float)real_element(e->operation, INPUT_Y_SCALE, 0) * (float)n;
	return quantized_along(
		e, expansion_fill(e, "scale", DTYPE_FLOAT32, (double)known, 1), 0, 0);
}

/* The means of whole planes; x has its channels second. */
static bool
expand_planes(struct expansion *e, const struct edge *x)
{
	const struct edge *one = expansion_fill(e, "one", DTYPE_FLOAT32, 1, 1);
	const struct edge *sums;
	int64_t n = 1;

	for (int i = 2; i < x->tensor.rank; i++)
		n *= x->tensor.shape[i];
	sums = sums_of_planes(e, x, n);
	return finish(
		e, requantize(e, name_of_y(e), sums,
			   requantize_multiplier(e,
				   quantized_along(
					   e, expansion_input(e, INPUT_X_SCALE), 0, 0),
				   quantized_along(e, one, 0, 0), scale_of_sums(e, n)),
			   y_zero(e)));
}

/* Checks the inputs, and gives X with its channels second; NULL: they are refused. */
static const struct edge *
begin(struct expansion *e)
{
	const struct operation *o = e->operation;
	bool good = microsoft_scale_fits(o, INPUT_X_SCALE, e->source, e->arena);

	good = microsoft_scale_fits(o, INPUT_Y_SCALE, e->source, e->arena) && good;
	good = quantized_has_planes(o, INPUT_X, e->source) && good;
	if (!good)
		return NULL;
	return operation_int(o, "channels_last", 0)
		       ? quantized_channels(
				 e, "turned", expansion_input(e, INPUT_X), true)
		       : expansion_input(e, INPUT_X);
}

static bool
expand_global(struct expansion *e)
{
	const struct edge *x = begin(e);

	return x && expand_planes(e, x);
}

/* Whether the only window is the plane, which onnxruntime takes for a global pool. */
static bool
is_global(const struct expansion *e, const struct window_plan *window)
{
	const struct attribute *pads = operation_attribute(e->operation, "pads");

	for (size_t i = 0; pads && i < pads->nint; i++)
		if (pads->ints[i])
			return false;
	for (int i = 0; i < window->naxis; i++)
		if (window->axis[i].kernel != window->axis[i].in ||
			window->axis[i].out != 1)
			return false;
	return true;
}

static bool
expand_pool(struct expansion *e)
{
	const struct edge *x = begin(e);
	struct part *p;
	struct plan plan;

	if (!x)
		return false;
	p = expansion_part(e, &op_average_pool, 11);
	part_take_attributes(p);
	part_read(p, 0,
		EXPAND(e, "values", &op_dequantize_linear, 13, x,
			expansion_input(e, INPUT_X_SCALE),
			expansion_input(e, INPUT_X_ZERO)));
	if (!operation_plan(&p->to, &plan, e->source, e->arena))
		return false;
	if (is_global(e, &plan.u.window))
		return expand_planes(e, x);
	return finish(
		e, EXPAND(e, name_of_y(e), &op_mean_byte, 1, expansion_add(e, p, "means"),
			   quantized_along(e, expansion_input(e, INPUT_Y_SCALE), 0, 0),
			   quantized_along(e, y_zero(e), 0, 0)));
}

#define POOL(symbol, spelt, with, expanded, says) \
	const struct op op_##symbol = {.name = spelt, \
		.domain = "com.microsoft", \
		.default_domain = true, \
		.has_opset = true, \
		.version = microsoft_versions, \
		.input = inputs, \
		.output = OUTPUT("Y"), \
		.attribute = with, \
		.dtype = quantized_bytes, \
		.summary = says, \
		.expand = expanded}

/* clang-format off */
POOL(qlinear_average_pool,        "QLinearAveragePool",       pool_attributes,   expand_pool,   "the mean of each window of 8-bit integers with scales and zero points");
POOL(qlinear_global_average_pool, "QLinearGlobalAveragePool", global_attributes, expand_global, "the mean of each plane of 8-bit integers with scales and zero points");
/* clang-format on */
