#include "drawn/draw.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "drawn/quantized.h"

/* What moves data in ONNX's general ways: Transpose, Slice, Pad, Reshape and their kin.
 */

enum {
	MOST_SCALED = 4 /* axes along which a sample is resized */
};

struct drawn_shape {
	int rank;
	int64_t extent[MAX_RANK];
};

static struct drawn_shape
draw_shape(struct drawn *d, int least)
{
	struct drawn_shape s = {.rank = (int)draw_between(d, least, 4)};
	struct extent extent[MAX_RANK];

	if (draw_chance(d, 3))
		s.rank = MAX_RANK;
	for (int i = 0; i < s.rank; i++)
		extent[i] = (struct extent){&s.extent[i], 150};
	draw_extents(d, extent, (size_t)s.rank);
	if (s.rank && draw_chance(d, 2))
		s.extent[draw_below(d, s.rank)] = 0;
	return s;
}

static struct drawn_shape
draw_data(struct drawn *d, int least)
{
	struct drawn_shape s = draw_shape(d, least);

	drawn_input(d, d->op->input[0].name, s.extent, s.rank);
	return s;
}

/* A list that is an input in some versions, an attribute in others, and either in a
   few. */
static void
add_list(struct drawn *d, const char *name, const int64_t *value, int n)
{
	if (op_named_input(d->op, d->version, name) &&
		!(drawn_has(d, name) && draw_chance(d, 50)))
		drawn_integers(d, name, (int64_t[]){n}, 1, value);
	else
		drawn_ints(d, name, value, n, INT64_MIN);
}

/* n of the axes in any order; negative ones, where those are allowed. */
static int
draw_axes(struct drawn *d, int rank, bool negative, int64_t axis[MAX_RANK])
{
	int64_t all[MAX_RANK];
	int n = rank ? (int)draw_between(d, 1, rank) : 0;

	for (int i = 0; i < rank; i++)
		all[i] = i;
	for (int i = 0; i < n; i++) {
		int64_t k = draw_between(d, i, rank - 1);

		axis[i] = all[k];
		all[k] = all[i];
		all[i] = axis[i];
	}
	for (int i = 0; i < n; i++)
		if (negative && draw_chance(d, 20))
			axis[i] -= rank;
	return n;
}

static void
draw_transpose(struct drawn *d)
{
	struct drawn_shape s = draw_data(d, 0);
	int64_t perm[MAX_RANK], n = 0;

	while (n < s.rank)
		n = draw_axes(d, s.rank, false, perm);
	if (draw_chance(d, 85))
		drawn_ints(d, "perm", perm, s.rank, INT64_MIN);
}

static void
draw_slice(struct drawn *d)
{
	struct drawn_shape s = draw_data(d, 1);
	int64_t starts[MAX_RANK], ends[MAX_RANK], steps[MAX_RANK], axis[MAX_RANK];
	int n = draw_axes(d, s.rank, true, axis);
	bool all = n == s.rank && draw_chance(d, 50);

	for (int i = 0; i < n; i++) {
		int64_t at = axis[i] < 0 ? axis[i] + s.rank : axis[i];
		int64_t extent = s.extent[all ? i : at];

		starts[i] = draw_between(d, -extent - 1, extent + 1);
		ends[i] = draw_chance(d, 20) ? INT32_MAX
					     : draw_between(d, -extent - 1, extent + 1);
		steps[i] = draw_chance(d, 60) ? 1 : draw_between(d, -3, 3);
		steps[i] += !steps[i];
	}
	add_list(d, "starts", starts, n);
	add_list(d, "ends", ends, n);
	if (!all)
		add_list(d, "axes", axis, n);
	if (d->version >= 10 && draw_chance(d, 70))
		add_list(d, "steps", steps, n);
}

static void
draw_pad(struct drawn *d)
{
	static const char *const modes[] = {"constant", "reflect", "edge", "wrap"};
	const char *mode = modes[draw_below(d, d->version >= 19 ? 4 : 3)];
	struct drawn_shape s;
	int64_t pads[2 * MAX_RANK], axis[MAX_RANK];
	int n;

	mode = draw_chance(d, 40) ? "constant" : mode;
	d->left = d->left > 8 ? d->left / 8 : 1;
	s = draw_data(d, 1);
	n = s.rank;
	for (int i = 0; i < n; i++)
		axis[i] = i;
	if (d->version >= 18 && draw_chance(d, 40))
		n = draw_axes(d, s.rank, true, axis);
	for (int i = 0; i < 2 * n; i++) {
		int64_t extent = s.extent[(axis[i % n] + s.rank) % s.rank];
		int64_t most = draw_chance(d, 30) ? 8 : 2;

		pads[i] =
			draw_chance(d, 50) ? 0 : draw_between(d, -(extent - 1) / 2, most);
	}
	add_list(d, d->version < 2 ? "paddings" : "pads", pads, 2 * n);
	drawn_string(d, "mode", mode, "constant");
	if (draw_chance(d, 50))
		drawn_float(d, "value", draw_chance(d, 50) ? -1.5 : 0);
	if (d->version >= 11 && draw_chance(d, 40))
		drawn_input(d, "constant_value", NULL, 0);
	if (n < s.rank || axis[0] != 0)
		add_list(d, "axes", axis, n);
}

