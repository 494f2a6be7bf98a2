#include "infer/attributes.h"
#include "infer/rules.h"
#include "ops/shape/range_count.h"

static void
set_scalar(struct step *step, enum dtype dtype, int64_t number)
{
	struct contents contents = {.count = 0};
	struct dims dims = {.rank = 0};

	step_set(step, 0, &dims);
	step_set_dtype(step, 0, dtype);
	if (number == UNKNOWN)
		return;
	contents_add_int(&contents, number);
	step_set_contents(step, 0, &contents);
}

/* A bound of Shape's range of dimensions, counted from the end if negative. */
static size_t
shape_place(int64_t place, size_t rank)
{
	int64_t count = (int64_t)rank;

	if (place < 0)
		place = place < -count ? 0 : place + count;
	return place > count ? rank : (size_t)place;
}

/* Sets an output to the list of extents from, ..., to - 1. */
static void
set_extents(
	struct step *step, size_t output, const struct dims *dims, size_t from, size_t to)
{
	struct contents contents = {.count = 0};
	struct dims shape = {.rank = 0};

	dims_add(&shape, from < to ? (int64_t)(to - from) : 0);
	step_set(step, output, &shape);
	for (size_t i = from; i < to; i++) {
		if (dims->extent[i] == UNKNOWN)
			contents_add_unknown(&contents);
		else
			contents_add_int(&contents, dims->extent[i]);
	}
	step_set_contents(step, output, &contents);
}

void
infer_shape(struct step *step)
{
	struct dims dims;

	if (step_dims(step, 0, &dims))
		set_extents(step, 0, &dims,
			shape_place(step_int(step, "start", 0), dims.rank),
			shape_place(step_int(step, "end", INT64_MAX), dims.rank));
}

/* The shape of each input. */
void
infer_shapes(struct step *step)
{
	struct dims dims;

	for (size_t i = 0; i < step->node->ninput; i++)
		if (step_dims(step, i, &dims))
			set_extents(step, i, &dims, 0, dims.rank);
}

void
infer_size(struct step *step)
{
	struct dims dims;
	int64_t count = UNKNOWN;

	if (step_dims(step, 0, &dims) && !dims_product(&dims, 0, dims.rank, &count))
		count = UNKNOWN;
	set_scalar(step, DTYPE_INT64, count);
}

void
infer_rank(struct step *step)
{
	struct dims dims;

	set_scalar(step, DTYPE_INT32,
		step_dims(step, 0, &dims) ? (int64_t)dims.rank : UNKNOWN);
}

void
infer_range(struct step *step)
{
	struct contents contents = {.count = 0};
	int64_t start, limit, by, count = 0;
	struct dims dims = {.rank = 0};

	if (!step_scalar(step, 0, &start) || !step_scalar(step, 1, &limit) ||
		!step_scalar(step, 2, &by)) {
		dims_add(&dims, UNKNOWN);
		step_set(step, 0, &dims);
		return;
	}
	step->failed = !range_count(start, limit, by, &count) || !dims_add(&dims, count);
	step_set(step, 0, &dims);
	for (int64_t i = 0; !step->failed && i < count; i++)
		if (!contents_add_int(&contents, start + i * by))
			return;
	step_set_contents(step, 0, &contents);
}

/* TensorFlow's LinSpace: input 2 is the count. */
void
infer_linear_space(struct step *step)
{
	struct dims dims = {.rank = 0};
	int64_t count = UNKNOWN;

	step_scalar(step, 2, &count);
	step->failed = count != UNKNOWN && count < 1;
	if (dims_add(&dims, count))
		step_set(step, 0, &dims);
}
