#ifndef OPGEN_KERNELS_COMMON_TILE_CODE_H
#define OPGEN_KERNELS_COMMON_TILE_CODE_H

#include "kernels/common/reducer.h"
#include "kernels/common/tiles.h"
#include "kernels/common/vector.h"

/* What the designs that compute register tiles share when they lower them: the head of a
   tile's function, and the loops around its taps. */

/* The function that is being built: a tile's, or, without a tile, one for a class of
   output channels. */
struct tile_code {
	const struct lowering *l;
	struct code_builder *code;
	const struct reducer *reducer;
	const struct tiles *tiles;
	const struct window_plan *window;
	const struct tile *tile;

	struct code_type memory, sum, vector; /* vector: lanes 0 in plain C */
	struct code_type weight;              /* of weights, in memory */
	struct weight_steps steps;
	bool conv, has_bias;
	bool blocks; /* the input channels have several, summed inside of the function */
	bool by_blocks; /* the function is about one block, and adds to sums in memory */
	bool late;      /* stores_late() */
	int64_t copied; /* elements of each channel's inputs, where they are a copy */
	bool copies;    /* and the function is the one that makes it */

	/* Parameters; NULL: the function has none of them. */
	const struct variable *src, *inputs, *weights, *bias, *sums, *last, *dst, *ahead;
	const struct variable *divisor, *taps[MAX_AXIS];

	/* Counters: lanes of plain C, input channels, their blocks, parts of what is
	   stored, taps of looped axes. */
	const struct variable *i, *c, *block, *part, *t[MAX_AXIS];

	/* The first input and weight of the channel at hand, and its copy. */
	struct address x, w, copy;

	/* The design's own. */
	void *own;
};

/* For a tile, or with NULL for a class. */
struct tile_code tile_code_begin(
	const struct lowering *l, const struct reducer *reducer, const struct tile *tile);

/* What the function is about, as its comment: "8 output channels at 14 positions, kernel
   3 x 3." */
const char *tile_comment(const struct tile_code *t);

/* The outputs that a nest computes, along each axis: "0, 107..122". */
const char *tile_outputs(const struct tile_code *t, const struct nest *nest);

/* The function begins, with its parameters. */
void tile_function(
	struct tile_code *t, enum linkage linkage, const char *name, const char *comment);
void tile_head(struct tile_code *t);

/* Whether the tile's windows read anything. */
bool tile_reads(const struct tile_code *t);

/* The counters of its loops are declared, with `part` where it is asked for; and a blank
   line behind them. */
void tile_counters(struct tile_code *t, bool part);

/* A window in the padding reads nothing: its arguments are unused. */
void tile_unused(const struct tile_code *t);

/* The loop over the input channels, in blocks where there are several: clear begins the
   sums of a block, add adds them to the totals; taps computes the terms of the channel at
   t->x and t->w. */
struct channel_steps {
	void (*clear)(struct tile_code *t);
	void (*taps)(struct tile_code *t);
	void (*add)(struct tile_code *t);
};
void tile_channels(struct tile_code *t, const struct channel_steps *steps);

/* The loops over the taps of looped axes around rows, which see t->x and t->w moved. */
void tile_looped_taps(struct tile_code *t, void (*rows)(struct tile_code *t));

/* The bias of output channel m of the tile, a number; its vector number v of channels, or
   zeros where there is no bias; and the channels of that vector. */
int64_t tile_channels_of(const struct tile_code *t, int v);
const struct value *tile_bias(const struct tile_code *t, int v);

/* A tile's functions are built: one, or two where inputs are copied. */
typedef void tile_lowering(struct tile_code *t);
tile_lowering plain_sums_lower, plain_direct_lower, plain_plane_lower; /* plain/ */
tile_lowering direct_oc_lower;                                         /* direct_oc/ */
tile_lowering direct_ow_lower;                                         /* direct_ow/ */

/* direct_oc/lower_stores.c. The functions that store vectors of channels are built, one
   for each of tiles->store; a share of what the call before has left is stored, after
   `done` of the `of` steps of an input channel; all outputs of a tile go from an array of
   sums to a place in dst; whether that takes a loop over t->part. Blocks outermost: a
   plane's sums begin, and are stored. */
const struct function *const *direct_oc_stores(
	const struct lowering *l, const struct tiles *tiles);
/* The call that stores so many positions of so many channels. */
void direct_oc_store(const struct tile_code *t, struct store wanted, struct address from,
	struct address to);
void direct_oc_waiting(struct tile_code *t, size_t done, size_t of);
void direct_oc_parts(struct tile_code *t, struct address from, struct address to);
bool direct_oc_has_part_loop(const struct tile_code *t);
void direct_oc_begin_plane(struct tile_code *t);
void direct_oc_end_plane(struct tile_code *t);
/* Blocks of 16 bytes transposed: for each of `count` lanes from first on, a vector that
   holds it of every row, the rows being at `from` and `step` apart; lane[0..count-1] are
   those vectors. */
void direct_oc_transposed(struct tile_code *t, struct address from, int64_t step,
	int64_t rows, int64_t first, int64_t count, const struct value **lane);

/* tiles_lower.c: all functions of a plan of tiles. */
void tiles_lower(const struct schedule *schedule, struct code_builder *code);

#endif
