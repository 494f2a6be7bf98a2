#ifndef OPGEN_OPS_MICROSOFT_H
#define OPGEN_OPS_MICROSOFT_H

#include "ops/op.h"
#include "ops/operation.h"

#include <stdbool.h>

struct arena;
struct source;

/* What operations of com.microsoft have in common: tensors of 8-bit integers, each with a
   scale and, if it is not 0, a zero point. */

extern const int microsoft_versions[];

/* The rows of a scale, and of its zero point. */
/* clang-format off */
#define MICROSOFT_SCALE(spelt) \
	{spelt, .own_dtype = OWN_FLOAT32, .summary = "one element"}
#define MICROSOFT_ZERO(spelt) \
	{spelt, .optional = true, .summary = "one element; without it 0"}
/* clang-format on */

/* Whether an input's scale and zero point, which follow it, are single ones, and the
   scale is finite and above 0 where it is known. */
bool microsoft_scale_fits(const struct operation *operation, int scale,
	struct source *source, struct arena *arena);

#endif
