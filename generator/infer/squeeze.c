#include "infer/attributes.h"
#include "infer/rules.h"

/* Marks the axes of a list. An axis twice fails the step. */
static bool
mark_axes(struct step *step, const struct list *axes, size_t rank, bool *marked)
{
	for (size_t i = 0; i < axes->count; i++) {
		size_t place;

		if (!step_axis(step, axes->value[i], rank, &place))
			return false;
		step->failed = step->failed || marked[place];
		marked[place] = true;
	}
	return !step->failed;
}

void
infer_squeeze(struct step *step)
{
	/* TensorFlow's list may be empty, which means the same as none. */
	const char *name = step->rule->detail ? "squeeze_dims" : "axes";
	struct dims src, dst = {.rank = 0};
	bool dropped[KNOWN_RANK] = {false};
	struct list axes = {.count = 0};
	enum list_status status = step_list(step, name, 1, &axes);

	if (!step_dims(step, 0, &src) || status == LIST_UNKNOWN ||
		!mark_axes(step, &axes, src.rank, dropped))
		return;
	if (status == LIST_ABSENT || (step->rule->detail && !axes.count)) {
		if (!dims_concrete(&src))
			return;
		for (size_t i = 0; i < src.rank; i++)
			dropped[i] = src.extent[i] == 1;
	}
	for (size_t i = 0; i < src.rank; i++) {
		if (!dropped[i])
			dims_add(&dst, src.extent[i]);
		else if (src.extent[i] != 1 && src.extent[i] != UNKNOWN)
			step->failed = true;
	}
	step_set(step, 0, &dst);
	step_pass_contents(step, 0, 0);
}

void
infer_unsqueeze(struct step *step)
{
	struct dims src, dst = {.rank = 0};
	bool added[KNOWN_RANK] = {false};
	struct list axes;
	size_t rank, from = 0;

	if (step_list(step, "axes", 1, &axes) != LIST_KNOWN ||
		!step_dims(step, 0, &src) || axes.count > KNOWN_RANK - src.rank)
		return;
	rank = src.rank + axes.count;
	if (!mark_axes(step, &axes, rank, added))
		return;
	for (size_t i = 0; i < rank; i++)
		dims_add(&dst, added[i] ? 1 : src.extent[from++]);
	step_set(step, 0, &dst);
	step_pass_contents(step, 0, 0);
}
