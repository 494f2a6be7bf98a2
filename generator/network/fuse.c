#include "network/fuse.h"

#include <string.h>

#include "base/arena.h"
#include "kernels/common/chain_code.h"
#include "network/common_axes.h"
#include "network/compose.h"
#include "network/fuse_epilogue.h"
#include "network/fusion.h"
#include "network/name.h"
#include "network/node.h"
#include "network/operands.h"

/* The step that makes a tensor as its first result; NULL: it is part of another
   tensor's bytes, or an argument. */
static struct network_step *
find_maker(const struct fusion *f, size_t tensor)
{
	struct network_step *step = f->maker[tensor];

	return step && step->plan && step->result[0] == tensor ? step : NULL;
}

static bool
same_shape(const struct operand *a, const struct operand *b)
{
	return a->rank == b->rank &&
	       !memcmp(a->shape, b->shape, (size_t)a->rank * sizeof *a->shape);
}

/* The operand of `from` that is the same as one of `to`, read in the same order;
   noperand: none. */
static size_t
find_common(const struct fusion *f, size_t operand)
{
	const struct plan *from = f->from->plan, *to = f->to->plan;
	size_t n = 0;

	while (n < from->noperand &&
		(to->operand[operand].constant || from->operand[n].constant ||
			f->from->input[n] != f->to->input[operand] ||
			!plan_is_by_element(from, n) || !plan_is_by_element(to, operand)))
		n++;
	return n;
}

/* Whether one chain calls long functions, which vectors compute, and the other has
   conversions that vectors have not, so that one loop of both would lose more than it
   saves. */
static bool
would_slow(const struct fusion *f, const struct pointwise_chain *chain,
	const struct pointwise_chain *other)
{
	return chain_obstacle(other) && !chain_obstacle(chain) &&
	       chain_is_long(chain, f->arena);
}

/* What is told of `to`, for a plan that stays. */
static const char *const *
kept_details(const struct fusion *f)
{
	const struct plan *to = f->to->plan;
	const char **detail;

	if (to != f->forgotten)
		return to->detail;
	detail = arena_array(f->arena, const char *, to->ndetail);
	for (size_t i = 0; i < to->ndetail; i++)
		detail[i] =
			arena_copy_text(f->arena, to->detail[i], strlen(to->detail[i]));
	return detail;
}

/* Gives the joined plan the operands of both steps, those that are one tensor once.
   operand: what the second step's chain reads for each of its own. */
static void
join_operands(const struct fusion *f, struct plan *plan, size_t *input,
	struct chain_value *operand, struct origins *origins)
{
	const struct plan *from = f->from->plan, *to = f->to->plan;

	for (size_t i = 0; i < from->noperand; i++) {
		plan->operand[i] = from->operand[i];
		input[i] = f->from->input[i];
		origins->from[i] = (int)i;
	}
	plan->noperand = from->noperand;
	for (size_t i = 0; i < to->noperand; i++) {
		size_t place;

		if (f->to->input[i] == f->made)
			continue;
		place = find_common(f, i);
		if (place == from->noperand) {
			place = plan->noperand++;
			plan->operand[place] = fusion_kept_operand(f, i);
			plan->operand[place].name = arena_format(f->arena, "x%zu", place);
			input[place] = f->to->input[i];
			origins->from[place] = -1;
			origins->to[place] = (int)i;
		}
		operand[i] = chain_operand(place);
	}
}

/* Fuses two pointwise steps into `to`. */
static bool
fuse_pointwise(struct fusion *f)
{
	const struct plan *from = f->from->plan, *to = f->to->plan;
	const struct pointwise_chain *first = from->u.pointwise.chain;
	const struct pointwise_chain *second = to->u.pointwise.chain;
	struct plan both = *to;
	struct own *own;
	size_t *input;
	struct chain_value operand[MAX_OPERAND];
	struct origins origins;
	int64_t boundary[MOST_BOUNDARIES];
	int nboundary;

	if (from->noperand + to->noperand > MAX_OPERAND ||
		first->nstep + second->nstep > FUSION_STEPS ||
		would_slow(f, first, second) || would_slow(f, second, first) ||
		!axes_find_boundaries(
			&from->u.pointwise, &to->u.pointwise, boundary, &nboundary))
		return false;
	input = arena_array(f->arena, size_t, from->noperand + to->noperand);
	join_operands(f, &both, input, operand, &origins);
	network_name_operands(&both, f->arena);
	both.detail = kept_details(f);
	both.flushed = NULL; /* the node has it */
	own = fusion_hand_on(f);
	both.op = fusion_join_titles(f, own);
	axes_set(&both.u.pointwise, &from->u.pointwise, &to->u.pointwise, &origins,
		both.noperand, boundary, nboundary);
	both.u.pointwise.chain = fusion_join_chains(
		f, own, first, (struct chain_value){true, first->nstep - 1}, operand);
	fusion_join_readers(f);
	*own->plan = both;
	own->plan->src = &own->plan->operand[0];
	f->to->plan = own->plan;
	f->to->input = input;
	f->to->first_named = f->from->first_named;
	f->network->into[f->from->number] = f->to->number;
	f->from->plan = NULL;
	return true;
}

/* Whether a step also reads the tensor under another name, in another shape. */
static bool
reads_otherwise(const struct fusion *f, const struct network_step *to, size_t made)
{
	for (size_t i = 0; i < to->plan->noperand; i++)
		if (!to->plan->operand[i].constant && to->input[i] != made &&
			fusion_place(f->network, to->input[i]) ==
				fusion_place(f->network, made))
			return true;
	return false;
}

