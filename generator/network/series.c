#include "network/series.h"

#include <string.h>

#include "base/arena.h"
#include "network/steps.h"

static struct tensor
tensor_of(const struct operand *o, const struct place *where)
{
	struct tensor tensor = {.dtype = o->dtype,
		.rank = o->rank,
		.nelement = o->nelement,
		.constant = o->constant,
		.where = where,
		.name = o->constant ? NULL : o->name};

	memcpy(tensor.shape, o->shape, sizeof tensor.shape);
	return tensor;
}

struct spec
series_spec(const struct plan *series, const struct place *where, struct arena *arena)
{
	size_t noutput = plan_noutput(series), n = series->noperand;
	struct tensor *tensor = arena_array(arena, struct tensor, n + noutput);
	struct input *input = arena_array(arena, struct input, n);
	size_t *output = arena_array(arena, size_t, noutput);
	struct graph *graph = arena_new(arena, struct graph);
	struct node *function = &graph->function;

	*function = (struct node){
		.name = series->name, .op = series->op, .where = where, .input = input};
	for (size_t i = 0; i < n; i++) {
		tensor[i] = tensor_of(&series->operand[i], where);
		if (!tensor[i].constant)
			input[function->ninput++] =
				(struct input){tensor[i].name, NO_PART, i, where};
	}
	for (size_t i = 0; i < noutput; i++) {
		tensor[n + i] = tensor_of(plan_output(series, i), where);
		tensor[n + i].made = true;
		output[i] = n + i;
	}
	graph->output = output;
	graph->noutput = noutput;
	return (struct spec){.graph = graph, .tensor = tensor, .ntensor = n + noutput};
}

bool
series_steps(
	struct planning *p, const struct plan *series, const struct settings *settings)
{
	size_t n = series->noperand;
	size_t *input = arena_array(p->arena, size_t, n);
	struct settings *own = arena_copy(p->arena, settings, 1, sizeof *settings);
	struct network_step made = {.node = &p->network->graph->function,
		.name = "",
		.settings = own,
		.input = input,
		.result = p->network->graph->output};

	own->workspace = WORKSPACE_STACK; /* the network's is another one */
	own->parts = 0;
	for (size_t i = 0; i < n; i++)
		input[i] = series->operand[i].constant ? NO_TENSOR : i;
	return steps_add(p, &made, plan_duplicate(series, p->arena));
}

/* Whether a tensor has the same bytes as another one. */
static bool
is_same(const struct network *network, size_t a, size_t b)
{
	const struct network_tensor *one = &network->tensor[a],
				    *other = &network->tensor[b];

	return one->place == other->place && one->within == other->within &&
	       one->bytes == other->bytes;
}

/* Gives an operand the name and the shape that the operation has for it. */
static void
restore(struct operand *operand, const struct operand *of_operation)
{
	operand->name = of_operation->name;
	operand->rank = of_operation->rank;
	memcpy(operand->shape, of_operation->shape, sizeof operand->shape);
}

/* Restores the arguments of the only step; false: they are others. */
static bool
restore_operands(const struct network *network, struct plan *plan,
	const struct network_step *step, const struct plan *series)
{
	const struct node *function = &network->graph->function;
	size_t n = 0;

	for (size_t i = 0; i < plan->noperand; i++) {
		if (plan->operand[i].constant)
			continue;
		if (n == function->ninput ||
			!is_same(network, step->input[i], function->input[n].tensor))
			return false;
		restore(&plan->operand[i], &series->operand[function->input[n++].tensor]);
	}
	return n == function->ninput;
}

static bool
restore_outputs(const struct network *network, struct plan *plan,
	const struct network_step *step, const struct plan *series)
{
	if (step->nresult != plan_noutput(series))
		return false;
	for (size_t i = 0; i < step->nresult; i++) {
		if (!is_same(network, step->result[i], network->graph->output[i]))
			return false;
		restore(i ? &plan->more[i - 1] : &plan->dst, plan_output(series, i));
	}
	return true;
}

const struct plan *
series_single(
	const struct network *network, const struct plan *series, struct arena *arena)
{
	const struct network_step *step = network->step;
	struct plan *plan;

	if (network->nstep != 1)
		return NULL;
	plan = plan_duplicate(step->plan, arena);
	plan->name = series->name;
	if (series->ndetail) {
		plan->detail = series->detail;
		plan->ndetail = series->ndetail;
	}
	return restore_operands(network, plan, step, series) &&
			       restore_outputs(network, plan, step, series)
		       ? plan
		       : NULL;
}

const struct plan *
series_of_one(const struct plan *plan, struct arena *arena)
{
	struct plan *series = plan_duplicate(plan, arena);
	struct series_part *part = arena_new(arena, struct series_part);
	size_t n = plan->noperand, noutput = plan_noutput(plan);
	size_t *tensor = arena_array(arena, size_t, n + noutput);

	for (size_t i = 0; i < n + noutput; i++)
		tensor[i] = i;
	*part = (struct series_part){plan, tensor, tensor + n};
	series->kind = PLAN_SERIES;
	series->u.series = (struct series_plan){.part = part, .npart = 1};
	return series;
}
