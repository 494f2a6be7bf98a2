#ifndef OPGEN_KERNELS_MOVE_PERMUTE_H
#define OPGEN_KERNELS_MOVE_PERMUTE_H

#include "kernels/common/vector.h"
#include "kernels/kernel.h"

enum {
	MAX_CHUNK = 256, /* elements that a function moves */
	MOVE_LANES = 16  /* of its vectors, at most */
};

/* A vector of lanes of two others: those of a are numbered 0.., those of b lanes... */
struct chunk_step {
	size_t a, b;
	int lane[MOVE_LANES];
};

/* A whole vector. */
struct chunk_store {
	size_t vector;
	int64_t dst;
};

/* A function: loads of vectors, shuffles, stores. */
struct chunk {
	size_t number;       /* for its name */
	int width;           /* bits of an element */
	int lanes;           /* of a vector */
	const int64_t *load; /* where in src a vector is loaded */
	size_t nload;
	const struct chunk_step *step; /* step k makes vector nload + k */
	size_t nstep;
	const struct chunk_store *store;
	size_t nstore;
	int64_t moved; /* elements */
};

/* How the rows inside a nest's first nloop loops are moved: by `passes` calls of a
   function, so far apart, and one for what is left at the end, which may overlap. */
struct row_chunks {
	int nloop;
	struct chunk *chunk;
	int64_t passes, src_step, dst_step;
	struct chunk *end; /* or NULL */
	int64_t end_src, end_dst;
};

/* Rows of a nest: `passes` times a block, side by side in dst. */
struct row {
	int nloop; /* of the nest's loops that are around it */
	int64_t passes, src_step;
	int64_t block[MAX_CHUNK]; /* where each element of the block comes from */
	int64_t nblock;
	int64_t high; /* where in src the last row begins */
	int64_t end;  /* elements of src */
};

/* A function that moves so many passes of a row, at most MAX_CHUNK elements and at least
   a vector. It reads nothing outside of src, whichever of the row's passes it begins at.
 */
struct chunk *chunk_make(
	const struct row *row, int64_t passes, int width, int lanes, struct arena *arena);

/* Whether two functions have the same code. */
bool chunk_same(const struct chunk *a, const struct chunk *b);

#endif
