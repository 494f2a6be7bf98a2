#include "code/scope.h"

#include "base/arena.h"
#include "base/checked.h"

#include <string.h>

/* Addresses. */

struct passes *
scope_counter(const struct scope *s, const struct variable *v)
{
	return &s->counter[v->number];
}

/* Copies the terms that are there, because most traces have few. */
static void
copy_trace(struct trace *to, const struct trace *from)
{
	to->root = from->root;
	to->vague = from->vague;
	to->offset = from->offset;
	to->nterm = from->nterm;
	to->ndim = from->ndim;
	memcpy(to->term, from->term, (size_t)from->nterm * sizeof from->term[0]);
	memcpy(to->dim, from->dim, (size_t)from->ndim * sizeof from->dim[0]);
}

static struct trace_term
trace_term(const struct scope *s, const struct index_term *term)
{
	return (struct trace_term){.counter = scope_counter(s, term->counter),
		.second = term->second ? scope_counter(s, term->second) : NULL,
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
	return t->root == ROOT_OTHER ? NULL : t;
}

/* Sets a trace to an address. */
static void
trace_set(const struct scope *s, struct trace *to, const struct address *at)
{
	const struct trace *base = base_of(s, at);

	if (!base) {
		to->root = ROOT_OTHER;
		return;
	}
	if (to != base)
		copy_trace(to, base);
	to->offset += at->offset;
	for (size_t i = 0; i < at->nterm; i++)
		if (to->nterm == TRACE_TERMS)
			to->vague = true;
		else
			to->term[to->nterm++] = trace_term(s, &at->term[i]);
}

/* Lets a run be anywhere in its output. */
static void
blur(struct run *r)
{
	r->vague = true;
}

void
run_repeat(struct run *r, int64_t inc, int64_t count)
{
	if (count <= 1 || !inc)
		return;
	if (r->ndim == TRACE_DIMS) {
		blur(r);
		return;
	}
	r->dim[r->ndim].inc = inc;
	r->dim[r->ndim++].count = count;
}

static void
add_term(struct run *r, const struct trace_term *t)
{
	const struct passes *a = t->counter, *b = t->second;
	bool plain = t->divide == 1 && !t->modulo && !t->table;
	int64_t n, last;

	if (!a->known || (b && !b->known)) {
		blur(r);
		return;
	}
	n = a->first + (b ? b->first * t->scale + t->add : t->add);
	if (plain) {
		r->offset += n * t->inc;
		run_repeat(r, a->step * t->inc, a->count);
		if (b)
			run_repeat(r, b->step * t->scale * t->inc, b->count);
		return;
	}
	if ((a->count > 1 && (t->table || b)) || (b && b->count > 1)) {
		blur(r);
		return;
	}
	if (t->table && (n < 0 || n >= t->table->length || !t->table->constant->number)) {
		blur(r);
		return;
	}
	if (t->table)
		n = (int64_t)t->table->constant->number[n];
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

/* The elements at an address in the current passes; false: they are not of an output. */
bool
scope_run(const struct scope *s, const struct address *at, int64_t length, struct run *r)
{
	const struct trace *t = base_of(s, at);
	struct trace_term term;

	if (!t)
		return false;
	r->root = t->root;
	r->vague = t->vague;
	r->offset = t->offset + at->offset;
	r->length = length;
	r->ndim = t->ndim;
	memcpy(r->dim, t->dim, (size_t)t->ndim * sizeof t->dim[0]);
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
	struct run r;

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
	struct run r;

	if (!scope_run(s, &st->at, 1, &r)) {
		t->root = ROOT_OTHER;
		return;
	}
	t->root = r.root;
	t->vague = r.vague;
	t->offset = r.offset;
	t->nterm = 0;
	t->ndim = r.ndim;
	memcpy(t->dim, r.dim, (size_t)r.ndim * sizeof r.dim[0]);
}

static void
declare(struct scope *s, const struct statement *st)
{
	for (size_t i = 0; i < st->ndeclared; i++) {
		const struct variable *v = st->declared[i];

		if (v->kind == VARIABLE_POINTER)
			s->pointer[v->number] = (struct trace){
				.root = v->reads ? ROOT_OTHER : ROOT_ANY, .vague = true};
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
void
scope_forget_moved(struct scope *s, const struct statement *st)
{
	for (; st; st = st->next)
		if (st->kind == STATEMENT_POINT && st->at.base == st->variable)
			s->pointer[st->variable->number].vague = true;
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
		named = scope_counter(s, l->argument ? l->argument : l->selector);
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

/* Scopes. */

struct scope *
scope_begin(struct scopes *all, int depth, const struct function *f)
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
		s->pointer[i].root = ROOT_OTHER;
		s->counter[i].known = false;
	}
	return s;
}

struct scope *
scope_entry(struct scopes *all, const struct function *f)
{
	struct scope *s = scope_begin(all, 0, f);
	int output = 0;

	for (size_t i = 0; i < f->nparameter; i++)
		if (f->parameter[i]->operand && !f->parameter[i]->reads)
			s->pointer[f->parameter[i]->number] =
				(struct trace){.root = output++};
	return s;
}

struct scope *
scope_call(
	struct scopes *all, const struct scope *from, const struct statement *call)
{
	const struct function *f = call->function;
	struct scope *s;

	if (from->depth + 1 == SCOPE_DEPTH)
		return NULL;
	s = scope_begin(all, from->depth + 1, f);
	for (size_t i = 0; i < f->nparameter; i++) {
		size_t number = f->parameter[i]->number;

		if (call->argument[i].kind == ARGUMENT_NUMBER)
			s->counter[number] =
				(struct passes){true, call->argument[i].number, 1, 1};
		else if (call->argument[i].kind == ARGUMENT_ADDRESS &&
			 f->parameter[i]->kind == VARIABLE_POINTER &&
			 !f->parameter[i]->reads)
			trace_set(from, &s->pointer[number], &call->argument[i].at);
	}
	return s;
}
