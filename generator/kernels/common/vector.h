#ifndef OPGEN_KERNELS_COMMON_VECTOR_H
#define OPGEN_KERNELS_COMMON_VECTOR_H

#include "code/code.h"
#include "kernels/kernel.h"
#include "target.h"

/* What the vector kernels share: the plan of one function, whose outputs lie in vector
   registers. */

enum {
	MAX_LANES = CODE_LANES, /* of a vector */
	CACHE_LINE = 64         /* bytes */
};

/* A vector of the type that sums are kept in. */
struct vector_type {
	int lanes;
	int block; /* lanes: what one instruction takes out of two vectors stays where it
		      is among so many; all of them: it goes anywhere */
	bool narrow; /* it fills a part of a register */
	bool blends; /* what stays in its lane is easier to take than what moves */
};

/* The type for a target's registers, and that for a part of them; NULL when it has none
   for that element type. */
const struct vector_type *vector_type_of(
	const struct target *target, enum dtype dtype, struct arena *arena);
const struct vector_type *narrow_type_of(
	const struct target *target, enum dtype dtype, struct arena *arena);

/* TILE_VECTOR_CHANNELS: a tap adds one number of the input to each position's sum. */
struct tap_use {
	int64_t src; /* the input's offset */
	size_t position;
};
struct tap {
	int64_t tap; /* its number */
	const struct tap_use *use;
	size_t nuse;
};

/* Positions of a tile that lie side by side in dst. */
struct run {
	size_t first, count; /* positions; at most as many as a vector has lanes */
	int64_t dst;
};

/* A function that stores so many positions, side by side, of so many channels; in memory
   a position's sums are `step` elements behind those of the one before it. */
struct store {
	int64_t positions, channels, step;
};
enum {
	PART_BYTES = 16 /* of each position's sums that rows are made of at a time */
};

/* TILE_VECTOR_COLUMNS. Consecutive elements of src, the first `lanes` of a vector. */
struct load {
	int64_t src, lanes;
	int64_t kept; /* in a register: it is not loaded again wherever it is wanted */
};
#define NO_LOAD SIZE_MAX
#define NO_GATHER SIZE_MAX
/* Takes lanes out of what is there (0..) and out of a source (lanes..). */
struct gather_step {
	size_t load;   /* NO_LOAD: of a gather, or zeros */
	size_t gather; /* NO_GATHER: of a load, or zeros */
	int64_t whole; /* the source as it is */
	uint8_t lane[MAX_LANES];
};
/* A vector of inputs: the first step's source, or another gather, then others' lanes put
   in. */
