#include "kernel_choice.h"

#include "arena.h"
#include "kernels/kernel.h"

/* Straight-line code is what `auto` chooses up to so many terms of sums, or elements
   moved. Measured on the target generic, gcc 12 -O3 -march=native: from there on loops
   are faster, for pools sooner, since straight-line code keeps them from using vectors.
 */
enum {
	UNROLLED_CONV = 256,
	UNROLLED_POOL = 32,
	UNROLLED_MOVE = 64
};

const struct kernel *const kernel_table[] = {
	&kernel_unrolled,
	&kernel_unrolled_vector,
	&kernel_plain,
	&kernel_places,
	&kernel_direct_oc,
	&kernel_direct_ow,
	&kernel_global_pool,
	&kernel_winograd,
	&kernel_sparse,
	&kernel_unrolled_move,
	&kernel_loop_move,
	&kernel_permute_move,
};
const size_t nkernel = sizeof kernel_table / sizeof *kernel_table;

/* Whether straight-line code is the faster one by the measured budget. */
static bool
unrolled_pays(const struct plan *plan)
{
	const struct window_plan *w = &plan->u.window;
	uint64_t limit, terms;

	if (plan->kind == PLAN_MOVE)
		return plan->dst.nelement <= UNROLLED_MOVE;
	limit = w->reduction->weighted ? UNROLLED_CONV : UNROLLED_POOL;
	terms = count_mul((uint64_t)(w->batch * w->group * w->oc), (uint64_t)w->ic);
	for (int i = 0; i < w->naxis; i++) {
		uint64_t along = 0;

		for (size_t k = 0; k < w->axis[i].nspan; k++) {
			const struct span *s = &w->axis[i].span[k];

			along = count_add(
				along, count_mul((uint64_t)s->count, (uint64_t)s->ntap));
		}
		terms = count_mul(terms, along);
	}
	/* Outputs without terms are statements, too. */
	return terms <= limit && (uint64_t)plan->dst.nelement <= limit;
}

/* The design of plain C for a plan, with loops or without. */
static const struct kernel *
plain_kernel(const struct plan *plan, bool loops)
{
	for (size_t i = 0;; i++) {
		const struct kernel *k = kernel_table[i];

		if (!k->vectors && k->kind == plan->kind && k->loops == loops &&
			!(k->obstacle && k->obstacle(plan, NULL)))
			return k;
	}
}

/* The vector design that is expected to be the fastest, or NULL, with the sentence that
   says why it is. */
static const struct kernel *
fastest_vectors(const struct schedule *schedule, const char **why, struct arena *arena)
{
	const struct kernel *best = NULL;
	const char *others = "";
	double least = 0;

	for (size_t i = 0; i < nkernel; i++) {
		const struct kernel *k = kernel_table[i];
		double time;

		if (!k->vectors || !k->loops || kernel_obstacle(k, schedule, arena))
			continue;
		time = k->estimate(schedule->plan, schedule->target);
		others = arena_format(arena, time < 100 ? "%s%s %s %.3g" : "%s%s %s %.0f",
			others, *others ? "," : "", k->name, time);
		if (!best || time < least) {
			best = k;
			least = time;
		}
	}
	*why = arena_format(arena,
		"the lowest estimate of time, in vector operations%s:%s",
		schedule->plan->kind == PLAN_WINDOW ? " for each output position" : "",
		others);
	return best;
}

static void
choose_fastest(struct schedule *schedule, struct arena *arena)
{
	const struct settings *settings = &schedule->settings;
	const char *why;
	const struct kernel *vectors = fastest_vectors(schedule, &why, arena);
	bool loops = !unrolled_pays(schedule->plan);

	if (settings->unroll == UNROLL_FULL) {
		schedule->kernel = plain_kernel(schedule->plan, false);
		schedule->why = "unroll full was asked for";
	} else if (vectors) {
		schedule->kernel = vectors;
		schedule->why = why;
	} else if (settings->unroll == UNROLL_WINDOW) {
		schedule->kernel = plain_kernel(schedule->plan, true);
		schedule->why = "unroll window was asked for";
	} else {
		schedule->kernel = plain_kernel(schedule->plan, loops);
		schedule->why =
			loops ? "auto: beyond the measured budget of straight-line code"
			      : "auto: within the measured budget of straight-line code";
	}
}

const char *
kernel_obstacle(
	const struct kernel *kernel, const struct schedule *schedule, struct arena *arena)
{
	const struct plan *plan = schedule->plan;

	if (kernel->kind != plan->kind)
		return kernel->kind == PLAN_MOVE ? "it moves data"
						 : "it sums over windows";
	if (!kernel->vectors)
		return kernel->obstacle ? kernel->obstacle(plan, schedule->target) : NULL;
	if (!schedule->target->attribute)
		return "it needs a target with vectors";
	if (kernel->fast && !schedule->tile)
		return arena_format(arena, "it needs numerics fast or fast:4, got %s",
			numerics_name(schedule->asked));
	if (!plan->dst.nelement)
		return "there is no output";
	return kernel->obstacle(plan, schedule->target);
}

const char *
kernel_refusal(const struct kernel *kernel, const struct schedule *schedule,
	const char *obstacle, struct arena *arena)
{
	return arena_format(arena, "kernel: %s does not take this %s on %s: %s",
		kernel->name, schedule->plan->op, schedule->target->name, obstacle);
}

const char *
kernel_choose(struct schedule *schedule, struct arena *arena)
{
	const struct settings *settings = &schedule->settings;
	const char *obstacle;

	choose_fastest(schedule, arena);
	/* Generic code behind other targets' is not what was asked about. */
	if (!settings->kernel ||
		(settings->targets.n > 1 && !schedule->target->attribute))
		return NULL;
	obstacle = kernel_obstacle(settings->kernel, schedule, arena);
	if (obstacle)
		return kernel_refusal(settings->kernel, schedule, obstacle, arena);
	schedule->kernel = settings->kernel;
	schedule->why = "asked for by name";
	return NULL;
}
