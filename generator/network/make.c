#include "network/make.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "code/statements/code.h"
#include "diag/first_error.h"
#include "diag/source.h"
#include "kernels/kernel.h"
#include "network/bands.h"
#include "network/fit.h"
#include "network/fuse.h"
#include "network/in_place.h"
#include "network/layouts.h"
#include "network/lower.h"
#include "network/name.h"
#include "network/prologue.h"
#include "network/series.h"
#include "network/shared.h"
#include "network/steps.h"
#include "network/workspace.h"
#include "schedule/fit.h"
#include "schedule/node_settings.h"
#include "schedule/parts.h"
#include "schedule/schedule.h"
#include "schedule/shared.h"

/* Cycles by which the parts of a step must be faster than the whole, as the step that is
   set apart has a barrier before it and one behind it. Measured on a Zen 3 with two
   threads, each on a core, the median of nine runs of 20,000 barriers: 690 cycles where
   threads wait in a loop, 1,040 at the end of OpenMP's loop (samples/team), 22,900 of
   pthread_barrier_wait (samples/barrier), which puts threads to sleep. This is for those
   that do not sleep, and for what no estimate has: lines of operands that come from the
   other core's cache. */
static const double BARRIER = 4000;

/* The state while a graph is made into a network. */
struct making {
	struct network *network;
	const struct tensor
		*tensor;          /* with all types and shapes, once nodes are planned */
	struct settings settings; /* of the function */
	const char *prefix;
	uint64_t max_output;
	/* Of the steps that --max-stack refuses, the one that needs the most bytes at
	   least, and that number; 0: none is refused. */
	uint64_t least_stack;
	const struct network_step *largest;
	struct source *source;
	/* For each node, why it is refused; NULL: refusals are reported, not kept. */
	const char **refusal;
	struct arena *arena;
};

/* Bytes that the network's own workspace takes of the stack. */
static int64_t
workspace_on_stack(const struct making *m)
{
	return m->settings.workspace == WORKSPACE_STACK ? m->network->workspace : 0;
}

/* Gives tensors their places; refuses tensors whose bytes do not fit a number. */
static bool
place_tensors(struct making *m)
{
	network_settle(m->network, m->tensor);
	network_in_place(m->network, m->arena);
	if (network_place(m->network))
		return true;
	source_error(m->source, m->network->graph->function.where,
		"the tensors between the nodes take 2^63 bytes or more");
	return false;
}

/* Makes a step's schedules. Steps that --max-stack refuses are reported together, by
   check_stack(), unless refusals are kept for each node. */
static bool
make_step(struct making *m, struct network_step *step, const struct settings *settings)
{
	bool together = settings->limits_stack && !m->refusal;
	struct first_error error;
	struct source *source =
		together ? first_error_begin(&error, m->arena) : m->source;
	struct schedule *schedule = step->schedule;
	bool made = schedule_make(schedule, step->plan, m->prefix, settings,
		m->max_output, source, step->node->where, m->arena);

	if (!together)
		return made;
	first_error_warn(&error, m->source);
	if (schedule->least_stack > m->least_stack) {
		m->least_stack = schedule->least_stack;
		m->largest = step;
	}
	if (!made && !schedule->least_stack)
		source_error(m->source, step->node->where, "%s", error.text);
	return made;
}

static bool
schedule_step(struct making *m, struct network_step *step)
{
	uint64_t taken = (uint64_t)workspace_on_stack(m);
	struct settings settings = *step->settings;
	const struct network_tensor *over;

	settings.max_stack = settings.max_stack > taken ? settings.max_stack - taken : 0;
	settings.limits_code = false;
	step->schedule = arena_new(m->arena, struct schedule);
	if (!make_step(m, step, &settings))
		return false;
	schedule_count(step->schedule);
	over = network_overwritten(m->network, step);
	for (struct schedule *s = step->schedule; s; s = s->next)
		s->step = arena_format(m->arena, "%s: %s%s%s.", step->name,
			step->plan->op, over ? ", in place of " : "",
			over ? over->operand.name : "");
	return true;
}

/* Whether the workspace and the step that takes the most fit --max-stack. */
static bool
check_stack(const struct making *m)
{
	uint64_t taken = (uint64_t)workspace_on_stack(m);
	const char *part = "";

	if (!m->settings.limits_stack || m->refusal ||
		(!m->least_stack && taken <= m->settings.max_stack))
		return true;
	if (taken)
		part = arena_format(
			m->arena, ", %" PRIu64 " of them for the workspace", taken);
	if (m->least_stack)
		part = arena_format(m->arena, "%s, %" PRIu64 " for the step '%s'", part,
			m->least_stack, m->largest->name);
	source_error(m->source, m->network->graph->function.where,
		"the arrays on the stack would take %" PRIu64
		" bytes at least%s, and --max-stack allows %" PRIu64,
		taken + m->least_stack, part, m->settings.max_stack);
	return false;
}

