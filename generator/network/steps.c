#include "network/steps.h"

#include "base/arena.h"
#include "diag/source.h"
#include "network/cancel.h"
#include "network/join.h"
#include "network/name.h"
#include "network/node.h"
#include "network/operands.h"
#include "network/pad.h"
#include "ops/op.h"
#include "ops/plan_node.h"
#include "plan/reference.h"
#include "schedule/node_settings.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* Bytes of results that are computed while generating. */
enum {
	ALWAYS_KEPT = 64 * 1024, /* of one */
	KEPT_FOR_EACH = 4,       /* of one, for each byte of the file's constants */
	MAX_CONSTANTS = 1 << 30  /* of all, unless --max-constants says otherwise */
};

/* A table of n entries as one with room for more. */
static void *
enlarged(struct planning *p, const void *table, size_t n, size_t room, size_t size)
{
	void *to = arena_alloc_array(p->arena, room, size);

	if (n)
		memcpy(to, table, n * size);
	return to;
}

/* The tables of a graph whose nodes are a step each are as long as its lists. */
static void
reserve_tensors(struct planning *p, size_t room)
{
	struct network *network = p->network;
	size_t n = network->ntensor;

	network->tensor = enlarged(p, network->tensor, n, room, sizeof *network->tensor);
	p->tensor = enlarged(p, p->tensor, n, room, sizeof *p->tensor);
	p->source_of = enlarged(p, p->source_of, n, room, sizeof *p->source_of);
	p->maker = enlarged(p, p->maker, n, room, sizeof *p->maker);
	p->tensor_room = room;
}

static void
reserve_steps(struct planning *p, size_t room)
{
	struct network *network = p->network;
	size_t n = network->nnode;

	network->step = enlarged(p, network->step, n, room, sizeof *network->step);
	network->node = enlarged(p, network->node, n, room, sizeof *network->node);
	network->fate = enlarged(p, network->fate, n, room, sizeof *network->fate);
	network->into = enlarged(p, network->into, n, room, sizeof *network->into);
	p->passed_by = enlarged(p, p->passed_by, n, room, sizeof *p->passed_by);
	p->step_room = room;
}

size_t
steps_add_tensor(struct planning *p, const struct tensor *tensor)
{
	struct network *network = p->network;
	size_t n = network->ntensor;

	if (n == p->tensor_room)
		reserve_tensors(p, 2 * n + 1);
	network->ntensor++;
	network->tensor[n] = (struct network_tensor){.place = n, .bytes_of = n};
	p->tensor[n] = *tensor;
	p->source_of[n] = n;
	p->maker[n] = NO_STEP;
	p->spec.tensor = p->tensor;
	p->spec.ntensor = network->ntensor;
	network->spec = p->spec;
	return n;
}

void
steps_begin(struct planning *p)
{
	const struct tensor *tensor = p->spec.tensor;
	size_t n = p->spec.ntensor;

	p->network = arena_new(p->arena, struct network);
	p->network->graph = p->spec.graph;
	p->network->first = arena_array(p->arena, size_t, p->spec.nnode + 1);
	p->name = network_name_steps(&p->spec, p->arena);
	reserve_tensors(p, n);
	reserve_steps(p, p->spec.nnode);
	for (size_t i = 0; i < n; i++) {
		const struct tensor *t = &tensor[i];

		if (t->constant)
			p->given += (t->splat ? 1 : t->nelement) *
				    (int64_t)dtype_info[t->dtype].size;
		steps_add_tensor(p, t);
	}
}

/* Sets a tensor's type and shape to those of the output that makes it. */
static void
set_tensor(struct planning *p, size_t tensor, const struct operand *from)
{
	struct tensor *to = &p->tensor[tensor];

	to->dtype = from->dtype;
	to->rank = from->rank;
	memcpy(to->shape, from->shape, sizeof to->shape);
	to->nelement = from->nelement;
	to->made = false;
	p->network->tensor[tensor].bytes =
		to->nelement * (int64_t)dtype_info[to->dtype].size;
}

