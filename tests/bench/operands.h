/* The numbers that every contender computes with. */
#ifndef BENCH_OPERANDS_H
#define BENCH_OPERANDS_H

#include "workload.h"

/* Plain layouts: NCHW, or NHWC where the operation says so. A contender that wants others
   transposes them beforehand. */
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

/* Transposes n matrices of [rows][columns]. */
void operands_transpose(
	float *to, const float *from, int64_t n, int64_t rows, int64_t columns);

/* Zeroed, on a cache line, with room for reads just past the end, which XNNPACK does. */
float *operands_floats(int64_t n);

#endif
