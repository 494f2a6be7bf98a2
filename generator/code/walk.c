#include "code/walk.h"

#include "base/arena.h"
#include "base/checked.h"
#include "code/access.h"
#include "code/cost.h"

#include <assert.h>
#include <string.h>

enum {
	MOST_PEELED = 64, /* passes that are walked one by one */
	MOST_CUTS = 16
};

/* A pointer in scope, and where it points. */
struct walk_pointer {
	const struct variable *variable;
	struct walk_place place;
};

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
		n = count_mul(n, (uint64_t)w->loop[i].count);
	return n;
}

static int
parameter_number(const struct function *f, const struct variable *v)
{
	for (size_t i = 0; i < f->nparameter; i++)
		if (f->parameter[i] == v)
			return (int)i;
	return -1;
}

/* Notes that a fact decides something; false: it is not known. */
static bool
ask(struct walk *w, int parameter)
{
	uint64_t bit = (uint64_t)1 << parameter;

	w->asked |= bit;
	if (!(w->facts.known & bit))
		w->lacks = true;
	return !w->lacks;
}

/* Copies the terms that are there, because most places have few. */
static void
copy_place(struct walk_place *to, const struct walk_place *from)
{
	memcpy(to, from,
		offsetof(struct walk_place, term) +
			(size_t)from->nterm * sizeof from->term[0]);
}

/* Pointers. */

static struct walk_pointer *
find_pointer(struct walk *w, const struct variable *v)
{
	size_t last = w->last[v->number];

	if (last < w->npointer && w->pointer[last].variable == v)
		return &w->pointer[last];
	for (size_t i = w->npointer; i-- > 0;)
		if (w->pointer[i].variable == v)
			return &w->pointer[i];
	return NULL;
}

static void
add_pointer(struct walk *w, const struct variable *v, const struct walk_place *place)
{
	if (w->npointer == w->room) {
		size_t room = w->room ? 2 * w->room : 6;
		struct walk_pointer *all =
			arena_array(w->arena, struct walk_pointer, room);

		if (w->npointer)
			memcpy(all, w->pointer, w->npointer * sizeof *all);
		w->pointer = all;
		w->room = room;
	}
	w->last[v->number] = w->npointer;
	w->pointer[w->npointer++] = (struct walk_pointer){v, *place};
}

/* The number of the loop that a counter belongs to, or -1. */
static int
loop_of(const struct walk *w, const struct variable *counter)
{
	for (int i = w->nloop; i-- > 0;)
		if (w->loop[i].counter == counter)
			return i;
	return -1;
}

/* Whether two terms differ in their inc alone. */
static bool
goes_with(const struct walk_term *a, const struct walk_term *b)
{
	return a->loop == b->loop && a->first == b->first && a->step == b->step &&
	       a->divide == b->divide && a->modulo == b->modulo && a->table == b->table;
}

