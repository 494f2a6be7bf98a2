#ifndef OPGEN_KERNELS_DIRECT_OW_DIRECT_OW_H
#define OPGEN_KERNELS_DIRECT_OW_DIRECT_OW_H

#include "base/hash_table.h"
#include "kernels/common/micro_kernel.h"
#include "kernels/common/output_block.h"

/* Shared by the files of kernel_direct_ow. */

/* Consecutive elements of src, the first `lanes` of a vector. */
struct load {
	int64_t src, lanes;
	int64_t width;       /* the vector's lanes */
	int64_t in_register; /* it stays in a register instead of being loaded again */
};

/* A shuffle of the vector so far (lanes 0..) and a source (lanes lanes..). */
enum step_source {
	FROM_ZEROS,
	FROM_LOAD,
	FROM_PERMUTE
};
struct permute_step {
	enum step_source from;
	int whole;     /* the step only takes the source as it is */
	size_t number; /* of the load or permute */
	uint8_t lane[MAX_LANES];
};
/* A vector of inputs: the first step's source, into which lanes of further sources are
   put. */
struct permute {
	const struct permute_step *step;
	size_t nstep;
	int width;          /* its lanes; its sources have as many */
	const int64_t *src; /* where they come from */
};
#define NO_PERMUTE SIZE_MAX

/* How a weight of one channel is broadcast. */
enum weights {
	WEIGHTS_NAMED,  /* by each term that uses it; compilers may keep it */
	WEIGHTS_BY_TAP, /* each tap's weight has a variable, for the terms of a group */
	WEIGHTS_BY_ROW  /* there are too many: each row of outputs has a variable for the
			   weight of the current tap */
};

/* A tap of a vector of windows; lanes whose window lacks the tap keep their sum. */
struct term {
	size_t sum;
	int64_t tap;
	size_t permute;
	uint64_t lanes; /* a bit for each lane that has the tap; ALL_LANES: all that are
			   stored */
	int64_t fills;  /* its weight is broadcast here, not for a term before it */
	int64_t weight; /* the number of the weight's variable, if they have some */
};
#define ALL_LANES UINT64_MAX

/* Terms that are added together: those of a tap and a group of vectors, for several
   output channels; else a single one. Which factors are shared, being fewer, while each
   of the others is loaded once. */
enum shared {
	SHARED_NONE,    /* registers do not hold the weights beside the sums */
	SHARED_WEIGHTS, /* of all channels, by each vector in turn */
	SHARED_INPUTS   /* vectors, by each channel's weight in turn */
};
struct run {
	const struct term *term;
	size_t nterm;
	enum shared shared;
};

/* A vector of outputs, contiguous in dst. */
struct column {
	int64_t dst, lanes; /* lanes: the number of lanes stored, from the first */
	int width;          /* all lanes */
	int64_t divisor[MAX_LANES]; /* AveragePool: taps counted */
};

/* The design's part of a micro-kernel. */
struct ow_kernel {
	struct load *load;
	size_t nload;
	struct permute *permute;
	size_t npermute;
	struct term *term;
	size_t nterm;
	struct run *run;
	size_t nrun;
	struct column *column;
	size_t ncolumn;
	int width;        /* the most lanes of a vector */
	const int *order; /* the lane of each output of a column; NULL: in order */
	size_t group;     /* vectors that are summed before others begin */
	bool flows; /* each vector is stored as soon as its last term is added, so that
		       later ones find a register for their sums */
	enum weights weights;
	size_t nweight; /* variables that these are in */
};

/* A micro-kernel being planned, and its vectors of inputs (permute.c). */
struct ow_draft {
	const struct tile_plan *plan;
	const struct output_block *block;
	const struct axis *axis; /* the row's */
	const struct micro_kernel *kernel;
	struct ow_kernel *own; /* the kernel's */
	const size_t *first;   /* the first position of each column */
	int lanes;             /* of the vector that is being planned */
	int tail;              /* of vectors for what needs no more; 0: there are none */
	/* Loads follow one another from here; NO_INPUT: they begin wherever they are
	   needed. */
	int64_t row;
	int64_t phase;              /* where those begin, modulo the stride */
	struct hash_table loads;    /* by src */
	struct hash_table permutes; /* by the src of the middle lane */
	struct hash_table steps;    /* permutes by the first step's source */
	struct arena *arena;
};

#define ZERO_INPUT (NO_INPUT + 1) /* in permutes: the lane must be zero */

/* The number of the vector whose lanes are the inputs at those offsets from the block's
   base, NO_INPUT for lanes that do not matter; it is made if there is none. Loads stay
   within what every call may read. If all inputs are of one row, `row` is its load
   origin; else NO_INPUT. */
size_t find_permute(struct ow_draft *draft, const int64_t *src, int64_t row);

/* The order of lanes in which a stride's shuffles leave outputs if no lane crosses the
   blocks of a vector: order[i] is the lane of output i. Returns false if the natural
   order is as good. */
bool find_order(const struct vector_type *vector, int64_t stride, int *order);

/* micro_kernels.c. Finds the vectors of a block's outputs: positions contiguous in dst,
   within a row if a row fills a vector, else across rows. The last vector of a row is
   shorter where no output may be computed twice. What fits the draft's tail has a vector
   of that width: units that take a whole register in two halves take it in one. */
void find_columns(struct ow_draft *draft, bool by_row);

/* Finds all terms of those vectors. For one channel, in the order of inputs, so that a
   loaded row serves every output row; for several, in the order of taps, so that a weight
   serves every vector. Either way, each sum has its taps in row-major order. Returns
   false if the terms of all channels are more than most. */
bool find_terms(struct ow_draft *draft, size_t most);

/* estimate.c: what tiles are compared by, in vector operations. An estimate of one call;
   and a lower bound, for quick refusal. */
double block_time(const struct ow_draft *draft);
double block_least_time(const struct ow_draft *draft);

/* Independent sums of one channel in flight: vectors of a row, and rows whose windows
   overlap. */
double sums_at_a_time(const struct ow_draft *draft);

/* Whether no input is of two windows, so that few operations are done with each line of
   inputs. */
bool windows_are_apart(const struct window_plan *w);

/* Whether loads may take longer than all else: those of a line's length mostly lie on two
   lines, and the terms are few operations. */
bool loads_matter(const struct tile_plan *plan);

/* tiling.c: plans all oc_blocks with the plan's vectors, at most so many of them along a
   row, in at most so many output blocks each; false: impossible. */
bool direct_ow_tile(
	struct tile_plan *plan, int64_t vectors, uint64_t limit, struct arena *arena);

/* lower.c: the function of a micro-kernel. */
void direct_ow_lower_kernel(struct kernel_code *k);

#endif
