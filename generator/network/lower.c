#include "network/lower.h"

#include "base/arena.h"
#include "code/statements/build.h"
#include "code/statements/share.h"
#include "kernels/common/lowering.h"
#include "kernels/kernel.h"
#include "network/loops.h"
#include "schedule/parts.h"
#include "schedule/shared.h"

#include <string.h>

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

enum wide_sums
schedule_wide_sums(const struct schedule *schedule)
{
	enum wide_sums sums, worst = WIDE_SUMS_NONE;

	if (schedule->plan->kind != PLAN_NETWORK)
		return plan_wide_sums(schedule->plan);
	for (size_t i = 0; i < schedule_network(schedule)->nstep; i++) {
		sums = plan_wide_sums(step_schedule(schedule, i)->plan);
		worst = sums > worst ? sums : worst;
	}
	return worst;
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
step_pieces(const struct schedule *schedule, size_t step)
{
	const size_t *piece = schedule_part(schedule)->piece;

	return piece[step + 1] - piece[step];
}

size_t
step_stage(const struct schedule *schedule, size_t step)
{
	const size_t *stage = schedule_part(schedule)->stage;
	size_t i = 0;

	while (stage[i + 1] <= step)
		i++;
	return i;
}

size_t
network_parts(const struct schedule *schedule)
{
	size_t most = 1;

	for (size_t i = 0; i < schedule_network(schedule)->nstep; i++)
		if (step_pieces(schedule, i) > most)
			most = step_pieces(schedule, i);
	return most;
}

size_t
step_functions(const struct schedule *schedule, size_t step, size_t *first)
{
	const struct network_part *part = schedule_part(schedule);

	*first = part->shared.first[part->piece[step]];
	return part->shared.first[part->piece[step + 1]] - *first;
}

const char *
step_function(const struct schedule *schedule, size_t step)
{
	const struct network_part *part = schedule_part(schedule);

	return shared_name(&part->shared, part->piece[step]);
}

bool
step_is_shared(const struct schedule *schedule, size_t step)
{
	const struct network_part *part = schedule_part(schedule);

	return shared_is_other(&part->shared, part->piece[step]);
}

const struct function **
lower_step(const struct schedule *schedule, size_t step, struct code_builder *code)
{
	const struct network_part *part = schedule_part(schedule);
	size_t first = part->piece[step], n = step_pieces(schedule, step);
	const struct function **function =
		arena_array(code->arena, const struct function *, n);

	for (size_t i = 0; i < n; i++)
		function[i] = shared_lower(&part->shared, first + i, code);
	return function;
}

/* The state while a network's function is built. */
struct calls {
	const struct schedule *schedule;
	const struct network *network;
	struct code_builder *code;
	const struct function ***function; /* of each step, or of its boxes */
	const struct variable **tensor;    /* the variable through which each tensor is
					      reached, once the function has one */
	const struct variable *workspace;
	const struct network_loop *loop; /* the current one; NULL: none */
	const struct variable *pass;     /* its counter */
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
	/* A part makes some of it, and may read what was made before. */
	v->operand = c->code->function->stage ? NULL : operand;
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

/* The parameters of the network's function, which those of its parts have, too. */
static void
add_parameters(struct calls *c)
{
	const struct graph *graph = c->network->graph;
	struct variable *v;

	memset(c->tensor, 0, c->network->ntensor * sizeof *c->tensor);
	for (size_t i = 0; i < graph->function.ninput; i++)
		add_argument(c, graph->function.input[i].tensor, true);
	for (size_t i = 0; i < graph->noutput; i++)
		add_argument(c, graph->output[i], false);
	v = code_parameter(
		c->code, VARIABLE_POINTER, code_scalar(DTYPE_UINT8), "workspace");
	v->is_void = true;
	v->length = c->network->workspace;
	c->workspace = v;
}

/* Declares a pointer to a tensor's place in the workspace when the tensor is made, or
   where a part reads it. */
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
add_places(struct calls *c, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++) {
		const struct network_step *step = &c->network->step[i];

		for (size_t k = 0; k < step->plan->noperand; k++)
			if (plan_passes(step->plan, &step->plan->operand[k]))
				add_place(c, step->input[k]);
		for (size_t k = 0; k < step->nresult; k++)
			add_place(c, step->result[k]);
	}
}

/* The address of tensor `index` of a list of a step, the operands or the results; in a
   loop that of the current pass. */
static struct address
address_in(const struct calls *c, size_t i, size_t index, bool result)
{
	const struct network_step *step = &c->network->step[i];
	size_t tensor = result ? step->result[index] : step->input[index];
	struct address at = address_of(c, tensor);
	enum dtype dtype = c->network->tensor[tensor].operand.dtype;
	int64_t inc;

	if (!c->loop)
		return at;
	step += c->loop->nstep;
	inc = network_inc(
		c->network, tensor, result ? step->result[index] : step->input[index]);
	return code_indexed(c->code, at, c->pass, inc / (int64_t)dtype_info[dtype].size);
}

/* Calls the function of a step, or of one of its boxes. */
static void
add_call(struct calls *c, size_t i, size_t box)
{
	const struct network_step *step = &c->network->step[i];
	struct address operand[MAX_OPERAND] = {{0}};
	struct address *result =
		arena_array(c->code->body, struct address, step->nresult);

	for (size_t k = 0; k < step->plan->noperand; k++)
		if (plan_passes(step->plan, &step->plan->operand[k]))
			operand[k] = address_in(c, i, k, false);
	for (size_t k = 0; k < step->nresult; k++)
		result[k] = address_in(c, i, k, true);
	part_call(step_schedule(c->schedule, i), box, c->function[i][box], operand,
		result, c->code);
}

/* Calls the function of a step, with the product's hooks around it. */
static void
add_step(struct calls *c, size_t i)
{
	const char *name = c->schedule->name;

	code_hook(c->code, name, i + 1, false);
	add_call(c, i, 0);
	code_hook(c->code, name, i + 1, true);
}

/* Calls the functions of steps that repeat. A hook in a loop has the number of the step
   in the first pass. */
static void
add_loop(struct calls *c, const struct network_loop *loop)
{
	c->loop = loop;
	code_loop(c->code, c->pass, loop->count);
	for (size_t i = 0; i < loop->nstep; i++)
		add_step(c, loop->first + i);
	code_end(c->code);
	c->loop = NULL;
}

/* Declares the counter of loops. */
static void
add_counter(struct calls *c)
{
	struct variable *pass = code_counter(c->code, "pass");

	code_declare(c->code, &pass, 1);
	c->pass = pass;
}

/* Calls the functions of all steps. */
static void
add_steps(struct calls *c)
{
	const struct network_part *part = schedule_part(c->schedule);
	size_t n = 0, i = 0;

	if (part->nloop)
		add_counter(c);
	code_blank(c->code);
	while (i < c->network->nstep) {
		const struct network_loop *loop = &part->loop[n];

		if (n == part->nloop || i < loop->first) {
			add_step(c, i++);
			continue;
		}
		add_loop(c, loop);
		i += loop->nstep * (size_t)loop->count;
		n++;
	}
}

static void
begin_function(struct calls *c)
{
	const struct schedule *schedule = c->schedule;
	struct code_builder *code = c->code;
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
}

static void
add_function(struct calls *c)
{
	const struct node *function = &c->network->graph->function;
	size_t nstep = c->network->nstep;

	begin_function(c);
	if (!c->workspace->length)
		code_unused(c->code, c->workspace);
	for (size_t i = 0; i < function->ninput; i++)
		if (!is_read(c->network, function->input[i].tensor))
			code_unused(c->code, tensor_of(c, function->input[i].tensor));
	for (size_t i = 0; i < nstep; i++)
		if (!network_is_repeated(c->schedule, i))
			add_places(c, i, i + 1);
	add_steps(c);
	code_end_function(c->code);
}

/* Begins the function of a part of a stage. */
static void
begin_part(struct calls *c, size_t stage, size_t part)
{
	const size_t *steps = &schedule_part(c->schedule)->stage[stage];
	struct function *f = code_function(c->code, LINKAGE_NOINLINE,
		code_name(
			c->code, "%s_step_%zu_part_%zu", c->schedule->stem, stage, part),
		NULL);

	f->stage = stage + 1;
	f->is_entry = true;
	add_parameters(c);
	add_places(c, steps[0], steps[1]);
	code_blank(c->code);
}

static const struct function *
end_part(struct calls *c)
{
	code_unused_parameters(c->code);
	return code_end_function(c->code);
}

/* The functions of a stage's parts: of the boxes of a step that is cut, whose hooks are
   where they are called; or one for all steps. */
static const struct function **
add_stage(struct calls *c, size_t stage)
{
	const size_t *steps = &schedule_part(c->schedule)->stage[stage];
	size_t n = step_pieces(c->schedule, steps[0]);
	const struct function **part =
		arena_array(c->code->arena, const struct function *, n);

	for (size_t k = 0; k < n && n > 1; k++) {
		begin_part(c, stage, k);
		add_call(c, steps[0], k);
		part[k] = end_part(c);
	}
	if (n > 1)
		return part;
	begin_part(c, stage, 0);
	for (size_t i = steps[0]; i < steps[1]; i++)
		add_step(c, i);
	part[0] = end_part(c);
	return part;
}

/* Calls the parts of a stage. */
static void
call_stage(struct calls *c, size_t stage, const struct function *const *part,
	const struct argument *argument)
{
	size_t step = schedule_part(c->schedule)->stage[stage];
	size_t n = step_pieces(c->schedule, step);

	if (n > 1)
		code_hook(c->code, c->schedule->name, step + 1, false);
	for (size_t i = 0; i < n; i++)
		code_call(c->code, part[i], argument);
	if (n > 1)
		code_hook(c->code, c->schedule->name, step + 1, true);
}

/* The function of a network that is cut calls those of all parts, which take what it
   takes. */
static void
add_stages(struct calls *c)
{
	size_t n = schedule_part(c->schedule)->nstage;
	const struct function ***part =
		arena_array(c->code->arena, const struct function **, n);
	struct argument argument[CODE_PARAMETERS];
	const struct function *f;

	c->code->updates = false;
	for (size_t i = 0; i < n; i++)
		part[i] = add_stage(c, i);
	begin_function(c);
	f = c->code->function;
	for (size_t i = 0; i < f->nparameter; i++)
		argument[i] = code_pass_pointer(f->parameter[i]);
	for (size_t i = 0; i < n; i++)
		call_stage(c, i, part[i], argument);
	code_unused_parameters(c->code);
	code_end_function(c->code);
}

static void
lower(const struct schedule *schedule, struct code_builder *code)
{
	const struct network_part *part = schedule_part(schedule);
	const struct network *network = part->network;
	struct calls c = {.schedule = schedule,
		.network = network,
		.code = code,
		.function = arena_array(
			code->arena, const struct function **, network->nstep),
		.tensor = arena_array(
			code->arena, const struct variable *, network->ntensor)};

	code->sharing = sharing_begin(part->shared.share, code->arena);
	for (size_t i = 0; i < network->nstep; i++)
		c.function[i] = lower_step(schedule, i, code);
	if (part->nstage)
		add_stages(&c);
	else
		add_function(&c);
}

const struct kernel kernel_network = {
	.name = "network",
	.kind = PLAN_NETWORK,
	.summary = "a function for each step, and one that calls them",
	.lower = lower,
};
