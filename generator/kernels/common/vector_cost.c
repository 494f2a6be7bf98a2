#include "kernels/common/vector.h"

#include "checked.h"
#include "kernels/common/tiles.h"

#include <string.h>

/* What vector code does: every lane of every operation counts. */

static uint64_t
product(uint64_t a, int64_t b)
{
	return count_mul(a, (uint64_t)b);
}

/* How often the body of a tile's loops runs: looped taps of all input channels. */
static uint64_t
rounds_of(const struct tiles *t, const struct nest *nest)
{
	uint64_t rounds = (uint64_t)t->window.ic;

	for (int i = 0; i < t->window.naxis; i++)
		if (nest->tile->looped[i])
			rounds = product(rounds, nest->ntap[i]);
	return rounds;
}

/* Additions for each sum of a convolution: to the bias, or each block to the total. */
static uint64_t
adds_of_sum(const struct tiles *t)
{
	return t->nblock > 1 ? (uint64_t)t->nblock : 1;
}

/* Each input is read once for all vectors of channels, the weights of a tap once for all
   positions; from the stack where they are packed there. */
static struct cost
channels_call(
	const struct tiles *t, const struct schedule *schedule, const struct nest *nest)
{
	const struct tile *tile = nest->tile;
	const struct vector_code *code = tile->code;
	uint64_t rounds = rounds_of(t, nest), uses = 0;
	struct cost cost;

	for (size_t k = 0; k < code->ntap; k++)
		uses += code->tap[k].nuse;
	cost = cost_of_terms(&t->window, schedule->settings.numerics,
		product(count_mul(uses, rounds), tile->lanes));
	cost.reads = count_mul(rounds, uses);
	if (!t->packs)
		cost.reads = count_add(
			cost.reads, product(count_mul(rounds, code->ntap), tile->lanes));
	if (schedule->plan->bias && !t->by_blocks)
		cost.reads = count_add(cost.reads, (uint64_t)tile->channels);
	cost.adds = count_add(
		cost.adds, product(adds_of_sum(t), tile->positions * tile->lanes));
	cost.writes = (uint64_t)(tile->positions * tile->channels);
	return cost;
}

/* Elements of the loads that a gather takes lanes out of, and that are not there yet. */
static uint64_t
elements_gathered(const struct vector_code *code, size_t gather, bool *have)
{
	const struct gather *g = &code->gather[gather];
	uint64_t n = g->base == NO_GATHER ? 0 : elements_gathered(code, g->base, have);

	for (size_t s = 0; s < g->nstep; s++) {
		size_t load = g->step[s].load;

		if (g->step[s].gather != NO_GATHER)
			n += elements_gathered(code, g->step[s].gather, have);
		if (load == NO_LOAD || have[load])
			continue;
		have[load] = true;
		n += (uint64_t)code->load[load].lanes;
	}
	return n;
}

/* Elements loaded for one input channel. A load serves the vectors of its group. */
static uint64_t
elements_loaded(const struct vector_code *code)
{
	bool have[code->nload + 1];
	size_t group = SIZE_MAX;
	uint64_t n = 0;

	for (size_t k = 0; k < code->nterm; k++) {
		if (code->term[k].sum / code->group != group)
			memset(have, 0, sizeof have);
		group = code->term[k].sum / code->group;
		n += elements_gathered(code, code->term[k].gather, have);
	}
	return n;
}

bool
divides_alike(const struct column *column)
{
	for (int64_t i = 1; i < column->lanes; i++)
		if (column->divisor[i] != column->divisor[0])
			return false;
	return true;
}

/* What makes averages of a vector of sums: one number divides all of them, or an array's,
   and where taps are loops a factor comes as an argument. */
static void
add_averages(struct cost *cost, const struct tile *tile, const struct column *column,
	uint64_t lanes)
{
	bool loops = tile->loops && tile->code->nterm;

	if (!divides_alike(column)) {
		cost->reads += lanes;
		cost->divisions += lanes;
		cost->multiplies += loops ? lanes : 0;
	} else if (loops) {
		cost->divisions += lanes;
		cost->multiplies += column->divisor[0] > 1;
	} else if (!is_power_of_two(column->divisor[0])) {
		cost->divisions += lanes;
	} else if (column->divisor[0] > 1) {
		cost->multiplies += lanes;
	}
}

