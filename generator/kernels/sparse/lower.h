#ifndef OPGEN_KERNELS_SPARSE_LOWER_H
#define OPGEN_KERNELS_SPARSE_LOWER_H

#include "kernels/common/tile_code.h"
#include "kernels/sparse/sparse.h"

/* lower.c */
void sparse_lower(const struct schedule *schedule, struct code_builder *code);

#endif
