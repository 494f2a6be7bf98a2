#ifndef OPGEN_KERNELS_LOOP_WINDOW_LOOP_WINDOW_H
#define OPGEN_KERNELS_LOOP_WINDOW_LOOP_WINDOW_H

#include "kernels/design.h"

#include <stdint.h>

enum {
	/* Sums that are named variables: half of a Cortex-M4's registers, all of
	   x86-64's. With 8 in place of 16 a keyword spotter takes a third more
	   instructions on a Cortex-M4, and 6 % less code. */
	LOOP_WINDOW_SUMS = 16
};

/* What the function computes at a time: `channels` output channels at `positions`
   neighbouring positions. */
struct window_tile {
	int64_t channels, positions;
};

/* How many regions of windows with the same taps there are; more than can be proven in
   time count as one more than that. */
int64_t loop_window_regions(const struct window_plan *w);

void loop_window_lower(const struct schedule *schedule, struct code_builder *code);

#endif
