#include "schedule/lower.h"

#include "schedule/parts.h"

void
schedule_lower(const struct schedule *schedule, struct code_builder *code)
{
	if (schedule->parts)
		parts_lower(schedule, code);
	else
		schedule->kernel->lower(schedule, code);
}
