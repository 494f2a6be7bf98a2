#include "network/layouts.h"

#include <string.h>

#include "base/arena.h"
#include "network/join.h"
#include "network/layout_cost.h"
#include "network/minimal_cut.h"
#include "network/steps.h"
#include "network/turn.h"

enum {
	STACK_LIMIT = 1024 * 1024 /* bytes of the tensors of an operation alone */
};

/* What decides about a network's layouts. A step has two questions: whether it reads src
   with channels last, and whether it writes its output so. */
struct layouts {
	struct planning *planning;
	struct network *network;
	struct layout_costs costs;
	bool *takes; /* for each step: it may be turned */
	bool *stays; /* for each place: its channels are second */
	struct turn_form *
		*form;    /* for each place: of the tensors that steps know it by */
	size_t *maker;    /* for each place, the step that makes it, + 1 */
	const bool *last; /* the answers */
	size_t *moved;    /* for each tensor, itself in the other order, + 1 */
	struct network_step *step; /* all steps, with those that move */
	size_t nstep;
	struct arena own;
};

static size_t
reads(size_t step)
{
	return 2 * step;
}

static size_t
writes(size_t step)
{
	return 2 * step + 1;
}

static size_t
place_of(const struct layouts *l, size_t tensor)
{
	return l->network->tensor[tensor].place;
}

static struct turn_form
form_of(const struct layouts *l, size_t tensor)
{
	const struct tensor *t = &l->planning->tensor[tensor];

	return turn_form_of(t->shape, t->rank);
}

static bool
same_form(const struct turn_form *a, const struct turn_form *b)
{
	return a->image == b->image && a->channel == b->channel &&
	       a->position == b->position;
}

/* Notes a tensor that a step reads or writes. A place that is known by several shapes, or
   of which it is a part, stays as it is. */
static void
note_tensor(struct layouts *l, size_t tensor)
{
	size_t place = place_of(l, tensor);
	const struct network_tensor *t = l->network->tensor;
	struct turn_form form = form_of(l, tensor);

	if (!l->form[place])
		l->form[place] = arena_copy(&l->own, &form, 1, sizeof form);
	if (t[tensor].bytes != t[place].bytes || !same_form(&form, l->form[place]))
		l->stays[place] = true;
}

static void
note_tensors(struct layouts *l)
{
	const struct network *network = l->network;
	const struct graph *graph = network->graph;

	for (size_t i = 0; i < graph->function.ninput; i++)
		l->stays[place_of(l, graph->function.input[i].tensor)] = true;
	for (size_t i = 0; i < graph->noutput; i++)
		l->stays[place_of(l, graph->output[i])] = true;
	for (size_t i = 0; i < network->nstep; i++) {
		const struct network_step *step = &network->step[i];

		for (size_t k = 0; k < step->plan->noperand; k++)
			if (!step->plan->operand[k].constant)
				note_tensor(l, step->input[k]);
		for (size_t k = 0; k < step->nresult; k++) {
			note_tensor(l, step->result[k]);
			l->maker[place_of(l, step->result[k])] = i + 1;
		}
	}
}

/* Whether a plan and the network have the same tensor in mind. */
static bool
knows(const struct layouts *l, const struct operand *operand, size_t tensor)
{
	struct turn_form one = turn_form_of(operand->shape, operand->rank);
	struct turn_form other = form_of(l, tensor);

	return same_form(&one, &other);
}

/* Whether a step may be turned. A design that was asked for is asked for as it is. */
static bool
takes(const struct layouts *l, const struct network_step *step)
{
	const struct plan *plan = step->plan;

	if (step->settings->kernel ||
		(step->settings->unroll != UNROLL_AUTO && !l->costs.drawn) ||
		step->nresult > 1 || !turn_takes(plan) ||
		!knows(l, &plan->dst, step->result[0]))
		return false;
	for (size_t k = 0; k < plan->noperand; k++)
		if (turn_side_of(plan, k) != TURN_NEITHER && !plan->operand[k].constant &&
			!knows(l, &plan->operand[k], step->input[k]))
			return false;
	return true;
}

/* Adds a cost of a yes, which is a gain if it is below 0. */
static void
add_cost(struct cut *cut, size_t question, int64_t cost)
{
	if (cost > 0)
		cut_add_yes(cut, question, cost);
	else
		cut_add_no(cut, question, -cost);
}

/* Adds what a Transpose of the model's gains where it becomes a copy, because what it
   reads or what it makes has its channels last: all that it takes. */
