#include "code/statements/share.h"

#include "base/arena.h"
#include "code/statements/access.h"
#include "code/statements/canonical.h"
#include "plan/plan.h"

#include <assert.h>
#include <string.h>

/* A function, by its number. */
struct shared {
	size_t first; /* the first one that is equal, perhaps itself */
	uint64_t digest[2];
	const struct canonical_constant *constant; /* as in struct canonical */
	size_t nconstant;
	/* Of the first one. */
	const char *name, *note;
	size_t count;   /* functions that it is emitted for */
	bool *varies;   /* which of its constants are others in others */
	size_t npassed; /* how many are */
};

struct share {
	struct shared *function;
	size_t nfunction;
	const struct variable **table; /* that functions which are emitted read */
	size_t ntable;
};

struct sharing {
	const struct share *share;
	const struct function **emitted; /* by number */
};

/* The search. */

static struct canonical_callee
find_callee(void *context, const struct function *f)
{
	const struct share *share = context;
	const struct shared *s = &share->function[f->number];

	return (struct canonical_callee){s->first, s->constant, s->nconstant};
}

/* A function of its own, whatever others do: users call it by its name, or it could not
   take all constants as arguments. */
static bool
stays_alone(const struct function *f, const struct canonical *form)
{
	return f->linkage == LINKAGE_EXTERNAL || f->is_entry || f->stage ||
	       f->nparameter + form->nconstant > CODE_PARAMETERS;
}

/* The first function that is equal to one with this number; itself, if there is none. */
static size_t
find_first(struct share_search *search, const struct canonical *form, size_t number)
{
	uint64_t hash = form->digest[0];

	for (size_t i = *hash_table_newest(&search->hash, hash); i;
		i = search->hash.before[i - 1]) {
		const struct shared *s = &search->share->function[search->number[i - 1]];

		if (!memcmp(s->digest, form->digest, sizeof s->digest))
			return search->number[i - 1];
	}
	search->number = arena_grow(
		search->arena, search->number, search->nnumber, sizeof *search->number);
	search->number[search->nnumber] = number;
	hash_table_add(&search->hash, hash, search->nnumber++, search->arena);
	return number;
}

/* A copy that outlives the builder. */
static const struct variable *
copy_array(const struct variable *v, struct arena *arena)
{
	struct variable *copy = arena_new(arena, struct variable);
	struct code_constant *constant = arena_new(arena, struct code_constant);

	*copy = *v;
	*constant = *v->constant;
	copy->name = arena_copy_text(arena, v->name, strlen(v->name));
	copy->constant = constant;
	return copy;
}

/* Whether two arrays have the same elements, in one order. */
static bool
holds_the_same(const struct variable *a, const struct variable *b)
{
	const struct code_constant *one = a->constant, *other = b->constant;
	const struct operand *o = one->operand;

	if (a->type.dtype != b->type.dtype || a->length != b->length ||
		one->source != other->source || one->number || other->number ||
		one->transformed || other->transformed || !o->constant ||
		!other->operand->constant || o->dtype != other->operand->dtype ||
		o->nelement != other->operand->nelement ||
		memcmp(o->constant, other->operand->constant,
			(size_t)o->nelement * dtype_info[o->dtype].size) != 0)
		return false;
	for (int64_t k = 0; one->source && k < a->length; k++)
		if (one->source(one->packing, k) != other->source(other->packing, k))
			return false;
	return true;
}

/* A number that arrays of the same elements have in common. */
static uint64_t
hash_array(const struct variable *v)
{
	const struct operand *o = v->constant->operand;
	size_t size = (size_t)o->nelement * dtype_info[o->dtype].size;
	const unsigned char *bytes = o->constant;
	uint64_t hash = size;

	for (size_t i = 0; bytes && i < size; i++)
		hash = hash * 31 + bytes[i];
	return hash;
}

/* The first array that has a function's elements, perhaps its own, which is kept. */
static const struct variable *
first_array(struct share_search *search, const struct variable *v)
{
	uint64_t hash = hash_array(v);

	for (size_t i = *hash_table_newest(&search->arrays, hash); i;
		i = search->arrays.before[i - 1])
		if (holds_the_same(search->array[i - 1], v))
			return search->array[i - 1];
	search->array = arena_grow(search->arena, (void *)search->array, search->narray,
		sizeof *search->array);
	search->array[search->narray] = copy_array(v, search->arena);
	hash_table_add(&search->arrays, hash, search->narray++, search->arena);
	return search->array[search->narray - 1];
}

