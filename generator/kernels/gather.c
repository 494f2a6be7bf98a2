#include "kernels/columns.h"

#include "arena.h"

#include <string.h>

/* The load of so many elements from src on: one that is there, or a new one. */
static size_t
find_load(struct column_plan *plan, int64_t src, int64_t lanes)
{
	struct load *load;

	for (size_t i = 0; i < plan->nload; i++)
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

	while (wanted[lane] == NO_INPUT)
		lane++;
	step->load = choose_load(plan, patch, wanted[lane], lane);
	load = &plan->load[step->load];
	shift = wanted[lane] - load->src - lane;
	in_place = !shift && w->axis[w->naxis - 1].stride == 1;
	step->whole = first;
	for (int i = 0; i < lanes; i++) {
		int64_t at = wanted[i] == NO_INPUT ? -1 : wanted[i] - load->src;

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

static bool
is_done(const int64_t *wanted, int lanes)
{
	for (int i = 0; i < lanes; i++)
		if (wanted[i] != NO_INPUT)
			return false;
	return true;
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

size_t
find_gather(struct column_plan *plan, const struct patch *patch, const int64_t *src)
{
	struct gather_step step[MAX_LANES];
	struct gather *gather;
	int64_t wanted[MAX_LANES];
	size_t n = 0;

	memcpy(wanted, src, (size_t)plan->lanes * sizeof *wanted);
	memset(step, 0, sizeof step);
	while (!is_done(wanted, plan->lanes)) {
		make_step(plan, patch, wanted, n == 0, &step[n]);
		n++;
	}
	if (n > 1 && !step[0].whole)
		join_first_steps(step, plan->lanes);
	for (size_t i = 0; i < plan->ngather; i++)
		if (plan->gather[i].nstep == n &&
			plan->gather[i].step->load == step->load &&
			!memcmp(plan->gather[i].step, step, n * sizeof *step))
			return i;
	plan->gather = arena_grow(
		plan->arena, plan->gather, plan->ngather, sizeof *plan->gather);
	gather = &plan->gather[plan->ngather];
	gather->step = memcpy(
		arena_array(plan->arena, struct gather_step, n), step, n * sizeof *step);
	gather->nstep = n;
	return plan->ngather++;
}