static void
add_transpose(struct layouts *l, struct cut *cut, size_t i)
{
	const struct plan *plan = l->network->step[i].plan;
	size_t from = (size_t)(plan->u.move.part->src - plan->operand);
	bool src = turn_side_of(plan, from) == TURN_SRC;

	add_cost(cut, src ? reads(i) : writes(i),
		-layout_cost(&l->costs, i, false, false));
	cut_add_yes(cut, src ? writes(i) : reads(i), LAYOUT_NEVER);
}

/* Adds what a step costs. A cut knows no two answers that cost less if they differ than
   if they do not; there one that differs counts for more than it costs. */
static void
add_step(struct layouts *l, struct cut *cut, size_t i)
{
	int64_t given, both, src, dst, differ;

	if (!l->takes[i]) {
		cut_add_yes(cut, reads(i), LAYOUT_NEVER);
		cut_add_yes(cut, writes(i), LAYOUT_NEVER);
		return;
	}
	if (l->network->step[i].plan->kind == PLAN_MOVE) {
		add_transpose(l, cut, i);
		return;
	}
	given = layout_cost(&l->costs, i, false, false);
	both = layout_cost(&l->costs, i, true, true);
	src = layout_cost(&l->costs, i, true, false);
	dst = layout_cost(&l->costs, i, false, true);
	differ = src + dst - given - both;
	add_cost(cut, reads(i), src - given);
	add_cost(cut, writes(i), both - src);
	cut_add_no_yes(cut, reads(i), writes(i), differ > 0 ? differ : 0);
}

/* Whether the order in which a tensor is made is a question, and which. */
static bool
asks_maker(const struct layouts *l, size_t tensor, size_t *question)
{
	size_t place = place_of(l, tensor);

	if (l->stays[place] || !l->maker[place])
		return false;
	*question = writes(l->maker[place] - 1);
	return true;
}

static bool
asks_reader(const struct layouts *l, size_t i, size_t operand, size_t *question)
{
	enum turn_side side = turn_side_of(l->network->step[i].plan, operand);

	if (side == TURN_NEITHER || !l->takes[i])
		return false;
	*question = side == TURN_SRC ? reads(i) : writes(i);
	return true;
}

/* Whether a step reads an operand that has two orders. */
static bool
has_orders(const struct layouts *l, size_t i, size_t operand)
{
	const struct network_step *step = &l->network->step[i];
	struct turn_form form;

	if (step->plan->operand[operand].constant)
		return false;
	form = form_of(l, step->input[operand]);
	return !turn_changes_nothing(&form);
}

/* The tensor of an operand, as its maker has it. */
static struct operand
tensor_of(const struct layouts *l, size_t tensor)
{
	const struct tensor *t = &l->planning->tensor[tensor];
	struct operand operand = {.rank = t->rank, .nelement = t->nelement};

	operand_set_dtype(&operand, t->dtype);
	memcpy(operand.shape, t->shape, sizeof operand.shape);
	return operand;
}

static int64_t
cost_of_movement(struct layouts *l, const struct network_step *step, size_t tensor)
{
	const struct operand moved = tensor_of(l, tensor);

	return layout_cost_of_movement(&l->costs, step, &moved);
}

/* Adds what it costs to move what a step reads, if it is made in another order. */
static void
add_operand(struct layouts *l, struct cut *cut, size_t i, size_t operand)
{
	const struct network_step *step = &l->network->step[i];
	size_t maker = 0, reader = 0;
	bool made = asks_maker(l, step->input[operand], &maker);
	bool read = asks_reader(l, i, operand, &reader);
	int64_t cost;

	if (!made && !read)
		return;
	cost = cost_of_movement(l, step, step->input[operand]);
	if (made && read)
		cut_add_differ(cut, maker, reader, cost);
	else
		cut_add_yes(cut, made ? maker : reader, cost);
}

static void
add_tensors(struct layouts *l, struct cut *cut)
{
	for (size_t i = 0; i < l->network->nstep; i++) {
		const struct network_step *step = &l->network->step[i];
		struct turn_form form = form_of(l, step->result[0]);
		size_t maker;

		for (size_t k = 0; k < step->plan->noperand; k++)
			if (has_orders(l, i, k))
				add_operand(l, cut, i, k);
		if (!turn_changes_nothing(&form) &&
			!asks_maker(l, step->result[0], &maker))
			cut_add_yes(cut, writes(i),
				cost_of_movement(l, step, step->result[0]));
	}
}

