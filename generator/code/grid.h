#ifndef OPGEN_CODE_GRID_H
#define OPGEN_CODE_GRID_H

#include "code/code.h"
#include "spec/spec.h"

/* A grid over the outputs of a function, by which these are divided among parts. */

enum {
	GRID_LEVELS = 2 * MAX_RANK + 4
};

/* The outputs, divided level by level. A place on level 0 is the number of an output.
   On each level below, it is the number of a unit within one unit of the level above. A
   unit is a number of adjacent elements. */
struct grid {
	size_t noutput;
	int nlevel;
	/* Elements of a unit, and of one of the level above; outer 0: of an output. */
	int64_t unit[GRID_LEVELS], outer[GRID_LEVELS];
	int64_t places[GRID_LEVELS];
};

/* The smallest box of the grid that contains what is written, ends included. */
struct extent {
	bool any; /* something is written */
	int64_t low[GRID_LEVELS], high[GRID_LEVELS];
};

/* The places low to high, ends included, of each of the first nlevel levels. */
struct box {
	int nlevel;
	int64_t low[GRID_LEVELS], high[GRID_LEVELS];
};

/* Whether extents are the same on the first nlevel levels. */
bool extents_equal(const struct extent *a, const struct extent *b, int nlevel);

enum verdict {
	VERDICT_OUT,
	VERDICT_IN,
	VERDICT_PART
};

/* Makes a grid whose levels are the axes of the outputs, the last `joined` of which
   count as one axis. Below level 0, outputs of different shapes are divided by elements
   only. False: the outputs have fewer axes. */
bool grid_make(struct grid *grid, const struct function *function, int joined);

/* Whether what is written is outside of a box, in it, or partly in it. */
enum verdict box_judge(const struct box *box, const struct extent *extent);

/* Reduces a run of elements of an output, *first to *end - 1, to those in a box. False:
   they are not one run. */
bool box_clip(const struct grid *grid, const struct box *box, int output, int64_t *first,
	int64_t *end);

#endif
