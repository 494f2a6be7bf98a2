#ifndef OPGEN_KERNELS_COMMON_TILES_H
#define OPGEN_KERNELS_COMMON_TILES_H

#include "kernels/common/vector.h"
#include "kernels/kernel.h"

/* What designs of register tiles plan with: struct tiles. */

enum {
	ROW_TAPS = 64,      /* taps of a row that is spelt out */
	REGION_BYTES = 120, /* of code, for the call that a region needs at least */
	/* Bytes of packed weights that a function keeps on the stack, at most. */
	PANEL_LIMIT = 512 * 1024
};

/* A plan without classes yet: axes merged, steps, blocks of input channels, spelling. */
struct tiles *tiles_begin(const struct schedule *schedule, struct arena *arena);

/* Adds a class of as many tiles of `channels` as go, of a group's output channels from
   `first` on, if any do; returns the first channel that is left. Packed weights have
   whole multiples of `lanes`. */
int64_t tiles_add_class(
	struct tiles *tiles, int64_t first, int64_t channels, int64_t lanes);

/* Cuts a group's output channels into two such classes: as many tiles of `channels` as
   go, and one of the rest. */
void tiles_add_classes(struct tiles *tiles, int64_t channels, int64_t lanes);

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

#endif
