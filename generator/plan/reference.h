#ifndef OPGEN_PLAN_REFERENCE_H
#define OPGEN_PLAN_REFERENCE_H

#include "plan/numerics.h"
#include "plan/plan.h"

/* Computes a plan's output directly, in the order of operations that
   runtime/README.md, "Numerics", fixes, from the axes' numbers alone: spans, schedules
   and templates are not looked at. input[i] holds the elements of plan->operand[i]
   (ignored where that is constant); dst gets plan->dst.nelement elements, and second,
   where the plan has a second output, as many. numerics: strict or fma. */
void reference_run(const struct plan *plan, enum numerics numerics,
	const void *const *input, void *const *output);

struct reference_watch;

/* The same, watched (reference_watch.h); data movements are not. */
void reference_run_watched(const struct plan *plan, enum numerics numerics,
	const void *const *input, void *const *output, struct reference_watch *watch);

#endif