/* A function that is emitted keeps its own arrays, which its statements name. */
static void
keep_constants(struct share_search *search, struct shared *s, bool is_first,
	const struct canonical *form)
{
	struct arena *arena = search->arena;
	struct canonical_constant *all =
		arena_array(arena, struct canonical_constant, form->nconstant);

	for (size_t i = 0; i < form->nconstant; i++) {
		const struct variable *array = form->constant[i].array, *first;

		all[i] = form->constant[i];
		if (!array)
			continue;
		first = first_array(search, array);
		all[i].array = is_first ? copy_array(array, arena) : first;
	}
	s->constant = all;
	s->nconstant = form->nconstant;
}

static void
add_tables(struct share_search *search, const struct canonical *form)
{
	struct share *share = search->share;

	for (size_t i = 0; i < form->ntable; i++) {
		share->table = arena_grow(search->arena, (void *)share->table,
			share->ntable, sizeof *share->table);
		share->table[share->ntable++] = copy_array(form->table[i], search->arena);
	}
}

/* Adds a function to those that are equal to the first one. */
static void
join(struct shared *first, const struct shared *s)
{
	first->count++;
	for (size_t i = 0; i < s->nconstant; i++)
		if (!first->varies[i] &&
			!canonical_is_same(&first->constant[i], &s->constant[i])) {
			first->varies[i] = true;
			first->npassed++;
		}
}

static struct shared *
shared_of(struct share_search *search, size_t number)
{
	struct share *share = search->share;

	while (share->nfunction <= number) {
		share->function = arena_grow(search->arena, share->function,
			share->nfunction, sizeof *share->function);
		share->function[share->nfunction++] = (struct shared){0};
	}
	return &share->function[number];
}

static void
take(void *context, const struct function *f)
{
	struct share_search *search = context;
	struct shared *s = shared_of(search, f->number), *first;
	const struct canonical_callees callees = {find_callee, search->share};
	struct arena scratch = {0};
	struct canonical form = canonical_form(f, &callees, &scratch);

	memcpy(s->digest, form.digest, sizeof s->digest);
	s->first =
		stays_alone(f, &form) ? f->number : find_first(search, &form, f->number);
	first = &search->share->function[s->first];
	keep_constants(search, s, first == s, &form);
	if (first == s) {
		s->name = arena_copy_text(search->arena, f->name, strlen(f->name));
		s->varies = arena_array(search->arena, bool, s->nconstant);
		add_tables(search, &form);
	}
	join(first, s);
	arena_free(&scratch);
}

void
share_begin(struct share_search *search, struct arena *arena)
{
	*search = (struct share_search){.sink = {.take = take, .context = search},
		.share = arena_new(arena, struct share),
		.arena = arena};
}

size_t
share_size(const struct share *share)
{
	return share->nfunction;
}

size_t
share_first(const struct share *share, size_t number)
{
	assert(number < share->nfunction);
	return share->function[number].first;
}

size_t
share_count(const struct share *share, size_t number)
{
	return share->function[share_first(share, number)].count;
}

bool
share_is_same_call(const struct share *share, size_t a, size_t b)
{
	const struct shared *one = &share->function[a], *other = &share->function[b];
	const struct shared *first = &share->function[one->first];

	if (one->first != other->first)
		return false;
	for (size_t i = 0; i < one->nconstant; i++)
		if (first->varies[i] &&
			!canonical_is_same(&one->constant[i], &other->constant[i]))
			return false;
	return true;
}

const char *
share_name(const struct share *share, size_t number)
{
	return share->function[share_first(share, number)].name;
}

void
share_note(struct share *share, size_t number, const char *note)
{
	share->function[number].note = note;
}

bool
share_has_all(const struct share *share, size_t first, size_t n)
{
	for (size_t i = first; i < first + n; i++)
		if (share_first(share, i) == i)
			return false;
	return true;
}

/* Constants that become parameters. */

struct replacing {
	const struct shared *shared;
	const struct variable **parameter; /* for each constant; NULL: it stays */
	struct arena *arena;
};

