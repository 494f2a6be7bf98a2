#include "kernels/direct_ow/direct_ow.h"

#include "base/arena.h"
#include "base/checked.h"

#include <math.h>

/* Estimates of the functions' time, in vector operations; tuning.ow of the processor's
   table has the costs. Measured: of some thirty ways to cut a plane, the estimate of code
   (code/timing/time.h) takes slower ones, and the generator takes three times as long for
   it. On a Zen 3 with x86-64-v3 it chose another way for 273 of 396 drawn windows; the
   first 45 of them took 1.074 times as long in its way. Operations alone, with the loads
   of weights and the length of the code, but without latencies, lines, widths, roots and
   parts of vectors, chose another way for 45, of which 41 took 1.068 times as long. */

/* The cost of a shuffle or blend of two vectors. */
static double
step_cost(const struct vector_type *v, const struct permute_step *step)
{
	bool blend = true, block = true, first = true;

	for (int i = 0; i < v->lanes; i++) {
		int64_t from = step->lane[i] % v->lanes;

		blend &= from == i;
		block &= from / v->block == i / v->block;
		first &= step->lane[i] < v->lanes;
	}
	return blend || block || first ? 1 : 3;
}

double
sums_at_a_time(const struct ow_draft *d)
{
	int above = d->plan->window.naxis - 2;
	double columns = (double)d->own->ncolumn, overlap, rows;
	const struct axis *a;

	if (above < 0)
		return columns;
	a = &d->plan->window.axis[above];
	overlap = (double)a->kernel / (double)a->stride;
	rows = (double)d->block->tile[above]->size;
	return columns * fmin(overlap, rows) / rows;
}

/* What a group of vectors has of its inputs. */
struct inputs_made {
	const struct ow_draft *draft;
	size_t group;           /* its number + 1 */
	size_t *load, *permute; /* the last group that has made each */
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
	int64_t line = CACHE_LINE_BYTES / made->draft->plan->element;
	const struct load *load = &made->draft->own->load[number];
	int64_t at = (made->draft->block->base + load->src) % made->steps;
	double share = (double)made->steps / (double)line;

	if (made->load[number] == made->group)
		return 0;
	made->load[number] = made->group;
	for (; at < line; at += made->steps)
		made->crossing += at + load->lanes > line ? share : 0;
	return 1;
}

/* Loads and permutes for a vector of inputs, where its group does not have them. Recurses
   through the permutes that it is made of. */
static double
input_time(struct inputs_made *made, size_t number)
{
	const struct permute *g = &made->draft->own->permute[number];
	double time = 0;

	if (made->permute[number] == made->group)
		return 0;
	made->permute[number] = made->group;
	for (size_t k = 0; k < g->nstep; k++) {
		const struct permute_step *step = &g->step[k];

		if (step->from == FROM_PERMUTE)
			time += input_time(made, step->number);
		else if (step->from == FROM_LOAD)
			time += load_time(made, step->number);
		if (k || !step->whole)
			time += step_cost(made->draft->plan->vector, step);
	}
	return time;
}

/* Loads and permutes: each group of vectors has its own. Sets the least time of loads
   that are as long as a line. */
static double
inputs_time(const struct ow_draft *d, double *least)
{
	const struct ow_kernel *own = d->own;
	struct inputs_made made = {.draft = d,
		.load = arena_array(d->block->arena, size_t, own->nload),
		.permute = arena_array(d->block->arena, size_t, own->npermute),
		.steps = steps_of(d->block)};
	double time = 0;

	for (size_t i = 0; i < own->nterm; i++) {
		made.group = own->term[i].sum / own->group + 1;
		time += input_time(&made, own->term[i].permute);
	}
	*least = made.crossing * d->plan->target->processor->tuning.ow.crossing;
	return time;
}

bool
loads_matter(const struct tile_plan *p)
{
	return p->vector->lanes * p->element >= CACHE_LINE_BYTES && p->window.ic == 1 &&
	       !p->window.reduction->calls;
}

