#ifndef OPGEN_KERNELS_COMMON_TILE_PLAN_H
#define OPGEN_KERNELS_COMMON_TILE_PLAN_H

#include "code/code.h"
#include "kernels/kernel.h"
#include "plan/reduction.h"
#include "target/processor.h"
#include "target/target.h"

/* What designs plan with that compute register tiles: micro-kernels, each a function for
   the outputs of some output channels at some positions, and the loop nests that call
   them for a whole plane. Offsets and steps count elements. */

struct arena;
struct tile_design;

enum {
	MAX_LANES = CODE_LANES, /* of a vector */
	MOST_PREFETCHES = 8,    /* lines, for each input channel */
	MAX_OC_BLOCK = 3,
	ROW_TAPS = 64,     /* taps of a row that is spelt out: longer ones are loops */
	REGION_BYTES = 120 /* of text, for the call that a region needs at least */
};

/* A vector of the type that sums are kept in. */
struct vector_type {
	int lanes;
	int block; /* lanes: what one instruction takes out of two vectors stays where it
		      is among so many; all of them: it goes anywhere */
	bool narrow; /* it fills a part of a register */
	bool blends; /* what stays in its lane is easier to take than what moves */
};

/* Whether there are vectors of what sums of an element type are kept in. */
bool vectors_have(enum dtype dtype);

/* The type for a target's registers, and that for a part of them; NULL when it has none
   for that element type. */
const struct vector_type *vector_type_of(
	const struct target *target, enum dtype dtype, struct arena *arena);
const struct vector_type *narrow_type_of(
	const struct target *target, enum dtype dtype, struct arena *arena);

/* The innermost function: the outputs of `channels` output channels at `positions` places
   that read the same taps. */
struct micro_kernel {
	const char *role; /* "interior", "border", "plane" or "padding", for its name */
	size_t index;     /* also for its name */
	int64_t channels;
	int64_t lanes; /* of packed weights, as in its oc_block */
	int64_t positions;
	/* The taps along an axis are a loop: how many comes as an argument. */
	bool looped[MAX_AXIS];
	bool loops; /* those along any axis are */
	bool reads; /* any input */
	/* The outputs are left in memory, and the next call stores them while it
	   multiplies. */
	bool deferred;
	/* Elements of each input channel that are copied to the stack, channel behind
	   channel, as numbers of the sum's type, before the micro-kernels of all output
	   channels read them there; 0: inputs are read where they are. */
	int64_t staged;
	/* Inputs that are asked for before later calls want them, as offsets like those
	   that the micro-kernel reads: one for each line of the cache. */
	int64_t prefetch[MOST_PREFETCHES];
	size_t nprefetch;
	const void *own; /* the design's: what it computes, in the order of its code */
};

/* Output positions handled alike: a loop nest around the call of a micro-kernel. */
struct loop_nest {
	const struct micro_kernel *kernel;
	int nloop;
	struct loop loop[MAX_AXIS];
	bool along_first;       /* the first loop is one along the first axis */
	int64_t src, dst;       /* offsets of the first call */
	int64_t tap;            /* the first tap's number; looped taps */
	int64_t ntap[MAX_AXIS]; /* taps along each looped axis */
	int64_t divisor;        /* AveragePool; looped taps */
	int64_t first[MAX_AXIS], last[MAX_AXIS]; /* the outputs covered */
	/* The oc_block's nests that go through their rows together with this one, one row
	   after the other: from number rows_first on, so many. */
	size_t rows_first, nrows;
	bool leaves; /* deferred outputs of its last call are for the next of those */
};

/* Output channels of a group that the same functions serve: `count` times `channels` of
   them, from `first` on. */
struct oc_block {
	int64_t first, channels, count;
	int64_t lanes; /* channels of packed weights: `channels`, or those of whole
			  vectors, zeros behind */
	struct micro_kernel **kernel;
	size_t nkernel;
	struct loop_nest *nest;
	size_t nnest;
	bool inside; /* the loop over the `count` is inside of that along the first axis
		      */
};

struct tile_plan {
	struct window_plan window; /* neighbouring axes that need no window are one */
	const struct target *target;
	enum dtype dtype, sum;       /* in memory; in sums */
	int64_t taps;                /* of the whole kernel */
	int64_t plane_in, plane_out; /* elements of a plane */
	int64_t axis_src[MAX_AXIS];  /* from one input to the next along an axis */
	int64_t axis_dst[MAX_AXIS];  /* from one output to the next */
	int64_t axis_tap[MAX_AXIS];  /* from one tap to the next, in tap numbers */
	/* Input channels are summed in blocks of `block`, the last one of last_block. */
	int64_t nblock, block, last_block;

