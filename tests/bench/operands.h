/* The numbers that every contender computes with. */
#ifndef BENCH_OPERANDS_H
#define BENCH_OPERANDS_H

#include "workload.h"

/* Plain layouts: NCHW, or NHWC where the operation says so. */
struct operands {
	const struct workload *workload;
	float *src;
	float *weights; /* of Conv, else NULL */
	float *bias;    /* of Conv, else NULL */
};

/* Uniform in -1..1, the same in every run. Ends the program when memory runs out. */
void operands_fill(struct operands *operands, const struct workload *w);

/* The largest |src| times the largest sum of |weights| of an output channel; 0 without
   weights. */
double operands_scale(const struct operands *operands);

/* Zeroed, on a cache line, with room for reads just past the end, which XNNPACK does. */
float *operands_floats(int64_t n);

#endif