/* Whether a step gains by another order of all that it reads and writes, or is a
   Transpose that may become a copy. */
static bool
gains(struct layouts *l, size_t i)
{
	const struct plan *plan = l->network->step[i].plan;

	if (!l->takes[i])
		return false;
	return plan->kind == PLAN_MOVE ||
	       ((l->costs.drawn || layout_may_gain(plan)) &&
		       layout_cost(&l->costs, i, true, true) <
			       layout_cost(&l->costs, i, false, false));
}

/* Many networks have no step that gains; of these, no more is estimated. */
static bool
any_gains(struct layouts *l)
{
	for (size_t i = 0; i < l->network->nstep; i++)
		if (gains(l, i))
			return true;
	return false;
}

/* Finds the answers. Returns whether there is a yes. */
static bool
decide(struct layouts *l)
{
	size_t n = l->network->nstep;
	struct cut cut;

	for (size_t i = 0; i < n; i++)
		l->takes[i] = takes(l, &l->network->step[i]);
	if (!any_gains(l))
		return false;
	cut_begin(&cut, 2 * n, &l->own);
	for (size_t i = 0; i < n; i++)
		add_step(l, &cut, i);
	add_tensors(l, &cut);
	l->last = cut_find(&cut);
	for (size_t i = 0; i < 2 * n; i++)
		if (l->last[i])
			return true;
	return false;
}

/* What a step's operand or output, or a movement of it, is called in an order. */
static const char *
name_in_order(const struct layouts *l, const struct network_step *step,
	const struct operand *operand, bool last)
{
	return arena_format(l->planning->arena, "%s_%s_%s", step->name, operand->name,
		last ? "last" : "second");
}

/* Adds a tensor like another one, but in an order. */
static size_t
add_tensor(struct layouts *l, size_t like, const char *name, bool last)
{
	struct planning *p = l->planning;
	struct tensor tensor = p->tensor[like];
	struct network_tensor *added;
	size_t number;

	tensor.name = NULL;
	number = steps_add_tensor(p, &tensor);
	added = &l->network->tensor[number];
	added->bytes = l->network->tensor[like].bytes;
	added->channels_last = last;
	added->operand.name = network_free_name(&p->names, l->network, name, p->arena);
	return number;
}

/* Adds a step for another one, which brings a tensor into an order as a second one. */
static void
add_movement(struct layouts *l, const struct network_step *of, const char *name,
	size_t from, size_t to, bool last)
{
	struct arena *arena = l->planning->arena;
	struct operand operand = tensor_of(l, from);
	struct network_step *step = &l->step[l->nstep++];

	*step = *of;
	step->name = name;
	step->title = step->why = NULL;
	step->own = turn_movement(&operand, last, arena);
	step->own->name = network_step_name(l->network, step, arena);
	step->plan = step->own;
	step->input = arena_copy(arena, &from, 1, sizeof from);
	step->result = arena_copy(arena, &to, 1, sizeof to);
	step->nresult = 1;
}

/* Lets a step read an operand in the order that was decided. */
static void
set_operand(struct layouts *l, size_t i, size_t operand, size_t *input)
{
	const struct network_step *step = &l->network->step[i];
	size_t tensor = step->input[operand], question;
	const char *name;
	bool made = asks_maker(l, tensor, &question) && l->last[question];
	bool read = asks_reader(l, i, operand, &question) && l->last[question];

	if (made == read)
		return;
	if (!l->moved[tensor]) {
		name = name_in_order(l, step, &step->plan->operand[operand], read);
		l->moved[tensor] = 1 + add_tensor(l, tensor, name, read);
		add_movement(l, step, name, tensor, l->moved[tensor] - 1, read);
	}
	input[operand] = l->moved[tensor] - 1;
}

/* Adds a step that writes a tensor of its own, with channels last, and one that brings
   that into the order of the result. */
static void
add_beside_result(struct layouts *l, struct network_step *step)
{
	const size_t result = step->result[0];
	const size_t own = add_tensor(
		l, result, name_in_order(l, step, &step->plan->dst, true), true);

	step->result = arena_copy(l->planning->arena, &own, 1, sizeof own);
	l->step[l->nstep++] = *step;
	add_movement(l, step, name_in_order(l, step, &step->plan->dst, false), own,
		result, false);
}

