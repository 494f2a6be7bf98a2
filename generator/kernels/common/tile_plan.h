#ifndef OPGEN_KERNELS_COMMON_TILE_PLAN_H
#define OPGEN_KERNELS_COMMON_TILE_PLAN_H

#include "code/statements/code.h"
#include "kernels/kernel.h"
#include "plan/reduction.h"
#include "target/processor.h"
#include "target/target.h"

/* The plans of designs with register tiles: micro-kernels, which are functions for some
   output channels at some positions, and the loop nests that call them for a whole plane.
   Offsets and steps count elements. */

struct arena;
struct tile_design;

enum {
	MAX_LANES = CODE_LANES, /* of a vector */
	MOST_PREFETCHES = 8,    /* lines per input channel */
	MAX_OC_BLOCK = 3,
	ROW_TAPS = 64,     /* taps of a row that is written out; longer rows are loops */
	REGION_BYTES = 120 /* of text, for the least call of a region */
};

/* A vector of the type of sums. */
struct vector_type {
	int lanes;
	int block; /* one instruction shuffles within blocks of so many lanes; all lanes:
		      anywhere */
	bool narrow; /* it fills only part of a register */
	bool blends; /* blends, which keep lanes in place, are cheaper than shuffles */
	bool masks;  /* they take a mask */
};

/* Whether there are vectors for the sums of an element type. */
bool vectors_have(enum dtype dtype);

/* Whether the runtime converts vectors of float32 to a type and back. */
bool vectors_convert(enum dtype dtype);

/* The vectors that fill a target's registers, and the narrow ones; NULL if it has none
   for the element type. Those whose shuffles stay within the target's near_block_bytes;
   NULL if it has no such shuffles of the type's elements. */
const struct vector_type *vector_type_of(
	const struct target *target, enum dtype dtype, struct arena *arena);
const struct vector_type *narrow_type_of(
	const struct target *target, enum dtype dtype, struct arena *arena);
const struct vector_type *near_type_of(
	const struct target *target, enum dtype dtype, struct arena *arena);

/* The lanes of the vectors that fill the target's registers; 1 if the schedule's design
   is in plain C. */
int lanes_of_design(const struct schedule *schedule, enum dtype dtype);

/* The innermost function: it computes `channels` output channels at `positions` positions
   that read the same taps. */
struct micro_kernel {
	const char *role; /* "interior", "border", "plane" or "padding", for its name */
	size_t index;     /* also for its name */
	int64_t channels;
	int64_t lanes; /* lanes of packed weights, as in its oc_block */
	int64_t positions;
	/* Channels that its loop over them takes at a time; 0: it has no such loop. If
	   they do not divide the channels, the loop's end is an argument, and a second
	   call computes the last ones, which overlap those before. */
	int64_t together;
	/* The taps along an axis are a loop, whose count is an argument. */
	bool looped[MAX_AXIS];
	bool loops; /* some axis is looped */
	bool reads; /* it reads any input */
	/* Whether the tile defers its stores to the next call. */
	bool deferred;
	/* Elements of each input channel that are first copied to the stack, channel by
	   channel, in the type of sums, for the micro-kernels of all output channels to
	   read; 0: inputs are read in place. */
	int64_t staged;
	/* Prefetched inputs of later calls, one offset for each cache line. */
	int64_t prefetch[MOST_PREFETCHES];
	size_t nprefetch;
	/* It prefetches its own outputs, and what its epilogue reads beside them. */
	bool prefetches_dst;
	const void *own; /* the design's part: what it computes, in order */
};

/* Output positions that are treated alike: a loop nest around the call of a
   micro-kernel. */
struct loop_nest {
	struct micro_kernel *kernel;
	int nloop;
	struct loop loop[MAX_AXIS];
	bool along_first;       /* the first loop is one along the first axis */
	int64_t src, dst;       /* offsets of the first call */
	int64_t tap;            /* the first tap's number, for looped taps */
	int64_t ntap[MAX_AXIS]; /* taps along each looped axis */
	int64_t divisor;        /* AveragePool, for looped taps */
	int64_t first[MAX_AXIS], last[MAX_AXIS]; /* the outputs covered */
	/* So many nests of the oc_block, from this one on, run together, row by row; 0:
	   it runs with those before it. */
	size_t nrows;
	bool leaves; /* its last call leaves deferred outputs to the next of those nests
		      */
};

/* Output channels of a group that share functions: `count` tiles of `channels` channels,
   from `first` on. */
struct oc_block {
	int64_t first, channels, count;
	int64_t lanes; /* channels of packed weights: `channels`, rounded up to whole
			  vectors with zeros */
	struct micro_kernel **kernel;
	size_t nkernel;
	struct loop_nest *nest;
	size_t nnest;
	bool inside; /* the loop over the tiles is inside that along the first axis */
};

struct tile_plan {
	struct window_plan
		window; /* with neighbouring axes merged where they need no window */
	const struct target *target;
	int64_t stack;               /* bytes of an array on the stack, at most */
	enum dtype dtype, sum;       /* the types of src in memory and of sums */
	int64_t element;             /* bytes of an element of src */
	int64_t stored;              /* bytes of an element of dst, after any epilogue */
	int64_t taps;                /* of the whole kernel */
	int64_t plane_in, plane_out; /* elements of a plane */
	int64_t axis_tap[MAX_AXIS];  /* from one tap to the next, in tap numbers */
	/* Input channels are summed in blocks of `block`, the last one of last_block. */
	int64_t nblock, block, last_block;
	/* Elements of an image's copy on the stack, which is read in its place: there,
	   the distance between positions is no power of two; 0: there is none. The steps
	   in window.src are those of the copy, but for `image`. */
	int64_t copied;

