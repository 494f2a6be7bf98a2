#include "kernels/direct_ow/direct_ow.h"

#include "base/arena.h"
#include "base/checked.h"

#include <string.h>

/* The load of so many elements from src on: an existing one, or a new one. */
static size_t
find_load(struct ow_draft *draft, int64_t src, int64_t lanes)
{
	struct load *load;

	for (size_t i = *hash_table_newest(&draft->loads, (uint64_t)src); i;
		i = draft->loads.before[i - 1])
		if (draft->load[i - 1].src == src && draft->load[i - 1].lanes == lanes)
			return i - 1;
	draft->load =
		arena_grow(draft->arena, draft->load, draft->nload, sizeof *draft->load);
	hash_table_add(&draft->loads, (uint64_t)src, draft->nload, draft->arena);
	load = &draft->load[draft->nload];
	load->src = src;
	load->lanes = lanes;
	return draft->nload++;
}

void
drop_loads(struct ow_draft *draft, size_t kept)
{
	while (draft->nload > kept) {
		const struct load *load = &draft->load[--draft->nload];

		*hash_table_newest(&draft->loads, (uint64_t)load->src) =
			draft->loads.before[draft->nload];
	}
}

/* Chooses where to load from, so that element src, wanted in lane, is included. Loads of
   a row follow one another. Otherwise loads begin at multiples of the stride, so that its
   taps share them, unless the next multiple below src is too far. */
static size_t
choose_load(const struct permuting *g, int64_t src, int lane)
{
	const struct output_block *block = g->draft->block;
	int64_t stride = g->stride, lanes = g->draft->vector->lanes, begin;
	int64_t above = floor_mod(src, stride);

	if (block->high - block->low < lanes)
		return find_load(g->draft, block->low, block->high - block->low);
	if (g->row != NO_INPUT)
		begin = src - floor_mod(src - g->row, lanes);
	else
		begin = stride == 1 || above >= lanes ? src - lane : src - above;
	begin = max_of(min_of(begin, block->high - lanes), block->low);
	return find_load(g->draft, begin, lanes);
}

bool
is_input(int64_t wanted)
{
	return wanted != NO_INPUT && wanted != ZERO_INPUT;
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
	struct permute_step *step)
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
		/* Lanes that do not matter continue their neighbours. */
		near = near < 0 ? 0 : near >= lanes ? lanes - 1 : near;
		step->lane[i] = (uint8_t)(first ? near : i);
	}
}

void
take_load(
	const struct permuting *g, int64_t *wanted, bool first, struct permute_step *step)
{
	int lanes = g->draft->vector->lanes, lane = first_wanted(wanted, lanes, false);
	int64_t at[MAX_LANES], src = wanted[lane];
	const struct load *load;

	step->permute = NO_PERMUTE;
	step->load = choose_load(g, src, lane);
	load = &g->draft->load[step->load];
	for (int i = 0; i < lanes; i++) {
		at[i] = is_input(wanted[i]) ? wanted[i] - load->src : -1;
		if (at[i] >= load->lanes)
			at[i] = -1;
	}
	take_lanes(lanes, at, g->stride == 1 && src - load->src == lane, first, wanted,
		step);
}

/* Makes the step that puts zeros in. */
static void
add_zeros(const int64_t *wanted, int lanes, struct permute_step *step)
{
	step->load = NO_LOAD;
	step->permute = NO_PERMUTE;
	for (int i = 0; i < lanes; i++)
		step->lane[i] = (uint8_t)(wanted[i] == ZERO_INPUT ? lanes + i : i);
}

/* Merges the first two steps into one shuffle of both sources. */
static void
join_first_steps(struct permute_step *step, int lanes)
{
	step[0].whole = true;
	for (int i = 0; i < lanes; i++) {
		if (step[1].lane[i] < lanes)
			step[1].lane[i] = step[0].lane[i];
		step[0].lane[i] = (uint8_t)i;
	}
}

size_t
permute_steps(const struct permuting *g, take_source *take, const int64_t *src,
	struct permute_step *step)
{
	int lanes = g->draft->vector->lanes;
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
