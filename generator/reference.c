/* First: what the runtime, in it, does against contraction then holds for this file. */
#include "reference_arithmetic.h"

#include "reference.h"

#include "arena.h"

#include <math.h>
#include <string.h>

/* A point of the input plane that a window reads. */
struct tap {
	int64_t weight; /* which of the kernel's taps, row-major */
	int64_t src;    /* which element of the plane */
};

/* What one output point reads, the same in every plane. */
struct reach {
	struct tap *tap; /* the real ones, row-major */
	int64_t ntap;
	int64_t ncounted; /* real taps and those in the padding; overhang is neither */
};

/* The window operation with its operands' elements. */
struct run {
	const struct window_plan *window;
	struct arithmetic arithmetic;
	const void *src, *weights, *bias; /* weights, bias: NULL where there is none */
	void *dst;
	int64_t src_plane, dst_plane; /* elements of a plane */
	int64_t ntap;                 /* of the whole kernel */
};

static double
root(const struct run *run, double sum)
{
	const int64_t p = run->window->p;

	if (p == 0)
		return round_to_sum(
			&run->arithmetic, pow(sum, 1 / run->window->fractional_p));
	if (p == 1)
		return sum;
	if (p == 2)
		return run->arithmetic.is_double ? sqrt(sum) : sqrtf((float)sum);
	return run->arithmetic.is_double ? opgen_root(sum, p)
					 : opgen_rootf((float)sum, p);
}

/* A pool's sum with one more element. */
static double
add_element(const struct run *run, double sum, double x)
{
	const struct window_plan *window = run->window;

	if (window->reduction == REDUCE_AVERAGE)
		return add(&run->arithmetic, sum, x);
	if (window->p > 0)
		return add_power(&run->arithmetic, sum, fabs(x), window->p);
	x = round_to_sum(&run->arithmetic, pow(fabs(x), window->fractional_p));
	return add(&run->arithmetic, sum, x);
}

/* Counts through every index below extent, the last fastest; false when it is back at
   the first. */
static bool
next_index(int64_t *index, const int64_t *extent, int nindex)
{
	for (int i = nindex - 1; i >= 0; i--) {
		if (++index[i] < extent[i])
			return true;
		index[i] = 0;
	}
	return false;
}

/* Finds what the output point reads: tap k along an axis is input
   point * stride - pad_begin + k * dilation. */
static void
reach_find(struct reach *reach, const struct window_plan *window, const int64_t *point)
{
	int64_t extent[MAX_AXIS], index[MAX_AXIS] = {0}, weight = 0;

	for (int i = 0; i < window->naxis; i++)
		extent[i] = window->axis[i].kernel;
	reach->ntap = 0;
	reach->ncounted = 0;
	do {
		bool is_real = true, is_counted = true;
		int64_t src = 0;

		for (int i = 0; i < window->naxis; i++) {
			const struct axis *axis = &window->axis[i];
			const int64_t x = point[i] * axis->stride - axis->pad_begin +
					  index[i] * axis->dilation;

			is_real = is_real && x >= 0 && x < axis->in;
			is_counted = is_counted && x < axis->in + axis->pad_end;
			src = src * axis->in + x;
		}
		reach->ncounted += is_counted;
		if (is_real)
			reach->tap[reach->ntap++] = (struct tap){weight, src};
		weight++;
	} while (next_index(index, extent, window->naxis));
}

/* One output element of a Conv. src is the group's first element, c the output channel,
   counted through all groups. */
static double
convolve(const struct run *run, const struct reach *reach, int64_t src, int64_t c)
{
	const struct window_plan *window = run->window;
	const struct arithmetic *arithmetic = &run->arithmetic;
	const int64_t weights = c * window->ic * run->ntap;
	double sum = run->bias ? load(arithmetic, run->bias, c) : 0;

	for (int64_t begin = 0; begin < window->ic; begin += window->channel_block) {
		const bool is_last = window->ic - begin <= window->channel_block;
		const int64_t end = is_last ? window->ic : begin + window->channel_block;
		double block = 0;

		for (int64_t ic = begin; ic < end; ic++)
			for (int64_t t = 0; t < reach->ntap; t++) {
				const struct tap *tap = &reach->tap[t];
				const double x = load(arithmetic, run->src,
					src + ic * run->src_plane + tap->src);
				const double w = load(arithmetic, run->weights,
					weights + ic * run->ntap + tap->weight);

				block = multiply_add(arithmetic, x, w, block);
			}
		sum = add(arithmetic, sum, block);
	}
	return sum;
}

/* The sum of a pool's window; src is the plane's first element. */
static double
pool_sum(const struct run *run, const struct reach *reach, int64_t src)
{
	const bool is_whole = reach->ntap == run->src_plane && reach->ntap >= PLANE_LANES;
	const int64_t nlane = is_whole ? PLANE_LANES : 1;
	double lane[PLANE_LANES] = {0};

	for (int64_t t = 0; t < reach->ntap; t++) {
		const double x =
			load(&run->arithmetic, run->src, src + reach->tap[t].src);

		lane[t % nlane] = add_element(run, lane[t % nlane], x);
	}
	for (int64_t half = nlane / 2; half > 0; half /= 2)
		for (int64_t i = 0; i < half; i++)
			lane[i] = add(&run->arithmetic, lane[i], lane[i + half]);
	return lane[0];
}

