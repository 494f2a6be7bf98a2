#ifndef OPGEN_TESTS_MOVES_H
#define OPGEN_TESTS_MOVES_H

#include "plan/plan.h"

#include <stdint.h>

struct arena;

/* The source of every element of a plan's output, found by carrying out its movement: an
   index in the input, or -1 for zero. Fails the test if an element is written twice or
   never, if an index is outside of the input, or if an axis' runs do not cover its
   phases. */
const int64_t *move_origins(const struct plan *plan, struct arena *arena);

#endif