/* The parameter in place of a constant; NULL: there is none. */
static const struct variable *
parameter_of(const struct replacing *r, const struct canonical_constant *constant)
{
	for (size_t i = 0; i < r->shared->nconstant; i++)
		if (canonical_is_same(constant, &r->shared->constant[i]))
			return r->parameter[i];
	return NULL;
}

static bool
replace_in_address(const struct replacing *r, struct address *at)
{
	struct canonical_constant constant;
	const struct variable *v;

	if (!canonical_base(at->base, &constant))
		return false;
	v = parameter_of(r, &constant);
	if (v)
		at->base = v;
	return v;
}

/* What a parameter holds, in all lanes. */
static const struct value *
parameter_value(const struct replacing *r, const struct variable *parameter,
	struct code_type type)
{
	struct value *scalar = arena_new(r->arena, struct value), *all;

	scalar->kind = VALUE_VARIABLE;
	scalar->type = parameter->type;
	scalar->variable = parameter;
	if (type.lanes == 1)
		return scalar;
	all = arena_new(r->arena, struct value);
	all->kind = VALUE_SET1;
	all->type = type;
	all->a[0] = scalar;
	return all;
}

/* The same value with parameters in place of constants. It may be part of others, where
   they are fixed. */
static const struct value *
replaced(const struct replacing *r, const struct value *v, bool fixed)
{
	struct canonical_constant constant;
	const struct variable *parameter;
	struct value changed = *v, *copy;
	bool changes = false;

	if (!fixed && canonical_number(v, &constant)) {
		parameter = parameter_of(r, &constant);
		return parameter ? parameter_value(r, parameter, v->type) : v;
	}
	if (is_load(v) || v->kind == VALUE_INDEX)
		changes = replace_in_address(r, &changed.at);
	for (int i = 0; i < value_operands(v); i++) {
		changed.a[i] = replaced(r, v->a[i], fixed || canonical_is_fixed(v, i));
		changes |= changed.a[i] != v->a[i];
	}
	if (!changes)
		return v;
	copy = arena_new(r->arena, struct value);
	*copy = changed;
	return copy;
}

/* The builder made the arguments, and everyone else sees them as const. */
static void
replace_in_call(const struct replacing *r, const struct statement *s)
{
	for (size_t i = 0; i < s->function->nparameter; i++) {
		struct argument *a = (struct argument *)&s->argument[i];

		if (a->kind == ARGUMENT_ADDRESS)
			replace_in_address(r, &a->at);
		else if (a->kind == ARGUMENT_VALUE)
			a->value = replaced(r, a->value, false);
	}
}

static void
replace(const struct replacing *r, struct statement *s)
{
	for (; s; s = s->next) {
		if (s->value)
			s->value = replaced(r, s->value, false);
		replace_in_address(r, &s->at);
		if (s->kind == STATEMENT_COPY)
			replace_in_address(r, &s->from);
		else if (s->kind == STATEMENT_CALL)
			replace_in_call(r, s);
		if (has_body(s))
			replace(r, s->body);
	}
}

static bool
declares_name(const struct statement *s, const char *name)
{
	for (; s; s = s->next) {
		if (s->variable && !strcmp(s->variable->name, name))
			return true;
		for (size_t i = 0; s->kind == STATEMENT_DECLARE && i < s->ndeclared; i++)
			if (!strcmp(s->declared[i]->name, name))
				return true;
		if (has_body(s) && declares_name(s->body, name))
			return true;
	}
	return false;
}

static bool
has_name(const struct function *f, const char *name)
{
	for (size_t i = 0; i < f->nparameter; i++)
		if (!strcmp(f->parameter[i]->name, name))
			return true;
	return declares_name(f->body, name);
}

/* The operand's name, with a number behind it if the function has such a name already. */
static const char *
name_of(const struct function *f, const struct canonical_constant *constant,
	struct arena *arena)
{
	const char *wanted =
		constant->array ? constant->array->constant->operand->name : "number";
	const char *name = wanted;

	for (int i = 2; has_name(f, name); i++)
		name = arena_format(arena, "%s_%d", wanted, i);
	return name;
}

/* A parameter in place of a constant. What it points to is never written, so that no
   other pointer needs to be heeded, as none had to be before. */