/* Whether the results of a node that has been planned are tensors that nothing else
   makes, which would be reported. */
static bool
results_are_free(const struct planning *p, const struct node *node)
{
	for (size_t i = 0; i < node->nresult; i++)
		if (!p->tensor[node->result[i]].made)
			return false;
	return node->nresult != 0;
}

/* The name of an input's operand: the input's, with its index if it is one of a list. */
static const char *
input_title(const struct input *input, struct arena *arena)
{
	if (input->part == NO_PART)
		return input->name;
	return arena_format(arena, "%s_%d", input->name, input->part);
}

/* Finds the tensors of a node's operands. The plan may have operands that it has computed
   from constants. */
static size_t *
find_inputs(const struct planning *p, const struct node *node, const struct plan *plan)
{
	size_t *input = arena_array(p->plans, size_t, plan->noperand);

	for (size_t i = 0; i < plan->noperand; i++) {
		input[i] = NO_TENSOR;
		for (size_t k = 0; k < node->ninput && !plan->operand[i].constant; k++)
			if (!strcmp(plan->operand[i].name,
				    input_title(&node->input[k], p->plans)))
				input[i] = p->source_of[node->input[k].tensor];
	}
	return input;
}

/* The numerics of a step for the last target, which all targets share. */
static enum numerics
numerics_of(const struct planning *p, const struct settings *settings)
{
	const struct target_list *list = &p->function->targets;

	return numerics_of_sums(settings->numerics, list->target[list->n - 1]);
}

static bool
is_output(const struct planning *p, size_t tensor)
{
	const struct graph *graph = p->network->graph;

	for (size_t i = 0; i < graph->noutput; i++)
		if (graph->output[i] == tensor)
			return true;
	return false;
}

/* Whether a result that is known is kept as a constant. Integers of 32 and 64 bits may be
   shapes and indices, which operations have to know. */
static bool
is_kept(const struct planning *p, size_t tensor)
{
	enum dtype dtype = p->tensor[tensor].dtype;
	int64_t bytes = p->network->tensor[tensor].bytes;

	return bytes <= ALWAYS_KEPT || bytes / KEPT_FOR_EACH <= p->given ||
	       dtype == DTYPE_INT64 || dtype == DTYPE_INT32;
}

/* Whether all inputs of a node are known, and its results can be kept. */
static bool
is_known(const struct planning *p, const struct network_step *step)
{
	for (size_t i = 0; i < step->plan->noperand; i++)
		if (!step->plan->operand[i].constant)
			return false;
	for (size_t i = 0; i < step->nresult; i++)
		if (!is_kept(p, step->result[i]))
			return false;
	return true;
}

/* Counts a step's results among the constants that are computed; refuses them where these
   become too many. */
static bool
count_results(struct planning *p, const struct network_step *step)
{
	uint64_t most =
		p->over->limits_constants ? p->over->max_constants : MAX_CONSTANTS;

	for (size_t i = 0; i < step->nresult; i++)
		p->computed += (uint64_t)p->network->tensor[step->result[i]].bytes;
	if (p->computed <= most)
		return true;
	source_error(p->source, step->node->where,
		"with its results, what is computed of constants alone would take "
		"%" PRIu64 " bytes, and --max-constants allows %" PRIu64,
		p->computed, most);
	for (size_t i = 0; i < step->nresult; i++)
		p->tensor[step->result[i]].made = true; /* for others: it is refused */
	return false;
}

/* Computes a node whose inputs are all constant. It stays a step if its result is an
   output of the network. */
static bool
fold(struct planning *p, struct network_step *step)
{
	const struct plan *plan = step->plan;
	bool wanted = false;
	void **element = arena_array(p->plans, void *, plan_noutput(plan));

	for (size_t i = 0; i < step->nresult; i++)
		element[i] = arena_alloc(
			p->arena, (size_t)p->network->tensor[step->result[i]].bytes);
	reference_run(plan, numerics_of(p, step->settings), NULL, element);
	for (size_t i = 0; i < step->nresult; i++) {
		p->tensor[step->result[i]].constant = element[i];
		wanted |= is_output(p, step->result[i]);
	}
	return !wanted;
}

