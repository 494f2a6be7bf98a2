#ifndef OPGEN_CODE_REACH_H
#define OPGEN_CODE_REACH_H

#include "code/proof/regions.h"
#include "code/walk/walk.h"

/* Sets of an object's bytes that the current passes (iterations) of the loops around a
   statement reach, as functions of the passes. */

enum {
	REACH_TERMS = 18, /* loops that a reach depends on */
	MOST_PIECES = 256 /* into which an address with remainders is split */
};

/* Adds inc bytes in each of the passes from, from + every, …, count of them. */
struct reach_term {
	int loop;
	int64_t inc, from, every, count;
};

struct reach {
	int object; /* the object's number in the prover */
	int nterm;
	/* The outermost loop of which only some passes reach these bytes; INT_MAX:
	   none. */
	int hidden;
	bool rough; /* an overestimate: some bytes in between are not reached */
	bool open;  /* bytes that are read, and not known to be written after that */
	struct region region;
	struct reach_term term[REACH_TERMS];
};

struct reaches {
	struct reach **reach; /* those beyond number n are room for more */
	size_t n, room;
	struct arena *arena;
};

/* The bytes of a set at a place, in the current passes: one reach, or several where
   remainders are taken. `entered` are the walk's loops as they were when entered.
   False: the place is not affine, and `reaches` means nothing. */
bool reaches_of(struct walk *walk, const struct walk_loop *entered,
	const struct walk_place *place, const struct region *what,
	struct reaches *reaches);

/* Ends a loop: the union over its passes. False: that needs too many dims. */
bool reach_fold(struct reach *reach, int loop);

/* Appends a reach, or joins it with those from number `from` on. It may be one that the
   list had before it was made shorter. */
void reaches_add(struct reaches *reaches, size_t from, const struct reach *reach);

/* Whether the reaches from number `from` on contain all of another one, in the same
   pass of each loop. */
bool reaches_hold(
	const struct reaches *reaches, size_t from, const struct reach *what, int nloop);

/* The union over all passes of all loops. */
bool reach_all(const struct reach *reach, struct region *region);

/* The nearest and the farthest distance of a place from the beginning of its object in
   the current passes. False: it has remainders or tables, which take reaches_of(). */
bool place_span(const struct walk *walk, const struct walk_place *place, int64_t *nearest,
	int64_t *farthest);

#endif
