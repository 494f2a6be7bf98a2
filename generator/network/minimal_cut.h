#ifndef OPGEN_NETWORK_MINIMAL_CUT_H
#define OPGEN_NETWORK_MINIMAL_CUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The choice of a yes or no for each of several things, whose costs are those of single
   things and of pairs of them: a minimal cut of a graph, found as a maximal flow (Edmonds
   and Karp). Things that say yes are on the side of the source. */

struct arena;

struct cut {
	size_t nthing; /* the source and the sink come after them */
	struct cut_edge *edge;
	size_t nedge;
	size_t *first; /* for each thing, the newest of its edges + 1; 0: it has none */
	struct arena *arena;
};

void cut_begin(struct cut *cut, size_t nthing, struct arena *arena);

/* Adds a cost, 0 or more, of a thing that says yes, or no. */
void cut_add_yes(struct cut *cut, size_t thing, int64_t cost);
void cut_add_no(struct cut *cut, size_t thing, int64_t cost);

/* Adds a cost of two things that differ; and of one that says no and another that says
   yes. */
void cut_add_differ(struct cut *cut, size_t a, size_t b, int64_t cost);
void cut_add_no_yes(struct cut *cut, size_t no, size_t yes, int64_t cost);

/* Finds what each thing says. Of choices that cost the same, the one in which the
   fewest say yes. */
const bool *cut_find(struct cut *cut);

#endif