/* The movement that makes all of an operand of another one, in whatever shape, and is
   read by nothing else; or NULL. */
static struct network_step *
find_movement(const struct fusion *f, const struct network_step *to, size_t tensor)
{
	const struct network *network = f->network;
	size_t place = fusion_place(network, tensor);
	struct network_step *from = find_maker(f, place);

	if (!from || from->nresult > 1 || from->plan->kind != PLAN_MOVE ||
		from->plan->u.move.npart != 1 || from->plan->u.move.part->src->constant ||
		f->nreader[place] != 1 || network->tensor[tensor].within ||
		network->tensor[tensor].bytes != network->tensor[place].bytes ||
		reads_otherwise(f, to, tensor))
		return NULL;
	return from;
}

/* Makes one movement of two. */
static bool
fuse_movement(struct fusion *f)
{
	struct network_step both = *f->to;

	if (!network_compose(
		    &both, f->from, f->from->plan->u.move.part, f->made, f->arena))
		return false;
	fusion_join_readers(f);
	*f->to = both;
	f->network->into[f->from->number] = f->to->number;
	f->from->plan = NULL;
	return true;
}

/* Tries to merge the movement that makes an operand of another movement into that. */
static bool
fuse_moved(struct fusion *f, struct network_step *to, size_t operand)
{
	size_t tensor = to->input[operand];

	if (to->plan->operand[operand].constant)
		return false;
	f->to = to;
	f->from = find_movement(f, to, tensor);
	f->made = tensor;
	return f->from && fuse_movement(f);
}

/* Tries to merge the maker of one of a pointwise step's operands with the step. */
static bool
fuse_computed(struct fusion *f, struct network_step *to, size_t operand)
{
	size_t tensor = to->input[operand];
	struct network_step *from;

	if (to->plan->operand[operand].constant ||
		f->nreader[fusion_place(f->network, tensor)] != 1 ||
		!same_shape(&to->plan->operand[operand], &to->plan->dst) ||
		reads_otherwise(f, to, tensor))
		return false;
	from = find_maker(f, tensor);
	if (!from || from->nresult > 1)
		return false;
	f->from = from;
	f->to = to;
	f->made = tensor;
	if (from->plan->kind == PLAN_WINDOW || from->plan->kind == PLAN_PRODUCT)
		return !from->plan->nmore && fuse_epilogue(f);
	return from->plan->kind == PLAN_POINTWISE && fuse_pointwise(f);
}

/* Tries to merge the maker of one of a step's operands with the step. A step without
   elements has no order of axes, nor parts of a movement, and no code to be saved. */
static bool
fuse_operand(struct fusion *f, struct network_step *to, size_t operand)
{
	if (!plan_nelement(to->plan))
		return false;
	switch (to->plan->kind) {
	case PLAN_POINTWISE:
		return fuse_computed(f, to, operand);
	case PLAN_MOVE:
		return fuse_moved(f, to, operand);
	default:
		return false;
	}
}

/* Makes the plan of a step that waits. */
static void
end_wait(struct fusion *f, struct network_step *step)
{
	struct plan *plan = network_plan_again(f->network, step->number, &f->plans);
	struct plan *shared;

	step->waits = false;
	step->plan = plan;
	shared = network_share_operands(step, &f->plans);
	fusion_own(f, step)->plan = shared ? shared : plan;
}

/* Merges a step with makers of its operands. */
static void
fuse_step(struct fusion *f, struct network_step *step)
{
	for (size_t k = 0; k < step->plan->noperand; k++)
		if (fuse_operand(f, step, k))
			k = SIZE_MAX; /* begin again with the first operand */
}

/* The same of a step that waits. Its plan is forgotten if another one has been made. */
static void
fuse_waiting(struct fusion *f, struct network_step *step)
{
	struct arena_mark before = arena_mark(&f->plans);

	end_wait(f, step);
	f->forgotten = step->plan;
	fuse_step(f, step);
	if (step->plan != f->forgotten)
		arena_release(&f->plans, before);
	f->forgotten = NULL;
}

/* Leaves the steps that have not become part of others. */
static void
end_steps(struct fusion *f)
{
	struct network *network = f->network;
	size_t n = 0;

	for (size_t i = 0; i < network->nstep; i++) {
		struct network_step *step = &network->step[i];

		if (!step->plan)
			continue;
		step->own = f->own[i].plan;
		if (step->own)
			step->own->name = network_step_name(network, step, f->arena);
		network->step[n++] = *step;
	}
	network->nstep = n;
}

void
network_fuse(struct network *network, struct arena *arena)
{
	struct arena tables = {0};
	struct fusion f = {.network = network,
		.nreader = arena_array(&tables, size_t, network->ntensor),
		.maker = arena_array(&tables, struct network_step *, network->ntensor),
		.own = arena_array(&tables, struct own, network->nstep),
		.arena = arena};

	fusion_count_readers(network, f.nreader);
	for (size_t i = 0; i < network->nstep; i++)
		f.maker[network->step[i].result[0]] = &network->step[i];
	for (size_t i = 0; i < network->nstep; i++) {
		struct network_step *step = &network->step[i];

		if (step->waits)
			fuse_waiting(&f, step);
		else
			fuse_step(&f, step);
	}
	end_steps(&f);
	arena_take(arena, &f.plans);
	arena_free(&tables);
}
