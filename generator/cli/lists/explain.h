#ifndef OPGEN_CLI_EXPLAIN_H
#define OPGEN_CLI_EXPLAIN_H

struct out;
struct schedule;

/* Prints what --explain shows: each axis with the rule that determined it, the kernel
   design with the reason, and the cost. */
void explain(struct out *out, const struct schedule *schedule);

#endif
