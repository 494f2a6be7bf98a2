#include "code/cut.h"

#include "base/arena.h"
#include "base/checked.h"
#include "code/clone.h"
#include "code/footprint.h"
#include "code/scan.h"
#include "plan/plan.h"

#include <assert.h>
#include <string.h>

enum {
	MOST_PLACES = 1024, /* of a level: more are cut into levels */
	MOST_BOXES = 2 * GRID_LEVELS
};

/* What may be done twice, by two parts, of the work of a list of statements: its
   preparations. And how far off the wanted place a cut may be, of a part's work. */
static const double MOST_TWICE = 0.25, NEAR = 0.02;

/* The largest part by the mean, from which on axes are not looked at any more. */
static const double MOST_UNEVEN = 1.05;

struct cutter {
	struct code_builder *code;
	struct footprints *footprints;
	struct cloner *cloner;
	struct scan *scan;
	struct grid grid;
};

/* Places of the levels above a level, ends included. */
struct box {
	int nlevel;
	int64_t low[GRID_LEVELS], high[GRID_LEVELS];
};

/* Where the outputs are cut: on the levels above the last one, inside of these places;
   there, in front of `low`. */
struct place {
	int nlevel;
	int64_t low[GRID_LEVELS], high[GRID_LEVELS];
};

enum verdict {
	VERDICT_OUT,
	VERDICT_IN,
	VERDICT_PART
};

/* How a box holds what is written. */
static enum verdict
judge(const struct box *b, const struct extent *e)
{
	enum verdict verdict = VERDICT_IN;

	for (int l = 0; l < b->nlevel; l++) {
		if (e->high[l] < b->low[l] || e->low[l] > b->high[l])
			return VERDICT_OUT;
		if (e->low[l] < b->low[l] || e->high[l] > b->high[l])
			verdict = VERDICT_PART;
	}
	return verdict;
}

/* Grids. */

static void
add_level(struct grid *g, int64_t outer, int64_t unit, int64_t places)
{
	if (g->nlevel == GRID_LEVELS || places <= 1)
		return;
	g->outer[g->nlevel] = outer;
	g->unit[g->nlevel] = unit;
	g->places[g->nlevel++] = places;
}

/* Units of an extent; many of them in two levels. */
static void
add_axis(struct grid *g, int64_t outer, int64_t unit, int64_t extent)
{
	int64_t several = unit;

	while (ceil_div(extent, several / unit) > MOST_PLACES)
		several *= 64;
	if (several > unit) {
		add_level(g, outer, several, ceil_div(extent, several / unit));
		add_axis(g, several, unit, several / unit);
	} else {
		add_level(g, outer, unit, extent);
	}
}

static bool
same_shape(const struct operand *a, const struct operand *b)
{
	return a->rank == b->rank &&
	       !memcmp(a->shape, b->shape, (size_t)a->rank * sizeof a->shape[0]);
}

/* A grid whose levels are the axes, the last ones of them as one. Outputs of several
   shapes have one level below their own, their elements. False: there are not so many
   axes to be one. */
static bool
make_grid(struct grid *g, const struct function *f, int joined)
{
	const struct operand *first = NULL;
	bool alike = true;
	int64_t most = 0, unit, outer = 0;

	*g = (struct grid){.nlevel = 1};
	for (size_t i = 0; i < f->nparameter; i++) {
		const struct operand *o = f->parameter[i]->operand;

		if (!o || f->parameter[i]->reads)
			continue;
		first = first ? first : o;
		alike &= same_shape(first, o);
		most = max_of(most, o->nelement);
		g->noutput++;
	}
	g->places[0] = (int64_t)g->noutput;
	if (!most)
		return joined <= 1;
	if (!alike) {
		add_axis(g, 0, 1, most);
		return joined <= 1;
	}
	unit = most;
	for (int i = 0; i < first->rank - joined; i++) {
		unit /= first->shape[i];
		add_axis(g, outer, unit, first->shape[i]);
		outer = g->nlevel > 1 ? g->unit[g->nlevel - 1] : 0;
	}
	if (joined > 0)
		add_axis(g, outer, 1, unit);
	return joined <= max_of(first->rank, 1);
}