/* Weights read for one input channel. */
static uint64_t
weights_read(const struct tile *tile)
{
	const struct vector_code *code = tile->code;
	uint64_t weights = 0;
	size_t n;

	for (size_t i = 0; code->weights && i < code->nterm; i++)
		weights += (uint64_t)code->term[i].fills;
	for (size_t i = 0; !code->weights && i < code->nterm; i += n) {
		n = vectors_of_tap(code, i);
		weights += shares_weights(tile, n) ? 1 : n;
	}
	return weights * (uint64_t)tile->channels;
}

static struct cost
columns_call(
	const struct tiles *t, const struct schedule *schedule, const struct nest *nest)
{
	const struct tile *tile = nest->tile;
	const struct vector_code *code = tile->code;
	const struct window_plan *w = &t->window;
	uint64_t rounds = rounds_of(t, nest), lanes = (uint64_t)t->vector->lanes;
	uint64_t channels = (uint64_t)tile->channels, terms = code->nterm * channels;
	struct cost cost = cost_of_terms(
		w, schedule->settings.numerics, count_mul(terms * lanes, rounds));

	cost.reads = inputs_copied(t, tile) ? 0 : elements_loaded(code);
	if (w->reduction == REDUCE_CONV)
		cost.reads += weights_read(tile);
	cost.reads = count_mul(cost.reads, rounds);
	for (size_t v = 0; v < code->ncolumn; v++) {
		cost.writes += (uint64_t)code->column[v].lanes * channels;
		if (w->reduction == REDUCE_AVERAGE)
			add_averages(&cost, tile, &code->column[v], lanes);
		else if (w->reduction == REDUCE_LP && w->p > 1)
			cost.roots += lanes;
		if (w->reduction != REDUCE_CONV)
			continue;
		cost.adds =
			count_add(cost.adds, count_mul(adds_of_sum(t), lanes * channels));
		if (schedule->plan->bias)
			cost.reads += channels;
	}
	return cost;
}

/* Divisors that are arrays of a function. */
static uint64_t
divisor_bytes(const struct tiles *t, const struct tile *tile)
{
	const struct vector_code *code = tile->code;
	uint64_t n = 0;

	if (t->window.reduction != REDUCE_AVERAGE)
		return 0;
	for (size_t v = 0; v < code->ncolumn; v++)
		n += !divides_alike(&code->column[v]);
	return n * (uint64_t)t->vector->lanes * dtype_info[t->spelling.accumulator].size;
}

struct cost
vector_cost(const struct tiles *t, const struct schedule *schedule)
{
	uint64_t groups = (uint64_t)t->window.group;
	struct cost cost = {0};

	for (size_t i = 0; i < t->nclass; i++) {
		const struct channel_class *class = &t->class[i];
		uint64_t tiles = product(groups, class->count);

		for (size_t k = 0; k < class->nnest; k++) {
			const struct nest *nest = &class->nest[k];
			uint64_t calls = product(tiles, t->window.batch);
			struct cost call = nest->tile->kind == TILE_VECTOR_CHANNELS
						   ? channels_call(t, schedule, nest)
						   : columns_call(t, schedule, nest);

			for (int l = 0; l < nest->nloop; l++)
				calls = product(calls, nest->loop[l].count);
			cost_add(&cost, &call, calls);
			if (inputs_copied(t, nest->tile))
				cost.reads = count_add(cost.reads,
					count_mul(calls / (uint64_t) class->count,
						elements_loaded(nest->tile->code) *
							(uint64_t)t->window.ic));
		}
		if (t->by_blocks && schedule->plan->bias)
			cost.reads = count_add(
				cost.reads, product(product(tiles, t->window.batch),
						    class->channels));
		for (size_t k = 0; k < class->ntile; k++)
			cost.constant_bytes += divisor_bytes(t, class->tile[k]);
	}
	cost.reads = count_add(cost.reads, tiles_packing_reads(t));
	return cost;
}
