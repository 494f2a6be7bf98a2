#include "code/statements/build.h"

#include "base/arena.h"
#include "code/statements/passed.h"
#include "code/statements/share.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

struct code_builder
code_begin(struct arena *arena, struct arena *body, const struct code_sink *sink,
	const char *attribute)
{
	return (struct code_builder){
		.arena = arena, .body = body, .sink = sink, .attribute = attribute};
}

struct function *
code_function(struct code_builder *code, enum linkage linkage, const char *name,
	const char *comment)
{
	struct function *f = arena_new(code->arena, struct function);

	assert(!code->function);
	*f = (struct function){.linkage = linkage,
		.number = code->nfunction++,
		.name = arena_copy_text(code->arena, name, strlen(name)),
		.comment = comment,
		.attribute = code->attribute};
	code->function = f;
	code->depth = 0;
	code->top[0] = 0;
	/* The builder appends through this pointer; everyone else sees a const body. */
	code->end[0] = (struct statement **)&f->body;
	return f;
}

/* A name that only C knows. */
static void
name_unused(struct code_builder *code, const char *name)
{
	code_unused(code, code_pointer(code, (struct code_type){0}, name));
}

/* What a function takes after its parameters, now that all of it is there. */
static void
end_passed(struct code_builder *code, struct function *f)
{
	bool reads = code->constants_passed && passed_constants(f);

	f->takes_constants = reads || (code->constants_passed && f->is_entry);
	if (f->takes_constants && !reads)
		name_unused(code, "constants");
	if (!code->in_workspace || !f->is_entry)
		return;
	if (!f->takes_workspace)
		name_unused(code, "workspace");
	f->takes_workspace = true;
	code->workspace = f->workspace > code->workspace ? f->workspace : code->workspace;
}

static bool
has_loop(const struct statement *s, const struct variable *counter)
{
	for (; s; s = s->next)
		if (has_body(s) && (s->variable == counter || has_loop(s->body, counter)))
			return true;
	return false;
}

/* Leaves counters without a loop out of a declaration; returns how many are left. */
static size_t
drop_counters(struct code_builder *code, struct statement *s)
{
	const struct variable **kept =
		arena_array(code->body, const struct variable *, s->ndeclared);
	size_t n = 0;

	for (size_t i = 0; i < s->ndeclared; i++)
		if (has_loop(code->function->body, s->declared[i]))
			kept[n++] = s->declared[i];
	s->declared = kept;
	s->ndeclared = n;
	return n;
}

/* Completes the declarations of counters; if none is left, a function does not begin with
   the blank line after them. */
static void
end_counters(struct code_builder *code, struct statement **first)
{
	for (struct statement **at = first; *at;) {
		struct statement *s = *at;

		if (s->kind != STATEMENT_DECLARE ||
			s->declared[0]->kind != VARIABLE_COUNTER ||
			drop_counters(code, s)) {
			at = &s->next;
			continue;
		}
		*at = s->next;
		if (at == first && *at && (*at)->kind == STATEMENT_BLANK)
			*at = (*at)->next;
	}
}

/* Hands a finished function to the sink, unless another one is emitted for it; returns
   whether its body is kept. */
static bool
hand_on(struct code_builder *code, struct function *f)
{
	if (code->sharing && !sharing_end(code->sharing, f, code->arena))
		return false;
	end_passed(code, f);
	code->sink->take(code->sink->context, f);
	return code->sink->keeps;
}

const struct function *
code_end_function(struct code_builder *code)
{
	struct function *f = code->function;
	bool keeps;

	assert(f && !code->depth);
	if (code->follower)
		code->follower->end(code);
	end_counters(code, (struct statement **)&f->body);
	keeps = hand_on(code, f);
	code->function = NULL;
	code->last = f;
	if (keeps) {
		if (code->body != code->arena)
			arena_take(code->arena, code->body);
		return f;
	}
	f->body = NULL;
	f->comment = NULL;
	/* Who keeps functions may have one arena for all. */
	if (code->body != code->arena)
		arena_clear(code->body);
	return f;
}

/* Appends a statement. */
static struct statement *
add(struct code_builder *code, enum statement_kind kind)
{
	struct statement *s = arena_new(code->body, struct statement);

	s->kind = kind;
	code->nstatement++;
	*code->end[code->depth] = s;
	code->end[code->depth] = &s->next;
	return s;
}

static void
declare(struct code_builder *code, struct variable *const *variable, size_t n)
{
	const struct variable **all;
	struct statement *s;

	all = arena_array(code->body, const struct variable *, n);
	for (size_t i = 0; i < n; i++)
		all[i] = variable[i];
	s = add(code, STATEMENT_DECLARE);
	s->declared = all;
	s->ndeclared = n;
}

