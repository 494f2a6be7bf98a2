#include "infer/rules.h"

#include "infer/attributes.h"
#include "ops/op.h"

/* Regions of an image [N, C, H, W], one for each row of input 1, resized to rows by
   columns: [regions, C, rows, columns]. */
static void
resize_regions(struct step *step, int64_t rows, int64_t columns)
{
	struct dims src, regions, dst = {.rank = 0};

	if (!step_dims(step, 0, &src) || !step_dims(step, 1, &regions))
		return;
	step->failed = step->failed || src.rank != 4 || regions.rank != 2 || rows < 0 ||
		       columns < 0;
	if (step->failed)
		return;
	dims_add(&dst, regions.extent[0]);
	dims_add(&dst, src.extent[1]);
	if (dims_add(&dst, rows) && dims_add(&dst, columns))
		step_set(step, 0, &dst);
}

void
infer_roi_align(struct step *step)
{
	resize_regions(step, step_int(step, "output_height", 1),
		step_int(step, "output_width", 1));
}

void
infer_max_roi_pool(struct step *step)
{
	struct list size;

	/* No input stands in for the attribute. */
	if (step_list(step, "pooled_shape", SIZE_MAX, &size) != LIST_KNOWN ||
		size.count != 2)
		step->failed = true;
	else
		resize_regions(step, size.value[0], size.value[1]);
}

/* TensorFlow's images are [N, H, W, C]; the size is input 3, the result float32. */
void
infer_crop_and_resize(struct step *step)
{
	struct dims src, regions, dst = {.rank = 0};
	struct list size;

	step_set_dtype(step, 0, DTYPE_FLOAT32);
	if (!step_dims(step, 0, &src) || !step_dims(step, 1, &regions) ||
		step_list(step, NULL, 3, &size) != LIST_KNOWN)
		return;
	step->failed = src.rank != 4 || regions.rank != 2 || size.count != 2 ||
		       size.value[0] < 0 || size.value[1] < 0;
	if (step->failed)
		return;
	dims_add(&dst, regions.extent[0]);
	if (dims_add(&dst, size.value[0]) && dims_add(&dst, size.value[1]) &&
		dims_add(&dst, src.extent[3]))
		step_set(step, 0, &dst);
}

/* Input 1 names a point of the image for each point of the output: [N, H, W, 2]. */
void
infer_grid_sample(struct step *step)
{
	struct dims src, grid, dst = {.rank = 0};

	if (!step_dims(step, 0, &src) || !step_dims(step, 1, &grid))
		return;
	step->failed = src.rank < 3 || grid.rank != src.rank;
	if (step->failed)
		return;
	dims_add_part(&dst, &src, 0, 2);
	dims_add_part(&dst, &grid, 1, grid.rank - 1);
	step_set(step, 0, &dst);
}

/* Such a grid for an output of the shape that input 1 names: [N, C, H, W]. */
void
infer_affine_grid(struct step *step)
{
	struct dims dst = {.rank = 0};
	struct list size;

	if (step_list(step, NULL, 1, &size) != LIST_KNOWN)
		return;
	step->failed = size.count != 4 && size.count != 5;
	for (size_t i = 0; i < size.count && !step->failed; i++)
		step->failed =
			size.value[i] < 0 || (i != 1 && !dims_add(&dst, size.value[i]));
	if (!step->failed && dims_add(&dst, (int64_t)size.count - 2))
		step_set(step, 0, &dst);
}

/* Some axes, or all, get the extents that input 1 names. */
void
infer_center_crop_pad(struct step *step)
{
	struct dims dims;
	struct list size, axes;
	bool all = step_list(step, "axes", SIZE_MAX, &axes) == LIST_ABSENT;

	if (!step_dims(step, 0, &dims) || step_list(step, NULL, 1, &size) != LIST_KNOWN)
		return;
	step->failed = step->failed || size.count != (all ? dims.rank : axes.count);
	for (size_t i = 0; i < size.count && !step->failed; i++) {
		size_t place = i;

		if (!all && !step_axis(step, axes.value[i], dims.rank, &place))
			return;
		step->failed = size.value[i] < 0 || size.value[i] > LENGTH_LIMIT;
		dims.extent[place] = size.value[i];
	}
	step_set(step, 0, &dims);
}

/* [N, C * elements of a block, blocks] becomes [N, C, image]; the shapes of image and
   block are inputs 1 and 2. */
void
infer_col2im(struct step *step)
{
	struct dims src, dst = {.rank = 0};
	struct list image, block;
	int64_t elements = 1;

	if (!step_dims(step, 0, &src) || step_list(step, NULL, 1, &image) != LIST_KNOWN ||
		step_list(step, NULL, 2, &block) != LIST_KNOWN)
		return;
	step->failed = src.rank != 3 || image.count != block.count;
	for (size_t i = 0; i < block.count && !step->failed; i++)
		step->failed = block.value[i] < 1 ||
			       !extent_multiply(elements, block.value[i], &elements);
	if (step->failed)
		return;
	dims_add(&dst, src.extent[0]);
	dims_add(&dst, src.extent[1] == UNKNOWN ? UNKNOWN : src.extent[1] / elements);
	for (size_t i = 0; i < image.count && !step->failed; i++)
		step->failed = image.value[i] < 0 || !dims_add(&dst, image.value[i]);
	step_set(step, 0, &dst);
}
