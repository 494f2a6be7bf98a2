#include "infer/attributes.h"
#include "infer/rules.h"
#include "ops/shape/moved.h"

void
infer_squeeze(struct step *step)
{
	/* TensorFlow's list may be empty, which means the same as none. */
	const char *name = step->rule->detail ? "squeeze_dims" : "axes";
	struct dims src, dst;
	int axis[KNOWN_RANK];
	struct list axes = {.count = 0};
	enum list_status status = step_list(step, name, 1, &axes);
	bool all = status == LIST_ABSENT || (step->rule->detail && !axes.count);

	if (!step_dims(step, 0, &src) || status == LIST_UNKNOWN ||
		!step_axes(step, &axes, src.rank, axis) || (all && !dims_concrete(&src)))
		return;
	step->failed =
		shape_squeeze(&src, all ? NULL : axis, axes.count, &dst).kind != FITS;
	step_set(step, 0, &dst);
	step_pass_contents(step, 0, 0);
}

void
infer_unsqueeze(struct step *step)
{
	struct dims src, dst;
	int axis[KNOWN_RANK];
	struct list axes;

	if (step_list(step, "axes", 1, &axes) != LIST_KNOWN ||
		!step_dims(step, 0, &src) || axes.count > KNOWN_RANK - src.rank)
		return;
	if (!step_axes(step, &axes, src.rank + axes.count, axis))
		return;
	shape_unsqueeze(&src, axis, axes.count, &dst);
	step_set(step, 0, &dst);
	step_pass_contents(step, 0, 0);
}
