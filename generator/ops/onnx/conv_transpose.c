#include "ops/common/parts.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/axis.h"
#include "ops/common/layouts.h"
#include "ops/common/product.h"
#include "ops/op.h"

enum {
	INPUT_X,
	INPUT_W,
	INPUT_B
};

/* From this version on, output_padding must be below the stride or the dilation. */
enum {
	BOUNDED_PADDING = 11
};

/* clang-format off */
static const struct attribute_rule attributes[] = {
	WINDOW_AUTO_PAD,
	CONV_DILATIONS,
	CONV_GROUP,
	CONV_KERNEL_SHAPE,
	{"output_padding", ATTRIBUTE_INTS,   1, LATEST, false, 0, LENGTH_LIMIT, "0 each", NULL,
	 "outputs more at the end, one for each spatial axis"},
	{"output_shape",   ATTRIBUTE_INTS,   1, LATEST, false, 0, LENGTH_LIMIT, "from the pads", NULL,
	 "extents of the output, one for each spatial axis; pads are found then"},
	{"pads",           ATTRIBUTE_INTS,   1, LATEST, false, 0, LENGTH_LIMIT, "0 each", NULL,
	 "what is taken off the output: all begins, then all ends"},
	{"strides",        ATTRIBUTE_INTS,   1, LATEST, false, 1, LENGTH_LIMIT, "1 each", NULL,
	 "distance of the windows in the output, one for each spatial axis"},
	{.name = NULL},
};
/* clang-format on */

static const int versions[] = {1, 11, 22, 0};

static const struct input_rule inputs[] = {
	[INPUT_X] = {"X", .summary = "[N, C, D1, ...]"},
	[INPUT_W] = {"W", .summary = "[C, M/group, k1, ...]"},
	[INPUT_B] = {"B", .optional = true,
		.summary = "[M], added to each output channel"},
	{.name = NULL},
};

/* The attributes. */
struct request {
	const struct operation *operation;
	int naxis;
	enum pad_rule rule;
	const int64_t *strides, *dilations, *padding, *pads, *shape; /* NULL: absent */
	struct source *source;
	struct arena *arena;
};

/* A list of exactly so many values; NULL if it is absent or, after a message, of another
   length. */
static const int64_t *
read_list(const struct request *r, const char *name, int wanted)
{
	const struct attribute *attribute = operation_attribute(r->operation, name);

	if (!attribute || attribute->nint == (size_t)wanted)
		return attribute ? attribute->ints : NULL;
	source_error(r->source, attribute->where, "%s: expected %d value%s, got %zu",
		name, wanted, wanted == 1 ? "" : "s", attribute->nint);
	return NULL;
}

static const struct place *
entry_place(const struct request *r, const char *name, int i)
{
	const struct attribute *attribute = operation_attribute(r->operation, name);

	return attribute ? place_entry(attribute->where, (size_t)i, r->arena)
			 : r->operation->input_where[INPUT_W];
}

static void
read_pad_rule(struct request *r)
{
	const char *rule = operation_string(r->operation, "auto_pad", "NOTSET");
	const struct attribute *pads = operation_attribute(r->operation, "pads");

	while (strcmp(pad_rule_name[r->rule], rule))
		r->rule++;
	if (pads && r->rule != PAD_NOTSET)
		source_error(r->source, pads->where,
			"pads: cannot be given together with auto_pad %s", rule);
	else if (pads && operation_attribute(r->operation, "output_shape"))
		source_warning(r->source, pads->where,
			"pads: ignored, as output_shape is given");
}

/* Checks kernel_shape against W. */
static void
check_kernel_shape(const struct request *r)
{
	const struct tensor *weights = r->operation->input[INPUT_W];
	const int64_t *given = read_list(r, "kernel_shape", r->naxis);

	for (int i = 0; given && i < r->naxis; i++)
		if (given[i] != weights->shape[2 + i])
			source_error(r->source, entry_place(r, "kernel_shape", i),
				"kernel_shape: expected %" PRId64
				", as W has, got %" PRId64,
				weights->shape[2 + i], given[i]);
}