/* Which lists can be cut. */

static bool
is_neutral(const struct statement *st)
{
	return st->kind == STATEMENT_DECLARE || st->kind == STATEMENT_TABLE ||
	       st->kind == STATEMENT_LET || st->kind == STATEMENT_LET_POINTER ||
	       st->kind == STATEMENT_COMMENT || st->kind == STATEMENT_BLANK ||
	       st->kind == STATEMENT_ORDER || st->kind == STATEMENT_UNUSED;
}

/* The statement behind n others. */
static const struct statement *
behind(const struct statement *st, size_t n)
{
	for (; n; n--)
		st = st->next;
	return st;
}

/* How many statements are one piece of work. */
static size_t
group_of(struct cutter *c, struct scope *s, const struct statement *st)
{
	return scan_group(s->function, st,
		scan_fills(st) && footprint_of(c->footprints, s, st, 1).any);
}

/* Whether statements compute what others go on with. */
static bool
computes(const struct statement *st)
{
	for (; st; st = st->next)
		if (st->kind == STATEMENT_SET || st->kind == STATEMENT_RETURN ||
			(st->kind == STATEMENT_CALL && st->variable))
			return true;
	return false;
}

/* Whether one statement of a list may be done and another left out: none computes what
   others go on with, unless that is short. */
static bool
is_divisible(struct cutter *c, struct scope *s, const struct statement *first)
{
	struct footprints *f = c->footprints;
	double prepares = 0, all = 0, work;
	bool stores = false;
	size_t n;

	if (computes(first))
		return false;
	for (const struct statement *st = first; st; st = behind(st, n)) {
		n = group_of(c, s, st);
		work = footprint_work(f, s, st, n);
		all += work;
		if (!footprint_of(f, s, st, n).any && !is_neutral(st))
			prepares += work;
		stores |= st->kind == STATEMENT_STORE;
	}
	return prepares <= (stores ? 0 : MOST_TWICE * all);
}

/* Whether some passes of a loop may be done and others left out. */
static bool
is_splittable(
	struct cutter *c, const struct function *f, const struct statement *loop)
{
	return !scan_carries(c->scan, f, loop, NULL);
}

/* Work by places of a level. */

struct profile {
	struct cutter *cutter;
	const struct box *box; /* of the levels above */
	int level;
	double *work; /* by places */
	bool *joined; /* with the place before */
};

static void
book(struct profile *p, const struct extent *e, double work)
{
	int64_t low = e->low[p->level], high = e->high[p->level];

	p->work[low] += work;
	for (int64_t i = low + 1; i <= high; i++)
		p->joined[i] = true;
}

static void profile_list(
	struct profile *p, struct scope *s, const struct statement *first, double times);

/* Passes from number `from` on, together where they write one place. */
static void
profile_passes(struct profile *p, struct scope *s, const struct statement *loop,
	struct passes all, double times)
{
	struct footprints *f = p->cutter->footprints;
	struct passes *counter = &s->counter[loop->variable->number], half = all;
	struct extent e;

	*counter = all;
	e = footprint_of_list(f, s, loop->body);
	if (!e.any || judge(p->box, &e) == VERDICT_OUT)
		return;
	if (judge(p->box, &e) == VERDICT_IN && e.low[p->level] == e.high[p->level]) {
		book(p, &e,
			times * (double)all.count *
				footprint_work_of_list(f, s, loop->body));
	} else if (all.count == 1) {
		profile_list(p, s, loop->body, times);
	} else {
		half.count /= 2;
		profile_passes(p, s, loop, half, times);
		half.first += half.count * all.step;
		half.count = all.count - half.count;
		profile_passes(p, s, loop, half, times);
	}
}

