#ifndef OPGEN_INFER_ELEMENTS_H
#define OPGEN_INFER_ELEMENTS_H

#include <stdint.h>

struct arena;
struct contents;
struct shapes;
struct shapes_room;

/* The contents of a value, or NULL. */
const struct contents *room_contents(struct shapes_room *room, int64_t value);

/* The elements of a value whose known.constant is set and whose shape is concrete:
   row-major, aligned, in the machine's representation of known.dtype. They live in the
   arena or in the model. Returns NULL and sets *why, the end of a message, if they cannot
   be read. */
const void *shapes_elements(const struct shapes *shapes, int64_t value,
	struct arena *arena, const char **why);

/* If all elements of such a value are equal by construction, that element; else NULL. */
const void *shapes_splat(const struct shapes *shapes, int64_t value, struct arena *arena);

#endif
