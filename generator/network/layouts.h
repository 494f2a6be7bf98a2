#ifndef OPGEN_NETWORK_LAYOUTS_H
#define OPGEN_NETWORK_LAYOUTS_H

#include "network/planning.h"

#include <stdbool.h>
#include <stdint.h>

/* Decides which tensors between steps have their channels last in memory, by the
   estimated times of the steps, and adds the steps that bring tensors from one order into
   the other. Arguments stay as they are, and so do the bits of all results: a plan says
   in which order it adds, whatever the order in memory. Steps are fused, and not
   scheduled yet. */
void network_choose_layouts(struct planning *planning, uint64_t max_output);

/* Whether an operation that stands alone may gain if it brings its operands into another
   order itself: if it is worth a network. Without weights that the caller may pack, and
   with no more on the stack than designs have there. */
bool layouts_open(const struct plan *plan, const struct settings *settings);

#endif
