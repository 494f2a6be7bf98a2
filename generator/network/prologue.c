#include "network/prologue.h"

#include "base/arena.h"
#include "network/fuse_epilogue.h"
#include "network/fusion.h"
#include "network/name.h"
#include "network/repetition.h"
#include "network/step_time.h"
#include "plan/prologue.h"

/* A pointwise step and a window that alone reads its result. */
struct pair {
	const struct network *network;
	struct network_step *from, *to;
	size_t src; /* the operand of `from` whose elements become those of its result */
	struct step_timer *timer;
	struct arena *arena;
};

/* The step whose only result is the src of a window, and is read by nothing else; NULL:
   there is none. */
static struct network_step *
find_maker(struct network_step *const *maker, const struct network *network,
	const struct network_step *to, const size_t *nreader)
{
	size_t tensor = to->input[0];
	struct network_step *from = maker[tensor];

	return nreader[fusion_place(network, tensor)] == 1 && from &&
			       from->nresult == 1 && from->plan->kind == PLAN_POINTWISE
		       ? from
		       : NULL;
}

/* Whether a window also reads its src elsewhere, say in its epilogue. */
static bool
reads_again(const struct network *network, const struct network_step *to)
{
	for (size_t i = 1; i < to->plan->noperand; i++)
		if (!to->plan->operand[i].constant &&
			fusion_place(network, to->input[i]) ==
				fusion_place(network, to->input[0]))
			return true;
	return false;
}

/* Finds the operand that becomes the window's src: the only one with an element for each
   of the result's. */
static bool
find_src(struct pair *p)
{
	const struct plan *plan = p->from->plan;

	p->src = plan->noperand;
	for (size_t i = 0; i < plan->noperand; i++) {
		if (operand_is_literal(&plan->operand[i]) || !plan_is_by_element(plan, i))
			continue;
		if (p->src < plan->noperand || plan->operand[i].constant)
			return false;
		p->src = i;
	}
	return p->src < plan->noperand;
}

/* Classifies an operand of the steps that is not src; false: not every design with
   prologues can read it. */
static bool
classify(const struct pair *p, size_t i, struct epilogue_operand *o)
{
	const struct plan *from = p->from->plan;
	const struct operand *x = &from->operand[i];

	*o = (struct epilogue_operand){.kind = EPILOGUE_TENSOR, .loaded = x->loaded};
	if (!operand_is_literal(x))
		return read_repetition(from, i, &o->repetition) &&
		       prologue_fits(p->to->plan, &o->repetition);
	o->kind = EPILOGUE_NUMBER;
	o->number = operand_number(x, 0);
	return true;
}

/* Whether a window and what makes its src fit each other. Where there are no elements,
   none are repeated. */
static bool
fits(struct pair *p)
{
	const struct plan *from = p->from->plan, *to = p->to->plan;

	return !to->nmore && !to->prologue && from->dst.loaded == to->sum &&
	       from->noperand + to->noperand <= MAX_OPERAND &&
	       from->dst.nelement == to->src->nelement && to->src->nelement &&
	       fuse_takes_steps(from->dst.dtype, from->u.pointwise.chain) && find_src(p);
}

/* Adds an operand that the steps read beside src. */
static size_t
add_operand(const struct pair *p, struct plan *plan, size_t i,
	const struct repetition *repetition, size_t *input)
{
	size_t n = plan->noperand++;
	struct operand *o = &plan->operand[n];

	*o = p->from->plan->operand[i];
	o->name = arena_format(p->arena, "before%zu", n);
	o->rank = 1;
	o->shape[0] = o->nelement = repetition_elements(repetition, plan->src->nelement);
	input[n] = o->constant ? NO_TENSOR : p->from->input[i];
	return n;
}

/* What the operations of both steps are together; parts of one operation are that. */
static const char *
join_titles(const struct pair *p)
{
	if (p->from->last_named == p->to->first_named)
		return network_join_titles(p->from, p->to, p->arena);
	return arena_format(
		p->arena, "(%s where loaded) + %s", p->from->plan->op, p->to->plan->op);
}

