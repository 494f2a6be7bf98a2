#include "kernels/columns.h"

#include "arena.h"

#include <string.h>

enum {
	RECENT =
		32 /* gathers that another one may be a shift of: those of the same row */
};

/* The load of so many elements from src on: one that is there, or a new one. */
static size_t
find_load(struct column_plan *plan, int64_t src, int64_t lanes)
{
	struct load *load;

	for (size_t i = plan->nload; i-- > 0;)
		if (plan->load[i].src == src && plan->load[i].lanes == lanes)
			return i;
	plan->load = arena_grow(plan->arena, plan->load, plan->nload, sizeof *plan->load);
	load = &plan->load[plan->nload];
	load->src = src;
	load->lanes = lanes;
	return plan->nload++;
}

/* Where to load from, so that element src, wanted in lane, is loaded. Neighbours of a
   stride share loads when these begin at multiples of it, unless the next multiple below
   src is too far off. */
static size_t
choose_load(struct column_plan *plan, const struct patch *patch, int64_t src, int lane)
{
	const struct window_plan *w = &patch->tiles->window;
	int64_t stride = w->axis[w->naxis - 1].stride, lanes = plan->lanes, begin;
	int64_t above = (src % stride + stride) % stride;

	if (patch->high - patch->low < lanes)
		return find_load(plan, patch->low, patch->high - patch->low);
	begin = stride == 1 || above >= lanes ? src - lane : src - above;
	if (begin > patch->high - lanes)
		begin = patch->high - lanes;
	if (begin < patch->low)
		begin = patch->low;
	return find_load(plan, begin, lanes);
}

/* One step: a load, and the lanes it serves, which are taken off the wanted. At stride 1
   a load with elements in their lanes serves no others: the next may have those in
   theirs.
 */
static void
make_step(struct column_plan *plan, const struct patch *patch, int64_t *wanted,
	bool first, struct gather_step *step)
{
	const struct load *load;
	int lanes = plan->lanes, lane = 0;
	const struct window_plan *w = &patch->tiles->window;
	bool in_place;
	int64_t shift;

	while (wanted[lane] == NO_INPUT || wanted[lane] == ZERO_INPUT)
		lane++;
	step->load = choose_load(plan, patch, wanted[lane], lane);
	load = &plan->load[step->load];
	shift = wanted[lane] - load->src - lane;
	in_place = !shift && w->axis[w->naxis - 1].stride == 1;
	step->whole = first;
	for (int i = 0; i < lanes; i++) {
		bool none = wanted[i] == NO_INPUT || wanted[i] == ZERO_INPUT;
		int64_t at = none ? -1 : wanted[i] - load->src;

		if (at >= 0 && at < load->lanes && (!in_place || at == i)) {
			step->lane[i] = first ? at : at + lanes;
			step->whole &= at == i;
			wanted[i] = NO_INPUT;
			continue;
		}
		/* What nobody wants goes on like its neighbours. */
		at = i + shift < 0 ? 0 : i + shift >= lanes ? lanes - 1 : i + shift;
		step->lane[i] = first ? at : i;
	}
}

/* The step that puts zeros in. */
static void
add_zeros(const int64_t *wanted, int lanes, struct gather_step *step)
{
	step->load = NO_LOAD;
	for (int i = 0; i < lanes; i++)
		step->lane[i] = wanted[i] == ZERO_INPUT ? lanes + i : i;
}

/* Whether lanes are wanted: inputs, or zeros. */
static bool
wants(const int64_t *wanted, int lanes, bool zeros)
{
	for (int i = 0; i < lanes; i++)
		if (wanted[i] != NO_INPUT && (wanted[i] == ZERO_INPUT) == zeros)
			return true;
	return false;
}

/* Lanes of the first load and of the second come out of both at once. */
static void
join_first_steps(struct gather_step *step, int lanes)
{
	step[0].whole = true;
	for (int i = 0; i < lanes; i++) {
		if (step[1].lane[i] < lanes)
			step[1].lane[i] = step[0].lane[i];
		step[0].lane[i] = i;
	}
}

