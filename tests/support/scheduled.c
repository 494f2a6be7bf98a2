#include "support/test.h"

#include "support/scheduled.h"

#include <string.h>

void
schedule_spec(struct scheduled *scheduled, const char *spec,
	const struct settings *settings, uint64_t max_output)
{
	struct subject *subject = &scheduled->subject;

	assert_true(subject_plan(subject, "spec.json", spec, strlen(spec)));
	scheduled->fits =
		subject_schedule(subject, "", settings, max_output, &scheduled->schedule);
}

void
schedule_plain(struct scheduled *scheduled, const char *spec, enum unroll unroll,
	enum numerics numerics, uint64_t max_output)
{
	const struct settings settings = {.targets = {{target_find("generic")}, 1},
		.numerics = numerics,
		.unroll = unroll,
		.has_unroll = true};

	schedule_spec(scheduled, spec, &settings, max_output);
}
