#ifndef OPGEN_CODE_WRITTEN_PARTS_H
#define OPGEN_CODE_WRITTEN_PARTS_H

#include "code/proof/regions.h"
#include "code/statements/code.h"

#include <stddef.h>

/* What the parts of a stage read and write, which threads run at once: no part writes
   what another one reads or writes. */

struct arena;

/* What a part does with what its parameters point to, by their numbers. */
struct part_effects {
	const struct function *part;
	const struct regions *sets;
	const struct regions *needs; /* inputs are left out: nobody writes them */
};

struct written_parts {
	struct arena *arena;
	struct part_effects *effects;
	size_t n;
};

/* The parts of a stage are added one after the other. */
void written_parts_add(struct written_parts *parts, const struct part_effects *effects);

/* The first two parts that meet, in words; NULL: there are none. */
const char *written_parts_problem(
	const struct written_parts *parts, struct arena *scratch);

#endif