static void
find_subnormal_weights(
	struct planning *p, const struct network_step *step, struct plan *plan)
{
	subnormal_weights(plan, step->node, numerics_tile(step->settings->numerics),
		&p->told, p->source, p->arena);
}

/* Merges a Pad into the Conv or pool after it. */
static bool
take_pad(struct planning *p, struct network_step *step)
{
	struct node padding = *step->node, *node;
	struct plan *plan;
	size_t pad;

	if (step->is_part || !network_pad(p->network, step, &padding, p->plans))
		return true;
	node = arena_copy(p->plans, &padding, 1, sizeof padding);
	plan = arena_new(p->plans, struct plan);
	if (!plan_node(&p->spec, node, plan, p->source, p->plans))
		return false;
	find_subnormal_weights(p, step, plan);
	plan->name = step->plan->name;
	plan->op = arena_format(p->plans, "Pad + %s", plan->op);
	pad = p->maker[step->input[0]];
	step->first_named = p->network->step[pad].first_named;
	p->passed_by[pad] = step->number;
	step->node = node;
	step->plan = plan;
	step->input = find_inputs(p, node, plan);
	return true;
}

/* Lets readers of a copy that needs no code read what it is made of, with which they can
   be fused. */
static void
skip_copy(struct planning *p, const struct network_step *step)
{
	const struct plan *plan = step->plan;
	const struct tensor *to = &p->tensor[step->result[0]], *from;

	if (!plan_is_copy(plan))
		return;
	from = &p->tensor[step->input[plan->u.move.part->src - plan->operand]];
	if (from->rank == to->rank && from->dtype == to->dtype &&
		!memcmp(from->shape, to->shape, (size_t)to->rank * sizeof *to->shape))
		p->source_of[step->result[0]] = (size_t)(from - p->tensor);
}

/* Sets a step's settings. own: those of its node, with the graph's. */
static void
set_settings(struct planning *p, struct network_step *step, struct settings *own)
{
	struct settings settings;

	step->settings = step->node->noption ? NULL : p->shared;
	if (step->settings)
		return;
	own->targets = p->function->targets;
	settings = settings_resolve(p->over, own);
	settings.workspace = WORKSPACE_STACK; /* the network's is another one */
	settings.parts = 0;                   /* it is cut with the network */
	step->settings = arena_copy(p->arena, &settings, 1, sizeof settings);
	if (!step->node->noption)
		p->shared = step->settings;
}

/* Keeps what is known of a step, whatever it is joined to. The plan of a part is kept. */
static void
set_node(struct planning *p, const struct network_step *step)
{
	size_t n = step->plan->noperand;

	p->network->node[step->number] = (struct network_node){.origin = step->origin,
		.part = step->is_part ? step->plan : NULL,
		.name = step->name,
		.flushed = step->plan->flushed,
		.kind = step->plan->kind,
		.settings = step->settings,
		.input = arena_copy(p->arena, step->input, n, sizeof(size_t)),
		.ninput = n,
		.result =
			arena_copy(p->arena, step->result, step->nresult, sizeof(size_t)),
		.nresult = step->nresult};
}

/* Decides what becomes of a step that has been planned. */
static enum fate
settle_fate(struct planning *p, struct network_step *step)
{
	if (is_known(p, step)) {
		if (!count_results(p, step))
			return FATE_REFUSED;
		if (fold(p, step))
			return FATE_FOLDED;
	}
	if (!network_join(p->network, step, &step->why) && !network_cancel(p, step))
		return FATE_STEP;
	skip_copy(p, step);
	return FATE_NO_CODE;
}

/* Makes room for a step in the tables of steps. Returns its number. */
static size_t
add_number(struct planning *p)
{
	struct network *network = p->network;
	size_t n = network->nnode;

	if (n == p->step_room)
		reserve_steps(p, 2 * n + 1);
	network->nnode++;
	network->fate[n] = FATE_REFUSED;
	network->into[n] = p->passed_by[n] = n;
	return n;
}