/* The elements, first to end - 1, of a run that a box holds; false: they are no run. */
static bool
clip(const struct grid *g, const struct box *box, int output, int64_t *first, int64_t *end)
{
	bool one = true;

	if (output < box->low[0] || output > box->high[0])
		*end = *first;
	for (int l = 1; l < box->nlevel && *first < *end; l++) {
		int64_t base = g->outer[l] ? *first - *first % g->outer[l] : 0;
		bool all = box->low[l] <= 0 && box->high[l] >= g->places[l] - 1;

		/* What lies in several units of the level above is no run here. */
		if (!one && !all)
			return false;
		if (!all)
			*first = max_of(*first, base + box->low[l] * g->unit[l]);
		if (box->high[l] < g->places[l] - 1)
			*end = min_of(*end, base + (box->high[l] + 1) * g->unit[l]);
		one &= *first < *end &&
		       (*first - base) / g->unit[l] == (*end - 1 - base) / g->unit[l];
	}
	return true;
}

/* A run of elements that is copied or cleared can be cut anywhere. */
static bool
profile_move(struct profile *p, const struct scope *s, const struct statement *st,
	double work)
{
	const struct grid *g = &p->cutter->grid;
	int64_t outer = g->outer[p->level], unit = g->unit[p->level], first, end, base;
	int output;

	if (!p->level || !footprint_run(s, st, &output, &first))
		return false;
	end = first + st->n;
	if (!clip(g, p->box, output, &first, &end))
		return false;
	base = outer ? first - first % outer : 0;
	if (outer && end > base + outer)
		return false;
	for (int64_t at = first, next; at < end; at = next) {
		next = min_of(end, base + ((at - base) / unit + 1) * unit);
		p->work[(at - base) / unit] +=
			work * (double)(next - at) / (double)st->n;
	}
	return true;
}

/* Looks at some passes of a chain's loop; false: nobody knows them. */
static bool
begin_chain(struct scope *s, const struct statement *loop)
{
	const struct passes all = footprint_passes(s, loop);

	if (!all.known || !all.count)
		return false;
	s->only = loop;
	s->only_passes = all;
	return true;
}

/* Passes of a chain, whose pointer is null in front of them. */
static void
profile_chain(struct profile *p, struct scope *s, const struct statement *st, size_t n,
	double times)
{
	struct footprints *f = p->cutter->footprints;
	struct passes all = s->only_passes, half = all;
	const struct extent e = footprint_of(f, s, st, n);

	if (!e.any || judge(p->box, &e) == VERDICT_OUT)
		return;
	if ((judge(p->box, &e) == VERDICT_IN && e.low[p->level] == e.high[p->level]) ||
		all.count == 1) {
		book(p, &e, times * footprint_work(f, s, st, n));
		return;
	}
	half.count /= 2;
	s->only_passes = half;
	profile_chain(p, s, st, n, times);
	half.first += half.count * all.step;
	half.count = all.count - half.count;
	s->only_passes = half;
	profile_chain(p, s, st, n, times);
}

static void
profile_group(struct profile *p, struct scope *s, const struct statement *st, size_t n,
	double times)
{
	struct footprints *f = p->cutter->footprints;
	const struct extent e = footprint_of(f, s, st, n);
	const struct statement *chain = scan_chain(p->cutter->scan, s->function, st, n);
	struct passes before, all;
	struct scope *inner;

	if (!e.any || judge(p->box, &e) == VERDICT_OUT)
		return;
	if (judge(p->box, &e) == VERDICT_IN && e.low[p->level] == e.high[p->level]) {
		book(p, &e, times * footprint_work(f, s, st, n));
		return;
	}
	if (chain && begin_chain(s, chain)) {
		profile_chain(p, s, st, n, times);
		s->only = NULL;
		return;
	}
	if (st->kind == STATEMENT_LOOP && is_splittable(p->cutter, s->function, st)) {
		all = footprint_passes(s, st);
		before = s->counter[st->variable->number];
		if (all.known && all.count) {
			profile_passes(p, s, st, all, times);
			s->counter[st->variable->number] = before;
			return;
		}
	} else if (st->kind == STATEMENT_BLOCK || st->kind == STATEMENT_IF) {
		profile_list(p, s, st->body, times);
		return;
	} else if (st->kind == STATEMENT_CALL && !computes(st->function->body)) {
		inner = footprint_call(f, s, st);
		if (inner) {
			profile_list(p, inner, st->function->body, times);
			return;
		}
	} else if ((st->kind == STATEMENT_COPY || st->kind == STATEMENT_CLEAR) &&
		   profile_move(p, s, st, times * footprint_work(f, s, st, n))) {
		return;
	}
	book(p, &e, times * footprint_work(f, s, st, n));
}

