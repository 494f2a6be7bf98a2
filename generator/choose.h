#ifndef OPGEN_CHOOSE_H
#define OPGEN_CHOOSE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct candidate;
struct nodes;

/* The candidates that the options name, in the options' order, or all that are ready;
   without a word, the only one there is to choose. Nothing is ever chosen among several:
   that is reported, with a table of them, and so is a name that is no node's or more than
   one's. Returns NULL then. */
const struct candidate **choose(
	struct nodes *nodes, size_t *nchosen, struct arena *arena);

#endif
