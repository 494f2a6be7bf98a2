#include "infer/frame.h"

#include "infer/attributes.h"
#include "ops/op.h"

void
frame_read_list(struct step *step, const char *name, size_t count, int64_t minimum,
	struct list *list)
{
	*list = (struct list){.count = 0};
	if (!step_has_attribute(step, name))
		return;
	if (step_list(step, name, 0, list) != LIST_KNOWN || list->count != count) {
		step->failed = true;
		return;
	}
	for (size_t i = 0; i < count; i++)
		if (list->value[i] < minimum || list->value[i] > LENGTH_LIMIT)
			step->failed = true;
}

static enum pad_rule
read_rule(struct step *step)
{
	struct bytes word = step_word(step, "auto_pad", "NOTSET");

	for (int i = PAD_NOTSET; i <= PAD_VALID; i++)
		if (bytes_are(word, pad_rule_name[i]))
			return (enum pad_rule)i;
	if (word.size)
		step->failed = true;
	return PAD_NOTSET;
}

bool
frame_read(struct step *step, size_t naxis, struct frame *frame)
{
	frame_read_list(step, "kernel_shape", naxis, 1, &frame->kernel);
	frame_read_list(step, "strides", naxis, 1, &frame->strides);
	frame_read_list(step, "dilations", naxis, 1, &frame->dilations);
	frame_read_list(step, "pads", 2 * naxis, 0, &frame->pads);
	frame->rule = read_rule(step);
	frame->ceil_mode = step_int(step, "ceil_mode", 0) != 0;
	return !step->failed;
}

int64_t
list_entry(const struct list *list, size_t i, int64_t absent)
{
	return i < list->count ? list->value[i] : absent;
}

struct axis_request
frame_axis(const struct frame *frame, size_t axis, size_t naxis)
{
	return (struct axis_request){
		.stride = list_entry(&frame->strides, axis, 1),
		.dilation = list_entry(&frame->dilations, axis, 1),
		.rule = frame->rule,
		.pad_begin = list_entry(&frame->pads, axis, 0),
		.pad_end = list_entry(&frame->pads, naxis + axis, 0),
		.ceil_mode = frame->ceil_mode,
	};
}

bool
slide(const struct axis_request *request, int64_t *out)
{
	struct axis axis;

	*out = UNKNOWN;
	if (request->in == UNKNOWN || request->kernel == UNKNOWN)
		return true;
	if (request->kernel < 1 || axis_resolve(request, &axis) != AXIS_RESOLVED)
		return false;
	*out = axis.out;
	return true;
}

bool
unslide(const struct axis_request *request, int64_t padding, int64_t said, int64_t *out)
{
	struct axis axis;

	*out = said;
	if (request->in == UNKNOWN || request->kernel == UNKNOWN)
		return true;
	if (request->kernel < 1 ||
		axis_transpose(request, padding, said, &axis) != AXIS_RESOLVED)
		return false;
	*out = axis.out;
	return true;
}