static void
profile_list(
	struct profile *p, struct scope *s, const struct statement *first, double times)
{
	struct footprints *f = p->cutter->footprints;
	size_t n;

	if (!is_divisible(p->cutter, s, first)) {
		const struct extent e = footprint_of_list(f, s, first);

		if (e.any && judge(p->box, &e) != VERDICT_OUT)
			book(p, &e, times * footprint_work_of_list(f, s, first));
		return;
	}
	for (const struct statement *st = first; st; st = behind(st, n)) {
		n = group_of(p->cutter, s, st);
		profile_group(p, s, st, n, times);
	}
}

/* Where to cut. */

struct search {
	struct cutter *cutter;
	const struct function *function;
	struct place *place; /* of each cut */
	double *work;        /* in front of it */
	size_t n;            /* parts */
	double share;        /* work of a part; 0: nobody has looked yet */
};

/* Sets the cuts `first` to end - 1, all of which are in a box in which so much work is
   left of them. False: on no level below does it fall apart. */
static bool search_level(struct search *s, struct box *box, double before, double work,
	size_t first, size_t end);

static void
set_place(
	struct search *s, size_t cut, const struct box *box, int64_t low, double before)
{
	struct place *p = &s->place[cut];

	p->nlevel = box->nlevel + 1;
	memcpy(p->low, box->low, sizeof box->low);
	memcpy(p->high, box->high, sizeof box->high);
	p->low[box->nlevel] = p->high[box->nlevel] = low;
	s->work[cut] = before;
}

/* The cuts that lie in places low to high of the box, which have some work. */
static void
search_segment(struct search *s, struct box *box, int64_t low, int64_t high,
	double before, double work, size_t first, size_t end)
{
	struct box inner = *box;
	size_t from = first, to = end;

	/* Those near its ends go there. */
	while (from < to && (double)(from + 1) * s->share - before <= NEAR * s->share)
		set_place(s, from++, box, low, before);
	while (to > from &&
		before + work - (double)to * s->share <= NEAR * s->share)
		set_place(s, --to, box, high + 1, before + work);
	if (from == to)
		return;
	inner.low[inner.nlevel] = low;
	inner.high[inner.nlevel++] = high;
	if (search_level(s, &inner, before, work, from, to))
		return;
	for (; from < to; from++)
		if ((double)(from + 1) * s->share - before <= work / 2)
			set_place(s, from, box, low, before);
		else
			set_place(s, from, box, high + 1, before + work);
}

/* What parts do twice is no work of a place: in all, places have the box's. */
static void
scale(struct search *s, double *work, int64_t places, double wanted)
{
	double all = 0;

	for (int64_t i = 0; i < places; i++)
		all += work[i];
	if (!s->share)
		s->share = all / (double)s->n;
	else if (all > 0)
		for (int64_t i = 0; i < places; i++)
			work[i] *= wanted / all;
}

