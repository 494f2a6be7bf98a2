#ifndef OPGEN_TESTS_MOVES_H
#define OPGEN_TESTS_MOVES_H

#include "plan/plan.h"

#include <stdint.h>

struct arena;

/* Where every element of a plan's output comes from, found by carrying out its move: the
   place in the input, or -1 for zero. Fails the test when an element is written twice or
   never, when the input is left, and when an axis' runs do not cover its phases. */
const int64_t *move_origins(const struct plan *plan, struct arena *arena);

#endif
