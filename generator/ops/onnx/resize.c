/* Resize and Upsample: what their inputs and attributes make of each axis.

   Scales are float32; an extent becomes floor(extent * scale) in float32. With sizes, a
   scale is the fraction size / extent; keep_aspect_ratio_policy makes all of them the
   least or the largest, and an extent then becomes extent * scale, rounded, halves up.
   Resize-10 and Upsample sample like `asymmetric`. */

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/integers.h"
#include "ops/common/movement.h"
#include "ops/common/parts.h"
#include "ops/common/resample.h"
#include "ops/common/resize_extent.h"
#include "ops/op.h"

enum {
	INPUT_X,
	INPUT_ROI,
	INPUT_SCALES,
	INPUT_SIZES,
	UPSAMPLE_SCALES = 1
};

static const int resize_versions[] = {10, 11, 13, 18, 19, 0};
static const int upsample_versions[] = {1, 7, 9, 10, 0};

static const char *const modes_1[] = {"nearest", "bilinear", NULL};
static const char *const modes_7[] = {"nearest", "linear", NULL};
static const char *const modes_11[] = {"nearest", "linear", "cubic", NULL};
static const char *const coordinates_11[] = {"half_pixel", "pytorch_half_pixel",
	"align_corners", "asymmetric", "tf_half_pixel_for_nn", "tf_crop_and_resize",
	NULL};
static const char *const coordinates_13[] = {"half_pixel", "pytorch_half_pixel",
	"align_corners", "asymmetric", "tf_crop_and_resize", NULL};
static const char *const coordinates_19[] = {"half_pixel", "half_pixel_symmetric",
	"pytorch_half_pixel", "align_corners", "asymmetric", "tf_crop_and_resize", NULL};
static const char *const policies[] = {"stretch", "not_larger", "not_smaller", NULL};

/* clang-format off */
static const struct attribute_rule resize_attributes[] = {
	{"mode", ATTRIBUTE_STRING, 10, 10, false, 0, 0, "nearest", modes_7, "how it samples"},
	{"mode", ATTRIBUTE_STRING, 11, LATEST, false, 0, 0, "nearest", modes_11,
	 "how it samples"},
	{"coordinate_transformation_mode", ATTRIBUTE_STRING, 11, 12, false, 0, 0, "half_pixel",
	 coordinates_11, "where it samples"},
	{"coordinate_transformation_mode", ATTRIBUTE_STRING, 13, 18, false, 0, 0, "half_pixel",
	 coordinates_13, "where it samples"},
	{"coordinate_transformation_mode", ATTRIBUTE_STRING, 19, LATEST, false, 0, 0,
	 "half_pixel", coordinates_19, "where it samples"},
	{"nearest_mode", ATTRIBUTE_STRING, 11, LATEST, false, 0, 0, "round_prefer_floor",
	 nearest_mode_name, "mode nearest: which element is taken between two"},
	{"cubic_coeff_a", ATTRIBUTE_FLOAT, 11, LATEST, false, 0, 0, "-0.75", NULL,
	 "mode cubic: its coefficient"},
	{"exclude_outside", ATTRIBUTE_INT, 11, LATEST, false, 0, 1, "0", NULL,
	 "mode cubic: 1: taps outside have no weight"},
	{"extrapolation_value", ATTRIBUTE_FLOAT, 11, LATEST, false, 0, 0, "0", NULL,
	 "tf_crop_and_resize: what stands outside of the input"},
	{"antialias", ATTRIBUTE_INT, 18, LATEST, false, 0, 1, "0", NULL,
	 "modes linear and cubic: 1: taps are as wide as the outputs"},
	{"axes", ATTRIBUTE_INTS, 18, LATEST, false, -MAX_RANK, MAX_RANK - 1, "all", NULL,
	 "the axes that roi, scales and sizes are for"},
	{"keep_aspect_ratio_policy", ATTRIBUTE_STRING, 18, LATEST, false, 0, 0, "stretch",
	 policies, "sizes: what becomes of them so that all scales are the same"},
	{.name = NULL},
};

