/* What the result is, with sums in double precision. */
#ifndef BENCH_EXACT_H
#define BENCH_EXACT_H

#include "operands.h"

void exact_run(const struct operands *operands, double *dst);

#endif