struct gather {
	size_t base; /* NO_GATHER: it begins with a source */
	const struct gather_step *step;
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
struct column_tap {
	size_t sum;
	int64_t tap;
	size_t gather;
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

/* Terms, from one on, of the same tap and of vectors of the same group; and whether each
   weight is put into the lanes of a vector once for so many of them. */
size_t vectors_of_tap(const struct vector_code *code, size_t first_term);
bool shares_weights(const struct tile *tile, size_t vectors);

/* What a function computes, in the order of its code. */
struct vector_code {
	/* TILE_VECTOR_CHANNELS */
	int vectors; /* of output channels */
	size_t positions;
	const struct tap *tap;
	size_t ntap;
	const struct run *run;
	size_t nrun;
	/* TILE_VECTOR_COLUMNS */
	const struct load *load;
	size_t nload;
	const struct gather *gather;
	size_t ngather;
	const struct column_tap *term;
	size_t nterm;
	const struct column *column;
	size_t ncolumn;
	const int *order; /* the lane of each output of a column; NULL: its own */
	size_t group;     /* vectors whose sums are kept at a time */
	enum weights weights;
};

/* Outputs along an axis that a tile covers: `count` times `size` of them, from `first`
   on, and each time the same taps of the same positions lie in the input. */
struct cut {
	int64_t first, size, count;
	int64_t tap, ntap; /* where the axis' taps are a loop: those of all positions */
	int64_t divisor;   /* likewise */
};

/* How an axis is cut. */
struct cutting {
	int64_t size; /* outputs at a time, at most */
	bool exact;   /* always so many: the last cut overlaps the one before it */
	bool looped;  /* the axis' taps are a loop: positions with other taps are apart */
};

/* Cuts an axis; returns how many cuts there are. */
size_t cut_axis(const struct axis *axis, const struct cutting *how, struct cut **cut,
	struct arena *arena);

/* A patch: one cut of each axis. */
struct patch {
	const struct tiles *tiles;
	const struct cut *cut[MAX_AXIS];
	bool looped[MAX_AXIS];
	size_t positions; /* row-major */
	int64_t *src;     /* [tap][position]: offset of the input from base, or
			     NO_INPUT; straight taps only */
	size_t ninput;    /* of them: those that are not NO_INPUT */
	int64_t *tap;     /* the number of each straight tap */
	size_t ntap;
	int64_t base; /* offset in the plane of the smallest input of the first call */
	int64_t low, high;   /* every call may read base + low..high-1 */
	int64_t tap_base;    /* number of the first looped tap */
	struct arena *arena; /* for what is needed while the patch lives */
};

#define NO_INPUT INT64_MIN
#define ZERO_INPUT (INT64_MIN + 1) /* in gathers: a zero is wanted */

/* Finds the inputs of a patch. */
void patch_make(struct patch *patch, struct arena *arena);

/* A position's coordinates in its patch; its offset in dst from the patch's first one;
   AveragePool's divisor, without what looped axes count. */
void patch_coordinates(const struct patch *patch, size_t position, int64_t *at);
int64_t patch_dst(const struct patch *patch, size_t position);
int64_t patch_divisor(const struct patch *patch, size_t position);

/* Adds the call of a tile for a patch to a class: one that has the same code, or a new
   one. */
void patch_call(const struct patch *patch, struct channel_class *class,
	enum tile_kind kind, const struct vector_code *code, struct arena *arena);

/* Terms of an output in the middle: taps of all input channels. */
double terms_of_output(const struct window_plan *window);

enum {
	MOST_AHEAD = 8 /* lines that a tile asks for ahead, for each input channel */
};

/* Inputs that a tile asks for before later calls want them, one for each line of the
   cache, as offsets like those of its code; returns how many, mostly none. */
size_t inputs_ahead(
	const struct tiles *tiles, const struct tile *tile, int64_t line[MOST_AHEAD]);

/* Output channels that become rows at a time. */
int64_t channels_of_part(const struct tiles *tiles);
/* Whether a TILE_VECTOR_CHANNELS leaves its outputs in memory, and the next call of its
   nest stores them while it multiplies; whether nest `number` of those that go through
   rows together leaves its last ones to the next of them, as all of these do; and
   elements of the largest outputs of a class that are left so. */
bool stores_late(const struct tiles *tiles, const struct tile *tile);
bool waits_for_next_nest(
	const struct tiles *tiles, const struct channel_class *class, size_t number);
int64_t sums_kept(const struct tiles *tiles, const struct channel_class *class);

/* Elements of each input channel that are copied to the stack, channel behind channel, as
   numbers of the sum's type, before all tiles of output channels read them there; 0: a
   tile reads its inputs where they are. */
int64_t inputs_copied(const struct tiles *tiles, const struct tile *tile);
/* Elements of the largest copy that a class has. */
int64_t elements_copied(const struct tiles *tiles, const struct channel_class *class);

/* Whether patches of axes that are cut like this have so few inputs that writing them out
   can be thought of. */
bool patches_are_small(const struct tiles *tiles, const struct cutting *how);

/* Every combination of the axes' cuts, of which there are so many as is returned; none
   where they are more than limit, and no further ones once plan returns false. A patch
   lives until plan returns. */
uint64_t for_each_patch(const struct tiles *tiles, const struct cutting *how,
	uint64_t limit, bool (*plan)(struct patch *patch, void *context), void *context,
	struct arena *arena);

#endif
