#include "kernels/common/parts.h"

#include "base/arena.h"
#include "plan/epilogue.h"

void
parts_function(struct parts *p, const char *name, bool stores)
{
	struct code_builder *code = p->l->code;

	code_function(code, LINKAGE_NOINLINE, name, NULL);
	p->o = lowering_operands(p->l);
	if (stores)
		lowering_outputs(p->l, &p->o, !p->aliased);
}

void
parts_open(struct parts *p)
{
	const struct plan *plan = p->l->schedule->plan;

	parts_function(p, lowering_name(p->l, "part_%zu", p->n), true);
	p->statement = 0;
	p->open = true;
	p->reads = arena_array(p->l->code->arena, bool, plan->noperand);
	p->writes = arena_array(p->l->code->arena, bool, plan_noutput(plan));
}

void
parts_close(struct parts *p)
{
	struct code_builder *code = p->l->code;
	const struct plan *plan = p->l->schedule->plan;

	if (!p->open)
		return;
	for (size_t i = 0; i < plan->noperand; i++)
		if (!p->reads[i] && plan_passes(plan, &plan->operand[i]))
			code_unused(
				code, lowering_operand(p->l, &p->o, &plan->operand[i]));
	for (size_t i = 0; i < plan_noutput(plan); i++)
		if (!p->writes[i])
			code_unused(code, p->o.output[i]);
	p->function = arena_grow(code->arena, p->function, p->n, sizeof *p->function);
	p->function[p->n++] = code_end_function(code);
	p->open = false;
}

void
parts_reads(struct parts *p, const struct operand *operand)
{
	p->reads[operand - p->l->schedule->plan->operand] = true;
}

void
parts_writes(struct parts *p, const struct operand *output)
{
	const struct plan *plan = p->l->schedule->plan;
	const struct epilogue *epilogue = plan->epilogue;

	p->writes[plan_output_number(plan, output)] = true;
	for (size_t i = 1; epilogue && i < epilogue->noperand; i++)
		if (epilogue->operand[i].kind == EPILOGUE_TENSOR)
			p->reads[epilogue->operand[i].operand] = true;
}

const struct function *
parts_entry(struct parts *p)
{
	struct code_builder *code = p->l->code;
	const struct plan *plan = p->l->schedule->plan;
	struct entry_operands o = lowering_entry(p->l, ENTRY_WHOLE);
	struct argument *a = arena_array(
		code->arena, struct argument, plan->noperand + plan_noutput(plan));

	for (size_t i = 0; i < p->n; i++) {
		size_t n = lowering_pass(p->l, &o, a);

		for (size_t k = 0; k < plan_noutput(plan); k++)
			a[n++] = code_pass_pointer(o.output[k]);
		code_call(code, p->function[i], a);
	}
	return code_end_function(code);
}
