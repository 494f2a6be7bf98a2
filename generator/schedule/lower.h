#ifndef OPGEN_SCHEDULE_LOWER_H
#define OPGEN_SCHEDULE_LOWER_H

#include "code/cut.h"
#include "kernels/common/lowering.h"

/* The parts that an entry is cut into; none: nobody asked for parts, the entry has none,
   or there are no outputs. */
struct entry_parts {
	struct cut cut[NENTRY];
	size_t nbefore; /* functions before those of the parts; 0: nobody asked for parts
			 */
};

/* Lowers a schedule's plan to functions, as its kernel does; and cuts its entries where
   parts are asked for, and parts is not NULL. */
void schedule_lower(const struct schedule *schedule, struct code_builder *code,
	struct entry_parts *parts);

#endif
