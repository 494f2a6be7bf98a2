#ifndef OPGEN_REPORT_STEPS_H
#define OPGEN_REPORT_STEPS_H

struct arena;
struct network;
struct out;
struct schedule;

/* The share of each step of a network in the estimated time. */
const double *steps_shares(const struct schedule *schedule, struct arena *arena);

/* Draws the tensors between the steps of a network, as lines beside the rows of a list
   of steps. */
void steps_draw_tensors(
	struct out *out, const struct network *network, struct arena *arena);

/* Draws which bytes of the workspace hold which tensor, from step to step. */
void steps_draw_workspace(struct out *out, const struct network *network);

#endif
