#ifndef OPGEN_ATTRIBUTE_H
#define OPGEN_ATTRIBUTE_H

#include "op.h"
#include "spec.h"

struct arena;
struct source;

/* Reports whatever in an attribute's type and value is not what its rule wants. title is
   the op with its version, "LpPool-18", as a message names it. */
void attribute_check(const struct attribute *attribute, const struct attribute_rule *rule,
	const char *title, struct source *source, struct arena *arena);

#endif