static void
check_output_padding(const struct request *r)
{
	for (int i = 0; r->padding && i < r->naxis; i++) {
		int64_t stride = r->strides ? r->strides[i] : 1;
		int64_t dilation = r->dilations ? r->dilations[i] : 1;
		int64_t most = stride > dilation ? stride : dilation;

		if (r->padding[i] >= most && r->operation->version >= BOUNDED_PADDING)
			source_error(r->source, entry_place(r, "output_padding", i),
				"output_padding: expected less than the stride or the "
				"dilation, %" PRId64 ", got %" PRId64,
				most, r->padding[i]);
	}
}

static void
read_request(struct request *r)
{
	r->strides = read_list(r, "strides", r->naxis);
	r->dilations = read_list(r, "dilations", r->naxis);
	r->padding = read_list(r, "output_padding", r->naxis);
	r->pads = read_list(r, "pads", 2 * r->naxis);
	r->shape = read_list(r, "output_shape", r->naxis);
	read_pad_rule(r);
	check_kernel_shape(r);
	check_output_padding(r);
}

static void
refuse_axis(const struct request *r, int i, const struct axis *a, enum axis_status status)
{
	const struct place *where = r->operation->input_where[INPUT_X];

	if (status == AXIS_OVERFLOW)
		source_error(r->source, where,
			"X: the output on axis D%d is longer than %" PRId64, i + 1,
			LENGTH_LIMIT);
	else if (a->in)
		source_error(r->source, entry_place(r, "pads", i),
			"pads: they take all of the %" PRId64 " outputs on axis D%d",
			a->out + a->pad_begin + a->pad_end, i + 1);
	else
		source_error(r->source, where,
			"X: axis D%d has no input, and output_shape does not say how "
			"many outputs",
			i + 1);
}

static bool
resolve_axis(const struct request *r, int i, struct axis *a)
{
	const struct axis_request request = {
		.in = r->operation->input[INPUT_X]->shape[2 + i],
		.kernel = r->operation->input[INPUT_W]->shape[2 + i],
		.stride = r->strides ? r->strides[i] : 1,
		.dilation = r->dilations ? r->dilations[i] : 1,
		.rule = r->rule,
		.pad_begin = r->pads ? r->pads[i] : 0,
		.pad_end = r->pads ? r->pads[r->naxis + i] : 0,
	};
	enum axis_status status = axis_transpose(
		&request, r->padding ? r->padding[i] : 0, r->shape ? r->shape[i] : -1, a);

	if (status != AXIS_RESOLVED)
		refuse_axis(r, i, a, status);
	return status == AXIS_RESOLVED;
}

static bool
check_operands(const struct request *r, int64_t group)
{
	const struct operation *operation = r->operation;
	const struct tensor *src = operation->input[INPUT_X];
	const struct tensor *weights = operation->input[INPUT_W];
	const struct tensor *bias = operation->input[INPUT_B];
	const struct attribute *attribute = operation_attribute(operation, "group");
	const struct place *where = operation->input_where[INPUT_W];
	size_t nerror = r->source->nerror;

	if (weights->shape[0] != src->shape[1])
		source_error(r->source, where,
			"W: expected C, %" PRId64 ", as first extent, got %" PRId64 "%s",
			src->shape[1], weights->shape[0],
			layouts_hint(operation, weights, 0, 1, "[C, M/group, k1, ...]",
				r->arena));
	if (src->shape[1] % group)
		source_error(r->source, attribute->where,
			"group: expected a divisor of X's channels, %" PRId64
			", got %" PRId64,
			src->shape[1], group);
	for (int i = 2; i < weights->rank; i++)
		if (!weights->shape[i])
			source_error(r->source, where,
				"W: expected kernel extents of 1 or more, got 0 on axis "
				"D%d",
				i - 1);
	if (bias && (bias->rank != 1 || bias->shape[0] / group != weights->shape[1] ||
			    bias->shape[0] % group))
		source_error(r->source, operation->input_where[INPUT_B],
			"B: expected [%" PRId64
			"], one element for each output channel, got %s",
			weights->shape[1] * group,
			extents_text(bias->shape, (size_t)bias->rank, r->arena));
	return r->source->nerror == nerror;
}

