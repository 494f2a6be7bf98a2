#ifndef OPGEN_OPS_LAYOUTS_H
#define OPGEN_OPS_LAYOUTS_H

#include "plan/plan.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct node;
struct operation;
struct source;
struct spec;
struct tensor;

/* The words for layouts, in the order of enum window_layout, NULL at the end. */
extern const char *const layout_word[];

/* Lays X and Y out as the node asks, or the spec for all nodes, which counts more.
   Reports what the operation cannot have and returns false. */
bool layouts_apply(struct plan *plan, const struct spec *spec,
	const struct operation *operation, struct source *source, struct arena *arena);

/* Lays src and dst of a plan out, and tells of those that have their channels last. */
void layouts_set(struct plan *plan, enum window_layout src, enum window_layout dst,
	struct arena *arena);

/* The end of a message about weights whose channels are not those of the first input: in
   which order extents are, where one of the two has its channels elsewhere; else "".
   form: the weights' order; `each`: the extent of theirs that counts a group's
   channels. */
const char *layouts_hint(const struct operation *operation, const struct tensor *weights,
	int each, int64_t group, const char *form, struct arena *arena);

#endif