/* Adds a step with all members but those that follow from its plan and tensors. */
static bool
add_step(struct planning *p, const struct network_step *made, struct plan *plan)
{
	size_t n = add_number(p);
	struct network_step *step = &p->network->step[n];

	*step = *made;
	step->number = n;
	step->first_named = step->last_named = step->origin;
	step->plan = plan;
	step->nresult = plan_noutput(plan);
	find_subnormal_weights(p, step, plan);
	plan->name = network_step_name(p->network, step, p->plans);
	for (size_t i = 0; i < step->nresult; i++) {
		set_tensor(p, step->result[i], plan_output(plan, i));
		p->maker[step->result[i]] = n;
	}
	set_node(p, step);
	if (!take_pad(p, step))
		return false;
	if (step->plan->kind == PLAN_POINTWISE)
		network_share_operands(step, p->plans);
	p->network->fate[n] = settle_fate(p, step);
	if (p->network->fate[n] != FATE_STEP)
		*step = (struct network_step){.number = n};
	return p->network->fate[n] != FATE_REFUSED;
}

/* The name of a part: what it makes, behind the name of its node, if that has one. That
   begins no other step's (network_name_steps), so this is no other step's. */
static const char *
part_name(const struct planning *p, const struct network_step *made,
	const struct series_part *part)
{
	return *made->name
		       ? arena_format(p->arena, "%s_%s", made->name, part->plan->dst.name)
		       : part->plan->dst.name;
}

/* Adds a tensor between parts, under a name that no other one has. */
static size_t
add_between(struct planning *p, const struct network_step *made, const struct operand *o)
{
	size_t n = steps_add_tensor(p, &(struct tensor){.made = true});
	const char *name = *made->name
				   ? arena_format(p->arena, "%s_%s", made->name, o->name)
				   : o->name;

	p->network->tensor[n].operand.name =
		network_free_name(&p->names, p->network, name, p->arena);
	return n;
}

/* The tensors of a series by their numbers. */
static const size_t *
series_tensors(
	struct planning *p, const struct network_step *made, const struct plan *plan)
{
	const struct series_plan *series = &plan->u.series;
	size_t noutput = plan_noutput(plan), n = 0;
	size_t *tensor = arena_array(
		p->plans, size_t, plan->noperand + noutput + series->nbetween);

	for (size_t i = 0; i < plan->noperand; i++)
		tensor[n++] = made->input[i];
	for (size_t i = 0; i < noutput; i++)
		tensor[n++] = made->result[i];
	for (size_t i = 0; i < series->nbetween; i++)
		tensor[n++] = add_between(p, made, &series->between[i]);
	return tensor;
}

/* The tensors of a part's operands; those that have been computed become constants of
   its plan. */
static const size_t *
part_inputs(const struct planning *p, const struct series_part *part, struct plan *plan,
	const size_t *tensor)
{
	size_t *input = arena_array(p->plans, size_t, plan->noperand);

	for (size_t i = 0; i < plan->noperand; i++) {
		input[i] = NO_TENSOR;
		if (plan->operand[i].constant)
			continue;
		input[i] = p->source_of[tensor[part->operand[i]]];
		plan->operand[i].constant = p->tensor[input[i]].constant;
	}
	return input;
}

static const size_t *
part_results(
	const struct planning *p, const struct series_part *part, const size_t *tensor)
{
	size_t n = plan_noutput(part->plan);
	size_t *result = arena_array(p->plans, size_t, n);

	for (size_t i = 0; i < n; i++)
		result[i] = tensor[part->result[i]];
	return result;
}

/* Whether a design is for plans of this kind, or for one of a series. */
static bool
takes_kernel(const struct plan *plan, const struct kernel *kernel)
{
	bool takes = plan->kind == kernel->kind;

	for (size_t i = 0; plan->kind == PLAN_SERIES && i < plan->u.series.npart; i++)
		takes |= takes_kernel(plan->u.series.part[i].plan, kernel);
	return takes;
}

