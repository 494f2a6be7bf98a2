#ifndef OPGEN_PLAN_RESTRICT_WINDOW_H
#define OPGEN_PLAN_RESTRICT_WINDOW_H

#include "plan/box.h"

/* Windows restricted to images, groups, output channels or positions, as restrict.h has
   it. */

enum {
	RESTRICT_IMAGES,
	RESTRICT_GROUPS,
	RESTRICT_CHANNELS,
	RESTRICT_POSITIONS /* the first axis of positions */
};

int64_t restrict_window_extent(const struct plan *plan, int axis);
void restrict_window(struct plan_box *box, const struct box_range *range);

#endif