/* Loads, one after the other, until every lane is there. */
static size_t
gather_loads(struct column_plan *plan, const struct patch *patch, const int64_t *src,
	struct gather_step *step)
{
	int64_t wanted[MAX_LANES];
	size_t n = 0;

	memcpy(wanted, src, (size_t)plan->lanes * sizeof *wanted);
	while (wants(wanted, plan->lanes, false)) {
		make_step(plan, patch, wanted, n == 0, &step[n]);
		n++;
	}
	if (wants(wanted, plan->lanes, true))
		add_zeros(wanted, plan->lanes, &step[n++]);
	if (n > 1 && !step[0].whole)
		join_first_steps(step, plan->lanes);
	return n;
}

/* One step where all but a few lanes are those of an earlier gather, one lane on: a tap
   that is a stride further than another. Returns false where they are not; of two lanes
   too few would be. */
static bool
shift_gather(struct column_plan *plan, const struct patch *patch, const int64_t *src,
	const struct gather *base, struct gather_step *step)
{
	int lanes = plan->lanes, middle = lanes / 2;
	int64_t wanted[MAX_LANES];
	size_t nload = plan->nload;

	if (lanes == 2 || src[middle] < 0 || base->src[middle + 1] != src[middle])
		return false;
	wanted[lanes - 1] = src[lanes - 1];
	for (int i = 0; i < lanes - 1; i++)
		wanted[i] = src[i] == base->src[i + 1] ? NO_INPUT : src[i];
	if (!wants(wanted, lanes, false))
		return false;
	make_step(plan, patch, wanted, false, step);
	if (wants(wanted, lanes, false) || wants(wanted, lanes, true)) {
		plan->nload = nload;
		return false;
	}
	for (int i = 0; i < lanes - 1; i++)
		if (src[i] == base->src[i + 1])
			step->lane[i] = i + 1;
	return true;
}

static bool
same_sources(const int64_t *a, const int64_t *b, int lanes)
{
	return a[lanes - 1] == b[lanes - 1] && a[lanes / 2] == b[lanes / 2] &&
	       !memcmp(a, b, (size_t)lanes * sizeof *a);
}

size_t
find_gather(struct column_plan *plan, const struct patch *patch, const int64_t *src)
{
	const struct window_plan *w = &patch->tiles->window;
	struct gather_step step[MAX_LANES + 1];
	struct gather *gather, found = {.base = NO_GATHER};
	size_t size = (size_t)plan->lanes * sizeof *src;
	size_t recent = plan->ngather < RECENT ? plan->ngather : RECENT;

	for (size_t i = plan->ngather; i-- > 0;)
		if (same_sources(plan->gather[i].src, src, plan->lanes))
			return i;
	memset(step, 0, sizeof step);
	/* Fewer loads take no more steps than a shift. */
	if (w->axis[w->naxis - 1].stride <= 2)
		recent = 0;
	for (size_t i = plan->ngather; i-- > plan->ngather - recent;)
		if (shift_gather(plan, patch, src, &plan->gather[i], step)) {
			found.base = i;
			found.nstep = 1;
			break;
		}
	if (!found.nstep)
		found.nstep = gather_loads(plan, patch, src, step);
	for (size_t i = 0; i < plan->ngather; i++)
		if (plan->gather[i].base == found.base &&
			plan->gather[i].nstep == found.nstep &&
			plan->gather[i].step->load == step->load &&
			!memcmp(plan->gather[i].step, step, found.nstep * sizeof *step))
			return i;
	found.step = memcpy(arena_array(plan->arena, struct gather_step, found.nstep),
		step, found.nstep * sizeof *step);
	found.src = memcpy(arena_array(plan->arena, int64_t, plan->lanes), src, size);
	plan->gather = arena_grow(
		plan->arena, plan->gather, plan->ngather, sizeof *plan->gather);
	gather = &plan->gather[plan->ngather];
	*gather = found;
	return plan->ngather++;
}
