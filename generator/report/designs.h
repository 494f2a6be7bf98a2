#ifndef OPGEN_REPORT_DESIGNS_H
#define OPGEN_REPORT_DESIGNS_H

#include "kernels/design.h"

#include <stddef.h>

struct arena;

/* The designs that a schedule's was chosen from, the fastest first; its own if there was
   no choice. */
struct designs {
	const struct compared *compared;
	size_t n;
	double most; /* the longest of their times; 1 if there is none */
};
struct designs designs_read(const struct schedule *schedule, struct arena *arena);

/* Why a design was not compared; NULL: it was, or its plans are of another kind. */
const char *design_left_out(const struct schedule *schedule, const struct kernel *kernel,
	struct arena *arena);

#endif
