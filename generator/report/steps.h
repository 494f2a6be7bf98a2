#ifndef OPGEN_REPORT_STEPS_H
#define OPGEN_REPORT_STEPS_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct network;
struct out;
struct schedule;

/* What a list of steps says of one: what it costs, and its places in the list when that
   is sorted, the most expensive first. */
struct step_row {
	double time; /* cycles, estimated */
	uint64_t multiply_adds;
	uint64_t bytes; /* of the elements that are read and written */
	size_t by_time, by_multiply_adds, by_bytes;
};

/* All rows, and what they come to. */
struct step_rows {
	const struct step_row *row;
	double time;    /* of all together; 1 if they take none */
	double longest; /* of one of them; 1 likewise */
	uint64_t multiply_adds, bytes;
};
struct step_rows steps_read(const struct schedule *schedule, struct arena *arena);

/* Draws the tensors between the steps of a network, as lines beside the rows of a list
   of steps. */
void steps_draw_tensors(
	struct out *out, const struct network *network, struct arena *arena);

/* Draws which bytes of the workspace hold which tensor, from step to step, with axes. */
void steps_draw_workspace(struct out *out, const struct network *network);

#endif
