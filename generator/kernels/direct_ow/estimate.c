#include "kernels/direct_ow/direct_ow.h"

#include "base/arena.h"
#include "base/checked.h"

#include <math.h>
#include <string.h>

/* Estimates of the functions' time, in vector operations; planning.ow of the processor's
   table has the costs. Measured: of some thirty ways to cut a plane, the estimate of code
   (code/time.h) takes slower ones. On a Zen 5 with x86-64-v4, for 31 pools and depthwise
   Convs, its choice took 1.036 times as long as the fastest way, and this one's 1.027;
   for the 16 where the two differ, 1.067 and 1.049. */

/* The cost of a shuffle or blend of two vectors. */
static double
step_cost(const struct vector_type *v, const struct permute_step *step)
{
	bool blend = true, block = true, first = true;

	if (v->block == v->lanes)
		return 1;
	for (int i = 0; i < v->lanes; i++) {
		int64_t from = step->lane[i] % v->lanes;

		blend &= from == i;
		block &= from / v->block == i / v->block;
		first &= step->lane[i] < v->lanes;
	}
	return blend || block || first ? 1 : 3;
}

double
sums_at_a_time(const struct output_block *block, const struct ow_kernel *own)
{
	int above = block->plan->window.naxis - 2;
	double columns = (double)own->ncolumn, overlap, rows;
	const struct axis *a;

	if (above < 0)
		return columns;
	a = &block->plan->window.axis[above];
	overlap = (double)a->kernel / (double)a->stride;
	rows = (double)block->tile[above]->size;
	return columns * fmin(overlap, rows) / rows;
}

/* The cost of weights in variables: those that find no register beside the sums and an
   input are loaded by every term. */
static double
weights_time(const struct output_block *block, const struct ow_kernel *own)
{
	double taps = (double)block->ntap, n = 0;
	/* Of single inputs, each is stored before the next sum begins. */
	double most = own->flows && block->plan->taps == 1 ? 1 : (double)own->group;
	double sums = fmin(sums_at_a_time(block, own), most);
	double outside = fmin(taps, sums + taps + 2 - block->plan->target->registers);

	for (size_t i = 0; i < own->nterm; i++)
		n += (double)own->term[i].fills;
	if (own->weights == WEIGHTS_BY_TAP && outside > 0)
		n += (double)own->nterm * outside / taps;
	return n;
}

/* What a group of vectors has of its inputs. */
struct inputs_made {
	const struct output_block *block;
	const struct ow_kernel *own;
	bool *load, *permute;
	int64_t steps;   /* calls' inputs are multiples of this apart, in elements */
	double crossing; /* loads that lie on two lines, in the mean of all calls */
};

/* The largest power of two, up to a line, that divides all distances of calls. */
static int64_t
steps_of(const struct output_block *block)
{
	const struct window_plan *w = &block->plan->window;
	int64_t steps = CACHE_LINE_BYTES / block->plan->element;
	int64_t moves = w->batch > 1 ? w->src.image : 0;

	if (w->group * w->ic > 1)
		moves |= w->src.channel;
	for (int i = 0; i < w->naxis; i++)
		if (block->tile[i]->count > 1)
			moves |=
				block->tile[i]->size * w->axis[i].stride * w->src.axis[i];
	while (moves % steps)
		steps /= 2;
	return steps;
}

/* The time of a load that the group does not have yet; counts those that lie on two
   lines. Operands are assumed to begin with a line. */
static double
load_time(struct inputs_made *made, size_t number)
{
	int64_t line = CACHE_LINE_BYTES / made->block->plan->element;
	const struct load *load = &made->own->load[number];
	int64_t at = (made->block->base + load->src) % made->steps;
	double share = (double)made->steps / (double)line;

	if (made->load[number])
		return 0;
	made->load[number] = true;
	for (; at < line; at += made->steps)
		made->crossing += at + load->lanes > line ? share : 0;
	return 1;
}

/* Loads and permutes for a vector of inputs, where its group does not have them. Recurses
   through the permutes that it is made of. */
