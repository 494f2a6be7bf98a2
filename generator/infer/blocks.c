#include "infer/attributes.h"
#include "infer/rules.h"

/* Turns blocks of size x size pixels, of the two axes from `row` on, into channels, or
   the reverse. */
static void
move_depth(struct step *step, struct dims *dims, size_t channel, size_t row, int64_t size)
{
	bool to_depth = step->rule->detail != 0;
	int64_t *depth = &dims->extent[channel], area;

	if (size < 1 || !extent_multiply(size, size, &area)) {
		step->failed = true;
		return;
	}
	for (size_t i = row; i < row + 2; i++) {
		int64_t *extent = &dims->extent[i];

		if (!to_depth && !extent_multiply(*extent, size, extent))
			step->failed = true;
		if (to_depth && *extent != UNKNOWN) {
			step->failed = step->failed || *extent % size;
			*extent /= size;
		}
	}
	if (to_depth && !extent_multiply(*depth, area, depth))
		step->failed = true;
	if (!to_depth && *depth != UNKNOWN) {
		step->failed = step->failed || *depth % area;
		*depth /= area;
	}
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

/* Pads an axis and cuts it into blocks; false if that is impossible. */
static bool
cut_axis(int64_t *extent, int64_t block, int64_t before, int64_t behind)
{
	int64_t padded;

	if (*extent == UNKNOWN)
		return true;
	if (!extent_add(*extent, before, &padded) ||
		!extent_add(padded, behind, &padded) || padded % block)
		return false;
	*extent = padded / block;
	return true;
}

/* Joins an axis from blocks and crops it. */
static bool
join_axis(int64_t *extent, int64_t block, int64_t before, int64_t behind)
{
	int64_t crops;

	if (*extent == UNKNOWN)
		return true;
	if (!extent_multiply(*extent, block, extent) ||
		!extent_add(before, behind, &crops) || crops > *extent)
		return false;
	*extent -= crops;
	return true;
}

static bool
move_batch(struct dims *dims, bool to_space, const struct list *block,
	const struct list *margins)
{
	int64_t *batch = &dims->extent[0], blocks = 1;

	for (size_t i = 0; i < block->count; i++) {
		int64_t size = block->value[i], before = margins->value[2 * i],
			behind = margins->value[2 * i + 1];
		int64_t *extent = &dims->extent[1 + i];

		if (size < 1 || before < 0 || behind < 0 ||
			!extent_multiply(blocks, size, &blocks) ||
			!(to_space ? join_axis(extent, size, before, behind)
				   : cut_axis(extent, size, before, behind)))
			return false;
	}
	if (!to_space)
		return extent_multiply(*batch, blocks, batch);
	if (*batch == UNKNOWN)
		return true;
	if (*batch % blocks)
		return false;
	*batch /= blocks;
	return true;
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
   lists. */
void
infer_openvino_batch(struct step *step)
{
	struct list block, begin, end, margins = {.count = 0}, spatial;
	struct dims dims;

	if (!step_dims(step, 0, &dims))
		return;
	if (step_list(step, NULL, 1, &block) != LIST_KNOWN ||
		step_list(step, NULL, 2, &begin) != LIST_KNOWN ||
		step_list(step, NULL, 3, &end) != LIST_KNOWN) {
		dims_forget(&dims);
		step_set(step, 0, &dims);
		return;
	}
	step->failed = !dims.rank || dims.rank > CONTENT_LIMIT / 2 ||
		       block.count != dims.rank || begin.count != dims.rank ||
		       end.count != dims.rank || block.value[0] != 1 || begin.value[0] ||
		       end.value[0];
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
