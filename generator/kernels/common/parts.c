#include "kernels/common/parts.h"

#include "base/arena.h"

void
parts_function(struct parts *p, const char *name, bool stores)
{
	struct code_builder *code = p->l->code;

	code_function(code, LINKAGE_NOINLINE, name, NULL);
	p->o = lowering_inputs(p->l, ENTRY_WHOLE);
	if (stores)
		lowering_outputs(p->l, &p->o, !p->aliased, false);
}

void
parts_close(struct parts *p)
{
	struct code_builder *code = p->l->code;

	if (!p->open)
		return;
	code_unused_parameters(code);
	p->function = arena_grow(code->arena, p->function, p->n, sizeof *p->function);
	p->function[p->n++] = code_end_function(code);
	p->open = false;
}

void
parts_open(struct parts *p)
{
	parts_close(p);
	parts_function(p, lowering_name(p->l, "part_%zu", p->n), true);
	p->statement = 0;
	p->open = true;
}

const struct function *
parts_entry(struct parts *p)
{
	struct code_builder *code = p->l->code;
	const struct plan *plan = p->l->schedule->plan;
	struct argument *a = arena_array(
		code->arena, struct argument, plan->noperand + plan_noutput(plan));
	struct entry_operands o;

	parts_close(p);
	o = lowering_entry(p->l, ENTRY_WHOLE);
	for (size_t i = 0; i < p->n; i++) {
		size_t n = lowering_pass(p->l, &o, a);

		for (size_t k = 0; k < plan_noutput(plan); k++)
			a[n++] = code_pass_pointer(o.output[k]);
		code_call(code, p->function[i], a);
	}
	return code_end_function(code);
}
