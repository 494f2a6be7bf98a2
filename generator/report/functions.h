#ifndef OPGEN_REPORT_FUNCTIONS_H
#define OPGEN_REPORT_FUNCTIONS_H

#include "code/writers.h"
#include "kernels/design.h"

#include <stddef.h>

struct arena;
struct out;

/* An emitted function, as a page tells of it. */
struct told {
	const char *name;
	const char *comment; /* what it computes; "" */
	int64_t nsum;  /* sums that its statements keep in variables and in arrays */
	int lanes;     /* of each */
	int64_t bytes; /* of outputs, that it stores */
	int color;     /* of the region that it stores; -1: none */
};

/* What is read off the code of a schedule. */
struct functions {
	struct told *told; /* by their numbers */
	size_t ntold;
	const struct written *written; /* which of them stores what; none: not known */
	size_t nwritten;
};

struct functions functions_read(const struct schedule *schedule, struct arena *arena);

/* Puts the text of each, folded. */
void functions_put(
	struct out *out, const struct schedule *schedule, const struct functions *of);

#endif
