#include "drawn/draw.h"

#include "base/arena.h"
#include "drawn/quantized.h"

#include <string.h>

/* What computes element by element. */

/* A shape that is broadcast to another one: some of the last axes, some with one element.
 */
static int
draw_part(struct drawn *d, const int64_t *shape, int rank, int64_t *part)
{
	int left_out = draw_chance(d, 50) ? 0 : (int)draw_between(d, 0, rank);

	for (int i = left_out; i < rank; i++)
		part[i - left_out] = draw_chance(d, 25) ? 1 : shape[i];
	return rank - left_out;
}

/* Versions that do not broadcast, or in their own ways, get whole shapes. */
static bool
broadcasts(const struct drawn *d)
{
	return !drawn_has(d, "broadcast") &&
	       (!d->op->input[0].variadic || d->version >= 8) &&
	       (strcmp(d->op->name, "PRelu") != 0 || d->version >= 7);
}

/* A list of some tensors, the first of which has every extent. */
static void
draw_list(struct drawn *d, const int64_t *shape, int rank)
{
	int n = (int)draw_between(d, 1, 4);
	int64_t part[MAX_RANK];

	for (int i = 0; i < n; i++) {
		bool whole = !i || !broadcasts(d);
		int own = whole ? rank : draw_part(d, shape, rank, part);

		drawn_input(d, d->op->input[0].name, whole ? shape : part, own);
		d->input[i].part = i;
	}
}

static void
draw_bounds(struct drawn *d)
{
	const int64_t none[1] = {0};

	drawn_float(d, "min", -1.5);
	drawn_float(d, "max", 2);
	for (int i = 1; i < 3 && d->version >= 11; i++)
		if (draw_chance(d, 70))
			drawn_input(d, d->op->input[i].name, none, 0);
}

static void
draw_channels(struct drawn *d, const int64_t *shape)
{
	const int64_t one = 0;

	drawn_ints(d, "consumed_inputs", &one, 1, 1);
	drawn_int(d, "is_test", 1, 0);
	drawn_float(d, "epsilon", 0.25);
	for (int i = 1; d->op->input[i].name; i++)
		drawn_input(
			d, input_rule_name(&d->op->input[i], d->version), &shape[1], 1);
}

/* The second input of a version that says with `axis` where its first axis stands: some
   axes in a row, some with one element. */
static void
draw_axes_in_a_row(struct drawn *d, const int64_t *shape, int rank)
{
	const struct input_rule *rule = &d->op->input[1];
	int n = (int)draw_between(d, 0, rank);
	int axis = (int)draw_between(d, 0, rank - n);
	int64_t part[MAX_RANK];

	for (int i = 0; i < n; i++)
		part[i] = draw_chance(d, 25) ? 1 : shape[axis + i];
	drawn_input(d, rule->name, part, n);
	drawn_int(d, "broadcast", 1, 0);
	drawn_int(d, "axis", axis, rank - n);
}

/* One scale, one for each place along an axis, or for each block; and zero points. */
static void
draw_scales(struct drawn *d, const int64_t *shape, int rank)
{
	bool quantizes = d->op == &op_quantize_linear;
	bool many = rank && d->version >= 13 && draw_chance(d, 60);
	int axis = rank ? (int)draw_below(d, rank) : 0, own = 0;
	int64_t part[MAX_RANK] = {0}, block = 0;
	struct tensor *tensor;

	if (many && d->version >= 21 && draw_chance(d, 50)) {
		memcpy(part, shape, sizeof part);
		own = rank;
		block = draw_between(d, 1, 4);
		/* Shorter blocks at the end are for constants alone. */
		if (shape[axis] % block)
			block = shape[axis];
		part[axis] = shape[axis] / block;
	} else if (many) {
		part[own++] = shape[axis];
	}
	if (many)
		drawn_int(d, "axis", draw_chance(d, 50) ? axis : axis - rank, 1);
	drawn_int(d, "block_size", block, 0);
	drawn_int(d, "precision", draw_chance(d, 50) ? 1 : 10, 1);
	tensor = drawn_input(d, d->op->input[1].name, part, own);
	tensor->dtype = DTYPE_FLOAT32;
	if (quantizes && d->version >= 19 && d->version < 23)
		tensor->dtype = d->node.dtype;
	if (!quantizes)
		drawn_int(d, "output_dtype", draw_chance(d, 50) ? 10 : 0, 0);
	if (draw_chance(d, 40))
		return;
	tensor = drawn_input(d, d->op->input[2].name, part, own);
	if (quantizes)
		tensor->dtype = draw_chance(d, 50) ? DTYPE_INT8 : DTYPE_UINT8;
}

