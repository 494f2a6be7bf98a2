#include "report/designs.h"

#include <string.h>

#include "base/arena.h"
#include "plan/plan.h"
#include "schedule/kernel_choice.h"

/* Sorts designs by their times; equal ones stay in their order. */
static void
sort(struct compared *compared, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct compared c = compared[i];
		size_t k = i;

		for (; k && compared[k - 1].time > c.time; k--)
			compared[k] = compared[k - 1];
		compared[k] = c;
	}
}

struct designs
designs_read(const struct schedule *schedule, struct arena *arena)
{
	size_t n = schedule->ncompared ? schedule->ncompared : 1;
	struct compared *all = arena_array(arena, struct compared, n);
	double most;

	if (schedule->ncompared)
		memcpy(all, schedule->compared, n * sizeof *all);
	else
		*all = (struct compared){
			.kernel = schedule->kernel, .time = schedule_time(schedule)};
	sort(all, n);
	most = all[n - 1].time;
	return (struct designs){all, n, most > 0 ? most : 1};
}

const char *
design_left_out(
	const struct schedule *schedule, const struct kernel *kernel, struct arena *arena)
{
	const char *obstacle;

	if (kernel->kind != schedule->plan->kind || kernel == schedule->kernel)
		return NULL;
	for (size_t i = 0; i < schedule->ncompared; i++)
		if (schedule->compared[i].kernel == kernel)
			return NULL;
	obstacle = kernel_obstacle(kernel, schedule, arena);
	if (obstacle)
		return obstacle;
	if (!schedule->ncompared)
		return "nothing was compared";
	return kernel->straight ? "beyond the budget of straight-line code"
				: "no plan of it fits, or compilers make the same of "
				  "another design";
}
