#ifndef OPGEN_OPS_FILTER_H
#define OPGEN_OPS_FILTER_H

#include "base/dtype.h"
#include "ops/common/sampling.h"
#include "plan/plan.h"

#include <stdbool.h>

struct arena;

/* The weights of Resize's modes linear and cubic. */
struct filter {
	bool cubic;
	double a; /* cubic_coeff_a */
	bool excludes_outside;
	bool antialiases;
};

/* Finds the taps of each output along an axis. False: more than so many numbers. Weights
   are rounded to dtype, float32 or float64. */
bool filter_taps(const struct filter *filter, const struct sampling *sampling,
	enum dtype dtype, int64_t most, struct sample_axis *axis, struct arena *arena);

#endif
