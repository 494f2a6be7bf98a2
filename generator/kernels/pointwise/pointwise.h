#ifndef OPGEN_KERNELS_POINTWISE_POINTWISE_H
#define OPGEN_KERNELS_POINTWISE_POINTWISE_H

#include "kernels/kernel.h"
#include "plan/pointwise.h"

/* The plan of the pointwise kernels. */
struct pointwise_loops {
	int lanes;       /* of vectors along the innermost axis; 1: plain C */
	int64_t extent;  /* of the innermost axis; 1 if there is none */
	int64_t vectors; /* whole vectors along it */
	int64_t rest;    /* elements after those */
	int unroll;      /* vectors whose steps stand side by side */
	bool straight;   /* no loops */
	bool calls; /* straight-line plain C: each element calls the steps as a function
		     */
};

/* lower.c */
void pointwise_lower(const struct schedule *schedule, struct code_builder *code);
void unrolled_pointwise_lower(const struct schedule *schedule, struct code_builder *code);

#endif