static const struct attribute_rule upsample_attributes[] = {
	{"mode", ATTRIBUTE_STRING, 1, 6, false, 0, 0, "nearest", modes_1, "how it samples"},
	{"mode", ATTRIBUTE_STRING, 7, LATEST, false, 0, 0, "nearest", modes_7,
	 "how it samples"},
	{"height_scale", ATTRIBUTE_FLOAT, 1, 6, true, 0, 0, NULL, NULL, "of axis 2"},
	{"width_scale", ATTRIBUTE_FLOAT, 1, 6, true, 0, 0, NULL, NULL, "of axis 3"},
	{"scales", ATTRIBUTE_FLOATS, 7, 8, true, 0, 0, NULL, NULL, "one for each axis"},
	{.name = NULL},
};

static const struct input_rule resize_inputs[] = {
	{"X", .summary = "any shape"},
	{"roi", .optional = true, .constant = true, .own_dtype = OWN_REAL, .since = 11,
		.summary = "[2 * n], begins and ends of what tf_crop_and_resize samples, as "
			   "parts of the axes"},
	{"scales", .optional = true, .constant = true, .own_dtype = OWN_FLOAT32,
		.summary = "[n], or [0] where there are sizes"},
	{"sizes", .optional = true, .constant = true, .own_dtype = OWN_INT64, .since = 11,
		.summary = "[n], the output's extents, in place of scales"},
	{.name = NULL},
};

static const struct input_rule upsample_inputs[] = {
	{"X", .summary = "any shape"},
	{"scales", .constant = true, .own_dtype = OWN_FLOAT32, .since = 9,
		.summary = "[rank], 1 or more"},
	{.name = NULL},
};

static const struct dtype_rule upsample_dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_BOOL, 1},
	{DTYPE_INT32, 1},   {DTYPE_INT64, 1},   {DTYPE_INT8, 7},    {DTYPE_INT16, 7},
	{DTYPE_UINT8, 7},   {DTYPE_UINT16, 7},  {DTYPE_UINT32, 7},  {DTYPE_UINT64, 7},
	{DTYPE_COMPLEX64, 7}, {DTYPE_COMPLEX128, 7}, {DTYPE_NONE, 0},
};
/* clang-format on */

static int
find_word(const char *const *words, const char *word)
{
	int i = 0;

	while (strcmp(words[i], word))
		i++;
	return i;
}

static void
begin(struct resampling *r, const struct operation *operation,
	enum coordinates coordinates, enum nearest nearest)
{
	const struct tensor *src = operation->input[INPUT_X];

	*r = (struct resampling){.operation = operation,
		.mode = operation_string(operation, "mode", "nearest"),
		.crops = coordinates == TF_CROP_AND_RESIZE && src->rank,
		.rank = src->rank,
		.naxis = src->rank,
		.nearest = nearest};
	for (int i = 0; i < src->rank; i++) {
		r->axis[i] = i;
		r->sampling[i] = (struct sampling){.coordinates = coordinates,
			.in = src->shape[i],
			.out = src->shape[i],
			.scale = 1,
			.roi_end = 1};
	}
}

/* Sets the length of an axis by its scale. */
static bool
set_scale(struct sampling *s, double scale, const struct place *where,
	struct source *source)
{
	if (!resize_by_scale(s->in, scale, &s->out)) {
		source_error(source, where,
			"scales: expected numbers above 0, and extents below 2^59, got "
			"%g",
			scale);
		return false;
	}
	sampling_set_scale(s, (float)scale);
	return true;
}

static bool
refuse_length(const struct resampling *r, int input, struct source *source)
{
	source_error(source, r->operation->input_where[input],
		"%s: expected [%d], a value for each axis, got %" PRId64,
		r->operation->input_name[input], r->naxis,
		r->operation->input[input]->nelement);
	return false;
}

