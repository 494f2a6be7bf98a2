#include "schedule/kernel_choice.h"

#include "base/arena.h"
#include "kernels/kernel.h"
#include "plan/define.h"
#include "plan/integer_sums.h"
#include "plan/reduction.h"

#include <inttypes.h>

/* `auto` chooses straight-line code up to so many terms of sums, or elements moved;
   beyond that, loops are faster. For pools the limit is lower, because straight-line code
   keeps compilers from vectorising. Measured on target generic with gcc 12 -O3
   -march=native. */
enum {
	UNROLLED_CONV = 256,
	UNROLLED_POOL = 32,
	UNROLLED_MOVE = 64,
	UNROLLED_POINTWISE = 32
};

const struct kernel *const kernel_table[] = {
	&kernel_unrolled,
	&kernel_unrolled_vector,
	&kernel_plain,
	&kernel_places,
	&kernel_loop_window,
	&kernel_direct_oc,
	&kernel_direct_ow,
	&kernel_direct_c,
	&kernel_global_pool,
	&kernel_winograd,
	&kernel_sparse,
	&kernel_unrolled_move,
	&kernel_loop_move,
	&kernel_permute_move,
	&kernel_unrolled_pointwise,
	&kernel_vector_pointwise,
	&kernel_loop_pointwise,
	&kernel_unrolled_product,
	&kernel_product,
	&kernel_product_vector,
	&kernel_unrolled_reduce,
	&kernel_reduce,
	&kernel_reduce_vector,
	&kernel_reduce_columns,
	&kernel_unrolled_sample,
	&kernel_sample,
	&kernel_sample_vector,
	&kernel_unrolled_pick,
	&kernel_loop_pick,
};
const size_t nkernel = sizeof kernel_table / sizeof *kernel_table;

/* Whether straight-line code is within the measured budget. */
static bool
unrolled_pays(const struct plan *plan)
{
	bool products = plan->kind == PLAN_PRODUCT;
	uint64_t limit;

	if (plan->kind == PLAN_MOVE || plan->kind == PLAN_PICK)
		return plan_nelement(plan) <= UNROLLED_MOVE;
	if (plan->kind == PLAN_POINTWISE)
		return plan->dst.nelement <= UNROLLED_POINTWISE;
	if (plan->kind == PLAN_WINDOW)
		products = plan->u.window.reduction->weighted;
	limit = products ? UNROLLED_CONV : UNROLLED_POOL;
	/* Outputs without terms are statements, too. */
	return plan_terms(plan) <= limit && (uint64_t)plan->dst.nelement <= limit;
}

/* The plain C design for a plan, with loops or without. */
static const struct kernel *
plain_kernel(const struct plan *plan, bool loops)
{
	for (size_t i = 0;; i++) {
		const struct kernel *k = kernel_table[i];

		if (!k->vectors && !k->small && k->kind == plan->kind &&
			k->straight != loops && !(k->obstacle && k->obstacle(plan, NULL)))
			return k;
	}
}

/* Plans a design within --max-stack, if necessary with as few copies on the stack as it
   can do with. If that is still too much, stores what it takes in
   schedule->least_stack. */
static bool
plan_within(const struct kernel *kernel, struct schedule *schedule, uint64_t max_output,
	struct arena *arena)
{
	const struct schedule before = *schedule;
	uint64_t least = before.least_stack, stack;
	bool planned;

	for (int frugal = 0; frugal < 2; frugal++) {
		schedule->kernel = kernel;
		if (frugal)
			schedule->settings.max_stack = 0;
		planned = !kernel->plan || kernel->plan(schedule, max_output, arena);
		schedule->settings.max_stack = before.settings.max_stack;
		schedule->least_stack = least;
		if (!planned)
			return false;
		if (!schedule->settings.limits_stack)
			return true;
		stack = schedule_stack(schedule);
		if (stack <= schedule->settings.max_stack) {
			schedule->least_stack = 0;
			return true;
		}
		if (!least || stack < least)
			least = stack;
		*schedule = before;
	}
	schedule->kernel = kernel;
	schedule->least_stack = least;
	return false;
}

/* Notes the bytes of what was planned, and whether so many are allowed. */
static bool
fits(struct schedule *schedule, uint64_t text, uint64_t max_output)
{
	schedule->estimate = text;
	return text / NEARLY <= max_output;
}

/* Plans a design that is compared with none. */
static bool
plan_alone(const struct kernel *kernel, struct schedule *schedule, uint64_t max_output,
	struct arena *arena)
{
	return plan_within(kernel, schedule, max_output, arena) &&
	       fits(schedule, schedule_text(schedule), max_output);
}

