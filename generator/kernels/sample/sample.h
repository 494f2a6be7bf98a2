#ifndef OPGEN_KERNELS_SAMPLE_SAMPLE_H
#define OPGEN_KERNELS_SAMPLE_SAMPLE_H

#include "kernels/design.h"

/* The plan of kernel_sample and kernel_sample_vector. */
struct sample_rows {
	int lanes; /* of a vector; 1: plain C */
	int last;  /* the innermost sampled axis */
};

void sample_lower(const struct schedule *schedule, struct code_builder *code);

#endif
