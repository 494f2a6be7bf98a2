#ifndef OPGEN_CODE_REACH_H
#define OPGEN_CODE_REACH_H

#include "code/regions.h"
#include "code/walk.h"

/* What the pass at hand of loops that are gone through reaches: bytes of an object that
   depend on the passes, each in its own way. */

enum {
	REACH_TERMS = 18, /* loops that a reach depends on */
	MOST_PIECES = 256 /* that an address with remainders falls into */
};

/* inc bytes on for each of the passes from, from + every, …, count of them. */
struct reach_term {
	int loop;
	int64_t inc, from, every, count;
};

struct reach {
	int object; /* whose bytes, as the prover numbers them */
	struct region region;
	int nterm;
	struct reach_term term[REACH_TERMS];
	/* The outermost loop of which only some passes reach them; INT_MAX: none. */
	int hidden;
	bool rough; /* there are others in between, which are not reached */
};

struct reaches {
	struct reach *reach;
	size_t n, room;
	struct arena *arena;
};

/* Bytes of a set that lies at a place, in the passes at hand; one reach, or several where
   remainders are taken. `entered` are the walk's loops as they were entered. False: the
   place is not affine. */
bool reaches_of(struct walk *walk, const struct walk_loop *entered,
	const struct walk_place *place, const struct region *what,
	struct reaches *reaches);

/* A loop ends: what its passes reach together. False: that has too many dims. */
bool reach_fold(struct reach *reach, int loop);

/* Puts a reach behind others, or makes one of it and those behind number `from`. */
void reaches_add(struct reaches *reaches, size_t from, const struct reach *reach);

/* Whether all that a reach reaches in the pass at hand is among others, those from number
   `from` on. */
bool reaches_hold(const struct reaches *reaches, size_t from, const struct reach *what,
	int nloop, struct arena *scratch);

/* What all passes of all loops reach. */
bool reach_all(const struct reach *reach, struct region *region);

/* The nearest and the farthest that a place is from the beginning of its object in the
   passes at hand. False: that takes reaches, as remainders are taken. */
bool place_span(const struct walk *walk, const struct walk_place *place, int64_t *nearest,
	int64_t *farthest);

#endif