void
code_declare(struct code_builder *code, struct variable *const *variable, size_t n)
{
	size_t first = 0;

	/* An array of the workspace is a pointer to C, with a line of its own. */
	for (size_t i = 0; i < n; i++) {
		if (!code->in_workspace || !passed_array(code->function,
						   &code->top[code->depth], variable[i]))
			continue;
		if (i > first)
			declare(code, variable + first, i - first);
		declare(code, variable + i, 1);
		first = i + 1;
	}
	if (n > first)
		declare(code, variable + first, n - first);
}

struct variable *
code_let_array(struct code_builder *code, struct code_type type, const char *name,
	int64_t length, int alignment)
{
	struct variable *v = code_array(code, type, name, length, alignment);

	code_declare(code, &v, 1);
	return v;
}

const struct variable **
code_variables(struct code_builder *code, struct code_type type, const char *stem,
	int64_t n, int64_t m)
{
	struct variable **all = arena_array(code->body, struct variable *, n * m + 1);

	for (int64_t k = 0; k < n * m; k++)
		all[k] = m > 1 ? code_variable(code, type, "%s%lld_%lld", stem,
					 (long long)(k / m), (long long)(k % m))
			       : code_variable(code, type, "%s%lld", stem, (long long)k);
	code_declare(code, all, (size_t)(n * m));
	return (const struct variable **)all;
}

void
code_declare_counters(
	struct code_builder *code, const struct wanted_counter *counter, size_t n)
{
	struct variable **all = arena_array(code->body, struct variable *, n);
	size_t wanted = 0;

	for (size_t i = 0; i < n; i++) {
		*counter[i].counter = NULL;
		if (counter[i].wanted)
			*counter[i].counter = all[wanted++] =
				code_counter(code, counter[i].name);
	}
	code_declare(code, all, wanted);
}

void
code_nested_counters(struct code_builder *code, const struct variable **counter, size_t n,
	size_t first)
{
	struct wanted_counter *all = arena_array(code->body, struct wanted_counter, n);

	for (size_t i = 0; i < n; i++)
		all[i] = (struct wanted_counter){
			&counter[i], code_name(code, "i%zu", first + i), true};
	code_declare_counters(code, all, n);
}

const struct variable *
code_table(struct code_builder *code, struct code_type type, const char *name,
	const double *number, int64_t n)
{
	struct variable *v = code_new_variable(code, VARIABLE_CONSTANT, type, name);
	struct code_constant *constant = arena_new(code->body, struct code_constant);
	double *copy = arena_array(code->body, double, n);

	for (int64_t i = 0; i < n; i++)
		copy[i] = number[i];
	constant->number = copy;
	v->reads = true;
	v->length = n;
	v->constant = constant;
	add(code, STATEMENT_TABLE)->variable = v;
	return v;
}

const struct variable *
code_let(struct code_builder *code, bool fixed, const char *name,
	const struct value *value)
{
	struct statement *s = add(code, STATEMENT_LET);

	s->variable = code_new_variable(code, VARIABLE_VALUE, value->type, name);
	s->value = value;
	s->fixed = fixed;
	return s->variable;
}

const struct value *
code_named(struct code_builder *code, const struct value *value, const char *format, ...)
{
	const char *name;
	va_list arguments;

	va_start(arguments, format);
	name = code_name_from(code, format, arguments);
	va_end(arguments);
	return code_get(code, code_let(code, true, name, value));
}

void
code_set(struct code_builder *code, const struct variable *variable,
	const struct value *value)
{
	struct statement *s = add(code, STATEMENT_SET);

	assert(variable->type.lanes == value->type.lanes);
	s->variable = variable;
	s->value = value;
}

void
code_store_n(struct code_builder *code, struct address at, const struct value *value,
	int64_t n)
{
	struct statement *s = add(code, STATEMENT_STORE);

	assert(n >= 0 && n <= value->type.lanes && !at.base->reads);
	s->at = at;
	s->value = value;
	s->n = n == value->type.lanes ? 0 : n;
}

void
code_store(struct code_builder *code, struct address at, const struct value *value)
{
	code_store_n(code, at, value, value->type.lanes);
}

struct variable *
code_let_pointer(struct code_builder *code, bool reads, bool fixed, struct code_type type,
	const char *name, struct address at)
{
	struct variable *v = code_new_variable(code, VARIABLE_POINTER, type, name);
	struct statement *s = add(code, STATEMENT_LET_POINTER);

	v->reads = reads;
	s->variable = v;
	s->at = at;
	s->fixed = fixed;
	return v;
}

struct address
code_let_place(struct code_builder *code, bool reads, struct code_type type,
	const char *name, struct address at)
{
	return code_at(code_let_pointer(code, reads, false, type, name, at), 0);
}

void
code_point(struct code_builder *code, const struct variable *pointer, struct address at)
{
	struct statement *s = add(code, STATEMENT_POINT);

	s->variable = pointer;
	s->at = at;
}

void
code_copy(struct code_builder *code, struct address to, struct address from, int64_t n)
{
	struct statement *s = add(code, STATEMENT_COPY);

	s->at = to;
	s->from = from;
	s->n = n;
}

