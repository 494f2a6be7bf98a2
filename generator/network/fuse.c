#include "network/fuse.h"

#include <string.h>

#include "base/arena.h"
#include "kernels/common/chain_code.h"
#include "network/common_axes.h"
#include "network/compose.h"
#include "network/name.h"
#include "network/node.h"
#include "network/operands.h"
#include "network/repetition.h"
#include "plan/chain.h"
#include "plan/epilogue.h"

enum {
	MOST_STEPS = 24, /* of one chain: their results must fit registers */
	FEW_STEPS = 4    /* a longer chain has room for the most */
};

/* What was made of a step here, which can be changed in place. */
struct own {
	struct plan *plan;             /* NULL: nothing was */
	struct epilogue *epilogue;     /* the plan's */
	struct pointwise_chain *chain; /* the plan's, or the epilogue's */
	char *title;                   /* room for the plan's op, in bytes */
	size_t room;
};

/* Two steps being fused. */
struct fusion {
	struct network *network;
	size_t *nreader; /* of each place: the number of steps that read it, and the
			    caller */
	struct network_step **maker;  /* the step that makes each tensor, or NULL */
	struct own *own;              /* of each step */
	const struct plan *forgotten; /* if it is fused, with all that belongs to it */
	struct arena plans; /* the plans that were made again of steps that remain */
	struct arena *arena;
	struct network_step *from, *to; /* `to` reads what `from` makes */
	size_t made;                    /* the tensor */
};

static size_t
place_of(const struct network *network, size_t tensor)
{
	return network->tensor[tensor].place;
}

/* The place of an operand's tensor; NO_TENSOR if that is a constant, or the place of an
   operand before it. A step that reads a tensor twice is one reader. */
static size_t
place_read(const struct network *network, const struct network_step *step, size_t operand)
{
	size_t tensor = network_input(network, step, operand), place;

	if (tensor == NO_TENSOR)
		return NO_TENSOR;
	place = place_of(network, tensor);
	for (size_t n = 0; n < operand; n++) {
		tensor = network_input(network, step, n);
		if (tensor != NO_TENSOR && place_of(network, tensor) == place)
			return NO_TENSOR;
	}
	return place;
}

static void
count_readers(struct fusion *f)
{
	const struct network *network = f->network;
	const struct graph *graph = network->graph;

	for (size_t i = 0; i < network->nstep; i++)
		for (size_t k = 0; k < network_ninput(network, &network->step[i]); k++) {
			size_t place = place_read(network, &network->step[i], k);

			if (place != NO_TENSOR)
				f->nreader[place]++;
		}
	for (size_t i = 0; i < graph->noutput; i++)
		f->nreader[place_of(network, graph->output[i])]++;
}

/* The step that makes a tensor as its first result; NULL: it is part of another
   tensor's bytes, or an argument. */
static struct network_step *
find_maker(const struct fusion *f, size_t tensor)
{
	struct network_step *step = f->maker[tensor];

	return step && step->plan && step->result[0] == tensor ? step : NULL;
}

/* Whether a step reads a place. */
static bool
reads_place(const struct network *network, const struct network_step *step, size_t place)
{
	for (size_t i = 0; i < network_ninput(network, step); i++)
		if (place_read(network, step, i) == place)
			return true;
	return false;
}

