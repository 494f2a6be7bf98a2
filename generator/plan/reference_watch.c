#include "plan/reference_watch.h"

#include <stddef.h>

#include "base/progress.h"

/* The clock is asked for every so many outputs. */
enum {
	WATCHED = 1024
};

void
reference_watch_begin(struct reference_watch *watch, int64_t all)
{
	if (!watch)
		return;
	watch->all = all;
	watch->done = 0;
}

void
reference_watch_pass(struct reference_watch *watch, int64_t n)
{
	int64_t before;

	if (!watch)
		return;
	before = watch->done;
	watch->done += n;
	if (before / WATCHED != watch->done / WATCHED)
		progress_tell(watch->progress,
			(uint64_t)((double)watch->work * (double)watch->done /
				   (double)watch->all));
}
