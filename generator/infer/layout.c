#include "infer/attributes.h"
#include "infer/rules.h"
#include "ops/shape/moved.h"

/* A shape that has not the input's elements is refused when the node is planned, which
   says more. */
static bool
is_hopeless(enum misfit_kind kind)
{
	return kind != FITS && kind != MISFIT_TWICE && kind != MISFIT_WHOLE;
}

static void
reshape(struct step *step, const int64_t *wanted, size_t count, bool zero_keeps)
{
	struct dims src, dst;
	bool has_src = step_dims(step, 0, &src);

	if (count > KNOWN_RANK)
		return;
	step->failed |= is_hopeless(
		shape_reshape(has_src ? &src : NULL, wanted, count, zero_keeps, &dst)
			.kind);
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
	struct dims src, dst;
	int64_t axis = step_int(step, "axis", 1);

	if (!step_dims(step, 0, &src))
		return;
	if (axis < 0)
		axis += (int64_t)src.rank;
	if (axis < 0 || axis > (int64_t)src.rank ||
		!shape_flatten(&src, (size_t)axis, &dst)) {
		step->failed = true;
		return;
	}
	step_set(step, 0, &dst);
	step_pass_contents(step, 0, 0);
}

void
infer_transpose(struct step *step)
{
	struct dims src, dst;
	struct list perm;
	int axis[KNOWN_RANK];
	enum list_status status =
		step_list(step, step->rule->detail ? NULL : "perm", 1, &perm);

	if (!step_dims(step, 0, &src))
		return;
	if (status == LIST_UNKNOWN) {
		dims_forget(&src);
		step_set(step, 0, &src);
		return;
	}
	if (status == LIST_KNOWN && perm.count != src.rank)
		step->failed = true;
	else if (status == LIST_KNOWN)
		step_axes(step, &perm, src.rank, axis);
	else
		shape_reverse(src.rank, axis);
	if (step->failed)
		return;
	shape_transpose(&src, axis, &dst);
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
	step->failed = repeats.count != dims.rank ||
		       shape_tile(repeats.value, &dims).kind != FITS;
	step_set(step, 0, &dims);
}
