#ifndef OPGEN_CODE_MOTION_H
#define OPGEN_CODE_MOTION_H

#include "code/walk.h"

/* How the passes of a loop move pointers that were declared before it. */

/* Where pointers are at the beginning of a pass of a loop, and how far each pass moves
   them. */
struct motion {
	size_t n;
	const bool *moved;
	struct walk_place *start;
	int64_t *inc;
};

/* Whether statements move pointers in scope; marks those that they move. */
bool motion_find(struct walk *walk, const struct statement *first, bool *moved);

void motion_save(struct walk *walk, struct motion *motion);

/* Sets the pointers to where they are after so many passes. If `loop` is not -1, adds a
   term for the current passes, which are those after pass `from`. */
void motion_set(struct walk *walk, const struct motion *motion, int64_t passes, int loop,
	int64_t from);

bool same_but_offset(const struct walk_place *a, const struct walk_place *b);

#endif
