#ifndef OPGEN_PLAN_REFERENCE_H
#define OPGEN_PLAN_REFERENCE_H

#include "plan/numerics.h"
#include "plan/plan.h"

#include <stddef.h>
#include <stdint.h>

/* Computes a plan's outputs directly, in the order of operations that runtime/README.md,
   "Numerics", fixes, from the axes' numbers alone, without spans, schedules or templates.
   input[i] holds the elements of plan->operand[i] (ignored if that is constant);
   output[i] gets those of output i. numerics: strict or fma. */
void reference_run(const struct plan *plan, enum numerics numerics,
	const void *const *input, void *const *output);

struct reference_watch;

/* The same, watched (reference_watch.h); data movements are not. */
void reference_run_watched(const struct plan *plan, enum numerics numerics,
	const void *const *input, void *const *output, struct reference_watch *watch);

/* Elements of each output, by their numbers. */
struct reference_some {
	const int64_t *element;
	size_t n;
};

/* Computes these elements; of windows, and of movements that crop nothing, these alone.
 */
void reference_run_some(const struct plan *plan, enum numerics numerics,
	const void *const *input, void *const *output, const struct reference_some *some);

#endif
