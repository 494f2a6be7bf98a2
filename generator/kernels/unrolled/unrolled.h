#ifndef OPGEN_KERNELS_UNROLLED_UNROLLED_H
#define OPGEN_KERNELS_UNROLLED_UNROLLED_H

#include "code/build.h"
#include "kernels/kernel.h"
#include "plan/reduction.h"

/* The plan of kernel_unrolled. */
struct unrolled {
	int64_t taps;
	int64_t most_terms;         /* the most taps of a window inside the input */
	int64_t plane_in;           /* elements of a plane */
	int64_t axis_tap[MAX_AXIS]; /* from one tap to the next, in tap numbers */
};

/* One term of a window: the input's offset in its plane, and the tap's number. */
struct window_term {
	int64_t src, tap;
};

/* The taps inside the input of the window at an output position, row-major; term has room
   for unrolled->most_terms. Returns their number, and the divisor. */
size_t unrolled_window(const struct schedule *schedule, const int64_t *position,
	struct window_term *term, int64_t *divisor);

/* Whether such a window is summed in PLANE_LANES partial sums. */
bool unrolled_is_plane(const struct window_plan *window, int64_t plane_in, uint64_t ntap);

/* lower.c */
void unrolled_lower(const struct schedule *schedule, struct code_builder *code);

#endif
