#ifndef OPGEN_KERNELS_TILES_H
#define OPGEN_KERNELS_TILES_H

#include "kernels/kernel.h"
#include "kernels/vector.h"

/* What the files of kernel_tiles share. */

/* Measured, gcc 12 and clang 14, -O2 and -O3 -march=native: what keeps the sums of a tile
   in vector registers, and is a multiple of the widest vector where lanes are concerned.
 */
enum {
	ROW_TAPS = 64,     /* taps of a row that is spelt out */
	REGION_BYTES = 120 /* of code, for the call that a region needs at least */
};
enum {
	LANES = 16,        /* output channels, TILE_CHANNELS; 8 for float64 */
	BLOCK = 8,         /* the tile's other side */
	NARROW_LANES = 32, /* positions, TILE_POSITIONS, for fewer than 5 channels */
	/* Bytes of packed weights that a function keeps on the stack, at most. */
	PANEL_LIMIT = 512 * 1024
};

/* A plan without classes yet: axes merged, steps, blocks of input channels, spelling. */
struct tiles *tiles_begin(const struct schedule *schedule, struct arena *arena);

/* Cuts a group's output channels into classes: as many tiles of `channels` as go, and one
   of the rest; packed weights have whole multiples of `lanes`. */
void tiles_add_classes(struct tiles *tiles, int64_t channels, int64_t lanes);

/* Cuts a group's output channels into tiles for kernel_tiles: as many wide ones as go,
   then the rest. Decides whether weights that come at run time are packed. */
void tiles_find_classes(struct tiles *tiles);

/* Weights that come at run time are brought into the order of constant ones. */
void tiles_pack(struct tiles *tiles);

/* Whether the stack may hold the packed weights of so many output channels. */
bool tiles_fit_panel(const struct tiles *tiles, int64_t channels);

/* Where the weight stands that comes at place k of the packed ones; -1: nowhere, it is 0.
   packing: a struct tiles. */
int64_t tiles_packed_source(const void *packing, int64_t k);

/* The class that a tile belongs to. */
const struct channel_class *class_of(const struct tiles *tiles, const struct tile *tile);

/* Adds a function that stores vectors of channels, if there is none like it. */
void tiles_add_store(struct tiles *tiles, struct store store, struct arena *arena);

/* Finds which classes have the loop over their tiles inside, and which nests go through
   their rows together: when all nests are known. */
void tiles_order(struct tiles *tiles);

/* Finds which of a TILE_VECTOR_CHANNELS' outputs may wait to be stored: when the order of
   loops is known. */
void tiles_find_late(struct tiles *tiles);

/* How many of a class' nests, from number `first` on, go through their rows together: all
   that have the same places of the first axis, where the image is larger than caches are.
   One by one each of them would fetch every row again, border by border. */
size_t nests_in_rows(
	const struct tiles *tiles, const struct channel_class *class, size_t first);

/* Positions that one nest covers along the axis that is cut into chunks. */
struct piece {
	enum tile_kind kind;
	int64_t first, size, count;
};

enum {
	MAX_PIECE = 3
};

/* A region that is being planned: one span of every axis, for one class of channels. */
struct region {
	struct tiles *tiles;
	struct channel_class *class;
	const struct span *span[MAX_AXIS];
	bool looped[MAX_AXIS]; /* the taps along an axis are a loop */
	bool loops;            /* those of any axis are */
	struct arena *arena;
};

/* The taps of a region's windows, of one input channel. */
int64_t region_taps(const struct region *region);

/* Cuts n positions of a region into at most MAX_PIECE pieces; returns how many. */
size_t region_cut(const struct region *region, struct piece *piece, int64_t n);

/* The tile that computes a piece cut along an axis: one that the class has already, or a
   new one. */
const struct tile *region_tile(
	const struct region *region, const struct piece *piece, int along);

#endif
