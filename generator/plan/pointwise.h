#ifndef OPGEN_PLAN_POINTWISE_H
#define OPGEN_PLAN_POINTWISE_H

#include "plan/chain.h"

/* The rows of pointwise steps. */
#define POINTWISE(name) extern const struct pointwise_row pointwise_##name;
#include "plan/pointwise.def"
#undef POINTWISE

#endif
