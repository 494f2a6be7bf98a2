#include "code/statements/canonical.h"

#include "base/arena.h"
#include "code/statements/access.h"
#include "code/statements/digest.h"

#include <string.h>

/* What is put before numbers of several kinds. */
enum mark {
	MARK_NULL = 1000,
	MARK_CONSTANT,
	MARK_TABLE,
	MARK_VARIABLE,
	MARK_NEW, /* a variable's first use; what C knows of it follows */
	MARK_END  /* of a body */
};

/* The state while a function is gone through. */
struct form {
	struct canonical to;
	const struct canonical_callees *callees;
	size_t *order; /* of each variable by its number: how many came first, + 1; 0: it
			  has not come yet */
	size_t nordered;
	const struct variable **local; /* arrays that are declared in the function */
	size_t nlocal;
	bool fixed; /* constants count: it is called in values, which pass none on */
	struct arena *arena;
};

static void
put(struct form *form, uint64_t number)
{
	uint64_t *digest = form->to.digest;

	digest[0] = digest_stir(digest[0], number);
	digest[1] = digest_stir(digest[1] ^ digest[0], number);
}

static void
form_signed(struct form *form, int64_t number)
{
	put(form, (uint64_t)number);
}

static void
form_double(struct form *form, double number)
{
	uint64_t bits;

	memcpy(&bits, &number, sizeof bits);
	put(form, bits);
}

static void
form_text(struct form *form, const char *text)
{
	for (; *text; text++)
		put(form, (unsigned char)*text);
	put(form, MARK_END);
}

static void
form_type(struct form *form, struct code_type type)
{
	put(form, type.dtype);
	form_signed(form, type.lanes);
}

/* Constants. */

bool
canonical_is_same(const struct canonical_constant *a, const struct canonical_constant *b)
{
	if (a->dtype != b->dtype || !a->array != !b->array)
		return false;
	return a->array ? !strcmp(a->array->name, b->array->name)
			: !memcmp(&a->number, &b->number, sizeof a->number);
}

bool
canonical_base(const struct variable *base, struct canonical_constant *constant)
{
	if (!base || base->kind != VARIABLE_CONSTANT || !base->constant->operand)
		return false;
	*constant = (struct canonical_constant){.array = base, .dtype = base->type.dtype};
	return true;
}

bool
canonical_number(const struct value *v, struct canonical_constant *constant)
{
	if (v->kind != VALUE_NUMBER || dtype_info[v->type.dtype].kind != KIND_FLOAT)
		return false;
	*constant =
		(struct canonical_constant){.dtype = v->type.dtype, .number = v->number};
	return true;
}

bool
canonical_is_fixed(const struct value *v, int i)
{
	return v->kind == VALUE_DIVIDE && i == 1;
}

/* A constant as it is. */
static void
form_fixed(struct form *form, const struct canonical_constant *c)
{
	if (c->array)
		form_text(form, c->array->name);
	else
		form_double(form, c->number);
}

/* Puts the index of a constant, which is added to the others if it is not there. */
static void
form_constant(struct form *form, const struct canonical_constant *c, bool fixed)
{
	struct canonical *to = &form->to;
	size_t i = 0;

	put(form, MARK_CONSTANT);
	put(form, c->dtype);
	put(form, c->array != NULL);
	while (i < to->nconstant && !canonical_is_same(&to->constant[i], c))
		i++;
	if (fixed || form->fixed ||
		(i == to->nconstant && !c->array && to->nnumber == CANONICAL_NUMBERS)) {
		form_fixed(form, c);
		return;
	}
	put(form, i);
	if (i < to->nconstant)
		return;
	to->constant = arena_grow(
		form->arena, to->constant, to->nconstant, sizeof *to->constant);
	to->constant[to->nconstant++] = *c;
	to->nnumber += !c->array;
}

static void
note_table(struct form *form, const struct variable *v)
{
	struct canonical *to = &form->to;

	to->table =
		arena_grow(form->arena, (void *)to->table, to->ntable, sizeof *to->table);
	to->table[to->ntable++] = v;
}

static void
form_numbers(struct form *form, const struct variable *v)
{
	put(form, MARK_TABLE);
	form_type(form, v->type);
	form_signed(form, v->length);
	for (int64_t i = 0; i < v->length && v->constant->number; i++)
		form_double(form, v->constant->number[i]);
}

/* Variables. */

static void
form_new(struct form *form, const struct variable *v)
{
	put(form, MARK_NEW);
	put(form, v->kind);
	form_type(form, v->type);
	put(form, v->reads);
	put(form, v->restricted);
	put(form, v->is_void);
	put(form, v->updates);
	form_signed(form, v->length);
	form_signed(form, v->alignment);
	put(form, v->in_workspace);
	form_signed(form, v->within);
}

static bool
is_local(const struct form *form, const struct variable *v)
{
	for (size_t i = 0; i < form->nlocal; i++)
		if (form->local[i] == v)
			return true;
	return false;
}

static void
form_variable(struct form *form, const struct variable *v)
{
	struct canonical_constant constant;

	if (!v) {
		put(form, MARK_NULL);
		return;
	}
	if (canonical_base(v, &constant)) {
		form_constant(form, &constant, false);
		return;
	}
	if (v->kind == VARIABLE_CONSTANT && !is_local(form, v)) {
		note_table(form, v);
		form_numbers(form, v);
		return;
	}
	if (!form->order[v->number]) {
		form->order[v->number] = ++form->nordered;
		form_new(form, v);
	}
	put(form, MARK_VARIABLE);
	put(form, form->order[v->number]);
}

/* A table whose numbers say where something is: they cannot be others. */
static void
form_index(struct form *form, const struct variable *table)
{
	struct canonical_constant constant;

	form_variable(form, table);
	if (canonical_base(table, &constant))
		form_fixed(form, &constant);
}

