#include "kernels/common/epilogue_code.h"

#include "code/statements/beside.h"
#include "kernels/common/chain_code.h"
#include "plan/epilogue.h"

/* Operand i of the steps, for so many outputs at a place. */
static const struct value *
operand_of(
	const struct lowering *l, size_t i, int lanes, const struct output_place *place)
{
	const struct plan *plan = l->schedule->plan;
	const struct epilogue_operand *o = &plan->epilogue->operand[i];
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
epilogue_lower(
	const struct lowering *l, const struct value *output, struct output_place place)
{
	const struct epilogue *epilogue = l->schedule->plan->epilogue;
	struct chain_code c = {.code = l->code,
		.fused = l->fused,
		.lanes = output->type.lanes,
		.prefix = "e"};
	const struct value *operand[MAX_OPERAND] = {NULL};

	if (!epilogue)
		return output;
	c.chain = epilogue->chain;
	c.nname = (int)l->code->function->nvariable;
	if (dtype_info[epilogue->from].kind == KIND_HALF)
		output = code_round(l->code, output, epilogue->from);
	operand[0] = output;
	for (size_t i = 1; i < epilogue->noperand; i++)
		operand[i] = operand_of(l, i, output->type.lanes, &place);
	return chain_lower(&c, operand);
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
