#include "schedule.h"

#include "arena.h"
#include "kernels/kernel.h"
#include "source.h"

#include <inttypes.h>

/* Straight-line code is what `auto` chooses up to so many terms of sums, or elements
   moved. Measured on the target generic, gcc 12 -O3 -march=native: from there on loops
   are faster, for pools sooner, since straight-line code keeps them from using vectors.
 */
enum {
	STRAIGHT_CONV = 256,
	STRAIGHT_POOL = 32,
	STRAIGHT_MOVE = 64
};

const struct kernel *const kernel_table[] = {
	&kernel_straight,
	&kernel_straight_vectors,
	&kernel_tiles,
	&kernel_channels,
	&kernel_columns,
	&kernel_planes,
	&kernel_winograd,
	&kernel_sparse,
	&kernel_straight_move,
	&kernel_loop_move,
	&kernel_shuffle_move,
};
const size_t nkernel = sizeof kernel_table / sizeof *kernel_table;

/* Whether straight-line code is the faster one by the measured budget. */
static bool
straight_pays(const struct plan *plan)
{
	const struct window_plan *w = &plan->u.window;
	uint64_t terms = (uint64_t)(w->batch * w->group * w->oc);

	if (plan->kind == PLAN_MOVE)
		return plan->dst.nelement <= STRAIGHT_MOVE;
	terms = count_mul(terms, (uint64_t)w->ic);
	for (int i = 0; i < w->naxis; i++) {
		uint64_t along = 0;

		for (size_t k = 0; k < w->axis[i].nspan; k++) {
			const struct span *s = &w->axis[i].span[k];

			along = count_add(
				along, count_mul((uint64_t)s->count, (uint64_t)s->ntap));
		}
		terms = count_mul(terms, along);
	}
	return terms <= (w->reduction == REDUCE_CONV ? STRAIGHT_CONV : STRAIGHT_POOL);
}

/* Elements of a constant's array: zeros fill up vectors of packed weights. */
static uint64_t
constant_elements(const struct schedule *schedule, const struct operand *operand)
{
	if (operand == schedule->plan->weights && schedule->kernel != &kernel_straight)
		return (uint64_t)tiles_packed_elements(schedule->u.tiles);
	return (uint64_t)operand->nelement;
}

/* Constants that are arrays; straight-line code spells weights and bias as literals. */
static void
add_constants(struct schedule *schedule)
{
	const struct plan *plan = schedule->plan;
	const struct straight *straight =
		schedule->kernel == &kernel_straight ? schedule->u.straight : NULL;

	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *o = &plan->operand[i];
		bool sum = o == plan->weights || o == plan->bias;
		enum dtype dtype = sum ? dtype_accumulator(o->dtype) : o->dtype;

		if (!o->constant || !plan->dst.nelement)
			continue;
		if (o == plan->weights && schedule->kernel->fast)
			continue;
		if (straight && ((o == plan->weights && straight->literal_weights) ||
					(o == plan->bias && straight->literal_bias)))
			continue;
		schedule->cost.constant_bytes +=
			constant_elements(schedule, o) * dtype_info[dtype].size;
	}
}

/* Whether a design can be used for a plan on a target. */
static bool
takes(const struct kernel *kernel, const struct schedule *schedule)
{
	if (kernel->kind != schedule->plan->kind)
		return false;
	if (kernel->fast && !schedule->tile)
		return false;
	if (!kernel->vectors)
		return true;
	return schedule->target->attribute && schedule->plan->dst.nelement &&
	       kernel->estimate(schedule->plan, schedule->target) >= 0;
}

/* The design of plain C for a plan, with loops or without. */
static const struct kernel *
plain_kernel(const struct plan *plan, bool loops)
{
	size_t i = 0;

	while (kernel_table[i]->vectors || kernel_table[i]->kind != plan->kind ||
		kernel_table[i]->loops != loops)
		i++;
	return kernel_table[i];
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

		if (!k->vectors || !k->loops || !takes(k, schedule))
			continue;
		time = k->estimate(schedule->plan, schedule->target);
		others = arena_format(arena, time < 100 ? "%s%s %s %.3g" : "%s%s %s %.0f",
			others, *others ? "," : "", k->name, time);
		if (!best || time < least) {
			best = k;
			least = time;
		}
	}
	*why = arena_format(arena, "the lowest estimate of time:%s", others);
	return best;
}

