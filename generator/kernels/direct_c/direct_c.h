#ifndef OPGEN_KERNELS_DIRECT_C_DIRECT_C_H
#define OPGEN_KERNELS_DIRECT_C_DIRECT_C_H

#include "kernels/common/micro_kernel.h"

/* plane.c: plan and micro-kernel for windows that are whole planes and summed in partial
   sums. */
void direct_c_plan_plane(struct tile_plan *plan, struct arena *arena);
void direct_c_lower_plane_sums(struct kernel_code *k);

#endif