/* Tensors of 8-bit integers, each with a scale and perhaps a zero point. */
static void
draw_quantized(struct drawn *d, const int64_t *shape, int rank)
{
	const struct input_rule *rule = drawn_singles(d, d->op->input + 1);
	int64_t part[MAX_RANK];

	if (!rule->name)
		return;
	drawn_input(d, rule->name, part, draw_part(d, shape, rank, part));
	drawn_singles(d, rule + 1);
}

/* One of the types that an input may have in place of the node's. */
static enum dtype
draw_own_dtype(struct drawn *d, const struct dtype_rule *rule)
{
	const struct dtype_rule *drawn;
	int64_t n = 0;

	while (rule[n].dtype)
		n++;
	do
		drawn = &rule[draw_below(d, n)];
	while (drawn->since > d->version);
	return drawn->dtype;
}

/* Inputs after the first one. */
static void
draw_others(struct drawn *d, const int64_t *shape, int rank)
{
	const struct input_rule *rule = d->op->input;
	int64_t part[MAX_RANK];
	bool whole = !broadcasts(d);

	if (drawn_has(d, "broadcast") && draw_chance(d, 70)) {
		draw_axes_in_a_row(d, shape, rank);
		return;
	}
	for (int i = 1; rule[i].name; i++) {
		int own = whole ? rank : draw_part(d, shape, rank, part);
		struct tensor *tensor =
			drawn_input(d, rule[i].name, whole ? shape : part, own);

		if (input_own_dtype_since(&rule[i], d->version))
			tensor->dtype = draw_own_dtype(d, rule[i].dtype);
	}
}

static void
draw_numbers(struct drawn *d)
{
	static const char *const name[] = {"alpha", "beta", "gamma"};

	for (int i = 0; i < 3; i++)
		if (draw_chance(d, 50))
			drawn_float(d, name[i], (double)draw_between(d, 1, 9) / 4);
	if (d->version == 1)
		drawn_string(d, "to", draw_chance(d, 50) ? "INT16" : "FLOAT", "");
	else
		drawn_int(d, "to", draw_chance(d, 10) ? 9 : draw_between(d, 1, 7), 0);
	drawn_int(d, "fmod", dtype_is_real(d->node.dtype) ? 1 : draw_below(d, 2), 0);
	drawn_int(d, "detect_negative", draw_below(d, 2), 1);
	drawn_int(d, "detect_positive", draw_below(d, 2), 1);
	drawn_string(d, "direction", draw_chance(d, 50) ? "LEFT" : "RIGHT", "");
	drawn_string(d, "approximate", draw_chance(d, 50) ? "tanh" : "none", "none");
}

/* Matrices, with a diagonal that may lie outside of them. */
static void
draw_diagonal(struct drawn *d)
{
	const int64_t none[1] = {0}, k = draw_between(d, -6, 6);

	drawn_int(d, "upper", draw_below(d, 2), 1);
	if (draw_chance(d, 70))
		drawn_integers(d, "k", none, 0, &k);
}

void
draw_pointwise(struct drawn *d)
{
	bool clips = !strcmp(d->op->name, "Clip");
	bool normalizes = !strcmp(d->op->name, "BatchNormalization");
	bool triangles = d->op == &op_trilu;
	int rank = (int)draw_between(d, 0, draw_chance(d, 5) ? MAX_RANK : 5);
	struct extent extent[MAX_RANK];
	int64_t shape[MAX_RANK] = {0};

	if ((normalizes || triangles) && rank < 2)
		rank = 2;
	/* Of one slope for each channel, other extents would not do. */
	if (!strcmp(d->op->name, "PRelu") && !broadcasts(d))
		rank = 0;
	for (int i = 0; i < rank; i++)
		extent[i] = (struct extent){&shape[i], 200};
	draw_extents(d, extent, (size_t)rank);
	if (rank && draw_chance(d, 2))
		shape[draw_below(d, rank)] = 0;
	draw_numbers(d);
	if (d->op->input[0].variadic) {
		draw_list(d, shape, rank);
		return;
	}
	drawn_input(d, d->op->input[0].name, shape, rank);
	if (clips)
		draw_bounds(d);
	else if (normalizes)
		draw_channels(d, shape);
	else if (triangles)
		draw_diagonal(d);
	else if (d->op == &op_quantize_linear || d->op == &op_dequantize_linear)
		draw_scales(d, shape, rank);
	else if (!strcmp(d->op->domain, "com.microsoft"))
		draw_quantized(d, shape, rank);
	else
		draw_others(d, shape, rank);
}
