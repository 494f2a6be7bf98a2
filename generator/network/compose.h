#ifndef OPGEN_NETWORK_COMPOSE_H
#define OPGEN_NETWORK_COMPOSE_H

#include <stdbool.h>

struct arena;
struct move_plan;

/* Two movements one after the other as one: `first` makes all of what `second` reads, and
   both copy every element that they make. Of *both, src and dst are the caller's to set.
   False: there is no one movement for them. */
bool move_compose(const struct move_plan *first, const struct move_plan *second,
	struct move_plan *both, struct arena *arena);

#endif