static bool
search_level(struct search *s, struct box *box, double before, double wanted,
	size_t first, size_t end)
{
	const struct grid *g = &s->cutter->grid;
	int level = box->nlevel;
	struct arena scratch = {0};
	struct profile p = {.cutter = s->cutter, .box = box, .level = level};
	int64_t places, high;
	size_t nsegment = 0;

	if (level == g->nlevel)
		return false;
	places = g->places[level];
	p.work = arena_array(&scratch, double, places);
	p.joined = arena_array(&scratch, bool, places + 1);
	profile_list(&p, footprint_entry(s->cutter->footprints, s->function),
		s->function->body, 1);
	scale(s, p.work, places, wanted > 0 ? wanted : s->share * (double)s->n);
	for (int64_t i = 0; i < places; i++)
		nsegment += !p.joined[i];
	if (nsegment <= 1) {
		struct box inner = *box;

		inner.low[inner.nlevel] = 0;
		inner.high[inner.nlevel++] = places - 1;
		arena_free(&scratch);
		return search_level(s, &inner, before,
			wanted > 0 ? wanted : s->share * (double)s->n, first, end);
	}
	for (int64_t low = 0; low < places && first < end; low = high + 1) {
		double work = p.work[low];
		size_t to = first;

		for (high = low; high + 1 < places && p.joined[high + 1]; high++)
			work += p.work[high + 1];
		while (to < end && (high + 1 == places ||
					   (double)(to + 1) * s->share <= before + work))
			to++;
		search_segment(s, box, low, high, before, work, first, to);
		first = to;
		before += work;
	}
	arena_free(&scratch);
	return true;
}

/* The boxes between two cuts: NULL: the beginning, or the end. */

struct boxes {
	struct box box[MOST_BOXES];
	size_t n;
};

static void
add_boxes(struct boxes *all, struct box *at, const struct place *a, const struct place *b)
{
	int level = at->nlevel++;
	bool a_deeper = a && a->nlevel > at->nlevel;
	bool b_deeper = b && b->nlevel > at->nlevel;
	int64_t low = !a ? 0 : a_deeper ? a->high[level] + 1 : a->low[level];
	int64_t high = !b ? INT64_MAX : b->low[level] - 1;

	if (a_deeper && b_deeper && a->low[level] == b->low[level]) {
		at->low[level] = a->low[level];
		at->high[level] = a->high[level];
		add_boxes(all, at, a, b);
		at->nlevel = level;
		return;
	}
	if (a_deeper) {
		at->low[level] = a->low[level];
		at->high[level] = a->high[level];
		add_boxes(all, at, a, NULL);
		at->nlevel = level + 1;
	}
	if (low <= high) {
		at->low[level] = low;
		at->high[level] = high;
		assert(all->n < MOST_BOXES);
		all->box[all->n++] = *at;
	}
	if (b_deeper) {
		at->low[level] = b->low[level];
		at->high[level] = b->high[level];
		add_boxes(all, at, NULL, b);
	}
	at->nlevel = level;
}

/* What is left of the function in a box, as decisions (clone.h). False: a statement
   writes in it and outside of it. */

static bool decide_list(struct cutter *c, struct scope *s, const struct statement *first,
	const struct box *box, struct decisions *d);

struct split {
	struct cutter *cutter;
	struct scope *scope;
	const struct statement *loop;
	const struct box *box;
	struct decisions *decisions;
	size_t head, last; /* where the runs' number stands; the last run */
	int64_t first, step;
	bool good;
};

/* Passes that all have the decisions behind `body`; those of the run before may be the
   same. */
