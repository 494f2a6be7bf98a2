#ifndef OPGEN_CLI_EXPLAIN_H
#define OPGEN_CLI_EXPLAIN_H

struct out;
struct schedule;

/* Prints what --explain shows of one operation: each axis with the rule that decided it,
   the kernel design and why, the cost. */
void explain(struct out *out, const struct schedule *schedule);

#endif
