#include "code/walk/walk.h"

#include "base/arena.h"
#include "code/statements/access.h"
#include "code/walk/cost.h"

#include <string.h>

void
walk_stop(struct walk *w, const char *problem)
{
	if (!w->problem)
		w->problem = problem;
}

uint64_t
walk_passes(const struct walk *w)
{
	uint64_t n = 1;

	for (int i = 0; i < w->nloop; i++)
		if (!w->loop[i].picked)
			n = count_mul(n, (uint64_t)w->loop[i].count);
	return n;
}

bool
walk_ask(struct walk *w, int parameter)
{
	uint64_t bit = (uint64_t)1 << parameter;

	w->asked |= bit;
	if (!(w->facts.known & bit))
		w->lacks = true;
	return !w->lacks;
}

bool
walk_number(struct walk *w, const struct variable *counter, const char *problem,
	int64_t *number)
{
	const struct function *f = w->function;

	for (size_t i = 0; i < f->nparameter; i++)
		if (f->parameter[i] == counter) {
			*number = w->facts.fact[i].number;
			return walk_ask(w, (int)i);
		}
	walk_stop(w, problem);
	return false;
}

void
walk_copy_place(struct walk_place *to, const struct walk_place *from)
{
	memcpy(to, from,
		offsetof(struct walk_place, term) +
			(size_t)from->nterm * sizeof from->term[0]);
}

/* Pointers. */

struct walk_pointer *
walk_find(struct walk *w, const struct variable *v)
{
	size_t last = w->last[v->number];

	if (last < w->npointer && w->pointer[last].variable == v)
		return &w->pointer[last];
	for (size_t i = w->npointer; i-- > 0;)
		if (w->pointer[i].variable == v)
			return &w->pointer[i];
	return NULL;
}

/* Adds a pointer whose place the caller fills in. */
static struct walk_place *
add_pointer(struct walk *w, const struct variable *v)
{
	struct walk_pointer *p;

	if (w->npointer == w->room) {
		size_t room = w->room ? 2 * w->room : 6;
		struct walk_pointer *all =
			arena_array(w->lasting, struct walk_pointer, room);

		if (w->npointer)
			memcpy(all, w->pointer, w->npointer * sizeof *all);
		w->pointer = all;
		w->room = room;
	}
	w->last[v->number] = w->npointer;
	p = &w->pointer[w->npointer++];
	p->variable = v;
	return &p->place;
}

/* The beginning of what a pointer that is passed points to. */
static void
begin_place(struct walk_place *p, enum walk_root root, int parameter,
	const struct variable *object, int64_t offset)
{
	p->root = root;
	p->parameter = parameter;
	p->object = object;
	p->offset = offset;
	p->vague = false;
	p->nterm = 0;
}

int
walk_loop_of(const struct walk *w, const struct variable *counter)
{
	for (int i = w->nloop; i-- > 0;)
		if (w->loop[i].counter == counter)
			return i;
	return -1;
}

bool
walk_is_like(const struct walk_term *a, const struct walk_term *b)
{
	return a->loop == b->loop && a->first == b->first && a->step == b->step &&
	       a->divide == b->divide && a->modulo == b->modulo && a->table == b->table;
}

void
walk_add_term(struct walk *w, struct walk_place *p, struct walk_term t)
{
	if (!t.inc)
		return;
	for (int i = 0; i < p->nterm; i++) {
		struct walk_term *old = &p->term[i];

		if (!walk_is_like(old, &t))
			continue;
		old->inc += t.inc;
		if (!old->inc)
			*old = p->term[--p->nterm];
		return;
	}
	if (p->nterm == WALK_TERMS)
		walk_stop(w, "an address has too many terms");
	else
		p->term[p->nterm++] = t;
}

int64_t
walk_table(struct walk *w, const struct variable *table, int64_t k)
{
	if (k >= 0 && k < table->length && table->constant->number)
		return (int64_t)table->constant->number[k];
	walk_stop(w, "a table is read outside of it");
	return 0;
}

/* A sum of counters: a number, and what each of up to two loops adds to it. */
struct counters {
	int64_t number;
	struct {
		int loop;
		int64_t step; /* in each pass */
	} part[2];
	int n;
};

static void
add_counter(
	struct walk *w, struct counters *c, const struct variable *counter, int64_t scale)
{
	static const char *const outside = "a counter is used outside of its loop";
	int i = walk_loop_of(w, counter);
	const struct walk_loop *l = i < 0 ? NULL : &w->loop[i];
	int64_t number;

	if (!l) {
		if (walk_number(w, counter, outside, &number))
			c->number += number * scale;
	} else if (l->count == 1) {
		c->number += (l->first + l->step * l->from) * scale;
	} else {
		c->number += l->first * scale;
		c->part[c->n].loop = i;
		c->part[c->n++].step = l->step * scale;
	}
}