static void
draw_reshape(struct drawn *d)
{
	struct drawn_shape s = draw_data(d, 1);
	int64_t shape[MAX_RANK], empty = 0;

	for (int i = 0; i < s.rank; i++) {
		shape[i] = s.extent[s.rank - 1 - i];
		empty |= !shape[i];
	}
	if (!empty && draw_chance(d, 50))
		shape[draw_below(d, s.rank)] = -1;
	if (empty)
		drawn_int(d, "allowzero", 1, 0);
	add_list(d, "shape", shape, s.rank);
}

static void
draw_squeeze(struct drawn *d)
{
	struct drawn_shape s = draw_shape(d, 1);
	int64_t axis[MAX_RANK];
	int n = draw_axes(d, s.rank, d->version >= 11, axis);

	for (int i = 0; i < n; i++)
		s.extent[(axis[i] + s.rank) % s.rank] = 1;
	drawn_input(d, "data", s.extent, s.rank);
	if (draw_chance(d, 70))
		add_list(d, "axes", axis, n);
}

static void
draw_unsqueeze(struct drawn *d)
{
	struct drawn_shape s = draw_data(d, 0);
	int64_t axis[MAX_RANK], room = MAX_RANK - s.rank;
	int rank = s.rank + (int)draw_between(d, 0, room < 3 ? room : 3);
	int n = 0;

	while (n < rank - s.rank)
		n = draw_axes(d, rank, d->version >= 11, axis);
	add_list(d, "axes", axis, rank - s.rank);
}

static void
draw_expand(struct drawn *d)
{
	struct drawn_shape s = draw_shape(d, 1);
	int64_t shape[MAX_RANK];
	int own = (int)draw_between(d, 0, s.rank);

	for (int i = 0; i < s.rank; i++)
		shape[i] = draw_chance(d, 30) ? 1 : s.extent[i];
	for (int i = 0; i < s.rank; i++)
		if (shape[i] != 1 && draw_chance(d, 60))
			s.extent[i] = 1;
	for (int i = 0; i < s.rank - own; i++)
		shape[i] = shape[i] == 1 ? s.extent[i] : shape[i];
	drawn_input(d, "input", s.extent + s.rank - own, own);
	drawn_integers(d, "shape", (int64_t[]){s.rank}, 1, shape);
}

static void
draw_tile(struct drawn *d)
{
	struct drawn_shape s;
	int64_t repeats[MAX_RANK];

	d->left = d->left > 9 ? d->left / 9 : 1;
	s = draw_data(d, 1);
	for (int i = 0; i < s.rank; i++)
		repeats[i] = draw_chance(d, 50) ? 1 : draw_between(d, 0, 3);
	if (d->version >= 6) {
		drawn_integers(d, "repeats", (int64_t[]){s.rank}, 1, repeats);
		return;
	}
	drawn_integers(d, "tiles", NULL, 0, repeats);
	drawn_integers(d, "axis", NULL, 0, &(int64_t){0});
}

static void
draw_gather(struct drawn *d)
{
	struct drawn_shape s = draw_shape(d, 1), indices = {.rank = 1};
	int64_t place[256], n = 1;
	int axis = (int)draw_below(d, s.rank);

	s.extent[axis] += !s.extent[axis];
	drawn_input(d, "data", s.extent, s.rank);
	if (s.rank < MAX_RANK && draw_chance(d, 30))
		indices.rank = (int)draw_below(d, 3);
	for (int i = 0; i < indices.rank; i++) {
		indices.extent[i] = draw_between(d, 1, draw_chance(d, 20) ? 16 : 5);
		n *= indices.extent[i];
	}
	for (int64_t i = 0; i < n; i++) {
		place[i] = draw_chance(d, 60) && i
				   ? (place[i - 1] + 1 + s.extent[axis]) % s.extent[axis]
				   : draw_below(d, s.extent[axis]);
		if (d->version >= 11 && draw_chance(d, 10))
			place[i] -= s.extent[axis];
	}
	if (draw_chance(d, 50)) {
		drawn_integers(d, "indices", indices.extent, indices.rank, place);
	} else {
		drawn_input(d, "indices", indices.extent, indices.rank)->dtype =
			draw_chance(d, 50) ? DTYPE_INT32 : DTYPE_INT64;
	}
	drawn_int(d, "axis", draw_chance(d, 20) ? axis - s.rank : axis, 0);
}

