#ifndef OPGEN_SCHEDULE_LOWER_H
#define OPGEN_SCHEDULE_LOWER_H

#include "kernels/common/lowering.h"
#include "schedule/parts.h"

/* The parts of each entry; none: no parts are asked for, or there are no outputs. */
struct entry_parts {
	struct part_functions cut[NENTRY];
	size_t nlast; /* functions of parts, which come last */
};

/* Lowers a schedule's plan to functions with its kernel, or by its parts. */
void schedule_lower(const struct schedule *schedule, struct code_builder *code,
	struct entry_parts *parts);

#endif
