#include "network/fit.h"

#include "base/arena.h"
#include "network/lower.h"
#include "schedule/fit.h"
#include "schedule/schedule.h"

#include <string.h>

/* The steps that share a function, by the number of the first one, with the designs that
   it may have, and the one that it has. */
struct group {
	size_t first, nstep;
	struct fitting *fitting;
	size_t nfitting;
	const struct fitting *chosen; /* NULL: the design that it had */
	uint64_t bytes;
	double cycles;
};

struct network_fit {
	const struct schedule *schedule;
	struct group *group;
	size_t ngroup;
	size_t *of; /* the group of each step */
	uint64_t max_output;
	struct arena *arena;
};

/* A step's schedule before its design was chosen. */
static struct schedule
unplanned(const struct schedule *s)
{
	return (struct schedule){.plan = s->plan,
		.name = s->name,
		.stem = s->stem,
		.target = s->target,
		.settings = s->settings,
		.asked = s->asked,
		.tile = s->tile,
		.next = s->next,
		.step = s->step};
}

/* Whether a design can compute the step where its output is in place of an operand. */
static bool
is_safe(const struct fitting *f)
{
	struct schedule alone = f->schedule;

	alone.next = NULL;
	return !alone.plan->over || schedule_is_safe(&alone);
}

static void
find_designs(struct network_fit *fit, struct group *g)
{
	const struct schedule *s = step_schedule(fit->schedule, g->first);
	struct schedule before = unplanned(s);
	size_t n = 0;

	g->bytes = fit_bytes(s);
	g->cycles = schedule_time(s);
	g->nfitting = fit_designs(&before, fit->max_output, &g->fitting, fit->arena);
	for (size_t i = 0; i < g->nfitting; i++)
		if (is_safe(&g->fitting[i]))
			g->fitting[n++] = g->fitting[i];
	g->nfitting = n;
}

/* The group of an earlier step whose function a step shares; ngroup: there is none. */
static size_t
group_of(const struct network_fit *fit, size_t step)
{
	const char *name = step_function(fit->schedule, step);
	size_t i = 0;

	while (i < fit->ngroup &&
		strcmp(step_function(fit->schedule, fit->group[i].first), name) != 0)
		i++;
	return i;
}

struct network_fit *
network_fit_begin(
	const struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	struct network_fit *fit = arena_new(arena, struct network_fit);
	size_t nstep = schedule_network(schedule)->nstep;

	*fit = (struct network_fit){.schedule = schedule,
		.group = arena_array(arena, struct group, nstep),
		.of = arena_array(arena, size_t, nstep),
		.max_output = max_output,
		.arena = arena};
	for (size_t i = 0; i < nstep; i++) {
		size_t k = group_of(fit, i);

		fit->of[i] = k;
		fit->group[k].nstep++;
		if (k < fit->ngroup)
			continue;
		fit->group[fit->ngroup++].first = i;
		find_designs(fit, &fit->group[k]);
	}
	return fit;
}

/* Cycles of all steps of a group that another design adds. */
static double
added_time(const struct group *g, const struct fitting *f)
{
	return (f->cycles - g->cycles) * (double)g->nstep;
}

/* What a byte costs that a design saves, in cycles. */
static double
price(const struct group *g, const struct fitting *f)
{
	return added_time(g, f) / (double)(g->bytes - f->bytes);
}

static void
choose(struct group *g, const struct fitting *f)
{
	g->chosen = f;
	g->bytes = f->bytes;
	g->cycles = f->cycles;
}

/* Chooses the design by which a byte costs the least, and returns how many bytes that
   saves; 0: none saves any. */
static uint64_t
save_cheapest(const struct network_fit *fit)
{
	const struct fitting *cheapest = NULL;
	struct group *best = NULL;
	uint64_t saved = 0;

	for (size_t i = 0; i < fit->ngroup; i++) {
		struct group *g = &fit->group[i];

		for (size_t k = 0; k < g->nfitting; k++) {
			const struct fitting *f = &g->fitting[k];

			if (f->bytes >= g->bytes ||
				(best && price(g, f) >= price(best, cheapest)))
				continue;
			best = g;
			cheapest = f;
		}
	}
	if (best) {
		saved = best->bytes - cheapest->bytes;
		choose(best, cheapest);
	}
	return saved;
}

/* Chooses the design that saves the most time and adds at most `spare` bytes, and returns
   how many are left; the same as before: there is none. */
static uint64_t
spend(const struct network_fit *fit, uint64_t spare)
{
	const struct fitting *fastest = NULL;
	struct group *best = NULL;

	for (size_t i = 0; i < fit->ngroup; i++) {
		struct group *g = &fit->group[i];

		for (size_t k = 0; k < g->nfitting; k++) {
			const struct fitting *f = &g->fitting[k];

			if (f->bytes <= g->bytes || f->bytes - g->bytes > spare ||
				added_time(g, f) >=
					(best ? added_time(best, fastest) : 0))
				continue;
			best = g;
			fastest = f;
		}
	}
	if (best) {
		spare -= fastest->bytes - best->bytes;
		choose(best, fastest);
	}
	return spare;
}

/* Gives a step a design that another one with the same function has. */
static void
replace(struct network_fit *fit, size_t step, const struct kernel *kernel)
{
	/* The network's maker owns the schedules. */
	struct schedule *s = (struct schedule *)step_schedule(fit->schedule, step);
	struct schedule before = unplanned(s);
	struct fitting own;

	if (!fit_design(&own, &before, kernel, fit->max_output, fit->arena))
		return;
	own.schedule.next = NULL;
	schedule_count(&own.schedule);
	own.schedule.next = s->next;
	*s = own.schedule;
}

bool
network_fit_save(struct network_fit *fit, uint64_t bytes)
{
	uint64_t saved = 0, least = 1, spare, left;
	bool any = false;

	while (saved < bytes && least)
		saved += least = save_cheapest(fit);
	spare = saved > bytes ? saved - bytes : 0;
	while (spare && (left = spend(fit, spare)) < spare)
		spare = left;
	for (size_t i = 0; i < schedule_network(fit->schedule)->nstep; i++) {
		const struct fitting *f = fit->group[fit->of[i]].chosen;

		if (!f || f->schedule.kernel == step_schedule(fit->schedule, i)->kernel)
			continue;
		replace(fit, i, f->schedule.kernel);
		any = true;
	}
	return any;
}
