/* First, so that the runtime's measures against contraction hold for this file. */
#include "plan/reference_arithmetic.h"

#include "plan/reference.h"

#include "base/arena.h"
#include "base/extents.h"
#include "plan/epilogue.h"
#include "plan/prologue.h"
#include "plan/reduction.h"
#include "plan/reference_steps.h"
#include "plan/reference_watch.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* A point of the input plane that a window reads. */
struct tap {
	int64_t weight; /* the tap's number in the kernel, row-major */
	int64_t src;    /* the element's distance from the plane's first */
};

/* The taps of one output point, the same in every plane. */
struct reach {
	struct tap *tap; /* those inside the input, row-major */
	int64_t ntap;
	int64_t ncounted; /* taps in the input and in the padding, without ceil_mode's
			     overhang */
};

/* The window operation with its operands' elements. */
struct run {
	const struct window_plan *window;
	struct arithmetic arithmetic;
	const struct plan *plan;
	const void *const *input;
	const void *src, *weights, *bias; /* weights, bias: NULL if absent */
	void *dst;
	void *places;      /* the second output, or NULL */
	int64_t src_plane; /* elements of a plane */
	struct algebra algebra;
	struct reference_watch *watch;
};

/* A partial result, and the position of the element that it is, as numbers of the type of
   sums. */
struct partial {
	union quantity result, place;
};

/* Finds the taps of an output point: tap k along an axis reads input point * stride -
   pad_begin + k * dilation. */
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
			src += x * window->src.axis[i];
		}
		reach->ncounted += is_counted;
		if (is_real)
			reach->tap[reach->ntap++] = (struct tap){weight, src};
		weight++;
	} while (extents_next(index, extent, window->naxis));
}

static const void *
elements(const struct plan *plan, const struct operand *operand, const void *const *input)
{
	if (!operand)
		return NULL;
	return operand->constant ? operand->constant : input[operand - plan->operand];
}

/* Element k of an operand, for the steps before and after the window. */
static union quantity
epilogue_element(void *context, size_t operand, int64_t k)
{
	const struct run *run = context;
	const struct operand *o = &run->plan->operand[operand];

	return reference_load(o->dtype, elements(run->plan, o, run->input), k);
}

/* Element k of src, as the window reads it. */
static union quantity
src_element(const struct run *run, int64_t k)
{
	const struct epilogue_source source = {epilogue_element, (void *)run};

	return prologue_apply(run->plan, &run->algebra,
		reference_load(run->plan->src->dtype, run->src, k), k, &source);
}

/* One output element of a Conv. src is the group's first element, c the output channel,
   counted through all groups. */
static union quantity
convolve(const struct run *run, const struct reach *reach, int64_t src, int64_t c)
{
	const struct window_plan *window = run->window;
	const struct algebra *algebra = &run->algebra;
	const union quantity zero = quantity_number(algebra, 0);
	union quantity sum =
		run->bias ? reference_load(run->plan->bias->dtype, run->bias, c) : zero;

	for (int64_t begin = 0; begin < window->ic; begin += window->channel_block) {
		const bool is_last = window->ic - begin <= window->channel_block;
		const int64_t end = is_last ? window->ic : begin + window->channel_block;
		union quantity block = zero;

		for (int64_t ic = begin; ic < end; ic++)
			for (int64_t t = 0; t < reach->ntap; t++) {
				const struct tap *tap = &reach->tap[t];

				block = window->reduction->term(window, algebra, block,
					src_element(run, src + ic * window->src.channel +
								 tap->src),
					reference_load(run->plan->weights->dtype,
						run->weights,
						window_weight(
							window, c, ic, tap->weight)));
			}
		sum = quantity_binary(algebra, VALUE_ADD, sum, block);
	}
	return sum;
}

/* A position as a quantity that is only chosen, and never computed with. */
static union quantity
place_at(const struct run *run, int64_t place)
{
	return dtype_is_real(run->algebra.dtype)
		       ? (union quantity){.number = (double)place}
		       : (union quantity){.integer = place};
}

/* Adds one more element, number src of the operand, to a pool's result. */
static void
add_element(const struct run *run, struct partial *partial, int64_t src, bool is_first)
{
	const struct reduction *row = run->window->reduction;
	const union quantity x = src_element(run, src);
	const union quantity here = place_at(run, window_place(run->window, src));

	if (is_first && row->begins_with_first) {
		*partial = (struct partial){x, here};
		return;
	}
	if (run->places)
		partial->place = row->place(
			&run->algebra, partial->result, x, partial->place, here);
	partial->result = row->term(
		run->window, &run->algebra, partial->result, x, (union quantity){0});
}

