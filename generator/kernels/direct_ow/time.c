#include "kernels/direct_ow/direct_ow.h"

#include "checked.h"

#include <math.h>

/* What functions of kernel_direct_ow take, in vector operations. */

enum {
	STORE_COST = 2,  /* of a finished sum */
	CALL_COST = 6,   /* of a function's call */
	INLINE_COST = 2, /* and of one that has one input and one output channel: it is
			    inline */
	ADD_COST = 8, /* operations in whose time a sum is there for the next addition */
	IN_FLIGHT = 100,        /* and that a machine looks ahead */
	FIRST_CACHE = 24 * 1024 /* bytes that stay in it from one pass to the next */
};
/* That of a weight's way into every lane, where channels share inputs. */
static const double WEIGHT_COST = 0.5;
/* A narrow vector operation, of one that fills a register: less where the machine's units
   are as wide as a narrow one. */
static const double NARROW_COST = 0.5;

/* Operations that take a step's lanes out of two vectors. */
static double
step_cost(const struct vector_type *v, const struct gather_step *step)
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

/* Sums of one channel that are computed side by side: vectors of a row, and rows whose
   windows overlap. */
static double
sums_at_a_time(const struct patch *patch, const struct vector_code *code)
{
	int above = patch->tiles->window.naxis - 2;
	double columns = (double)code->ncolumn, overlap, rows;
	const struct axis *a;

	if (above < 0)
		return columns;
	a = &patch->tiles->window.axis[above];
	overlap = (double)a->kernel / (double)a->stride;
	rows = (double)patch->cut[above]->size;
	return columns * fmin(overlap, rows) / rows;
}

/* What the terms of one input channel take at least, because a sum's come one after the
   other: those sums share the time that are computed side by side, or that the machine
   sees ahead. */
static double
latency(const struct patch *patch, const struct vector_code *code, double operations)
{
	double ahead = IN_FLIGHT * (double)code->ncolumn / operations;

	return ADD_COST * (double)code->nterm / fmax(sums_at_a_time(patch, code), ahead);
}

/* What weights with a variable each take: those that find no register beside the sums
   and an input are read by every term. */
static double
weights_time(const struct patch *patch, const struct vector_code *code, int registers)
{
	double taps = (double)patch->ntap, n = 0;
	double sums = fmin(sums_at_a_time(patch, code), (double)code->group);
	double outside = fmin(taps, sums + taps + 2 - registers);

	for (size_t i = 0; i < code->nterm; i++)
		n += (double)code->term[i].fills;
	if (code->weights == WEIGHTS_BY_TAP && outside > 0)
		n += (double)code->nterm * outside / taps;
	return n;
}

/* Vector operations on one input channel: gathers and terms. */
static double
channel_time(const struct patch *patch, const struct vector_code *code, double channels,
	int registers)
{
	double time = (double)code->nload;

	for (size_t i = 0; i < code->ngather; i++) {
		const struct gather *g = &code->gather[i];

		for (size_t k = g->step[0].whole ? 1 : 0; k < g->nstep; k++)
			time += step_cost(patch->tiles->vector, &g->step[k]);
	}
	for (size_t i = 0; i < code->nterm; i++) {
		bool again = i && code->term[i].tap == code->term[i - 1].tap;

		time += channels * (code->term[i].lanes == ALL_LANES ? 1 : 2);
		if (channels > 1 && !again)
			time += channels * WEIGHT_COST;
	}
	if (code->weights)
		time += weights_time(patch, code, registers);
	if (channels > 1 || !code->nterm)
		return time;
	return fmax(time, latency(patch, code, time));
}

/* Whether a patch's inputs have been read before, for what lies before it in its rows,
   and have left the first cache since. */
static bool
reads_again(const struct patch *patch)
{
	const struct tiles *t = patch->tiles;
	int64_t bytes = t->plane_in * (int64_t)dtype_info[t->spelling.accumulator].size;

	return patch->cut[t->window.naxis - 1]->first > 0 && bytes > FIRST_CACHE;
}

double
columns_time(const struct patch *patch, int64_t channels, const struct vector_code *code,
	int registers)
{
	double m = (double)channels, ic = (double)patch->tiles->window.ic;
	double time = channel_time(patch, code, m, registers) * ic +
		      STORE_COST * m * (double)code->ncolumn;

	if (reads_again(patch))
		time += (double)code->nload * ic;
	if (patch->tiles->vector->narrow)
		time *= NARROW_COST;
	return time + (m * ic > 1 ? CALL_COST : INLINE_COST);
}

double
columns_least_time(const struct patch *patch, int64_t channels)
{
	const struct tiles *t = patch->tiles;
	double terms = (double)patch->ninput * (double)t->window.ic;

	return INLINE_COST + (t->vector->narrow ? NARROW_COST : 1) *
				     (terms + STORE_COST * (double)patch->positions) *
				     (double)channels / t->vector->lanes;
}
