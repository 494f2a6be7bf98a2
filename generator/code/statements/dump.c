#include "code/statements/dump.h"

#include "base/out.h"
#include "code/statements/access.h"

/* clang-format off */
static const char *const statement_name[STATEMENT_KINDS] = {
	[STATEMENT_DECLARE]     = "declare",
	[STATEMENT_TABLE]       = "table",
	[STATEMENT_LET]         = "let",
	[STATEMENT_SET]         = "set",
	[STATEMENT_STORE]       = "store",
	[STATEMENT_LET_POINTER] = "let",
	[STATEMENT_POINT]       = "point",
	[STATEMENT_LOOP]        = "loop",
	[STATEMENT_BLOCK]       = "block",
	[STATEMENT_IF]          = "if",
	[STATEMENT_CALL]        = "call",
	[STATEMENT_COPY]        = "copy",
	[STATEMENT_CLEAR]       = "clear",
	[STATEMENT_PREFETCH]    = "prefetch",
	[STATEMENT_ORDER]       = "order",
	[STATEMENT_RETURN]      = "return",
	[STATEMENT_UNUSED]      = "unused",
	[STATEMENT_HOOK]        = "hook",
	[STATEMENT_COMMENT]     = "#",
	[STATEMENT_BLANK]       = "",
};

static const char *const linkage_name[] = {
	[LINKAGE_EXTERNAL] = "external",
	[LINKAGE_STATIC]   = "static",
	[LINKAGE_NOINLINE] = "noinline",
	[LINKAGE_INLINE]   = "inline",
	[LINKAGE_ALWAYS]   = "always_inline",
};
/* clang-format on */

/* float32, float32x8 */
static void
dump_type(struct out *out, struct code_type type)
{
	out_text(out, dtype_info[type.dtype].name);
	if (type.lanes > 1) {
		out_text(out, "x");
		out_int(out, type.lanes);
	}
}

static void
dump_named(struct out *out, const char *name, int64_t value)
{
	out_text(out, " ");
	out_text(out, name);
	out_text(out, " ");
	out_int(out, value);
}

/* + i / 4 % 3 * 16 */
static void
dump_term(struct out *out, const struct index_term *term)
{
	out_text(out, " + ");
	if (term->table) {
		out_text(out, term->table->name);
		out_text(out, "@");
	}
	out_text(out, term->counter->name);
	if (term->second)
		out_format(out, "+%s*%lld", term->second->name, (long long)term->scale);
	if (term->add)
		out_format(out, "+%lld", (long long)term->add);
	if (term->divide > 1)
		out_format(out, "/%lld", (long long)term->divide);
	if (term->modulo)
		out_format(out, "%%%lld", (long long)term->modulo);
	out_format(out, "*%lld", (long long)term->inc);
}

/* [src + i*16 + 3] */
static void
dump_address(struct out *out, const struct address *at)
{
	if (!at->base) {
		out_text(out, " [null]");
		return;
	}
	out_text(out, " [");
	out_text(out, at->base->name);
	for (size_t i = 0; i < at->nterm; i++)
		dump_term(out, &at->term[i]);
	if (at->offset)
		out_format(out, " %c %lld", at->offset < 0 ? '-' : '+',
			(long long)(at->offset < 0 ? -at->offset : at->offset));
	out_text(out, "]");
}

/* (fma float32x8 (get v) (get w0) (get sum0)), nested like the values. */
static void
dump_value(struct out *out, const struct value *v)
{
	out_text(out, " (");
	out_text(out, value_kind_name(v->kind));
	out_text(out, " ");
	if (v->kind == VALUE_VARIABLE) {
		out_text(out, v->variable->name);
		out_text(out, ")");
		return;
	}
	dump_type(out, v->type);
	if (v->kind == VALUE_NUMBER)
		out_format(out, " %.17g", v->number);
	if (v->kind == VALUE_POWER)
		out_format(out, " to %.17g", v->number);
	if (v->kind == VALUE_ROUND)
		out_format(out, " to %s", dtype_info[v->n].name);
	if (v->kind == VALUE_ELEMENTARY)
		out_format(out, " %s", elementary_name((enum elementary)v->n));
	if (v->kind == VALUE_CALL)
		out_format(out, " %s", v->function->name);
	if (v->kind == VALUE_INDEX)
		dump_address(out, &v->at);
	if (v->kind >= VALUE_LOAD && v->kind <= VALUE_SET1_LOAD && v->kind != VALUE_SET1)
		dump_address(out, &v->at);
	if (v->kind == VALUE_LOAD_N || v->kind == VALUE_ROOT)
		dump_named(out, "n", v->n);
	if (v->kind == VALUE_LOAD_PARTS) {
		dump_named(out, "parts", v->n);
		dump_named(out, "step", v->step);
	}
	for (size_t i = 0; i < VALUE_ARGUMENTS && v->a[i]; i++)
		dump_value(out, v->a[i]);
	for (int i = 0; names_lanes(v) && i < v->type.lanes; i++)
		out_format(out, " %d", v->lane[i]);
	out_text(out, ")");
}

