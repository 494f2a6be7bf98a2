#include "infer/rules.h"

#include "infer/attributes.h"
#include "ops/op.h"
#include "ops/shape/moved.h"

static void
split(struct step *step, const struct dims *src, size_t place, enum list_status status,
	const struct list *sizes)
{
	struct dims dst = *src;
	size_t noutput = step->node->noutput;
	bool may_differ = step_has_attribute(step, "num_outputs");

	if (status == LIST_KNOWN && sizes->count != noutput) {
		step->failed = true;
		return;
	}
	for (size_t i = 0; i < noutput && !step->failed; i++) {
		int64_t *part = &dst.extent[place];

		*part = UNKNOWN;
		if (status == LIST_KNOWN)
			*part = sizes->value[i];
		else if (status == LIST_ABSENT)
			step->failed = !shape_part(
				src->extent[place], i, noutput, may_differ, part);
		step->failed = step->failed || *part < UNKNOWN || *part > LENGTH_LIMIT;
		step_set(step, i, &dst);
		step_pass_type(step, i, op_typed_input(rule_op(step->rule)));
	}
}

void
infer_split(struct step *step)
{
	struct list sizes;
	struct dims src;
	size_t place;
	enum list_status status = step_list(step, "split", 1, &sizes);

	if (step_dims(step, 0, &src) &&
		step_axis(step, step_int(step, "axis", 0), src.rank, &place))
		split(step, &src, place, status, &sizes);
}

void
infer_tensorflow_split(struct step *step)
{
	size_t data = (size_t)step->rule->detail, place;
	struct dims src;
	int64_t axis;

	if (step_scalar(step, 1 - data, &axis) && step_dims(step, data, &src) &&
		step_axis(step, axis, src.rank, &place))
		split(step, &src, place, LIST_ABSENT, NULL);
}

/* One of the sizes may be -1, for what is left. */
void
infer_split_v(struct step *step)
{
	size_t list = (size_t)step->rule->detail, place;
	struct list sizes;
	struct dims src;
	int64_t axis;

	if (!step_scalar(step, 3 - list, &axis) || !step_dims(step, 0, &src) ||
		!step_axis(step, axis, src.rank, &place))
		return;
	if (step_list(step, NULL, list, &sizes) != LIST_KNOWN) {
		split(step, &src, place, LIST_UNKNOWN, NULL);
		return;
	}
	/* A second -1 stays unknown here, and is refused by the plan. */
	shape_lengths(src.extent[place], sizes.own, sizes.count);
	split(step, &src, place, LIST_KNOWN, &sizes);
}

/* Element i of a list of numbers. */
static void
set_number(struct step *step, size_t i)
{
	const struct contents *contents = step_contents(step, 0);
	struct contents number = {.count = 0};

	if (!contents || i >= contents->count)
		return;
	number.real = contents->real;
	contents_add_from(&number, contents, i);
	step_set_contents(step, i, &number);
}

/* One output for each index along an axis, which drops out. */
void
infer_unpack(struct step *step)
{
	struct dims src, dst = {.rank = 0};
	size_t place, noutput = step->node->noutput;

	if (!step_dims(step, 0, &src) ||
		!step_axis(step, step_int(step, "axis", 0), src.rank, &place))
		return;
	step->failed =
		src.extent[place] != UNKNOWN && (int64_t)noutput > src.extent[place];
	dims_add_part(&dst, &src, 0, place);
	dims_add_part(&dst, &src, place + 1, src.rank);
	for (size_t i = 0; i < noutput && !step->failed; i++) {
		step_set(step, i, &dst);
		step_pass_type(step, i, 0);
		if (src.rank == 1)
			set_number(step, i);
	}
}
