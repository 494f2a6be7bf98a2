#include "infer/attributes.h"
#include "infer/rules.h"
#include "ops/shape/moved.h"

/* Appends all elements; false when they are too many. */
static bool
append(struct contents *contents, const struct contents *more)
{
	contents->real = more->real;
	for (size_t i = 0; i < more->count; i++)
		if (!contents_add_from(contents, more, i))
			return false;
	return true;
}

/* Concatenates the contents of inputs first, ..., end - 1. */
static void
concat_contents(struct step *step, size_t first, size_t end)
{
	struct contents joined = {.count = 0};

	for (size_t i = first; i < end; i++) {
		const struct contents *contents = step_contents(step, i);
		struct dims dims;
		int64_t count;

		if (contents) {
			if (!append(&joined, contents))
				return;
			continue;
		}
		/* Unknown elements, as many as the shape has. */
		if (!step_dims(step, i, &dims) ||
			!dims_product(&dims, 0, dims.rank, &count) || count == UNKNOWN)
			return;
		joined.real = dtype_info[step_dtype(step, i)].kind == KIND_FLOAT;
		for (int64_t j = 0; j < count; j++)
			if (!contents_add_unknown(&joined))
				return;
	}
	step_set_contents(step, 0, &joined);
}

/* Every inc-th of the inputs first, ..., end - 1 along an axis. */
static void
concat(struct step *step, size_t first, size_t inc, size_t end, int64_t axis)
{
	struct dims dims, dst;
	size_t place;

	if (first >= end || !step_dims(step, first, &dst) ||
		!step_axis(step, axis, dst.rank, &place))
		return;
	for (size_t i = first + inc; i < end; i += inc) {
		if (!step_dims(step, i, &dims))
			return;
		if (shape_concat(&dims, place, &dst) != FITS) {
			step->failed = true;
			return;
		}
	}
	step_set(step, 0, &dst);
	if (place == 0 && inc == 1)
		concat_contents(step, first, end);
}

void
infer_concat(struct step *step)
{
	/* Concat-1 had a default. */
	concat(step, 0, 1, step->node->ninput, step_int(step, "axis", 1));
}

/* Tensors, each before its scale and zero point, after those of the output. */
void
infer_quantized_concat(struct step *step)
{
	concat(step, 2, 3, step->node->ninput, step_int(step, "axis", 1));
	step_pass_type(step, 0, 1);
}

/* TensorFlow's older one: the axis comes first. */
void
infer_concat_v1(struct step *step)
{
	int64_t axis;

	if (step_scalar(step, 0, &axis))
		concat(step, 1, 1, step->node->ninput, axis);
}

void
infer_concat_v2(struct step *step)
{
	size_t ninput = step->node->ninput;
	int64_t axis;

	if (ninput && step_scalar(step, ninput - 1, &axis))
		concat(step, 0, 1, ninput - 1, axis);
}

void
infer_pack(struct step *step)
{
	struct dims dims, src, dst = {.rank = 0};
	size_t place, ninput = step->node->ninput;

	if (!step_dims(step, 0, &src) ||
		!step_axis(step, step_int(step, "axis", 0), src.rank + 1, &place))
		return;
	for (size_t i = 1; i < ninput; i++)
		if (step_dims(step, i, &dims) && !dims_broadcast(&src, &dims))
			step->failed = true;
	if (!dims_add_part(&dst, &src, 0, place) || !dims_add(&dst, (int64_t)ninput) ||
		!dims_add_part(&dst, &src, place, src.rank))
		return;
	step_set(step, 0, &dst);
	if (place == 0)
		concat_contents(step, 0, ninput);
}
