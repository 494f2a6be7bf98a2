#include "code/decide.h"

#include <string.h>

static bool decide_list(struct cutting *c, struct scope *s, const struct statement *first,
	const struct box *box, struct decisions *d);

/* The state while the passes of a loop are divided into runs of equal decisions. */
struct split {
	struct cutting *cutting;
	struct scope *scope;
	const struct statement *loop;
	const struct box *box;
	struct decisions *decisions;
	size_t head, last; /* where in the decisions the number of runs is, and where the
			      last run begins */
	bool good;
};

/* Adds a run of passes, whose decisions begin at `body`. If those of the last run are
   the same, that becomes longer instead. */
static void
add_run(struct split *p, const struct passes *passes, size_t body)
{
	struct decisions *d = p->decisions;
	size_t old = p->last + RUN_HEAD, length = d->n - body;

	if (p->last &&
		p->last + RUN_HEAD + (size_t)d->d[p->last + RUN_LENGTH] + RUN_HEAD ==
			body &&
		d->d[p->last + RUN_LENGTH] == (int64_t)length &&
		!memcmp(&d->d[old], &d->d[body], length * sizeof d->d[0])) {
		d->d[p->last + RUN_COUNT] += passes->count;
		d->n = body - RUN_HEAD;
		return;
	}
	p->last = body - RUN_HEAD;
	d->d[p->last + RUN_FIRST] = passes->first;
	d->d[p->last + RUN_COUNT] = passes->count;
	d->d[p->last + RUN_LENGTH] = (int64_t)length;
	d->d[p->head]++;
}

/* Adds passes as a run, if what they do can be decided for all of them at once. */
static bool
decide_passes(struct split *p, const struct passes *all)
{
	struct decisions *d = p->decisions;
	size_t head = d->n, body;

	p->scope->counter[p->loop->variable->number] = *all;
	for (int i = 0; i < RUN_HEAD; i++)
		decisions_add(d, 0);
	body = d->n;
	if (!decide_list(p->cutting, p->scope, p->loop->body, p->box, d)) {
		d->n = head;
		return false;
	}
	add_run(p, all, body);
	return true;
}

/* Decides on passes half by half where they write in the box and outside of it, but if
   the first pass writes in the same places as all of them do, perhaps on all at once. */
static void
split_passes(struct split *p, struct passes all)
{
	struct footprints *f = p->cutting->footprints;
	struct passes *counter = &p->scope->counter[p->loop->variable->number];
	struct passes half = all;
	struct extent e, first;

	*counter = all;
	e = footprint_of_list(f, p->scope, p->loop->body);
	if (!e.any || box_judge(p->box, &e) != VERDICT_PART || all.count == 1) {
		p->good &= decide_passes(p, &all);
		return;
	}
	counter->count = 1;
	first = footprint_of_list(f, p->scope, p->loop->body);
	if (extents_equal(&first, &e, p->box->nlevel) && decide_passes(p, &all))
		return;
	p->good &= cutting_halves(p->cutting);
	if (!p->good)
		return;
	half.count /= 2;
	split_passes(p, half);
	half.first += half.count * all.step;
	half.count = all.count - half.count;
	split_passes(p, half);
}

static bool
decide_loop(struct cutting *c, struct scope *s, const struct statement *loop,
	const struct box *box, struct decisions *d)
{
	struct passes all = scope_passes(s, loop);
	struct passes before = s->counter[loop->variable->number];
	struct split p = {.cutting = c,
		.scope = s,
		.loop = loop,
		.box = box,
		.decisions = d,
		.good = true};

	if (!all.known || !cutting_splits(c, s->function, loop))
		return false;
	decisions_add(d, DECISION_LOOP);
	p.head = d->n;
	decisions_add(d, 0);
	split_passes(&p, all);
	s->counter[loop->variable->number] = before;
	return p.good;
}

/* Leaves the elements of a copy or clear that are in the box. */
static bool
decide_move(struct cutting *c, struct scope *s, const struct statement *st,
	const struct box *box, struct decisions *d)
{
	int64_t first, low, end;
	int output;

	if (!scope_move(s, st, &output, &first))
		return false;
	low = first;
	end = first + st->n;
	if (!box_clip(&c->grid, box, output, &low, &end))
		return false;
	if (low >= end) {
		decisions_add(d, DECISION_DROP);
		return true;
	}
	decisions_add(d, DECISION_MOVE);
	decisions_add(d, low - first);
	decisions_add(d, end - low);
	return true;
}

