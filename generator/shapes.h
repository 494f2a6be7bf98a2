#ifndef OPGEN_SHAPES_H
#define OPGEN_SHAPES_H

#include "model.h"

struct arena;

/* Shapes, element types and small contents of a model's tensors: what the file states,
   what the user says, and what follows from both through the operations between. */

enum {
	KNOWN_RANK = 16 /* tensors of more dimensions are not followed */
};

/* What is known of one value. */
struct known {
	enum dtype dtype;    /* DTYPE_NONE: not known, or none that opgen has */
	const char *foreign; /* the word for a type that opgen has not, or NULL */
	bool has_rank;
	bool said;     /* the user said the shape */
	bool constant; /* shapes_elements can be asked: a constant of the file, what
			  Identity, Constant and ConstantOfShape make of one, or integers
			  computed from constants and shapes */
	size_t rank;   /* at most KNOWN_RANK */
	const int64_t *extent; /* -1: not known */
	/* The file declares a shape and the operation that makes the tensor comes to
	   another one; the end of a message ("is declared as [1, 3], but Conv makes [1,
	   4] of it"), or NULL. No rank is known then. */
	const char *conflict;
};

/* What the user says: --shape TENSOR=1,3,24,24 and --dim NAME=1. */
struct said_shape {
	const char *tensor;
	size_t rank;
	const int64_t *extent; /* 0 or more each */
	bool used;             /* set by shapes_infer: the model has the tensor */
};

struct said_dim {
	const char *name;
	int64_t length; /* 0 or more */
	bool used;      /* set by shapes_infer: a shape of the model has the name */
};

struct said {
	struct said_shape *shape;
	size_t nshape;
	struct said_dim *dim;
	size_t ndim;
};

struct shapes_room;

struct shapes {
	const struct model *model;
	const struct known *known; /* one for each value of the model */
	/* What the user said and the file, or the user, denies: the ends of messages, one
	   for each mistake. */
	const char *const *contradiction;
	size_t ncontradiction;
	struct shapes_room *room; /* the room's own */
};

/* Infers what can be known. Never fails: what cannot be known stays unknown. Takes time
   linear in the model; does not recurse. What is allocated lives in the arena. */
void shapes_infer(struct shapes *shapes, const struct model *model, struct said *said,
	struct arena *arena);

/* Whether the rank and every extent are known. */
bool known_is_concrete(const struct known *known);

/* Why a value's shape is not concrete, as the end of a message: names the nearest tensor
   upstream that stands in the way, and what to do ("the shape of 'x' is not in the file;
   pass --shape x=..."). */
const char *shapes_missing(
	const struct shapes *shapes, int64_t value, struct arena *arena);

/* The elements of a value whose known.constant is set and whose shape is concrete:
   row-major, in the machine's own representation of known.dtype, aligned for it. They
   live in the arena, or where the model does. Returns NULL and sets *why, the end of a
   message, when they cannot be had. */
const void *shapes_elements(const struct shapes *shapes, int64_t value,
	struct arena *arena, const char **why);

#endif
