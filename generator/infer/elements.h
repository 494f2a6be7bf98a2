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
   row-major, in the machine's own representation of known.dtype, aligned for it. They
   live in the arena, or where the model does. Returns NULL and sets *why, the end of a
   message, when they cannot be had. */
const void *shapes_elements(const struct shapes *shapes, int64_t value,
	struct arena *arena, const char **why);

/* Of such a value whose elements are all the same, by what makes it: that element; of
   another one NULL. */
const void *shapes_splat(const struct shapes *shapes, int64_t value, struct arena *arena);

#endif