static void
draw_concat(struct drawn *d)
{
	struct drawn_shape s;
	int n = (int)draw_between(d, 1, 5), axis;

	d->left = d->left > n ? d->left / n : 1;
	s = draw_shape(d, 1);
	axis = d->version < 4 && s.rank > 1 && draw_chance(d, 50)
		       ? 1
		       : (int)draw_below(d, s.rank);
	for (int i = 0; i < n; i++) {
		drawn_input(d, "inputs", s.extent, s.rank);
		d->input[d->node.ninput - 1].part = i;
		s.extent[axis] = draw_between(
			d, i && draw_chance(d, 5) ? 0 : 1, s.extent[axis] + 1);
	}
	drawn_int(d, "axis", draw_chance(d, 20) ? axis - s.rank : axis, 1);
}

/* Tensors of 8-bit integers, each followed by its scale and zero point. */
static void
draw_quantized_concat(struct drawn *d)
{
	int n = (int)draw_between(d, 1, 5), axis;
	struct drawn_shape s;

	d->left = d->left > n ? d->left / n : 1;
	drawn_singles(d, d->op->input);
	s = draw_shape(d, 1);
	axis = (int)draw_below(d, s.rank);
	for (int i = 0; i < 3 * n; i++) {
		struct tensor *tensor =
			drawn_input(d, "inputs", s.extent, i % 3 ? 0 : s.rank);

		d->input[d->node.ninput - 1].part = i;
		if (i % 3 == 1)
			drawn_scale(d, tensor);
		if (!(i % 3))
			s.extent[axis] = draw_between(d, 1, s.extent[axis] + 1);
	}
	drawn_int(d, "axis", draw_chance(d, 20) ? axis - s.rank : axis, MAX_RANK);
}

static void
draw_split(struct drawn *d)
{
	struct drawn_shape s = draw_shape(d, 1);
	int64_t size[5], sum = 0;
	int n = (int)draw_between(d, 1, 5), axis = (int)draw_below(d, s.rank);
	const char **name = arena_array(d->arena, const char *, n);
	bool given = draw_chance(d, 60), counted = !given && d->version >= 18;

	for (int i = 0; i < n; i++) {
		size[i] = given ? draw_between(d, i ? 0 : 1, s.extent[axis] / n + 1)
				: s.extent[axis] / n + 1;
		sum += size[i];
		name[i] = arena_format(d->arena, "outputs_%d", i);
	}
	s.extent[axis] = sum;
	drawn_input(d, "input", s.extent, s.rank);
	if (given)
		add_list(d, "split", size, n);
	if (counted && draw_chance(d, 70))
		drawn_int(d, "num_outputs", n, 0);
	if (!given || draw_chance(d, 50)) {
		d->node.output = name;
		d->node.noutput = (size_t)n;
	}
	drawn_int(d, "axis", draw_chance(d, 20) ? axis - s.rank : axis, 0);
}

static const char *
draw_choice(struct drawn *d, const char *attribute)
{
	for (const struct attribute_rule *rule = d->op->attribute; rule->name; rule++)
		if (!strcmp(rule->name, attribute) && rule->since <= d->version &&
			d->version <= rule->until) {
			int64_t n = 0;

			while (rule->choice[n])
				n++;
			return rule->choice[draw_below(d, n)];
		}
	return "";
}

static void
draw_mode(struct drawn *d)
{
	const char *mode = "nearest";

	while (d->kind == PLAN_SAMPLE && !strcmp(mode, "nearest"))
		mode = draw_choice(d, "mode");
	drawn_string(d, "mode", mode, "nearest");
	if (d->kind != PLAN_SAMPLE)
		return;
	drawn_int(d, "antialias", draw_chance(d, 50), 0);
	drawn_int(d, "exclude_outside", draw_chance(d, 50), 0);
	if (draw_chance(d, 50))
		drawn_float(d, "cubic_coeff_a", -0.5);
}

static double
draw_scale(struct drawn *d)
{
	static const double scales[] = {1, 1, 2, 3, 0.5, 1.5, 0.6, 2.25};

	return scales[draw_below(d, sizeof scales / sizeof *scales)];
}

