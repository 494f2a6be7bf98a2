#ifndef OPGEN_NETWORK_CANCEL_H
#define OPGEN_NETWORK_CANCEL_H

#include "network/planning.h"

#include <stdbool.h>

/* Movements one after the other that leave elements side by side: two Transposes of which
   the second undoes the first. The last of them reads past the others, which are no code
   unless something else reads them. */

/* Composes a movement that needs a copy with those before it, until both together move
   one block. Returns whether the tensors have been placed so that it needs no step. Else
   it stays as it is, or, if a block has to be copied, copies that, and step->why is the
   reason. */
bool network_cancel(struct planning *planning, struct network_step *step);

/* Removes the steps that others read past and nobody reads. */
void network_drop_passed(struct planning *planning);

#endif
