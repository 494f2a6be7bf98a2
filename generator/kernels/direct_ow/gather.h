#ifndef OPGEN_KERNELS_DIRECT_OW_GATHER_H
#define OPGEN_KERNELS_DIRECT_OW_GATHER_H

#include "kernels/direct_ow/direct_ow.h"

#include "arena.h"

/* How vectors of inputs are gathered: in steps that take lanes out of a source each. */
struct gathering {
	struct column_plan *plan;
	const struct patch *patch;
	int64_t stride; /* of the row */
	/* Loads follow one another from here on; NO_INPUT: they begin where it suits what
	   is wanted. */
	int64_t row;
};

/* Makes a step: a source, and the wanted lanes that it serves, which are taken off the
   wanted. */
typedef void take_source(const struct gathering *gathering, int64_t *wanted, bool first,
	struct gather_step *step);

/* The newest thing of a number's chain, as chains have it. */
static inline size_t *
newest(struct chains *chains, uint64_t number)
{
	return &chains->newest[number % CHAINS];
}

/* Puts the thing of an index, the first that there is not yet, into a number's chain. */
static inline void
add_to_chain(struct chains *chains, uint64_t number, size_t index, struct arena *arena)
{
	size_t *first = newest(chains, number);

	chains->before = arena_grow(arena, chains->before, index, sizeof *chains->before);
	chains->before[index] = *first;
	*first = index + 1;
}

static inline bool
is_input(int64_t wanted)
{
	return wanted != NO_INPUT && wanted != ZERO_INPUT;
}

/* The first lane that an input, or a zero, is wanted in; lanes: there is none. */
int first_wanted(const int64_t *wanted, int lanes, bool zeros);

/* Finishes a step whose source has what is wanted at those places, -1: not at all. At
   stride 1 a load with elements in their lanes serves no others: the next may have those
   in theirs. */
void take_lanes(int lanes, const int64_t *at, bool in_place, bool first, int64_t *wanted,
	struct gather_step *step);

/* A step whose source is a load. */
take_source take_load;

/* Takes back the loads that were made last, so that so many are left. */
void drop_loads(struct column_plan *plan, size_t kept);

/* Steps, until every lane is there; returns how many. */
size_t gather_steps(const struct gathering *gathering, take_source *take,
	const int64_t *src, struct gather_step *step);

#endif
