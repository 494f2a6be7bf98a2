#ifndef OPGEN_PLAN_BOX_H
#define OPGEN_PLAN_BOX_H

#include "plan/plan.h"

/* A box of a plan's outputs, whose operands and outputs move along while it is
   restricted. */

/* A plan of a box, and where its operands begin in those of the whole plan, in
   elements. Constants begin at their first element. */
struct plan_box {
	struct plan *plan;
	int64_t input[MAX_OPERAND]; /* by the numbers of the plan's operands */
	int64_t output;             /* in each output */
};

/* A range of an axis. */
struct box_range {
	int axis;
	int64_t begin, end;
	struct arena *arena;
};

/* An operand of the box begins `first` elements later, and has `n` from there. */
void box_advance(
	struct plan_box *box, const struct operand *operand, int64_t first, int64_t n);

/* The outputs of the box begin `first` elements later, and are of an axis' range. */
void box_advance_outputs(struct plan_box *box, const struct box_range *range,
	int64_t first, int64_t extent);

/* The operands of the epilogue, in the box whose first
   output is `first` of the box before, and whose last one is `last` elements after it. */
void box_advance_epilogue(struct plan_box *box, int64_t first, int64_t last);
/* Those of the prologue, likewise by elements of src. */
void box_advance_prologue(struct plan_box *box, int64_t first, int64_t last);

#endif
