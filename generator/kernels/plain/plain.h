#ifndef OPGEN_KERNELS_PLAIN_H
#define OPGEN_KERNELS_PLAIN_H

#include "kernels/common/tiles.h"

/* What the files of kernel_plain share. */

/* Measured, gcc 12 and clang 14, -O2 and -O3 -march=native: what keeps the sums of a tile
   in vector registers, and is a multiple of the widest vector where lanes are concerned.
 */
enum {
	LANES = 16,       /* output channels, TILE_CHANNELS; 8 for float64 */
	BLOCK = 8,        /* the tile's other side */
	NARROW_LANES = 32 /* positions, TILE_POSITIONS, for fewer than 5 channels */
};

/* Cuts a group's output channels into tiles: as many wide ones as go, then
   the rest. Decides whether weights that come at run time are packed. */
void plain_find_classes(struct tiles *tiles);

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