static void
draw_resize(struct drawn *d)
{
	double scale[2 * MAX_RANK];
	int64_t size[MAX_RANK];
	struct drawn_shape s;
	const char *coordinates;
	int nscaled = 0;

	d->left = d->left > 6 ? d->left / 6 : 1;
	s = draw_data(d, 1);
	draw_mode(d);
	coordinates = draw_choice(d, "coordinate_transformation_mode");
	drawn_string(d, "coordinate_transformation_mode", coordinates, "half_pixel");
	drawn_string(
		d, "nearest_mode", draw_choice(d, "nearest_mode"), "round_prefer_floor");
	for (int i = 0; i < s.rank; i++) {
		/* An output's terms are the product of those along each axis. */
		bool keeps = d->kind == PLAN_SAMPLE && nscaled == MOST_SCALED;

		scale[i] = i > 0 && s.extent[i] > 1 && !keeps ? draw_scale(d) : 1;
		size[i] = (int64_t)((double)s.extent[i] * scale[i]);
		size[i] += s.extent[i] > 0 && !keeps;
		nscaled += size[i] != s.extent[i];
	}
	if (!strcmp(coordinates, "tf_crop_and_resize")) {
		double roi[2 * MAX_RANK];

		for (int i = 0; i < 2 * s.rank; i++)
			roi[i] = (i < s.rank ? 0 : 1) + (draw_chance(d, 50) ? 0.25 : 0);
		drawn_reals(d, "roi", roi, 2 * s.rank);
		drawn_float(d, "extrapolation_value", 1.5);
	}
	if (d->version >= 11 && draw_chance(d, 50))
		drawn_integers(d, "sizes", (int64_t[]){s.rank}, 1, size);
	else
		drawn_reals(d, "scales", scale, s.rank);
}

static void
draw_upsample(struct drawn *d)
{
	static const double scales[] = {1, 1, 2, 3, 1.5};
	double scale[MAX_RANK];
	struct drawn_shape s;

	/* Operator set 10 has none. */
	if (d->version == 10) {
		d->version = 9;
		d->node.opset = 9;
	}
	d->node.has_opset = true;
	d->left = d->left > 9 ? d->left / 9 : 1;
	s = draw_shape(d, d->version < 7 ? 4 : 1);
	if (d->version < 7)
		s.rank = 4;
	for (int i = 0; i < s.rank; i++) {
		s.extent[i] += !s.extent[i];
		scale[i] = i < s.rank - 2 ? 1 : scales[draw_below(d, 5)];
	}
	drawn_input(d, "X", s.extent, s.rank);
	draw_mode(d);
	if (d->version >= 7) {
		drawn_reals(d, "scales", scale, s.rank);
		return;
	}
	drawn_float(d, "height_scale", scale[2]);
	drawn_float(d, "width_scale", scale[3]);
}

static void
draw_flatten(struct drawn *d)
{
	struct drawn_shape s = draw_data(d, 1);

	drawn_int(d, "axis", draw_between(d, d->version < 11 ? 0 : -s.rank, s.rank), 1);
}

static void
draw_dropout(struct drawn *d)
{
	draw_data(d, 0);
	drawn_int(d, "is_test", 1, 0);
	drawn_float(d, "ratio", 0.25);
}

static void
draw_identity(struct drawn *d)
{
	draw_data(d, 0);
}

static void
draw_eye_like(struct drawn *d)
{
	int64_t shape[2] = {draw_extent(d, 40), draw_extent(d, 40)};

	drawn_input(d, "input", shape, 2);
	drawn_int(d, "k", draw_between(d, -5, 5), 0);
	/* float32, uint8, int32, int64, bool or float64 */
	if (draw_chance(d, 50))
		drawn_int(d, "dtype", (int[]){1, 2, 6, 7, 9, 11}[draw_below(d, 6)], 0);
}

static void
draw_range(struct drawn *d)
{
	int64_t start = draw_between(d, -20, 20), delta = draw_between(d, 1, 5);
	int64_t limit;

	delta = draw_chance(d, 50) ? -delta : delta;
	limit = start + delta * (draw_extent(d, 60) - 1) + draw_below(d, 2);
	drawn_integers(d, "start", NULL, 0, &start);
	drawn_integers(d, "limit", NULL, 0, &limit);
	drawn_integers(d, "delta", NULL, 0, &delta);
}

static const struct {
	const char *op;
	void (*draw)(struct drawn *d);
} rearrangements[] = {
	{"Transpose", draw_transpose},
	{"Slice", draw_slice},
	{"Pad", draw_pad},
	{"Reshape", draw_reshape},
	{"Flatten", draw_flatten},
	{"Squeeze", draw_squeeze},
	{"Unsqueeze", draw_unsqueeze},
	{"Identity", draw_identity},
	{"Dropout", draw_dropout},
	{"Expand", draw_expand},
	{"Tile", draw_tile},
	{"Gather", draw_gather},
	{"Concat", draw_concat},
	{"QLinearConcat", draw_quantized_concat},
	{"Split", draw_split},
	{"Resize", draw_resize},
	{"Upsample", draw_upsample},
	{"EyeLike", draw_eye_like},
	{"Range", draw_range},
};

bool
draw_rearrangement(struct drawn *d)
{
	for (size_t i = 0; i < sizeof rearrangements / sizeof *rearrangements; i++)
		if (!strcmp(d->op->name, rearrangements[i].op)) {
			rearrangements[i].draw(d);
			return true;
		}
	return false;
}
