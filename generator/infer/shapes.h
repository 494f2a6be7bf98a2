#ifndef OPGEN_INFER_SHAPES_H
#define OPGEN_INFER_SHAPES_H

#include "infer/known.h"
#include "model/model.h"

/* Shapes, element types and small contents of a model's tensors: what the file states,
   what the user overrides, and what follows from both through the operations. */

/* The user's overrides: --shape TENSOR=1,3,24,24 and --dim NAME=1. */
struct shape_override {
	const char *tensor;
	size_t rank;
	const int64_t *extent; /* 0 or more each */
	bool used;             /* set by shapes_infer: the model has the tensor */
};

struct dim_override {
	const char *name;
	int64_t length; /* 0 or more */
	bool used;      /* set by shapes_infer: a shape of the model has the name */
};

struct overrides {
	struct shape_override *shape;
	size_t nshape;
	struct dim_override *dim;
	size_t ndim;
};

struct shapes_room;

/* A model and what is known of its values. */
struct shapes {
	const struct model *model;
	const struct known *known; /* one for each value of the model */
	/* Overrides that contradict the file or each other: the ends of messages, one for
	   each mistake. */
	const char *const *contradiction;
	size_t ncontradiction;
	struct shapes_room *room; /* private to this room */
};

#endif