/* Bytes of the code of all steps, of those that share functions once. */
static uint64_t
estimate_of(const struct schedule *schedule)
{
	const struct shared_schedules *shared = &schedule_part(schedule)->shared;
	uint64_t estimate = 0;

	for (size_t i = 0; i < shared->n; i++)
		if (!shared_is_other(shared, i))
			estimate += shared->schedule[i]->estimate;
	return estimate;
}

/* Finds what is done between two barriers: a step that is cut, or as many steps as there
   are until the next one that is. */
static void
find_stages(
	struct network_part *part, const struct schedule *schedule, struct arena *arena)
{
	size_t nstep = part->network->nstep;
	size_t *stage = arena_array(arena, size_t, nstep + 1);

	for (size_t i = 0; i < nstep; i++)
		if (!i || step_schedule(schedule, i)->parts ||
			step_schedule(schedule, i - 1)->parts)
			stage[part->nstage++] = i;
	stage[part->nstage] = nstep;
	part->stage = stage;
}

/* Finds the functions that the steps have in common for a target. */
static void
share_steps(const struct making *m, struct schedule *s, size_t target)
{
	struct network_part *part = arena_new(m->arena, struct network_part);

	*part = (struct network_part){.network = m->network, .target = target};
	s->own = part;
	if (m->settings.parts)
		find_stages(part, s, m->arena);
	network_share(s, part, m->arena);
	s->estimate = estimate_of(s);
}

/* Makes the schedules of the network's own function, one for each target. */
static void
make_schedules(const struct making *m, const struct plan *plan, struct schedule *schedule)
{
	const struct network *network = m->network;
	const struct node *function = &network->graph->function;
	size_t n = m->settings.targets.n;
	struct schedule *more = arena_array(m->arena, struct schedule, n - 1);
	const char *name = arena_format(m->arena, "%s%s", m->prefix, function->name);

	for (size_t i = 0; i < n; i++) {
		struct schedule *s = i ? &more[i - 1] : schedule;

		*s = (struct schedule){.plan = plan,
			.name = name,
			.target = m->settings.targets.target[i],
			.settings = m->settings,
			.asked = m->settings.numerics,
			.kernel = &kernel_network,
			.on_stack = m->settings.workspace == WORKSPACE_STACK
					    ? network->workspace
					    : 0,
			.next = i + 1 < n ? &more[i] : NULL};
		s->stem = schedule_stem(s, m->arena);
		share_steps(m, s, i);
	}
}

/* Replaces designs of steps by smaller ones until the code for a target is no larger than
   --code-size allows. Returns NULL, or why there are none. */
static const char *
fit_target(const struct making *m, struct schedule *s, size_t target)
{
	const char *why = fit_obstacle(s->target, m->arena);
	uint64_t allowed = m->settings.code_size, bytes;
	struct network_fit *fit = NULL;

	while (!why && (bytes = fit_bytes(s)) > allowed) {
		if (!fit)
			fit = network_fit_begin(s, m->max_output, m->arena);
		if (!network_fit_save(fit, bytes - allowed))
			why = fit_refusal(&m->settings, bytes, m->arena);
		share_steps(m, s, target);
	}
	return why;
}

/* The same for all targets, once the network's own schedules are made. */
static bool
make_fitting(const struct making *m, const struct plan *plan, struct schedule *schedule,
	const struct place *where)
{
	struct schedule *s = schedule;
	const char *why;

	make_schedules(m, plan, schedule);
	for (size_t i = 0; m->settings.limits_code && !m->refusal && s; i++) {
		why = fit_target(m, s, i);
		if (why) {
			source_error(m->source, where, "%s", why);
			return false;
		}
		s = s->next;
	}
	return true;
}

/* Where refusals are kept for each node, keeps why this one is refused. */
static void
keep_refusal(const struct making *m, size_t node, const struct first_error *error)
{
	if (m->refusal)
		m->refusal[node] =
			arena_copy_text(m->arena, error->text, strlen(error->text));
}

/* Schedules the steps that have no schedule yet. */
static bool
schedule_steps(struct making *m)
{
	struct source *source = m->source;
	struct first_error error;
	bool good = true;

	for (size_t i = 0; i < m->network->nstep; i++) {
		struct network_step *step = &m->network->step[i];

		if (step->schedule)
			continue;
		if (m->refusal)
			m->source = first_error_begin(&error, m->arena);
		if (schedule_step(m, step))
			continue;
		good = false;
		keep_refusal(m, step->origin, &error);
	}
	m->source = source;
	return good;
}

/* Sets steps apart whose code cannot be proven to read an operand in time for the result
   to be in its place. Returns whether there are any: the workspace grows, and what is
   left of the stack becomes less. */
