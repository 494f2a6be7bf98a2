#include "code/profile.h"

#include "base/checked.h"

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

/* Adds the work of passes of a loop: together where they write one place; as that of the
   first one, many times, where all write the same places; else half by half. */
static void
profile_passes(struct profile *p, struct scope *s, const struct statement *loop,
	struct passes all, double times)
{
	struct footprints *f = p->cutting->footprints;
	struct passes *counter = &s->counter[loop->variable->number], half = all;
	struct extent e, first;

	*counter = all;
	e = first = footprint_of_list(f, s, loop->body);
	if (!e.any || box_judge(p->box, &e) == VERDICT_OUT)
		return;
	if (box_judge(p->box, &e) == VERDICT_IN && e.low[p->level] == e.high[p->level]) {
		book(p, &e,
			times * (double)all.count * footprint_work_of_pass(f, s, loop));
		return;
	}
	counter->count = 1;
	if (all.count > 1)
		first = footprint_of_list(f, s, loop->body);
	if (extents_equal(&first, &e, p->level + 1)) {
		profile_list(p, s, loop->body, times * (double)all.count);
	} else if (!cutting_halves(p->cutting)) {
		book(p, &e,
			times * (double)all.count * footprint_work_of_pass(f, s, loop));
	} else {
		half.count /= 2;
		profile_passes(p, s, loop, half, times);
		half.first += half.count * all.step;
		half.count = all.count - half.count;
		profile_passes(p, s, loop, half, times);
	}
}

/* A run of elements that is copied or cleared can be cut anywhere. */
static bool
profile_move(
	struct profile *p, const struct scope *s, const struct statement *st, double work)
{
	const struct grid *g = &p->cutting->grid;
	int64_t outer = g->outer[p->level], unit = g->unit[p->level], first, end, base;
	int output;

	if (!p->level || !scope_move(s, st, &output, &first))
		return false;
	end = first + st->n;
	if (!box_clip(g, p->box, output, &first, &end))
		return false;
	base = outer ? first - first % outer : 0;
	if (outer && end > base + outer)
		return false;
	for (int64_t at = first, next; at < end; at = next) {
		next = min_of(end, base + ((at - base) / unit + 1) * unit);
		p->work[(at - base) / unit] += work * (double)(next - at) / (double)st->n;
	}
	return true;
}

/* Adds the work of passes of a chain (scan_chain()) in the same way. */
static void
profile_chain(struct profile *p, struct scope *s, const struct statement *st, size_t n,
	double times)
{
	struct footprints *f = p->cutting->footprints;
	struct passes all = s->only_passes, half = all;
	struct extent e = footprint_of(f, s, st, n), first = e;

	if (!e.any || box_judge(p->box, &e) == VERDICT_OUT)
		return;
	if (box_judge(p->box, &e) == VERDICT_IN && e.low[p->level] == e.high[p->level]) {
		book(p, &e, times * footprint_work(f, s, st, n));
		return;
	}
	s->only_passes.count = 1;
	if (all.count > 1)
		first = footprint_of(f, s, st, n);
	if (extents_equal(&first, &e, p->level + 1) || !cutting_halves(p->cutting)) {
		book(p, &e, times * (double)all.count * footprint_work(f, s, st, n));
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
	struct footprints *f = p->cutting->footprints;
	const struct extent e = footprint_of(f, s, st, n);
	const struct statement *chain = scan_chain(p->cutting->scan, s->function, st, n);
	struct passes before, all;
	struct scope *inner;

	if (!e.any || box_judge(p->box, &e) == VERDICT_OUT)
		return;
	if (box_judge(p->box, &e) == VERDICT_IN && e.low[p->level] == e.high[p->level]) {
		book(p, &e, times * footprint_work(f, s, st, n));
		return;
	}
	if (chain && chain_begin(s, chain)) {
		profile_chain(p, s, st, n, times);
		s->only = NULL;
		return;
	}
	if (st->kind == STATEMENT_LOOP && cutting_splits(p->cutting, s->function, st)) {
		all = scope_passes(s, st);
		before = s->counter[st->variable->number];
		if (all.known && all.count) {
			profile_passes(p, s, st, all, times);
			s->counter[st->variable->number] = before;
			return;
		}
	} else if (st->kind == STATEMENT_BLOCK || st->kind == STATEMENT_IF) {
		profile_list(p, s, st->body, times);
		return;
	} else if (st->kind == STATEMENT_CALL &&
		   !statements_compute(st->function->body)) {
		inner = scope_call(&f->scopes, s, st);
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
	struct footprints *f = p->cutting->footprints;
	size_t n;

	if (!cutting_divides(p->cutting, s, first)) {
		const struct extent e = footprint_of_list(f, s, first);

		if (e.any && box_judge(p->box, &e) != VERDICT_OUT)
			book(p, &e, times * footprint_work_of_list(f, s, first));
		return;
	}
	for (const struct statement *st = first; st; st = statement_after(st, n)) {
		n = cutting_group(p->cutting, s, st);
		profile_group(p, s, st, n, times);
	}
}

void
profile_function(struct profile *p, const struct function *f)
{
	profile_list(p, scope_entry(&p->cutting->footprints->scopes, f), f->body, 1);
}