/* The designs that are compared. */
struct comparison {
	const struct schedule *schedule; /* as it was before the choice */
	struct schedule best;
	double least;
	/* The designs that need more stack than is allowed, in words, and the least
	   that one of them needs; 0: there are none. */
	const char *left_out;
	uint64_t least_stack;
	struct compared *all;
	size_t n;
	uint64_t max_output;
	struct arena *arena;
};

/* Straight-line code, which is long, and plain C, which depends on the compiler, must
   save an eighth of the time to be chosen. */
static const double GAIN = 0.875;

/* Notes a design that was left out because of its stack. */
static void
note_stack(struct comparison *c, const struct schedule *s)
{
	if (!s->least_stack)
		return;
	c->left_out = arena_format(c->arena, "%s, %s needs %" PRIu64 " bytes of stack",
		c->left_out, s->kernel->name, s->least_stack);
	if (!c->least_stack || s->least_stack < c->least_stack)
		c->least_stack = s->least_stack;
}

static void
compare(struct comparison *c, const struct kernel *kernel)
{
	struct schedule s = *c->schedule;
	struct timed timed;
	double counts;

	s.kernel = kernel;
	if (kernel_obstacle(kernel, &s, c->arena))
		return;
	if (!plan_within(kernel, &s, c->max_output, c->arena)) {
		note_stack(c, &s);
		return;
	}
	timed = schedule_timed(&s);
	if (!fits(&s, timed.text, c->max_output))
		return;
	c->all = arena_grow(c->arena, c->all, c->n, sizeof *c->all);
	c->all[c->n++] = (struct compared){kernel, timed.cycles, timed.statements};
	counts =
		kernel->vectors && !kernel->straight ? timed.cycles : timed.cycles / GAIN;
	if (c->best.kernel && counts >= c->least)
		return;
	c->best = s;
	c->least = counts;
}

/* The designs with their estimated times, in words. */
static const char *
names_of(const struct comparison *c)
{
	const char *names = "";

	for (size_t i = 0; i < c->n; i++)
		names = arena_format(c->arena, "%s%s %s %.0f", names, i ? "," : "",
			c->all[i].kernel->name, c->all[i].time);
	return names;
}

/* Plans the design whose code is estimated to be fastest; false: none can do it within
   max_output bytes of code. */
static bool
choose_fastest(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	bool straight = schedule->settings.unroll == UNROLL_AUTO;
	struct comparison c = {.schedule = schedule,
		.left_out = "",
		.max_output = max_output,
		.arena = arena};

	for (size_t i = 0; i < nkernel; i++) {
		const struct kernel *k = kernel_table[i];

		/* Compilers vectorise these loops as well as the vector design at best,
		   and at some levels of optimisation not at all. */
		if (k->small || (k == &kernel_loop_pointwise && c.best.kernel))
			continue;
		if (!k->straight ||
			(straight && (k->vectors || unrolled_pays(schedule->plan))))
			compare(&c, k);
	}
	schedule->least_stack = c.least_stack;
	if (!c.best.kernel)
		return false;
	*schedule = c.best;
	schedule->least_stack = 0;
	schedule->why = arena_format(arena, "the lowest estimate of time, in cycles:%s%s",
		names_of(&c), c.left_out);
	schedule->compared = c.all;
	schedule->ncompared = c.n;
	return true;
}

/* Plans the design for small code that takes the plan, else the plain C design with
   loops. */
static bool
plan_small(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct kernel *kernel = plain_kernel(schedule->plan, true);

	for (size_t i = 0; i < nkernel; i++)
		if (kernel_table[i]->small &&
			!kernel_obstacle(kernel_table[i], schedule, arena))
			kernel = kernel_table[i];
	schedule->why = "unroll small was asked for";
	return plan_within(kernel, schedule, max_output, arena);
}

/* Plans the plain C design, when nothing else is possible or was asked for. */
static bool
plan_plain(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	bool loops = !unrolled_pays(schedule->plan);

	if (schedule->settings.unroll == UNROLL_FULL) {
		loops = false;
		schedule->why = "unroll full was asked for";
	} else if (schedule->settings.unroll == UNROLL_WINDOW) {
		loops = true;
		schedule->why = "unroll window was asked for";
	} else {
		schedule->why =
			loops ? "auto: beyond the measured budget of straight-line code"
			      : "auto: within the measured budget of straight-line code";
	}
	if (plan_alone(plain_kernel(schedule->plan, loops), schedule, max_output, arena))
		return true;
	if (!schedule->least_stack || schedule->settings.unroll != UNROLL_AUTO)
		return false;
	schedule->why = "auto: what fits --max-stack";
	return plan_alone(
		plain_kernel(schedule->plan, !loops), schedule, max_output, arena);
}