static void
add_term(struct walk *w, struct walk_place *p, struct walk_term t)
{
	if (!t.inc)
		return;
	for (int i = 0; i < p->nterm; i++) {
		struct walk_term *old = &p->term[i];

		if (!goes_with(old, &t))
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
	int i = loop_of(w, counter), number;
	const struct walk_loop *l = i < 0 ? NULL : &w->loop[i];

	if (!l) {
		number = parameter_number(w->function, counter);
		if (number < 0)
			walk_stop(w, "a counter is used outside of its loop");
		else if (ask(w, number))
			c->number += w->facts.fact[number].number * scale;
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
			add_term(w, p,
				(struct walk_term){c.part[i].loop, 0, 1, 1, 0,
					c.part[i].step * inc, NULL});
	} else if (c.n == 1) {
		add_term(w, p,
			(struct walk_term){c.part[0].loop, c.number, c.part[0].step,
				divide, t->modulo, inc, t->table});
	} else {
		p->vague = true;
	}
}

void
walk_place(struct walk *w, const struct address *at, struct walk_place *p)
{
	const struct walk_pointer *pointer;
	int64_t size;

	p->root = ROOT_NULL;
	p->parameter = -1;
	p->object = at->base;
	p->offset = 0;
	p->nterm = 0;
	p->vague = false;
	if (!at->base)
		return;
	if (at->base->kind == VARIABLE_ARRAY) {
		p->root = ROOT_ARRAY;
	} else if (at->base->kind == VARIABLE_CONSTANT) {
		p->root = ROOT_CONSTANT;
	} else {
		pointer = find_pointer(w, at->base);
		if (!pointer || pointer->place.root == ROOT_UNSET) {
			walk_stop(w, "a pointer is used that is not set");
			return;
		}
		copy_place(p, &pointer->place);
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
	pointer = declares ? NULL : find_pointer(w, v);
	if (pointer)
		pointer->place = place;
	else if (declares)
		add_pointer(w, v, &place);
	else
		walk_stop(w, "a pointer is set that is not declared");
}

static void
declare(struct walk *w, const struct statement *s)
{
	static const struct walk_place unset = {.root = ROOT_UNSET, .parameter = -1};

	for (size_t i = 0; i < s->ndeclared; i++)
		if (s->declared[i]->kind == VARIABLE_POINTER)
			add_pointer(w, s->declared[i], &unset);
}

/* Conditions and limits. */

/* Keeps n of a loop's current passes: number skip, skip + every, …. */
static void
keep_passes(struct walk_loop *l, int64_t skip, int64_t every, int64_t n)
{
	l->from += skip * l->every;
	l->every *= every;
	l->count = n;
}

/* In how many of the current passes the counter is below a limit. */
static int64_t
passes_below(const struct walk_loop *l, int64_t limit)
{
	int64_t first = l->first + l->step * l->from, step = l->step * l->every;
	int64_t n = first < limit ? ceil_div(limit - first, step) : 0;

	return n < l->count ? n : l->count;
}

/* Keeps the current passes in which a test holds; false: there are none. */
static bool
take_test(struct walk *w, const struct test *t)
{
	int i = loop_of(w, t->counter), number;
	struct walk_loop *l = &w->loop[i];
	int64_t n, first, step, skip = 0, period = 1;

	if (i < 0) {
		number = parameter_number(w->function, t->counter);
		if (number < 0)
			walk_stop(w, "a condition names a counter outside of its loop");
		if (number < 0 || !ask(w, number))
			return false;
		n = w->facts.fact[number].number;
		return (!t->below || n < t->below) &&
		       (!t->modulo || n % t->modulo == t->remainder);
	}
	if (t->below)
		keep_passes(l, 0, 1, passes_below(l, t->below));
	if (!t->modulo)
		return l->count > 0;
	first = l->first + l->step * l->from;
	step = l->step * l->every;
	while (skip < l->count && (first + step * skip) % t->modulo != t->remainder)
		skip++;
	while (step * period % t->modulo)
		period++;
	keep_passes(
		l, skip, period, skip < l->count ? ceil_div(l->count - skip, period) : 0);
	return l->count > 0;
}

/* Whether a pointer is not null. */
static bool
is_there(struct walk *w, const struct variable *v)
{
	struct walk_place place;

	walk_place(w, &(struct address){.base = v}, &place);
	if (walk_is_over(w) || place.root == ROOT_NULL)
		return false;
	if (place.root != ROOT_PARAMETER)
		return true;
	return ask(w, place.parameter) && !(w->facts.null >> place.parameter & 1);
}

static void walk_statements(struct walk *w, const struct statement *s);

/* Walks a body for the current passes. Pointers that it declares go out of scope after
   it. */
static void
walk_body(struct walk *w, const struct statement *s)
{
	size_t npointer = w->npointer;

	if (!w->quiet && w->visitor->enter)
		w->visitor->enter(w->visitor->context, w, s);
	walk_statements(w, s->body);
	if (!w->quiet && w->visitor->leave && !walk_is_over(w))
		w->visitor->leave(w->visitor->context, w, s);
	w->npointer = npointer;
}

/* Whether statements move pointers in scope; marks those that they move. */
static bool
find_moved(struct walk *w, const struct statement *s, bool *moved)
{
	bool any = false;

	for (; s; s = s->next) {
		if (has_body(s))
			any |= find_moved(w, s->body, moved);
		if (s->kind != STATEMENT_POINT)
			continue;
		for (size_t i = w->npointer; i-- > 0;)
			if (w->pointer[i].variable == s->variable) {
				moved[i] = any = true;
				break;
			}
	}
	return any;
}

/* Notes that statements run in only some of the current passes. */
static void
part_with(struct walk *w, const struct statement *s)
{
	bool *moved = arena_array(w->arena, bool, w->npointer);

	w->uneven |= find_moved(w, s, moved);
}

static void
walk_if(struct walk *w, const struct statement *s)
{
	const struct condition *c = s->condition;
	struct walk_loop before[CODE_DEPTH];
	bool holds = !c->pointer || is_there(w, c->pointer);
	uint64_t passes = walk_passes(w);

	memcpy(before, w->loop, (size_t)w->nloop * sizeof *before);
	for (int i = 0; i < c->ntest && holds; i++)
		holds = take_test(w, &c->test[i]);
	if (holds && w->quiet && walk_passes(w) != passes)
		part_with(w, s->body);
	if (holds && !walk_is_over(w))
		walk_body(w, s);
	memcpy(w->loop, before, (size_t)w->nloop * sizeof *before);
}

/* Walks some passes of the innermost loop. */
static void
walk_passes_of(struct walk *w, const struct statement *s, int64_t from, int64_t count,
	bool quiet)
{
	bool before = w->quiet;

	w->quiet |= quiet;
	w->loop[w->nloop - 1].from = from;
	w->loop[w->nloop - 1].count = count;
	walk_body(w, s);
	w->quiet = before;
}

static bool
same_but_offset(const struct walk_place *a, const struct walk_place *b)
{
	if (a->root != b->root || a->object != b->object || a->nterm != b->nterm ||
		a->vague != b->vague)
		return false;
	for (int i = 0; i < a->nterm; i++) {
		bool found = false;

		for (int k = 0; k < b->nterm; k++)
			found |= goes_with(&a->term[i], &b->term[k]) &&
				 a->term[i].inc == b->term[k].inc;
		if (!found)
			return false;
	}
	return true;
}

/* Where pointers are at the beginning of a pass of a loop, and how far each pass moves
   them. */
struct motion {
	size_t n;
	const bool *moved;
	struct walk_place *start;
	int64_t *inc;
};

static void
save_pointers(struct walk *w, struct motion *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->moved[i])
			m->start[i] = w->pointer[i].place;
}

/* Sets the pointers to where they are after so many passes. If `loop` is not -1, adds a
   term for the current passes, which are those after pass `from`. */
static void
set_pointers(
	struct walk *w, const struct motion *m, int64_t passes, int loop, int64_t from)
{
	for (size_t i = 0; i < m->n; i++) {
		struct walk_place *p = &w->pointer[i].place;

		if (!m->moved[i])
			continue;
		*p = m->start[i];
		p->offset += passes * m->inc[i];
		if (loop < 0 || !m->inc[i])
			continue;
		p->offset -= from * m->inc[i];
		add_term(w, p, (struct walk_term){loop, 0, 1, 1, 0, m->inc[i], NULL});
	}
}

/* Whether `count` passes from number `from` on move pointers alike: tries the first of
   them, then an arbitrary one. */
static bool
moves_evenly(struct walk *w, const struct statement *s, struct motion *m, int64_t from,
	int64_t count)
{
	int loop = w->nloop - 1;
	bool even = true, before = w->uneven;

	w->uneven = false;
	walk_passes_of(w, s, from, 1, true);
	for (size_t i = 0; i < m->n; i++) {
		const struct walk_place *p = &w->pointer[i].place;

		if (!m->moved[i])
			continue;
		m->inc[i] = p->offset - m->start[i].offset;
		even &= same_but_offset(p, &m->start[i]);
	}
	if (even && !walk_is_over(w)) {
		set_pointers(w, m, 0, loop, from);
		walk_passes_of(w, s, from, count, true);
		for (size_t i = 0; i < m->n && even; i++) {
			struct walk_place wanted = m->start[i];

			if (!m->moved[i])
				continue;
			wanted.offset += m->inc[i] - from * m->inc[i];
			add_term(w, &wanted,
				(struct walk_term){loop, 0, 1, 1, 0, m->inc[i], NULL});
			even &= same_but_offset(&w->pointer[i].place, &wanted) &&
				w->pointer[i].place.offset == wanted.offset;
		}
	}
	even &= !w->uneven;
	w->uneven |= before;
	set_pointers(w, m, 0, -1, 0);
	return even && !walk_is_over(w);
}

/* Walks passes of a loop that moves pointers. The first ones may do something else than
   the rest. */
static void
walk_moving(struct walk *w, const struct statement *s, const bool *moved, int64_t from,
	int64_t end)
{
	struct motion m = {.n = w->npointer,
		.moved = moved,
		.start = arena_array(w->arena, struct walk_place, w->npointer),
		.inc = arena_array(w->arena, int64_t, w->npointer)};

	for (int peeled = 0; from < end && !walk_is_over(w); from++, peeled++) {
		save_pointers(w, &m);
		if (end - from > 1 && moves_evenly(w, s, &m, from, end - from)) {
			set_pointers(w, &m, 0, w->nloop - 1, from);
			walk_passes_of(w, s, from, end - from, false);
			set_pointers(w, &m, end - from, -1, 0);
			return;
		}
		if (peeled == MOST_PEELED)
			walk_stop(w, "a loop moves a pointer unevenly");
		else if (!walk_is_over(w))
			walk_passes_of(w, s, from, 1, false);
	}
}

/* The passes at which the innermost loop begins to do something else, because a limit
   or a test inside it names the counter; ascending, with the end of the loop as the
   last. */
struct cuts {
	int64_t at[MOST_CUTS];
	int n;
};

static void
add_cut(struct cuts *cuts, int64_t at)
{
	int i = 0;

	while (i < cuts->n && cuts->at[i] < at)
		i++;
	if (cuts->n == MOST_CUTS || at <= 0 || i == cuts->n || cuts->at[i] == at)
		return;
	memmove(&cuts->at[i + 1], &cuts->at[i],
		(size_t)(cuts->n - i) * sizeof cuts->at[0]);
	cuts->at[i] = at;
	cuts->n++;
}

static void
find_cuts(struct cuts *cuts, const struct walk_loop *l, const struct statement *s)
{
	for (; s; s = s->next) {
		if (!has_body(s))
			continue;
		if (s->kind == STATEMENT_LOOP && s->limit->selector == l->counter)
			add_cut(cuts, passes_below(l, s->limit->below));
		for (int i = 0; s->kind == STATEMENT_IF && i < s->condition->ntest; i++) {
			const struct test *t = &s->condition->test[i];

			if (t->counter == l->counter && t->below)
				add_cut(cuts, passes_below(l, t->below));
		}
		find_cuts(cuts, l, s->body);
	}
}

static bool
is_listed(const struct address *at, const struct variable *counter)
{
	if (!at->base || at->base->type.dtype != DTYPE_INT32)
		return false;
	for (size_t i = 0; i < at->nterm; i++)
		if (at->term[i].counter == counter)
			return true;
	return false;
}

/* Whether a table of integers determines what a loop's passes do. Then there are at
   most as many as the table has numbers. */
static bool
names_table(const struct statement *s, const struct variable *counter)
{
	bool named = false;

	for (; s && !named; s = s->next) {
		if (s->kind == STATEMENT_LOOP)
			named |= is_listed(&s->limit->table, counter);
		else if (s->kind == STATEMENT_LET_POINTER || s->kind == STATEMENT_POINT)
			named |= is_listed(&s->at, counter);
		else if (s->kind == STATEMENT_CALL)
			for (size_t i = 0; i < s->function->nparameter; i++)
				named |= s->argument[i].kind == ARGUMENT_ADDRESS &&
					 is_listed(&s->argument[i].at, counter);
		if (has_body(s))
			named |= names_table(s->body, counter);
	}
	return named;
}

/* Walks the passes of the innermost loop, those together that do the same. */
static void
walk_parts(struct walk *w, const struct statement *s, int64_t count)
{
	struct cuts cuts = {{count}, 1};
	bool *moved = arena_array(w->arena, bool, w->npointer);
	bool moves = find_moved(w, s->body, moved);
	int64_t at = 0;

	if (names_table(s->body, s->variable)) {
		for (; at < count && !walk_is_over(w); at++)
			walk_passes_of(w, s, at, 1, false);
		return;
	}
	find_cuts(&cuts, &w->loop[w->nloop - 1], s->body);
	for (int i = 0; i < cuts.n && !walk_is_over(w); at = cuts.at[i++]) {
		if (moves)
			walk_moving(w, s, moved, at, cuts.at[i]);
		else if (!w->quiet)
			walk_passes_of(w, s, at, cuts.at[i] - at, false);
	}
}

static void
walk_range(struct walk *w, const struct statement *s, int64_t first, int64_t limit)
{
	int64_t count = limit > first ? ceil_div(limit - first, s->step) : 0;

	if (!count)
		return;
	w->loop[w->nloop++] =
		(struct walk_loop){s->variable, first, s->step, 0, 1, count};
	walk_parts(w, s, count);
	w->nloop--;
}

/* Walks a loop that has one limit in some passes of another loop, and another limit in
   the rest. */
static void
walk_selected(struct walk *w, const struct statement *s, struct walk_loop *l)
{
	const struct walk_loop before = *l;
	int64_t n = passes_below(l, s->limit->below);

	if (n && n < l->count && w->quiet)
		part_with(w, s->body);
	if (n) {
		keep_passes(l, 0, 1, n);
		walk_range(w, s, s->first, s->limit->limit);
		*l = before;
	}
	if (n < l->count) {
		keep_passes(l, n, 1, l->count - n);
		walk_range(w, s, s->first, s->limit->other);
		*l = before;
	}
}

/* Walks a loop that goes from one number of a table to the next. */
static void
walk_listed(struct walk *w, const struct statement *s)
{
	struct walk_place place;
	int64_t k, first, limit;

	walk_place(w, &s->limit->table, &place);
	if (walk_is_over(w))
		return;
	if (place.root == ROOT_PARAMETER && !ask(w, place.parameter))
		return;
	if (place.root != ROOT_CONSTANT || place.nterm || place.vague) {
		walk_stop(w, "the limit of a loop is not known");
		return;
	}
	k = place.offset / type_bytes(place.object->type);
	first = walk_table(w, place.object, k);
	limit = walk_table(w, place.object, k + 1);
	if (!walk_is_over(w))
		walk_range(w, s, first, limit);
}

static void
walk_loop(struct walk *w, const struct statement *s)
{
	const struct limit *limit = s->limit;
	const struct variable *named =
		limit->argument ? limit->argument : limit->selector;
	int i = named ? loop_of(w, named) : -1, number;

	if (w->nloop == CODE_DEPTH || s->step <= 0) {
		walk_stop(w, "a loop cannot be gone through");
	} else if (limit->table.base) {
		walk_listed(w, s);
	} else if (!named) {
		walk_range(w, s, s->first, limit->limit);
	} else if (i >= 0 && !limit->argument) {
		walk_selected(w, s, &w->loop[i]);
	} else {
		number = parameter_number(w->function, named);
		if (number < 0)
			walk_stop(w, "the limit of a loop is not known");
		else if (!ask(w, number))
			return;
		else if (limit->argument)
			walk_range(w, s, s->first, w->facts.fact[number].number);
		else
			walk_range(w, s, s->first,
				w->facts.fact[number].number < limit->below
					? limit->limit
					: limit->other);
	}
}

static void
walk_statement(struct walk *w, const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_LOOP:
		walk_loop(w, s);
		return;
	case STATEMENT_BLOCK:
		walk_body(w, s);
		return;
	case STATEMENT_IF:
		walk_if(w, s);
		return;
	case STATEMENT_COMMENT:
	case STATEMENT_BLANK:
	case STATEMENT_UNUSED:
	case STATEMENT_ORDER:
		return;
	default:
		break;
	}
	if (!w->quiet && w->visitor->statement)
		w->visitor->statement(w->visitor->context, w, s);
	if (s->kind == STATEMENT_LET_POINTER || s->kind == STATEMENT_POINT)
		point(w, s->variable, &s->at, s->kind == STATEMENT_LET_POINTER);
	else if (s->kind == STATEMENT_DECLARE)
		declare(w, s);
}

static void
walk_statements(struct walk *w, const struct statement *s)
{
	for (; s && !walk_is_over(w); s = s->next) {
		walk_statement(w, s);
		if (w->problem && !w->at)
			w->at = s;
	}
}

void
walk_run(struct walk *w, const struct walk_visitor *visitor)
{
	const struct function *f = w->function;

	w->visitor = visitor;
	w->last = arena_array(w->arena, size_t, f->nvariable);
	for (size_t i = 0; i < f->nparameter; i++)
		if (w->facts.fact[i].table) {
			ask(w, (int)i);
			add_pointer(w, f->parameter[i],
				&(struct walk_place){.root = ROOT_CONSTANT,
					.parameter = -1,
					.object = w->facts.fact[i].table,
					.offset = w->facts.fact[i].number});
		} else if (f->parameter[i]->kind == VARIABLE_POINTER) {
			add_pointer(w, f->parameter[i],
				&(struct walk_place){.root = ROOT_PARAMETER,
					.parameter = (int)i,
					.object = f->parameter[i]});
		}
	walk_statements(w, f->body);
}
