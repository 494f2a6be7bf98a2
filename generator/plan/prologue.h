#ifndef OPGEN_PLAN_PROLOGUE_H
#define OPGEN_PLAN_PROLOGUE_H

#include "plan/epilogue.h"
#include "plan/plan.h"

#include <stdbool.h>

/* Pointwise steps before a window: an epilogue of its src. Operand 0 of their chain is an
   element of src as it is in memory, where it may have another type than the window
   reads. Padding is no element: it has no steps, and stays what it is to the window. */

/* The type that the steps give elements: what the window reads. */
enum dtype prologue_to(const struct plan *plan);

/* Whether every design that computes prologues can read an operand with such a repetition
   beside src: one element for each channel, of all images or of each, for each image, or
   for all. Only without padding is every place that designs point to in the plane that
   they read; and pools of whole planes know no images. */
bool prologue_fits(const struct plan *plan, const struct repetition *repetition);

/* Whether the steps read an operand of the plan beside src. */
bool prologue_reads(const struct plan *plan, size_t operand);

/* Element k of src as the window reads it; without a prologue, unchanged. */
union quantity prologue_apply(const struct plan *plan, const struct algebra *algebra,
	union quantity x, int64_t k, const struct epilogue_source *source);

#endif
