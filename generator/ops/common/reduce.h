#ifndef OPGEN_OPS_REDUCE_H
#define OPGEN_OPS_REDUCE_H

#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>

struct place;
struct source;

/* What operations along axes have in common. */

/* An axis of a rank; from version `negative` on, negative ones count from the end.
   Reports an axis out of range at the place, under the name. */
bool reduce_axis_of(const struct operation *operation, int64_t value, int rank,
	int negative, const char *name, const struct place *where, int *axis,
	struct source *source);

/* The same of the attribute `axis`; otherwise: where it is not given. */
bool reduce_axis(const struct operation *operation, int64_t otherwise, int rank,
	int negative, int *axis, struct source *source);

/* Fills in the axes of src: those along rows, and the others, merging neighbours where
   possible. rows: dst has src's shape; else one element for each row. */
void reduce_add_axes(struct plan *plan, const bool *reduced, bool rows);

#endif
