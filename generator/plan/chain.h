#ifndef OPGEN_PLAN_CHAIN_H
#define OPGEN_PLAN_CHAIN_H

#include "base/dtype.h"
#include "plan/reduction.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* A chain of pointwise steps, from one element of each operand to a result.
   Nothing here knows of axes, so a chain can also follow the sums of a window.

   A chain is made step by step:

     struct pointwise_chain chain = {0};
     struct chain_value x = chain_operand(0), b = chain_operand(1), sum;

     sum = chain_add(&chain, &pointwise_add, (struct chain_value[]){x, b}, NULL,
	     DTYPE_FLOAT16, arena);
     chain_add(&chain, &pointwise_relu, &sum, NULL, DTYPE_FLOAT16, arena);

   The last step's result is the chain's. */

enum {
	STEP_ARGUMENTS = 5,
	STEP_NUMBERS = 3
};

struct step;

/* A kind of step. As with reductions, the row says once what it computes, in the
   operations of an algebra, and everything else is derived from that. */
struct pointwise_row {
	const char *name; /* the operation's name as one word in lower case */
	int narguments;
	/* The result is one of the arguments, or a number that every type can represent:
	   it needs no rounding. */
	bool exact;
	/* There are no vectors of it. */
	bool plain;
	/* The result of arguments x. algebra->dtype is what it is computed in. */
	union quantity (*compute)(const struct step *step, const struct algebra *algebra,
		const union quantity *x);
};

/* An argument of a step: an operand, or an earlier step's result. */
struct chain_value {
	bool is_step;
	size_t number; /* of the operand, or of the step */
};

struct step {
	const struct pointwise_row *row;
	double number[STEP_NUMBERS]; /* further parameters of the row: alpha, min */
	struct chain_value argument[STEP_ARGUMENTS];
	/* The element type that the result is stored in, or would be if it were a node's
	   output; the type that it is computed in, its arguments' in arithmetic; and its
	   own in arithmetic. */
	enum dtype dtype, computed, loaded;
};

/* The array grows in place: of a chain and its copies, one at most may be appended to. */
struct pointwise_chain {
	struct step *step;
	size_t nstep;
	size_t room; /* steps that the array holds */
};

struct chain_value chain_operand(size_t number);

/* Makes room for so many steps at once. */
void chain_reserve(struct pointwise_chain *chain, size_t room, struct arena *arena);

/* Appends a step of one type; numbers may be NULL. Returns its result for later steps. */
struct chain_value chain_add(struct pointwise_chain *chain,
	const struct pointwise_row *row, const struct chain_value *argument,
	const double *number, enum dtype dtype, struct arena *arena);

/* The same of arguments of one type whose result has another. */
struct chain_value chain_turn(struct pointwise_chain *chain,
	const struct pointwise_row *row, const struct chain_value *argument,
	const double *number, enum dtype from, enum dtype to, struct arena *arena);

/* The same of one argument. */
struct chain_value chain_cast(struct pointwise_chain *chain,
	const struct pointwise_row *row, struct chain_value argument, enum dtype from,
	enum dtype to, struct arena *arena);

/* Appends the steps of another chain, whose operands are the values given. Returns the
   result. */
struct chain_value chain_append(struct pointwise_chain *chain,
	const struct pointwise_chain *more, const struct chain_value *operand,
	struct arena *arena);

/* The result of one step, from the quantities of the operands and of the steps before it.
   A result that later steps read is rounded to its element type; the last one is rounded
   where it is stored. */
union quantity chain_step(const struct pointwise_chain *chain, size_t step,
	const struct algebra *algebra, const union quantity *operand,
	const union quantity *result);

/* All steps; results has room for each of them. Returns the last one's. */
union quantity chain_compute(const struct pointwise_chain *chain,
	const struct algebra *algebra, const union quantity *operand,
	union quantity *result);

/* How many times steps read an operand. */
int chain_reads(const struct pointwise_chain *chain, size_t operand);

#endif
