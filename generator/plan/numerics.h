#ifndef OPGEN_PLAN_NUMERICS_H
#define OPGEN_PLAN_NUMERICS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/dtype.h"
#include "plan/value_kind.h"

/* The rounding of multiplications and additions. */
enum numerics {
	NUMERICS_DEFAULT, /* not given */
	NUMERICS_STRICT,  /* every operation is rounded */
	NUMERICS_FMA,     /* a product and the sum that takes it are rounded once */
	NUMERICS_FAST,    /* tiles of 2 by 2 outputs may be transformed */
	NUMERICS_FAST4    /* of 4 by 4 outputs, too */
};

enum {
	NNUMERICS = NUMERICS_FAST4 + 1
};

/* "strict" and so on, as --numerics takes them, except for "default". */
extern const char *const numerics_names[NNUMERICS];
const char *numerics_name(enum numerics numerics);

/* Outputs along an axis of a tile that may be transformed; 0: none may. */
int64_t numerics_tile(enum numerics numerics);

/* The runtime's function that computes another one of a type where multiply-adds are
   fused, or not: only floats have fused ones, and not of pow, which is computed in
   double. */
enum elementary numerics_elementary(
	enum elementary function, bool fused, enum dtype dtype);

#endif
