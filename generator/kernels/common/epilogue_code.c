#include "kernels/common/epilogue_code.h"

#include "code/statements/beside.h"
#include "kernels/common/chain_code.h"
#include "plan/epilogue.h"

const struct value *
epilogue_operand(const struct lowering *l, const struct epilogue_operand *o, int lanes,
	const struct output_place *place)
{
	const struct plan *plan = l->schedule->plan;
	struct code_type type = code_vector(o->loaded, lanes);
	struct beside beside;
	struct address at;

	if (o->kind == EPILOGUE_NUMBER)
		return code_number(l->code, type, o->number);
	beside = (struct beside){&plan->operand[o->operand], o->repetition};
	at = beside.operand == plan->over ? place->at
					  : code_beside(l->code, place->at, &beside);
	if (type.lanes == 1)
		return code_load(l->code, type, at);
	return repetition_inc(&o->repetition, place->inc)
		       ? code_load_n(l->code, type, at, place->n)
		       : code_set1_load(l->code, type, at);
}

const struct value *
epilogue_steps(const struct lowering *l, const struct epilogue *steps, const char *prefix,
	const struct value *x, const struct value *const *known,
	struct output_place place)
{
	struct chain_code c = {.code = l->code,
		.chain = steps->chain,
		.fused = l->fused,
		.lanes = x->type.lanes,
		.nname = (int)l->code->function->nvariable,
		.prefix = prefix};
	const struct value *operand[MAX_OPERAND] = {x};

	for (size_t i = 1; i < steps->noperand; i++)
		operand[i] = known[i] ? known[i]
				      : epilogue_operand(l, &steps->operand[i],
						x->type.lanes, &place);
	return chain_lower(&c, operand);
}

const struct value *
epilogue_lower(
	const struct lowering *l, const struct value *output, struct output_place place)
{
	static const struct value *const none[MAX_OPERAND];
	const struct epilogue *epilogue = l->schedule->plan->epilogue;

	if (!epilogue)
		return output;
	if (dtype_info[epilogue->from].kind == KIND_HALF)
		output = code_round(l->code, output, epilogue->from);
	return epilogue_steps(l, epilogue, "e", output, none, place);
}

void
epilogue_store(
	const struct lowering *l, const struct value *output, struct output_place place)
{
	code_store_n(l->code, place.at, epilogue_lower(l, output, place), place.n);
}

void
epilogue_prefetch(const struct lowering *l, struct address at)
{
	const struct plan *plan = l->schedule->plan;
	const struct epilogue *epilogue = plan->epilogue;

	for (size_t i = 1; epilogue && i < epilogue->noperand; i++) {
		const struct epilogue_operand *o = &epilogue->operand[i];
		struct beside beside = {&plan->operand[o->operand], o->repetition};

		if (o->kind == EPILOGUE_TENSOR && beside.operand != plan->over &&
			repetition_inc(&o->repetition, 1))
			code_prefetch(l->code, code_beside(l->code, at, &beside));
	}
}

bool
epilogue_takes_vectors(const struct lowering *l, int64_t inc)
{
	const struct epilogue *epilogue = l->schedule->plan->epilogue;

	for (size_t i = 1; epilogue && i < epilogue->noperand; i++) {
		const struct epilogue_operand *o = &epilogue->operand[i];

		if (o->kind == EPILOGUE_TENSOR && repetition_inc(&o->repetition, inc) > 1)
			return false;
	}
	return true;
}
