#ifndef OPGEN_KERNELS_COMMON_TILES_LOWER_H
#define OPGEN_KERNELS_COMMON_TILES_LOWER_H

#include "kernels/common/tile_code.h"

/* What the functions of a plan of tiles are made with. */

/* The functions of a class. */
struct class_functions {
	const struct function **tile, **copying; /* one for each of the class' tiles */
	const struct function *planes, *pack;
};

struct tiles_code {
	const struct lowering *l;
	struct code_builder *code;
	const struct tiles *tiles;
	const struct reducer *reducer;
	struct class_functions class[MAX_CLASS];
};

/* Elements of the weights of a class' tile. */
int64_t weights_of_tile(
	const struct tiles *t, const struct channel_class *class, bool packed);

/* The function that calls a class' tiles for every position. */
const struct function *lower_planes(const struct tiles_code *all, size_t number);

/* The one that packs the weights of a class' tile. */
const struct function *lower_pack(const struct tiles_code *all, size_t number);

#endif
