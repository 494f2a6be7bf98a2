#ifndef OPGEN_KERNELS_DIRECT_OW_H
#define OPGEN_KERNELS_DIRECT_OW_H

#include "kernels/common/vector.h"

/* What the files of kernel_direct_ow share. */

/* Things by a number that those which are alike have in common: what has the same
   remainder is a chain, which begins with the newest. */
enum {
	CHAINS = 127
};
struct chains {
	size_t newest[CHAINS]; /* one more than its index; 0: there is none */
	size_t *before;        /* of each thing, the next one of its chain, likewise */
};

/* A function of kernel_direct_ow on its way. */
struct column_plan {
	const struct vector_type *vector;
	const int *order; /* of struct vector_code */
	struct load *load;
	size_t nload;
	struct chains loads; /* by src */
	struct gather *gather;
	size_t ngather;
	struct chains lanes[2]; /* by the src of the middle lane, of the next one */
	struct chains steps;    /* by the first step's source */
	struct arena *arena;
};

/* A vector whose lanes are the inputs at those offsets from the patch's base, NO_INPUT
   where none is wanted: returns its number. Loads stay where every call may read. The one
   that there is, or NO_GATHER; and a new one. Where all inputs are of one row, `row` is
   where loads of it best begin; else NO_INPUT. */
size_t known_gather(struct column_plan *plan, const int64_t *src);
size_t make_gather(struct column_plan *plan, const struct patch *patch,
	const int64_t *src, int64_t row);

/* Lanes in an order that a stride's shuffles leave outputs in when nothing crosses the
   blocks of a vector: order[i] is the lane of output i. Returns false where there is none
   better than the natural one. */
bool find_order(const struct vector_type *vector, int64_t stride, int *order);

/* The vectors of a patch's outputs, positions side by side in dst: code->column; by rows,
   where these fill one, or all that lie there. Returns the first position of each. */
size_t *find_columns(const struct patch *patch, bool by_row, struct vector_code *code,
	struct arena *arena);

/* All terms of those vectors, for so many output channels. One: in the order of the
   inputs, so that a row that is loaded serves every output row. Several: in the order of
   taps, so that a weight serves every vector. Either way each sum has its taps in
   row-major order. Returns false when the terms of all channels are more than most. */
bool find_terms(const struct patch *patch, const size_t *first, int64_t channels,
	size_t most, struct vector_code *code, struct arena *arena);

/* How a class of so many output channels has its weights, those of taps that are written
   out. */
enum weights choose_weights(
	const struct tiles *t, int64_t channels, const bool *looped, int registers);

/* Finds the variables of terms' weights, and which terms fill them: the first of a group,
   and those that want another weight than the one before. */
void find_fills(const struct patch *patch, const size_t *first,
	const struct vector_code *code, struct column_tap *term, size_t n);

/* What one call of a patch's function for so many output channels takes, in vector
   operations, roughly, with so many registers; and what it takes at least, for a quick
   refusal: no lane is without a term. */
double columns_time(const struct patch *patch, int64_t channels,
	const struct vector_code *code, int registers);
double columns_least_time(const struct patch *patch, int64_t channels);

/* Plans all classes with vectors of a type, in at most so many patches each. Returns
   false where that is impossible, or takes no less time than *best, which is their time
   then. */
bool cut_columns(struct tiles *t, const struct target *target,
	const struct vector_type *type, double *best, uint64_t limit,
	struct arena *arena);

#endif
