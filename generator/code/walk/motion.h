#ifndef OPGEN_CODE_MOTION_H
#define OPGEN_CODE_MOTION_H

#include "code/walk/walk.h"

/* How a loop moves pointers that were declared before it: each of some passes moves a
   pointer by the same number of bytes, so where it is in a pass follows from the number
   of the pass. */

struct motion {
	size_t n, *pointer;       /* the numbers of the moved ones */
	struct walk_place *start; /* where each is before some pass */
	int64_t *inc;             /* how far each pass moves it */
};

/* Finds what statements move. False: nothing; `motion` is of no use then. */
bool motion_find(struct motion *motion, struct walk *walk, const struct statement *body);

/* Before a pass: the pointers are where the motion starts. */
void motion_begin(struct motion *motion, const struct walk *walk);

/* After that pass: finds how far it has moved them. False: it is not a distance. */
bool motion_measure(struct motion *motion, const struct walk *walk);

/* Moves the pointers to where they are in each of the current passes of the innermost
   loop, the first of which is the one where the motion starts. */
void motion_enter(const struct motion *motion, struct walk *walk);

/* After the current passes were entered like this and gone through: whether each moved
   the pointers as far as the pass that was measured. */
bool motion_holds(const struct motion *motion, struct walk *walk);

/* Moves the pointers to where they are after so many passes. */
void motion_leave(const struct motion *motion, struct walk *walk, int64_t passes);

#endif
