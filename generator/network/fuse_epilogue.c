#include "network/fuse_epilogue.h"

#include "base/arena.h"
#include "kernels/common/chain_code.h"
#include "network/fusion.h"
#include "network/repetition.h"
#include "plan/epilogue.h"
#include "plan/integer_sums.h"

#include <string.h>

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

bool
fuse_takes_steps(enum dtype dtype, const struct pointwise_chain *chain)
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

	/* No vectors compute sums of integers that are widened. */
	if (!plan_widens(f->from->plan) &&
		!fuse_takes_steps(epilogue_from(f->from->plan), to->u.pointwise.chain))
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
	const struct operand kept = fusion_kept_operand(f, operand), *x = &kept;
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

	plan->operand[n] = fusion_kept_operand(f, operand);
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
	epilogue->chain = fusion_join_chains(f, own, first, made, operand);
	plan->epilogue = own->epilogue = epilogue;
}

bool
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
		nold + to->u.pointwise.chain->nstep > FUSION_STEPS)
		return false;
	fusion_join_readers(f);
	own = fusion_hand_on(f);
	input = arena_array(f->arena, size_t, from->noperand + to->noperand);
	memcpy(input, f->from->input, from->noperand * sizeof *input);
	own->plan->op = fusion_join_titles(f, own);
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
