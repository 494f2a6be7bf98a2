#ifndef OPGEN_KERNELS_KERNEL_H
#define OPGEN_KERNELS_KERNEL_H

#include "plan.h"
#include "reduction.h"
#include "schedule.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the kernel designs plan, before they lower it to code. Offsets and steps count
   elements. */

struct arena;
struct chunk;
struct row_chunks;

/* The kernel designs; kernel_choice.c lists them. */
extern const struct kernel kernel_unrolled;
extern const struct kernel kernel_unrolled_vector;
extern const struct kernel kernel_plain;
extern const struct kernel kernel_places;
extern const struct kernel kernel_direct_oc;
extern const struct kernel kernel_direct_ow;
extern const struct kernel kernel_global_pool;
extern const struct kernel kernel_winograd;
extern const struct kernel kernel_sparse;
extern const struct kernel kernel_unrolled_move;
extern const struct kernel kernel_loop_move;
extern const struct kernel kernel_permute_move;

/* How a plan's numbers are spelt in C. Functions are names, "" where none is needed. */
struct spelling {
	enum dtype dtype, accumulator;
	const char *storage;     /* the type of src's and dst's elements */
	const char *sum;         /* the type that sums are kept in */
	const char *load;        /* from storage to sum */
	const char *store;       /* from sum to storage */
	const char *weight;      /* the type of weights: sum where they are constant */
	const char *load_weight; /* from that to sum */
	const char *bias;        /* the same for the bias */
	const char *load_bias;
	const char *muladd; /* of a, b, c: a * b + c in the numerics asked for */
	const char *absolute, *square_root, *root; /* of the sum's type */
};

/* One pass of a loop nest: how often, and how far src and dst move each time. */
struct loop {
	int64_t count, src, dst;
};

enum tile_kind {
	/* Lanes are output channels: weights are rows, each input is one number. */
	TILE_CHANNELS,
	/* Lanes are output positions: inputs are rows, each weight is one number. */
	TILE_POSITIONS,
	/* One output channel of one input channel; each window is summed whole, position
	   by position. */
	TILE_DIRECT,
	/* One window that is a whole plane, in PLANE_LANES partial sums. */
	TILE_PLANE,
	/* Vectors of output channels, and of output positions: struct vector_code. */
	TILE_VECTOR_CHANNELS,
	TILE_VECTOR_COLUMNS
};

/* Taps that differ along the innermost axis only. */
struct tap_row {
	int64_t src; /* offset of the first tap's input for position 0 */
	int64_t tap; /* the first tap's number, row-major in the kernel */
};

/* One emitted function: the outputs of `channels` output channels at `positions` places
   that read the same taps. */
struct tile {
	const char *role; /* "interior", "border", "plane" or "padding", for its name */
	size_t index;     /* also for its name */
	enum tile_kind kind;
	int64_t channels;
	int64_t lanes; /* of packed weights, as in its class */
	int64_t positions;
	int64_t src_step, dst_step; /* from one position to the next */
	int64_t divisor; /* AveragePool: taps counted; looped tiles get it as an argument
			  */

	/* The taps along each axis: first and count. Where the axis is looped they come
	   as arguments, and these are 0 and 1. */
	int64_t tap[MAX_AXIS], ntap[MAX_AXIS];
	bool looped[MAX_AXIS];
	bool loops; /* some axis is looped */

	/* The straight taps, in rows of row_ntap taps; all rows are alike. */
	const struct tap_row *row;
	size_t nrow;
	int64_t row_ntap;
	int64_t row_tap_src; /* from one tap of a row to the next */
	/* The inputs that a row reads, each once, as offsets from the row's src; input
	   use[position * row_ntap + t] serves a position's tap t. TILE_CHANNELS only. */
	const int64_t *load;
	size_t nload;
	const size_t *use;

	const struct vector_code *code; /* TILE_VECTOR_… */
	bool followed; /* TILE_VECTOR_CHANNELS: something is computed behind a call that
			  can store what it leaves */
};

/* Output positions handled alike: a loop nest around the call of a tile. */
struct nest {
	const struct tile *tile;
	int nloop;
	struct loop loop[MAX_AXIS + 1];
	bool along_first;       /* the first loop is one along the first axis */
	int64_t src, dst;       /* offsets of the first call */
	int64_t tap;            /* the first tap's number; looped tiles */
	int64_t ntap[MAX_AXIS]; /* taps along each looped axis */
	int64_t divisor;        /* AveragePool; looped tiles */
	int64_t first[MAX_AXIS], last[MAX_AXIS]; /* the outputs covered */
	/* The class' nests that go through their rows together with this one, where code
	   has loops; and whether each of them may leave outputs to the next. */
	size_t rows_first, nrows;
	bool waits;
};

/* Output channels of a group that the same functions serve: `count` times `channels` of
   them, from `first` on. */
struct channel_class {
	int64_t first, channels, count;
	int64_t lanes; /* channels of packed weights: `channels`, or those of whole
			  vectors, zeros behind */
	const struct tile **tile; /* the functions */
	size_t ntile;
	struct nest *nest;
	size_t nnest;
	bool inside; /* the loop over the `count` is inside of that along the first axis
		      */
};