static bool
read_scales(struct resampling *r, int input, struct source *source, struct arena *arena)
{
	const struct operation *operation = r->operation;

	if (operation->input[input]->nelement != r->naxis)
		return refuse_length(r, input, source);
	for (int i = 0; i < r->naxis; i++)
		if (!set_scale(&r->sampling[r->axis[i]],
			    real_element(operation, input, i),
			    element_place(operation, input, i, source, arena), source))
			return false;
	return true;
}

/* Gives all axes the scale that makes none, or each, larger than its size. */
static void
keep_ratio(struct resampling *r, const char *policy)
{
	struct size_ratio ratio[MAX_RANK], kept;

	if (!strcmp(policy, "stretch") || !r->naxis)
		return;
	for (int i = 0; i < r->naxis; i++) {
		const struct sampling *s = &r->sampling[r->axis[i]];

		ratio[i] = (struct size_ratio){s->resized, s->original};
	}
	kept = size_ratio_kept(ratio, (size_t)r->naxis, !strcmp(policy, "not_smaller"));
	for (int i = 0; i < r->naxis; i++) {
		struct sampling *s = &r->sampling[r->axis[i]];

		sampling_set_fraction(s, kept.resized, kept.original);
		s->out = resize_by_ratio(s->in, kept);
	}
}

static bool
read_sizes(struct resampling *r, struct source *source, struct arena *arena)
{
	const struct operation *operation = r->operation;

	if (operation->input[INPUT_SIZES]->nelement != r->naxis)
		return refuse_length(r, INPUT_SIZES, source);
	for (int i = 0; i < r->naxis; i++) {
		struct sampling *s = &r->sampling[r->axis[i]];
		struct size_ratio ratio;

		s->out = integer_element(operation, INPUT_SIZES, i);
		if (s->out < 0 || s->out > LENGTH_LIMIT || (s->out && !s->in)) {
			source_error(source,
				element_place(operation, INPUT_SIZES, i, source, arena),
				"sizes: expected an extent, and 0 where X has nothing, "
				"got "
				"%" PRId64,
				s->out);
			return false;
		}
		ratio = size_ratio_of(s->in, s->out);
		sampling_set_fraction(s, ratio.resized, ratio.original);
	}
	keep_ratio(r, operation_string(operation, "keep_aspect_ratio_policy", "stretch"));
	return true;
}

static bool
read_roi(struct resampling *r, struct source *source)
{
	const struct tensor *roi = r->operation->input[INPUT_ROI];

	if (!r->crops)
		return true;
	if (!roi || roi->nelement != 2 * r->naxis) {
		source_error(source,
			roi ? r->operation->input_where[INPUT_ROI]
			    : r->operation->node->where,
			"roi: tf_crop_and_resize expects [%d], begins and ends",
			2 * r->naxis);
		return false;
	}
	for (int i = 0; i < r->naxis; i++) {
		struct sampling *s = &r->sampling[r->axis[i]];

		s->roi_begin = (float)real_element(r->operation, INPUT_ROI, i);
		s->roi_end = (float)real_element(r->operation, INPUT_ROI, r->naxis + i);
	}
	return true;
}

/* An empty list counts as absent. */
static bool
is_given(const struct operation *operation, int input)
{
	const struct tensor *tensor = operation->input[input];

	return tensor && tensor->nelement;
}

static bool
read_resize(struct resampling *r, struct source *source, struct arena *arena)
{
	const struct operation *operation = r->operation;
	bool scales = is_given(operation, INPUT_SCALES);
	bool sizes = is_given(operation, INPUT_SIZES);
	struct integers axes;

	if (!integers_read(&axes, operation, "axes", source, arena) ||
		!integers_axes(&axes, r->rank, r->axis, &r->naxis, source, arena))
		return false;
	if (scales == sizes && r->naxis) {
		source_error(source, operation->node->where,
			"inputs: Resize needs either scales or sizes%s",
			scales ? ", got both" : "");
		return false;
	}
	return (!scales || read_scales(r, INPUT_SCALES, source, arena)) &&
	       (!sizes || read_sizes(r, source, arena)) && read_roi(r, source);
}

