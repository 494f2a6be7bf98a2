#ifndef OPGEN_KERNELS_MOVE_MOVE_H
#define OPGEN_KERNELS_MOVE_MOVE_H

#include "code/build.h"
#include "kernels/kernel.h"

/* What the files of the kernels that move share. */

/* One pass of a movement's loop nest: how often, and how far src and dst move each time.
   Where there is a table, it says where each pass is in src. */
struct move_loop {
	int64_t count, src, dst;
	const int64_t *table;
};

/* Where a pass of a loop is in src. */
int64_t move_loop_src(const struct move_loop *loop, int64_t pass);

enum {
	MAX_SEGMENT = 256, /* elements that a function moves */
	MOVE_LANES = 16    /* of its vectors, at most */
};

/* A vector of lanes of two others: those of a are numbered 0.., those of b lanes... */
struct segment_step {
	size_t a, b;
	int lane[MOVE_LANES];
};

/* A whole vector. */
struct segment_store {
	size_t vector;
	int64_t dst;
};

/* A function: loads of vectors, shuffles, stores. */
struct segment {
	size_t number;       /* for its name */
	int width;           /* bits of an element */
	int lanes;           /* of a vector */
	const int64_t *load; /* where in src a vector is loaded */
	size_t nload;
	const struct segment_step *step; /* step k makes vector nload + k */
	size_t nstep;
	const struct segment_store *store;
	size_t nstore;
	int64_t moved; /* elements */
};

/* How rows are moved inside loops: by `passes` calls of a function, so far apart, and one
   for what is left at the end, which may overlap. The function moves several rows where
   the last loop goes from band to band of them; a band that is left may overlap, too. */
struct row_segments {
	int nloop;
	struct move_loop loop[2 * MAX_RANK];
	struct segment *segment;
	int64_t passes, src_step, dst_step;
	struct segment *end; /* or NULL */
	int64_t end_src, end_dst;
	bool band; /* inside the first band_nloop loops */
	int band_nloop;
	int64_t band_src, band_dst;
};

/* One loop nest of a data movement; its loops are in the order of dst. */
struct move_nest {
	const struct operand *from; /* NULL: clears instead of copying */
	const struct operand *to;
	int nloop;
	struct move_loop loop[2 * MAX_RANK];
	int64_t src, dst; /* offsets of the first run */
	int64_t run;      /* elements copied or cleared at a time, contiguous in both */
	const struct row_segments *segments; /* kernel_permute_move: how rows are moved;
					    NULL: by runs */
};

/* The plan of the kernels that move. */
struct moves {
	struct move_nest *nest;
	size_t nnest;
	size_t limit;                    /* statements of one function */
	const struct segment **function; /* kernel_permute_move */
	size_t nfunction;
};

/* Finds a plan's nests, at most so many; returns false where it has more. */
bool moves_find(
	struct moves *moves, const struct plan *plan, size_t limit, struct arena *arena);

/* Rows of a nest: `passes` times a block, side by side in dst; and `rows` of them
   together, which are neighbours in src. */
struct row {
	int nloop; /* around it */
	struct move_loop loop[2 * MAX_RANK];
	int64_t rows, row_dst;
	int64_t passes, src_step;
	int64_t block[MAX_SEGMENT]; /* where each element of the block comes from */
	int64_t nblock;
	int64_t low, high; /* where in src the first and the last row begin */
	int64_t end;       /* elements of src */
};

/* A function that moves so many passes of a row, at most MAX_SEGMENT elements and at
   least a vector. It reads nothing outside of src, whichever of the row's passes it
   begins at; NULL: src is too small for that. */
struct segment *segment_make(
	const struct row *row, int64_t passes, int width, int lanes, struct arena *arena);

/* Whether two functions have the same code. */
bool segment_same(const struct segment *a, const struct segment *b);

/* lower.c: by loops, with the vectors of segments where the plan has them; and run by
   run. */
void loop_move_lower(const struct schedule *schedule, struct code_builder *code);
void unrolled_move_lower(const struct schedule *schedule, struct code_builder *code);

#endif
