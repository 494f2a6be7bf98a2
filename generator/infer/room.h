#ifndef OPGEN_INFER_ROOM_H
#define OPGEN_INFER_ROOM_H

#include "infer/contents.h"
#include "infer/known.h"

struct arena;
struct model;

/* What this room keeps of a value beside what it exports. */
struct fact {
	const struct contents *contents; /* NULL: none, or not yet decoded */
	/* The source of a constant's elements: a constant of the model, the elements
	   below, or, for a splat, nothing, which means 0. */
	const struct value *source;
	const void *elements; /* those of a node that was computed, or of an attribute */
	size_t nelement;
	enum dtype type; /* of those */
	bool splat;      /* every element equals the source's only one */
	bool decoded;    /* the source has been decoded into contents */
	bool failed;     /* the operation that makes it cannot take its inputs */
	/* The upstream value because of which something about this one is unknown; the
	   value itself: none upstream. */
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
