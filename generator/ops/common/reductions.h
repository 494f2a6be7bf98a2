#ifndef OPGEN_OPS_REDUCTIONS_H
#define OPGEN_OPS_REDUCTIONS_H

#include "plan/reduction.h"

/* What becomes of a window's elements; the file of each operation defines its own. */
extern const struct reduction reduce_conv, reduce_average, reduce_lp, reduce_max;

#endif
