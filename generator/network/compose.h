#ifndef OPGEN_NETWORK_COMPOSE_H
#define OPGEN_NETWORK_COMPOSE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct move_plan;
struct network_step;

/* Two movements one after the other as one: `first` makes all of what `second` reads, and
   both copy every element that they make. Of *both, src and dst are the caller's to set.
   False: there is no one movement for them. */
bool move_compose(const struct move_plan *first, const struct move_plan *second,
	struct move_plan *both, struct arena *arena);

/* Makes a movement read, in place of the tensor `made`, what `from` makes that of; first:
   the part of `from` that does. False: it stays as it is, because there is no one
   movement for both, or it repeats elements of `made`. */
bool network_compose(struct network_step *to, const struct network_step *from,
	const struct move_plan *first, size_t made, struct arena *arena);

#endif