/* The window's plan with the steps as its prologue, and the tensors of its operands;
   NULL: it cannot be. */
static struct plan *
join(struct pair *p, size_t *input)
{
	const struct plan *from = p->from->plan;
	const struct pointwise_chain *chain = from->u.pointwise.chain;
	struct plan *plan = plan_duplicate(p->to->plan, p->arena);
	struct epilogue *prologue = arena_new(p->arena, struct epilogue);
	struct pointwise_chain *own = arena_new(p->arena, struct pointwise_chain);
	struct chain_value value[MAX_OPERAND] = {{0}};

	*prologue = (struct epilogue){.chain = own, .noperand = 1};
	prologue->from = from->operand[p->src].dtype;
	for (size_t i = 0; i < plan->noperand; i++)
		input[i] = p->to->input[i];
	for (size_t i = 0; i < from->noperand; i++) {
		struct epilogue_operand o;

		if (i == p->src)
			continue;
		if (!classify(p, i, &o))
			return NULL;
		if (o.kind == EPILOGUE_TENSOR)
			o.operand = add_operand(p, plan, i, &o.repetition, input);
		value[i] = chain_operand(prologue->noperand);
		prologue->operand[prologue->noperand++] = o;
	}
	value[p->src] = chain_operand(0);
	chain_append(own, chain, value, p->arena);
	plan->operand[0].dtype = from->operand[p->src].dtype;
	plan->operand[0].loaded = from->operand[p->src].loaded;
	input[0] = p->from->input[p->src];
	plan->op = join_titles(p);
	plan->prologue = prologue;
	return plan;
}

static int64_t
cycles_of(const struct pair *p, const struct network_step *step, const struct plan *plan)
{
	return step_time(p->timer, plan, step, step->settings->kernel).cycles;
}

/* Whether the joined plan takes no longer than both steps. */
static bool
pays(const struct pair *p, const struct plan *both)
{
	int64_t from = cycles_of(p, p->from, p->from->plan);
	int64_t to = cycles_of(p, p->to, p->to->plan);
	int64_t joined = cycles_of(p, p->to, both);

	return from >= 0 && to >= 0 && joined >= 0 && joined <= from + to;
}

/* Makes one step of both, if that pays. */
static void
try_pair(struct network *network, struct pair *p)
{
	size_t *input;
	struct plan *both;

	if (!fits(p))
		return;
	input = arena_array(
		p->arena, size_t, p->from->plan->noperand + p->to->plan->noperand);
	both = join(p, input);
	if (!both || !pays(p, both))
		return;
	p->to->plan = p->to->own = both;
	p->to->input = input;
	p->to->first_named = p->from->first_named;
	network->into[p->from->number] = p->to->number;
	p->from->plan = NULL;
}

static void
end_steps(struct network *network)
{
	size_t n = 0;

	for (size_t i = 0; i < network->nstep; i++)
		if (network->step[i].plan)
			network->step[n++] = network->step[i];
	network->nstep = n;
}

void
network_prologues(struct network *network, uint64_t max_output, struct arena *arena)
{
	struct arena tables = {0};
	struct step_timer timer = {.max_output = max_output, .arena = &tables};
	size_t *nreader = arena_array(&tables, size_t, network->ntensor);
	struct network_step **maker =
		arena_array(&tables, struct network_step *, network->ntensor);

	fusion_count_readers(network, nreader);
	for (size_t i = 0; i < network->nstep; i++) {
		struct network_step *to = &network->step[i];
		struct pair p = {
			.network = network, .to = to, .timer = &timer, .arena = arena};

		maker[to->result[0]] = to;
		if (to->plan->kind != PLAN_WINDOW || to->plan->src->constant ||
			!plan_nelement(to->plan) || reads_again(network, to))
			continue;
		p.from = find_maker(maker, network, to, nreader);
		if (p.from)
			try_pair(network, &p);
	}
	end_steps(network);
	arena_free(&tables);
}
