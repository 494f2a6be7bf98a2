#include "code/scope.h"

#include "base/arena.h"
#include "base/checked.h"

#include <string.h>

/* Addresses. */

static struct passes *
counter_of(const struct scope *s, const struct variable *v)
{
	return &s->counter[v->number];
}

/* Copies the dims that are there, because most runs have few. */
static void
copy_run(struct trace_run *to, const struct trace_run *from)
{
	to->root = from->root;
	to->vague = from->vague;
	to->offset = from->offset;
	to->length = from->length;
	to->ndim = from->ndim;
	memcpy(to->dim, from->dim, (size_t)from->ndim * sizeof from->dim[0]);
}

static struct trace_term
trace_term(const struct scope *s, const struct index_term *term)
{
	return (struct trace_term){.counter = counter_of(s, term->counter),
		.second = term->second ? counter_of(s, term->second) : NULL,
		.table = term->table,
		.scale = term->scale,
		.add = term->add,
		.divide = term->divide ? term->divide : 1,
		.modulo = term->modulo,
		.inc = term->inc};
}

/* Where the base of an address points to; NULL: not to an output. */
static const struct trace *
base_of(const struct scope *s, const struct address *at)
{
	const struct trace *t;

	if (!at->base || at->base->kind != VARIABLE_POINTER)
		return NULL;
	t = &s->pointer[at->base->number];
	return t->at.root == TRACE_OTHER ? NULL : t;
}

/* Sets a trace to an address. */
static void
trace_set(const struct scope *s, struct trace *to, const struct address *at)
{
	const struct trace *base = base_of(s, at);

	if (!base) {
		to->at.root = TRACE_OTHER;
		return;
	}
	if (to != base) {
		copy_run(&to->at, &base->at);
		memcpy(to->term, base->term, (size_t)base->nterm * sizeof base->term[0]);
		to->nterm = base->nterm;
	}
	to->at.offset += at->offset;
	for (size_t i = 0; i < at->nterm; i++)
		if (to->nterm == TRACE_TERMS)
			to->at.vague = true;
		else
			to->term[to->nterm++] = trace_term(s, &at->term[i]);
}

/* Adds a term of which a quotient, a remainder or a number of a table is taken; n: what
   that is taken of in the first pass. */
static void
add_taken_term(struct trace_run *r, const struct trace_term *t, int64_t n)
{
	const struct passes *a = t->counter, *b = t->second;
	const struct variable *table = t->table;
	int64_t last;

	if ((a->count > 1 && (table || b)) || (b && b->count > 1) ||
		(table && (n < 0 || n >= table->length || !table->constant->number))) {
		r->vague = true;
		return;
	}
	if (table)
		n = (int64_t)table->constant->number[n];
	last = (n + (a->count - 1) * a->step) / t->divide;
	n /= t->divide;
	if (t->modulo && n / t->modulo != last / t->modulo) {
		n = 0;
		last = t->modulo - 1;
	} else if (t->modulo) {
		n %= t->modulo;
		last %= t->modulo;
	}
	r->offset += n * t->inc;
	run_repeat(r, t->inc, last - n + 1);
}

static void
add_term(struct trace_run *r, const struct trace_term *t)
{
	const struct passes *a = t->counter, *b = t->second;
	int64_t n;

	if (!a->known || (b && !b->known)) {
		r->vague = true;
		return;
	}
	n = a->first + t->add + (b ? b->first * t->scale : 0);
	if (t->divide != 1 || t->modulo || t->table) {
		add_taken_term(r, t, n);
		return;
	}
	r->offset += n * t->inc;
	run_repeat(r, a->step * t->inc, a->count);
	if (b)
		run_repeat(r, b->step * t->scale * t->inc, b->count);
}

bool
scope_run(const struct scope *s, const struct address *at, int64_t length,
	struct trace_run *r)
{
	const struct trace *t = base_of(s, at);
	struct trace_term term;

	if (!t)
		return false;
	copy_run(r, &t->at);
	r->offset += at->offset;
	r->length = length;
	for (int i = 0; i < t->nterm; i++)
		add_term(r, &t->term[i]);
	for (size_t i = 0; i < at->nterm; i++) {
		term = trace_term(s, &at->term[i]);
		add_term(r, &term);
	}
	return true;
}

bool
scope_move(
	const struct scope *s, const struct statement *move, int *output, int64_t *first)
{
	struct trace_run r;

	if (!scope_run(s, &move->at, move->n, &r))
		return false;
	*output = r.root;
	*first = r.offset;
	return r.root >= 0 && !r.vague && !r.ndim;
}

/* A pointer that is moved in passes of loops has, as its trace, all the places where
   the current passes may leave it. These passes are over when the pointer is used. */
static void
point(struct scope *s, const struct statement *st)
{
	struct trace *t = &s->pointer[st->variable->number];
	struct trace_run r;

	if (!scope_run(s, &st->at, 1, &r)) {
		t->at.root = TRACE_OTHER;
		return;
	}
	copy_run(&t->at, &r);
	t->nterm = 0;
}

