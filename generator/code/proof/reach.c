#include "code/proof/reach.h"

#include "base/checked.h"

#include <limits.h>
#include <string.h>

static int64_t
greatest_divisor(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}

/* The value of a term in a pass (iteration) of its loop. */
static int64_t
term_at(struct walk *w, const struct walk_term *t, int64_t pass)
{
	int64_t n = t->first + t->step * pass;

	if (t->table)
		n = walk_table(w, t->table, n);
	n /= t->divide;
	return (t->modulo ? n % t->modulo : n) * t->inc;
}

/* The number of a loop's passes after which a term's steps repeat. */
static int64_t
period_of(const struct walk_term *t, const struct walk_loop *l)
{
	int64_t first = t->first + t->step * l->from, step = t->step * l->every;
	int64_t last = first + step * (l->count - 1), cycle = t->divide;

	if (t->modulo &&
		first / (t->divide * t->modulo) != last / (t->divide * t->modulo))
		cycle *= t->modulo;
	return cycle / greatest_divisor(step, cycle);
}

/* An address and its terms. */
struct expansion {
	struct walk *walk;
	const struct walk_place *place;
	struct reaches *out;
	size_t n;
};

/* The sum of a loop's terms in a pass. */
static int64_t
terms_at(const struct expansion *e, int loop, int64_t pass)
{
	int64_t sum = 0;

	for (int i = 0; i < e->place->nterm; i++)
		if (e->place->term[i].loop == loop)
			sum += term_at(e->walk, &e->place->term[i], pass);
	return sum;
}

/* The number of passes of a loop, from number i on, in which a term has equal steps. */
static int64_t
even_passes(const struct walk_term *t, const struct walk_loop *l, int64_t i)
{
	int64_t n = t->first + t->step * (l->from + l->every * i),
		step = t->step * l->every;
	int64_t unit = t->divide > 1 ? t->divide : t->modulo;

	if (t->table || step < 0)
		return 1;
	return unit && step ? (unit - 1 - n % unit) / step + 1 : INT64_MAX;
}

/* Extends a set by what a loop's terms add to it in all passes: roughly, to all bytes
   between the nearest and the farthest. Each of these two is at an end of passes with
   equal steps. After `period` passes the steps repeat. */
static void
stretch(const struct expansion *e, int loop, int64_t period, struct reach *r)
{
	const struct walk_loop *l = &e->walk->loop[loop];
	int64_t nearest = INT64_MAX, farthest = INT64_MIN;

	for (int64_t i = 0, n; i < l->count; i += n) {
		/* Nothing between the first period and the last is nearest or
		   farthest. */
		if (i >= period && i < l->count - period)
			i = l->count - period;
		n = l->count - i;
		for (int k = 0; k < e->place->nterm; k++)
			if (e->place->term[k].loop == loop) {
				int64_t even = even_passes(&e->place->term[k], l, i);

				n = even < n ? even : n;
			}
		for (int end = 0; end < 2; end++) {
			int64_t pass = end ? i + n - 1 : i;
			int64_t at = terms_at(e, loop, l->from + l->every * pass);

			nearest = at < nearest ? at : nearest;
			farthest = at > farthest ? at : farthest;
		}
	}
	region_set_run(&r->region, r->region.offset + nearest,
		region_extent(&r->region) + farthest - nearest);
	r->rough = true;
}

/* After how many of a loop's passes the steps of all its terms repeat; the number of
   passes if that is less, or if a table is read. */
static int64_t
common_period(const struct expansion *e, int loop)
{
	const struct walk_loop *l = &e->walk->loop[loop];
	int64_t period = 1;

	for (int i = 0; i < e->place->nterm; i++) {
		const struct walk_term *t = &e->place->term[i];
		int64_t n, more;

		if (t->loop != loop)
			continue;
		n = period_of(t, l);
		more = n / greatest_divisor(period, n);
		if (t->table || more > l->count / period)
			return l->count;
		period *= more;
	}
	return period;
}

static bool
is_named(const struct expansion *e, int loop, bool in_table)
{
	for (int i = 0; i < e->place->nterm; i++)
		if (e->place->term[i].loop == loop &&
			(e->place->term[i].table || !in_table))
			return true;
	return false;
}

/* Room for number n; those before it are there. */
static struct reach *
room_for(struct reaches *all, size_t n)
{
	if (n == all->room) {
		all->reach = arena_grow(all->arena, all->reach, n, sizeof *all->reach);
		all->reach[all->room++] = arena_new(all->arena, struct reach);
	}
	return all->reach[n];
}

/* Copies what is there of dims and terms: most reaches have few. */
static void
copy_reach(struct reach *to, const struct reach *from)
{
	memcpy(to, from, offsetof(struct reach, region));
	region_copy(&to->region, &from->region);
	memcpy(to->term, from->term, (size_t)from->nterm * sizeof from->term[0]);
}

