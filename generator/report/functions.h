#ifndef OPGEN_REPORT_FUNCTIONS_H
#define OPGEN_REPORT_FUNCTIONS_H

#include "code/proof/writers.h"
#include "kernels/design.h"

#include <stddef.h>

struct arena;
struct out;

/* What a page says of an emitted function. */
struct told {
	const char *name;
	const char *comment; /* what it computes; "" */
	int64_t nsum;  /* sums that its statements keep in variables and in arrays */
	int lanes;     /* lanes of each sum */
	int64_t bytes; /* bytes of outputs that it stores */
	int color; /* number of its colour in pictures, below REGION_COLORS; -1: none */
};

/* What is found in the code of a schedule. */
struct functions {
	struct told *told; /* by their numbers */
	size_t ntold;
	const struct written *written; /* which function stores what; NULL: not known */
	size_t nwritten;
};

struct functions functions_read(const struct schedule *schedule, struct arena *arena);

/* The same of a step of a network, whose functions may be called as those of other steps
   are. */
struct functions functions_read_step(
	const struct schedule *network, size_t step, struct arena *arena);

/* The function whose statements keep the most sums; of those the one that stores the
   most; NULL: none keeps any. */
const struct told *functions_tile(const struct functions *functions);

/* Puts the text of each function, folded. */
void functions_put(
	struct out *out, const struct schedule *schedule, const struct functions *of);

#endif