/* A place that both steps read has one reader less when they are fused. */
static void
join_readers(struct fusion *f)
{
	const struct network *network = f->network;

	for (size_t i = 0; i < f->to->plan->noperand; i++) {
		size_t place = place_read(network, f->to, i);

		if (place != NO_TENSOR)
			f->nreader[place] -= reads_place(network, f->from, place);
	}
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

static struct own *
own_of(const struct fusion *f, const struct network_step *step)
{
	return &f->own[step - f->network->step];
}

/* What was made of `from` here becomes that of `to`; it is begun if nothing was. */
static struct own *
hand_on(const struct fusion *f)
{
	struct own *from = own_of(f, f->from), *to = own_of(f, f->to);

	*to = *from;
	*from = (struct own){0};
	if (!to->plan)
		to->plan = plan_duplicate(f->from->plan, f->arena);
	return to;
}

/* What the operations of both steps are together. */
static const char *
join_titles(const struct fusion *f, struct own *own)
{
	struct arena once = {0};
	const char *title = network_join_titles(f->from, f->to, &once);
	size_t size = strlen(title) + 1;

	if (size > own->room) {
		own->room = 2 * size;
		own->title = arena_alloc(f->arena, own->room);
	}
	memmove(own->title, title, size);
	arena_free(&once);
	return own->title;
}

/* Joins the chain of `from` and that of `to`, which reads the first one's result.
   operand[i]: the values of the other operands of `to`. */
static const struct pointwise_chain *
join_chains(const struct fusion *f, struct own *own, const struct pointwise_chain *first,
	struct chain_value made, const struct chain_value *operand)
{
	const struct plan *to = f->to->plan;
	size_t nstep = (first ? first->nstep : 0) + to->u.pointwise.chain->nstep;
	struct chain_value value[MAX_OPERAND];

	if (!own->chain)
		own->chain = arena_new(f->arena, struct pointwise_chain);
	if (first)
		*own->chain = *first;
	if (nstep > FEW_STEPS)
		chain_reserve(own->chain, MOST_STEPS, f->arena);
	for (size_t i = 0; i < to->noperand; i++)
		value[i] = f->to->input[i] == f->made ? made : operand[i];
	chain_append(own->chain, to->u.pointwise.chain, value, f->arena);
	return own->chain;
}

/* Whether a constant is a tensor of a step's node; else the plan made it. */
static bool
is_given(const struct fusion *f, const struct network_step *step, const void *constant)
{
	for (size_t i = 0; i < step->node->ninput; i++)
		if (f->network->spec.tensor[step->node->input[i].tensor].constant ==
			constant)
			return true;
	return false;
}

/* An operand of `to` for a plan that stays. */
static struct operand
kept_operand(const struct fusion *f, size_t operand)
{
	struct operand kept = f->to->plan->operand[operand];

	if (f->to->plan == f->forgotten && kept.constant &&
		!is_given(f, f->to, kept.constant))
		kept.constant = arena_copy(f->arena, kept.constant, (size_t)kept.nelement,
			dtype_info[kept.dtype].size);
	return kept;
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
			plan->operand[place] = kept_operand(f, i);
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
		first->nstep + second->nstep > MOST_STEPS ||
		would_slow(f, first, second) || would_slow(f, second, first) ||
		!axes_find_boundaries(
			&from->u.pointwise, &to->u.pointwise, boundary, &nboundary))
		return false;
	input = arena_array(f->arena, size_t, from->noperand + to->noperand);
	join_operands(f, &both, input, operand, &origins);
	network_name_operands(&both, f->arena);
	both.detail = kept_details(f);
	both.flushed = NULL; /* the node has it */
	own = hand_on(f);
	both.op = join_titles(f, own);
	axes_set(&both.u.pointwise, &from->u.pointwise, &to->u.pointwise, &origins,
		both.noperand, boundary, nboundary);
	both.u.pointwise.chain = join_chains(
		f, own, first, (struct chain_value){true, first->nstep - 1}, operand);
	join_readers(f);
	*own->plan = both;
	own->plan->src = &own->plan->operand[0];
	f->to->plan = own->plan;
	f->to->input = input;
	f->to->first_named = f->from->first_named;
	f->network->into[f->from->number] = f->to->number;
	f->from->plan = NULL;
	return true;
}

/* Classifies an operand of a step: the output of the window or product before it, or
   something that an epilogue can read. Returns false if it is neither. */
static bool
classify(const struct fusion *f, size_t operand, struct epilogue_operand *o)
{
	const struct plan *from = f->from->plan, *to = f->to->plan;
	const struct operand *x = &to->operand[operand];

	if (f->to->input[operand] == f->made)
		return true;
	if (operand_is_literal(x)) {
		*o = (struct epilogue_operand){.kind = EPILOGUE_NUMBER,
			.loaded = x->loaded,
			.number = operand_number(x, 0)};
		return true;
	}
	*o = (struct epilogue_operand){
		.kind = EPILOGUE_TENSOR, .loaded = x->loaded, .repetition = {.every = 1}};
	if (plan_is_by_element(to, operand))
		return true;
	return find_repetition(from, to, operand, &o->repetition);
}

/* Whether every design that computes numbers of a floating-point type can go on with a
   chain's steps. In vectors, types meet only with float32. */
static bool
takes_steps(enum dtype dtype, const struct pointwise_chain *chain)
{
	if (!dtype_is_real(dtype) || chain_obstacle(chain))
		return false;
	for (size_t i = 0; i < chain->nstep && dtype == DTYPE_FLOAT64; i++)
		if (chain->step[i].computed != dtype || chain->step[i].loaded != dtype)
			return false;
	return true;
}

/* Whether a step can be part of the epilogue of the step before it. */
static bool
fits_epilogue(const struct fusion *f, struct epilogue_operand *operand)
{
	const struct plan *to = f->to->plan;

	if (!takes_steps(epilogue_from(f->from->plan), to->u.pointwise.chain))
		return false;
	for (size_t i = 0; i < to->noperand; i++)
		if (!classify(f, i, &operand[i]))
			return false;
	return true;
}

/* Adds an operand whose elements are read repeatedly. */
static size_t
add_repeated(struct fusion *f, struct plan *plan, size_t operand,
	const struct repetition *r, size_t *input)
{
	const struct operand kept = kept_operand(f, operand), *x = &kept;
	size_t n = plan->noperand++;
	int64_t count = repetition_elements(r, plan->dst.nelement);

	plan->operand[n] =
		(struct operand){.name = arena_format(f->arena, "repeated%zu", n),
			.dtype = x->dtype,
			.loaded = x->loaded,
			.rank = 1,
			.shape = {count},
			.nelement = count,
			.constant = x->constant};
	if (x->constant && count != x->nelement)
		plan->operand[n].constant =
			repeated_elements(f->to->plan, operand, r, count, f->arena);
	input[n] = x->constant ? NO_TENSOR : f->to->input[operand];
	return n;
}

