#include "code/cut.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "code/decide.h"
#include "code/profile.h"

enum {
	MOST_BOXES = 2 * GRID_LEVELS /* between two cuts */
};

/* How far a cut may be from its wanted place, as a fraction of a part's work. */
static const double NEAR = 0.02;

/* No further grids are tried once the largest part has at most so many times the work
   of a mean one. */
static const double MOST_UNEVEN = 1.05;

struct cutter {
	struct code_builder *code;
	struct cloner *cloner;
	struct cutting cutting;
};

/* One cut of the outputs. On each level above the last one it is inside the places low
   to high; on the last one it is just before place `low`. */
struct place {
	int nlevel;
	int64_t low[GRID_LEVELS], high[GRID_LEVELS];
};

/* Where to cut. */

struct search {
	struct cutting *cutting;
	const struct function *function;
	struct place *place; /* by the cuts' numbers */
	double *work;        /* before each cut */
	size_t n;            /* parts */
	double share;        /* work of a part if all were equal; 0: not yet known */
};

/* Sets the cuts `first` to end - 1, all of which are inside a box: `before` is the work
   before the box, `work` its own, 0 for the box of everything. False: the box cannot be
   divided on any level below. */
static bool search_level(struct search *s, struct box *box, double before, double work,
	size_t first, size_t end);

static void
set_place(struct search *s, size_t cut, const struct box *box, int64_t low, double before)
{
	struct place *p = &s->place[cut];

	p->nlevel = box->nlevel + 1;
	memcpy(p->low, box->low, sizeof box->low);
	memcpy(p->high, box->high, sizeof box->high);
	p->low[box->nlevel] = p->high[box->nlevel] = low;
	s->work[cut] = before;
}

/* Sets the cuts `first` to end - 1, which lie in places low to high of the box; on this
   level there can be no cut between these. `before` is the work before the places,
   `work` their own. */
static void
search_segment(struct search *s, struct box *box, int64_t low, int64_t high,
	double before, double work, size_t first, size_t end)
{
	struct box inner = *box;
	size_t from = first, to = end;

	/* Cuts near the ends are moved to them. */
	while (from < to && (double)(from + 1) * s->share - before <= NEAR * s->share)
		set_place(s, from++, box, low, before);
	while (to > from && before + work - (double)to * s->share <= NEAR * s->share)
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

/* Scales the work of the places to a sum of `wanted`, the work of the box. Their
   sum is less because preparations, which parts repeat, are counted for no place. The
   first call finds the share of a part. */
static void
scale(struct search *s, double *work, int64_t places, double wanted)
{
	double all = 0;

	for (int64_t i = 0; i < places; i++)
		all += work[i];
	if (s->share == 0)
		s->share = all / (double)s->n;
	else if (all > 0)
		for (int64_t i = 0; i < places; i++)
			work[i] *= wanted / all;
}

static bool
search_level(struct search *s, struct box *box, double before, double wanted,
	size_t first, size_t end)
{
	const struct grid *g = &s->cutting->grid;
	int level = box->nlevel;
	struct arena scratch = {0};
	struct profile p = {.cutting = s->cutting, .box = box, .level = level};
	int64_t places, high;
	size_t nsegment = 0;

	if (level == g->nlevel)
		return false;
	places = g->places[level];
	p.work = arena_array(&scratch, double, places);
	p.joined = arena_array(&scratch, bool, places + 1);
	profile_function(&p, s->function);
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

/* The boxes between two cuts, a and b. NULL stands for the beginning, or for the end. */

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

/* Parts. */

/* What a part does in each of its boxes, but those in which there is nothing to do. */
struct share {
	struct decisions *box;
	size_t nbox;
};

/* False: it cannot be divided like this. */
static bool
decide_part(struct cutter *c, const struct function *f, const struct boxes *boxes,
	struct share *share)
{
	share->box = arena_array(c->code->arena, struct decisions, boxes->n);
	c->cutting.halvings = 0;
	for (size_t i = 0; i < boxes->n; i++) {
		struct decisions *d = &share->box[share->nbox];

		*d = (struct decisions){.arena = c->code->arena};
		if (!decide_function(&c->cutting, f, &boxes->box[i], d))
			return false;
		share->nbox += !decisions_drop(d);
	}
	return true;
}

/* Decides on all parts before any is built, since a function that was built stays. */
static struct cut
cut_at(struct cutter *c, const struct function *f, const struct place *place, size_t n,
	const char *stem)
{
	struct cut cut = {
		.part = arena_array(c->code->arena, const struct function *, n)};
	struct share *share = arena_array(c->code->arena, struct share, n);

	for (size_t i = 0; i < n; i++) {
		struct boxes boxes = {.n = 0};

		add_boxes(&boxes, &(struct box){0}, i ? &place[i - 1] : NULL,
			i + 1 < n ? &place[i] : NULL);
		if (!decide_part(c, f, &boxes, &share[i]))
			return (struct cut){0};
	}
	for (size_t i = 0; i < n; i++)
		if (share[i].nbox) {
			cut.part[cut.npart] = clone_part(c->cloner, f, share[i].box,
				share[i].nbox, cut.npart, stem);
			cut.npart++;
		}
	return cut;
}

struct cutter *
cutter_new(struct code_builder *code)
{
	struct cutter *c = arena_new(code->arena, struct cutter);

	c->code = code;
	c->cloner = cloner_new(code);
	c->cutting.scan = scan_new(code->arena);
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

/* Searches for cuts in the current grid. Returns the work of the largest part; 0: there
   are no cuts. */
static double
search(struct cutter *c, struct search *s, const struct function *f, size_t n)
{
	struct arena *arena = c->cutting.footprints->scopes.arena;
	struct box all = {0};

	*s = (struct search){.cutting = &c->cutting,
		.function = f,
		.place = arena_array(arena, struct place, n),
		.work = arena_array(arena, double, n),
		.n = n};
	c->cutting.halvings = 0;
	return search_level(s, &all, 0, 0, 0, n - 1) ? largest(s) : 0;
}

/* Finds the best cuts: axis by axis or, where no cuts between places of single axes
   divide the work evenly, with the last axes joined into one. Returns the work of the
   largest part; 0: there are no cuts. */
static double
search_grids(struct cutter *c, struct search *best, const struct function *f, size_t n)
{
	struct grid grid = {0};
	struct search s;
	double least = 0, most;

	*best = (struct search){0};
	for (int joined = 1; grid_make(&c->cutting.grid, f, joined); joined++) {
		most = search(c, &s, f, n);
		if (most > 0 && (least == 0 || most < least)) {
			*best = s;
			least = most;
			grid = c->cutting.grid;
		}
		if (least > 0 && least <= MOST_UNEVEN * best->share)
			break;
	}
	c->cutting.grid = grid;
	return least;
}

struct cut
cutter_cut(struct cutter *c, const struct function *f, size_t n, const char *stem)
{
	struct arena scratch = {0};
	struct footprints footprints = {
		.scopes.arena = &scratch, .grid = &c->cutting.grid};
	struct search s;
	struct cut cut = {0};

	c->cutting.footprints = &footprints;
	if (n > 1 && search_grids(c, &s, f, n) > 0)
		cut = cut_at(c, f, s.place, n, stem);
	if (!cut.npart) {
		grid_make(&c->cutting.grid, f, 1);
		cut = cut_at(c, f, NULL, 1, stem);
	}
	c->cutting.footprints = NULL;
	arena_free(&scratch);
	return cut;
}
