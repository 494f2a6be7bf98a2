#ifndef OPGEN_NETWORK_OPERANDS_H
#define OPGEN_NETWORK_OPERANDS_H

struct arena;
struct network_step;
struct plan;

/* Makes one operand of those of a pointwise step that are the same tensor, as in x * x.
   Returns the plan that the step has then; NULL: there are none, and it has its own. */
struct plan *network_share_operands(struct network_step *step, struct arena *arena);

#endif