/* Plans straight-line vector code if that takes the plan, else straight-line plain C. */
static bool
plan_straight(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct schedule before = *schedule;
	uint64_t estimate = UINT64_MAX, least;

	if (!kernel_obstacle(&kernel_unrolled_vector, schedule, arena)) {
		schedule->kernel = &kernel_unrolled_vector;
		schedule->why = "unroll full was asked for";
		if (plan_alone(schedule->kernel, schedule, max_output, arena))
			return true;
		if (schedule->estimate > max_output)
			estimate = schedule->estimate;
		least = schedule->least_stack;
		*schedule = before;
		schedule->least_stack = least;
	}
	if (plan_plain(schedule, max_output, arena))
		return true;
	if (estimate < schedule->estimate)
		schedule->estimate = estimate;
	return false;
}

const char *
kernel_obstacle(
	const struct kernel *kernel, const struct schedule *schedule, struct arena *arena)
{
	static const char *const takes[] = {
		[PLAN_WINDOW] = "it sums over windows",
		[PLAN_MOVE] = "it moves data",
		[PLAN_POINTWISE] = "it computes element by element",
		[PLAN_PRODUCT] = "it sums products of rows and columns",
		[PLAN_REDUCE] = "it reduces axes",
		[PLAN_SAMPLE] = "it samples axes",
		[PLAN_PICK] = "it picks elements by indices",
	};
	const struct plan *plan = schedule->plan;

	if (kernel->kind != plan->kind)
		return takes[kernel->kind];
	if (kernel->vectors && !schedule->target->attribute)
		return "it needs a target with vectors";
	if (kernel->fast && !schedule->tile)
		return arena_format(arena, "it needs numerics fast or fast:4, got %s",
			numerics_name(schedule->asked));
	if (plan->prologue && !kernel->prologues)
		return "it reads elements as they are in memory";
	if (kernel->vectors && !plan_nelement(plan))
		return "there is no output";
	if (kernel->vectors && plan_widens(plan))
		return "there are no vectors that widen integers";
	return kernel->obstacle ? kernel->obstacle(plan, schedule->target) : NULL;
}

const char *
kernel_refusal(const struct kernel *kernel, const struct schedule *schedule,
	const char *obstacle, struct arena *arena)
{
	return arena_format(arena, "kernel: %s does not take this %s on %s: %s",
		kernel->name, schedule->plan->op, schedule->target->name, obstacle);
}

static const char *
too_large(const struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	return arena_format(arena,
		"the code would be larger than --max-output allows: an estimated %" PRIu64
		" bytes%s, %" PRIu64 " are allowed%s",
		schedule->estimate, schedule->kernel->straight ? "" : " or more",
		max_output,
		schedule->kernel->straight ? "; unroll window takes less" : "");
}

/* Plans a design when none is asked for by name. */
static bool
plan_freely(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	if (schedule->settings.unroll == UNROLL_FULL)
		return plan_straight(schedule, max_output, arena);
	if (schedule->settings.unroll == UNROLL_SMALL)
		return plan_small(schedule, max_output, arena);
	if (schedule->target->machine && plan_nelement(schedule->plan) &&
		choose_fastest(schedule, max_output, arena))
		return true;
	return plan_plain(schedule, max_output, arena);
}

const char *
kernel_choose(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct kernel *wanted = schedule->settings.kernel;
	const char *obstacle;
	bool planned;

	/* The generic code after other targets need not have the design that was asked
	   for. */
	if (!wanted ||
		(schedule->settings.targets.n > 1 && !schedule->target->attribute)) {
		planned = plan_freely(schedule, max_output, arena);
	} else {
		obstacle = kernel_obstacle(wanted, schedule, arena);
		if (obstacle)
			return kernel_refusal(wanted, schedule, obstacle, arena);
		schedule->kernel = wanted;
		schedule->why = "asked for by name";
		planned = plan_alone(wanted, schedule, max_output, arena);
	}
	if (planned)
		return NULL;
	if (schedule->least_stack)
		return "the arrays on the stack would be larger than --max-stack allows";
	return schedule->estimate > max_output
		       ? too_large(schedule, max_output, arena)
		       : kernel_refusal(schedule->kernel, schedule, schedule->why, arena);
}