/* Modes with weights are for real numbers. */
static bool
check_mode(const struct resampling *r, struct source *source)
{
	enum dtype dtype = r->operation->dtype;

	if (!strcmp(r->mode, "nearest") || dtype_info[dtype].kind != KIND_COMPLEX)
		return true;
	source_error(source, operation_attribute(r->operation, "mode")->where,
		"mode: expected nearest for elements of %s, got %s; weights are for real "
		"numbers",
		dtype_info[dtype].name, r->mode);
	return false;
}

static bool
plan_resize(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const char *coordinates =
		operation_string(operation, "coordinate_transformation_mode",
			operation->version < 11 ? "asymmetric" : "half_pixel");
	const char *nearest =
		operation_string(operation, "nearest_mode", "round_prefer_floor");
	struct resampling r;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	begin(&r, operation, (enum coordinates)find_word(coordinates_name, coordinates),
		operation->version < 11
			? NEAREST_SIMPLE
			: (enum nearest)find_word(nearest_mode_name, nearest));
	if (operation->version < 11 || strcmp(r.mode, "nearest") != 0)
		nearest = NULL;
	plan_add_detail(plan,
		arena_format(arena, "mode %s, %s%s%s", r.mode, coordinates,
			nearest ? ", " : "", nearest ? nearest : ""),
		arena);
	return check_mode(&r, source) && read_resize(&r, source, arena) &&
	       resample_plan(&r, plan, source, arena);
}

/* The scales of versions 1 and 7, which are attributes. */
static bool
read_attributes(struct resampling *r, struct source *source)
{
	const struct operation *operation = r->operation;
	const struct attribute *scales = operation_attribute(operation, "scales");
	size_t n = operation_nfloat(operation, "scales");

	if (operation->version < 7) {
		const struct place *where = operation->node->where;

		if (r->rank != 4) {
			source_error(source, operation->input_where[INPUT_X],
				"X: expected 4 dimensions, got %d", r->rank);
			return false;
		}
		return set_scale(&r->sampling[2],
			       operation_float(operation, "height_scale", 1), where,
			       source) &&
		       set_scale(&r->sampling[3],
			       operation_float(operation, "width_scale", 1), where,
			       source);
	}
	if (n != (size_t)r->rank) {
		source_error(source, scales->where,
			"scales: expected %d numbers, one for each axis, got %zu",
			r->rank, n);
		return false;
	}
	for (size_t i = 0; i < n; i++)
		if (!set_scale(&r->sampling[i],
			    operation_float_at(operation, "scales", i), scales->where,
			    source))
			return false;
	return true;
}

static bool
plan_upsample(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	struct resampling r;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (operation->version >= 10) {
		source_error(source, operation->node->where,
			"op: Upsample is deprecated from operator set 10 on; Resize has "
			"taken its place");
		return false;
	}
	begin(&r, operation, ASYMMETRIC, NEAREST_SIMPLE);
	if (!strcmp(r.mode, "bilinear"))
		r.mode = "linear";
	plan_add_detail(plan, arena_format(arena, "mode %s", r.mode), arena);
	return check_mode(&r, source) &&
	       (operation->version < 9
			       ? read_attributes(&r, source)
			       : read_scales(&r, UPSAMPLE_SCALES, source, arena)) &&
	       resample_plan(&r, plan, source, arena);
}

const struct op op_resize = {
	.name = "Resize",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = resize_versions,
	.input = resize_inputs,
	.output = OUTPUT("Y"),
	.attribute = resize_attributes,
	.dtype = move_dtypes,
	.summary = "the axes sampled at other places",
	.plan = plan_resize,
};

const struct op op_upsample = {
	.name = "Upsample",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = upsample_versions,
	.input = upsample_inputs,
	.output = OUTPUT("Y"),
	.attribute = upsample_attributes,
	.dtype = upsample_dtypes,
	.summary = "the axes sampled more densely",
	.plan = plan_upsample,
};