static void
declare(struct scope *s, const struct statement *st)
{
	for (size_t i = 0; i < st->ndeclared; i++) {
		const struct variable *v = st->declared[i];

		if (v->kind == VARIABLE_POINTER)
			s->pointer[v->number] = (struct trace){
				.at = {.root = v->reads ? TRACE_OTHER : TRACE_ANY,
					.vague = true}};
	}
}

void
scope_pass(struct scope *s, const struct statement *st)
{
	if (st->kind == STATEMENT_DECLARE)
		declare(s, st);
	else if (st->kind == STATEMENT_LET_POINTER)
		trace_set(s, &s->pointer[st->variable->number], &st->at);
	else if (st->kind == STATEMENT_POINT)
		point(s, st);
}

/* Of a pointer that each pass of a loop moves on, the passes before are not known: it may
   point anywhere. */
static void
forget_moved(struct scope *s, const struct statement *st)
{
	for (; st; st = st->next)
		if (st->kind == STATEMENT_POINT && st->at.base == st->variable)
			s->pointer[st->variable->number].at.vague = true;
}

/* Loops. */

struct passes
scope_passes(const struct scope *s, const struct statement *loop)
{
	const struct limit *l = loop->limit;
	int64_t limit = l->limit;
	const struct passes *named;

	if (loop == s->only)
		return s->only_passes;
	if (l->table.base || loop->step <= 0)
		return (struct passes){0};
	if (l->argument || l->selector) {
		named = counter_of(s, l->argument ? l->argument : l->selector);
		if (!named->known || (l->argument && named->count > 1))
			return (struct passes){0};
		if (l->argument)
			limit = named->first;
		else if (named->first >= l->below)
			limit = l->other;
		else if (named->first + (named->count - 1) * named->step >= l->below)
			return (struct passes){0};
	}
	return (struct passes){true, loop->first, loop->step,
		limit > loop->first ? ceil_div(limit - loop->first, loop->step) : 0};
}

bool
scope_enter(struct scope *s, const struct statement *loop, struct passes *before)
{
	struct passes *counter = counter_of(s, loop->variable);

	*before = *counter;
	*counter = scope_passes(s, loop);
	forget_moved(s, loop->body);
	return !counter->known || counter->count;
}

void
scope_leave(struct scope *s, const struct statement *loop, const struct passes *before)
{
	*counter_of(s, loop->variable) = *before;
}

/* Scopes. */

/* A scope in which no pointer points to an output, and no counter is known. */
static struct scope *
begin(struct scopes *all, int depth, const struct function *f)
{
	struct scope *s = &all->scope[depth];

	if (s->room < f->nvariable) {
		s->room = 2 * f->nvariable;
		s->pointer = arena_array(all->arena, struct trace, s->room);
		s->counter = arena_array(all->arena, struct passes, s->room);
	}
	s->function = f;
	s->depth = depth;
	s->only = NULL;
	for (size_t i = 0; i < f->nvariable; i++) {
		s->pointer[i].at.root = TRACE_OTHER;
		s->counter[i].known = false;
	}
	return s;
}

/* The same of a function that is called, with the numbers that it is passed. */
static struct scope *
begin_call(struct scopes *all, const struct scope *from, const struct statement *call)
{
	const struct function *f = call->function;
	struct scope *s;

	if (from->depth + 1 == SCOPE_DEPTH)
		return NULL;
	s = begin(all, from->depth + 1, f);
	for (size_t i = 0; i < f->nparameter; i++)
		if (call->argument[i].kind == ARGUMENT_NUMBER)
			*counter_of(s, f->parameter[i]) =
				(struct passes){true, call->argument[i].number, 1, 1};
	return s;
}

/* What a parameter points to, if it is written through; else NULL. */
static struct trace *
written(struct scope *s, const struct variable *parameter)
{
	return parameter->kind == VARIABLE_POINTER && !parameter->reads
		       ? &s->pointer[parameter->number]
		       : NULL;
}

struct scope *
scope_entry(struct scopes *all, const struct function *f)
{
	struct scope *s = begin(all, 0, f);
	int output = 0;

	for (size_t i = 0; i < f->nparameter; i++)
		if (f->parameter[i]->operand && !f->parameter[i]->reads)
			s->pointer[f->parameter[i]->number] =
				(struct trace){.at.root = output++};
	return s;
}

struct scope *
scope_call(struct scopes *all, const struct scope *from, const struct statement *call)
{
	struct scope *s = begin_call(all, from, call);

	for (size_t i = 0; s && i < call->function->nparameter; i++) {
		struct trace *t = written(s, call->function->parameter[i]);

		if (t && call->argument[i].kind == ARGUMENT_ADDRESS)
			trace_set(from, t, &call->argument[i].at);
	}
	return s;
}

struct scope *
scope_apart(struct scopes *all, const struct scope *from, const struct statement *call)
{
	struct scope *s = begin_call(all, from, call);

	for (size_t i = 0; s && i < call->function->nparameter; i++) {
		struct trace *t = written(s, call->function->parameter[i]);

		if (t)
			*t = (struct trace){.at.root = (int)i};
	}
	return s;
}
