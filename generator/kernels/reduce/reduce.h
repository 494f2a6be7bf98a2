#ifndef OPGEN_KERNELS_REDUCE_REDUCE_H
#define OPGEN_KERNELS_REDUCE_REDUCE_H

#include "kernels/design.h"
#include "plan/define.h"

/* The plan of kernel_reduce, kernel_reduce_vector and kernel_reduce_columns. */
struct reduce_rows {
	int lanes; /* of a vector; 1: plain C */
	/* Lanes are neighbouring rows; else a row's partial results. */
	bool columns;
};

void reduce_lower(const struct schedule *schedule, struct code_builder *code);

#endif
