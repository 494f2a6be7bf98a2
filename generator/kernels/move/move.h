#ifndef OPGEN_KERNELS_MOVE_MOVE_H
#define OPGEN_KERNELS_MOVE_MOVE_H

#include "code/statements/build.h"
#include "kernels/kernel.h"

/* Shared by the files of the movement kernels. */

/* One loop of a movement's nest: its count, and how far src and dst move in a pass. A
   table, if there is one, gives the offset in src of each pass. */
struct move_loop {
	int64_t count, src, dst;
	const int64_t *table;
};

/* The offset in src of a pass of a loop. */
int64_t move_loop_src(const struct move_loop *loop, int64_t pass);

enum {
	MAX_SEGMENT = 256, /* the most elements that a segment moves */
	MOVE_LANES = 16    /* the most lanes of its vectors */
};

/* A shuffle of two vectors: a's lanes are numbered from 0, b's from `lanes`. */
struct segment_step {
	size_t a, b;
	int lane[MOVE_LANES];
};

/* A whole vector. */
struct segment_store {
	size_t vector;
	int64_t dst;
};

/* A function that loads vectors, shuffles them and stores them. */
struct segment {
	size_t number; /* for its name */
	int size;      /* bytes of an element */
	int lanes;     /* of a vector */
	int64_t *load; /* offsets in src of the vectors loaded */
	size_t nload;
	struct segment_step *step; /* step k makes vector nload + k */
	size_t nstep;
	struct segment_store *store;
	size_t nstore;
	int64_t moved; /* elements */
};

/* How rows are moved inside loops: `passes` calls of a function at equal distances, and
   one for the rest, which may overlap. If the function moves all rows of a band, the last
   band may overlap, too: it is then so far from the first one, inside the first
   band_nloop loops; 0: it does not. */
struct row_segments {
	int nloop;
	struct move_loop loop[2 * MAX_RANK];
	struct segment *segment;
	int64_t passes, src_step, dst_step;
	struct segment *end; /* or NULL */
	int64_t end_src, end_dst;
	int64_t band_src, band_dst;
	int band_nloop;
};

/* One loop nest of a data movement; its loops are in the order of dst. */
struct move_nest {
	const struct operand *from; /* NULL: clears instead of copying */
	const struct operand *to;
	int nloop;
	struct move_loop loop[2 * MAX_RANK];
	int64_t src, dst; /* offsets of the first run */
	int64_t run;      /* elements copied or cleared at a time, contiguous in both */
	const struct row_segments *segments; /* kernel_permute_move: the segments that
						move rows; NULL: moved by runs */
};

/* The plan of the movement kernels. */
struct moves {
	struct move_nest *nest;
	size_t nnest;
	const struct segment **function; /* kernel_permute_move */
	size_t nfunction;
};

/* Finds a plan's nests; returns false if there are more than so many. */
bool moves_find(
	struct moves *moves, const struct plan *plan, size_t limit, struct arena *arena);

/* lower.c: in loops, with segments if the plan has them; and run by run. */
void loop_move_lower(const struct schedule *schedule, struct code_builder *code);
void unrolled_move_lower(const struct schedule *schedule, struct code_builder *code);

#endif
