#include "emit/spell.h"

#include "code/statements/access.h"
#include "put.h"

#include <inttypes.h>

const char *
half_at(const struct address *at, struct code_type type)
{
	enum dtype memory = at->base->type.dtype;

	if (memory == type.dtype)
		return "";
	if (memory == DTYPE_FLOAT16)
		return "_float16";
	return memory == DTYPE_BFLOAT16 ? "_bfloat16" : "";
}

void
put_type(struct out *out, struct code_type type)
{
	const struct dtype_info *info = &dtype_info[type.dtype];

	if (type.lanes == 1) {
		out_text(out, info->c_type);
		return;
	}
	out_text(out, info->kind == KIND_FLOAT    ? "opgen_f"
		      : info->kind == KIND_SIGNED ? "opgen_i"
						  : "opgen_u");
	out_uint(out, 8 * info->size);
	out_text(out, "x");
	out_int(out, type.lanes);
}

/* "c", or "(b * 32 + k + 5)". */
static void
put_counter(struct out *out, const struct index_term *term)
{
	bool sum = term->second || term->add;

	out_text(out, sum ? "(" : "");
	if (term->second)
		out_format(out, "%s * %" PRId64 " + ", term->second->name, term->scale);
	out_text(out, term->counter->name);
	if (term->add)
		out_format(out, " + %" PRId64, term->add);
	out_text(out, sum ? ")" : "");
}

static void
put_term(struct out *out, const struct index_term *term)
{
	if (term->table)
		out_format(out, "%s[", term->table->name);
	put_counter(out, term);
	out_text(out, term->table ? "]" : "");
	if (term->divide > 1)
		out_format(out, " / %" PRId64, term->divide);
	if (term->modulo)
		out_format(out, " %% %" PRId64, term->modulo);
	if (term->inc != 1) {
		out_text(out, " * ");
		out_int(out, term->inc < 0 ? -term->inc : term->inc);
	}
}

/* A negative step is subtracted, and never comes first. */
void
put_index(struct out *out, const struct address *at)
{
	bool begun = false;

	for (int negative = 0; negative < 2; negative++)
		for (size_t i = 0; i < at->nterm; i++) {
			const struct index_term *t = &at->term[i];

			if ((t->inc < 0) != negative)
				continue;
			if (negative)
				out_text(out, begun ? " - " : "0 - ");
			else if (begun)
				out_text(out, " + ");
			put_term(out, t);
			begun = true;
		}
	if (begun && at->offset)
		out_text(out, at->offset < 0 ? " - " : " + ");
	if (begun && at->offset)
		out_int(out, at->offset < 0 ? -at->offset : at->offset);
	if (!begun)
		out_int(out, at->offset);
}

void
put_address(struct out *out, struct address at)
{
	bool sum = at.nterm > 1 || (at.nterm && (at.offset || at.term->inc < 0));

	if (!at.base) {
		out_text(out, "NULL");
		return;
	}
	out_text(out, at.base->name);
	if (at.nterm || at.offset > 0)
		out_text(out, " + ");
	else if (at.offset)
		out_text(out, " - ");
	if (sum)
		out_text(out, "(");
	if (at.nterm)
		put_index(out, &at);
	else if (at.offset)
		out_int(out, at.offset < 0 ? -at.offset : at.offset);
	if (sum)
		out_text(out, ")");
}

void
put_moved(struct out *out, struct address at, struct code_type type)
{
	size_t from = dtype_info[at.base->type.dtype].size;
	size_t to = dtype_info[type.dtype].size;
	int64_t offset = at.offset * (int64_t)from / (int64_t)to;

	at.offset = 0;
	put_address(out, at);
	out_text(out, ", ");
	out_int(out, offset);
}

void
put_element(struct out *out, const struct address *at)
{
	out_text(out, at->base->name);
	out_text(out, "[");
	put_index(out, at);
	out_text(out, "]");
}

void
put_literal(struct out *out, double number, enum dtype dtype)
{
	if (dtype_info[dtype].kind == KIND_FLOAT)
		put_number(out, number, dtype != DTYPE_FLOAT64);
	else if (number == -0x1p63)
		out_text(out, "INT64_MIN");
	else
		out_int(out, (int64_t)number);
}

bool
is_integer(struct code_type type)
{
	return dtype_is_integer(type.dtype);
}

static bool
is_sum(const struct value *value)
{
	if (is_integer(value->type))
		return false;
	return value->kind == VALUE_ADD || value->kind == VALUE_SUBTRACT;
}

static bool
is_infix(const struct value *value)
{
	return is_sum(value) || value->kind == VALUE_DIVIDE ||
	       (value->kind == VALUE_MULTIPLY && !is_integer(value->type));
}

void
put_nested(struct out *out, const struct value *value, bool in_product, bool behind)
{
	bool open = in_product ? is_sum(value) || (behind && is_infix(value))
			       : behind && is_sum(value);

	out_text(out, open ? "(" : "");
	put_value(out, value);
	out_text(out, open ? ")" : "");
}

void
put_first(struct out *out, const struct statement *s)
{
	if (s->limit->table.base)
		put_element(out, &s->limit->table);
	else
		out_int(out, s->first);
}

void
put_limit(struct out *out, const struct limit *l)
{
	if (l->table.base) {
		struct address behind = l->table;

		behind.offset++;
		put_element(out, &behind);
	} else if (l->argument) {
		out_text(out, l->argument->name);
	} else if (l->selector) {
		out_format(out, "(%s < %" PRId64 " ? %" PRId64 " : %" PRId64 ")",
			l->selector->name, l->below, l->limit, l->other);
	} else {
		out_int(out, l->limit);
	}
}

