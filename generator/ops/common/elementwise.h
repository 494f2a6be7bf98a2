#ifndef OPGEN_OPS_ELEMENTWISE_H
#define OPGEN_OPS_ELEMENTWISE_H

#include "ops/op.h"
#include "ops/operation.h"
#include "plan/plan.h"
#include "plan/pointwise.h"

#include <stdbool.h>

struct arena;
struct source;

/* What plans of pointwise operations have in common. */

/* An operation being planned. */
struct elementwise {
	const struct operation *operation;
	struct plan *plan;
	struct pointwise_chain chain;
	/* The axis of the output with which the first axis of each operand is aligned;
	   the others follow. */
	int first[MAX_OPERAND];
	bool single[MAX_OPERAND]; /* of one element, whatever the output's shape */
	/* If not 0: an operand with fewer elements than the output along this axis has
	   one for each block of so many. */
	int64_t block;
	int block_axis;
	struct source *source;
	struct arena *arena;
};

/* Begins a plan whose operand 0 is input 0. */
void elementwise_begin(struct elementwise *e, const struct operation *operation,
	struct plan *plan, struct source *source, struct arena *arena);

/* Adds the next operand: an input, or [n] known numbers. */
struct chain_value elementwise_input(struct elementwise *e, int input);
struct chain_value elementwise_numbers(struct elementwise *e, const char *name,
	enum dtype dtype, const double *number, int64_t n);

/* The next operand, an input of one element, as a float32: known ones are constants. */
struct chain_value elementwise_float32(struct elementwise *e, int input);

/* Appends a step in the operation's type, or in the type of sums, which does not
   round. */
struct chain_value elementwise_step(struct elementwise *e,
	const struct pointwise_row *row, const struct chain_value *argument,
	const double *number, enum dtype dtype);

/* Sets the output's shape: to operand 0's, or to that to which numpy would broadcast all
   operands but the single ones, which also sets `first`. Reports operands that do not
   fit, and returns false. */
bool elementwise_same(struct elementwise *e);
bool elementwise_broadcast(struct elementwise *e);

/* And before version 7 of operations of two operands: A's shape, or, with `broadcast`, a
   part of it. */
bool elementwise_part(struct elementwise *e);

/* Completes the plan: the axes, from the shapes and `first`, and the chain. Each extent
   of an operand must be the output's, or 1, or the number of blocks. */
bool elementwise_end(struct elementwise *e);

/* The FLOAT attributes of the operation's version, in the order of its table, with
   defaults for absent ones; adds them to the plan's details. */
void elementwise_numbers_of(struct elementwise *e, double *number);

/* The whole plan of an op whose row has its step, of one operand and the numbers of its
   FLOAT attributes, or of two, which are broadcast. */
bool elementwise_one(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena);
bool elementwise_two(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena);

/* Rows of attribute tables, and of tables of element types. */
/* clang-format off */
#define CONSUMED_INPUTS \
	{"consumed_inputs", ATTRIBUTE_INTS, 1, 1, false, INT64_MIN, INT64_MAX, "none", NULL, \
	 "a hint to old tools, without effect"}
#define FLOAT_ATTRIBUTE(name, since, until, initial, summary) \
	{name, ATTRIBUTE_FLOAT, since, until, false, 0, 0, initial, NULL, summary}
#define FLOATS \
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}

#define BROADCAST_PART \
	{"axis", ATTRIBUTE_INT, 1, 6, false, 0, MAX_RANK - 1, "B's last axis is A's", NULL, \
	 "axis of A that B's first one stands at; with broadcast"}, \
	{"broadcast", ATTRIBUTE_INT, 1, 6, false, 0, 1, "0", NULL, "1: B may be a part of A's shape"}
/* clang-format on */

/* An op of a step. */
#define ELEMENTWISE(symbol, row, planned, spelt, in, out, versions, with, types, says) \
	const struct op op_##symbol = {.name = spelt, \
		.domain = "ai.onnx", \
		.default_domain = true, \
		.has_opset = true, \
		.version = versions, \
		.input = in, \
		.output = out, \
		.attribute = with, \
		.dtype = types, \
		.summary = says, \
		.step = &pointwise_##row, \
		.plan = planned}

extern const struct input_rule elementwise_x[], elementwise_ab[];
extern const struct attribute_rule elementwise_consumed[], elementwise_none[];

#endif