static void
add_index(struct walk *w, struct walk_place *p, const struct index_term *t, int64_t size)
{
	struct counters c = {.number = t->add};
	int64_t divide = t->divide ? t->divide : 1, inc = t->inc * size;

	add_counter(w, &c, t->counter, 1);
	if (t->second)
		add_counter(w, &c, t->second, t->scale);
	if (walk_is_over(w))
		return;
	if (!c.n) {
		if (t->table)
			c.number = walk_table(w, t->table, c.number);
		c.number /= divide;
		p->offset += (t->modulo ? c.number % t->modulo : c.number) * inc;
	} else if (divide == 1 && !t->modulo && !t->table) {
		p->offset += c.number * inc;
		for (int i = 0; i < c.n; i++)
			walk_add_term(w, p,
				(struct walk_term){c.part[i].loop, 0, 1, 1, 0,
					c.part[i].step * inc, NULL});
	} else if (c.n == 1) {
		walk_add_term(w, p,
			(struct walk_term){c.part[0].loop, c.number, c.part[0].step,
				divide, t->modulo, inc, t->table});
	} else {
		p->vague = true;
	}
}

/* The place of a pointer that is set; NULL, and an end of the walk: it is not. */
static const struct walk_place *
place_of(struct walk *w, const struct variable *v)
{
	const struct walk_pointer *pointer = walk_find(w, v);

	if (pointer && pointer->place.root != ROOT_UNSET)
		return &pointer->place;
	walk_stop(w, "a pointer is used that is not set");
	return NULL;
}

/* The root of an address that begins at no pointer. */
static enum walk_root
root_of(const struct variable *base)
{
	if (!base)
		return ROOT_NULL;
	return base->kind == VARIABLE_ARRAY      ? ROOT_ARRAY
	       : base->kind == VARIABLE_CONSTANT ? ROOT_CONSTANT
						 : ROOT_UNSET;
}

enum walk_root
walk_root(struct walk *w, const struct variable *base, int *parameter,
	const struct variable **object)
{
	const struct walk_place *p;

	*parameter = -1;
	*object = base;
	if (root_of(base) != ROOT_UNSET)
		return root_of(base);
	p = place_of(w, base);
	if (!p)
		return ROOT_UNSET;
	*parameter = p->parameter;
	*object = p->object;
	return p->root;
}

void
walk_place(struct walk *w, const struct address *at, struct walk_place *p)
{
	const struct walk_place *from;
	int64_t size;

	begin_place(p, root_of(at->base), -1, at->base, 0);
	if (!at->base)
		return;
	if (p->root == ROOT_UNSET) {
		from = place_of(w, at->base);
		if (!from)
			return;
		walk_copy_place(p, from);
	}
	size = type_bytes(at->base->type);
	p->offset += at->offset * size;
	for (size_t i = 0; i < at->nterm; i++)
		add_index(w, p, &at->term[i], size);
}

static void
point(struct walk *w, const struct variable *v, const struct address *at, bool declares)
{
	struct walk_pointer *pointer;
	struct walk_place place;

	walk_place(w, at, &place);
	pointer = declares ? NULL : walk_find(w, v);
	if (pointer)
		walk_copy_place(&pointer->place, &place);
	else if (declares)
		walk_copy_place(add_pointer(w, v), &place);
	else
		walk_stop(w, "a pointer is set that is not declared");
}

static void
declare(struct walk *w, const struct statement *s)
{
	for (size_t i = 0; i < s->ndeclared; i++)
		if (s->declared[i]->kind == VARIABLE_POINTER)
			begin_place(
				add_pointer(w, s->declared[i]), ROOT_UNSET, -1, NULL, 0);
}

bool
walk_is_there(struct walk *w, const struct variable *v)
{
	struct walk_place place;

	walk_place(w, &(struct address){.base = v}, &place);
	if (walk_is_over(w) || place.root == ROOT_NULL)
		return false;
	if (place.root != ROOT_PARAMETER)
		return true;
	return walk_ask(w, place.parameter) && !(w->facts.null >> place.parameter & 1);
}

void
walk_point(struct walk *w, const struct statement *s)
{
	if (s->kind == STATEMENT_LET_POINTER || s->kind == STATEMENT_POINT)
		point(w, s->variable, &s->at, s->kind == STATEMENT_LET_POINTER);
	else if (s->kind == STATEMENT_DECLARE)
		declare(w, s);
}

void
walk_begin(struct walk *w)
{
	const struct function *f = w->function;

	w->last = arena_array(w->arena, size_t, f->nvariable);
	for (size_t i = 0; i < f->nparameter; i++)
		if (w->facts.fact[i].table) {
			walk_ask(w, (int)i);
			begin_place(add_pointer(w, f->parameter[i]), ROOT_CONSTANT, -1,
				w->facts.fact[i].table, w->facts.fact[i].number);
		} else if (f->parameter[i]->kind == VARIABLE_POINTER) {
			begin_place(add_pointer(w, f->parameter[i]), ROOT_PARAMETER,
				(int)i, f->parameter[i], 0);
		}
}
