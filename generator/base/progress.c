#include "base/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/shown.h"

/* Seconds before the first line, and between lines. */
static const double patience = 1, interval = 0.5;

static double
seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void
progress_start(struct progress *progress, const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	*progress = (struct progress){.what = ""};
	if (path)
		shown_copy(progress->of, sizeof progress->of, slash ? slash + 1 : path);
	if (isatty(STDERR_FILENO))
		progress->next = seconds() + patience;
}

void
progress_node(struct progress *progress, size_t node, size_t nnode, const char *name)
{
	if (!progress)
		return;
	progress->node = node;
	progress->nnode = nnode;
	shown_copy(progress->name, sizeof progress->name, name);
}

void
progress_begin(struct progress *progress, const char *what, uint64_t size)
{
	if (!progress)
		return;
	progress->what = what;
	progress->passed = 0;
	progress->size = size;
	progress_tell(progress, 0);
}

/* Never 100 % before the end: sizes may be estimates. */
static int
percent(const struct progress *progress, uint64_t done)
{
	double share = progress->size ? ((double)progress->passed + (double)done) /
						(double)progress->size
				      : 0;

	return share < 0.99 ? (int)(100 * share) : 99;
}

static void
print(struct progress *progress, const char *what)
{
	char node[80] = "", line[PROGRESS_WIDTH + 1];
	int width;

	if (progress->node)
		snprintf(node, sizeof node, "[%zu/%zu] %s", progress->node,
			progress->nnode, progress->name);
	width = snprintf(line, sizeof line, "opgen: %s%s%s%s%s", progress->of,
		*progress->of ? ": " : "", node, *node && *what ? ": " : "", what);
	if (width > PROGRESS_WIDTH)
		width = PROGRESS_WIDTH;
	fprintf(stderr, "\r%-*s", progress->width, line);
	if (width > progress->width)
		progress->width = width;
}

/* Whether a line is due; the next one is due later. */
static bool
is_due(struct progress *progress)
{
	double now;

	if (!progress || progress->next <= 0)
		return false;
	now = seconds();
	if (now < progress->next)
		return false;
	progress->next = now + interval;
	return true;
}

void
progress_tell(struct progress *progress, uint64_t done)
{
	char what[48];

	if (!is_due(progress))
		return;
	snprintf(what, sizeof what, "%s, %d %%", progress->what, percent(progress, done));
	print(progress, what);
}

void
progress_count(struct progress *progress, size_t ndone, size_t nnode, const char *name)
{
	progress_node(progress, ndone, nnode, name);
	if (is_due(progress))
		print(progress, "");
}

void
progress_pass(struct progress *progress, uint64_t work)
{
	if (!progress)
		return;
	progress->passed += work;
	progress_tell(progress, 0);
}

void
progress_end(struct progress *progress)
{
	if (progress && progress->width)
		fprintf(stderr, "\r%*s\r", progress->width, "");
	if (progress)
		progress->width = 0;
}
