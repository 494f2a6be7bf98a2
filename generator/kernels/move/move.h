#ifndef OPGEN_KERNELS_MOVE_H
#define OPGEN_KERNELS_MOVE_H

#include "code/build.h"
#include "kernels/kernel.h"

/* lower.c: by loops, with the vectors of chunks where the plan has them; and run by run.
 */
void loop_move_lower(const struct schedule *schedule, struct code_builder *code);
void unrolled_move_lower(const struct schedule *schedule, struct code_builder *code);

#endif
