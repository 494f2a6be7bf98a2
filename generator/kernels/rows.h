#ifndef OPGEN_KERNELS_ROWS_H
#define OPGEN_KERNELS_ROWS_H

#include "kernels/vector.h"

/* How vectors of channels, one for each position, become rows: for each channel the
   positions side by side. */

enum {
	MAX_ROW_STEP = 64 /* 16 lanes take 4 times 16 */
};

/* An operation of opgen_vector.h that makes a vector of two others. Vectors are numbered:
   the positions, then what the steps make. */
struct row_step {
	const char *operation;
	size_t from[2];
};

struct rows {
	struct row_step step[MAX_ROW_STEP];
	size_t nstep;
	size_t row[MAX_LANES]; /* the vector that is a channel's row */
};

/* The steps for so many positions and channels, each at most as many as a vector has
   lanes; `part` is the lanes of 16 bytes. */
void rows_make(struct rows *rows, int lanes, int part, const struct store *store);

#endif
