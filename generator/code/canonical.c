#include "code/canonical.h"

#include "base/arena.h"
#include "code/access.h"
#include "code/digest.h"

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
put_signed(struct form *form, int64_t number)
{
	put(form, (uint64_t)number);
}

static void
put_double(struct form *form, double number)
{
	uint64_t bits;

	memcpy(&bits, &number, sizeof bits);
	put(form, bits);
}

static void
put_text(struct form *form, const char *text)
{
	for (; *text; text++)
		put(form, (unsigned char)*text);
	put(form, MARK_END);
}

static void
put_type(struct form *form, struct code_type type)
{
	put(form, type.dtype);
	put_signed(form, type.lanes);
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
put_fixed(struct form *form, const struct canonical_constant *c)
{
	if (c->array)
		put_text(form, c->array->name);
	else
		put_double(form, c->number);
}

/* Puts the index of a constant, which is added to the others if it is not there. */
static void
put_constant(struct form *form, const struct canonical_constant *c, bool fixed)
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
		put_fixed(form, c);
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
put_numbers(struct form *form, const struct variable *v)
{
	put(form, MARK_TABLE);
	put_type(form, v->type);
	put_signed(form, v->length);
	for (int64_t i = 0; i < v->length && v->constant->number; i++)
		put_double(form, v->constant->number[i]);
}

/* Variables. */

static void
put_new(struct form *form, const struct variable *v)
{
	put(form, MARK_NEW);
	put(form, v->kind);
	put_type(form, v->type);
	put(form, v->reads);
	put(form, v->restricted);
	put(form, v->is_void);
	put(form, v->updates);
	put_signed(form, v->length);
	put_signed(form, v->alignment);
	put(form, v->in_workspace);
	put_signed(form, v->within);
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
put_variable(struct form *form, const struct variable *v)
{
	struct canonical_constant constant;

	if (!v) {
		put(form, MARK_NULL);
		return;
	}
	if (canonical_base(v, &constant)) {
		put_constant(form, &constant, false);
		return;
	}
	if (v->kind == VARIABLE_CONSTANT && !is_local(form, v)) {
		note_table(form, v);
		put_numbers(form, v);
		return;
	}
	if (!form->order[v->number]) {
		form->order[v->number] = ++form->nordered;
		put_new(form, v);
	}
	put(form, MARK_VARIABLE);
	put(form, form->order[v->number]);
}

/* A table whose numbers say where something is: they cannot be others. */
static void
put_index(struct form *form, const struct variable *table)
{
	struct canonical_constant constant;

	put_variable(form, table);
	if (canonical_base(table, &constant))
		put_fixed(form, &constant);
}

static void
put_address(struct form *form, const struct address *at)
{
	put_variable(form, at->base);
	put_signed(form, at->offset);
	put(form, at->nterm);
	for (size_t i = 0; i < at->nterm; i++) {
		const struct index_term *t = &at->term[i];

		put_variable(form, t->counter);
		put_signed(form, t->divide);
		put_signed(form, t->modulo);
		put_signed(form, t->inc);
		put_variable(form, t->second);
		put_signed(form, t->scale);
		put_signed(form, t->add);
		put_index(form, t->table);
	}
}

/* A function that is called, with its constants. */
static void
put_function(struct form *form, const struct function *f)
{
	struct canonical_callee callee = form->callees->find(form->callees->context, f);

	put(form, callee.same);
	for (size_t i = 0; i < callee.nconstant; i++)
		put_constant(form, &callee.constant[i], false);
}

static void
put_value(struct form *form, const struct value *v, bool fixed)
{
	struct canonical_constant constant;

	put(form, v->kind);
	put_type(form, v->type);
	put_signed(form, v->n);
	put_signed(form, v->step);
	if (is_load(v) || v->kind == VALUE_INDEX)
		put_address(form, &v->at);
	else if (v->kind == VALUE_VARIABLE)
		put_variable(form, v->variable);
	else if (v->kind == VALUE_CALL)
		put_function(form, v->function);
	else if (canonical_number(v, &constant))
		put_constant(form, &constant, fixed);
	else if (v->kind == VALUE_NUMBER || v->kind == VALUE_POWER)
		put_double(form, v->number);
	for (int i = 0; names_lanes(v) && i < v->type.lanes; i++)
		put(form, v->lane[i]);
	for (int i = 0; i < value_operands(v); i++)
		put_value(form, v->a[i], fixed || canonical_is_fixed(v, i));
}

/* Statements. */

static void
put_declared(struct form *form, const struct statement *s)
{
	put(form, s->ndeclared);
	for (size_t i = 0; i < s->ndeclared; i++)
		put_variable(form, s->declared[i]);
}

static void
put_table(struct form *form, const struct statement *s)
{
	form->local = arena_grow(
		form->arena, (void *)form->local, form->nlocal, sizeof *form->local);
	form->local[form->nlocal++] = s->variable;
	put_variable(form, s->variable);
	put_numbers(form, s->variable);
}

static void
put_limit(struct form *form, const struct limit *limit)
{
	put_signed(form, limit->limit);
	put_variable(form, limit->selector);
	put_signed(form, limit->below);
	put_signed(form, limit->other);
	put_variable(form, limit->argument);
	put_address(form, &limit->table);
	put_index(form, limit->table.base);
	put(form, limit->channels);
}

static void
put_condition(struct form *form, const struct condition *condition)
{
	put_variable(form, condition->pointer);
	for (int i = 0; i < condition->ntest; i++) {
		const struct test *t = &condition->test[i];

		put_variable(form, t->counter);
		put_signed(form, t->below);
		put_signed(form, t->modulo);
		put_signed(form, t->remainder);
	}
}

static void
put_call(struct form *form, const struct statement *s)
{
	put_function(form, s->function);
	put_signed(form, s->workspace);
	for (size_t i = 0; i < s->function->nparameter; i++) {
		const struct argument *a = &s->argument[i];

		put(form, a->kind);
		if (a->kind == ARGUMENT_ADDRESS)
			put_address(form, &a->at);
		else if (a->kind == ARGUMENT_VALUE)
			put_value(form, a->value, false);
		else
			put_signed(form, a->number);
	}
}

static void put_body(struct form *form, const struct statement *s);

static void
put_statement(struct form *form, const struct statement *s)
{
	put(form, s->kind);
	if (s->kind == STATEMENT_TABLE) {
		put_table(form, s);
		return;
	}
	put_variable(form, s->variable);
	if (s->value)
		put_value(form, s->value, false);
	put_address(form, &s->at);
	if (s->kind == STATEMENT_DECLARE)
		put_declared(form, s);
	else if (s->kind == STATEMENT_CALL)
		put_call(form, s);
	else if (s->kind == STATEMENT_STORE || s->kind == STATEMENT_CLEAR)
		put_signed(form, s->n);
	else if (s->kind == STATEMENT_LET || s->kind == STATEMENT_LET_POINTER)
		put(form, s->fixed);
	if (s->kind == STATEMENT_COPY) {
		put_signed(form, s->n);
		put_address(form, &s->from);
	}
	if (s->kind == STATEMENT_LOOP) {
		put_signed(form, s->first);
		put_signed(form, s->step);
		put_limit(form, s->limit);
	}
	if (s->kind == STATEMENT_IF)
		put_condition(form, s->condition);
	if (has_body(s))
		put_body(form, s->body);
}

static void
put_body(struct form *form, const struct statement *s)
{
	for (; s; s = s->next)
		if (s->kind != STATEMENT_COMMENT && s->kind != STATEMENT_BLANK)
			put_statement(form, s);
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
	put_text(&form, f->attribute);
	put_type(&form, f->result);
	put(&form, f->nparameter);
	for (size_t i = 0; i < f->nparameter; i++)
		put_variable(&form, f->parameter[i]);
	put_body(&form, f->body);
	arena_free(&scratch);
	return form.to;
}