/* Adds a step as it was decided. */
static void
set_step(struct layouts *l, size_t i)
{
	struct network_step step = l->network->step[i];
	bool src_last = l->last[reads(i)], dst_last = l->last[writes(i)];
	size_t n = step.plan->noperand, place = place_of(l, step.result[0]);
	struct turn_form form = form_of(l, step.result[0]);
	bool changes = dst_last && !turn_changes_nothing(&form);
	size_t question;
	size_t *input = arena_copy(l->planning->arena, step.input, n, sizeof *input);

	for (size_t k = 0; k < n; k++)
		if (has_orders(l, i, k))
			set_operand(l, i, k, input);
	step.input = input;
	if (src_last || dst_last)
		step.plan = step.own =
			turn_plan(step.plan, src_last, dst_last, l->planning->arena);
	if (changes && !asks_maker(l, step.result[0], &question)) {
		add_beside_result(l, &step);
		return;
	}
	for (size_t t = 0; t < l->network->ntensor && changes; t++)
		if (place_of(l, t) == place)
			l->network->tensor[t].channels_last = true;
	l->step[l->nstep++] = step;
}

/* Leaves out a step that is a copy by now, if one tensor can have the other's bytes. */
static bool
leave_out(struct network *network, struct network_step *step)
{
	if (!plan_is_copy(step->plan) || !network_join_copy(network, step, &step->why))
		return false;
	for (size_t i = 0; i < network->nnode; i++) {
		size_t into = i;

		while (network->into[into] != into)
			into = network->into[into];
		if (into == step->number)
			network->fate[i] = FATE_NO_CODE;
	}
	return true;
}

/* How many steps there are at most once movements are added. */
static size_t
most_steps(const struct network *network)
{
	size_t n = 2 * network->nstep;

	for (size_t i = 0; i < network->nstep; i++)
		n += network->step[i].plan->noperand;
	return n;
}

static void
set_steps(struct layouts *l)
{
	size_t n = l->network->nstep, nleft = 0;

	l->step = arena_array(
		l->planning->arena, struct network_step, most_steps(l->network));
	for (size_t i = 0; i < n; i++)
		set_step(l, i);
	/* All answers are by place; so no place changes before. */
	for (size_t i = 0; i < l->nstep; i++)
		if (!leave_out(l->network, &l->step[i]))
			l->step[nleft++] = l->step[i];
	l->network->step = l->step;
	l->network->nstep = nleft;
}

/* Whether the choice is open. Without vectors there is nothing to gain; and the workspace
   must not grow where it is on a stack that is limited. */
static bool
is_open(const struct settings *settings)
{
	return settings->drawn_layouts ||
	       (settings->targets.target[0]->attribute &&
		       (settings->workspace != WORKSPACE_STACK ||
			       !settings->limits_stack));
}

/* Whether the tensors that an operation moves may be where its settings have them. */
static bool
has_room(const struct plan *plan, const struct settings *settings)
{
	size_t bytes = (size_t)plan->src->nelement * dtype_info[plan->src->dtype].size +
		       (size_t)plan->dst.nelement * dtype_info[plan->dst.dtype].size;

	return settings->workspace == WORKSPACE_ARGUMENT ||
	       (!settings->limits_stack && bytes <= STACK_LIMIT);
}

bool
layouts_open(const struct plan *plan, const struct settings *settings)
{
	if (!is_open(settings) || settings->kernel || settings->parts ||
		settings->limits_code || settings->unroll != UNROLL_AUTO ||
		plan->kind != PLAN_WINDOW || !turn_takes(plan) ||
		!layout_may_gain(plan) || !has_room(plan, settings))
		return false;
	for (size_t i = 0; i < plan->noperand; i++)
		if (&plan->operand[i] != plan->src && !plan->operand[i].constant)
			return false;
	return true;
}

void
network_choose_layouts(struct planning *p, uint64_t max_output)
{
	size_t n = p->network->ntensor, nstep = p->network->nstep;
	struct layouts l = {.planning = p,
		.network = p->network,
		.costs = {.network = p->network, .drawn = p->function->drawn_layouts}};

	if (!is_open(p->function))
		return;
	l.costs.timer = (struct step_timer){.max_output = max_output, .arena = &l.own};
	l.takes = arena_array(&l.own, bool, nstep);
	l.stays = arena_array(&l.own, bool, n);
	l.form = arena_array(&l.own, struct turn_form *, n);
	l.maker = arena_array(&l.own, size_t, n);
	l.moved = arena_array(&l.own, size_t, n);
	note_tensors(&l);
	if (decide(&l))
		set_steps(&l);
	arena_free(&l.own);
}
