#ifndef OPGEN_OPS_RANGE_COUNT_H
#define OPGEN_OPS_RANGE_COUNT_H

#include <stdbool.h>
#include <stdint.h>

/* The number of elements of a Range from start to before limit, at distances of `by`.
   Returns false if that is 0, or numbers are too large to compute with. */
bool range_count(int64_t start, int64_t limit, int64_t by, int64_t *count);

/* The same of real numbers. difference: limit - start, rounded as their type is. */
bool range_count_real(double difference, double by, int64_t *count);

#endif
