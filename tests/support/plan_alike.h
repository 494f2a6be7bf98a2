#ifndef OPGEN_TESTS_PLAN_ALIKE_H
#define OPGEN_TESTS_PLAN_ALIKE_H

#include <stdbool.h>

struct plan;

/* Whether two plans of windows are the same but for what names them: the node, its
   operation with the version, details for comments. Member by member it compares bytes,
   so that a member that it does not know can only make plans differ; so do those of other
   kinds. */
bool plan_alike(const struct plan *a, const struct plan *b);

#endif
