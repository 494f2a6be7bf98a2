#ifndef OPGEN_NETWORK_SHARED_H
#define OPGEN_NETWORK_SHARED_H

struct arena;
struct network_part;
struct schedule;

/* Finds which functions the steps of a network have in common, or the boxes that these
   are cut into, for one target, and says of those that are emitted for several steps
   which steps these are. `part` is the schedule's own. */
void network_share(
	struct schedule *schedule, struct network_part *part, struct arena *arena);

#endif