enum {
	MAX_CLASS = 3
};

/* The plan of kernel_plain. */
struct tiles {
	struct window_plan window; /* neighbouring axes that need no window are one */
	struct spelling spelling;
	int64_t taps;                /* of the whole kernel */
	int64_t plane_in, plane_out; /* elements of a plane */
	int64_t axis_src[MAX_AXIS];  /* from one input to the next along an axis */
	int64_t axis_dst[MAX_AXIS];  /* from one output to the next */
	int64_t axis_tap[MAX_AXIS];  /* from one tap to the next, in tap numbers */

	bool packed; /* weights lie [class][tile][ic][tap][lane] */
	bool packs;  /* they come at run time, and the code brings them into that order,
			as numbers of the sum's type */
	bool rows;   /* kernel_plain alone: lanes are positions, if need be with the
			weights of many channels; else channels where there are enough */
	const struct vector_type *vector; /* NULL: plain C */
	const struct winograd *winograd;  /* kernel_winograd alone */
	const struct sparse *sparse;      /* kernel_sparse alone */
	const struct operand *weights;    /* what those two have in place of the plan's */
	const char *order;                /* in words, what they are and how they lie */
	bool unrolled; /* no loops: every call and input channel is written out */
	const struct store *store; /* functions that store vectors of channels */
	size_t nstore;
	int64_t registers; /* kernel_direct_oc: the target's */
	bool by_blocks; /* kernel_direct_oc: the loop over blocks of input channels is the
			   outermost, and the sums of a plane are in memory */
	int64_t ahead;  /* kernel_direct_oc: weights between one and that asked for; 0:
			   none  is */

	/* Input channels in blocks of `block`, the last one of last_block. */
	int64_t nblock, block, last_block;

	struct channel_class class[MAX_CLASS];
	size_t nclass;
};

/* Steps in the weights for a tile of a class: from one output channel of the tile, one
   input channel, one tap to the next. */
struct weight_steps {
	int64_t channel, input, tap;
};
struct weight_steps tiles_weight_steps(const struct tiles *tiles, int64_t lanes);

/* The plan of kernel_unrolled. */
struct unrolled {
	struct spelling spelling;
	int64_t taps;
	int64_t most_terms; /* real taps of a window, at most */
	int64_t plane_in, plane_out;
	int64_t axis_src[MAX_AXIS], axis_tap[MAX_AXIS]; /* as in struct tiles */
	size_t limit;                                   /* statements of one function */
	bool literal_weights; /* spelt as numbers; else read from an array or argument */
	bool literal_bias;
};

/* One term of a window: the input's offset in its plane, and the tap's number. */
struct term {
	int64_t src, tap;
};

/* The real taps of the window at an output position, row-major; term holds
   unrolled->most_terms of them at least. Returns how many there are, and the divisor. */
size_t unrolled_window(const struct schedule *schedule, const int64_t *position,
	struct term *term, int64_t *divisor);

/* Whether such a window is summed in PLANE_LANES partial sums. */
bool unrolled_is_plane(const struct window_plan *window, int64_t plane_in, uint64_t ntap);

/* One loop nest of a data movement; its loops are in the order of dst. */
struct move_nest {
	int nloop;
	struct loop loop[2 * MAX_RANK];
	int64_t src, dst; /* offsets of the first run */
	int64_t run;      /* elements copied or cleared at a time, contiguous in both */
	bool fill;        /* clears instead of copying */
	const struct row_chunks *chunks; /* kernel_permute_move: how rows are moved;
					    NULL: by runs */
};

/* The plan of the kernels that move. */
struct moves {
	struct spelling spelling;
	struct move_nest *nest;
	size_t nnest;
	size_t limit;                  /* statements of one function */
	const struct chunk **function; /* kernel_permute_move */
	size_t nfunction;
};

/* Finds a plan's nests, at most so many; returns false where it has more. */
bool moves_find(
	struct moves *moves, const struct plan *plan, size_t limit, struct arena *arena);

/* Output channels of a group as its packed weights have them, zeros included; and how
   many of them lie before a class. */
int64_t tiles_packed_channels(const struct tiles *tiles, size_t class);

/* Elements of all packed weights, and of those of a class' tile. */
int64_t tiles_packed_elements(const struct tiles *tiles);
int64_t tiles_panel_elements(
	const struct tiles *tiles, const struct channel_class *class);

/* Elements of the array into which weights are packed a tile at a time; 0: they are not.
   Inputs of a channel's filter that are packed 16 bytes at a time, by vectors. */
int64_t tiles_largest_panel(const struct tiles *tiles);
int64_t tiles_packed_in_blocks(const struct tiles *tiles);

/* How a plan's types and the numerics asked for are spelt. */
struct spelling spelling_of(const struct plan *plan, enum numerics numerics);

/* Whether an operand is a constant, and every number of it can be written as a literal.
 */
bool constant_is_finite(const struct operand *operand);

#endif
