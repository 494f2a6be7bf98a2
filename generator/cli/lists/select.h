#ifndef OPGEN_CLI_SELECT_H
#define OPGEN_CLI_SELECT_H

#include <stddef.h>

struct arena;
struct candidate;
struct candidates;
struct model_options;

/* The candidates that the options name, in the options' order; if they name none, the
   only candidate. If there are several to choose from, or a name means no node or more
   than one, reports that and returns NULL. */
const struct candidate **select_candidates(struct candidates *candidates,
	const struct model_options *options, size_t *nselected, struct arena *arena);

#endif
