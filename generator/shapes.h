#ifndef OPGEN_SHAPES_H
#define OPGEN_SHAPES_H

#include "model.h"

/* Shapes, element types and small integer contents of a model's tensors: what the file
   states, what the user says, and what follows from both through the operations between
   (SEMANTICS of ONNX's operators; FORMATS.md, sections 1.4, 3 and 4). */

enum {
	KNOWN_LIMIT = 64 /* integers of a tensor whose contents are followed, at most */
};

/* What is known of one value. */
struct known {
	enum dtype dtype;
	bool has_rank;
	size_t rank;
	int64_t *extent;     /* -1: not known */
	bool has_contents;   /* a tensor of integers, rank 0 or 1 */
	size_t ncontent;
	const int64_t *content; /* INT64_MIN: not known */
	/* Where the values of a constant come from, through Identity, Constant,
	   ConstantOfShape (splat then): the value to decode; NO_VALUE: run-time data. */
	int64_t constant;
	bool splat; /* all elements are that value's first */
};

/* What the user says: --shape TENSOR=1,3,24,24 and --dim NAME=1. */
struct said {
	const struct said_shape {
		const char *tensor;
		size_t rank;
		const int64_t *extent;
		bool used; /* set by shapes_infer when the model has the tensor */
	} *shape;
	size_t nshape;
	const struct said_dim {
		const char *name;
		int64_t length;
		bool used;
	} *dim;
	size_t ndim;
};

struct shapes {
	const struct model *model;
	const struct known *known; /* one for each value of the model */
	/* Contradictions met on the way, one line each; nodes behind them stay unknown. */
	const char *const *contradiction;
	size_t ncontradiction;
};

/* Infers what can be known. Never fails: what cannot be known stays unknown. Takes time
   linear in the model; does not recurse. What is allocated lives in the arena. */
void shapes_infer(struct shapes *shapes, const struct model *model, struct said *said,
	struct arena *arena);

/* Why a value's shape is not known, as the end of a message: names the nearest tensor
   upstream that stands in the way, and its operator ("the shape of 'x' is not in the
   file; pass --shape x=…"; "NonMaxSuppression makes 'boxes', whose shape depends on
   data"). */
const char *shapes_missing(
	const struct shapes *shapes, int64_t value, struct arena *arena);

#endif