static void
form_address(struct form *form, const struct address *at)
{
	form_variable(form, at->base);
	form_signed(form, at->offset);
	put(form, at->nterm);
	for (size_t i = 0; i < at->nterm; i++) {
		const struct index_term *t = &at->term[i];

		form_variable(form, t->counter);
		form_signed(form, t->divide);
		form_signed(form, t->modulo);
		form_signed(form, t->inc);
		form_variable(form, t->second);
		form_signed(form, t->scale);
		form_signed(form, t->add);
		form_index(form, t->table);
	}
}

/* A function that is called, with its constants. */
static void
form_function(struct form *form, const struct function *f)
{
	struct canonical_callee callee = form->callees->find(form->callees->context, f);

	put(form, callee.same);
	for (size_t i = 0; i < callee.nconstant; i++)
		form_constant(form, &callee.constant[i], false);
}

static void
form_value(struct form *form, const struct value *v, bool fixed)
{
	struct canonical_constant constant;

	put(form, v->kind);
	form_type(form, v->type);
	form_signed(form, v->n);
	form_signed(form, v->step);
	if (is_load(v) || v->kind == VALUE_INDEX)
		form_address(form, &v->at);
	else if (v->kind == VALUE_VARIABLE)
		form_variable(form, v->variable);
	else if (v->kind == VALUE_CALL)
		form_function(form, v->function);
	else if (canonical_number(v, &constant))
		form_constant(form, &constant, fixed);
	else if (v->kind == VALUE_NUMBER || v->kind == VALUE_POWER)
		form_double(form, v->number);
	for (int i = 0; names_lanes(v) && i < v->type.lanes; i++)
		put(form, v->lane[i]);
	for (int i = 0; i < value_operands(v); i++)
		form_value(form, v->a[i], fixed || canonical_is_fixed(v, i));
}

/* Statements. */

static void
form_declared(struct form *form, const struct statement *s)
{
	put(form, s->ndeclared);
	for (size_t i = 0; i < s->ndeclared; i++)
		form_variable(form, s->declared[i]);
}

static void
form_table(struct form *form, const struct statement *s)
{
	form->local = arena_grow(
		form->arena, (void *)form->local, form->nlocal, sizeof *form->local);
	form->local[form->nlocal++] = s->variable;
	form_variable(form, s->variable);
	form_numbers(form, s->variable);
}

static void
form_limit(struct form *form, const struct limit *limit)
{
	form_signed(form, limit->limit);
	form_variable(form, limit->selector);
	form_signed(form, limit->below);
	form_signed(form, limit->other);
	form_variable(form, limit->argument);
	form_address(form, &limit->table);
	form_index(form, limit->table.base);
	put(form, limit->channels);
	form_address(form, &limit->picked);
}

static void
form_condition(struct form *form, const struct condition *condition)
{
	form_variable(form, condition->pointer);
	for (int i = 0; i < condition->ntest; i++) {
		const struct test *t = &condition->test[i];

		form_variable(form, t->counter);
		form_signed(form, t->below);
		form_signed(form, t->modulo);
		form_signed(form, t->remainder);
	}
}

static void
form_call(struct form *form, const struct statement *s)
{
	form_function(form, s->function);
	form_signed(form, s->workspace);
	for (size_t i = 0; i < s->function->nparameter; i++) {
		const struct argument *a = &s->argument[i];

		put(form, a->kind);
		if (a->kind == ARGUMENT_ADDRESS)
			form_address(form, &a->at);
		else if (a->kind == ARGUMENT_VALUE)
			form_value(form, a->value, false);
		else
			form_signed(form, a->number);
	}
}

static void form_body(struct form *form, const struct statement *s);

static void
form_statement(struct form *form, const struct statement *s)
{
	put(form, s->kind);
	if (s->kind == STATEMENT_TABLE) {
		form_table(form, s);
		return;
	}
	form_variable(form, s->variable);
	if (s->value)
		form_value(form, s->value, false);
	form_address(form, &s->at);
	if (s->kind == STATEMENT_DECLARE)
		form_declared(form, s);
	else if (s->kind == STATEMENT_CALL)
		form_call(form, s);
	else if (s->kind == STATEMENT_STORE || s->kind == STATEMENT_CLEAR)
		form_signed(form, s->n);
	else if (s->kind == STATEMENT_LET || s->kind == STATEMENT_LET_POINTER)
		put(form, s->fixed);
	if (s->kind == STATEMENT_COPY) {
		form_signed(form, s->n);
		form_address(form, &s->from);
	}
	if (s->kind == STATEMENT_LOOP) {
		form_signed(form, s->first);
		form_signed(form, s->step);
		form_limit(form, s->limit);
	}
	if (s->kind == STATEMENT_IF)
		form_condition(form, s->condition);
	if (has_body(s))
		form_body(form, s->body);
}

static void
form_body(struct form *form, const struct statement *s)
{
	for (; s; s = s->next)
		if (s->kind != STATEMENT_COMMENT && s->kind != STATEMENT_BLANK)
			form_statement(form, s);
	put(form, MARK_END);
}

struct canonical
canonical_form(const struct function *f, const struct canonical_callees *callees,
	struct arena *arena)
{
	struct arena scratch = {0};
	struct form form = {.callees = callees,
		.order = arena_array(&scratch, size_t, f->nvariable),
		.fixed = f->result.lanes,
		.arena = arena};

	put(&form, f->linkage);
	form_text(&form, f->attribute);
	form_type(&form, f->result);
	put(&form, f->nparameter);
	for (size_t i = 0; i < f->nparameter; i++)
		form_variable(&form, f->parameter[i]);
	form_body(&form, f->body);
	arena_free(&scratch);
	return form.to;
}
