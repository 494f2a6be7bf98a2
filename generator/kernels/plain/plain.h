#ifndef OPGEN_KERNELS_PLAIN_PLAIN_H
#define OPGEN_KERNELS_PLAIN_PLAIN_H

#include "kernels/common/micro_kernel.h"

/* Shared by the files of kernel_plain. */

enum plain_kind {
	/* Lanes are output channels: weights are rows, each input is a scalar. */
	PLAIN_CHANNELS,
	/* Lanes are output positions: inputs are rows, each weight is a scalar. */
	PLAIN_POSITIONS,
	/* Every sum is a variable: for processors without vectors. */
	PLAIN_SCALARS,
	/* One output channel, one input channel; each window is summed in one expression,
	   position by position. */
	PLAIN_DIRECT,
	/* One window that is a whole plane, in PLANE_LANES partial sums. */
	PLAIN_PLANE,
	PLAIN_KINDS
};

/* A tap that is written out. */
struct plain_tap {
	int64_t src;    /* offset of its input for position 0 */
	int64_t number; /* row-major in the kernel */
};

/* The design's part of a micro-kernel. */
struct plain_kernel {
	enum plain_kind kind;
	int64_t src_step, dst_step; /* from one position to the next */
	int64_t divisor; /* AveragePool: taps counted; for looped taps, an argument */

	/* The taps along each axis: first and count. For a looped axis they are
	   arguments, and these are 0 and 1. */
	int64_t first[MAX_AXIS], count[MAX_AXIS];

	/* The written-out taps, row-major; a row of them has row_ntap. */
	const struct plain_tap *tap;
	size_t ntap, row_ntap;
	/* The inputs that a row reads, each once, as ascending offsets from the input of
	   its first tap. PLAIN_CHANNELS only. */
	const int64_t *load;
	size_t nload;
};

/* lower.c: the function of a micro-kernel. */
void plain_lower_kernel(struct kernel_code *k);

/* scalars.c: the body of a PLAIN_SCALARS. */
void plain_lower_scalars(struct kernel_code *k);

#endif
