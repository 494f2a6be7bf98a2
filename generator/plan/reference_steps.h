#ifndef OPGEN_PLAN_REFERENCE_STEPS_H
#define OPGEN_PLAN_REFERENCE_STEPS_H

#include "plan/plan.h"
#include "plan/reduction.h"

#include <stdbool.h>

/* Parts of the reference interpreter. */

/* The algebra of numbers; the context is a struct arithmetic. For a chain's step, the
   algebra's type overrides the context's. */
union quantity reference_compute(
	const struct algebra *algebra, const struct computation *computation);

/* An element of a type, and what becomes one. */
union quantity reference_load(enum dtype dtype, const void *elements, int64_t i);
void reference_store(enum dtype dtype, void *elements, int64_t i, union quantity y);

struct reference_watch;

/* reference_run() of pointwise steps. */
void reference_pointwise(const struct plan *plan, bool fused, const void *const *input,
	void *dst, struct reference_watch *watch);

/* reference_run() of what plan/define.h defines. */
void reference_definition(const struct plan *plan, bool fused, const void *const *input,
	void *const *output, struct reference_watch *watch);

#endif
