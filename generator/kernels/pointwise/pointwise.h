#ifndef OPGEN_KERNELS_POINTWISE_POINTWISE_H
#define OPGEN_KERNELS_POINTWISE_POINTWISE_H

#include "kernels/kernel.h"
#include "plan/pointwise.h"

/* Elements by pointwise steps. */
struct pointwise_loops {
	int lanes;       /* of vectors along the innermost axis; 1: plain C */
	int64_t extent;  /* of the innermost axis; 1 where there is none */
	int64_t vectors; /* whole ones, along it */
	int64_t rest;    /* elements behind those */
	int unroll;      /* vectors whose steps stand side by side */
	bool straight;   /* no loops */
	/* Straight-line plain C: elements of one function; whether the steps are a
	   function that each element calls. */
	size_t limit;
	bool calls;
};

/* lower.c */
void pointwise_lower(const struct schedule *schedule, struct code_builder *code);
void unrolled_pointwise_lower(const struct schedule *schedule, struct code_builder *code);

#endif
