#ifndef OPGEN_REPORT_PLANES_H
#define OPGEN_REPORT_PLANES_H

#include "report/functions.h"

struct arena;
struct out;

enum {
	REGION_COLORS = 12 /* colours of the page; further functions begin again */
};

/* Draws which function stores which elements of the first output's first plane, and of
   its last plane if that differs, with a legend. Sets the functions' colours. Draws
   nothing if that is not known, or the plane is too large. */
void planes_draw(struct out *out, const struct plan *plan, struct functions *functions,
	struct arena *arena);

#endif
