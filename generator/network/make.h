#ifndef OPGEN_NETWORK_MAKE_H
#define OPGEN_NETWORK_MAKE_H

#include "network/states.h"
#include "spec/spec.h"
#include "target/settings.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct network;
struct place;
struct plan;
struct schedule;
struct source;

/* Takes a graph from the spec to the schedules of its function, one for each target.
   settings are the command line's; prefix precedes the function's name. Reports what is
   wrong and returns false. */
bool network_make(struct schedule *schedule, const struct spec *spec, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct source *source,
	struct arena *arena);

/* schedule_make() of a plan that may be a series: the steps of that become a network. */
bool network_schedule(struct schedule *schedule, const struct plan *plan,
	const char *prefix, const struct settings *settings, uint64_t max_output,
	struct source *source, const struct place *where, struct arena *arena);

/* Finds what becomes of each of a spec's nodes, without reporting anything. Returns the
   network; NULL: the graph cannot be compiled. */
const struct network *network_states(const struct spec *spec,
	const struct settings *settings, uint64_t max_output, struct node_state *state,
	struct arena *arena);

#endif
