#ifndef OPGEN_INFER_MISSING_H
#define OPGEN_INFER_MISSING_H

#include <stdint.h>

struct arena;
struct shapes;

/* Why a value's shape is not concrete, as the end of a message: names the nearest
   upstream tensor that is the cause, and what to do ("the shape of 'x' is not in the
   file; pass --shape x=..."). */
const char *shapes_missing(
	const struct shapes *shapes, int64_t value, struct arena *arena);

#endif
