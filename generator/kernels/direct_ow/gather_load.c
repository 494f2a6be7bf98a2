#include "kernels/direct_ow/gather.h"

#include "arena.h"
#include "checked.h"

#include <string.h>

/* The load of so many elements from src on: one that is there, or a new one. */
static size_t
find_load(struct column_plan *plan, int64_t src, int64_t lanes)
{
	struct load *load;

	for (size_t i = *newest(&plan->loads, (uint64_t)src); i;
		i = plan->loads.before[i - 1])
		if (plan->load[i - 1].src == src && plan->load[i - 1].lanes == lanes)
			return i - 1;
	plan->load = arena_grow(plan->arena, plan->load, plan->nload, sizeof *plan->load);
	add_to_chain(&plan->loads, (uint64_t)src, plan->nload, plan->arena);
	load = &plan->load[plan->nload];
	load->src = src;
	load->lanes = lanes;
	return plan->nload++;
}

void
drop_loads(struct column_plan *plan, size_t kept)
{
	while (plan->nload > kept) {
		const struct load *load = &plan->load[--plan->nload];

		*newest(&plan->loads, (uint64_t)load->src) =
			plan->loads.before[plan->nload];
	}
}

/* Where to load from, so that element src, wanted in lane, is loaded. Loads of a row
   follow one another. Otherwise neighbours of a stride share loads when these begin at
   multiples of it, unless the next multiple below src is too far off. */
static size_t
choose_load(const struct gathering *g, int64_t src, int lane)
{
	const struct patch *patch = g->patch;
	int64_t stride = g->stride, lanes = g->plan->vector->lanes, begin;
	int64_t above = floor_mod(src, stride);

	if (patch->high - patch->low < lanes)
		return find_load(g->plan, patch->low, patch->high - patch->low);
	if (g->row != NO_INPUT)
		begin = src - floor_mod(src - g->row, lanes);
	else
		begin = stride == 1 || above >= lanes ? src - lane : src - above;
	if (begin > patch->high - lanes)
		begin = patch->high - lanes;
	if (begin < patch->low)
		begin = patch->low;
	return find_load(g->plan, begin, lanes);
}

int
first_wanted(const int64_t *wanted, int lanes, bool zeros)
{
	for (int i = 0; i < lanes; i++)
		if (zeros ? wanted[i] == ZERO_INPUT : is_input(wanted[i]))
			return i;
	return lanes;
}

void
take_lanes(int lanes, const int64_t *at, bool in_place, bool first, int64_t *wanted,
	struct gather_step *step)
{
	int lane = first_wanted(wanted, lanes, false);
	int64_t shift = at[lane] - lane;

	step->whole = first;
	for (int i = 0; i < lanes; i++) {
		int64_t near = i + shift;

		if (is_input(wanted[i]) && at[i] >= 0 && (!in_place || at[i] == i)) {
			step->lane[i] = (uint8_t)(first ? at[i] : at[i] + lanes);
			step->whole &= at[i] == i;
			wanted[i] = NO_INPUT;
			continue;
		}
		/* What nobody wants goes on like its neighbours. */
		near = near < 0 ? 0 : near >= lanes ? lanes - 1 : near;
		step->lane[i] = (uint8_t)(first ? near : i);
	}
}

void
take_load(
	const struct gathering *g, int64_t *wanted, bool first, struct gather_step *step)
{
	int lanes = g->plan->vector->lanes, lane = first_wanted(wanted, lanes, false);
	int64_t at[MAX_LANES], src = wanted[lane];
	const struct load *load;

	step->gather = NO_GATHER;
	step->load = choose_load(g, src, lane);
	load = &g->plan->load[step->load];
	for (int i = 0; i < lanes; i++) {
		at[i] = is_input(wanted[i]) ? wanted[i] - load->src : -1;
		if (at[i] >= load->lanes)
			at[i] = -1;
	}
	take_lanes(lanes, at, g->stride == 1 && src - load->src == lane, first, wanted,
		step);
}

/* The step that puts zeros in. */
static void
add_zeros(const int64_t *wanted, int lanes, struct gather_step *step)
{
	step->load = NO_LOAD;
	step->gather = NO_GATHER;
	for (int i = 0; i < lanes; i++)
		step->lane[i] = (uint8_t)(wanted[i] == ZERO_INPUT ? lanes + i : i);
}

/* Lanes of the first source and of the second come out of both at once. */
static void
join_first_steps(struct gather_step *step, int lanes)
{
	step[0].whole = true;
	for (int i = 0; i < lanes; i++) {
		if (step[1].lane[i] < lanes)
			step[1].lane[i] = step[0].lane[i];
		step[0].lane[i] = (uint8_t)i;
	}
}

size_t
gather_steps(const struct gathering *g, take_source *take, const int64_t *src,
	struct gather_step *step)
{
	int lanes = g->plan->vector->lanes;
	int64_t wanted[MAX_LANES];
	size_t n = 0;

	memcpy(wanted, src, (size_t)lanes * sizeof *wanted);
	while (first_wanted(wanted, lanes, false) < lanes) {
		take(g, wanted, n == 0, &step[n]);
		n++;
	}
	if (first_wanted(wanted, lanes, true) < lanes)
		add_zeros(wanted, lanes, &step[n++]);
	if (n > 1 && !step[0].whole)
		join_first_steps(step, lanes);
	return n;
}
