#include "network/lower.h"

#include "base/arena.h"
#include "code/statements/build.h"
#include "code/statements/share.h"
#include "kernels/common/lowering.h"
#include "kernels/kernel.h"

const struct network_part *
schedule_part(const struct schedule *schedule)
{
	return schedule->own;
}

const struct network *
schedule_network(const struct schedule *schedule)
{
	return schedule_part(schedule)->network;
}

const struct schedule *
step_schedule(const struct schedule *schedule, size_t step)
{
	const struct network_part *part = schedule_part(schedule);
	const struct schedule *s = part->network->step[step].schedule;

	for (size_t i = 0; i < part->target; i++)
		s = s->next;
	return s;
}

bool
schedule_is_graph(const struct schedule *schedule)
{
	return schedule->plan->kind == PLAN_NETWORK &&
	       !schedule_network(schedule)->is_operation;
}

bool
network_is_fast(const struct schedule *schedule)
{
	for (size_t i = 0; i < schedule_network(schedule)->nstep; i++)
		if (step_schedule(schedule, i)->kernel->fast)
			return true;
	return false;
}

size_t
step_functions(const struct schedule *schedule, size_t step, size_t *first)
{
	const size_t *number = schedule_part(schedule)->number;

	*first = step ? number[step - 1] + 1 : 0;
	return number[step] + 1 - *first;
}

const char *
step_function(const struct schedule *schedule, size_t step)
{
	const struct network_part *part = schedule_part(schedule);

	return share_name(part->share, part->number[step]);
}

bool
step_is_shared(const struct schedule *schedule, size_t step)
{
	const struct network_part *part = schedule_part(schedule);

	return share_first(part->share, part->number[step]) != part->number[step];
}

const struct function *
lower_step(const struct schedule *schedule, size_t step, struct code_builder *code)
{
	const struct schedule *s = step_schedule(schedule, step);
	size_t first, n;

	if (code->sharing) {
		n = step_functions(schedule, step, &first);
		if (share_has_all(schedule_part(schedule)->share, first, n))
			return share_skip(code, n);
	}
	s->kernel->lower(s, code);
	return code->last;
}

/* The state while a network's function is built. */
struct calls {
	const struct network *network;
	struct code_builder *code;
	const struct function **function; /* the function of each step */
	const struct variable **tensor;   /* the variable through which each tensor is
					     reached, once there is one */
	const struct variable *workspace;
};

static void
add_argument(struct calls *c, size_t tensor, bool reads)
{
	const struct operand *operand = &c->network->tensor[tensor].operand;
	size_t place = network_place_number(c->network, tensor);
	struct variable *v;

	if (c->tensor[place])
		return;
	v = code_parameter(
		c->code, VARIABLE_POINTER, code_scalar(operand->dtype), operand->name);
	v->operand = operand;
	v->reads = reads;
	c->tensor[place] = v;
}

static const struct variable *
tensor_of(const struct calls *c, size_t tensor)
{
	return c->tensor[network_place_number(c->network, tensor)];
}

/* The address of a tensor. */
static struct address
address_of(const struct calls *c, size_t tensor)
{
	const struct network_tensor *t = &c->network->tensor[tensor];

	return code_at(tensor_of(c, tensor),
		t->within / (int64_t)dtype_info[t->operand.dtype].size);
}

/* Whether some step reads a tensor. */
static bool
is_read(const struct network *network, size_t tensor)
{
	for (size_t i = 0; i < network->nstep; i++)
		for (size_t k = 0; k < network->step[i].plan->noperand; k++)
			if (!network->step[i].plan->operand[k].constant &&
				network->tensor[network->step[i].input[k]].place ==
					network->tensor[tensor].place)
				return true;
	return false;
}

static void
add_parameters(struct calls *c)
{
	const struct graph *graph = c->network->graph;
	struct variable *v;

	for (size_t i = 0; i < graph->function.ninput; i++)
		add_argument(c, graph->function.input[i].tensor, true);
	for (size_t i = 0; i < graph->noutput; i++)
		add_argument(c, graph->output[i], false);
	v = code_parameter(
		c->code, VARIABLE_POINTER, code_scalar(DTYPE_UINT8), "workspace");
	v->is_void = true;
	v->length = c->network->workspace;
	c->workspace = v;
	if (!v->length)
		code_unused(c->code, v);
	for (size_t i = 0; i < graph->function.ninput; i++)
		if (!is_read(c->network, graph->function.input[i].tensor))
			code_unused(
				c->code, tensor_of(c, graph->function.input[i].tensor));
}

/* Declares a pointer to a tensor's place in the workspace when the tensor is made. */
static void
add_place(struct calls *c, size_t tensor)
{
	const struct network_tensor *t = network_place_of(c->network, tensor);
	size_t place = network_place_number(c->network, tensor);

	if (c->tensor[place])
		return;
	c->tensor[place] =
		code_let_pointer(c->code, false, true, code_scalar(t->operand.dtype),
			t->operand.name, code_at(c->workspace, t->offset));
}

static void
add_call(struct calls *c, size_t i)
{
	const struct network_step *step = &c->network->step[i];
	struct argument *argument = arena_array(
		c->code->body, struct argument, step->plan->noperand + step->nresult);
	size_t n = 0;

	for (size_t k = 0; k < step->plan->noperand; k++)
		if (plan_passes(step->plan, &step->plan->operand[k]))
			argument[n++] = code_pass(address_of(c, step->input[k]));
	for (size_t k = 0; k < step->nresult; k++)
		argument[n++] = code_pass(address_of(c, step->result[k]));
	code_call(c->code, c->function[i], argument);
}

static void
add_function(struct calls *c, const struct schedule *schedule)
{
	struct code_builder *code = c->code;
	const struct network *network = c->network;
	bool hidden = has_dispatcher(schedule);

	code->updates = false;
	code_function(code, hidden ? LINKAGE_STATIC : LINKAGE_EXTERNAL,
		hidden ? schedule->stem : schedule->name,
		hidden ? code_name(code, "All of %s for %s.", schedule->name,
				 schedule->target->name)
		       : NULL);
	code->function->is_entry = true;
	if (!hidden)
		code->function->attribute = "";
	add_parameters(c);
	for (size_t i = 0; i < network->nstep; i++)
		for (size_t k = 0; k < network->step[i].nresult; k++)
			add_place(c, network->step[i].result[k]);
	code_blank(code);
	for (size_t i = 0; i < network->nstep; i++)
		add_call(c, i);
	code_end_function(code);
}

static void
lower(const struct schedule *schedule, struct code_builder *code)
{
	const struct network_part *part = schedule_part(schedule);
	const struct network *network = part->network;
	struct calls c = {.network = network,
		.code = code,
		.function =
			arena_array(code->arena, const struct function *, network->nstep),
		.tensor = arena_array(
			code->arena, const struct variable *, network->ntensor)};

	if (part->share)
		code->sharing = sharing_begin(part->share, code->arena);
	for (size_t i = 0; i < network->nstep; i++)
		c.function[i] = lower_step(schedule, i, code);
	add_function(&c, schedule);
}

const struct kernel kernel_network = {
	.name = "network",
	.kind = PLAN_NETWORK,
	.summary = "a function for each step, and one that calls them",
	.lower = lower,
};
