#ifndef OPGEN_INFER_INFER_H
#define OPGEN_INFER_INFER_H

#include "infer/shapes.h"

struct arena;

/* Infers what can be known. Never fails: the rest stays unknown. Takes time linear in the
   size of the model, and does not recurse. Allocates from the arena. */
void shapes_infer(struct shapes *shapes, const struct model *model,
	struct overrides *overrides, struct arena *arena);

#endif
