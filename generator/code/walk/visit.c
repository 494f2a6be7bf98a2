#include "code/walk/visit.h"

#include "base/arena.h"
#include "base/checked.h"
#include "code/statements/access.h"
#include "code/walk/motion.h"
#include "code/walk/passes.h"

#include <string.h>

enum {
	MOST_PEELED = 64 /* passes that are walked one by one */
};

/* Keeps the current passes in which a test holds; false: there are none. */
static bool
take_test(struct walk *w, const struct test *t)
{
	static const char *const outside =
		"a condition names a counter outside of its loop";
	int loop = walk_loop_of(w, t->counter);
	int64_t number;

	if (loop >= 0)
		return passes_take(&w->loop[loop], t);
	return walk_number(w, t->counter, outside, &number) && test_holds(t, number);
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

/* Notes that statements run in only some of the current passes. */
static void
part_with(struct walk *w, const struct statement *s)
{
	struct motion motion;

	w->uneven |= motion_find(&motion, w, s);
}

static void
walk_if(struct walk *w, const struct statement *s)
{
	const struct condition *c = s->condition;
	struct walk_loop before[CODE_DEPTH];
	bool holds = !c->pointer || walk_is_there(w, c->pointer);
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

/* Whether `count` passes from number `from` on move pointers alike: tries the first of
   them, then an arbitrary one. */
static bool
moves_evenly(struct walk *w, const struct statement *s, struct motion *m, int64_t from,
	int64_t count)
{
	bool even, before = w->uneven;

	w->uneven = false;
	walk_passes_of(w, s, from, 1, true);
	even = motion_measure(m, w);
	if (even && !walk_is_over(w)) {
		motion_enter(m, w);
		walk_passes_of(w, s, from, count, true);
		even = motion_holds(m, w);
	}
	even &= !w->uneven;
	w->uneven |= before;
	motion_leave(m, w, 0);
	return even && !walk_is_over(w);
}

/* Walks passes of a loop that moves pointers. The first ones may do something else than
   the rest. */
static void
walk_moving(struct walk *w, const struct statement *s, struct motion *m, int64_t from,
	int64_t end)
{
	for (int peeled = 0; from < end && !walk_is_over(w); from++, peeled++) {
		motion_begin(m, w);
		if (end - from > 1 && moves_evenly(w, s, m, from, end - from)) {
			motion_enter(m, w);
			walk_passes_of(w, s, from, end - from, false);
			motion_leave(m, w, end - from);
			return;
		}
		if (peeled == MOST_PEELED)
			walk_stop(w, "a loop moves a pointer unevenly");
		else if (!walk_is_over(w))
			walk_passes_of(w, s, from, 1, false);
	}
}

/* Walks the passes of the innermost loop, those together that do the same. */
static void
walk_parts(struct walk *w, const struct statement *s, int64_t count)
{
	struct motion motion;
	bool moves = motion_find(&motion, w, s->body);
	struct cuts cuts;
	int64_t at = 0;

	if (passes_name_table(s->body, s->variable)) {
		for (; at < count && !walk_is_over(w); at++)
			walk_passes_of(w, s, at, 1, false);
		return;
	}
	cuts = passes_cuts(&w->loop[w->nloop - 1], s->body);
	for (int i = 0; i < cuts.n && !walk_is_over(w); at = cuts.at[i++]) {
		if (moves)
			walk_moving(w, s, &motion, at, cuts.at[i]);
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
		(struct walk_loop){s->variable, first, s->step, 0, 1, count, false};
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
		passes_keep(l, 0, 1, n);
		walk_range(w, s, s->first, s->limit->limit);
		*l = before;
	}
	if (n < l->count) {
		passes_keep(l, n, 1, l->count - n);
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
	if (place.root == ROOT_PARAMETER && !walk_ask(w, place.parameter))
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

/* Walks a loop of which one pass is run, that memory picks, as if it were any. */
static void
walk_picked(struct walk *w, const struct statement *s)
{
	struct motion motion;

	if (motion_find(&motion, w, s->body) || passes_name_table(s->body, s->variable)) {
		walk_stop(w, "what is picked moves a pointer, or is in a table");
		return;
	}
	if (!w->quiet && w->visitor->statement)
		w->visitor->statement(w->visitor->context, w, s);
	if (walk_is_over(w))
		return;
	w->loop[w->nloop++] = (struct walk_loop){.counter = s->variable,
		.step = 1,
		.every = 1,
		.count = s->limit->limit,
		.picked = true};
	walk_body(w, s);
	w->nloop--;
}

static void
walk_loop(struct walk *w, const struct statement *s)
{
	const struct limit *limit = s->limit;
	const struct variable *named =
		limit->argument ? limit->argument : limit->selector;
	int i = named ? walk_loop_of(w, named) : -1;
	int64_t number;

	if (w->nloop == CODE_DEPTH || s->step <= 0) {
		walk_stop(w, "a loop cannot be gone through");
	} else if (limit->picked.base) {
		walk_picked(w, s);
	} else if (limit->table.base) {
		walk_listed(w, s);
	} else if (!named) {
		walk_range(w, s, s->first, limit->limit);
	} else if (i >= 0 && !limit->argument) {
		walk_selected(w, s, &w->loop[i]);
	} else if (walk_number(w, named, "the limit of a loop is not known", &number)) {
		if (!limit->argument)
			number = number < limit->below ? limit->limit : limit->other;
		walk_range(w, s, s->first, number);
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
	case STATEMENT_HOOK:
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
	walk_point(w, s);
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
visit_function(struct walk *w, const struct visitor *visitor)
{
	w->visitor = visitor;
	walk_begin(w);
	walk_statements(w, w->function->body);
}
