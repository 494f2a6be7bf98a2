#include "code/footprint.h"

#include "base/arena.h"
#include "base/checked.h"
#include "code/access.h"

#include <string.h>

/* What a function writes, and its work, in calls with the same numbers as arguments.
   The root of a run is the number of the parameter through which it is written. */
struct summary {
	struct arena *arena;
	struct summary *next;
	int64_t *number; /* by the parameters' */
	struct trace_run *run;
	size_t nrun;
	double work;
};

/* What is called for each run. */
struct taker {
	void (*take)(void *context, const struct trace_run *run);
	void *context;
};

/* The number of elements of an access. */
static int64_t
elements_of(struct access access)
{
	return ceil_div(access.length, type_bytes(access.at->base->type));
}

/* Summaries of functions. */

static void visit_list(struct footprints *all, struct scope *s,
	const struct statement *st, const struct taker *taker);

/* Whether runs differ in their offset and length alone. */
static bool
is_alike(const struct trace_run *a, const struct trace_run *b)
{
	return a->root == b->root && a->vague == b->vague && a->ndim == b->ndim &&
	       !memcmp(a->dim, b->dim, (size_t)a->ndim * sizeof a->dim[0]);
}

static void
keep_run(void *context, const struct trace_run *run)
{
	struct summary *all = context;
	struct trace_run *last = all->nrun ? &all->run[all->nrun - 1] : NULL;

	/* Adjacent vectors are one run. */
	if (last && is_alike(last, run) && last->offset + last->length == run->offset) {
		last->length += run->length;
		return;
	}
	all->run = arena_grow(all->arena, all->run, all->nrun, sizeof *all->run);
	all->run[all->nrun++] = *run;
}

/* Makes one run of several that follow each other at equal distances; false: none do. */
static bool
join_runs(struct summary *s)
{
	size_t n = 0, k;

	for (size_t i = 0; i < s->nrun; i += k) {
		struct trace_run first = s->run[i];
		int64_t inc = 0;

		for (k = 1; i + k < s->nrun && first.ndim < TRACE_DIMS; k++) {
			int64_t apart = s->run[i + k].offset - first.offset;

			inc = k == 1 ? apart : inc;
			if (!is_alike(&first, &s->run[i + k]) ||
				first.length != s->run[i + k].length ||
				apart != (int64_t)k * inc)
				break;
		}
		if (k > 1)
			run_repeat(&first, inc, (int64_t)k);
		s->run[n++] = first;
	}
	if (n == s->nrun)
		return false;
	s->nrun = n;
	return true;
}

static int64_t
number_of(const struct argument *a)
{
	return a->kind == ARGUMENT_NUMBER ? a->number : 0;
}

/* NULL: there are too many calls inside each other. */
static struct summary *
make_summary(
	struct footprints *all, const struct scope *from, const struct statement *call)
{
	const struct function *f = call->function;
	struct arena *arena = all->scopes.arena;
	struct summary *s = arena_new(arena, struct summary);
	struct scope *inside = scope_apart(&all->scopes, from, call);

	if (!inside)
		return NULL;
	s->arena = arena;
	s->number = arena_array(arena, int64_t, f->nparameter);
	for (size_t i = 0; i < f->nparameter; i++)
		s->number[i] = number_of(&call->argument[i]);
	visit_list(all, inside, f->body, &(struct taker){keep_run, s});
	while (join_runs(s))
		;
	inside = scope_apart(&all->scopes, from, call);
	s->work = footprint_work_of_list(all, inside, f->body);
	return s;
}

static bool
is_of(const struct summary *s, const struct statement *call)
{
	for (size_t i = 0; i < call->function->nparameter; i++)
		if (s->number[i] != number_of(&call->argument[i]))
			return false;
	return true;
}

