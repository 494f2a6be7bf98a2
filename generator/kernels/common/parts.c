#include "kernels/common/parts.h"

#include "base/arena.h"

void
parts_function(struct parts *p, const char *name, bool stores)
{
	struct code_builder *code = p->l->code;

	code_function(code, LINKAGE_NOINLINE, name, NULL);
	p->o = lowering_operands(p->l);
	if (stores)
		lowering_outputs(p->l, &p->o);
}

void
parts_open(struct parts *p)
{
	parts_function(p, lowering_name(p->l, "part_%zu", p->n), true);
	p->statement = 0;
	p->open = true;
	p->reads = false;
}

void
parts_close(struct parts *p)
{
	struct code_builder *code = p->l->code;
	const struct plan *plan = p->l->schedule->plan;

	if (!p->open)
		return;
	if (!p->reads && !plan->src->constant)
		code_unused(code, p->o.src);
	if (!p->reads && plan->weights && !plan->weights->constant)
		code_unused(code, p->o.weights);
	p->function = arena_grow(code->arena, p->function, p->n, sizeof *p->function);
	p->function[p->n++] = code_end_function(code);
	p->open = false;
}

const struct function *
parts_entry(struct parts *p)
{
	struct code_builder *code = p->l->code;
	struct entry_operands o = lowering_entry(p->l, ENTRY_WHOLE);
	struct argument a[MAX_OPERAND + 2];

	for (size_t i = 0; i < p->n; i++) {
		size_t n = lowering_pass(p->l, &o, a);

		a[n++] = code_pass_pointer(o.dst);
		if (o.places)
			a[n] = code_pass_pointer(o.places);
		code_call(code, p->function[i], a);
	}
	return code_end_function(code);
}
