#ifndef OPGEN_OPS_REDUCE_H
#define OPGEN_OPS_REDUCE_H

#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>

struct place;
struct source;

/* What operations along axes have in common. */

/* An axis of so many; from version `negative` on a negative one counts from the end.
   Reports one that is not there, at the place, by the name. */
bool reduce_axis_of(const struct operation *operation, int64_t value, int rank,
	int negative, const char *name, const struct place *where, int *axis,
	struct source *source);

/* Fills in the axes of src: those along which rows lie, and the others; neighbouring ones
   are one where they can be. rows: dst has src's shape; else an element for each row. */
void reduce_add_axes(struct plan *plan, const bool *reduced, bool rows);

#endif
