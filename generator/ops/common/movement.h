#ifndef OPGEN_OPS_MOVEMENT_H
#define OPGEN_OPS_MOVEMENT_H

#include "ops/op.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* What the plans of all movements are put together from. */

/* Appends a movement from a tensor to another, which has no axes yet. It stays where it
   is until the next one is appended. */
struct move_plan *move_begin(struct plan *plan, const struct operand *src,
	const struct operand *dst, struct arena *arena);

/* The axis of the inverse movement: the same but for src and dst. */
struct move_axis move_reversed(const struct move_axis *axis);

/* Appends an axis whose every phase copies at every grid position. */
void move_add_axis(
	struct move_plan *move, const struct move_axis *axis, struct arena *arena);

/* Appends an axis of which grid positions begin..end-1 are copied. */
void move_add_run(struct move_plan *move, const struct move_axis *axis, int64_t begin,
	int64_t end, struct arena *arena);

/* Appends an axis of n positions whose places in src a table lists, of which those from
   begin on and before end are copied. */
void move_add_listed_run(struct move_plan *move, const int64_t *table, int64_t n,
	int64_t dst_inc, int64_t begin, int64_t end, struct arena *arena);

/* A constant of one element of T, a floating-point type or an integer, as an operand. */
const struct operand *plan_add_number(
	struct plan *plan, const char *name, double number, struct arena *arena);

/* Distances of neighbours along the axes of a dense tensor, in elements. */
void tensor_incs(const struct operand *tensor, int64_t inc[MAX_RANK]);

/* Neighbours along an axis of dst that are moved alike. The axis' offsets count from
   elements src and dst on. */
struct piece {
	struct move_axis axis; /* without runs: all of it is copied */
	int64_t src, dst;
};

/* The pieces of an axis of dst; they cover it. */
struct pieces {
	struct piece *piece;
	size_t n;
};

/* Appends a piece of count neighbours of dst from place `at` on, the first from place
   `from` of src, the others each `step` further; incs are the axis' distances. */
void pieces_add(struct pieces *pieces, int64_t count, int64_t at, int64_t dst_inc,
	int64_t from, int64_t step, int64_t src_inc, struct arena *arena);

/* The pieces of an axis of dst whose places in src are these: evenly spaced ones where
   there are few, a pattern that repeats itself, or a list. */
void pieces_add_places(struct pieces *pieces, int64_t n, int64_t dst_inc,
	const int64_t *from, int64_t src_inc, struct arena *arena);

/* Appends a piece of neighbours whose places in src a table lists. */
void pieces_add_listed(struct pieces *pieces, int64_t count, int64_t at, int64_t dst_inc,
	const int64_t *from, int64_t src_inc, struct arena *arena);

/* Appends a movement for each combination of the axes' pieces. Axes of many pieces are
   listed place by place; returns false where they are too long for that. */
bool move_pieces(struct plan *plan, const struct operand *src, const struct operand *dst,
	struct pieces *axis, int naxis, struct arena *arena);

/* The element types of ONNX's movements: those of older versions took fewer. */
#define MOVE_DTYPES(since) \
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, \
		{DTYPE_BFLOAT16, 13}, {DTYPE_BOOL, since}, {DTYPE_INT8, since}, \
		{DTYPE_INT16, since}, {DTYPE_INT32, since}, {DTYPE_INT64, since}, \
		{DTYPE_UINT8, since}, {DTYPE_UINT16, since}, {DTYPE_UINT32, since}, \
		{DTYPE_UINT64, since}, {DTYPE_COMPLEX64, since}, \
		{DTYPE_COMPLEX128, since}, \
	{ \
		DTYPE_NONE, 0 \
	}

extern const struct dtype_rule move_dtypes[];

#endif