static bool
set_apart(struct making *m)
{
	struct network *network = m->network;
	bool any = false;

	for (size_t i = 0; i < network->nstep; i++) {
		struct network_step *step = &network->step[i];

		if (!step->plan->over || schedule_is_safe(step->schedule))
			continue;
		network_set_apart(step, m->arena);
		any = true;
	}
	for (size_t i = 0; i < network->nstep && any; i++)
		if (m->settings.limits_stack && workspace_on_stack(m))
			network->step[i].schedule = NULL;
	return any;
}

/* Plans all nodes. After a refused node it goes on with those that do not depend on it.
 */
static bool
plan_steps(struct making *m, struct planning *planning)
{
	struct first_error error;
	bool good = true;

	for (size_t i = 0; i < planning->spec.nnode; i++) {
		planning->source =
			m->refusal ? first_error_begin(&error, m->arena) : m->source;
		if (steps_plan(planning, i))
			continue;
		good = false;
		keep_refusal(m, i, &error);
	}
	m->tensor = planning->tensor;
	return good;
}

/* Cuts the steps into boxes, for each target. */
static void
cut_steps(const struct making *m)
{
	double gain = m->settings.cuts_short ? 0 : BARRIER;

	for (size_t i = 0; i < m->network->nstep; i++) {
		const struct network_step *step = &m->network->step[i];

		for (struct schedule *s = step->schedule; s; s = s->next)
			schedule_cut(s, m->settings.parts, gain, m->max_output, m->arena);
		if (!step->plan->over || schedule_is_safe(step->schedule))
			continue;
		for (struct schedule *s = step->schedule; s; s = s->next)
			s->parts = NULL;
	}
}

/* Places tensors and schedules steps until both fit each other. */
static bool
make_steps(struct making *m)
{
	bool good;

	do {
		if (!place_tensors(m))
			return false;
		good = schedule_steps(m);
	} while (good && set_apart(m));
	if (!check_stack(m) || !good)
		return false;
	if (m->settings.parts)
		cut_steps(m);
	return true;
}

static bool
check_workspace(const struct making *m, const struct place *where)
{
	uint64_t bytes = (uint64_t)m->network->workspace;

	if (!m->settings.limits_workspace || bytes <= m->settings.max_workspace)
		return true;
	source_error(m->source, where,
		"the workspace would take %" PRIu64
		" bytes at least, and --max-workspace allows %" PRIu64,
		bytes, m->settings.max_workspace);
	return false;
}

/* Checks the number of arguments; the workspace is one, too. */
static bool
check_arguments(const struct making *m)
{
	const struct graph *graph = m->network->graph;
	size_t n = graph->function.ninput + graph->noutput;

	if (n < CODE_PARAMETERS)
		return true;
	source_error(m->source, graph->function.where,
		"%zu inputs and outputs are more than a network takes: %d; several "
		"networks may share them",
		n, CODE_PARAMETERS - 1);
	return false;
}

/* Threads that run parts share the workspace; and nothing chooses parts for the bytes of
   their code. */
static bool
check_parts(const struct making *m, const struct place *where)
{
	if (m->settings.parts && m->settings.limits_code) {
		source_error(m->source, where, "%s", PARTS_REFUSAL);
		return false;
	}
	if (!m->settings.parts || m->settings.workspace != WORKSPACE_STACK)
		return true;
	source_error(m->source, where,
		"parts that run at once share a workspace, which cannot be on the stack: "
		"expected workspace argument or static");
	return false;
}

/* Finds the settings of the function. under: those of the graph. */
static bool
set_settings(struct making *m, const struct settings *settings, struct settings *under)
{
	const struct node *function = &m->network->graph->function;

	if (!node_settings(function, SETTINGS_OF_GRAPH, under, m->source, m->arena))
		return false;
	m->settings = settings_resolve(settings, under);
	if (!m->settings.workspace)
		m->settings.workspace = WORKSPACE_ARGUMENT;
	return check_parts(m, function->where);
}

/* Makes a graph's nodes steps that stand alone. */
static bool
begin_steps(struct making *m, struct planning *planning, struct settings *under)
{
	const struct spec *spec = &planning->spec;

	steps_begin(planning);
	m->network = planning->network;
	if (!spec->nnode || !spec->graph->function.name ||
		!set_settings(m, planning->over, under))
		return false;
	network_name_tensors(m->network, planning->tensor,
		m->settings.constants == HOME_BINARY, m->arena);
	if (!check_arguments(m) || !plan_steps(m, planning) ||
		spec->graph->function.partial)
		return false;
	steps_end(planning);
	return true;
}

/* Makes the steps of a graph with the settings of the command line. Members of `m` that
   the caller has set are the last ones, from prefix on. */
