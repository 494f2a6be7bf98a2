#ifndef OPGEN_SCHEDULE_LOWER_H
#define OPGEN_SCHEDULE_LOWER_H

#include "code/cut.h"
#include "kernels/common/lowering.h"

/* The parts of each entry; none: no parts are asked for, the entry is not cut, or there
   are no outputs. */
struct entry_parts {
	struct cut cut[NENTRY];
	size_t nbefore; /* functions before those of the parts; 0: no parts */
};

/* Lowers a schedule's plan to functions with its kernel. If the settings ask for parts,
   and `parts` is not NULL, also cuts the entries that compute outputs. */
void schedule_lower(const struct schedule *schedule, struct code_builder *code,
	struct entry_parts *parts);

#endif