/* Sets the steps in the operands along every axis, and the axis' classes. */
static bool
add_axes(struct product_plan *product, const struct request *r)
{
	int64_t a = 1, b = 1, dst = 1;

	for (int i = r->naxis - 1; i >= 0; i--) {
		struct product_axis *axis = &product->axis[i];

		axis->a = a;
		axis->b = b;
		axis->dst = dst;
		a *= axis->axis.kernel;
		b *= axis->axis.in;
		dst *= axis->axis.out;
		if (product_find_classes(axis, r->arena))
			continue;
		source_error(r->source, entry_place(r, "strides", i),
			"strides: outputs on axis D%d have too many different sets of "
			"taps",
			i + 1);
		return false;
	}
	return true;
}

static void
add_channels(struct product_plan *product, const struct operation *operation,
	int64_t group, int64_t taps)
{
	const struct tensor *src = operation->input[INPUT_X];
	const struct tensor *weights = operation->input[INPUT_W];
	int64_t depth = src->shape[1] / group, rows = weights->shape[1];
	int64_t src_plane = 1, dst_plane = 1;

	for (int i = 0; i < product->naxis; i++) {
		src_plane *= product->axis[i].axis.in;
		dst_plane *= product->axis[i].axis.out;
	}
	if (src->shape[0] > 1)
		product->loop[product->nloop++] =
			(struct product_loop){.count = src->shape[0],
				.b = src->shape[1] * src_plane,
				.dst = group * rows * dst_plane};
	if (group > 1)
		product->loop[product->nloop++] = (struct product_loop){.count = group,
			.a = depth * rows * taps,
			.b = depth * src_plane,
			.c = rows,
			.dst = rows * dst_plane};
	product->row =
		(struct product_loop){.count = rows, .a = taps, .c = 1, .dst = dst_plane};
	product->depth = depth;
	product->a_depth = rows * taps;
	product->b_depth = src_plane;
	product->block = block_of_taps(taps);
	product->begins_with_c = true;
	product->alpha = product->beta = 1;
}

static bool
set_output(struct plan *plan, const struct operation *operation, int64_t group,
	struct source *source)
{
	const struct product_plan *product = &plan->u.product;
	int64_t shape[MAX_RANK] = {operation->input[INPUT_X]->shape[0]};

	if (mul_overflows(operation->input[INPUT_W]->shape[1], group, &shape[1]))
		shape[1] = INT64_MAX;
	for (int i = 0; i < product->naxis; i++)
		shape[2 + i] = product->axis[i].axis.out;
	return plan_set_output(plan, operation, shape, 2 + product->naxis, source);
}

static bool
plan_conv_transpose(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct product_plan *product = &plan->u.product;
	const struct tensor *src = operation->input[INPUT_X];
	const struct tensor *weights = operation->input[INPUT_W];
	int64_t group = operation_int(operation, "group", 1), taps = 1;
	struct request r = {.operation = operation, .source = source, .arena = arena};
	size_t nerror = source->nerror;

	plan_begin(plan, PLAN_PRODUCT, operation, arena);
	product->b = plan->src;
	product->a = plan_add_operand(plan, operation, INPUT_W);
	product->c = plan_add_operand(plan, operation, INPUT_B);
	if (src->rank < 3 || weights->rank != src->rank) {
		source_error(source,
			operation->input_where[src->rank < 3 ? INPUT_X : INPUT_W],
			src->rank < 3 ? "X: expected 3 dimensions or more, [N, C, D1, "
					"...], got "
					"%d"
				      : "W: expected as many dimensions as X has, got %d",
			src->rank < 3 ? src->rank : weights->rank);
		return false;
	}
	r.naxis = product->naxis = src->rank - 2;
	read_request(&r);
	if (!check_operands(&r, group) || source->nerror > nerror)
		return false;
	for (int i = 0; i < r.naxis; i++) {
		if (!resolve_axis(&r, i, &product->axis[i].axis))
			return false;
		taps *= weights->shape[2 + i];
	}
	if (!set_output(plan, operation, group, source) ||
		(plan->dst.nelement && !add_axes(product, &r)))
		return false;
	add_channels(product, operation, group, taps);
	if (group > 1)
		plan_add_detail(
			plan, arena_format(arena, "group %" PRId64, group), arena);
	return true;
}

const struct op op_conv_transpose = {
	.name = "ConvTranspose",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("Y"),
	.attribute = attributes,
	.dtype = window_dtypes,
	.summary = "the transpose of a Conv: each element of X times the kernels in W, "
		   "summed where they overlap",
	.plan = plan_conv_transpose,
};
