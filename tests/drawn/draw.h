#ifndef OPGEN_DRAWN_DRAW_H
#define OPGEN_DRAWN_DRAW_H

#include "ops/op.h"
#include "ops/operation.h"
#include "plan/plan.h"
#include "spec/spec.h"
#include "support/element.h"
#include "target/settings.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct source;

enum {
	LARGE = 1 << 18 /* terms of sums, or elements, of a few nodes; others have 2^14 */
};

/* A drawn node, and how to emit it. */
struct drawn {
	struct spec spec; /* of the node */
	struct node node;
	struct tensor tensor[MAX_INPUT];
	struct input input[MAX_INPUT];
	struct attribute attribute[MAX_ATTRIBUTE];
	struct option layout[2]; /* of a window's X and Y */
	/* What the operation does. Resize and Upsample are samples in another mode than
	   nearest. */
	enum plan_kind kind;
	const struct op *op;
	int version;
	struct settings settings;
	enum mixture mixture; /* of the numbers that it gets */

	uint64_t state; /* of the generator */
	int64_t left;   /* terms of sums, or elements, that it may still have */
	struct arena *arena;
};

/* Draws the node of a number: nearly always a valid one, and small. The same number gives
   the same node on every machine. The node stays where it is. */
void drawn_make(struct drawn *d, uint64_t number, struct arena *arena);

/* Plans it, sometimes with the output over an operand, as a network has it (plan.over).
   False: it is refused, as the source was told. */
bool drawn_plan(struct drawn *d, struct plan *plan, struct source *source);

/* The same of a node that is one step. The steps of others are operations that are drawn
   by themselves. */
bool drawn_plan_step(struct drawn *d, struct plan *plan, struct source *source);

/* The number of the first node of a test: by OPGEN_SEED, or another one each time. It is
   printed. */
uint64_t drawn_first(void);

/* One of n; something that holds so often in a hundred times; a number of a range. */
int64_t draw_below(struct drawn *d, int64_t n);
bool draw_chance(struct drawn *d, int percent);
int64_t draw_between(struct drawn *d, int64_t least, int64_t most);

/* An extent, 1 or more, of what is left: often small, often about some vectors long. */
int64_t draw_extent(struct drawn *d, int64_t most);

/* Draws several of them in a random order, so that each may be the long one. */
struct extent {
	int64_t *to, most;
};
void draw_extents(struct drawn *d, struct extent *extent, size_t n);

/* Inputs and attributes. An attribute that the version has not is left out, and one that
   is its default is so sometimes. */
struct tensor *drawn_input(
	struct drawn *d, const char *name, const int64_t *shape, int rank);
void drawn_integers(struct drawn *d, const char *name, const int64_t *shape, int rank,
	const int64_t *value);
/* A constant list of float32; and an attribute of FLOATS. */
void drawn_reals(struct drawn *d, const char *name, const double *value, int n);
bool drawn_has(const struct drawn *d, const char *name);
void drawn_int(struct drawn *d, const char *name, int64_t value, int64_t initial);
void drawn_float(struct drawn *d, const char *name, double value);
void drawn_string(
	struct drawn *d, const char *name, const char *value, const char *initial);
void drawn_strings(struct drawn *d, const char *name, const char *const *value, int n);
void drawn_ints(
	struct drawn *d, const char *name, const int64_t *value, int n, int64_t initial);

/* Asks for some of the operation's optional outputs, each with such a chance. */
void drawn_outputs(struct drawn *d, int percent);

/* Whether an operation is in the table of those along axes (reduce.c). */
bool drawn_has_rows(const struct op *op);

/* What operations of a kind look like. */
void draw_window(struct drawn *d);
void draw_move(struct drawn *d);
bool draw_rearrangement(struct drawn *d); /* false: it is another movement */
void draw_pointwise(struct drawn *d);
void draw_product(struct drawn *d);
void draw_reduce(struct drawn *d);
/* Rows of the table in reduce.c. */
void draw_recurrent(struct drawn *d);
void draw_attention(struct drawn *d);

/* Sometimes gives a window or a product of float32 the types of 8-bit integers, whose
   products are summed in int32. */
void draw_integers(struct drawn *d, struct plan *plan);

/* Often puts pointwise steps after a window or a product, with operands of their own; and
   sometimes before a window. */
void draw_epilogue(struct drawn *d, struct plan *plan);
void draw_prologue(struct drawn *d, struct plan *plan);

/* Makes an input a constant: numbers that are in the code, many zeros among them, where
   designs leave those out. */
void drawn_constant(struct drawn *d, struct tensor *tensor);

#endif
