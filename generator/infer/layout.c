#include "infer/attributes.h"
#include "infer/rules.h"

/* The extent that makes the output have as many elements as the input. Extents kept from
   the same axis of the input need not be known for that. */
static int64_t
left_over(
	const struct dims *src, const struct dims *dst, const bool *kept, size_t missing)
{
	int64_t have = 1, want = 1;

	for (size_t i = 0; i < src->rank; i++)
		if ((i >= dst->rank || !kept[i]) &&
			!extent_multiply(have, src->extent[i], &have))
			return UNKNOWN;
	for (size_t i = 0; i < dst->rank; i++)
		if (i != missing && !kept[i] &&
			!extent_multiply(want, dst->extent[i], &want))
			return UNKNOWN;
	if (have == UNKNOWN || want == UNKNOWN || want == 0 || have % want)
		return UNKNOWN;
	return have / want;
}

/* Adds one extent of a new shape. kept: it is the input's extent of the same axis. */
static bool
add_wanted(const struct dims *src, bool has_src, int64_t wanted, bool zero_keeps,
	struct dims *dst, bool *kept)
{
	size_t place = dst->rank;

	*kept = wanted == 0 && zero_keeps;
	if (!*kept)
		return dims_add(dst, wanted);
	if (has_src && place >= src->rank)
		return false;
	return dims_add(dst, has_src ? src->extent[place] : UNKNOWN);
}

static void
reshape(struct step *step, const int64_t *wanted, size_t count, bool zero_keeps)
{
	struct dims src = {.rank = 0}, dst = {.rank = 0};
	bool has_src = step_dims(step, 0, &src), kept[KNOWN_RANK] = {false};
	size_t nunknown = 0, missing = 0;

	if (count > KNOWN_RANK)
		return;
	for (size_t i = 0; i < count; i++) {
		if (!add_wanted(&src, has_src, wanted[i], zero_keeps, &dst, &kept[i])) {
			step->failed = true;
			return;
		}
		if (dst.extent[i] != UNKNOWN || kept[i])
			continue;
		nunknown++;
		missing = i;
	}
	if (has_src && nunknown == 1)
		dst.extent[missing] = left_over(&src, &dst, kept, missing);
	step_set(step, 0, &dst);
	step_pass_contents(step, 0, 0);
}

/* Sets the rank from the length of a shape's list whose contents are unknown. */
static void
set_rank(struct step *step, const struct dims *list)
{
	struct dims dims = {.rank = 0};

	if (list->rank != 1 || list->extent[0] < 0 || list->extent[0] > KNOWN_RANK)
		return;
	dims.rank = (size_t)list->extent[0];
	dims_forget(&dims);
	step_set(step, 0, &dims);
}

/* The extents given by contents, UNKNOWN where those are unknown. */
static size_t
read_wanted(const struct contents *contents, int64_t *wanted)
{
	for (size_t i = 0; i < contents->count; i++)
		wanted[i] =
			content_is_known(contents, i) ? contents->number[i].i : UNKNOWN;
	return contents->count;
}

/* Whether a 0 in the new shape stands for the extent of the input at that place. */
static bool
zero_is_special(struct step *step)
{
	if (step_has_attribute(step, "special_zero"))
		return step_int(step, "special_zero", 0) != 0;
	return step_int(step, "allowzero", 0) == 0;
}

void
infer_reshape(struct step *step)
{
	bool zero_keeps = step->rule->detail == 0 && zero_is_special(step);
	const struct contents *contents;
	int64_t wanted[CONTENT_LIMIT];
	struct dims shape;
	struct list list;

	if (step_has_attribute(step, "shape")) {
		if (step_list(step, "shape", 0, &list) == LIST_KNOWN)
			reshape(step, list.value, list.count, zero_keeps);
		return;
	}
	contents = step_contents(step, 1);
	if (contents && !contents->real)
		reshape(step, wanted, read_wanted(contents, wanted), zero_keeps);
	else if (step_dims(step, 1, &shape))
		set_rank(step, &shape);
}

void
infer_flatten(struct step *step)
{
	struct dims src, dst = {.rank = 2};
	int64_t axis = step_int(step, "axis", 1);

	if (!step_dims(step, 0, &src))
		return;
	if (axis < 0)
		axis += (int64_t)src.rank;
	if (axis < 0 || axis > (int64_t)src.rank ||
		!dims_product(&src, 0, (size_t)axis, &dst.extent[0]) ||
		!dims_product(&src, (size_t)axis, src.rank, &dst.extent[1])) {
		step->failed = true;
		return;
	}
	step_set(step, 0, &dst);
	step_pass_contents(step, 0, 0);
}

void
infer_transpose(struct step *step)
{
	struct dims src, dst = {.rank = 0};
	struct list perm;
	bool seen[KNOWN_RANK] = {false};
	enum list_status status =
		step_list(step, step->rule->detail ? NULL : "perm", 1, &perm);

	if (!step_dims(step, 0, &src))
		return;
	if (status == LIST_UNKNOWN) {
		dims_forget(&src);
		step_set(step, 0, &src);
		return;
	}
	if (status == LIST_KNOWN && perm.count != src.rank) {
		step->failed = true;
		return;
	}
	for (size_t i = 0; i < src.rank; i++) {
		size_t from = src.rank - 1 - i;

		if (status == LIST_KNOWN &&
			!step_axis(step, perm.value[i], src.rank, &from))
			return;
		step->failed = step->failed || seen[from];
		seen[from] = true;
		dims_add(&dst, src.extent[from]);
	}
	step_set(step, 0, &dst);
	if (src.rank == 1)
		step_pass_contents(step, 0, 0);
}

void
infer_expand(struct step *step)
{
	const struct contents *contents = step_contents(step, 1);
	int64_t wanted[CONTENT_LIMIT];
	struct dims src, dst = {.rank = 0};
	size_t count;

	if (!contents || contents->real || !step_dims(step, 0, &src))
		return;
	count = read_wanted(contents, wanted);
	for (size_t i = 0; i < count; i++)
		step->failed = step->failed || !dims_add(&dst, wanted[i]);
	if (step->failed || !dims_broadcast(&dst, &src))
		step->failed = true;
	step_set(step, 0, &dst);
}

/* OpenVINO's Broadcast: the result is the given shape, or the shape that both broadcast
   to. */
void
infer_openvino_expand(struct step *step)
{
	if (bytes_are(step_word(step, "mode", "numpy"), "bidirectional"))
		infer_expand(step);
	else
		infer_shaped(step);
}

void
infer_tile(struct step *step)
{
	struct dims dims;
	struct list repeats;

	/* Tile-1 names one axis. */
	if (step->opset < 6 || !step_dims(step, 0, &dims))
		return;
	if (step_list(step, NULL, 1, &repeats) != LIST_KNOWN) {
		dims_forget(&dims);
		step_set(step, 0, &dims);
		return;
	}
	step->failed = repeats.count != dims.rank;
	for (size_t i = 0; i < dims.rank && !step->failed; i++)
		step->failed = repeats.value[i] < 0 ||
			       !extent_multiply(
				       dims.extent[i], repeats.value[i], &dims.extent[i]);
	step_set(step, 0, &dims);
}
