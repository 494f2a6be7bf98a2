#include "kernels/common/prologue_code.h"

#include "kernels/common/epilogue_code.h"
#include "plan/prologue.h"

struct prologue_shared
prologue_begin(const struct lowering *l, struct code_type type, struct address at)
{
	const struct epilogue *prologue = l->schedule->plan->prologue;
	const struct output_place place = {at, type.lanes, 1};
	struct prologue_shared shared = {{NULL}};

	for (size_t i = 1; prologue && i < prologue->noperand; i++) {
		const struct epilogue_operand *o = &prologue->operand[i];

		if (o->kind == EPILOGUE_TENSOR && !repetition_inc(&o->repetition, 1))
			shared.operand[i] = code_named(l->code,
				epilogue_operand(l, o, type.lanes, &place), "p%zu",
				l->code->function->nvariable);
	}
	return shared;
}

const struct value *
prologue_load_n(const struct lowering *l, const struct prologue_shared *shared,
	struct code_type type, struct address at, int64_t n)
{
	static const struct prologue_shared none;
	const struct plan *plan = l->schedule->plan;
	struct code_type loaded = code_vector(plan->src->loaded, type.lanes);
	enum dtype to = prologue_to(plan);
	const struct value *x;

	if (plan->prologue)
		type = loaded;
	x = type.lanes > 1 ? code_load_n(l->code, type, at, n)
			   : code_load(l->code, type, at);
	if (!plan->prologue)
		return x;
	x = epilogue_steps(l, plan->prologue, "p", x,
		shared ? shared->operand : none.operand, (struct output_place){at, n, 1});
	if (dtype_info[to].kind == KIND_HALF)
		x = code_round(l->code, x, to);
	if (n == type.lanes)
		return x;
	return code_blend(l->code, code_number(l->code, x->type, 0), x,
		((uint64_t)1 << n) - 1, false);
}

const struct value *
prologue_term_n(const struct lowering *l, const struct prologue_shared *shared,
	struct code_type type, struct address at, int64_t n)
{
	const struct value *x = prologue_load_n(l, shared, type, at, n);

	return x->kind == VALUE_MULTIPLY
		       ? code_named(l->code, x, "p%zu", l->code->function->nvariable)
		       : x;
}

const struct value *
prologue_term(const struct lowering *l, struct code_type type, struct address at)
{
	return prologue_term_n(l, NULL, type, at, type.lanes);
}
