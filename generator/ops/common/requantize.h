#ifndef OPGEN_OPS_REQUANTIZE_H
#define OPGEN_OPS_REQUANTIZE_H

#include "ops/common/expansion.h"

#include <stdbool.h>

/* Sums in int32 as bytes: as onnxruntime has it, the sum as a float32 times the scale of
   the sum over that of the output, which is rounded to the nearest whole number, ties to
   even; then the output's zero point is added, and the nearest number of its type is
   taken. */

/* (a * b) / y in float32, each step rounded. The edges can be broadcast to the sums. */
const struct edge *requantize_multiplier(struct expansion *e, const struct edge *a,
	const struct edge *b, const struct edge *y);

/* The part that makes bytes of sums; zero: the output's zero point, of its type. */
const struct edge *requantize(struct expansion *e, const char *name,
	const struct edge *sums, const struct edge *multiplier, const struct edge *zero);

#endif