void
code_clear(struct code_builder *code, struct address at, int64_t n)
{
	struct statement *s = add(code, STATEMENT_CLEAR);

	s->at = at;
	s->n = n;
}

void
code_call(struct code_builder *code, const struct function *function,
	const struct argument *argument)
{
	code_call_set(code, NULL, function, argument);
}

void
code_call_set(struct code_builder *code, const struct variable *variable,
	const struct function *function, const struct argument *argument)
{
	const struct function *called =
		code->sharing ? sharing_called(code->sharing, function) : function;
	size_t own = function->nparameter - function->npassed;
	size_t given = own - function->nbeside;
	struct argument *all =
		arena_array(code->body, struct argument, called->nparameter);
	struct statement *s = add(code, STATEMENT_CALL);

	for (size_t n = 0; n < given; argument++)
		if (argument->kind != ARGUMENT_NONE)
			all[n++] = *argument;
	if (code->follower)
		code->follower->pass(code, function, all);
	if (called->npassed)
		sharing_pass(code->sharing, function, all + own, code->body);
	s->variable = variable;
	s->function = called;
	s->argument = all;
	passed_call(code->function, code->top[code->depth], s);
}

void
code_prefetch(struct code_builder *code, struct address at)
{
	add(code, STATEMENT_PREFETCH)->at = at;
}

void
code_order(struct code_builder *code)
{
	add(code, STATEMENT_ORDER);
}

void
code_return(struct code_builder *code, const struct value *value)
{
	add(code, STATEMENT_RETURN)->value = value;
	code->function->result = value->type;
}

void
code_unused(struct code_builder *code, const struct variable *variable)
{
	add(code, STATEMENT_UNUSED)->variable = variable;
}

void
code_unused_parameters(struct code_builder *code)
{
	const struct function *f = code->function;

	for (size_t i = 0; i < f->nparameter; i++)
		if (f->parameter[i]->kind == VARIABLE_POINTER &&
			!passed_is_used(f, f->parameter[i]))
			code_unused(code, f->parameter[i]);
}

void
code_hook(struct code_builder *code, const char *network, size_t step, bool ends)
{
	struct statement *s = add(code, STATEMENT_HOOK);

	s->hook = network;
	s->number = step;
	s->ends = ends;
}

void
code_comment(struct code_builder *code, const char *text)
{
	add(code, STATEMENT_COMMENT)->text = text;
}

void
code_blank(struct code_builder *code)
{
	add(code, STATEMENT_BLANK);
}

/* Appends a statement whose body follows. */
static struct statement *
open_body(struct code_builder *code, enum statement_kind kind)
{
	struct statement *s = add(code, kind);

	assert(code->depth + 1 < CODE_DEPTH);
	code->end[++code->depth] = &s->body;
	code->open[code->depth] = false;
	code->top[code->depth] = code->top[code->depth - 1];
	return s;
}

static void
open_nothing(struct code_builder *code)
{
	assert(code->depth + 1 < CODE_DEPTH);
	code->depth++;
	code->end[code->depth] = code->end[code->depth - 1];
	code->open[code->depth] = true;
	code->top[code->depth] = code->top[code->depth - 1];
}

void
code_loop_to(struct code_builder *code, const struct variable *counter, int64_t first,
	int64_t step, struct limit limit)
{
	struct limit *copy;
	struct statement *s;

	if (!counter) {
		open_nothing(code);
		return;
	}
	s = open_body(code, STATEMENT_LOOP);
	copy = arena_new(code->body, struct limit);
	*copy = limit;
	s->variable = counter;
	s->first = first;
	s->step = step;
	s->limit = copy;
}

void
code_loop_by(struct code_builder *code, const struct variable *counter, int64_t first,
	int64_t step, int64_t end)
{
	code_loop_to(code, counter, first, step, (struct limit){.limit = end});
}

void
code_loop(struct code_builder *code, const struct variable *counter, int64_t count)
{
	code_loop_by(code, counter, 0, 1, count);
}

const struct variable *
code_loop_if(struct code_builder *code, const struct variable *counter, int64_t count)
{
	counter = count > 1 ? counter : NULL;
	code_loop(code, counter, count);
	return counter;
}

void
code_block(struct code_builder *code)
{
	open_body(code, STATEMENT_BLOCK);
}

void
code_if(struct code_builder *code, struct condition condition)
{
	struct condition *copy = arena_new(code->body, struct condition);

	*copy = condition;
	open_body(code, STATEMENT_IF)->condition = copy;
}

void
code_end(struct code_builder *code)
{
	assert(code->depth);
	if (code->open[code->depth]) {
		code->end[code->depth - 1] = code->end[code->depth];
		code->top[code->depth - 1] = code->top[code->depth];
	}
	code->depth--;
}

void
code_ends(struct code_builder *code, int n)
{
	while (n-- > 0)
		code_end(code);
}