static void
add_run(struct split *p, const struct passes *passes, size_t body)
{
	struct decisions *d = p->decisions;
	size_t old = p->last + RUN_HEAD, length = d->n - body;

	if (p->last && p->last + RUN_HEAD + (size_t)d->d[p->last + RUN_LENGTH] + RUN_HEAD == body &&
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

static void
split_passes(struct split *p, struct passes all)
{
	struct footprints *f = p->cutter->footprints;
	struct passes half = all;
	struct extent e;
	enum verdict verdict;
	size_t body;

	p->scope->counter[p->loop->variable->number] = all;
	e = footprint_of_list(f, p->scope, p->loop->body);
	verdict = e.any ? judge(p->box, &e) : VERDICT_OUT;
	if (verdict == VERDICT_PART && all.count > 1) {
		half.count /= 2;
		split_passes(p, half);
		half.first += half.count * all.step;
		half.count = all.count - half.count;
		split_passes(p, half);
		return;
	}
	for (int i = 0; i < RUN_HEAD; i++)
		decisions_add(p->decisions, 0);
	body = p->decisions->n;
	p->good &= decide_list(
		p->cutter, p->scope, p->loop->body, p->box, p->decisions);
	add_run(p, &all, body);
}

static bool
decide_loop(struct cutter *c, struct scope *s, const struct statement *loop,
	const struct box *box, struct decisions *d)
{
	struct passes all = footprint_passes(s, loop);
	struct passes before = s->counter[loop->variable->number];
	struct split p = {.cutter = c,
		.scope = s,
		.loop = loop,
		.box = box,
		.decisions = d,
		.good = true};

	if (!all.known || !is_splittable(c, s->function, loop))
		return false;
	decisions_add(d, DECISION_LOOP);
	p.head = d->n;
	decisions_add(d, 0);
	split_passes(&p, all);
	s->counter[loop->variable->number] = before;
	return p.good;
}

/* The elements of a run that a box holds. */
static bool
decide_move(struct cutter *c, struct scope *s, const struct statement *st,
	const struct box *box, struct decisions *d)
{
	int64_t first, low, end;
	int output;

	if (!footprint_run(s, st, &output, &first))
		return false;
	low = first;
	end = first + st->n;
	if (!clip(&c->grid, box, output, &low, &end))
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

/* Runs of a chain's passes. */
static bool
split_chain(struct split *p, const struct statement *st, size_t n)
{
	struct decisions *d = p->decisions;
	struct passes all = p->scope->only_passes, half = all;
	const struct extent e = footprint_of(p->cutter->footprints, p->scope, st, n);
	enum verdict verdict = e.any ? judge(p->box, &e) : VERDICT_OUT;

	if (verdict == VERDICT_OUT)
		return true;
	if (verdict == VERDICT_PART) {
		half.count /= 2;
		p->scope->only_passes = half;
		if (!half.count || !split_chain(p, st, n))
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
decide_chain(struct cutter *c, struct scope *s, const struct statement *st, size_t n,
	const struct box *box, struct decisions *d)
{
	struct split p = {.cutter = c, .scope = s, .box = box, .decisions = d};
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
decide_call(struct cutter *c, struct scope *s, const struct statement *call,
	const struct box *box, struct decisions *d)
{
	struct scope *inner = footprint_call(c->footprints, s, call);
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
decide_statement(struct cutter *c, struct scope *s, const struct statement *st,
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

/* Adds to the number of decisions at `n`. */
static bool
decide_group(struct cutter *c, struct scope *s, const struct statement *st, size_t ngroup,
	const struct box *box, struct decisions *d, size_t n)
{
	const struct extent e = footprint_of(c->footprints, s, st, ngroup);
	enum verdict verdict = e.any ? judge(box, &e) : VERDICT_PART;
	const struct statement *chain;

	if (!e.any || verdict != VERDICT_PART) {
		d->d[n] += (int64_t)ngroup;
		for (; ngroup; ngroup--)
			decisions_add(d, !e.any ? DECISION_PREPARE
					 : verdict == VERDICT_IN ? DECISION_KEEP
								 : DECISION_DROP);
		return true;
	}
	d->d[n]++;
	chain = scan_chain(c->scan, s->function, st, ngroup);
	if (chain && begin_chain(s, chain))
		return decide_chain(c, s, st, ngroup, box, d);
	return decide_statement(c, s, st, box, d);
}

static bool
decide_list(struct cutter *c, struct scope *s, const struct statement *first,
	const struct box *box, struct decisions *d)
{
	const struct extent e = footprint_of_list(c->footprints, s, first);
	enum verdict verdict = e.any ? judge(box, &e) : VERDICT_OUT;
	size_t n, length;

	if (verdict != VERDICT_PART) {
		decisions_add(d, verdict == VERDICT_IN ? DECISION_KEEP : DECISION_DROP);
		return true;
	}
	if (!is_divisible(c, s, first))
		return false;
	decisions_add(d, DECISION_LIST);
	length = d->n;
	decisions_add(d, 0);
	for (const struct statement *st = first; st; st = behind(st, n)) {
		n = group_of(c, s, st);
		if (!decide_group(c, s, st, n, box, d, length))
			return false;
	}
	return true;
}

/* Parts. */

/* The decisions of a part's boxes that have something to do; false: it cannot be. */
static bool
decide_part(struct cutter *c, const struct function *f, const struct boxes *boxes,
	struct decisions *all, size_t *nall)
{
	*nall = 0;
	for (size_t i = 0; i < boxes->n; i++) {
		struct decisions *d = &all[*nall];

		*d = (struct decisions){.arena = c->code->arena};
		if (!decide_list(c, footprint_entry(c->footprints, f), f->body,
			    &boxes->box[i], d))
			return false;
		*nall += !decisions_drop(d);
	}
	return true;
}

static struct cut
cut_at(struct cutter *c, const struct function *f, const struct place *place, size_t n,
	const char *stem)
{
	struct cut cut = {
		.part = arena_array(c->code->arena, const struct function *, n)};

	for (size_t i = 0; i < n; i++) {
		struct decisions d[MOST_BOXES];
		struct boxes boxes = {.n = 0};
		size_t nbox;

		add_boxes(&boxes, &(struct box){0}, i ? &place[i - 1] : NULL,
			i + 1 < n ? &place[i] : NULL);
		if (!decide_part(c, f, &boxes, d, &nbox))
			return (struct cut){0};
		if (nbox)
			cut.part[cut.npart] = clone_part(
				c->cloner, f, d, nbox, cut.npart, stem);
		cut.npart += nbox > 0;
	}
	return cut;
}

struct cutter *
cutter_new(struct code_builder *code)
{
	struct cutter *c = arena_new(code->arena, struct cutter);

	c->code = code;
	c->cloner = cloner_new(code);
	c->scan = scan_new(code->arena);
	return c;
}

/* The work of the largest part. */
static double
largest(const struct search *s)
{
	double most = 0, before = 0;

	for (size_t i = 0; i < s->n; i++) {
		double end = i + 1 < s->n ? s->work[i] : s->share * (double)s->n;

		most = end - before > most ? end - before : most;
		before = end;
	}
	return most;
}

/* Searches for cuts in the grid at hand; the work of the largest part, 0: there are
   none. */
static double
search(struct cutter *c, struct search *s, const struct function *f, size_t n)
{
	struct arena *arena = c->footprints->arena;
	struct box all = {0};

	*s = (struct search){.cutter = c,
		.function = f,
		.place = arena_array(arena, struct place, n),
		.work = arena_array(arena, double, n),
		.n = n};
	return search_level(s, &all, 0, 0, 0, n - 1) ? largest(s) : 0;
}

/* Finds the best cuts: axis by axis, or, where axes do not part the work evenly, in
   several of them at once. The work of the largest part, 0: there are none. */
static double
search_grids(struct cutter *c, struct search *best, const struct function *f, size_t n)
{
	struct grid grid = {0};
	struct search s;
	double least = 0, most;

	*best = (struct search){0};
	for (int joined = 1; make_grid(&c->grid, f, joined); joined++) {
		most = search(c, &s, f, n);
		if (most > 0 && (!least || most < least)) {
			*best = s;
			least = most;
			grid = c->grid;
		}
		if (least > 0 && least <= MOST_UNEVEN * best->share)
			break;
	}
	c->grid = grid;
	return least;
}

struct cut
cutter_cut(struct cutter *c, const struct function *f, size_t n, const char *stem)
{
	struct arena scratch = {0};
	struct footprints footprints = {.arena = &scratch, .grid = &c->grid};
	struct search s;
	struct cut cut = {0};

	c->footprints = &footprints;
	if (n > 1 && search_grids(c, &s, f, n) > 0)
		cut = cut_at(c, f, s.place, n, stem);
	if (!cut.npart) {
		make_grid(&c->grid, f, 1);
		cut = cut_at(c, f, NULL, 1, stem);
	}
	c->footprints = NULL;
	arena_free(&scratch);
	return cut;
}
