#include "network/make.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "code/walk.h"
#include "diag/first_error.h"
#include "diag/source.h"
#include "kernels/kernel.h"
#include "network/fuse.h"
#include "network/in_place.h"
#include "network/join.h"
#include "network/lower.h"
#include "network/name.h"
#include "network/pad.h"
#include "network/workspace.h"
#include "ops/op.h"
#include "ops/plan_node.h"
#include "plan/reference.h"
#include "schedule/node_settings.h"
#include "schedule/schedule.h"

/* The state while a graph is made into a network. */
struct making {
	struct network *network;
	struct spec spec; /* with a table of tensors in which types and shapes are filled
			     in step by step */
	struct tensor *tensor; /* that table */
	size_t *source_of; /* for each of these, the one of the same elements, type and
			      shape that a step without code makes it of; itself */
	const char *prefix;
	const struct settings *over;  /* the settings of the command line */
	const struct settings *under; /* the settings of the graph */
	struct settings settings;     /* the settings of the function */
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

/* The element type of a node: that of the first input whose type the node's type
   determines. */
static enum dtype
find_dtype(const struct making *m, const struct node *node)
{
	const struct op *op = op_find(node->op, node->domain);

	for (size_t i = 0; op && i < node->ninput; i++)
		for (const struct input_rule *rule = op->input; rule->name; rule++)
			if (!input_has_own_dtype(rule) &&
				!strcmp(rule->name, node->input[i].name))
				return m->tensor[node->input[i].tensor].dtype;
	return node->ninput ? m->tensor[node->input[0].tensor].dtype : DTYPE_NONE;
}

/* Sets a tensor's type and shape to those of the output that makes it. */
static void
set_tensor(struct making *m, size_t tensor, const struct operand *from)
{
	struct tensor *to = &m->tensor[tensor];

	to->dtype = from->dtype;
	to->rank = from->rank;
	memcpy(to->shape, from->shape, sizeof to->shape);
	to->nelement = from->nelement;
	to->made = false;
	m->network->tensor[tensor].bytes =
		to->nelement * (int64_t)dtype_info[to->dtype].size;
}

static bool
set_results(struct making *m, struct network_step *step)
{
	const struct plan *plan = step->plan;
	const struct node *node = step->node;
	size_t n = plan_noutput(plan);

	step->result = node->result;
	step->nresult = node->nresult;
	if (!node->nresult)
		return false; /* which is reported */
	if (node->nresult != n) {
		source_error(m->source, node->where,
			"%s makes %zu output%s here, got %zu", plan->op, n,
			n > 1 ? "s" : "", node->nresult);
		return false;
	}
	for (size_t i = 0; i < n; i++)
		set_tensor(m, node->result[i], plan_output(plan, i));
	return true;
}

/* The name of an input's operand: the input's, with its index if it is one of a list. */
static const char *
input_title(const struct input *input, struct arena *arena)
{
	if (input->part == NO_PART)
		return input->name;
	return arena_format(arena, "%s_%d", input->name, input->part);
}

/* Finds the tensors of a plan's operands. */
static void
set_inputs(struct making *m, struct network_step *step)
{
	const struct plan *plan = step->plan;
	const struct node *node = step->node;
	size_t *input = arena_array(m->arena, size_t, plan->noperand);

	for (size_t i = 0; i < plan->noperand; i++) {
		/* The plan may have operands that it has computed from constants. */
		input[i] = m->network->ntensor;
		for (size_t k = 0; k < node->ninput && !plan->operand[i].constant; k++)
			if (!strcmp(plan->operand[i].name,
				    input_title(&node->input[k], m->arena)))
				input[i] = m->source_of[node->input[k].tensor];
	}
	step->input = input;
}

/* Names the outputs of a node that have a tensor, so that the plan has them. */
static void
name_outputs(const struct making *m, struct node *node)
{
	const struct op *op = op_find(node->op, node->domain);
	const char **name = arena_array(m->arena, const char *, node->nresult);

	if (!op || op_most_outputs(op) < 2)
		return;
	for (size_t i = 0; i < node->nresult; i++)
		name[i] = op_output_name(op, i, m->arena);
	node->output = name;
	node->noutput = node->nresult;
}

/* The numerics of a step for the last target, which all targets share. */
static enum numerics
numerics_of(const struct making *m, const struct settings *settings)
{
	const struct target_list *list = &m->settings.targets;

	return numerics_of_sums(settings->numerics, list->target[list->n - 1]);
}

static bool
is_output(const struct making *m, size_t tensor)
{
	const struct graph *graph = m->network->graph;

	for (size_t i = 0; i < graph->noutput; i++)
		if (graph->output[i] == tensor)
			return true;
	return false;
}

/* Computes a node whose inputs are all constant. It stays a step if its result is an
   output of the network. */
static bool
fold(struct making *m, struct network_step *step)
{
	const struct plan *plan = step->plan;
	bool wanted = false;
	void **element = arena_array(m->arena, void *, plan_noutput(plan));

	for (size_t i = 0; i < plan->noperand; i++)
		if (!plan->operand[i].constant)
			return false;
	for (size_t i = 0; i < step->nresult; i++) {
		const struct operand *o = plan_output(plan, i);

		element[i] = arena_alloc(
			m->arena, (size_t)o->nelement * dtype_info[o->dtype].size);
	}
	reference_run(plan, numerics_of(m, &step->settings), NULL, element);
	for (size_t i = 0; i < step->nresult; i++) {
		m->tensor[step->result[i]].constant = element[i];
		wanted |= is_output(m, step->result[i]);
	}
	return !wanted;
}

/* Merges a Pad into the Conv or pool after it. */
static bool
take_pad(struct making *m, struct network_step *step)
{
	struct node *node = arena_new(m->arena, struct node);
	struct plan *plan = arena_new(m->arena, struct plan);

	*node = *step->node;
	if (!network_pad(m->network, step, node, m->arena))
		return true;
	if (!plan_node(&m->spec, node, plan, m->source, m->arena))
		return false;
	plan->name = step->plan->name;
	plan->op = arena_format(m->arena, "Pad + %s", plan->op);
	step->node = node;
	step->plan = plan;
	set_inputs(m, step);
	return true;
}

/* Whether a remaining step, or the caller, reads a place. */
static bool
is_wanted(const struct making *m, size_t place)
{
	const struct network *network = m->network;

	for (size_t i = 0; i < network->graph->noutput; i++)
		if (network->tensor[network->graph->output[i]].place == place)
			return true;
	for (size_t i = 0; i < m->spec.nnode; i++) {
		const struct network_step *step = &network->step[i];

		for (size_t k = 0; step->plan && k < step->plan->noperand; k++)
			if (!step->plan->operand[k].constant &&
				network->tensor[step->input[k]].place == place)
				return true;
	}
	return false;
}

/* Removes Pads that have been merged into all of their readers. */
static void
drop_pads(struct making *m)
{
	for (size_t i = 0; i < m->spec.nnode; i++) {
		struct network_step *step = &m->network->step[i];

		if (!step->plan || !network_is_pad(step->node) ||
			is_wanted(m, m->network->tensor[step->result[0]].place))
			continue;
		step->plan = NULL;
		m->network->fate[i] = FATE_NO_CODE;
	}
}

/* Lets readers of a copy that needs no code read what it is made of, with which they can
   be fused. */
static void
skip_copy(struct making *m, const struct network_step *step)
{
	const struct plan *plan = step->plan;
	const struct tensor *to = &m->tensor[step->result[0]], *from;

	if (!plan_is_copy(plan))
		return;
	from = &m->tensor[step->input[plan->u.move.part->src - plan->operand]];
	if (from->rank == to->rank && from->dtype == to->dtype &&
		!memcmp(from->shape, to->shape, (size_t)to->rank * sizeof *to->shape))
		m->source_of[step->result[0]] = (size_t)(from - m->tensor);
}

/* Plans one node, and sets the tensors that it makes. */
static bool
plan_step(struct making *m, size_t i)
{
	struct network_step *step = &m->network->step[i];
	struct node *node = arena_new(m->arena, struct node);
	struct plan *plan = arena_new(m->arena, struct plan);
	struct settings own = *m->under;

	*node = m->spec.node[i];
	step->node = node;
	step->plan = plan;
	for (size_t k = 0; k < node->ninput; k++)
		if (m->tensor[node->input[k].tensor].made)
			return false; /* what makes it was refused */
	node->dtype = find_dtype(m, node);
	name_outputs(m, node);
	if (!node_settings(node, SETTINGS_OF_STEP, &own, m->source, m->arena) ||
		!plan_node(&m->spec, node, plan, m->source, m->arena) ||
		!set_results(m, step))
		return false;
	if (own.parts) {
		source_error(m->source, place_member(node->where, "options", m->arena),
			"parts: a node of a graph is not cut, only single operations "
			"are");
		return false;
	}
	own.targets = m->settings.targets;
	step->settings = settings_resolve(m->over, &own);
	step->settings.workspace = WORKSPACE_STACK; /* the network's is another one */
	plan->name = arena_format(
		m->arena, "%s_%s", m->network->graph->function.name, step->name);
	set_inputs(m, step);
	m->network->alone[i] = *step;
	if (!take_pad(m, step))
		return false;
	m->network->fate[i] = fold(m, step)                                ? FATE_FOLDED
			      : network_join(m->network, step, &step->why) ? FATE_NO_CODE
									   : FATE_STEP;
	if (m->network->fate[i] == FATE_NO_CODE)
		skip_copy(m, step);
	if (m->network->fate[i] != FATE_STEP)
		step->plan = NULL;
	return true;
}

static struct network_tensor *
place_of(struct network *network, size_t tensor)
{
	return &network->tensor[network->tensor[tensor].place];
}

/* Sets the tensors' types, shapes and homes, and the steps that make them first and read
   them last. */
static void
settle_tensors(struct making *m)
{
	struct network *network = m->network;
	const struct graph *graph = network->graph;

	for (size_t i = 0; i < network->ntensor; i++) {
		struct network_tensor *to = &network->tensor[i];
		const struct tensor *from = &m->tensor[i];

		to->operand.dtype = from->dtype;
		to->operand.rank = from->rank;
		memcpy(to->operand.shape, from->shape, sizeof to->operand.shape);
		to->operand.nelement = from->nelement;
		to->operand.constant = from->constant;
		to->home = from->constant ? HOME_CONSTANT : HOME_WORKSPACE;
		to->bytes_of = i;
	}
	for (size_t i = 0; i < graph->function.ninput; i++)
		place_of(network, graph->function.input[i].tensor)->home = HOME_ARGUMENT;
	for (size_t i = 0; i < graph->noutput; i++)
		place_of(network, graph->output[i])->home = HOME_ARGUMENT;
	for (size_t i = 0; i < network->nstep; i++) {
		const struct network_step *step = &network->step[i];

		for (size_t k = 0; k < step->plan->noperand; k++)
			if (!step->plan->operand[k].constant)
				place_of(network, step->input[k])->last = i;
		for (size_t k = 0; k < step->nresult; k++) {
			struct network_tensor *place = place_of(network, step->result[k]);

			place->first = place->made ? place->first : i;
			place->made = true;
			place->last = i;
		}
	}
}

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
	settle_tensors(m);
	network_in_place(m->network, m->arena);
	if (network_place(m->network, m->arena))
		return true;
	source_error(m->source, m->spec.graph->function.where,
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
	struct settings settings = step->settings;
	const struct network_tensor *over;

	settings.max_stack = settings.max_stack > taken ? settings.max_stack - taken : 0;
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
	source_error(m->source, m->spec.graph->function.where,
		"the arrays on the stack would take %" PRIu64
		" bytes at least%s, and --max-stack allows %" PRIu64,
		taken + m->least_stack, part, m->settings.max_stack);
	return false;
}

/* Makes the schedules of the network's own function, one for each target. */
static void
make_schedules(struct making *m, struct schedule *schedule)
{
	const struct network *network = m->network;
	const struct node *function = &network->graph->function;
	struct plan *plan = arena_new(m->arena, struct plan);
	size_t n = m->settings.targets.n;
	struct schedule *more = arena_array(m->arena, struct schedule, n);
	const char *name = arena_format(m->arena, "%s%s", m->prefix, function->name);

	*plan = (struct plan){.kind = PLAN_NETWORK,
		.name = function->name,
		.op = "network",
		.domain = "opgen",
		.dst = network->tensor[network->graph->output[0]].operand};
	for (size_t i = 0; i < n; i++) {
		struct schedule *s = i ? &more[i] : schedule;
		struct network_part *part = arena_new(m->arena, struct network_part);

		*part = (struct network_part){network, i};
		*s = (struct schedule){.plan = plan,
			.name = name,
			.target = m->settings.targets.target[i],
			.settings = m->settings,
			.asked = m->settings.numerics,
			.kernel = &kernel_network,
			.own = part,
			.on_stack = m->settings.workspace == WORKSPACE_STACK
					    ? network->workspace
					    : 0,
			.next = i + 1 < n ? &more[i + 1] : NULL};
		s->stem = schedule_stem(s, m->arena);
		for (size_t k = 0; k < network->nstep; k++)
			s->estimate += step_schedule(s, k)->estimate;
	}
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
		keep_refusal(m, step->number, &error);
	}
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

/* Plans all nodes, then fuses and schedules steps. After a refused node it goes on with
   those that do not depend on it. */
static bool
plan_steps(struct making *m)
{
	struct network *network = m->network;
	struct first_error error;
	bool good = true;
	size_t n = 0;

	network->nstep = m->spec.nnode;
	network->step = arena_array(m->arena, struct network_step, network->nstep);
	network->fate = arena_array(m->arena, enum fate, network->nstep);
	network->into = arena_array(m->arena, size_t, network->nstep);
	network->nalone = network->nstep;
	network->alone = arena_array(m->arena, struct network_step, network->nalone);
	for (size_t i = 0; i < network->nstep; i++) {
		network->step[i].node = &m->spec.node[i];
		network->step[i].number = network->into[i] = i;
	}
	network_name_steps(network, m->tensor, m->arena);
	for (size_t i = 0; i < network->nstep; i++) {
		if (m->refusal)
			m->source = first_error_begin(&error, m->arena);
		if (plan_step(m, i))
			continue;
		good = false;
		keep_refusal(m, i, &error);
	}
	if (good)
		drop_pads(m);
	for (size_t i = 0; i < m->spec.nnode; i++)
		if (network->step[i].plan)
			network->step[n++] = network->step[i];
	network->nstep = n;
	if (!good)
		return false;
	network_fuse(network, m->arena);
	do {
		if (!place_tensors(m))
			return false;
		good = schedule_steps(m);
	} while (good && set_apart(m));
	return check_stack(m) && good;
}

/* Checks the number of arguments; the workspace is one, too. */
static bool
check_arguments(const struct making *m)
{
	const struct graph *graph = m->spec.graph;
	size_t n = graph->function.ninput + graph->noutput;

	if (n < WALK_PARAMETERS)
		return true;
	source_error(m->source, graph->function.where,
		"%zu inputs and outputs are more than a network takes: %d; several "
		"networks may share them",
		n, WALK_PARAMETERS - 1);
	return false;
}

/* Sets up what is known before nodes are planned. */
static bool
begin(struct making *m, struct settings *own)
{
	const struct spec *spec = &m->spec;
	struct tensor *tensor = arena_array(m->arena, struct tensor, spec->ntensor);

	m->under = own;
	m->tensor = tensor;
	m->network = arena_new(m->arena, struct network);
	memcpy(tensor, spec->tensor, spec->ntensor * sizeof *tensor);
	m->spec.tensor = tensor;
	m->source_of = arena_array(m->arena, size_t, spec->ntensor);
	for (size_t i = 0; i < spec->ntensor; i++)
		m->source_of[i] = i;
	m->network->graph = spec->graph;
	m->network->ntensor = spec->ntensor;
	m->network->tensor = arena_array(m->arena, struct network_tensor, spec->ntensor);
	if (!spec->nnode || !spec->graph->function.name ||
		!node_settings(&spec->graph->function, SETTINGS_OF_GRAPH, own, m->source,
			m->arena))
		return false;
	m->settings = settings_resolve(m->over, own);
	if (!m->settings.workspace)
		m->settings.workspace = WORKSPACE_ARGUMENT;
	network_name_tensors(
		m->network, m->tensor, m->settings.constants == HOME_BINARY, m->arena);
	return check_arguments(m);
}

bool
network_make(struct schedule *schedule, const struct spec *spec, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct source *source,
	struct arena *arena)
{
	struct settings own = {0};
	struct making m = {.spec = *spec,
		.prefix = prefix,
		.over = settings,
		.max_output = max_output,
		.source = source,
		.arena = arena};