	bool computes; /* an input that is loaded is computed, which its staged copy
			  saves */
	bool once;   /* no output is computed twice: the plan is in place of an operand */
	bool apart;  /* each output channel has an input channel of its own: ic is 1 */
	bool packed; /* weights are in the order [oc_block][tile][ic][tap][lane] */
	bool packs;  /* they come at run time, and the code packs them in that order, in
			the type of sums */
	/* The loop over blocks of input channels is outermost: micro-kernels add one
	   block to a plane's sums in memory. */
	bool ic_outer;
	bool unrolled; /* no loops: every call and input channel is written out */
	const struct vector_type *vector; /* NULL: plain C */

	struct oc_block oc_block[MAX_OC_BLOCK];
	size_t noc_block;

	const struct tile_design *design; /* see micro_kernel.h */
	const void *own;                  /* the rest of the design's plan, or NULL */
};

/* The bytes of a group's inputs and outputs in an image. */
int64_t tile_plan_image(const struct tile_plan *plan);

/* Begins a plan, without oc_blocks: merges axes, sets steps and blocks of input
   channels. */
struct tile_plan *tile_plan_begin(const struct schedule *schedule, struct arena *arena);

/* Makes it a plan that reads a copy, with so many elements from one position to the next;
   the channels are last, and it has no oc_blocks yet. */
void tile_plan_copy(struct tile_plan *plan, int64_t distance);

/* Adds an oc_block of as many tiles of `channels` channels as fit, from `first` on;
   returns the first channel left. Packed weights are padded to multiples of `lanes`. */
int64_t tile_plan_add_block(
	struct tile_plan *plan, int64_t first, int64_t channels, int64_t lanes);

/* Cuts a group's output channels into two such blocks: as many tiles of `channels` as
   fit, and one of the rest. */
void tile_plan_add_blocks(struct tile_plan *plan, int64_t channels, int64_t lanes);

/* Whether two structures have equal arrays in a member. */
#define same_array(a, b, member) \
	((a)->n##member == (b)->n##member && \
		(!(a)->n##member || !memcmp((a)->member, (b)->member, \
					    (a)->n##member * sizeof *(a)->member)))

/* Outputs along an axis that tiles cover: `count` times `size`, from `first` on; each
   time, the same taps of the same positions are inside the input. */
struct axis_tile {
	int64_t first, size, count;
	int64_t tap, ntap; /* if the axis' taps are a loop: those of all positions */
	int64_t divisor;   /* likewise */
};

/* Adds a nest that calls a micro-kernel for a tile of each axis; src: that of its first
   call. It is one of the oc_block's that equals `wanted` by the design's comparison
   (NULL: any does), or a copy of `wanted`, which is added. The divisors of axes that are
   not looped are ignored. */
typedef bool same_kernel(const struct micro_kernel *a, const struct micro_kernel *b);
void tile_plan_add_nest(struct tile_plan *plan, struct oc_block *block,
	const struct micro_kernel *wanted, same_kernel *same,
	const struct axis_tile *const *tile, int64_t src, struct arena *arena);

/* Once all nests are known, decides which oc_blocks have the loop over their tiles
   inside, and which nests go through their rows together. */
void tile_plan_order(struct tile_plan *plan);

/* Makes the plan one without loops, in which nothing is left to a next pass. */
void tile_plan_unroll(struct tile_plan *plan);

/* The vectors of a plan whose lanes are output channels: narrow ones if they hold those
   of a group. */
const struct vector_type *vector_type_of_channels(
	const struct tile_plan *plan, struct arena *arena);

/* Numbers in the type of sums that fit so many bytes. */
int64_t sums_in(const struct tile_plan *plan, int64_t bytes);

/* Lines of the nearest cache that places share which are so many elements in memory
   apart: where that is a multiple of a large power of two, they are in few sets of it. */
int64_t lines_at(const struct tile_plan *plan, int64_t distance);

/* Terms of an inner output: taps of all input channels. */
double terms_of_output(const struct window_plan *window);

/* prefetch.c: decides what micro-kernels prefetch, once the order of loops is known.
   find() lists the inputs that one reads of a channel, as offsets, and counts the vector
   operations on them. */
enum {
	MOST_INPUTS_READ = 1024
};
struct inputs_read {
	int64_t at[MOST_INPUTS_READ];
	size_t n; /* above MOST_INPUTS_READ: too many */
	size_t terms;
};
void inputs_add(struct inputs_read *inputs, int64_t at);
void tile_plan_prefetch(struct tile_plan *plan,
	void (*find)(const struct micro_kernel *kernel, struct inputs_read *inputs));

/* packed.c */

/* Whether the packed weights of so many output channels may be on the stack: of a plan,
   and under any --max-stack. */
bool tile_plan_fits_stack(const struct tile_plan *plan, int64_t channels);
bool fits_stack(const struct window_plan *window, int64_t channels, enum dtype dtype);

/* Output channels of a group before an oc_block in packed weights, zeros included; for
   the end of the list, all of them. */
int64_t packed_channels(const struct tile_plan *plan, size_t oc_block);

/* Elements of all packed weights; of an oc_block's packed tile; from one tile's weights
   to the next one's, packed or not; of the array into which weights are packed a tile at
   a time (0: they are not). */
int64_t packed_elements(const struct tile_plan *plan);
int64_t panel_elements(const struct tile_plan *plan, const struct oc_block *block);
int64_t weights_of_tile(const struct tile_plan *plan, const struct oc_block *block);
int64_t largest_panel(const struct tile_plan *plan);

/* Completes the plan: stores it, and the order of its weights, in the schedule. */
void tile_plan_end(
	struct tile_plan *plan, struct schedule *schedule, struct arena *arena);

#endif