static double
input_time(struct inputs_made *made, size_t number)
{
	const struct permute *g = &made->own->permute[number];
	double time = 0;

	if (made->permute[number])
		return 0;
	made->permute[number] = true;
	if (g->base != NO_PERMUTE)
		time += input_time(made, g->base);
	for (size_t k = 0; k < g->nstep; k++) {
		const struct permute_step *step = &g->step[k];

		if (step->permute != NO_PERMUTE)
			time += input_time(made, step->permute);
		else if (step->load != NO_LOAD)
			time += load_time(made, step->load);
		if (k || !step->whole)
			time += step_cost(made->block->plan->vector, step);
	}
	return time;
}

/* Loads and permutes: each group of vectors has its own. Sets the least time of loads
   that are as long as a line. */
static double
inputs_time(const struct output_block *block, const struct ow_kernel *own, double *least)
{
	struct inputs_made made = {.block = block,
		.own = own,
		.load = arena_array(block->arena, bool, own->nload),
		.permute = arena_array(block->arena, bool, own->npermute),
		.steps = steps_of(block)};
	double time = 0;

	for (size_t i = 0; i < own->nterm; i++) {
		const struct term *term = &own->term[i];

		if (i && term->sum / own->group != term[-1].sum / own->group) {
			memset(made.load, 0, own->nload * sizeof *made.load);
			memset(made.permute, 0, own->npermute * sizeof *made.permute);
		}
		time += input_time(&made, term->permute);
	}
	*least = made.crossing * block->plan->target->processor->planning.ow.crossing;
	return time;
}

bool
loads_matter(const struct tile_plan *p)
{
	return p->vector->lanes * p->element >= CACHE_LINE_BYTES && p->window.ic == 1 &&
	       !p->window.reduction->calls;
}

/* A term of so many channels. */
static double
term_time(const struct output_block *block, const struct ow_kernel *own,
	const struct term *term, double channels)
{
	const struct tile_plan *p = block->plan;
	double each = term->lanes == ALL_LANES ? 1 : 2;

	if (own->column[term->sum].width < p->vector->lanes)
		each *= p->target->processor->planning.ow.narrow;
	return channels * each;
}

/* Vector operations on one input channel: permutes and terms. Lower bound from latency:
   the terms of one accumulator form a dependency chain; chains overlap if they are
   interleaved or within the processor's lookahead. */
static double
channel_time(
	const struct output_block *block, const struct ow_kernel *own, double channels)
{
	const struct planning *price = &block->plan->target->processor->planning;
	double loads, time = inputs_time(block, own, &loads), ahead;

	for (size_t i = 0; i < own->nterm; i++) {
		bool again = i && own->term[i].tap == own->term[i - 1].tap;

		time += term_time(block, own, &own->term[i], channels);
		if (channels > 1 && !again)
			time += channels * price->ow.weight;
	}
	if (own->weights)
		time += weights_time(block, own);
	if (loads_matter(block->plan))
		time = fmax(time, loads);
	if (channels > 1 || !own->nterm)
		return time;
	ahead = price->ow.in_flight * (double)own->ncolumn / time;
	return fmax(time, price->ow.add * (double)own->nterm /
				  fmax(sums_at_a_time(block, own), ahead));
}

/* Whether a block's inputs were read before, for earlier blocks of the same rows, and
   have left the first cache since; three quarters of its lines are assumed to be kept. */
static bool
reads_again(const struct output_block *block)
{
	const struct tile_plan *p = block->plan;
	int64_t near = sums_in(p, p->target->processor->planning.near_bytes);

	return block->tile[p->window.naxis - 1]->first > 0 && p->plane_in > near / 4 * 3;
}

/* Inputs along an axis that each of a tile's calls reads first, if windows do not overlap
   and each has so many of its own. */
static double
inputs_along(const struct axis *axis, const struct axis_tile *tile, int64_t own)
{
	int64_t begin = max_of(tile->first * axis->stride - axis->pad_begin, 0);
	int64_t most = tile->size * tile->count * own;

	return (double)max_of(min_of(most, axis->in - begin), 0) / (double)tile->count;
}

bool
windows_are_apart(const struct window_plan *w)
{
	bool apart = true;

	for (int i = 0; i < w->naxis; i++)
		apart &= w->axis[i].kernel <= w->axis[i].stride;
	return apart;
}

