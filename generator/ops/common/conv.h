#ifndef OPGEN_OPS_CONV_H
#define OPGEN_OPS_CONV_H

#include "ops/op.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct operation;
struct source;

/* Those of Conv. */
extern const struct attribute_rule conv_attributes[];

/* Sets the batch and the channels of a convolution whose axes are resolved. ic, oc: the
   channels of a group. */
void conv_set_channels(
	struct plan *plan, int64_t group, int64_t ic, int64_t oc, struct arena *arena);

/* The same, and the output of a convolution of ONNX's dimensions: completes the plan. */
bool plan_convolution(struct plan *plan, const struct operation *operation, int64_t group,
	int64_t ic, int64_t oc, struct source *source, struct arena *arena);

#endif
