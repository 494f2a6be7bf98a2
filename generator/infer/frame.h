#ifndef OPGEN_INFER_FRAME_H
#define OPGEN_INFER_FRAME_H

#include "infer/attributes.h"
#include "infer/step.h"
#include "ops/common/axis.h"

/* The attributes of a window, by spatial axis; absent lists have no values. */
struct frame {
	struct list kernel, strides, dilations, pads;
	enum pad_rule rule;
	bool ceil_mode;
};

/* Reads those of ONNX. If they are impossible, fails the step and returns false. */
bool frame_read(struct step *step, size_t naxis, struct frame *frame);

/* Reads a list attribute, which must be absent or have exactly count values of minimum or
   more; otherwise fails the step. */
void frame_read_list(struct step *step, const char *name, size_t count, int64_t minimum,
	struct list *list);

/* Entry i of a list, or its default if the list is absent. */
int64_t list_entry(const struct list *list, size_t i, int64_t absent);

/* What they say of an axis, but for its extents. */
struct axis_request frame_axis(const struct frame *frame, size_t axis, size_t naxis);

/* The number of windows along an axis, UNKNOWN if the extent or the kernel is; false if
   no window fits. */
bool slide(const struct axis_request *request, int64_t *out);

/* The outputs of a transposed convolution along an axis, as slide() has it. padding:
   outputs more at the end. said: how many the node says there are, or UNKNOWN. */
bool unslide(
	const struct axis_request *request, int64_t padding, int64_t said, int64_t *out);

#endif
