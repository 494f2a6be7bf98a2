#include "infer/rules.h"

#include "infer/attributes.h"
#include "ops/op.h"
#include "ops/shape/moved.h"

/* The largest elements along an axis, and their indices. The count is an attribute or an
   input; TensorFlow's axis is the last. */
void
infer_top_k(struct step *step)
{
	bool tensorflow = step->rule->detail != 0;
	struct dims dims;
	size_t place;
	int64_t count = step_int(step, "k", UNKNOWN);

	if (!step_dims(step, 0, &dims) ||
		!step_axis(step, step_int(step, "axis", -1), dims.rank, &place))
		return;
	if (step_has(step, 1) && !step_scalar(step, 1, &count))
		count = UNKNOWN;
	step->failed = step->failed || count < UNKNOWN || count > LENGTH_LIMIT ||
		       (dims.extent[place] != UNKNOWN && count > dims.extent[place]);
	dims.extent[place] = count;
	step_set(step, 0, &dims);
	step_set(step, 1, &dims);
	/* Newer versions in TensorFlow give the type. */
	if (!tensorflow)
		step_set_dtype(step, 1, DTYPE_INT64);
	else if (!step_has_attribute(step, "index_type"))
		step_set_dtype(step, 1, DTYPE_INT32);
}

/* A new axis as long as the number of classes, input 1. */
void
infer_one_hot(struct step *step)
{
	struct dims src, dst = {.rank = 0};
	int64_t depth = UNKNOWN;
	size_t place;

	if (!step_dims(step, 0, &src) ||
		!step_axis(step, step_int(step, "axis", -1), src.rank + 1, &place))
		return;
	step_scalar(step, 1, &depth);
	if (depth < UNKNOWN || !dims_add_part(&dst, &src, 0, place) ||
		!dims_add(&dst, depth) || !dims_add_part(&dst, &src, place, src.rank)) {
		step->failed = true;
		return;
	}
	step_set(step, 0, &dst);
}

/* TensorFlow's GatherV2 has an input for the axis, and may have batches: leading axes
   that both inputs share, and that occur once in the output. */
static bool
read_gather(struct step *step, int64_t *axis, int64_t *batch)
{
	struct dims indices;

	*axis = step_int(step, "axis", 0);
	*batch = step_int(step, "batch_dims", 0);
	if (step->rule->detail && !step_scalar(step, 2, axis))
		return false;
	if (*batch < 0 && step_dims(step, 1, &indices))
		*batch += (int64_t)indices.rank;
	return !step->failed;
}

/* The numbers picked from a list. */
static void
gather_contents(struct step *step)
{
	const struct contents *from = step_contents(step, 0);
	const struct contents *at = from ? step_contents(step, 1) : NULL;
	struct contents result = {.count = 0};

	if (!at)
		return;
	result.real = from->real;
	for (size_t i = 0; i < at->count; i++) {
		size_t index;

		if (content_is_known(at, i) &&
			axis_place(at->number[i].i, from->count, &index))
			contents_add_from(&result, from, index);
		else
			contents_add_unknown(&result);
	}
	step_set_contents(step, 0, &result);
}

void
infer_gather(struct step *step)
{
	struct dims src, indices, dst;
	int64_t axis, batch;
	size_t place;

	if (!read_gather(step, &axis, &batch) || !step_dims(step, 0, &src) ||
		!step_dims(step, 1, &indices) || !step_axis(step, axis, src.rank, &place))
		return;
	step->failed =
		batch < 0 || batch > (int64_t)place || batch > (int64_t)indices.rank;
	if (step->failed || !shape_gather(&src, &indices, place, (size_t)batch, &dst))
		return;
	step_set(step, 0, &dst);
	if (src.rank == 1)
		gather_contents(step);
}

/* The last axis of the indices holds an index for each of the first axes of the data. */
void
infer_gather_nd(struct step *step)
{
	int64_t batch = step_int(step, "batch_dims", 0), named;
	struct dims src, indices, dst = {.rank = 0};
	size_t last;

	if (!step_dims(step, 0, &src) || !step_dims(step, 1, &indices))
		return;
	step->failed = step->failed || indices.rank == 0 || batch < 0;
	if (step->failed)
		return;
	last = indices.rank - 1;
	named = indices.extent[last];
	if (named == UNKNOWN)
		return;
	step->failed = batch > (int64_t)last || batch > (int64_t)src.rank ||
		       named > (int64_t)src.rank - batch;
	if (!step->failed && dims_add_part(&dst, &indices, 0, last) &&
		dims_add_part(&dst, &src, (size_t)(batch + named), src.rank))
		step_set(step, 0, &dst);
}
