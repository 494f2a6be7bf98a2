#ifndef OPGEN_REPORT_PLANES_H
#define OPGEN_REPORT_PLANES_H

#include "report/functions.h"

struct arena;
struct out;

enum {
	REGION_COLORS = 12 /* that the page has; further ones begin again */
};

/* Draws which function stores which outputs of the first plane, and of the last where
   that differs, with a legend; gives the functions their colors. Draws nothing where that
   is not known, or the plane too large to be looked at. */
void planes_draw(struct out *out, const struct plan *plan, struct functions *functions,
	struct arena *arena);

#endif
