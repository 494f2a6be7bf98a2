#include "schedule/lower.h"

void
schedule_lower(const struct schedule *schedule, struct code_builder *code,
	struct entry_parts *parts)
{
	*parts = (struct entry_parts){0};
	if (schedule->parts)
		parts->nlast = parts_lower(schedule, code, parts->cut);
	else
		schedule->kernel->lower(schedule, code);
}
