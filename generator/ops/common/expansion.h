#ifndef OPGEN_OPS_EXPANSION_H
#define OPGEN_OPS_EXPANSION_H

#include "ops/op.h"
#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct place;
struct source;

/* Operations that are others of ONNX's: one under another name, or several, one after the
   other. The row of such an op has a function, op.expand, that adds these parts in the
   order in which they are computed. Each is planned when it is added, so that the next
   one knows the shapes of what it makes. If one is refused, what is added after it is
   ignored, and the operation is refused, so no result needs to be checked. */

/* A tensor that parts read: an input of the operation, a constant, or what a part has
   made. */
struct edge {
	const char *name;
	struct tensor tensor;      /* with its type */
	const struct place *where; /* for messages */
	size_t number;             /* among the tensors of the series that comes of it */
	size_t maker; /* the number of the part that made it, from 1; 0: none */
};

/* An operation of ONNX's, while it is put together. */
struct part {
	const struct operation *from; /* the one that it is part of */
	struct op op;                 /* its own, which messages name like that one's */
	struct operation to;
	const struct edge *edge[MAX_INPUT];        /* by its inputs */
	struct attribute attribute[MAX_ATTRIBUTE]; /* by the places of its op's rules */
	struct tensor tensor[MAX_INPUT];           /* inputs in another shape */
	struct source *source;
	struct arena *arena;
};

/* A part of an expansion. */
struct expanded {
	const struct part *part;
	struct plan *plan;
	struct edge *result; /* by the plan's outputs */
	bool read;           /* an output of the operation comes of it */
};

/* A name that parts gave their results, and how often. */
struct expansion_name {
	const char *name;
	size_t count;
};

struct expansion {
	const struct operation *operation;
	struct plan *plan; /* the operation's, to be made */
	bool whole;        /* a single part has made it */
	bool refused;
	struct edge *input[MAX_INPUT]; /* those that parts asked for */
	struct expanded *part;
	size_t npart;
	struct expansion_name *name;
	size_t nname;
	const char **detail; /* as of a plan */
	size_t ndetail;
	struct source *source;
	struct arena *arena;
};

/* An input of the operation, by its rule's place; NULL: absent. A constant; one of
   integers; and one of n elements that are all the same number. */
const struct edge *expansion_input(struct expansion *e, int input);
const struct edge *expansion_constant(
	struct expansion *e, const char *name, const struct tensor *tensor);
const struct edge *expansion_integers(
	struct expansion *e, const char *name, const int64_t *value, size_t n);
const struct edge *expansion_fill(struct expansion *e, const char *name, enum dtype dtype,
	double number, int64_t n);

/* Whether an input of the operation, by its rule's place, is absent or has a shape.
   Reports another one. */
bool expansion_check_shape(
	struct expansion *e, int input, const int64_t *shape, int rank);

/* A line of detail of the operation, for its comment. */
void expansion_detail(struct expansion *e, const char *line);

/* Begins a part, without inputs or attributes. */
struct part *expansion_part(struct expansion *e, const struct op *op, int version);

/* Gives a part an input, by its rule's place. NULL: none. */
void part_read(struct part *p, int input, const struct edge *edge);

/* Sets an attribute of a part, whose lists must last until it is added. where: what
   messages about it are about; NULL: the node. */
void part_int(struct part *p, const char *name, int64_t value, const struct place *where);
void part_ints(struct part *p, const char *name, const int64_t *value, size_t n,
	const struct place *where);
void part_float(struct part *p, const char *name, double value);
void part_string(struct part *p, const char *name, const char *value);

/* Gives a part the operation's attributes of the same names. */
void part_take_attributes(struct part *p);

/* Asks for an optional result of a part, by its rule's place. */
void part_ask(struct part *p, int output);

/* Adds a part. Its first result gets a name, with a number behind it if it is not the
   first of that name; that of an output of the operation makes it that output. A part
   that nothing comes of is left out. */
const struct edge *expansion_add(struct expansion *e, struct part *p, const char *name);

/* Another result of the part that was added last, by its number among those that it has;
   it gets a name likewise. */
const struct edge *expansion_result(struct expansion *e, size_t result, const char *name);

/* Adds a part without attributes that reads these edges; the last one is followed by
   NULL. */
#define EXPAND(e, name, op, version, ...) \
	expansion_apply( \
		e, name, op, version, (const struct edge *const[]){__VA_ARGS__, NULL})
const struct edge *expansion_apply(struct expansion *e, const char *name,
	const struct op *op, int version, const struct edge *const *edge);

/* Adds a Cast, unless the tensor is of that type. */
const struct edge *expansion_cast(
	struct expansion *e, const char *name, const struct edge *edge, enum dtype dtype);

/* Begins a part that is the op which the operation's row names (op.as), with the inputs
   of the same places and the attributes of the same names; and makes it all of the
   operation, whose outputs are those of the same places. Returns false if it is
   refused. */
struct part *expansion_as(struct expansion *e);
bool expansion_is(struct expansion *e, struct part *p);

/* The same where e->plan has been made of the part already. Returns true. */
bool expansion_planned(struct expansion *e);

/* The function of an op that needs no other words than those. */
bool expand_as(struct expansion *e);

/* The plan of an operation that has been checked: by its op's plan function, or of the
   parts that it expands to. Reports what is impossible and returns false. */
bool operation_plan(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena);

#endif