/* The summary of a call; NULL: there are too many calls inside each other. */
static const struct summary *
summary_of(struct footprints *all, const struct scope *from, const struct statement *call)
{
	size_t number = call->function->number, room = 2 * number + 16;
	struct summary *s, **grown;

	if (number >= all->nsummary) {
		grown = arena_array(all->scopes.arena, struct summary *, room);
		if (all->nsummary)
			memcpy(grown, all->summary, all->nsummary * sizeof *grown);
		all->summary = grown;
		all->nsummary = room;
	}
	for (s = all->summary[number]; s; s = s->next)
		if (is_of(s, call))
			return s;
	s = make_summary(all, from, call);
	if (!s)
		return NULL;
	s->next = all->summary[number];
	all->summary[number] = s;
	return s;
}

/* Visits: the runs of stores. */

static void
visit_call(struct footprints *all, struct scope *s, const struct statement *call,
	const struct taker *taker)
{
	const struct summary *summary = summary_of(all, s, call);

	if (!summary)
		taker->take(taker->context,
			&(struct trace_run){
				.root = TRACE_ANY, .vague = true, .length = 1});
	for (size_t i = 0; summary && i < summary->nrun; i++) {
		const struct trace_run *r = &summary->run[i];
		struct trace_run here;

		if (r->root == TRACE_ANY)
			taker->take(taker->context, r);
		if (r->root == TRACE_ANY ||
			!scope_run(s, &call->argument[r->root].at, r->length, &here))
			continue;
		here.vague |= r->vague;
		here.offset += r->offset;
		for (int k = 0; k < r->ndim; k++)
			run_repeat(&here, r->dim[k].inc, r->dim[k].count);
		taker->take(taker->context, &here);
	}
}

static void
visit_store(const struct scope *s, struct access access, const struct taker *taker)
{
	struct trace_run r;

	if (access.length && scope_run(s, access.at, elements_of(access), &r))
		taker->take(taker->context, &r);
}

static void
visit(struct footprints *all, struct scope *s, const struct statement *st,
	const struct taker *taker)
{
	struct passes before;

	switch (st->kind) {
	case STATEMENT_STORE:
		visit_store(s, access_of_store(st), taker);
		return;
	case STATEMENT_COPY:
	case STATEMENT_CLEAR:
		visit_store(s, access_of_move(st, &st->at), taker);
		return;
	case STATEMENT_CALL:
		visit_call(all, s, st, taker);
		return;
	case STATEMENT_LOOP:
		if (scope_enter(s, st, &before))
			visit_list(all, s, st->body, taker);
		scope_leave(s, st, &before);
		return;
	case STATEMENT_BLOCK:
	case STATEMENT_IF:
		visit_list(all, s, st->body, taker);
		return;
	default:
		scope_pass(s, st);
	}
}

static void
visit_list(struct footprints *all, struct scope *s, const struct statement *st,
	const struct taker *taker)
{
	for (; st; st = st->next)
		visit(all, s, st, taker);
}

/* Extents. */

struct bounds {
	const struct grid *grid;
	struct extent extent;
};

static void
widen(struct extent *e, int level, int64_t low, int64_t high)
{
	if (low < e->low[level])
		e->low[level] = low;
	if (high > e->high[level])
		e->high[level] = high;
}

/* The units of a level to which a run writes, counted within one unit of the level
   above; all of them if that cannot be told. */
static void
project(const struct trace_run *r, const struct grid *g, int level, int64_t *low,
	int64_t *high)
{
	int64_t outer = g->outer[level], unit = g->unit[level];
	int64_t first = outer ? floor_mod(r->offset, outer) : r->offset;
	int64_t last = first + r->length - 1;

	for (int i = 0; i < r->ndim; i++) {
		int64_t all = r->dim[i].inc * (r->dim[i].count - 1);

		if (outer && r->dim[i].inc % outer == 0)
			continue;
		if (all < 0)
			first += all;
		else
			last += all;
	}
	*low = 0;
	*high = g->places[level] - 1;
	if (r->vague || first < 0 || (outer && last >= outer))
		return;
	*low = first / unit;
	*high = min_of(last / unit, *high);
}

static void
add_extent(void *context, const struct trace_run *r)
{
	struct bounds *b = context;
	int64_t low, high;

	if (!b->extent.any)
		for (int l = 0; l < b->grid->nlevel; l++) {
			b->extent.low[l] = INT64_MAX;
			b->extent.high[l] = -1;
		}
	b->extent.any = true;
	if (r->root == TRACE_ANY)
		widen(&b->extent, 0, 0, (int64_t)b->grid->noutput - 1);
	else
		widen(&b->extent, 0, r->root, r->root);
	for (int l = 1; l < b->grid->nlevel; l++) {
		project(r, b->grid, l, &low, &high);
		widen(&b->extent, l, low, high);
	}
}

