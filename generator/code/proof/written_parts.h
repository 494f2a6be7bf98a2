#ifndef OPGEN_CODE_WRITTEN_PARTS_H
#define OPGEN_CODE_WRITTEN_PARTS_H

#include "code/proof/regions.h"
#include "code/statements/code.h"

#include <stddef.h>

/* What the parts of functions write, which threads run at once: each element of an output
   is written by one of them. */

struct arena;

/* What a part of a function writes of its parameters. */
struct part_writes {
	const struct function *part;
	const struct regions *sets; /* by the parameters' numbers */
};

struct written_parts {
	struct arena *arena;
	struct part_writes *written;
	size_t n;
};

/* The parts of a function are added one after the other. */
void written_parts_add(struct written_parts *parts, const struct function *part,
	const struct regions *sets);

/* The first element that no part of its function writes, or several do, in words; NULL:
   there is none. */
const char *written_parts_problem(
	const struct written_parts *parts, struct arena *scratch);

#endif
