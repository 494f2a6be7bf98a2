#ifndef OPGEN_TO_SPEC_H
#define OPGEN_TO_SPEC_H

#include "spec.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct candidate;
struct nodes;

/* What becomes of the constants of the chosen nodes. */
enum constants {
	CONSTANTS_EMBEDDED, /* decoded */
	CONSTANTS_PARAM,    /* arguments, where the operation allows that */
	CONSTANTS_TRIED     /* decoded, but kept only where the plan needs them */
};

/* Makes a spec of candidates: what a reader of JSON would have made of the same. Reports
   what a candidate lacks, at a place that names the node, the input and its tensor, in
   the nodes' source; returns false then. */
bool to_spec(struct spec *spec, const struct nodes *nodes,
	const struct candidate *const *candidate, size_t ncandidate,
	enum constants constants, struct arena *arena);

#endif