/* A pool's window before it is finished; src is the plane's first element. */
static struct partial
pool_window(const struct run *run, const struct reach *reach, int64_t src)
{
	const struct reduction *row = run->window->reduction;
	const bool is_whole = row->by_plane && reach->ntap == run->src_plane &&
			      reach->ntap >= PLANE_LANES;
	const int64_t nlane = is_whole ? PLANE_LANES : 1;
	struct partial lane[PLANE_LANES];

	for (int64_t i = 0; i < nlane; i++)
		lane[i] = (struct partial){
			quantity_number(&run->algebra, row->identity(run->algebra.dtype)),
			place_at(run, 0)};
	for (int64_t t = 0; t < reach->ntap; t++)
		add_element(run, &lane[t % nlane], src + reach->tap[t].src, t < nlane);
	for (int64_t half = nlane / 2; half > 0; half /= 2)
		for (int64_t i = 0; i < half; i++)
			lane[i].result = quantity_binary(&run->algebra, row->join,
				lane[i].result, lane[i + half].result);
	return lane[0];
}

static void
store_place(const struct run *run, int64_t dst, union quantity at)
{
	int64_t place =
		dtype_is_real(run->algebra.dtype) ? (int64_t)at.number : at.integer;

	if (run->plan->more[0].dtype == DTYPE_INT32)
		((int32_t *)run->places)[dst] = (int32_t)place;
	else
		((int64_t *)run->places)[dst] = place;
}

/* Output element dst of a pool, and its position if that is wanted. Dividing by a power
   of two and multiplying by its reciprocal give the same bits; so does dividing by 1. */
static union quantity
pool(const struct run *run, const struct reach *reach, int64_t src, int64_t dst)
{
	const struct partial partial = pool_window(run, reach, src);
	int64_t count = run->window->count_include_pad ? reach->ncounted : reach->ntap;

	if (run->places)
		store_place(run, dst, partial.place);
	if (!reach->ntap)
		count = 1;
	return reduction_finish(run->window, &run->algebra, partial.result,
		quantity_number(&run->algebra, (double)count));
}

/* One output element: of an image, of a channel counted through all groups, `point`
   elements from its plane's first. */
static void
compute_element(
	struct run *run, const struct reach *reach, int64_t n, int64_t c, int64_t point)
{
	const struct epilogue_source source = {epilogue_element, run};
	const struct window_plan *window = run->window;
	const int64_t src =
		n * window->src.image + c / window->oc * window->ic * window->src.channel;
	const int64_t dst = n * window->dst.image + c * window->dst.channel + point;
	const union quantity value = window->reduction->weighted
					     ? convolve(run, reach, src, c)
					     : pool(run, reach, src, dst);

	reference_store(run->plan->dst.dtype, run->dst, dst,
		epilogue_apply(run->plan->epilogue, &run->algebra, value, dst, &source));
}

/* An output point of every plane, by its indices. */
static void
compute_point(struct run *run, struct reach *reach, const int64_t *index)
{
	const struct window_plan *window = run->window;
	const int64_t nchannel = window->group * window->oc;
	int64_t point = 0;

	for (int i = 0; i < window->naxis; i++)
		point += index[i] * window->dst.axis[i];
	reach_find(reach, window, index);
	for (int64_t n = 0; n < window->batch; n++)
		for (int64_t c = 0; c < nchannel; c++)
			compute_element(run, reach, n, c, point);
	reference_watch_pass(run->watch, window->batch * nchannel);
}

/* Every point, or of those of some elements each element. */
static void
compute_window(struct run *run, struct reach *reach, const struct reference_some *some)
{
	const struct window_plan *window = run->window;
	int64_t extent[MAX_AXIS], index[MAX_AXIS] = {0};

	for (int i = 0; i < window->naxis; i++)
		extent[i] = window->axis[i].out;
	if (!some) {
		do
			compute_point(run, reach, index);
		while (extents_next(index, extent, window->naxis));
		return;
	}
	for (size_t i = 0; i < some->n; i++) {
		const struct window_place at = window_place_of(window, some->element[i]);
		int64_t point = 0;

		for (int k = 0; k < window->naxis; k++)
			point += at.position[k] * window->dst.axis[k];
		reach_find(reach, window, at.position);
		compute_element(run, reach, at.image, at.channel, point);
	}
}

static void
run_window(const struct plan *plan, enum numerics numerics, const void *const *input,
	void *dst, void *places, const struct reference_some *some,
	struct reference_watch *watch)
{
	const struct window_plan *window = &plan->u.window;
	struct run run = {
		.window = window,
		.plan = plan,
		.input = input,
		.arithmetic = {.is_fused = numerics == NUMERICS_FMA},
		.src = elements(plan, plan->src, input),
		.weights = elements(plan, plan->weights, input),
		.bias = elements(plan, plan->bias, input),
		.dst = dst,
		.places = places,
		.watch = watch,
		.src_plane = 1,
	};
	struct arena arena = {0};
	struct reach reach = {0};
	int64_t nreal = 1;

