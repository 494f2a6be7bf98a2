#ifndef OPGEN_SCHEDULE_PARTS_H
#define OPGEN_SCHEDULE_PARTS_H

#include "kernels/design.h"

#include <stdint.h>

struct arena;
struct code_builder;

/* Parts of a plan, which threads compute at once: boxes of its outputs (plan/restrict.h),
   along the axis by which the slowest one is fastest. */

/* Cuts a schedule, whose kernel is chosen, into at most as many parts as its settings
   ask for. */
void schedule_cut(struct schedule *schedule, uint64_t max_output, struct arena *arena);

/* The functions of an entry's parts, each of which writes one box. */
struct part_functions {
	const struct function **part;
	size_t npart; /* 0: there are no outputs */
};

/* Lowers a schedule that is cut: the functions of the boxes, then the entries, which
   call all of them, then those of the parts. Returns how many of the latter there
   are. */
size_t parts_lower(const struct schedule *schedule, struct code_builder *code,
	struct part_functions parts[static NENTRY]);

#endif
