#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* Seconds before the first line, and between lines. */
static const double patience = 1, interval = 0.5;

enum {
	WIDTH = 60 /* of a line */
};

static double
seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void
progress_begin(struct progress *progress, uint64_t size, bool on_terminal)
{
	*progress = (struct progress){.size = size};
	if (isatty(STDERR_FILENO) && !on_terminal)
		progress->next = seconds() + patience;
}

void
progress_tell(struct progress *progress, uint64_t written)
{
	double now = progress->next > 0 ? seconds() : 0;

	if (now < progress->next || progress->next <= 0)
		return;
	fprintf(stderr, "\ropgen: %" PRIu64 " of %" PRIu64 " MB written",
		written / 1000000, progress->size / 1000000);
	progress->shown = true;
	progress->next = now + interval;
}

void
progress_end(struct progress *progress)
{
	if (progress->shown)
		fprintf(stderr, "\r%*s\r", WIDTH, "");
	progress->shown = false;
}
