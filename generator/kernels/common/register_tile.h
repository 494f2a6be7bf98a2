#ifndef OPGEN_KERNELS_COMMON_REGISTER_TILE_H
#define OPGEN_KERNELS_COMMON_REGISTER_TILE_H

#include "kernels/common/output_block.h"
#include "kernels/common/reducer.h"

/* The register tile of designs with channels or columns in lanes: rows of vectors of
   sums. A step adds a term, x times w, to the sums of some rows. One operand is the same
   for all these rows, and its vectors are loaded once; the other is a number of each row
   that is broadcast, or is in lanes, too. Another kind of term, such as a product of four
   bytes a lane, is another reducer_add(). */

/* What limits a tile's shape. */
struct tile_room {
	int64_t registers;
	int64_t spare;               /* registers beside sums and the shared vectors */
	int64_t rows, vectors, sums; /* at most */
};
struct tile_shape {
	int64_t rows, vectors;
};

/* The most rows that fit, for so many vectors. The shape with the most multiplications
   per load; of equal ones, that with the most sums, so that none waits for the one before
   it. */
int64_t tile_rows_that_fit(const struct tile_room *room, int64_t vectors);
struct tile_shape tile_shape_of(const struct tile_room *room);

/* The room of a tile whose lanes are output channels; so many registers more are spare
   for what is loaded ahead. */
struct tile_room tile_room_of_channels(const struct target *target, int64_t ahead);

/* An operand of the terms, which name its places: src those of x, tap those of w. */
struct tile_operand {
	struct address at; /* of place 0; without base: there is no such operand */
	int64_t inc;       /* from one place to the next */
	int64_t lane;      /* from one lane to the next; 0: a number, broadcast to all */
	bool whole;        /* its vectors may be read whole, though not all lanes count */
	/* The node whose prologue computes what is loaded; NULL: it is as it is in
	   memory. */
	const struct lowering *node;
};

struct register_tile {
	struct code_builder *code;
	const struct reducer *reducer; /* NULL: terms are products */
	bool fused;
	struct code_type vector;
	int64_t rows, vectors, lanes;        /* lanes in use, of all vectors of a row */
	const struct variable *const *sum;   /* [row][vector] */
	const struct tap_term *const *begin; /* by row: the term, if any, whose x begins
						its sums; NULL: all have begun */
	struct tile_operand x, w;
	bool by_tap;      /* the terms of a step share w; else x */
	int64_t scatter;  /* from one lane to the next in dst */
	int64_t prefetch; /* of shared w, so many elements ahead; 0: none */

	/* Where loads go: to variables that every step sets, v and one for each shared
	   vector; to names that begin anew in each step; or, if `kept` is not NULL, to
	   names within the function, so that a w that is there already, [tap][vector], is
	   not loaded again. */
	const struct variable *const *set;
	const struct value **kept;
	int64_t nname; /* steps whose x has a name */
};

/* Declares the variables that steps set, for so many shared vectors. */
void tile_declare(struct register_tile *tile, int64_t shared);

/* Adds the first ones of n terms, those that share an operand; returns how many. */
size_t tile_step(struct register_tile *tile, const struct tap_term *term, size_t n);

/* Vector v of x at a place, named by a stem and numbers: "first3", or "first3_1" of
   several vectors. */
const struct value *tile_named_x(
	struct register_tile *tile, int64_t src, int64_t v, const char *stem, int64_t n);

/* Lanes in use of vector v; its sum; its outputs in dst, from those of its row on. */
int64_t tile_lanes(const struct register_tile *tile, int64_t v);
const struct value *tile_sum(const struct register_tile *tile, int64_t row, int64_t v);
struct output_place tile_place(
	const struct register_tile *tile, struct address row, int64_t v);

#endif