struct extent
footprint_of_list(struct footprints *all, struct scope *s, const struct statement *first)
{
	struct bounds b = {.grid = all->grid};

	visit_list(all, s, first, &(struct taker){add_extent, &b});
	return b.extent;
}

struct extent
footprint_of(
	struct footprints *all, struct scope *s, const struct statement *st, size_t n)
{
	struct bounds b = {.grid = all->grid};

	for (; n; n--, st = st->next)
		visit(all, s, st, &(struct taker){add_extent, &b});
	return b.extent;
}

static void
note_run(void *context, const struct trace_run *run)
{
	(void)run;
	*(bool *)context = true;
}

bool
footprint_writes(
	struct footprints *all, struct scope *s, const struct statement *st, size_t n)
{
	bool writes = false;

	for (; n; n--, st = st->next)
		visit(all, s, st, &(struct taker){note_run, &writes});
	return writes;
}

/* Work. */

static double
work_of_value(const struct value *v)
{
	double work = v->kind == VALUE_NUMBER || v->kind == VALUE_VARIABLE ? 0 : 1;

	if (v->kind == VALUE_DIVIDE || v->kind == VALUE_SQRT)
		work = 8;
	else if (v->kind == VALUE_ELEMENTARY || v->kind == VALUE_POWER ||
		 v->kind == VALUE_ROOT)
		work = 20;
	for (int i = 0; i < value_operands(v); i++)
		work += work_of_value(v->a[i]);
	return work;
}

static double
statement_work(struct footprints *all, struct scope *s, const struct statement *st)
{
	static const double elements_a_step = 8;
	struct passes passes;
	const struct summary *summary;
	double work;

	switch (st->kind) {
	case STATEMENT_LET:
	case STATEMENT_SET:
	case STATEMENT_RETURN:
		return work_of_value(st->value);
	case STATEMENT_STORE:
		return 1 + work_of_value(st->value);
	case STATEMENT_COPY:
	case STATEMENT_CLEAR:
		return 1 + 2 * (double)st->n / elements_a_step;
	case STATEMENT_LOOP:
		passes = scope_passes(s, st);
		if (passes.known && !passes.count)
			return 0;
		work = footprint_work_of_pass(all, s, st);
		return work * (passes.known ? (double)passes.count : 1);
	case STATEMENT_BLOCK:
		return footprint_work_of_list(all, s, st->body);
	case STATEMENT_CALL:
		summary = summary_of(all, s, st);
		return 2 + (summary ? summary->work : 0);
	default:
		return 0;
	}
}

/* The passes of a loop are much alike, so the work of the one that is asked for first
   is taken for all of them. */
double
footprint_work_of_pass(
	struct footprints *all, struct scope *s, const struct statement *loop)
{
	uint64_t number = (uint64_t)(uintptr_t)loop / sizeof(void *);
	double work;

	for (size_t i = *hash_table_newest(&all->passes, number); i;
		i = all->passes.before[i - 1])
		if (all->pass[i - 1].loop == loop)
			return all->pass[i - 1].work;
	work = footprint_work_of_list(all, s, loop->body);
	all->pass =
		arena_grow(all->scopes.arena, all->pass, all->npass, sizeof *all->pass);
	all->pass[all->npass] = (struct pass_work){loop, work};
	hash_table_add(&all->passes, number, all->npass++, all->scopes.arena);
	return work;
}

double
footprint_work_of_list(
	struct footprints *all, struct scope *s, const struct statement *st)
{
	double work = 0;

	for (; st; st = st->next)
		work += statement_work(all, s, st);
	return work;
}

double
footprint_work(
	struct footprints *all, struct scope *s, const struct statement *st, size_t n)
{
	double work = 0;

	for (; n; n--, st = st->next)
		work += statement_work(all, s, st);
	return work;
}
