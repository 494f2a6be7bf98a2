#ifndef OPGEN_OPS_LAYOUTS_H
#define OPGEN_OPS_LAYOUTS_H

#include <stdbool.h>

struct arena;
struct node;
struct operation;
struct plan;
struct source;
struct spec;

/* The words for layouts, in the order of enum window_layout, NULL at the end. */
extern const char *const layout_word[];

/* Lays X and Y out as the node asks, or the spec for all nodes, which counts more.
   Reports what the operation cannot have and returns false. */
bool layouts_apply(struct plan *plan, const struct spec *spec,
	const struct operation *operation, struct source *source, struct arena *arena);

#endif