	if (!begin(&m, &own) || !plan_steps(&m))
		return false;
	make_schedules(&m, schedule);
	return true;
}

/* The step that a node became, or is part of. */
static const char *
step_state(const struct network *network, size_t node, struct arena *arena)
{
	size_t into = node;

	while (network->into[into] != into)
		into = network->into[into];
	for (size_t i = 0; i < network->nstep; i++)
		if (network->step[i].number == into)
			return arena_format(arena, "%sstep %zu, %s",
				into == node ? "" : "fused into ", i + 1,
				network->step[i].name);
	return "ready";
}

static const char *
state_of(const struct making *m, size_t node, bool whole)
{
	switch (m->network->fate[node]) {
	case FATE_STEP:
		return whole ? step_state(m->network, node, m->arena) : "ready";
	case FATE_FOLDED:
		return "folded";
	case FATE_NO_CODE:
		return "no code";
	case FATE_REFUSED:
		break;
	}
	return "after a node that stops the graph";
}

bool
network_states(const struct spec *spec, const struct settings *settings,
	uint64_t max_output, struct node_state *state, struct arena *arena)
{
	struct settings own = {0};
	struct first_error error;
	struct making m = {.spec = *spec,
		.prefix = "",
		.over = settings,
		.max_output = max_output,
		.source = first_error_begin(&error, arena),
		.refusal = arena_array(arena, const char *, spec->nnode),
		.arena = arena};
	bool whole = begin(&m, &own) && plan_steps(&m);

	for (size_t i = 0; i < spec->nnode; i++) {
		state[i].refused = m.refusal[i] && *m.refusal[i];
		state[i].words = state[i].refused ? m.refusal[i] : state_of(&m, i, whole);
	}
	return whole;
}