/* Expands the loops from number `loop` on; those before it are done. */
static bool
expand(struct expansion *e, int loop, struct reach *r)
{
	const struct walk_loop *l = &e->walk->loop[loop];
	int64_t period, before;

	if (loop == e->walk->nloop) {
		if (e->n == MOST_PIECES)
			return false;
		copy_reach(room_for(e->out, e->n), r);
		e->n++;
		return true;
	}
	if (!is_named(e, loop, false))
		return expand(e, loop + 1, r);
	period = common_period(e, loop);
	if (period > MOST_PIECES || is_named(e, loop, true)) {
		stretch(e, loop, period, r);
		return expand(e, loop + 1, r);
	}
	if (r->nterm == REACH_TERMS)
		return false;
	if (period > 1 && loop < r->hidden)
		r->hidden = loop;
	before = r->region.offset;
	for (int64_t skip = 0; skip < period && skip < l->count; skip++) {
		int64_t from = l->from + l->every * skip, every = l->every * period;
		int64_t count = ceil_div(l->count - skip, period);
		int64_t at = terms_at(e, loop, from);
		int64_t inc = terms_at(e, loop, from + every) - at;
		struct reach part;

		copy_reach(&part, r);
		part.region.offset = before + at;
		if (count > 1 && inc)
			part.term[part.nterm++] =
				(struct reach_term){loop, inc, from, every, count};
		if (!expand(e, loop + 1, &part))
			return false;
	}
	return true;
}

/* Whether no term has a remainder or a table. Then each loop has one term at most. */
static bool
is_plain(const struct walk_place *place)
{
	for (int i = 0; i < place->nterm; i++) {
		const struct walk_term *t = &place->term[i];

		if (t->divide > 1 || t->modulo || t->table)
			return false;
	}
	return place->nterm <= REACH_TERMS;
}

/* Adds the reach of such an address. */
static void
add_plain(const struct walk *w, const struct walk_place *place, struct reach *r)
{
	for (int i = 0; i < place->nterm; i++) {
		const struct walk_term *t = &place->term[i];
		const struct walk_loop *l = &w->loop[t->loop];
		int64_t inc = t->step * t->inc;

		r->region.offset += t->first * t->inc + inc * l->from;
		if (l->count > 1)
			r->term[r->nterm++] = (struct reach_term){
				t->loop, inc * l->every, l->from, l->every, l->count};
	}
}

bool
reaches_of(struct walk *w, const struct walk_loop *entered,
	const struct walk_place *place, const struct region *what, struct reaches *out)
{
	struct expansion e = {.walk = w, .place = place, .out = out};
	struct reach *r = room_for(out, 0), one;

	region_copy(&r->region, what);
	r->region.offset += place->offset;
	r->nterm = 0;
	r->hidden = INT_MAX;
	r->rough = false;
	r->open = false;
	for (int i = w->nloop; i-- > 0;)
		if (entered[i].from != w->loop[i].from ||
			entered[i].every != w->loop[i].every ||
			entered[i].count != w->loop[i].count)
			r->hidden = i;
	out->n = 1;
	if (place->vague)
		return false;
	if (is_plain(place)) {
		add_plain(w, place, r);
		return true;
	}
	copy_reach(&one, r);
	if (!expand(&e, 0, &one))
		return false;
	out->n = e.n;
	return true;
}

static void
remove_term(struct reach *r, int i)
{
	r->term[i] = r->term[--r->nterm];
}

bool
reach_fold(struct reach *r, int loop)
{
	bool fits = true;

	for (int i = r->nterm; i-- > 0;)
		if (r->term[i].loop == loop) {
			fits &= region_repeat(
				&r->region, r->term[i].inc, r->term[i].count);
			remove_term(r, i);
		}
	if (r->hidden == loop)
		r->hidden = INT_MAX;
	return fits;
}

static bool
same_term(const struct reach_term *a, const struct reach_term *b)
{
	return a->loop == b->loop && a->inc == b->inc && a->from == b->from &&
	       a->every == b->every && a->count == b->count;
}

/* Whether two reaches depend on the passes in the same way. */
static bool
same_terms(const struct reach *a, const struct reach *b)
{
	if (a->nterm != b->nterm)
		return false;
	for (int i = 0; i < a->nterm; i++) {
		bool found = false;

		for (int k = 0; k < b->nterm; k++)
			found |= same_term(&a->term[i], &b->term[k]);
		if (!found)
			return false;
	}
	return true;
}

static bool
join(struct reach *a, const struct reach *b)
{
	return !a->open && !b->open && a->object == b->object && a->hidden == b->hidden &&
	       same_terms(a, b) && region_join(&a->region, &b->region);
}

