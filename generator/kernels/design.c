#include "kernels/design.h"

#include "base/arena.h"
#include "code/build.h"
#include "code/time.h"

double
schedule_time(const struct schedule *schedule)
{
	struct arena lasting = {0}, body = {0};
	struct timing timing;
	struct code_builder code;
	double time;

	time_begin(&timing, schedule->target, &lasting);
	code = code_begin(&lasting, &body, &timing.sink, "");
	schedule->kernel->lower(schedule, &code);
	time = time_end(&timing);
	arena_free(&body);
	arena_free(&lasting);
	return time;
}