/* Adds an operand of the step that has an element for each of the output. */
static size_t
add_by_element(struct fusion *f, struct plan *plan, size_t operand, size_t *input)
{
	size_t n = plan->noperand++;

	plan->operand[n] = kept_operand(f, operand);
	plan->operand[n].name = arena_format(f->arena, "residual%zu", n);
	input[n] = f->to->input[operand];
	return n;
}

/* The operand of an epilogue that is the same tensor as one of `to`, and is read element
   by element like that; noperand: none. */
static size_t
find_residual(const struct fusion *f, const struct epilogue *epilogue,
	const size_t *input, size_t operand)
{
	const struct plan *to = f->to->plan;
	size_t n = to->operand[operand].constant || !plan_is_by_element(to, operand)
			   ? epilogue->noperand
			   : 1;

	for (; n < epilogue->noperand; n++) {
		const struct epilogue_operand *o = &epilogue->operand[n];

		if (o->kind == EPILOGUE_TENSOR && o->repetition.every == 1 &&
			!o->repetition.period &&
			input[o->operand] == f->to->input[operand])
			break;
	}
	return n;
}

/* Appends the steps of `to` to a plan's epilogue; its operands have been classified. */
static void
join_epilogue(struct fusion *f, struct own *own, const struct epilogue_operand *more,
	size_t *input)
{
	const struct plan *to = f->to->plan;
	struct plan *plan = own->plan;
	struct epilogue *epilogue = own->epilogue;
	const struct pointwise_chain *first = NULL;
	struct chain_value operand[MAX_OPERAND], made = chain_operand(0);

	if (epilogue) {
		first = epilogue->chain;
		made = (struct chain_value){true, first->nstep - 1};
	} else {
		epilogue = arena_new(f->arena, struct epilogue);
		*epilogue = (struct epilogue){.noperand = 1, .from = plan->dst.dtype};
	}
	for (size_t i = 0; i < to->noperand; i++) {
		struct epilogue_operand o = more[i];
		size_t place = find_residual(f, epilogue, input, i);

		if (f->to->input[i] == f->made)
			continue;
		operand[i] = chain_operand(place);
		if (place < epilogue->noperand)
			continue;
		if (o.kind == EPILOGUE_TENSOR)
			o.operand =
				plan_is_by_element(to, i)
					? add_by_element(f, plan, i, input)
					: add_repeated(f, plan, i, &o.repetition, input);
		epilogue->operand[epilogue->noperand++] = o;
	}
	epilogue->chain = join_chains(f, own, first, made, operand);
	plan->epilogue = own->epilogue = epilogue;
}

/* Appends a pointwise step to a window or a product, which may have an epilogue
   already. */
static bool
fuse_epilogue(struct fusion *f)
{
	const struct plan *from = f->from->plan, *to = f->to->plan;
	const struct epilogue *old = from->epilogue;
	size_t nold = old ? old->chain->nstep : 0;
	struct epilogue_operand operand[MAX_OPERAND] = {{0}};
	struct own *own;
	size_t *input;

	if (!fits_epilogue(f, operand) ||
		(old ? old->noperand : 1) + to->noperand > MAX_OPERAND ||
		from->noperand + to->noperand > MAX_OPERAND ||
		nold + to->u.pointwise.chain->nstep > MOST_STEPS)
		return false;
	join_readers(f);
	own = hand_on(f);
	input = arena_array(f->arena, size_t, from->noperand + to->noperand);
	memcpy(input, f->from->input, from->noperand * sizeof *input);
	own->plan->op = join_titles(f, own);
	join_epilogue(f, own, operand, input);
	own->plan->dst.dtype = to->dst.dtype;
	own->plan->dst.loaded = to->dst.loaded;
	f->to->plan = own->plan;
	f->to->input = input;
	f->to->name = f->from->name;
	f->to->title = f->from->title;
	f->to->settings = f->from->settings;
	f->to->first_named = f->from->first_named;
	f->network->into[f->to->number] = f->from->number;
	f->to->number = f->from->number;
	f->to->origin = f->from->origin;
	f->from->plan = NULL;
	return true;
}

/* Whether a step also reads the tensor under another name, in another shape. */
static bool
reads_otherwise(const struct fusion *f, const struct network_step *to, size_t made)
{
	for (size_t i = 0; i < to->plan->noperand; i++)
		if (!to->plan->operand[i].constant && to->input[i] != made &&
			place_of(f->network, to->input[i]) == place_of(f->network, made))
			return true;
	return false;
}

/* The movement that makes all of an operand of another one, in whatever shape, and is
   read by nothing else; or NULL. */
static struct network_step *
find_movement(const struct fusion *f, const struct network_step *to, size_t tensor)
{
	const struct network *network = f->network;
	size_t place = place_of(network, tensor);
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
	join_readers(f);
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
		f->nreader[place_of(f->network, tensor)] != 1 ||
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
	own_of(f, step)->plan = shared ? shared : plan;
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

	count_readers(&f);
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