/* Lines of inputs that a call of a block's function reads first, and that come when they
   are asked for. Processors foresee those of a load whose address has moved on by the
   same few bytes for some passes of a loop; planes behind one another may be one loop.
   Measured: it matters for what leaves the first cache, if few operations are done with
   each line; 2x2 pools take up to 1.6 times as long where loads are not foreseen. */
static double
lines_unforeseen(const struct output_block *block)
{
	const struct tile_plan *p = block->plan;
	const struct window_plan *w = &p->window;
	const struct planning *limit = &p->target->processor->planning;
	int64_t plane = p->plane_in * p->element, step = 0, passes = 1;
	int64_t all = w->batch * w->group * tile_plan_image(p);
	double lines = (double)p->element / CACHE_LINE_BYTES;
	bool whole = p->vector->lanes * p->element >= CACHE_LINE_BYTES;

	if (plane < limit->foreseen_bytes || all <= limit->near_bytes ||
		!windows_are_apart(w))
		return 0;
	for (int i = w->naxis - 1; i >= 0; i--) {
		const struct axis *axis = &w->axis[i];
		const struct axis_tile *tile = block->tile[i];

		/* Rows may be left out; lines hold what is left out of a row. */
		lines *= inputs_along(
			axis, tile, i < w->naxis - 1 ? axis->kernel : axis->stride);
		if (tile->count > 1 && !step) {
			step = tile->size * axis->stride * w->src.axis[i] * p->element;
			passes = tile->count;
		}
	}
	if (!step || step >= (whole ? limit->foreseen_lines : limit->foreseen_bytes))
		return lines;
	if (plane - step * (passes - 1) < limit->foreseen_bytes)
		return 0;
	return lines * (double)min_of(limit->foreseen_from, passes) / (double)passes;
}

/* The time of a call with so many vector operations. */
static double
with_lines(const struct output_block *block, double time)
{
	const struct processor *p = block->plan->target->processor;
	double lines = p->planning.ow.line * lines_unforeseen(block);

	return fmax(time, lines + (1 - p->overlap) * time);
}

/* The store of a vector: powers of two lanes are stored at once, others as two pieces
   (opgen_vector.h). The shuffle between them counts where blends for want of masks take
   the same units. */
static double
store_time(const struct target *target, const struct column *column)
{
	double store = target->processor->planning.ow.store;
	int64_t lanes = column->lanes;

	if (lanes == column->width || !(lanes & (lanes - 1)))
		return store;
	return 2 * store + !target->masks;
}

/* Roots and stores of a channel's sums. */
static double
outputs_time(const struct output_block *block, const struct ow_kernel *own)
{
	const struct window_plan *w = &block->plan->window;
	const struct target *target = block->plan->target;
	const struct processor *p = target->processor;
	const struct work_time *work = p->work[WIDTH_FULL];
	const struct work_time *root = &work[w->p == 2 ? WORK_SQRT : WORK_ROOT];
	const double *units = p->units[WIDTH_FULL];
	double time = 0;

	for (size_t v = 0; v < own->ncolumn; v++)
		time += store_time(target, &own->column[v]);
	if (takes_roots(w))
		time += root->busy / units[root->unit] * units[UNIT_ARITHMETIC] *
			(double)own->ncolumn;
	return time;
}

double
block_time(
	const struct output_block *block, int64_t channels, const struct ow_kernel *own)
{
	const struct planning *price = &block->plan->target->processor->planning;
	double m = (double)channels, ic = (double)block->plan->window.ic;
	double time = channel_time(block, own, m) * ic + m * outputs_time(block, own);

	if (reads_again(block))
		time += (double)own->nload * ic;
	if (block->plan->vector->narrow)
		time *= price->ow.narrow;
	if (m * ic > 1)
		return time + price->ow.call;
	return with_lines(block, time) + price->ow.inlined;
}

double
block_least_time(const struct output_block *block, int64_t channels)
{
	const struct tile_plan *p = block->plan;
	const struct planning *price = &p->target->processor->planning;
	double terms = (double)block->ninput * (double)p->window.ic;

	return price->ow.inlined +
	       (p->vector->narrow ? price->ow.narrow : 1) *
		       (terms + price->ow.store * (double)block->positions) *
		       (double)channels / p->vector->lanes;
}
