#ifndef OPGEN_CLI_SELECT_H
#define OPGEN_CLI_SELECT_H

#include <stddef.h>

struct arena;
struct candidate;
struct candidates;
struct model_options;

/* The candidates that the options name, in the options' order; without a word, the only
   one there is to select. Nothing is ever selected among several: that is reported, with
   a table of them, and so is a name that is no node's or more than one's. Returns NULL
   then. */
const struct candidate **select_candidates(struct candidates *candidates,
	const struct model_options *options, size_t *nselected, struct arena *arena);

#endif
