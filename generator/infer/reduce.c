#include "infer/rules.h"

#include "infer/arithmetic.h"
#include "infer/attributes.h"
#include "ops/common/type_number.h"
#include "ops/shape/summed.h"

/* The product of the elements, which ReduceProd makes of a shape. */
static void
multiply_contents(struct step *step)
{
	const struct contents *contents = step_contents(step, 0);
	struct contents result = {.count = 0};
	int64_t product;

	if (!contents || contents->real)
		return;
	product = 1;
	for (size_t i = 0; i < contents->count; i++)
		if (!content_is_known(contents, i) ||
			!extent_multiply(product, contents->number[i].i, &product))
			return;
	contents_add_int(&result, product);
	step_set_contents(step, 0, &result);
}

/* Reduces the axes that are marked. */
static void
reduce(struct step *step, const struct dims *src, const bool *reduced, bool keep)
{
	struct dims dst;
	bool all = true;

	for (size_t i = 0; i < src->rank; i++)
		all = all && reduced[i];
	shape_reduce(src, reduced, keep, &dst);
	step_set(step, 0, &dst);
	if (all && step->rule->detail == REDUCE_PRODUCT)
		multiply_contents(step);
}

void
infer_reduce(struct step *step)
{
	bool tensorflow = step->rule->detail == REDUCE_TENSORFLOW;
	bool keep = tensorflow ? step_int(step, "keep_dims", 0) != 0
			       : step_int(step, "keepdims", 1) != 0;
	bool reduced[KNOWN_RANK] = {false};
	struct list axes = {.count = 0};
	struct dims src;
	enum list_status status = step_list(step, tensorflow ? NULL : "axes", 1, &axes);

	if (!step_dims(step, 0, &src))
		return;
	if (status == LIST_UNKNOWN) {
		/* The rank is that of the input where extents are kept; else it is not
		   known. */
		dims_forget(&src);
		if (keep)
			step_set(step, 0, &src);
		return;
	}
	/* An empty list means all axes, but TensorFlow's, which means none. */
	if (axes.count == 0 && !tensorflow && !step_int(step, "noop_with_empty_axes", 0))
		for (size_t i = 0; i < src.rank; i++)
			reduced[i] = true;
	for (size_t i = 0; i < axes.count; i++) {
		size_t place;

		if (!step_axis(step, axes.value[i], src.rank, &place))
			return;
		reduced[place] = true;
	}
	reduce(step, &src, reduced, keep);
}

/* What is normalized has the first input's shape, and the sum before it, the last output;
   of a row there are one mean and one deviation. */
void
infer_skip_norm(struct step *step)
{
	struct dims dims;

	if (!step_dims(step, 0, &dims))
		return;
	step_set(step, 0, &dims);
	step_set(step, 3, &dims);
	step_pass_type(step, 3, 0);
	if (dims.rank)
		dims.extent[dims.rank - 1] = 1;
	for (size_t output = 1; output <= 2; output++) {
		step_set(step, output, &dims);
		step_set_dtype(step, output, DTYPE_FLOAT32);
	}
}

/* One number, or one for each target; the second output is as the first input. */
void
infer_loss(struct step *step)
{
	struct dims dims = {.rank = 0};

	if (!bytes_are(step_word(step, "reduction", "mean"), "none") ||
		step_dims(step, 1, &dims))
		step_set(step, 0, &dims);
	if (step_dims(step, 0, &dims))
		step_set(step, 1, &dims);
	step_pass_type(step, 1, 0);
}

void
infer_arg(struct step *step)
{
	bool reduced[KNOWN_RANK] = {false};
	struct dims src;
	size_t place;

	if (!step_dims(step, 0, &src) ||
		!step_axis(step, step_int(step, "axis", 0), src.rank, &place))
		return;
	reduced[place] = true;
	reduce(step, &src, reduced, step_int(step, "keepdims", 1) != 0);
}

/* Mean and deviation reduce all axes from one on. */
void
infer_layer_norm(struct step *step)
{
	const char *foreign;
	enum dtype stash = type_of_number(step_int(step, "stash_type", 1), &foreign);
	bool reduced[KNOWN_RANK] = {false};
	struct dims src, dims;
	size_t place;

	if (!step_dims(step, 0, &src) ||
		!step_axis(step, step_int(step, "axis", -1), src.rank, &place))
		return;
	step_set(step, 0, &src);
	for (size_t i = place; i < src.rank; i++)
		reduced[i] = true;
	shape_reduce(&src, reduced, true, &dims);
	for (size_t output = 1; output < 3; output++) {
		step_set(step, output, &dims);
		step_set_dtype(step, output, stash);
	}
}

/* The axis is an input, and is dropped. */
void
infer_tensorflow_arg(struct step *step)
{
	bool reduced[KNOWN_RANK] = {false};
	struct dims src;
	size_t place;
	int64_t axis;

	if (!step_scalar(step, 1, &axis) || !step_dims(step, 0, &src) ||
		!step_axis(step, axis, src.rank, &place))
		return;
	reduced[place] = true;
	reduce(step, &src, reduced, false);
}
