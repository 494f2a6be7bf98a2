#ifndef OPGEN_OPS_RESAMPLE_H
#define OPGEN_OPS_RESAMPLE_H

#include "ops/common/sampling.h"
#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>

struct arena;
struct source;

/* How Resize or Upsample samples the axes of its first input. */
struct resampling {
	const struct operation *operation;
	int rank;
	int axis[MAX_RANK], naxis; /* the axes that scales, sizes and roi are for */
	struct sampling sampling[MAX_RANK];
	enum nearest nearest;
	const char *mode; /* "nearest", "linear" or "cubic" */
	bool crops;       /* tf_crop_and_resize */
};

/* Completes a plan: a movement, or weighted sums. */
bool resample_plan(const struct resampling *resampling, struct plan *plan,
	struct source *source, struct arena *arena);

#endif
