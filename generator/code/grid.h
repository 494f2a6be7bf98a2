#ifndef OPGEN_CODE_GRID_H
#define OPGEN_CODE_GRID_H

#include "code/code.h"
#include "spec/spec.h"

/* Places of the outputs of a function, by which they are cut into parts. */

enum {
	GRID_LEVELS = 2 * MAX_RANK + 4
};

/* The outputs, cut again and again: a place on level 0 is an output's number; on each
   level below, which of the units inside of one unit of the level above. A level's unit
   is the adjacent elements that it holds. */
struct grid {
	size_t noutput;
	int nlevel;
	int64_t unit[GRID_LEVELS], outer[GRID_LEVELS]; /* outer 0: a whole output */
	int64_t places[GRID_LEVELS];
};

/* The smallest box of the grid that holds what is written, ends included. */
struct extent {
	bool any; /* something is written */
	int64_t low[GRID_LEVELS], high[GRID_LEVELS];
};

/* Places of the levels above a level, ends included. */
struct box {
	int nlevel;
	int64_t low[GRID_LEVELS], high[GRID_LEVELS];
};

enum verdict {
	VERDICT_OUT,
	VERDICT_IN,
	VERDICT_PART
};

/* Makes a grid whose levels are the axes of the outputs, the last ones of them as one.
   Outputs of several shapes have one level below their own, their elements. False: there
   are not so many axes to be one. */
bool grid_make(struct grid *grid, const struct function *function, int joined);

/* How a box holds what is written. */
enum verdict box_judge(const struct box *box, const struct extent *extent);

/* The elements, first to end - 1, of a run of an output that a box holds; false: they are
   no run. */
bool box_clip(const struct grid *grid, const struct box *box, int output, int64_t *first,
	int64_t *end);

#endif
