#include "kernels/common/size.h"

#include "schedule.h"
#include "target.h"

#include <string.h>

enum {
	/* Text without names. */
	FILE_TEXT = 900,   /* a file of one node */
	TARGET_TEXT = 250, /* more, where the target is not every machine */
	PACK_TEXT = 650,   /* the functions for weights that come at run time */
	/* How often the node's name is in it. */
	FILE_NAMES = 6,
	PACK_NAMES = 10
};

uint64_t
size_of_number(int64_t n)
{
	uint64_t count = 1;

	for (; n >= 10; n /= 10)
		count++;
	return count;
}

uint64_t
size_around(const struct schedule *schedule)
{
	const struct plan *plan = schedule->plan;
	bool packs = plan->weights && !plan->weights->constant;
	uint64_t text = FILE_TEXT, names = FILE_NAMES;

	if (schedule->target->attribute)
		text += TARGET_TEXT;
	if (packs) {
		text += PACK_TEXT;
		names += PACK_NAMES;
	}
	return text + names * strlen(schedule->name);
}