	for (int i = 0; i < window->naxis; i++) {
		const struct axis *axis = &window->axis[i];

		run.src_plane *= axis->in;
		nreal *= axis->kernel < axis->in ? axis->kernel : axis->in;
	}
	reach.tap = arena_array(&arena, struct tap, nreal);
	run.algebra = (struct algebra){.compute = reference_compute,
		.context = &run.arithmetic,
		.dtype = plan->sum};
	compute_window(&run, &reach, some);
	arena_free(&arena);
}

/* Positions along the axes of a movement: of each axis, a phase and a grid index. */
static void
move_extents(const struct move_plan *move, int64_t extent[static 2 * MAX_RANK])
{
	for (int i = 0; i < move->naxis; i++) {
		extent[2 * i] = move->axis[i].phase;
		extent[2 * i + 1] = move->axis[i].grid;
	}
}

/* Sets the output element at a position. */
static void
move_element(const struct plan *plan, const struct move_plan *move,
	const void *const *input, const int64_t *index, char *dst)
{
	const char *src = elements(plan, move->src, input);
	const char *fill = elements(plan, move->fill, input);
	const size_t size = dtype_info[move->dst->dtype].size;
	int64_t from = move->src_base, to = move->dst_base;
	bool is_copied = true;

	for (int i = 0; i < move->naxis; i++) {
		const struct move_axis *axis = &move->axis[i];
		const int64_t phase = index[2 * i], grid = index[2 * i + 1];

		from += move_axis_src(axis, phase, grid);
		to += phase * axis->dst_phase + grid * axis->dst_grid;
		is_copied = is_copied && move_axis_copies(axis, phase, grid);
	}
	if (is_copied)
		memcpy(dst + (size_t)to * size, src + (size_t)from * size, size);
	else if (fill)
		memcpy(dst + (size_t)to * size, fill, size);
	else if (!move->crops)
		memset(dst + (size_t)to * size, 0, size);
}

/* Where the indices are, as far as the axes have come, say that src is read. */
static int64_t
picked_place(const struct pick_plan *pick, const void *indices, int64_t at)
{
	const bool narrow = pick->indices->dtype == DTYPE_INT32;
	int64_t place = 0;

	for (int i = 0; i < pick->nindex; i++) {
		const struct pick_index *index = &pick->index[i];
		const int64_t k = at + index->at;

		place += index->src *
			 pick_index_place(narrow ? ((const int32_t *)indices)[k]
						 : ((const int64_t *)indices)[k],
				 index->extent);
	}
	return place;
}

static void
run_pick(const struct plan *plan, const void *const *input, char *dst)
{
	const struct pick_plan *pick = &plan->u.pick;
	const char *src = elements(plan, plan->src, input);
	const void *indices = elements(plan, pick->indices, input);
	const size_t size = dtype_info[plan->dst.dtype].size;
	int64_t extent[MAX_RANK], at[MAX_RANK] = {0};

	for (int i = 0; i < pick->naxis; i++)
		extent[i] = pick->axis[i].count;
	do {
		int64_t from = 0, to = 0, index = 0;

		for (int i = 0; i < pick->naxis; i++) {
			from += at[i] * pick->axis[i].src;
			to += at[i] * pick->axis[i].dst;
			index += at[i] * pick->axis[i].index;
		}
		from += picked_place(pick, indices, index);
		memcpy(dst + (size_t)to * size, src + (size_t)from * size, size);
	} while (extents_next(at, extent, pick->naxis));
}

static void
run_part(const struct plan *plan, const struct move_plan *move, const void *const *input,
	char *dst)
{
	int64_t extent[2 * MAX_RANK], index[2 * MAX_RANK] = {0};

	move_extents(move, extent);
	do
		move_element(plan, move, input, index, dst);
	while (extents_next(index, extent, 2 * move->naxis));
}

/* The position at which an output element is set; false: there is none. Elements that lie
   further apart on one axis than all that is on smaller ones are told apart by dividing,
   the largest step first. */