/* Adds those of a chain's passes that write in the box, as runs. */
static bool
split_chain(struct split *p, const struct statement *st, size_t n)
{
	struct decisions *d = p->decisions;
	struct passes all = p->scope->only_passes, half = all;
	const struct extent e = footprint_of(p->cutting->footprints, p->scope, st, n);
	enum verdict verdict = e.any ? box_judge(p->box, &e) : VERDICT_OUT;

	if (verdict == VERDICT_OUT)
		return true;
	if (verdict == VERDICT_PART) {
		half.count /= 2;
		p->scope->only_passes = half;
		if (!half.count || !cutting_halves(p->cutting) || !split_chain(p, st, n))
			return false;
		half.first += half.count * all.step;
		half.count = all.count - half.count;
		p->scope->only_passes = half;
		return split_chain(p, st, n);
	}
	if (p->last && d->d[p->last] + d->d[p->last + 1] * all.step == all.first) {
		d->d[p->last + 1] += all.count;
		return true;
	}
	p->last = d->n;
	decisions_add(d, all.first);
	decisions_add(d, all.count);
	d->d[p->head]++;
	return true;
}

static bool
decide_chain(struct cutting *c, struct scope *s, const struct statement *st, size_t n,
	const struct box *box, struct decisions *d)
{
	struct split p = {.cutting = c, .scope = s, .box = box, .decisions = d};
	bool good;

	decisions_add(d, DECISION_CHAIN);
	decisions_add(d, (int64_t)n);
	p.head = d->n;
	decisions_add(d, 0);
	good = split_chain(&p, st, n);
	s->only = NULL;
	return good;
}

static bool
decide_call(struct cutting *c, struct scope *s, const struct statement *call,
	const struct box *box, struct decisions *d)
{
	struct scope *inner = scope_call(&c->footprints->scopes, s, call);
	size_t length;
	bool good;

	if (!inner)
		return false;
	decisions_add(d, DECISION_CALL);
	length = d->n;
	decisions_add(d, 0);
	good = decide_list(c, inner, call->function->body, box, d);
	d->d[length] = (int64_t)(d->n - length - 1);
	return good;
}

static bool
decide_statement(struct cutting *c, struct scope *s, const struct statement *st,
	const struct box *box, struct decisions *d)
{
	switch (st->kind) {
	case STATEMENT_LOOP:
		return decide_loop(c, s, st, box, d);
	case STATEMENT_BLOCK:
	case STATEMENT_IF:
		decisions_add(d, DECISION_BODY);
		return decide_list(c, s, st->body, box, d);
	case STATEMENT_CALL:
		return decide_call(c, s, st, box, d);
	case STATEMENT_COPY:
	case STATEMENT_CLEAR:
		return decide_move(c, s, st, box, d);
	default:
		return false;
	}
}

/* Decides on statements that belong together. The number of decisions on the list is at
   d[n]. */
static bool
decide_group(struct cutting *c, struct scope *s, const struct statement *st,
	size_t ngroup, const struct box *box, struct decisions *d, size_t n)
{
	const struct extent e = footprint_of(c->footprints, s, st, ngroup);
	enum verdict verdict = e.any ? box_judge(box, &e) : VERDICT_PART;
	const struct statement *chain;

	if (!e.any || verdict != VERDICT_PART) {
		d->d[n] += (int64_t)ngroup;
		for (; ngroup; ngroup--)
			decisions_add(d, !e.any                  ? DECISION_PREPARE
					 : verdict == VERDICT_IN ? DECISION_KEEP
								 : DECISION_DROP);
		return true;
	}
	d->d[n]++;
	chain = scan_chain(c->scan, s->function, st, ngroup);
	if (chain && chain_begin(s, chain))
		return decide_chain(c, s, st, ngroup, box, d);
	return decide_statement(c, s, st, box, d);
}

static bool
decide_list(struct cutting *c, struct scope *s, const struct statement *first,
	const struct box *box, struct decisions *d)
{
	const struct extent e = footprint_of_list(c->footprints, s, first);
	enum verdict verdict = e.any ? box_judge(box, &e) : VERDICT_OUT;
	size_t n, length;

	if (verdict != VERDICT_PART) {
		decisions_add(d, verdict == VERDICT_IN ? DECISION_KEEP : DECISION_DROP);
		return true;
	}
	if (!cutting_divides(c, s, first))
		return false;
	decisions_add(d, DECISION_LIST);
	length = d->n;
	decisions_add(d, 0);
	for (const struct statement *st = first; st; st = statement_after(st, n)) {
		n = cutting_group(c, s, st);
		if (!decide_group(c, s, st, n, box, d, length))
			return false;
	}
	return true;
}

bool
decide_function(struct cutting *c, const struct function *f, const struct box *box,
	struct decisions *d)
{
	return decide_list(c, scope_entry(&c->footprints->scopes, f), f->body, box, d);
}
