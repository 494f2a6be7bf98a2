#include "infer/attributes.h"
#include "infer/rules.h"
#include "ops/shape/blocked.h"

/* Turns blocks of size x size pixels, of the two axes from `row` on, into channels, or
   the reverse. */
static void
move_depth(struct step *step, struct dims *dims, size_t channel, size_t row, int64_t size)
{
	step->failed =
		size < 1 ||
		shape_depth(dims, channel, row, size, step->rule->detail != 0).kind !=
			FITS;
	step_set(step, 0, dims);
}

void
infer_depth(struct step *step)
{
	struct dims dims;
	int64_t size = step_int(step, "blocksize", 0);

	if (!step_dims(step, 0, &dims))
		return;
	step->failed = step->failed || dims.rank != 4;
	if (!step->failed)
		move_depth(step, &dims, 1, 2, size);
}

void
infer_tensorflow_depth(struct step *step)
{
	struct dims dims;
	struct bytes format = step_word(step, "data_format", "NHWC");
	bool last = bytes_are(format, "NHWC");
	int64_t size = step_int(step, "block_size", 0);

	if (!step_dims(step, 0, &dims))
		return;
	step->failed =
		step->failed || dims.rank != (bytes_are(format, "NCHW_VECT_C") ? 5 : 4);
	if (!step->failed)
		move_depth(step, &dims, last ? 3 : 1, last ? 1 : 2, size);
}

/* OpenVINO's, of images. */
void
infer_openvino_depth(struct step *step)
{
	struct dims dims;
	int64_t size = step_int(step, "block_size", 1);

	if (step_dims(step, 0, &dims) && dims.rank == 4 && !step->failed)
		move_depth(step, &dims, 1, 2, size);
}

static bool
move_batch(struct dims *dims, bool to_space, const struct list *block,
	const struct list *margins)
{
	int64_t blocks = 1;

	for (size_t i = 0; i < block->count; i++) {
		int64_t size = block->value[i], before = margins->value[2 * i],
			behind = margins->value[2 * i + 1];
		int64_t *extent = &dims->extent[1 + i];

		if (size < 1 || before < 0 || behind < 0 ||
			!extent_multiply(blocks, size, &blocks) ||
			(to_space ? shape_join(extent, size, before, behind)
				  : shape_cut(extent, size, before, behind)) != FITS)
			return false;
	}
	return shape_batch(&dims->extent[0], blocks, to_space) == FITS;
}

void
infer_batch(struct step *step)
{
	struct list block, margins;
	struct dims dims;

	if (!step_dims(step, 0, &dims))
		return;
	if (step_list(step, NULL, 1, &block) != LIST_KNOWN ||
		step_list(step, NULL, 2, &margins) != LIST_KNOWN) {
		dims_forget(&dims);
		step_set(step, 0, &dims);
		return;
	}
	step->failed = block.count >= dims.rank || margins.count != 2 * block.count ||
		       !move_batch(&dims, step->rule->detail != 0, &block, &margins);
	step_set(step, 0, &dims);
}

/* OpenVINO's: the batch also has an entry, and the pads before and after are two
   lists. Of more dimensions than a list has pairs, nothing is computed. */
void
infer_openvino_batch(struct step *step)
{
	struct list block, begin, end, margins = {.count = 0}, spatial;
	struct dims dims;

	if (!step_dims(step, 0, &dims))
		return;
	if (dims.rank > CONTENT_LIMIT / 2 ||
		step_list(step, NULL, 1, &block) != LIST_KNOWN ||
		step_list(step, NULL, 2, &begin) != LIST_KNOWN ||
		step_list(step, NULL, 3, &end) != LIST_KNOWN) {
		dims_forget(&dims);
		step_set(step, 0, &dims);
		return;
	}
	step->failed = !dims.rank || block.count != dims.rank ||
		       begin.count != dims.rank || end.count != dims.rank ||
		       block.value[0] != 1 || begin.value[0] || end.value[0];
	if (step->failed)
		return;
	spatial = (struct list){.value = block.value + 1, .count = block.count - 1};
	for (size_t i = 1; i < dims.rank; i++) {
		margins.own[margins.count++] = begin.value[i];
		margins.own[margins.count++] = end.value[i];
	}
	margins.value = margins.own;
	step->failed = !move_batch(&dims, step->rule->detail != 0, &spatial, &margins);
	step_set(step, 0, &dims);
}
