#ifndef OPGEN_TEMPLATES_WINOGRAD_H
#define OPGEN_TEMPLATES_WINOGRAD_H

#include "kernels/winograd/winograd.h"
#include "tile.h"

/* What the templates of kernel_winograd share. */

/* What a block is about: its cuts, and the scope without a tile. */
struct block {
	struct scope s;
	const struct winograd *g;
	size_t row, column;
	const struct winograd_cut *rows, *columns;
};

/* Tiles of every row of a block whose products are there at a time. */
struct part {
	int64_t first, tiles;
};

const struct axis *axis_of(const struct scope *s, int number);
/* The part behind another one, or the first behind nothing; false: there is none. */
bool next_part(const struct block *b, struct part *part);

struct block block_of(const struct schedule *schedule, size_t row, size_t column);

/* winograd_points.c.in: the functions that transform vectors of inputs. */
void emit_winograd_points(struct out *out, const struct scope *s);

/* winograd_inputs.c.in: the functions that fetch and transform a row's inputs; the calls
   for a block's, channel by channel. */
void emit_winograd_inputs(struct out *out, const struct scope *s);
void emit_inputs_of_block(struct out *out, const struct block *b);

/* winograd_products.c.in: the functions that sum products of a class of output channels,
   for every number of tiles that comes up; the calls for a part's. */
void emit_winograd_products(struct out *out, const struct scope *s, size_t class);
void emit_products_of_part(
	struct out *out, const struct block *b, const struct part *part, size_t class);

/* winograd_outputs.c.in: the functions that transform sums to outputs; the calls for a
   part's. */
void emit_winograd_outputs(struct out *out, const struct scope *s);
void emit_outputs_of_part(
	struct out *out, const struct block *b, const struct part *part, size_t class);

#endif