/* The settings of a part: those of the whole, without a design that does not take it. */
static const struct settings *
part_settings(
	const struct planning *p, const struct settings *whole, const struct plan *part)
{
	struct settings settings = *whole;

	if (!whole->kernel || takes_kernel(part, whole->kernel))
		return whole;
	settings.kernel = NULL;
	return arena_copy(p->arena, &settings, 1, sizeof settings);
}

bool
steps_add(struct planning *p, const struct network_step *made, struct plan *plan)
{
	const size_t *tensor;

	if (plan->kind != PLAN_SERIES)
		return add_step(p, made, plan);
	if (made->settings->kernel && !takes_kernel(plan, made->settings->kernel)) {
		source_error(p->source, made->node->where,
			"kernel: %s does not take any step of %s",
			made->settings->kernel->name, plan->op);
		return false;
	}
	tensor = series_tensors(p, made, plan);
	for (size_t i = 0; i < plan->u.series.npart; i++) {
		const struct series_part *part = &plan->u.series.part[i];
		struct plan *own = plan_duplicate(part->plan, p->plans);
		struct network_step step = *made;

		step.is_part = true;
		step.settings = part_settings(p, made->settings, own);
		step.name = part_name(p, made, part);
		step.input = part_inputs(p, part, own, tensor);
		step.result = part_results(p, part, tensor);
		network_name_operands(own, p->plans);
		if (!steps_add(p, &step, own))
			return false;
	}
	return true;
}

/* Plans a node, and adds its steps. */
static bool
plan_steps(struct planning *p, size_t i)
{
	struct network_step step = {
		.origin = i, .name = p->name[i].name, .title = p->name[i].title};
	const struct node *node = network_complete(&p->spec, i, p->plans);
	struct plan *plan = arena_new(p->plans, struct plan);
	struct settings own = *p->under;

	step.node = node;
	for (size_t k = 0; k < node->ninput; k++)
		if (p->tensor[node->input[k].tensor].made)
			return false; /* what makes it was refused */
	if (!node_settings(node, SETTINGS_OF_STEP, &own, p->source, p->plans) ||
		!plan_node(&p->spec, node, plan, p->source, p->plans) ||
		!results_are_free(p, node))
		return false;
	set_settings(p, &step, &own);
	assert(node->nresult == plan_noutput(plan));
	step.input = find_inputs(p, node, plan);
	step.result = node->result;
	return steps_add(p, &step, plan);
}

/* Lets a step that may be fused wait for its plan: who reads its result is known when all
   nodes are planned. */
static void
lay_aside(struct planning *p, struct network_step *step)
{
	const struct network_node *own = &p->network->node[step->number];

	step->waits = true;
	step->node = &p->spec.node[step->origin];
	step->plan = NULL;
	step->input = own->input;
	step->result = own->result;
}

/* Keeps nothing of a node that has been planned by itself if it needs no code, or can be
   planned again. */
static void
forget_plan(struct planning *p, size_t number, struct arena_mark before)
{
	struct network_step *step = &p->network->step[number];

	if (p->network->node[number].part)
		return;
	if (step->plan && (step->plan->kind != PLAN_POINTWISE || step->nresult > 1))
		return;
	if (step->plan)
		lay_aside(p, step);
	arena_release(p->plans, before);
}

bool
steps_plan(struct planning *p, size_t i)
{
	struct network *network = p->network;
	struct arena_mark before = arena_mark(p->plans);
	size_t first = network->nnode, ntold = p->told.n;
	bool good;

	network->first[i] = first;
	good = plan_steps(p, i);
	network->first[i + 1] = network->nnode;
	/* Weights that have been told of are known by their addresses. */
	if (good && network->nnode == first + 1 && p->told.n == ntold)
		forget_plan(p, first, before);
	return good;
}

void
steps_end(struct planning *p)
{
	struct network *network = p->network;
	size_t n = 0;

	network_drop_passed(p);
	for (size_t i = 0; i < network->nnode; i++)
		if (network->step[i].plan || network->step[i].waits)
			network->step[n++] = network->step[i];
	network->nstep = n;
}
