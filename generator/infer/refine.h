#ifndef OPGEN_INFER_REFINE_H
#define OPGEN_INFER_REFINE_H

#include <stdint.h>

struct dims;
struct shapes_room;

/* Takes dimensions that an operation comes to for a value. */
void room_refine(struct shapes_room *room, int64_t value, const struct dims *dims);

#endif
