#include "network/steps.h"

#include "base/arena.h"
#include "diag/source.h"
#include "network/cancel.h"
#include "network/join.h"
#include "network/name.h"
#include "network/node.h"
#include "network/pad.h"
#include "ops/plan_node.h"
#include "ops/subnormal.h"
#include "plan/chain.h"
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

/* Sets up the tables of nodes, each of which is a step as yet. */
static void
begin_steps(struct network *network, const struct spec *spec, struct arena *arena)
{
	size_t n = spec->nnode;

	network->nstep = network->nnode = n;
	network->step = arena_array(arena, struct network_step, n);
	network->node = arena_array(arena, struct network_node, n);
	network->fate = arena_array(arena, enum fate, n);
	network->into = arena_array(arena, size_t, n);
	for (size_t i = 0; i < n; i++) {
		network->step[i].node = &spec->node[i];
		network->step[i].number = network->into[i] = i;
	}
	network_name_steps(network, spec->tensor, arena);
}

void
steps_begin(struct planning *p)
{
	size_t n = p->spec.ntensor;

	p->network = arena_new(p->arena, struct network);
	p->network->graph = p->spec.graph;
	p->network->ntensor = n;
	p->network->tensor = arena_array(p->arena, struct network_tensor, n);
	begin_steps(p->network, &p->spec, p->arena);
	p->tensor = arena_copy(p->arena, p->spec.tensor, n, sizeof *p->tensor);
	p->spec.tensor = p->tensor;
	p->network->spec = p->spec;
	p->source_of = arena_array(p->arena, size_t, n);
	p->maker = arena_array(p->arena, size_t, n);
	for (size_t i = 0; i < n; i++) {
		const struct tensor *t = &p->tensor[i];

		if (t->constant)
			p->given += (t->splat ? 1 : t->nelement) *
				    (int64_t)dtype_info[t->dtype].size;
		p->source_of[i] = i;
		p->maker[i] = p->spec.nnode;
	}
	p->passed_by = arena_array(p->arena, size_t, p->spec.nnode);
	for (size_t i = 0; i < p->spec.nnode; i++)
		p->passed_by[i] = i;
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

static bool
set_results(struct planning *p, struct network_step *step)
{
	const struct plan *plan = step->plan;
	const struct node *node = step->node;
	size_t n = plan_noutput(plan);

	step->result = node->result;
	step->nresult = node->nresult;
	if (!node->nresult)
		return false; /* which is reported */
	assert(node->nresult == n);
	for (size_t i = 0; i < n; i++)
		if (!p->tensor[node->result[i]].made)
			return false; /* something else makes it, which is reported */
	for (size_t i = 0; i < n; i++) {
		set_tensor(p, node->result[i], plan_output(plan, i));
		p->maker[node->result[i]] = step->number;
	}
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
set_inputs(struct planning *p, struct network_step *step)
{
	const struct plan *plan = step->plan;
	const struct node *node = step->node;
	size_t *input = arena_array(p->plans, size_t, plan->noperand);

	for (size_t i = 0; i < plan->noperand; i++) {
		/* The plan may have operands that it has computed from constants. */
		input[i] = p->network->ntensor;
		for (size_t k = 0; k < node->ninput && !plan->operand[i].constant; k++)
			if (!strcmp(plan->operand[i].name,
				    input_title(&node->input[k], p->plans)))
				input[i] = p->source_of[node->input[k].tensor];
	}
	step->input = input;
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

	if (!network_pad(p->network, step, &padding, p->plans))
		return true;
	node = arena_copy(p->plans, &padding, 1, sizeof padding);
	plan = arena_new(p->plans, struct plan);
	if (!plan_node(&p->spec, node, plan, p->source, p->plans))
		return false;
	find_subnormal_weights(p, step, plan);
	plan->name = step->plan->name;
	plan->op = arena_format(p->plans, "Pad + %s", plan->op);
	p->passed_by[p->maker[step->input[0]]] = step->number;
	step->node = node;
	step->plan = plan;
	set_inputs(p, step);
	return true;
}

/* The first operand of a step that is the same tensor as one of its operands. */
static size_t
first_of(const struct network_step *step, size_t operand)
{
	size_t n = 0;

	while (n < operand && (step->plan->operand[n].constant ||
				      step->plan->operand[operand].constant ||
				      step->input[n] != step->input[operand]))
		n++;
	return n;
}

static bool
reads_twice(const struct network_step *step)
{
	for (size_t i = 0; i < step->plan->noperand; i++)
		if (first_of(step, i) < i)
			return true;
	return false;
}

/* Makes one operand of those of a pointwise step that are the same tensor, as in x * x.
   They have the same shape, so they are read in the same order. */
static void
share_operands(struct planning *p, struct network_step *step)
{
	const struct plan *from = step->plan;
	struct plan *plan = plan_duplicate(from, p->plans);
	struct pointwise_plan *pointwise = &plan->u.pointwise;
	struct pointwise_chain *chain = arena_new(p->plans, struct pointwise_chain);
	struct chain_value value[MAX_OPERAND];
	size_t *input = arena_array(p->plans, size_t, from->noperand);

	plan->noperand = 0;
	for (size_t i = 0; i < from->noperand; i++) {
		size_t first = first_of(step, i), n = plan->noperand;

		if (first < i) {
			value[i] = value[first];
			continue;
		}
		value[i] = chain_operand(n);
		plan->operand[n] = from->operand[i];
		input[n] = step->input[i];
		for (int k = 0; k < pointwise->naxis; k++)
			pointwise->axis[k].inc[n] = from->u.pointwise.axis[k].inc[i];
		plan->noperand++;
	}
	chain_append(chain, from->u.pointwise.chain, value, p->plans);
	pointwise->chain = chain;
	step->plan = plan;
	step->input = input;
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
static bool
set_settings(struct planning *p, struct network_step *step, struct settings *own)
{
	struct settings settings;

	if (own->parts) {
		source_error(p->source,
			place_member(step->node->where, "options", p->arena),
			"parts: a node of a graph is not cut, only single operations "
			"are");
		return false;
	}
	step->settings = step->node->noption ? NULL : p->shared;
	if (step->settings)
		return true;
	own->targets = p->function->targets;
	settings = settings_resolve(p->over, own);
	settings.workspace = WORKSPACE_STACK; /* the network's is another one */
	step->settings = arena_copy(p->arena, &settings, 1, sizeof settings);
	if (!step->node->noption)
		p->shared = step->settings;
	return true;
}

/* Keeps what is known of a node, whatever it is joined to. */
static void
set_node(struct planning *p, const struct network_step *step)
{
	size_t n = step->plan->noperand;

	p->network->node[step->number] = (struct network_node){.name = step->name,
		.flushed = step->plan->flushed,
		.kind = step->plan->kind,
		.settings = step->settings,
		.input = arena_copy(p->arena, step->input, n, sizeof(size_t)),
		.ninput = n,
		.result =
			arena_copy(p->arena, step->result, step->nresult, sizeof(size_t)),
		.nresult = step->nresult};
}

/* Decides what becomes of a node that has been planned. */
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

/* Makes a plan of a node, the inputs of which are known. */
static bool
make_plan(struct planning *p, struct network_step *step)
{
	const struct node *node = network_complete(&p->spec, step->number, p->plans);
	struct plan *plan = arena_new(p->plans, struct plan);
	struct settings own = *p->under;

	step->node = node;
	step->plan = plan;
	if (!node_settings(node, SETTINGS_OF_STEP, &own, p->source, p->plans) ||
		!plan_node(&p->spec, node, plan, p->source, p->plans) ||
		!set_results(p, step) || !set_settings(p, step, &own))
		return false;
	find_subnormal_weights(p, step, plan);
	plan->name = arena_format(
		p->plans, "%s_%s", p->network->graph->function.name, step->name);
	set_inputs(p, step);
	return true;
}

bool
steps_plan(struct planning *p, size_t i)
{
	struct network_step *step = &p->network->step[i];
	enum fate *fate = &p->network->fate[i];
	struct arena_mark before = arena_mark(p->plans);

	for (size_t k = 0; k < step->node->ninput; k++)
		if (p->tensor[step->node->input[k].tensor].made)
			return false; /* what makes it was refused */
	if (!make_plan(p, step))
		return false;
	set_node(p, step);
	if (!take_pad(p, step))
		return false;
	if (step->plan->kind == PLAN_POINTWISE && reads_twice(step))
		share_operands(p, step);
	*fate = settle_fate(p, step);
	if (*fate != FATE_STEP) {
		arena_release(p->plans, before);
		*step = (struct network_step){.number = i};
	}
	return *fate != FATE_REFUSED;
}

void
steps_end(struct planning *p)
{
	struct network *network = p->network;
	size_t n = 0;

	network_drop_passed(p);
	for (size_t i = 0; i < network->nnode; i++)
		if (network->step[i].plan)
			network->step[n++] = network->step[i];
	network->nstep = n;
}
