#ifndef OPGEN_SHAPES_ROOM_H
#define OPGEN_SHAPES_ROOM_H

#include "shapes/contents.h"
#include "shapes/dims.h"

struct arena;

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

/* Starts with what the file states and what the user says; mistakes of the latter go to
   shapes->contradiction. */
void room_declare(struct shapes *shapes, struct said *said);

/* Takes dimensions that an operation comes to for a value. */
void room_learn(struct shapes_room *room, int64_t value, const struct dims *dims);

/* The contents of a value, or NULL. */
const struct contents *room_contents(struct shapes_room *room, int64_t value);

/* The nodes in an order in which every node comes after those that make its inputs, as
   far as they are no cycle. */
const size_t *room_order(const struct model *model, struct arena *arena);

/* The number of elements of a concrete shape; false when it is above LENGTH_LIMIT. */
bool known_count(const struct known *known, int64_t *count);

/* A shape as a message shows it: "[?, 3, 24, 24]". */
const char *extents_text(const int64_t *extent, size_t rank, struct arena *arena);

#endif
