#ifndef OPGEN_KERNELS_UNROLLED_H
#define OPGEN_KERNELS_UNROLLED_H

#include "code/build.h"
#include "schedule.h"

/* lower.c */
void unrolled_lower(const struct schedule *schedule, struct code_builder *code);

#endif