static bool
find_position(const struct move_plan *move, int64_t element, int64_t *index)
{
	int64_t extent[2 * MAX_RANK], step[2 * MAX_RANK], rest = element - move->dst_base;
	int n = 2 * move->naxis;

	move_extents(move, extent);
	for (int i = 0; i < move->naxis; i++) {
		step[2 * i] = move->axis[i].dst_phase;
		step[2 * i + 1] = move->axis[i].dst_grid;
	}
	memset(index, 0, (size_t)n * sizeof *index);
	for (;;) {
		int next = -1;

		for (int i = 0; i < n; i++)
			if (extent[i] > 1 && (next < 0 || step[i] > step[next]))
				next = i;
		if (next < 0)
			return !rest;
		index[next] = rest / step[next];
		rest -= index[next] * step[next];
		if (rest < 0 || index[next] >= extent[next])
			return false;
		extent[next] = 1;
	}
}

/* Positions that are cropped may share an element's place with others. */
static void
run_some(const struct plan *plan, const struct move_plan *move, const void *const *input,
	char *dst, const struct reference_some *some)
{
	int64_t index[2 * MAX_RANK];

	if (move->crops) {
		run_part(plan, move, input, dst);
		return;
	}
	for (size_t i = 0; i < some->n; i++)
		if (find_position(move, some->element[i], index))
			move_element(plan, move, input, index, dst);
}

static void
run_move(const struct plan *plan, const void *const *input, void *const *output,
	const struct reference_some *some)
{
	for (size_t i = 0; i < plan->u.move.npart; i++) {
		const struct move_plan *move = &plan->u.move.part[i];
		char *dst = output[plan_output_number(plan, move->dst)];

		if (some)
			run_some(plan, move, input, dst, some);
		else
			run_part(plan, move, input, dst);
	}
}

/* The parts of a series, one after the other. */
static void
run_series(const struct plan *plan, enum numerics numerics, const void *const *input,
	void *const *output)
{
	const struct series_plan *series = &plan->u.series;
	size_t noutput = plan_noutput(plan), n = plan->noperand + noutput;
	struct arena arena = {0};
	const void **read = arena_array(&arena, const void *, n + series->nbetween);
	void **made = arena_array(&arena, void *, n + series->nbetween);

	for (size_t i = 0; i < plan->noperand; i++)
		if (!plan->operand[i].constant)
			read[i] = input[i];
	for (size_t i = 0; i < noutput; i++)
		read[plan->noperand + i] = made[plan->noperand + i] = output[i];
	for (size_t i = 0; i < series->nbetween; i++)
		read[n + i] = made[n + i] =
			arena_alloc_array(&arena, (size_t)series->between[i].nelement + 1,
				dtype_info[series->between[i].dtype].size);
	for (size_t i = 0; i < series->npart; i++) {
		const struct series_part *part = &series->part[i];
		const void *from[MAX_OPERAND] = {NULL};
		void **to = arena_array(&arena, void *, plan_noutput(part->plan));

		for (size_t k = 0; k < part->plan->noperand; k++)
			if (!part->plan->operand[k].constant)
				from[k] = read[part->operand[k]];
		for (size_t k = 0; k < plan_noutput(part->plan); k++)
			to[k] = made[part->result[k]];
		reference_run(part->plan, numerics, from, to);
	}
	arena_free(&arena);
}

void
reference_run_watched(const struct plan *plan, enum numerics numerics,
	const void *const *input, void *const *output, struct reference_watch *watch)
{
	if (plan_nelement(plan) == 0)
		return;
	reference_watch_begin(watch, plan->dst.nelement);
	switch (plan->kind) {
	case PLAN_WINDOW:
		run_window(plan, numerics, input, output[0],
			plan->nmore ? output[1] : NULL, NULL, watch);
		break;
	case PLAN_MOVE:
		run_move(plan, input, output, NULL);
		break;
	case PLAN_POINTWISE:
		reference_pointwise(
			plan, numerics == NUMERICS_FMA, input, output[0], watch);
		break;
	case PLAN_PRODUCT:
	case PLAN_REDUCE:
	case PLAN_SAMPLE:
		reference_definition(
			plan, numerics == NUMERICS_FMA, input, output, watch);
		break;
	case PLAN_PICK:
		run_pick(plan, input, output[0]);
		break;
	case PLAN_SERIES:
		run_series(plan, numerics, input, output);
		break;
	case PLAN_NETWORK:
		assert(false && "a plan of one operation");
	}
}

void
reference_run_some(const struct plan *plan, enum numerics numerics,
	const void *const *input, void *const *output, const struct reference_some *some)
{
	if (plan->kind == PLAN_MOVE)
		run_move(plan, input, output, some);
	else if (plan->kind != PLAN_WINDOW)
		reference_run(plan, numerics, input, output);
	else
		run_window(plan, numerics, input, output[0],
			plan->nmore ? output[1] : NULL, some, NULL);
}

void
reference_run(const struct plan *plan, enum numerics numerics, const void *const *input,
	void *const *output)
{
	reference_run_watched(plan, numerics, input, output, NULL);
}
