#ifndef OPGEN_KERNELS_COMMON_MICRO_KERNEL_H
#define OPGEN_KERNELS_COMMON_MICRO_KERNEL_H

#include "kernels/common/register_tile.h"

/* What designs with register tiles share when they lower them: the head of a
   micro-kernel's function, and the loops around its taps. */

/* The function being built: a micro-kernel's, or, if that is NULL, another one of the
   plan. */
struct kernel_code {
	const struct lowering *l;
	struct code_builder *code;
	const struct reducer *reducer;
	const struct tile_plan *plan;
	const struct window_plan *window;
	const struct micro_kernel *kernel;

	struct code_type memory, stored, sum; /* as in struct lowering */
	struct code_type vector;              /* of sums; lanes 0 in plain C */
	struct code_type weight;              /* the type of weights in memory */
	struct weight_steps steps;
	bool conv, has_bias;
	bool blocks; /* the function sums several blocks of input channels */
	bool copies; /* it copies the staged inputs */

	/* Parameters; NULL: the function does not have it. */
	const struct variable *src, *inputs, *weights, *bias, *sums, *last, *dst,
		*prefetch;
	const struct variable *divisor, *taps[MAX_AXIS], *end;

	/* Counters: lanes in plain C, input channels, their blocks, parts of what is
	   stored, taps of looped axes. */
	const struct variable *i, *c, *block, *part, *t[MAX_AXIS];

	/* The first input and weight of the current channel, and its staged copy. */
	struct address x, w, copy;

	const struct function *function; /* once it is built */

	void *own; /* the design's */
};

struct kernel_code kernel_code_begin(const struct lowering *l,
	const struct reducer *reducer, const struct tile_plan *plan,
	const struct micro_kernel *kernel);

/* The function's comment: "8 output channels at 14 positions, kernel 3 x 3." The second
   one with other taps, NULL if nothing is read; `left_out` precedes the outputs of a
   border. */
const char *kernel_comment(const struct kernel_code *k);
const char *kernel_comment_of(
	const struct kernel_code *k, const char *taps, const char *left_out);

/* "0, 107..122": the outputs that a nest computes, along each axis. */
const char *outputs_text(const struct kernel_code *k, const struct loop_nest *nest);

/* Adds the parameters of a function that computes outputs, in the order of a call: src or
   the staged inputs; weights; bias; the destination. A micro-kernel's function begins
   with these and those of its loops; k->x and k->w are then its first input and
   weight. */
void kernel_parameters(struct kernel_code *k);
void kernel_begin(struct kernel_code *k, enum linkage linkage, const char *comment);

/* Declares the counters of its loops, and those of lanes and parts if asked for, and adds
   a blank line. */
void kernel_counters(struct kernel_code *k, bool lanes, bool part);

/* An array of sums on the stack. */
const struct variable *kernel_array(
	const struct kernel_code *k, const char *name, int64_t length);

/* Whether the sums of the windows begin with their first elements. */
bool kernel_begins_with_first(const struct kernel_code *k);

/* A window in the padding reads nothing: its arguments are unused. */
void kernel_unused(const struct kernel_code *k);

/* The loop over the input channels, in blocks where there are several: clear begins the
   sums of a block, add adds them to the totals; rows computes the terms of the channel at
   k->x and k->w, in the loops over looped taps; last, if there is one, comes after these.
 */
struct channel_steps {
	void (*clear)(struct kernel_code *k);
	void (*rows)(struct kernel_code *k);
	void (*last)(struct kernel_code *k);
	void (*add)(struct kernel_code *k);
};
void kernel_channels(struct kernel_code *k, const struct channel_steps *steps);

/* The loops over the taps of looped axes around rows, which see k->x and k->w moved. */
void kernel_looped_taps(struct kernel_code *k, void (*rows)(struct kernel_code *k));

/* The channels of the micro-kernel's vector number v of them; their bias, or zeros where
   there is none. */
int64_t kernel_channels_of(const struct kernel_code *k, int v);
const struct value *kernel_bias(const struct kernel_code *k, int v);

/* The tile of a channel_kernel, without its variables. */
struct register_tile kernel_tile(const struct kernel_code *k);

/* The taps that windows count, in every lane of a vector, if some are looped: the
   argument times so many along the other axes; else NULL. */
const struct value *kernel_count(
	const struct kernel_code *k, struct code_type type, int64_t straight);

/* stores.c: vectors of output channels in memory on their way to rows of positions. */

/* A function that stores so many positions, side by side, of so many channels; in memory
   a position's sums are `step` elements after those of the one before it. */
struct store {
	int64_t positions, channels, step;
};

/* The functions of a node that store, each once; lowered, they are added to l. */
struct stores {
	struct store *store;
	const struct function **function; /* when they are lowered */
	size_t n;
};
void stores_add(struct stores *stores, struct store wanted, struct arena *arena);
void stores_lower(const struct stores *stores, struct kernel_code *k,
	enum linkage linkage, struct lowering *l);

/* The call of one of them. */
void stores_call(const struct kernel_code *k, struct store wanted, struct address from,
	struct address to);

/* Output channels whose sums are 16 bytes: as many become rows at a time. */
int64_t channels_of_part(const struct tile_plan *plan);

/* Blocks of 16 bytes transposed: for each of the lanes begin..end-1, which lie in one
   block, a vector that holds it of every row, the rows being at `from` and `step` apart;
   lane[0] is that of lane `begin`. */
void transposed_lanes(struct kernel_code *k, struct address from, int64_t step,
	int64_t rows, int64_t begin, int64_t end, const struct value **lane);

/* loop_nest.c */

/* The function for a plane that is being built. */
struct plane_code {
	struct kernel_code k; /* its parameters */
	const struct oc_block *block;
	/* The plan's micro-kernels, by their index, and those that also copy inputs. */
	const struct kernel_code *kernel, *copying;
	const struct variable *loop[MAX_AXIS], *tile;
	int64_t pass[MAX_AXIS]; /* of the nest's loops, where they are written out */
};

/* The function begins; its micro-kernels are called for every position. */
void plane_begin(struct plane_code *n, size_t number);
void plane_call(struct plane_code *n);
/* One nest of them, in its loops from number `done` on. */
void plane_nest(struct plane_code *n, const struct loop_nest *nest, int done);

/* Declares the counters of a plane's loops. */
void plane_counters(struct plane_code *n);
/* The channels at the end that a second call of a micro-kernel computes; 0: none. */
int64_t kernel_rest(const struct micro_kernel *kernel);

/* What a design does in lowering that others do not. */
struct tile_design {
	/* A micro-kernel's function is built: head and body. */
	void (*lower_kernel)(struct kernel_code *k);
	/* Functions that stand before all micro-kernels; NULL: none. */
	void (*lower_first)(struct kernel_code *k, struct lowering *l);
	/* The calls for a plane; NULL: plane_call. */
	void (*lower_plane)(struct plane_code *n);
	/* All outputs of a micro-kernel that defers go from an array to their places. */
	void (*store_deferred)(
		struct kernel_code *k, struct address from, struct address to);
};

/* pack.c: the function that packs the weights of an oc_block's tile. */
const struct function *lower_pack(
	struct kernel_code k, const struct oc_block *block, size_t number);

/* entries.c: all functions of a plan of register tiles. */
void tile_plan_lower(const struct schedule *schedule, struct code_builder *code);

#endif
