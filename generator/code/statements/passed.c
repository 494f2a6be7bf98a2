#include "code/statements/passed.h"

#include "code/statements/access.h"
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

/* Whether an address is that of a pointer; pointer NULL: of an operand in the binary. */
static bool
is_used(const struct address *at, const struct variable *pointer)
{
	const struct variable *v = at->base;

	if (pointer)
		return v == pointer;
	return v && v->kind == VARIABLE_CONSTANT && v->constant->operand && v->length;
}

static bool
value_uses(const struct value *v, const struct variable *pointer)
{
	if ((is_load(v) || v->kind == VALUE_INDEX) && is_used(&v->at, pointer))
		return true;
	for (int i = 0; i < value_operands(v); i++)
		if (value_uses(v->a[i], pointer))
			return true;
	return false;
}

static bool
call_uses(const struct statement *s, const struct variable *pointer)
{
	if (!pointer && s->function->takes_constants)
		return true;
	for (size_t i = 0; i < s->function->nparameter; i++) {
		const struct argument *a = &s->argument[i];

		if (a->kind == ARGUMENT_ADDRESS ? is_used(&a->at, pointer)
						: a->kind == ARGUMENT_VALUE &&
							  value_uses(a->value, pointer))
			return true;
	}
	return false;
}

static bool
statements_use(const struct statement *s, const struct variable *pointer)
{
	for (; s; s = s->next) {
		if (is_used(&s->at, pointer) ||
			(s->value && value_uses(s->value, pointer)) ||
			(s->kind == STATEMENT_COPY && is_used(&s->from, pointer)) ||
			(s->kind == STATEMENT_CALL && call_uses(s, pointer)) ||
			(has_body(s) && statements_use(s->body, pointer)))
			return true;
	}
	return false;
}

bool
passed_constants(const struct function *f)
{
	return statements_use(f->body, NULL);
}

bool
passed_is_used(const struct function *f, const struct variable *pointer)
{
	return statements_use(f->body, pointer);
}