/* Vector operations on one input channel: permutes and terms. Lower bound from latency:
   the terms of one accumulator form a dependency chain; chains overlap if they are
   interleaved or within the processor's lookahead. */
static double
channel_time(const struct ow_draft *d)
{
	const struct tuning *price = &d->plan->target->processor->tuning;
	const struct ow_kernel *own = d->own;
	double channels = (double)d->kernel->channels, ahead;
	double loads, time = inputs_time(d, &loads);

	for (size_t i = 0; i < own->nterm; i++) {
		const struct term *term = &own->term[i];
		double each = term->lanes == ALL_LANES ? 1 : 2;

		if (own->column[term->sum].width < d->plan->vector->lanes)
			each *= price->ow.narrow;
		time += channels * each;
		if (term->fills && d->plan->window.reduction->weighted)
			time += channels * price->ow.weight;
	}
	if (loads_matter(d->plan))
		time = fmax(time, loads);
	if (channels > 1 || !own->nterm)
		return time;
	ahead = price->ow.in_flight * (double)own->ncolumn / time;
	return fmax(time,
		price->ow.add * (double)own->nterm / fmax(sums_at_a_time(d), ahead));
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
	const struct tuning *limit = &p->target->processor->tuning;
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

/* The store of a vector: powers of two lanes are stored at once, others as two pieces
   (opgen_vector.h). The shuffle between them counts where blends for want of masks take
   the same units. */
static double
store_time(const struct target *target, const struct column *column)
{
	double store = target->processor->tuning.ow.store;
	int64_t lanes = column->lanes;

	if (lanes == column->width || !(lanes & (lanes - 1)))
		return store;
	return 2 * store + !target->masks;
}

/* Roots and stores of a channel's sums. */
static double
outputs_time(const struct ow_draft *d)
{
	const struct window_plan *w = &d->plan->window;
	const struct target *target = d->plan->target;
	const struct processor *p = target->processor;
	const struct work_time *work = p->work[WIDTH_FULL];
	const struct work_time *root = &work[w->p == 2 ? WORK_SQRT : WORK_ROOT];
	const double *units = p->units[WIDTH_FULL];
	double time = 0;

	for (size_t v = 0; v < d->own->ncolumn; v++)
		time += store_time(target, &d->own->column[v]);
	if (takes_roots(w))
		time += root->busy / units[root->unit] * units[UNIT_ARITHMETIC] *
			(double)d->own->ncolumn;
	return time;
}

double
block_time(const struct ow_draft *d)
{
	const struct processor *p = d->plan->target->processor;
	const struct tuning *price = &p->tuning;
	double channels = (double)d->kernel->channels, ic = (double)d->plan->window.ic;
	double time = channel_time(d) * ic + channels * outputs_time(d), lines;
	int64_t near = sums_in(d->plan, price->near_bytes);

	/* Inputs that were read before, for earlier blocks of the same rows, have left
	   the nearest cache since; three quarters of its lines are assumed to be kept. */
	if (d->block->tile[d->plan->window.naxis - 1]->first > 0 &&
		d->plan->plane_in > near / 4 * 3)
		time += (double)d->own->nload * ic;
	if (d->plan->vector->narrow)
		time *= price->ow.narrow;
	if (channels * ic > 1)
		return time + price->ow.call;
	lines = price->ow.line * lines_unforeseen(d->block);
	return fmax(time, lines + (1 - p->overlap) * time) + price->ow.inlined;
}

double
block_least_time(const struct ow_draft *d)
{
	const struct tuning *price = &d->plan->target->processor->tuning;
	double terms = (double)d->block->ninput * (double)d->plan->window.ic;

	return price->ow.inlined +
	       (d->plan->vector->narrow ? price->ow.narrow : 1) *
		       (terms + price->ow.store * (double)d->block->positions) *
		       (double)d->kernel->channels / d->plan->vector->lanes;
}