/* One output element of a pool. Dividing by a power of two and multiplying by its
   reciprocal give the same bits, and so does a division by 1. */
static double
pool(const struct run *run, const struct reach *reach, int64_t src)
{
	const double sum = pool_sum(run, reach, src);
	const int64_t count =
		run->window->count_include_pad ? reach->ncounted : reach->ntap;

	if (run->window->reduction == REDUCE_LP)
		return root(run, sum);
	if (reach->ntap == 0)
		return 0; /* as onnxruntime has it: ONNX does not say */
	return divide(
		&run->arithmetic, sum, round_to_sum(&run->arithmetic, (double)count));
}

/* One output point of every plane; point is its place in a plane. */
static void
compute_point(const struct run *run, const struct reach *reach, int64_t point)
{
	const struct window_plan *window = run->window;
	const int64_t nchannel = window->group * window->oc;

	for (int64_t n = 0; n < window->batch; n++)
		for (int64_t c = 0; c < nchannel; c++) {
			const int64_t g = n * window->group + c / window->oc;
			const int64_t src = g * window->ic * run->src_plane;
			const int64_t dst = (n * nchannel + c) * run->dst_plane + point;
			double value;

			if (window->reduction == REDUCE_CONV)
				value = convolve(run, reach, src, c);
			else
				value = pool(run, reach, src);
			store(&run->arithmetic, run->dst, dst, value);
		}
}

static const void *
elements(const struct plan *plan, const struct operand *operand, const void *const *input)
{
	if (!operand)
		return NULL;
	return operand->constant ? operand->constant : input[operand - plan->operand];
}

static void
run_window(const struct plan *plan, enum numerics numerics, const void *const *input,
	void *dst)
{
	const struct window_plan *window = &plan->u.window;
	struct run run = {
		.window = window,
		.arithmetic = {plan->dst.dtype, plan->dst.dtype == DTYPE_FLOAT64,
			numerics == NUMERICS_FMA},
		.src = elements(plan, plan->src, input),
		.weights = elements(plan, plan->weights, input),
		.bias = elements(plan, plan->bias, input),
		.dst = dst,
		.src_plane = 1,
		.dst_plane = 1,
		.ntap = 1,
	};
	struct arena arena = {0};
	struct reach reach = {0};
	int64_t extent[MAX_AXIS], index[MAX_AXIS] = {0}, point = 0, nreal = 1;

	for (int i = 0; i < window->naxis; i++) {
		const struct axis *axis = &window->axis[i];

		run.src_plane *= axis->in;
		run.dst_plane *= axis->out;
		run.ntap *= axis->kernel;
		nreal *= axis->kernel < axis->in ? axis->kernel : axis->in;
		extent[i] = axis->out;
	}
	reach.tap = arena_array(&arena, struct tap, nreal);
	do {
		reach_find(&reach, window, index);
		compute_point(&run, &reach, point++);
	} while (next_index(index, extent, window->naxis));
	arena_free(&arena);
}

/* Whether an element is copied, as far as this axis says; else it is zero or cropped. */
static bool
is_in_run(const struct move_axis *axis, int64_t phase, int64_t grid)
{
	for (size_t i = 0; i < axis->nrun; i++) {
		const struct phase_run *run = &axis->run[i];

		if (phase >= run->phase && phase - run->phase < run->nphase)
			return grid >= run->begin && grid < run->end;
	}
	return false;
}

static void
run_move(const struct plan *plan, const void *const *input, void *dst)
{
	const struct move_plan *move = &plan->u.move;
	const char *src = elements(plan, plan->src, input);
	const size_t size = dtype_info[plan->dst.dtype].size;
	int64_t extent[2 * MAX_RANK], index[2 * MAX_RANK] = {0};

	for (int i = 0; i < move->naxis; i++) {
		extent[2 * i] = move->axis[i].phase;
		extent[2 * i + 1] = move->axis[i].grid;
	}
	do {
		int64_t from = move->src_base, to = move->dst_base;
		bool is_copied = true;

		for (int i = 0; i < move->naxis; i++) {
			const struct move_axis *axis = &move->axis[i];
			const int64_t phase = index[2 * i], grid = index[2 * i + 1];

			from += phase * axis->src_phase + grid * axis->src_grid;
			to += phase * axis->dst_phase + grid * axis->dst_grid;
			is_copied = is_copied && is_in_run(axis, phase, grid);
		}
		if (is_copied)
			memcpy((char *)dst + (size_t)to * size, src + (size_t)from * size,
				size);
		else if (!move->crops)
			memset((char *)dst + (size_t)to * size, 0, size);
	} while (next_index(index, extent, 2 * move->naxis));
}

void
reference_run(const struct plan *plan, enum numerics numerics, const void *const *input,
	void *dst)
{
	if (plan->dst.nelement == 0)
		return;
	if (plan->kind == PLAN_MOVE)
		run_move(plan, input, dst);
	else
		run_window(plan, numerics, input, dst);
}
