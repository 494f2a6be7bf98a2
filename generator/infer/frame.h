#ifndef OPGEN_INFER_FRAME_H
#define OPGEN_INFER_FRAME_H

#include "infer/attributes.h"
#include "infer/step.h"
#include "ops/axis.h"

/* The attributes of a window, by spatial axis; lists that are absent have no values. */
struct frame {
	struct list kernel, strides, dilations, pads;
	enum pad_rule rule;
	bool ceil_mode;
};

/* Those of ONNX. False when they are impossible; the step has failed then. */
bool frame_read(struct step *step, size_t naxis, struct frame *frame);

/* A list attribute, absent or of exactly count values that are minimum or more; another
   one fails the step. */
void frame_read_list(struct step *step, const char *name, size_t count, int64_t minimum,
	struct list *list);

/* Entry i of a list, or what stands in for one that is absent. */
int64_t list_entry(const struct list *list, size_t i, int64_t absent);

/* The windows along an axis, UNKNOWN without its extent or the kernel's; false when there
   can be none. */
bool slide(const struct axis_request *request, int64_t *out);

#endif
