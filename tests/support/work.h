#ifndef OPGEN_TESTS_WORK_H
#define OPGEN_TESTS_WORK_H

#include <stdbool.h>
#include <stddef.h>

#include "schedule/schedule.h"
#include "support/case.h"
#include "support/subject.h"
#include "support/variant.h"

/* The work that a conformance case is, and what has been made of it so far. Functions
   that return false have printed why. */
struct work {
	size_t index;          /* among the cases */
	size_t turn;           /* decides which variants there are */
	const char *directory; /* the case's own */
	struct conformance_case c;
	struct subject subject;
	struct schedule schedule[NVARIANT];
	bool made[NVARIANT]; /* false: refused for its size, or not for the kernel, or
				not the case's turn */
	struct arena *arena;
};

/* A path in the work's directory. */
const char *file_in(const struct work *work, const char *name);

/* The command refuses the case, with a message and without an output. */
bool work_check_refused(const struct work *work);

/* From the case to the plan; it is not refused. */
bool work_plan(struct work *work);

/* Its plan has the shape that the case expects. */
bool work_has_shape(const struct work *work);

/* Plans the case, whose shape has to be the expected one, and schedules its variants. No
   other work has functions of the same names. */
bool work_schedule(struct work *work);

/* One of the variants as the command writes it is what the rooms write in this process.
 */
bool work_check_command(struct work *work);

#endif