void
put_step(struct out *out, int64_t step)
{
	out_text(out, step == 1 ? "++" : " += ");
	if (step != 1)
		out_int(out, step);
}

static void
put_test(struct out *out, const struct test *t)
{
	if (t->below == 1)
		out_format(out, "%s == 0", t->counter->name);
	else if (t->below)
		out_format(out, "%s < %" PRId64, t->counter->name, t->below);
	if (t->modulo)
		out_format(out, "%s%s %% %" PRId64 " == %" PRId64, t->below ? " && " : "",
			t->counter->name, t->modulo, t->remainder);
}

void
put_condition(struct out *out, const struct condition *c)
{
	if (c->pointer)
		out_format(out, "%s != NULL", c->pointer->name);
	for (int i = 0; i < c->ntest; i++) {
		out_text(out, i || c->pointer ? " && " : "");
		put_test(out, &c->test[i]);
	}
}

static void
put_comma(struct out *out, int64_t i)
{
	out_text(out, i ? ", " : "");
}

void
put_lanes(struct out *out, const struct value *value)
{
	for (int i = 0; i < value->type.lanes; i++) {
		put_comma(out, i);
		out_int(out, value->lane[i]);
	}
}

void
put_own_lanes(struct out *out, const struct value *value)
{
	for (int i = 0; i < value->type.lanes; i++) {
		put_comma(out, i);
		out_int(out, value->lane[i] % value->type.lanes);
	}
}

void
put_mask(struct out *out, const struct value *value)
{
	unsigned mask = 0;

	for (int i = 0; i < value->type.lanes; i++)
		mask |= (unsigned)(value->lane[i] >= value->type.lanes) << i;
	out_format(out, "0x%x", mask);
}

void
put_operands(struct out *out, const struct value *value)
{
	int n = value_operands(value);

	for (int i = 0; i < n; i++) {
		put_comma(out, i);
		put_value(out, value->a[i]);
	}
}

void
put_arguments(struct out *out, const struct statement *s)
{
	const struct function *f = s->function;

	for (size_t i = 0; i < f->nparameter; i++) {
		const struct argument *a = &s->argument[i];

		put_comma(out, (int64_t)i);
		if (a->kind == ARGUMENT_ADDRESS)
			put_address(out, a->at);
		else if (a->kind == ARGUMENT_VALUE)
			put_value(out, a->value);
		else
			out_int(out, a->number);
	}
	if (f->takes_workspace) {
		put_comma(out, (int64_t)f->nparameter);
		out_text(out, s->workspace ? "(char *)workspace + " : "workspace");
		if (s->workspace)
			out_int(out, s->workspace);
	}
	if (f->takes_constants) {
		put_comma(out, (int64_t)f->nparameter + f->takes_workspace);
		out_text(out, "constants");
	}
}

static void
put_parameter(struct out *out, const struct variable *v)
{
	if (v->kind == VARIABLE_COUNTER) {
		out_text(out, "ptrdiff_t ");
	} else if (v->kind == VARIABLE_VALUE) {
		put_type(out, v->type);
		out_text(out, " ");
	} else {
		out_text(out, v->reads ? "const " : "");
		if (v->is_void)
			out_text(out, "void");
		else
			put_type(out, v->type);
		out_text(out, v->restricted ? " *OPGEN_RESTRICT " : " *");
	}
	out_text(out, v->name);
}

void
put_parameters(struct out *out, const struct function *f)
{
	for (size_t i = 0; i < f->nparameter; i++) {
		put_comma(out, (int64_t)i);
		put_parameter(out, f->parameter[i]);
	}
	if (f->takes_workspace) {
		put_comma(out, (int64_t)f->nparameter);
		out_text(out, "void *workspace");
	}
	if (f->takes_constants) {
		put_comma(out, (int64_t)f->nparameter + f->takes_workspace);
		out_text(out, "const void *constants");
	}
	if (!f->nparameter && !f->takes_workspace && !f->takes_constants)
		out_text(out, "void");
}

/* "x", "*x", "x[8]", "x[8] __attribute__((aligned(64)))". */
static void
put_declarator(struct out *out, const struct variable *v)
{
	out_text(out, v->kind == VARIABLE_POINTER ? "*" : "");
	out_text(out, v->name);
	if (v->kind == VARIABLE_ARRAY)
		out_format(out, "[%" PRId64 "]", v->length);
	if (v->kind == VARIABLE_ARRAY && v->alignment)
		out_format(out, " __attribute__((aligned(%d)))", v->alignment);
}

void
put_declarators(struct out *out, const struct statement *s, size_t first)
{
	for (size_t i = first; i < first + DECLARED_A_LINE && i < s->ndeclared; i++) {
		put_comma(out, i != first);
		put_declarator(out, s->declared[i]);
	}
}

void
put_type_of(struct out *out, const struct variable *v)
{
	if (v->kind == VARIABLE_COUNTER) {
		out_text(out, "ptrdiff_t");
		return;
	}
	out_text(out, v->kind == VARIABLE_POINTER && v->reads ? "const " : "");
	put_type(out, v->type);
}

void
put_result(struct out *out, const struct function *f)
{
	if (f->result.lanes)
		put_type(out, f->result);
	else
		out_text(out, "void");
}

void
put_numbers(struct out *out, const struct variable *v, size_t first, size_t end)
{
	for (size_t i = first; i < end && i < (size_t)v->length; i++) {
		put_comma(out, i != first);
		put_literal(out, v->constant->number[i], v->type.dtype);
	}
}