static bool
make(struct making *m, const struct spec *spec, const struct settings *settings)
{
	struct settings under = {0};
	struct arena plans = {0};
	struct planning planning = {.spec = *spec,
		.over = settings,
		.under = &under,
		.function = &m->settings,
		.source = m->source,
		.plans = &plans,
		.arena = m->arena};
	bool begun = begin_steps(m, &planning, &under);

	arena_take(m->arena, &plans);
	if (!begun)
		return false;
	network_fuse(m->network, m->arena);
	network_choose_layouts(&planning, m->max_output);
	m->tensor = planning.tensor;
	network_prologues(m->network, m->max_output, m->arena);
	network_bands(m->network, &m->tensor, &m->settings, m->max_output, m->arena);
	return make_steps(m) && check_workspace(m, spec->graph->function.where);
}

bool
network_make(struct schedule *schedule, const struct spec *spec, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct source *source,
	struct arena *arena)
{
	struct making m = {.prefix = prefix,
		.max_output = max_output,
		.source = source,
		.arena = arena};

	struct plan *plan = arena_new(arena, struct plan);

	if (!make(&m, spec, settings))
		return false;
	*plan = (struct plan){.kind = PLAN_NETWORK,
		.name = spec->graph->function.name,
		.op = "network",
		.domain = "opgen",
		.dst = m.network->tensor[spec->graph->output[0]].operand};
	return make_fitting(&m, plan, schedule, spec->graph->function.where);
}

/* Makes the schedules of an operation of several steps. */
static bool
make_operation(struct making *m, struct schedule *schedule, const struct plan *series,
	const struct place *where)
{
	struct plan *plan = plan_duplicate(series, m->arena);

	if (!m->settings.workspace)
		m->settings.workspace =
			m->settings.parts ? WORKSPACE_ARGUMENT : WORKSPACE_STACK;
	if (!check_parts(m, where) || !make_steps(m) || !check_workspace(m, where))
		return false;
	plan->kind = PLAN_NETWORK;
	return make_fitting(m, plan, schedule, where);
}

/* Makes a network of a series. moves: its operands may be brought into another order.
   Returns the plan of its only step as that of the operation; NULL: there are several. */
static bool
begin_series(struct making *m, struct planning *planning, const struct plan *series,
	bool moves, const struct plan **single)
{
	planning->over = planning->function = &m->settings;
	steps_begin(planning);
	m->network = planning->network;
	m->network->is_operation = true;
	network_name_tensors(m->network, planning->tensor,
		m->settings.constants == HOME_BINARY, m->arena);
	if (!series_steps(planning, series, &m->settings))
		return false;
	steps_end(planning);
	network_fuse(m->network, m->arena);
	if (moves)
		network_choose_layouts(planning, m->max_output);
	m->tensor = planning->tensor;
	network_prologues(m->network, m->max_output, m->arena);
	*single = series_single(m->network, series, m->arena);
	return true;
}

bool
network_schedule(struct schedule *schedule, const struct plan *plan, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct source *source,
	const struct place *where, struct arena *arena)
{
	struct making m = {.settings = *settings,
		.prefix = prefix,
		.max_output = max_output,
		.source = source,
		.arena = arena};
	struct planning planning = {.source = source, .plans = arena, .arena = arena};
	const struct plan *single = plan, *series = plan;
	bool moves = layouts_open(plan, settings);

	if (moves)
		series = series_of_one(plan, arena);
	if (series->kind == PLAN_SERIES) {
		planning.spec = series_spec(series, where, arena);
		if (!begin_series(&m, &planning, series, moves, &single))
			return false;
		if (!single)
			return make_operation(&m, schedule, series, where);
	}
	return schedule_make(schedule, moves ? plan : single, prefix, settings,
		max_output, source, where, arena);
}

const struct network *
network_states(const struct spec *spec, const struct settings *settings,
	uint64_t max_output, struct node_state *state, struct arena *arena)
{
	struct first_error error;
	struct making m = {.prefix = "",
		.max_output = max_output,
		.source = first_error_begin(&error, arena),
		.refusal = arena_array(arena, const char *, spec->nnode),
		.arena = arena};
	bool whole = make(&m, spec, settings);
	const size_t *step = whole ? states_steps(m.network, arena) : NULL;
	const char *refused =
		*error.text ? arena_format(
				      arena, "in a graph that is refused: %s", error.text)
			    : NULL;

	for (size_t i = 0; i < spec->nnode; i++) {
		if (m.refusal[i] && *m.refusal[i])
			state[i] = (struct node_state){
				"refused", m.refusal[i], .refused = true};
		else if (refused)
			state[i] = (struct node_state){.word = "ready", .words = refused};
		else
			state[i] = states_of(m.network, i, step, arena);
	}
	return whole ? m.network : NULL;
}
