#include "code/grid.h"

#include <string.h>

#include "base/checked.h"
#include "plan/plan.h"

enum {
	MOST_PLACES = 1024 /* of a level; an axis of more becomes several levels */
};

static void
add_level(struct grid *g, int64_t outer, int64_t unit, int64_t places)
{
	if (g->nlevel == GRID_LEVELS || places <= 1)
		return;
	g->outer[g->nlevel] = outer;
	g->unit[g->nlevel] = unit;
	g->places[g->nlevel++] = places;
}

/* Adds an axis of `extent` units, as several levels if there are many units. */
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

bool
grid_make(struct grid *g, const struct function *f, int joined)
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

bool
extents_equal(const struct extent *a, const struct extent *b, int nlevel)
{
	size_t n = (size_t)nlevel;

	return a->any == b->any && !memcmp(a->low, b->low, n * sizeof a->low[0]) &&
	       !memcmp(a->high, b->high, n * sizeof a->high[0]);
}

enum verdict
box_judge(const struct box *b, const struct extent *e)
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

bool
box_clip(const struct grid *g, const struct box *box, int output, int64_t *first,
	int64_t *end)
{
	bool one = true;

	if (output < box->low[0] || output > box->high[0])
		*end = *first;
	for (int l = 1; l < box->nlevel && *first < *end; l++) {
		int64_t base = g->outer[l] ? *first - *first % g->outer[l] : 0;
		bool all = box->low[l] <= 0 && box->high[l] >= g->places[l] - 1;

		/* In several units of the level above, part of the places is not one
		   run. */
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
