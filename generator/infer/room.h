#ifndef OPGEN_INFER_ROOM_H
#define OPGEN_INFER_ROOM_H

#include "infer/contents.h"
#include "infer/known.h"

struct arena;
struct model;

/* What the room keeps of a value beside what it shows. */
struct fact {
	const struct contents *contents; /* NULL: none, or not yet looked into */
	/* Where the elements of a constant come from: a constant of the model, floats,
	   or, as a splat, nothing, which is 0. */
	const struct value *source;
	const float *floats;
	size_t nfloat;
	bool splat;   /* every element is the source's only one */
	bool decoded; /* the source has been looked into for contents */
	bool failed;  /* the operation that makes it cannot take its inputs */
	/* The value upstream that keeps something about this one from being known;
	   itself: none upstream. */
	int64_t blame;
};

struct shapes_room {
	const struct model *model;
	struct known *known; /* one for each value */
	struct fact *fact;   /* likewise */
	size_t nconflict;
	struct arena *arena;
};

#endif
