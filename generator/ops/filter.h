#ifndef OPGEN_OPS_FILTER_H
#define OPGEN_OPS_FILTER_H

#include "base/dtype.h"
#include "ops/sampling.h"
#include "plan/plan.h"

#include <stdbool.h>

struct arena;

/* How Resize's modes linear and cubic weigh the elements about a place. */
struct filter {
	bool cubic;
	double a; /* cubic_coeff_a */
	bool excludes_outside;
	bool antialiases;
};

/* Taps of each output along an axis, and where they outgrow so many numbers: false.
   dtype: what weights are rounded to, float32 or float64. */
bool filter_taps(const struct filter *filter, const struct sampling *sampling,
	enum dtype dtype, int64_t most, struct sample_axis *axis, struct arena *arena);

#endif
