#ifndef OPGEN_KERNELS_DIRECT_OW_DIRECT_OW_H
#define OPGEN_KERNELS_DIRECT_OW_DIRECT_OW_H

#include "base/hash_table.h"
#include "kernels/common/micro_kernel.h"
#include "kernels/common/output_block.h"

/* What the files of kernel_direct_ow share. */

/* Consecutive elements of src, the first `lanes` of a vector. */
struct load {
	int64_t src, lanes;
	int64_t in_register; /* it is not loaded again wherever it is wanted */
};
#define NO_LOAD SIZE_MAX
#define NO_PERMUTE SIZE_MAX

/* Takes lanes out of what is there (0..) and out of a source (lanes..). */
struct permute_step {
	size_t load;    /* NO_LOAD: of a permute, or zeros */
	size_t permute; /* NO_PERMUTE: of a load, or zeros */
	int64_t whole;  /* the source as it is */
	uint8_t lane[MAX_LANES];
};
/* A vector of inputs: the first step's source, or another permute, then others' lanes put
   in. */
struct permute {
	size_t base; /* NO_PERMUTE: it begins with a source */
	const struct permute_step *step;
	size_t nstep;
	const int64_t *src; /* where its lanes come from */
};

/* How a weight of one channel gets into every lane. */
enum weights {
	WEIGHTS_NAMED,  /* by the term that wants it; compilers may remember it */
	WEIGHTS_BY_TAP, /* each has a variable, for the terms of a group */
	WEIGHTS_BY_ROW  /* there are too many of them: each row of outputs has a variable
			   for that of the tap at hand */
};

/* A tap of a vector of windows; lanes that it does not reach keep their sum. */
struct term {
	size_t sum;
	int64_t tap;
	size_t permute;
	uint64_t lanes; /* those that it reaches, a bit for each; ALL_LANES: those stored
			 */
	/* Where weights have variables: which one, and whether it gets the weight here.
	 */
	int64_t weight, fills;
};
#define ALL_LANES UINT64_MAX

/* A vector of outputs, side by side in dst. */
struct column {
	int64_t dst, lanes;         /* stored are the first of the vector's lanes */
	int64_t divisor[MAX_LANES]; /* AveragePool: taps counted */
};

/* The design's part of a micro-kernel. */
struct ow_kernel {
	const struct load *load;
	size_t nload;
	const struct permute *permute;
	size_t npermute;
	const struct term *term;
	size_t nterm;
	const struct column *column;
	size_t ncolumn;
	const int *order; /* the lane of each output of a column; NULL: its own */
	size_t group;     /* vectors whose sums are kept at a time */
	enum weights weights;
};

static inline const struct ow_kernel *
ow_kernel_of(const struct micro_kernel *kernel)
{
	return kernel->own;
}

/* permute.c, permute_load.c: the vectors of inputs of a micro-kernel on its way. */
struct ow_draft {
	const struct output_block *block;
	const struct vector_type *vector;
	const int *order; /* of struct ow_kernel */
	struct load *load;
	size_t nload;
	struct hash_table loads; /* by src */
	struct permute *permute;
	size_t npermute;
	struct hash_table lanes[2]; /* by the src of the middle lane, of the next one */
	struct hash_table steps;    /* by the first step's source */
	struct arena *arena;
};

#define ZERO_INPUT (NO_INPUT + 1) /* in permutes: a zero is wanted */

/* A vector whose lanes are the inputs at those offsets from the block's base, NO_INPUT
   where none is wanted: its number, where there is one, or NO_PERMUTE; and a new one.
   Loads stay where every call may read. Where all inputs are of one row, `row` is where
   loads of it best begin; else NO_INPUT. */
size_t known_permute(struct ow_draft *draft, const int64_t *src);
size_t make_permute(struct ow_draft *draft, const int64_t *src, int64_t row);

/* Lanes in an order that a stride's shuffles leave outputs in when nothing crosses the
   blocks of a vector: order[i] is the lane of output i. Returns false where there is none
   better than the natural one. */
bool find_order(const struct vector_type *vector, int64_t stride, int *order);

/* How vectors of inputs are permuted: in steps that take lanes out of a source each. */
struct permuting {
	struct ow_draft *draft;
	int64_t stride; /* of the row */
	/* Loads follow one another from here on; NO_INPUT: they begin where it suits what
	   is wanted. */
	int64_t row;
};

/* Makes a step: a source, and the wanted lanes that it serves, which are taken off the
   wanted. */
typedef void take_source(const struct permuting *permuting, int64_t *wanted, bool first,
	struct permute_step *step);

/* A step whose source is a load. */
take_source take_load;

/* Finishes a step whose source has what is wanted at those places, -1: not at all. At
   stride 1 a load with elements in their lanes serves no others: the next may have those
   in theirs. */
void take_lanes(int lanes, const int64_t *at, bool in_place, bool first, int64_t *wanted,
	struct permute_step *step);

/* The first lane that an input, or a zero, is wanted in; lanes: there is none. */
int first_wanted(const int64_t *wanted, int lanes, bool zeros);
bool is_input(int64_t wanted);

/* Takes back the loads that were made last, so that so many are left. */
void drop_loads(struct ow_draft *draft, size_t kept);

/* Steps, until every lane is there; returns how many. */
size_t permute_steps(const struct permuting *permuting, take_source *take,
	const int64_t *src, struct permute_step *step);

/* micro_kernels.c. The vectors of a block's outputs, positions side by side in dst:
   own->column; by rows, where these fill one, or all that lie there. Returns the first
   position of each. */
size_t *find_columns(const struct output_block *block, bool by_row, struct ow_kernel *own,
	struct arena *arena);

/* All terms of those vectors, for so many output channels. One: in the order of the
   inputs, so that a row that is loaded serves every output row. Several: in the order of
   taps, so that a weight serves every vector. Either way each sum has its taps in
   row-major order. Returns false when the terms of all channels are more than most. */
bool find_terms(const struct output_block *block, const size_t *first, int64_t channels,
	size_t most, struct ow_kernel *own, struct arena *arena);

/* weights.c: how an oc_block of so many output channels has its weights, those of taps
   that are written out. */
enum weights choose_weights(
	const struct tile_plan *plan, int64_t channels, const bool *looped);

/* Finds the variables of terms' weights, and which terms fill them: the first of a group,
   and those that want another weight than the one before. */
void find_fills(const struct output_block *block, const size_t *first,
	const struct ow_kernel *own, struct term *term, size_t n);

/* Terms, from one on, of the same tap and of vectors of the same group; and whether each
   weight is put into the lanes of a vector once for so many of them. */
size_t vectors_of_tap(const struct ow_kernel *own, size_t first_term);
bool shares_weights(const struct micro_kernel *kernel, size_t vectors);

/* time.c: what one call of a block's function for so many output channels takes, in
   vector operations, roughly; and what it takes at least, for a quick refusal: no lane is
   without a term. */
double block_time(
	const struct output_block *block, int64_t channels, const struct ow_kernel *own);
double block_least_time(const struct output_block *block, int64_t channels);

/* tiling.c: plans all oc_blocks with the plan's vectors, in at most so many output blocks
   each; false: that is impossible. */
bool direct_ow_tile(struct tile_plan *plan, uint64_t limit, struct arena *arena);

/* staged.c: finds which micro-kernels read a copy of their inputs: when the order of
   loops is known. */
void direct_ow_stage_inputs(struct tile_plan *plan);

/* lower.c: the function of a micro-kernel. */
void direct_ow_lower_kernel(struct kernel_code *k);

#endif
