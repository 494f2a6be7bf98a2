#ifndef OPGEN_INFER_REFINE_H
#define OPGEN_INFER_REFINE_H

#include <stdint.h>

struct dims;
struct shapes_room;

/* Refines a value by the dimensions inferred from its operation. */
void room_refine(struct shapes_room *room, int64_t value, const struct dims *dims);

#endif