	bool packed;   /* weights lie [oc_block][tile][ic][tap][lane] */
	bool packs;    /* they come at run time, and the code brings them into that order,
			  as numbers of the sum's type */
	bool unrolled; /* no loops: every call and input channel is written out */
	const struct vector_type *vector; /* NULL: plain C */

	struct oc_block oc_block[MAX_OC_BLOCK];
	size_t noc_block;

	const struct tile_design *design; /* how it is lowered: micro_kernel.h */
	const void *own;                  /* the rest of the design's plan, or NULL */
};

/* A plan without oc_blocks yet: axes merged, steps, blocks of input channels. */
struct tile_plan *tile_plan_begin(const struct schedule *schedule, struct arena *arena);

/* Adds as many tiles of `channels` as go, of a group's output channels from `first` on,
   if any do; returns the first channel that is left. Packed weights have whole multiples
   of `lanes`. */
int64_t tile_plan_add_block(
	struct tile_plan *plan, int64_t first, int64_t channels, int64_t lanes);

/* Cuts a group's output channels into two such blocks: as many tiles of `channels` as go,
   and one of the rest. */
void tile_plan_add_blocks(struct tile_plan *plan, int64_t channels, int64_t lanes);

/* The micro-kernel of an oc_block that has such code: wanted, or one that is the same by
   what the design compares. `wanted` is copied. */
typedef bool same_kernel(const struct micro_kernel *a, const struct micro_kernel *b);
const struct micro_kernel *tile_plan_find_kernel(struct tile_plan *plan,
	struct oc_block *block, const struct micro_kernel *wanted, same_kernel *same,
	struct arena *arena);

/* Outputs along an axis that a tile covers: `count` times `size` of them, from `first`
   on, and each time the same taps of the same positions lie in the input. */
struct axis_tile {
	int64_t first, size, count;
	int64_t tap, ntap; /* where the axis' taps are a loop: those of all positions */
	int64_t divisor;   /* likewise */
};

/* Adds a nest that calls a micro-kernel for a tile of each axis; src: of its first call.
   Where an axis' taps are no loop, its divisor does not count. */
void tile_plan_add_nest(const struct tile_plan *plan, struct oc_block *block,
	const struct micro_kernel *kernel, const struct axis_tile *const *tile,
	int64_t src, struct arena *arena);

/* Finds which oc_blocks have the loop over their tiles inside, and which nests go through
   their rows together: when all nests are known. */
void tile_plan_order(struct tile_plan *plan);

/* A plan without loops: nothing is left to a next pass. */
void tile_plan_unroll(struct tile_plan *plan);

/* The plan is complete: the schedule gets it, and how its weights lie. */
void tile_plan_end(
	struct tile_plan *plan, struct schedule *schedule, struct arena *arena);

/* Numbers of the sum's type that so many bytes hold. */
int64_t sums_in(const struct tile_plan *plan, int64_t bytes);

/* Terms of an output in the middle: taps of all input channels. */
double terms_of_output(const struct window_plan *window);

/* prefetch.c: what micro-kernels ask for ahead of its use, once the order of loops is
   known. find lists the inputs that one reads of a channel, as offsets, and counts the
   vector operations on them. */
enum {
	MOST_INPUTS_READ = 1024
};
struct inputs_read {
	int64_t at[MOST_INPUTS_READ];
	size_t n; /* beyond MOST_INPUTS_READ: they are too many */
	size_t terms;
};
void inputs_add(struct inputs_read *inputs, int64_t at);
void tile_plan_prefetch(struct tile_plan *plan,
	void (*find)(const struct micro_kernel *kernel, struct inputs_read *inputs));

/* packed.c */

/* Whether the stack may hold the packed weights of so many output channels. */
bool fits_stack(const struct window_plan *window, int64_t channels, enum dtype dtype);

/* Steps in the weights for a tile of an oc_block of so many lanes: from one output
   channel of the tile, one input channel, one tap to the next. */
struct weight_steps {
	int64_t channel, input, tap;
};
struct weight_steps weight_steps_of(const struct tile_plan *plan, int64_t lanes);

/* Output channels of a group that lie before an oc_block in packed weights, zeros
   included; with that behind the last one, all of them. */
int64_t packed_channels(const struct tile_plan *plan, size_t oc_block);

/* Elements of all packed weights; of those of an oc_block's tile; of the array into which
   weights are packed a tile at a time, 0: they are not. */
int64_t packed_elements(const struct tile_plan *plan);
int64_t panel_elements(const struct tile_plan *plan, const struct oc_block *block);
int64_t largest_panel(const struct tile_plan *plan);

/* Where the weight stands that comes at place k of the packed ones; -1: nowhere, it is 0.
   packing: a struct tile_plan. */
int64_t packed_source(const void *packing, int64_t k);

#endif
