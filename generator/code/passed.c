#include "code/passed.h"

#include "code/access.h"
#include "target/settings.h"

enum {
	KEPT_BYTES = 128 /* arrays of up to so many bytes stay on the stack: they hold
			    sums, which compilers keep in registers */
};

static int64_t
round_up(int64_t bytes)
{
	return (bytes + WORKSPACE_ALIGNMENT - 1) / WORKSPACE_ALIGNMENT *
	       WORKSPACE_ALIGNMENT;
}

static void
need(struct function *f, int64_t bytes)
{
	f->takes_workspace = true;
	f->workspace = bytes > f->workspace ? bytes : f->workspace;
}

/* Arrays of vectors stay on the stack too: compilers keep them in registers. */
bool
passed_array(struct function *f, int64_t *top, struct variable *v)
{
	if (v->kind != VARIABLE_ARRAY || v->type.lanes > 1 ||
		array_bytes(v) <= KEPT_BYTES)
		return false;
	v->in_workspace = true;
	v->within = *top;
	*top += round_up(array_bytes(v));
	need(f, *top);
	return true;
}

void
passed_call(struct function *f, int64_t top, struct statement *call)
{
	if (!call->function->takes_workspace)
		return;
	call->workspace = top;
	need(f, top + call->function->workspace);
}

static bool
is_used(const struct address *at)
{
	const struct variable *v = at->base;

	return v && v->kind == VARIABLE_CONSTANT && v->constant->operand && v->length;
}

static bool
value_uses(const struct value *v)
{
	if ((is_load(v) || v->kind == VALUE_INDEX) && is_used(&v->at))
		return true;
	for (int i = 0; i < value_operands(v); i++)
		if (value_uses(v->a[i]))
			return true;
	return false;
}

static bool
call_uses(const struct statement *s)
{
	if (s->function->takes_constants)
		return true;
	for (size_t i = 0; i < s->function->nparameter; i++) {
		const struct argument *a = &s->argument[i];

		if (a->kind == ARGUMENT_ADDRESS
				? is_used(&a->at)
				: a->kind == ARGUMENT_VALUE && value_uses(a->value))
			return true;
	}
	return false;
}

static bool
statements_use(const struct statement *s)
{
	for (; s; s = s->next) {
		if (is_used(&s->at) || (s->value && value_uses(s->value)) ||
			(s->kind == STATEMENT_COPY && is_used(&s->from)) ||
			(s->kind == STATEMENT_CALL && call_uses(s)) ||
			(has_body(s) && statements_use(s->body)))
			return true;
	}
	return false;
}

bool
passed_constants(const struct function *f)
{
	return statements_use(f->body);
}
