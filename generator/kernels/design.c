#include "kernels/design.h"

#include "base/arena.h"
#include "code/statements/build.h"
#include "code/timing/time.h"
#include "code/walk/count.h"

bool
takes_scratch(const struct schedule *schedule)
{
	return schedule->plan->kind != PLAN_NETWORK &&
	       schedule->settings.workspace == WORKSPACE_ARGUMENT;
}

uint64_t
schedule_stack(const struct schedule *schedule)
{
	struct arena lasting = {0}, body = {0};
	struct counting counting;
	struct code_builder code;
	uint64_t stack;

	count_begin(&counting, &lasting);
	code = code_begin(&lasting, &body, &counting.sink, "");
	code.in_workspace = takes_scratch(schedule);
	schedule->kernel->lower(schedule, &code);
	stack = count_end(&counting).stack_bytes;
	arena_free(&body);
	arena_free(&lasting);
	return stack;
}

struct timed
schedule_timed(const struct schedule *schedule)
{
	struct arena lasting = {0}, body = {0};
	struct timing timing;
	struct code_builder code;
	struct timed timed;

	time_begin(&timing, schedule->target, &lasting);
	code = code_begin(&lasting, &body, &timing.sink, "");
	schedule->kernel->lower(schedule, &code);
	timed = (struct timed){time_end(&timing), code.nstatement};
	arena_free(&body);
	arena_free(&lasting);
	return timed;
}

double
schedule_time(const struct schedule *schedule)
{
	return schedule_timed(schedule).cycles;
}