void
reaches_add(struct reaches *all, size_t from, const struct reach *r)
{
	struct reach *room;

	if (all->n > from && join(all->reach[all->n - 1], r)) {
		while (all->n > from + 1 &&
			join(all->reach[all->n - 2], all->reach[all->n - 1]))
			all->n--;
		return;
	}
	room = room_for(all, all->n++);
	if (room != r)
		copy_reach(room, r);
}

/* Whether two reaches depend on the loops before number `level` in the same way, and
   the first on no others; adds its distance in the same pass. */
static bool
goes_along(const struct reach *a, const struct reach *with, int level, int64_t *offset)
{
	int n = 0;

	for (int i = 0; i < with->nterm; i++) {
		const struct reach_term *t = &with->term[i], *s = a->term;

		if (t->loop >= level)
			continue;
		n++;
		while (s < a->term + a->nterm && s->loop != t->loop)
			s++;
		if (s == a->term + a->nterm || t->every % s->every ||
			(t->from - s->from) % s->every ||
			s->inc * (t->every / s->every) != t->inc)
			return false;
		*offset += s->inc * ((t->from - s->from) / s->every);
	}
	return n == a->nterm;
}

/* Whether a reach is of bytes near those of a region, in the same pass of the loops
   before number `level`, of the same object as another one; and how far it is from there.
 */
static bool
is_along(const struct reach *r, const struct reach *what, const struct region *wanted,
	int level, int64_t *offset)
{
	int64_t begin;

	*offset = 0;
	if (r->object != what->object || r->hidden != INT_MAX ||
		!goes_along(r, what, level, offset))
		return false;
	begin = r->region.offset + *offset;
	return begin < wanted->offset + region_extent(wanted) &&
	       wanted->offset < begin + region_extent(&r->region);
}

/* Whether a region that is moved contains another one, without looking closely: if they
   have the same form, or the first has no gaps. */
static bool
contains(const struct region *region, int64_t offset, const struct region *what)
{
	int64_t begin = region->offset + offset, length = what->length;
	bool same = region->ndim == what->ndim;

	for (int i = 0; i < region->ndim && same; i++)
		same = region->dim[i].inc == what->dim[i].inc &&
		       region->dim[i].count == what->dim[i].count;
	if (!region->ndim)
		length = region_extent(what);
	return (same || !region->ndim) && begin <= what->offset &&
	       what->offset + length <= begin + region->length;
}

/* Whether they contain it in all passes of the loops from number `level` on. A walk asks
   this so often that the memory of each answer is freed. */
static bool
hold_from(const struct reaches *all, size_t from, const struct reach *what, int level)
{
	struct arena scratch = {0};
	struct region *of, wanted;
	int64_t offset;
	size_t n = 0;
	bool held;

	region_copy(&wanted, &what->region);
	for (int i = 0; i < what->nterm; i++)
		if (what->term[i].loop >= level &&
			!region_repeat(&wanted, what->term[i].inc, what->term[i].count))
			return false;
	for (size_t i = from; i < all->n; i++) {
		if (!is_along(all->reach[i], what, &wanted, level, &offset))
			continue;
		if (contains(&all->reach[i]->region, offset, &wanted))
			return true;
		n++;
	}
	if (!n)
		return false;
	of = arena_array(&scratch, struct region, n);
	n = 0;
	for (size_t i = from; i < all->n; i++)
		if (is_along(all->reach[i], what, &wanted, level, &offset)) {
			region_copy(&of[n], &all->reach[i]->region);
			of[n++].offset += offset;
		}
	held = regions_cover((struct regions){of, n}, &wanted, &scratch);
	arena_free(&scratch);
	return held;
}

bool
reaches_hold(const struct reaches *all, size_t from, const struct reach *what, int nloop)
{
	for (int level = nloop; level >= 0; level--) {
		bool named = level == nloop;

		/* Levels between two loops of the reach ask the same question. */
		for (int i = 0; i < what->nterm; i++)
			named |= what->term[i].loop == level;
		if (named && hold_from(all, from, what, level))
			return true;
	}
	return false;
}

bool
reach_all(const struct reach *r, struct region *region)
{
	bool fits = true;

	region_copy(region, &r->region);
	for (int i = 0; i < r->nterm; i++)
		fits &= region_repeat(region, r->term[i].inc, r->term[i].count);
	return fits;
}

bool
place_span(const struct walk *w, const struct walk_place *place, int64_t *nearest,
	int64_t *farthest)
{
	*nearest = *farthest = place->offset;
	for (int i = 0; i < place->nterm; i++) {
		const struct walk_term *t = &place->term[i];
		const struct walk_loop *l = &w->loop[t->loop];
		int64_t inc = t->step * t->inc, span = inc * l->every * (l->count - 1);

		if (t->divide > 1 || t->modulo || t->table)
			return false;
		*nearest += t->first * t->inc + inc * l->from + (span < 0 ? span : 0);
		*farthest += t->first * t->inc + inc * l->from + (span > 0 ? span : 0);
	}
	return !place->vague;
}
