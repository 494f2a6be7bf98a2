#ifndef OPGEN_INFER_INFER_H
#define OPGEN_INFER_INFER_H

#include "infer/shapes.h"

struct arena;

/* Infers what can be known. Never fails: what cannot be known stays unknown. Takes time
   linear in the model; does not recurse. What is allocated lives in the arena. */
void shapes_infer(struct shapes *shapes, const struct model *model,
	struct overrides *overrides, struct arena *arena);

#endif