static void
choose_kernel(struct schedule *schedule, struct arena *arena)
{
	const struct settings *settings = &schedule->settings;
	const char *why;
	const struct kernel *vectors = fastest_vectors(schedule, &why, arena);
	bool loops = !straight_pays(schedule->plan);

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

/* Why a design cannot be used for a plan on a target. */
static const char *
refusal(const struct kernel *kernel, const struct schedule *schedule, struct arena *arena)
{
	const char *op = schedule->plan->op, *target = schedule->target->name;

	if (kernel->kind != schedule->plan->kind)
		return arena_format(arena, "kernel: %s does not take %s: it %s",
			kernel->name, op,
			kernel->kind == PLAN_MOVE ? "moves data" : "sums over windows");
	if (!schedule->target->attribute)
		return arena_format(arena,
			"kernel: %s does not take the target %s: it needs vectors",
			kernel->name, target);
	if (kernel->fast && !schedule->tile)
		return arena_format(arena,
			"kernel: %s needs numerics fast or fast:4, got %s", kernel->name,
			numerics_name(schedule->asked));
	return arena_format(arena, "kernel: %s does not take this %s on %s", kernel->name,
		op, target);
}

static const char *
too_large(const struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	return arena_format(arena,
		"the code would be larger than --max-output allows: an estimated %" PRIu64
		" bytes or more, %" PRIu64 " are allowed%s",
		schedule->estimate, max_output,
		schedule->kernel->loops ? "" : "; unroll window takes less");
}

/* Uses the design that was asked for. Returns NULL, or why it cannot be used. Generic
   code behind other targets' is not what was asked about. */
static const char *
force_kernel(struct schedule *schedule, struct arena *arena)
{
	const struct settings *settings = &schedule->settings;

	if (!settings->kernel ||
		(settings->targets.n > 1 && !schedule->target->attribute))
		return NULL;
	if (!takes(settings->kernel, schedule))
		return refusal(settings->kernel, schedule, arena);
	schedule->kernel = settings->kernel;
	schedule->why = "asked for by name";
	return NULL;
}

/* Whether straight-line code of vectors may be the faster one: measured, it is where it
   saves a loop over input channels around few operations. */
static bool
straight_vectors_may_pay(const struct schedule *schedule)
{
	return schedule->kernel == &kernel_columns && schedule->plan->u.window.ic > 1;
}

/* Plans straight-line code of vectors, where it is asked for or pays. */
static bool
plan_straight_vectors(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct schedule before = *schedule;
	bool full = schedule->settings.unroll == UNROLL_FULL;

	if (schedule->settings.kernel || schedule->settings.unroll == UNROLL_WINDOW ||
		!(full || straight_vectors_may_pay(schedule)) ||
		!takes(&kernel_straight_vectors, schedule))
		return false;
	schedule->kernel = &kernel_straight_vectors;
	if (!full)
		schedule->why = "auto: within the measured budget of straight-line code "
				"of vectors";
	if (schedule->kernel->plan(schedule, max_output, arena))
		return true;
	*schedule = before;
	return false;
}

static bool
make_for_target(struct schedule *schedule, uint64_t max_output, struct source *source,
	const struct place *where, struct arena *arena)
{
	const char *refused;

	choose_kernel(schedule, arena);
	refused = force_kernel(schedule, arena);
	if (refused) {
		source_error(source, where, "%s", refused);
		return false;
	}
	if (!plan_straight_vectors(schedule, max_output, arena) &&
		!schedule->kernel->plan(schedule, max_output, arena)) {
		source_error(source, where, "%s",
			schedule->estimate > max_output
				? too_large(schedule, max_output, arena)
				: refusal(schedule->kernel, schedule, arena));
		return false;
	}
	add_constants(schedule);
	return true;
}

/* What names of inner functions begin with. Plain C for every machine needs no tag. */
static const char *
find_stem(const struct schedule *schedule, struct arena *arena)
{
	if (!schedule->target->attribute && schedule->settings.targets.n == 1)
		return arena_format(arena, "opgen_%s", schedule->name);
	return arena_format(arena, "opgen_%s_%s", schedule->name, schedule->target->tag);
}

bool
schedule_make(struct schedule *schedule, const struct plan *plan, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct source *source,
	const struct place *where, struct arena *arena)
{
	const char *name = arena_format(arena, "%s%s", prefix, plan->name);
	size_t n = settings->targets.n;
	struct schedule *more = arena_array(arena, struct schedule, n);

	for (size_t i = 0; i < n; i++) {
		struct schedule *s = i ? &more[i] : schedule;

		*s = (struct schedule){.plan = plan,
			.name = name,
			.target = settings->targets.target[i],
			.settings = *settings,
			.asked = settings->numerics,
			.tile = numerics_tile(settings->numerics),
			.next = i + 1 < n ? &more[i + 1] : NULL};
		s->settings.numerics = numerics_of_sums(settings->numerics, s->target);
		s->stem = find_stem(s, arena);
		if (!make_for_target(s, max_output, source, where, arena))
			return false;
	}
	return true;
}
