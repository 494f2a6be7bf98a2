#include "infer/rules.h"

#include "infer/attributes.h"
#include "ops/common/resize_extent.h"
#include "ops/op.h"

/* How extents change: by factors of one of two types, or to sizes. */
struct scaling {
	size_t count; /* of factors or sizes */
	const float *factors;
	const struct contents *factor, *size;
	struct list axes; /* those that change, in the order of the others; or all */
	bool has_axes;
	bool keeps_ratio; /* of sizes: by keep_aspect_ratio_policy */
	bool not_smaller;
};

/* An extent times a factor. */
static bool
scale(int64_t extent, double factor, int64_t *scaled)
{
	*scaled = UNKNOWN;
	return extent == UNKNOWN || resize_by_scale(extent, factor, scaled);
}

/* The new extent of the i-th scaled axis. */
static bool
scale_axis(const struct scaling *scaling, size_t i, int64_t *extent)
{
	if (scaling->factors)
		return scale(*extent, (double)scaling->factors[i], extent);
	if (scaling->factor) {
		if (content_is_known(scaling->factor, i))
			return scale(*extent, scaling->factor->number[i].f, extent);
		*extent = UNKNOWN;
		return true;
	}
	*extent = UNKNOWN;
	if (scaling->size && content_is_known(scaling->size, i))
		*extent = scaling->size->number[i].i;
	return *extent >= UNKNOWN;
}

/* Resizes axes by one ratio, if their extents and sizes are known; false: one is too
   long. from: the extents before; in dst there are the sizes. */
static bool
keep_ratio(struct dims *dst, const struct dims *from, const size_t *place,
	const struct scaling *scaling)
{
	struct size_ratio ratio[KNOWN_RANK], kept;
	bool known = scaling->count > 0;

	for (size_t i = 0; i < scaling->count; i++) {
		int64_t extent = from->extent[place[i]], size = dst->extent[place[i]];

		known = known && extent != UNKNOWN && size != UNKNOWN;
		ratio[i] = size_ratio_of(extent, size);
		dst->extent[place[i]] = UNKNOWN;
	}
	if (!known)
		return true;
	kept = size_ratio_kept(ratio, scaling->count, scaling->not_smaller);
	for (size_t i = 0; i < scaling->count; i++) {
		int64_t *extent = &dst->extent[place[i]];

		*extent = resize_by_ratio(from->extent[place[i]], kept);
		if (*extent >= LENGTH_LIMIT)
			return false;
	}
	return true;
}

static void
apply(struct step *step, const struct scaling *scaling)
{
	struct dims src, sized, dst = {.rank = 0};
	size_t place[KNOWN_RANK];

	if (!step_dims(step, 0, &src))
		return;
	step->failed =
		step->failed || scaling->count > src.rank ||
		scaling->count != (scaling->has_axes ? scaling->axes.count : src.rank);
	sized = src;
	for (size_t i = 0; i < scaling->count && !step->failed; i++) {
		place[i] = i;
		if (scaling->has_axes &&
			!step_axis(step, scaling->axes.value[i], src.rank, &place[i]))
			return;
		step->failed = !scale_axis(scaling, i, &sized.extent[place[i]]);
	}
	if (scaling->keeps_ratio && !step->failed)
		step->failed = !keep_ratio(&sized, &src, place, scaling);
	if (!step->failed && dims_add_part(&dst, &sized, 0, sized.rank))
		step_set(step, 0, &dst);
}

/* An input of floats, or of integers, that is not empty. */
static const struct contents *
numbers(struct step *step, size_t input, bool real)
{
	const struct contents *contents;
	struct dims dims;

	if (!step_has(step, input) ||
		(step_dims(step, input, &dims) && dims.rank == 1 && dims.extent[0] == 0))
		return NULL;
	contents = step_contents(step, input);
	return contents && contents->count && contents->real == real ? contents : NULL;
}

void
infer_resize(struct step *step)
{
	/* Before version 11 there are X and scales; then X, roi, scales and sizes. */
	bool old = step->opset < 11 || step->node->ninput == 2;
	struct bytes policy = step_word(step, "keep_aspect_ratio_policy", "stretch");
	struct scaling scaling = {
		.factor = numbers(step, old ? 1 : 2, true),
		.size = old ? NULL : numbers(step, 3, false),
	};

	scaling.has_axes = step_list(step, "axes", SIZE_MAX, &scaling.axes) == LIST_KNOWN;
	if (scaling.factor)
		scaling.count = scaling.factor->count;
	else if (scaling.size)
		scaling.count = scaling.size->count;
	else
		return;
	/* The policy is one for sizes. */
	scaling.not_smaller = bytes_are(policy, "not_smaller");
	scaling.keeps_ratio = !scaling.factor && !bytes_are(policy, "stretch");
	apply(step, &scaling);
}

/* Upsample has its factors as an attribute (7), an input (9), or two attributes (1). */
void
infer_upsample(struct step *step)
{
	const struct model_attribute *floats = step_floats(step, "scales");
	struct scaling scaling = {.factors = floats ? floats->floats : NULL};
	float pair[4] = {1, 1, step_float(step, "height_scale", 0),
		step_float(step, "width_scale", 0)};

	if (floats) {
		scaling.count = floats->count;
	} else if (pair[2] > 0 && pair[3] > 0) {
		scaling.factors = pair;
		scaling.count = 4;
	} else {
		scaling.factor = numbers(step, 1, true);
		if (!scaling.factor)
			return;
		scaling.count = scaling.factor->count;
	}
	apply(step, &scaling);
}

/* Rows and columns of TensorFlow's images, [N, H, W, C]. */
void
infer_resize_image(struct step *step)
{
	const struct contents *size = numbers(step, 1, false);
	struct dims dims;

	if (!step_dims(step, 0, &dims))
		return;
	step->failed = dims.rank != 4 || (size && size->count != 2);
	for (size_t i = 0; i < 2 && !step->failed; i++) {
		dims.extent[1 + i] = UNKNOWN;
		if (size && content_is_known(size, i))
			dims.extent[1 + i] = size->number[i].i;
		step->failed =
			dims.extent[1 + i] < UNKNOWN || dims.extent[1 + i] > LENGTH_LIMIT;
	}
	step_set(step, 0, &dims);
}
