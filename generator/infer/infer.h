#ifndef OPGEN_INFER_INFER_H
#define OPGEN_INFER_INFER_H

#include "infer/shapes.h"

struct arena;
struct computer;

/* Infers what can be known. Never fails: the rest stays unknown. Takes time linear in the
   size of the model, and does not recurse. Allocates from the arena. computer: NULL:
   rules alone say what elements there are. */
void shapes_infer(struct shapes *shapes, const struct model *model,
	struct overrides *overrides, const struct computer *computer,
	struct arena *arena);

#endif
