#ifndef OPGEN_OPS_ELEMENTWISE_H
#define OPGEN_OPS_ELEMENTWISE_H

#include "ops/op.h"
#include "ops/operation.h"
#include "plan/plan.h"
#include "plan/pointwise.h"

#include <stdbool.h>

struct arena;
struct source;

/* What the plans of pointwise operations fill in alike. */

/* An operation on its way to a plan. */
struct elementwise {
	const struct operation *operation;
	struct plan *plan;
	struct pointwise_chain chain;
	/* The axis of the output that the first axis of an operand stands at; the others
	   stand behind it. */
	int first[MAX_OPERAND];
	/* Where it is not 0: operands with fewer elements than the output along this axis
	   have one for each block of so many. */
	int64_t block;
	int block_axis;
	struct source *source;
	struct arena *arena;
};

/* Begins a plan whose operand 0 is input 0. */
void elementwise_begin(struct elementwise *e, const struct operation *operation,
	struct plan *plan, struct source *source, struct arena *arena);

/* The next operand: an input, or numbers that are known now, [n] of them. */
struct chain_value elementwise_input(struct elementwise *e, int input);
struct chain_value elementwise_numbers(struct elementwise *e, const char *name,
	enum dtype dtype, const double *number, int64_t n);

/* Appends a step in the operation's type, or in that of its sums, which rounds nothing.
 */
struct chain_value elementwise_step(struct elementwise *e,
	const struct pointwise_row *row, const struct chain_value *argument,
	const double *number, enum dtype dtype);

/* The output's shape is operand 0's; or that to which numpy would broadcast all operands,
   which sets `first`. False: they do not go together, which is reported. */
bool elementwise_same(struct elementwise *e);
bool elementwise_broadcast(struct elementwise *e);

/* Completes the plan: the axes, from the shapes and `first`, and the chain. An extent of
   an operand is that of the output, or 1, or the number of blocks. */
bool elementwise_end(struct elementwise *e);

/* The FLOAT attributes of the operation's version, in the order of its table, absent ones
   by their defaults; says so in the plan's details. */
void elementwise_numbers_of(struct elementwise *e, double *number);

/* Rows of attribute tables, and of tables of element types. */
/* clang-format off */
#define CONSUMED_INPUTS \
	{"consumed_inputs", ATTRIBUTE_INTS, 1, 1, false, INT64_MIN, INT64_MAX, "none", NULL, \
	 "a hint to old tools, without effect"}
#define FLOAT_ATTRIBUTE(name, since, until, initial, summary) \
	{name, ATTRIBUTE_FLOAT, since, until, false, 0, 0, initial, NULL, summary}
#define FLOATS \
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}
/* clang-format on */

extern const struct input_rule elementwise_x[];
extern const struct attribute_rule elementwise_consumed[], elementwise_none[];

#endif