static const struct variable *
add_parameter(struct function *f, const struct canonical_constant *constant,
	struct arena *arena)
{
	bool points = constant->array != NULL;
	struct variable *v = arena_new(arena, struct variable);
	const struct variable **all =
		arena_array(arena, const struct variable *, f->nparameter + 1);

	*v = (struct variable){.kind = points ? VARIABLE_POINTER : VARIABLE_VALUE,
		.name = name_of(f, constant, arena),
		.type = {constant->dtype, 1},
		.number = f->nvariable++,
		.reads = points,
		.restricted = points};
	for (size_t i = 0; i < f->nparameter; i++)
		all[i] = f->parameter[i];
	all[f->nparameter++] = v;
	f->parameter = all;
	f->npassed++;
	return v;
}

/* Makes parameters of the constants that vary. */
static void
pass_constants(struct function *f, const struct shared *s, struct arena *arena)
{
	struct replacing r = {
		s, arena_array(arena, const struct variable *, s->nconstant), arena};

	for (size_t i = 0; i < s->nconstant; i++)
		if (s->varies[i])
			r.parameter[i] = add_parameter(f, &s->constant[i], arena);
	replace(&r, (struct statement *)f->body);
}

/* Builders. */

struct sharing *
sharing_begin(const struct share *share, struct arena *arena)
{
	struct sharing *sharing = arena_new(arena, struct sharing);

	sharing->share = share;
	sharing->emitted = arena_array(arena, const struct function *, share->nfunction);
	return sharing;
}

/* Whether a function is none of those that were searched. */
static bool
is_alone(const struct sharing *sharing, const struct function *f)
{
	return f->number >= sharing->share->nfunction;
}

static const struct shared *
shared_function(const struct sharing *sharing, size_t number)
{
	assert(number < sharing->share->nfunction);
	return &sharing->share->function[number];
}

static const char *
add_note(const char *comment, const char *note, struct arena *arena)
{
	return comment ? arena_format(arena, "%s\n   %s", comment, note) : note;
}

bool
sharing_end(struct sharing *sharing, struct function *f, struct arena *arena)
{
	const struct shared *s;

	if (is_alone(sharing, f))
		return true;
	s = &sharing->share->function[f->number];
	if (s->first != f->number)
		return false;
	sharing->emitted[f->number] = f;
	if (s->note)
		f->comment = add_note(f->comment, s->note, arena);
	if (s->npassed)
		pass_constants(f, s, arena);
	return true;
}

const struct function *
sharing_called(const struct sharing *sharing, const struct function *f)
{
	return is_alone(sharing, f)
		       ? f
		       : sharing->emitted[shared_function(sharing, f->number)->first];
}

/* A constant as an argument. */
static struct argument
argument_of(const struct canonical_constant *constant, struct arena *arena)
{
	struct argument a = {.kind = ARGUMENT_ADDRESS, .at.base = constant->array};
	struct value *v;

	if (constant->array)
		return a;
	v = arena_new(arena, struct value);
	v->kind = VALUE_NUMBER;
	v->type = (struct code_type){constant->dtype, 1};
	v->number = constant->number;
	return (struct argument){.kind = ARGUMENT_VALUE, .value = v};
}

void
sharing_pass(const struct sharing *sharing, const struct function *f,
	struct argument *argument, struct arena *arena)
{
	const struct shared *s, *first;

	if (is_alone(sharing, f))
		return;
	s = shared_function(sharing, f->number);
	first = &sharing->share->function[s->first];
	for (size_t i = 0; i < s->nconstant; i++)
		if (first->varies[i])
			*argument++ = argument_of(&s->constant[i], arena);
}

bool
sharing_reads(const struct sharing *sharing, const struct variable *table)
{
	for (size_t i = 0; i < sharing->share->ntable; i++)
		if (!strcmp(sharing->share->table[i]->name, table->name))
			return true;
	return false;
}

const struct function *
share_function(struct code_builder *code, size_t number)
{
	struct function *f = arena_new(code->arena, struct function);

	*f = *code->sharing->emitted[share_first(code->sharing->share, number)];
	f->nparameter -= f->npassed;
	f->npassed = 0;
	f->number = number;
	return f;
}

const struct function *
share_skip(struct code_builder *code, size_t n)
{
	const struct function *f = share_function(code, code->nfunction + n - 1);

	code->nfunction += n;
	code->last = f;
	return f;
}