/* x: float32 * reads restrict; sums: float32[224] */
static void
dump_variable(struct out *out, const struct variable *v)
{
	out_format(out, " %s:", v->name);
	if (v->kind == VARIABLE_COUNTER) {
		out_text(out, " counter");
		return;
	}
	out_text(out, " ");
	dump_type(out, v->type);
	if (v->kind == VARIABLE_POINTER)
		out_text(out, v->reads ? "* reads" : "* writes");
	if (v->restricted)
		out_text(out, " restrict");
	if (v->kind == VARIABLE_ARRAY || v->kind == VARIABLE_CONSTANT)
		out_format(out, "[%lld]", (long long)v->length);
}

static void
dump_argument(struct out *out, const struct argument *a)
{
	if (a->kind == ARGUMENT_ADDRESS)
		dump_address(out, &a->at);
	else if (a->kind == ARGUMENT_VALUE)
		dump_value(out, a->value);
	else
		out_format(out, " %lld", (long long)a->number);
}

/* i from 0 step 1 below 14 */
static void
dump_loop(struct out *out, const struct statement *s)
{
	const struct limit *l = s->limit;

	out_format(out, " %s", s->variable->name);
	if (l->table.base || l->picked.base) {
		out_text(out, l->table.base ? " over" : " picked by");
		dump_address(out, l->table.base ? &l->table : &l->picked);
		if (l->picked.base)
			dump_named(out, "below", l->limit);
		return;
	}
	out_format(out, " from %lld step %lld below ", (long long)s->first,
		(long long)s->step);
	if (l->argument)
		out_text(out, l->argument->name);
	else if (l->selector)
		out_format(out, "%lld while %s < %lld, else %lld", (long long)l->limit,
			l->selector->name, (long long)l->below, (long long)l->other);
	else
		out_int(out, l->limit);
}

static void
dump_condition(struct out *out, const struct condition *c)
{
	if (c->pointer)
		out_format(out, " %s is there", c->pointer->name);
	for (int i = 0; i < c->ntest; i++) {
		const struct test *t = &c->test[i];

		if (t->below)
			out_format(
				out, " %s < %lld", t->counter->name, (long long)t->below);
		if (t->modulo)
			out_format(out, " %s %% %lld = %lld", t->counter->name,
				(long long)t->modulo, (long long)t->remainder);
	}
}

/* What follows a statement's name. */
static void
dump_operands(struct out *out, const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_DECLARE:
		for (size_t i = 0; i < s->ndeclared; i++)
			dump_variable(out, s->declared[i]);
		break;
	case STATEMENT_TABLE:
		dump_variable(out, s->variable);
		for (int64_t i = 0; i < s->variable->length; i++)
			out_format(out, " %.17g", s->variable->constant->number[i]);
		break;
	case STATEMENT_LOOP:
		dump_loop(out, s);
		break;
	case STATEMENT_IF:
		dump_condition(out, s->condition);
		break;
	case STATEMENT_CALL:
		if (s->variable)
			out_format(out, " %s =", s->variable->name);
		out_format(out, " %s", s->function->name);
		for (size_t i = 0; i < s->function->nparameter; i++)
			dump_argument(out, &s->argument[i]);
		break;
	case STATEMENT_COPY:
		dump_address(out, &s->at);
		dump_address(out, &s->from);
		dump_named(out, "n", s->n);
		break;
	case STATEMENT_CLEAR:
		dump_address(out, &s->at);
		dump_named(out, "n", s->n);
		break;
	case STATEMENT_HOOK:
		dump_named(out, s->ends ? "after" : "before", (int64_t)s->number);
		break;
	case STATEMENT_COMMENT:
		out_format(out, " %s", s->text);
		break;
	default:
		if (s->kind == STATEMENT_LET || s->kind == STATEMENT_LET_POINTER)
			dump_variable(out, s->variable);
		else if (s->variable)
			out_format(out, " %s", s->variable->name);
		if (s->at.base || s->kind == STATEMENT_POINT)
			dump_address(out, &s->at);
		if (s->value)
			dump_value(out, s->value);
		if (s->kind == STATEMENT_STORE && s->n)
			dump_named(out, "n", s->n);
	}
}

void
dump_statement(struct out *out, const struct statement *s)
{
	out_text(out, statement_name[s->kind]);
	dump_operands(out, s);
}

static void
dump_statements(struct out *out, const struct statement *s, int depth)
{
	for (; s; s = s->next) {
		if (s->kind == STATEMENT_BLANK)
			continue;
		for (int i = 0; i < depth; i++)
			out_text(out, "  ");
		dump_statement(out, s);
		out_text(out, "\n");
		if (s->kind == STATEMENT_LOOP || s->kind == STATEMENT_BLOCK ||
			s->kind == STATEMENT_IF)
			dump_statements(out, s->body, depth + 1);
	}
}

void
dump_function(struct out *out, const struct function *f)
{
	out_format(out, "function %s %s", f->name, linkage_name[f->linkage]);
	if (f->result.lanes) {
		out_text(out, " returns ");
		dump_type(out, f->result);
	}
	out_text(out, "\n");
	for (size_t i = 0; i < f->nparameter; i++) {
		out_text(out, "  parameter");
		dump_variable(out, f->parameter[i]);
		out_text(out, "\n");
	}
	dump_statements(out, f->body, 1);
}
