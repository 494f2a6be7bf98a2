#include "code/comparison/expect.h"

#include "code/comparison/expressions.h"

#include "base/arena.h"
#include "base/checked.h"
#include "base/extents.h"
#include "code/statements/digest.h"
#include "code/walk/cost.h"
#include "plan/define.h"
#include "plan/epilogue.h"
#include "plan/prologue.h"

/* A point of the input plane that a window reads. */
struct tap {
	int64_t weight; /* which of the kernel's taps, row-major */
	int64_t src;    /* the element's distance from the plane's first */
};

static void
know(struct expectation *e, size_t output, int64_t k, uint64_t digest)
{
	cells_set(&e->known[output], k, digest);
}

/* The taps along an axis that read points of the input, one after the other. */
struct real_taps {
	int64_t first, n;
	int64_t src;     /* how far the first one is from the plane's first element */
	int64_t counted; /* taps that are not beyond the padding */
};

/* Tap k along an axis reads input point * stride - pad_begin + k * dilation. */
static struct real_taps
real_taps_of(const struct axis *a, int64_t point, int64_t inc)
{
	int64_t x = point * a->stride - a->pad_begin;
	struct real_taps r = {0};

	for (int64_t k = 0; k < a->kernel; k++, x += a->dilation) {
		r.counted += x < a->in + a->pad_end;
		if (x < 0 || x >= a->in)
			continue;
		if (!r.n++) {
			r.first = k;
			r.src = x * inc;
		}
	}
	return r;
}

/* Puts n taps in place of each one, so that they stay in row-major order. */
static void
multiply_taps(struct expectation *e, int64_t n, struct tap inc)
{
	for (int64_t i = e->ntap; i-- > 0;)
		for (int64_t k = n; k-- > 0;)
			e->tap[i * n + k] =
				(struct tap){e->tap[i].weight + k * inc.weight,
					e->tap[i].src + k * inc.src};
	e->ntap *= n;
}

static void
find_taps(struct expectation *e, const int64_t *point)
{
	const struct window_plan *w = &e->plan->u.window;
	struct real_taps real[MAX_AXIS];
	struct tap first = {0}, inc = {.weight = 1};

	e->counted = 1;
	for (int i = w->naxis - 1; i >= 0; i--) {
		real[i] = real_taps_of(&w->axis[i], point[i], w->src.axis[i]);
		e->counted *= w->count_include_pad ? real[i].counted : real[i].n;
		first.weight += real[i].first * inc.weight;
		first.src += real[i].src;
		inc.weight *= w->axis[i].kernel;
	}
	e->ntap = 0;
	for (int i = 0; i < w->naxis; i++)
		if (!real[i].n)
			return;
	e->ntap = 1;
	e->tap[0] = first;
	for (int i = 0; i < w->naxis; i++) {
		inc.weight /= w->axis[i].kernel;
		inc.src = w->axis[i].dilation * w->src.axis[i];
		multiply_taps(e, real[i].n, inc);
	}
}

static uint64_t
number(const struct expectation *e, double number)
{
	return e->of.arithmetic->number(number);
}

static union quantity
quantity(uint64_t digest)
{
	return (union quantity){.digest = digest};
}

/* Element k of an operand, for the steps before and after a window. */
static union quantity
epilogue_element(void *context, size_t operand, int64_t k)
{
	const struct expectation *e = context;

	return quantity(expect_element(&e->of, &e->plan->operand[operand], k));
}

/* Element k of src, as the window reads it. */
static uint64_t
src_element(const struct expectation *e, int64_t k)
{
	const struct epilogue_source source = {epilogue_element, (void *)e};
	uint64_t x = expect_element(&e->of, e->plan->src, k);

	return prologue_apply(e->plan, &e->algebra, quantity(x), k, &source).digest;
}

static uint64_t
add_term(const struct expectation *e, uint64_t sum, uint64_t x, uint64_t weight)
{
	const struct window_plan *w = &e->plan->u.window;

	return w->reduction
		->term(w, &e->algebra, quantity(sum), quantity(x), quantity(weight))
		.digest;
}

/* One output of a Conv: src is the group's first element, c the channel of all groups. */
static uint64_t
convolve(const struct expectation *e, int64_t src, int64_t c)
{
	const struct window_plan *w = &e->plan->u.window;
	const struct plan *plan = e->plan;
	uint64_t sum = plan->bias ? expect_element(&e->of, plan->bias, c) : number(e, 0);

	for (int64_t begin = 0; begin < w->ic; begin += w->channel_block) {
		uint64_t block = number(e, 0);

		for (int64_t i = begin; i < w->ic && i < begin + w->channel_block; i++) {
			if (e->end_channels && i && i + 1 < w->ic)
				continue;
			for (int64_t t = 0; t < e->ntap; t++)
				block = add_term(e, block,
					src_element(e,
						src + i * w->src.channel + e->tap[t].src),
					expect_element(&e->of, plan->weights,
						c * w->weights.channel +
							i * w->weights.input +
							e->tap[t].weight *
								w->weights.tap));
		}
		sum = quantity_binary(
			&e->algebra, VALUE_ADD, quantity(sum), quantity(block))
			      .digest;
	}
	return sum;
}

/* The result of a pool. That of a whole plane is a tree of partial results. */
static uint64_t
pool_result(const struct expectation *e, int64_t src)
{
	const struct reduction *row = e->plan->u.window.reduction;
	bool plane = row->by_plane && e->ntap == e->src_plane && e->ntap >= PLANE_LANES;
	int64_t n = plane ? PLANE_LANES : 1;
	uint64_t lane[PLANE_LANES];

	for (int64_t i = 0; i < n; i++)
		lane[i] = number(e, row->identity(e->plan->sum));
	for (int64_t t = 0; t < e->ntap; t++) {
		uint64_t x = src_element(e, src + e->tap[t].src);

		lane[t % n] = t < n && row->begins_with_first
				      ? x
				      : add_term(e, lane[t % n], x, 0);
	}
	for (n /= 2; n > 0; n /= 2)
		for (int64_t i = 0; i < n; i++)
			lane[i] = quantity_binary(&e->algebra, row->join,
				quantity(lane[i]), quantity(lane[i + n]))
					  .digest;
	return lane[0];
}

static uint64_t
pool(const struct expectation *e, int64_t src)
{
	double count = e->ntap ? (double)e->counted : 1;

	return reduction_finish(&e->plan->u.window, &e->algebra,
		quantity(pool_result(e, src)), quantity(number(e, count)))
		.digest;
}

/* The place of the element that an output of MaxPool is: its `Indices`. */
static uint64_t
pool_place(const struct expectation *e, int64_t src)
{
	const struct reduction *row = e->plan->u.window.reduction;
	uint64_t result = number(e, row->identity(e->plan->dst.dtype));
	uint64_t place = number(e, 0);

	for (int64_t t = 0; t < e->ntap; t++) {
		int64_t at = src + e->tap[t].src;
		uint64_t x = src_element(e, at);
		uint64_t here = number(e, (double)window_place(&e->plan->u.window, at));

		if (!t && row->begins_with_first) {
			result = x;
			place = here;
			continue;
		}
		place = row->place(&e->algebra, quantity(result), quantity(x),
				   quantity(place), quantity(here))
				.digest;
		result = add_term(e, result, x, 0);
	}
	if (e->plan->more[0].dtype != DTYPE_INT64)
		place = e->algebra
				.compute(&e->algebra,
					&(struct computation){.kind = VALUE_CONVERT,
						.a = {quantity(place)},
						.dtype = e->plan->more[0].dtype})
				.digest;
	return place;
}

static void
begin_window(struct expectation *e)
{
	const struct window_plan *w = &e->plan->u.window;
	int64_t nreal = 1;

	e->src_plane = 1;
	for (int i = 0; i < w->naxis; i++) {
		const struct axis *a = &w->axis[i];

		e->src_plane *= a->in;
		nreal *= a->kernel < a->in ? a->kernel : a->in;
	}
	e->tap = arena_array(e->arena, struct tap, nreal);
}

static uint64_t
rounded(const struct expectation *e, size_t output, uint64_t digest)
{
	enum dtype dtype = plan_output(e->plan, output)->dtype;

	return dtype_info[dtype].kind == KIND_HALF
		       ? quantity_round(&e->algebra, quantity(digest), dtype).digest
		       : digest;
}

static void
expect_window(struct expectation *e, int64_t k)
{
	const struct epilogue_source source = {epilogue_element, e};
	const struct window_plan *w = &e->plan->u.window;
	const struct window_place place = window_place_of(w, k);
	int64_t src = place.image * w->src.image +
		      place.channel / w->oc * w->ic * w->src.channel;
	uint64_t digest;

	find_taps(e, place.position);
	digest = w->reduction->weighted ? convolve(e, src, place.channel) : pool(e, src);
	digest = epilogue_apply(
		e->plan->epilogue, &e->algebra, quantity(digest), k, &source)
			 .digest;
	know(e, 0, k, rounded(e, 0, digest));
	if (e->plan->nmore)
		know(e, 1, k, pool_place(e, src));
}

/* Definitions. */

static union quantity
defined_element(void *context, const struct operand *operand, int64_t k)
{
	const struct expectation *e = context;

	return quantity(expect_element(&e->of, operand, k));
}

static union quantity
defined_place(void *context, int64_t place)
{
	return quantity(number(context, (double)place));
}

static void
put_defined(void *context, size_t output, int64_t k, union quantity value)
{
	struct expectation *e = context;
	const struct epilogue_source source = {epilogue_element, e};

	if (!output)
		value = epilogue_apply(e->plan->epilogue, &e->algebra, value, k, &source);
	know(e, output, k, rounded(e, output, value.digest));
}

static void
expect_definition(struct expectation *e, size_t output, int64_t k)
{
	const struct definition definition = {.plan = e->plan,
		.algebra = &e->algebra,
		.element = defined_element,
		.place = defined_place,
		.put = put_defined,
		.context = e};

	define_output(&definition, output, k);
}

/* Movements. */

static uint64_t
moved(const struct expectation *e, const struct move_plan *move, const int64_t *index)
{
	int64_t from = move->src_base;
	bool copied = true;

	for (int i = 0; i < move->naxis; i++) {
		const struct move_axis *a = &move->axis[i];

		from += move_axis_src(a, index[2 * i], index[2 * i + 1]);
		copied &= move_axis_copies(a, index[2 * i], index[2 * i + 1]);
	}
	if (copied)
		return expect_element(&e->of, move->src, from);
	if (move->fill)
		return expect_element(&e->of, move->fill, 0);
	return move->crops ? DIGEST_NONE : number(e, 0);
}

/* The positions along an axis that are copied: the first one, and how many there are up
   to the last. A position is a grid position times the phases, plus a phase. */
static void
find_kept(const struct move_axis *a, int64_t *first, int64_t *count)
{
	int64_t end = 0;

	*first = INT64_MAX;
	for (size_t i = 0; i < a->nrun; i++) {
		const struct phase_run *run = &a->run[i];

		if (run->begin >= run->end)
			continue;
		*first = min_of(*first, run->begin * a->phase + run->phase);
		end = max_of(end, (run->end - 1) * a->phase + run->phase + run->nphase);
	}
	*first = min_of(*first, end);
	*count = end - *first;
}

/* Finds how the position of an element of dst follows from its number: by two axes each,
   its phases and its grid. In a movement that crops, elements that are not part of dst
   would have the numbers of others; so an axis has the copied positions alone, which
   follow each other. */
static void
find_axes(struct expectation *e, const struct move_plan *move)
{
	int64_t extent[2 * MAX_RANK], inc[2 * MAX_RANK];

	e->move = move;
	e->origin = move->dst_base;
	for (int i = 0; i < move->naxis; i++) {
		const struct move_axis *a = &move->axis[i];

		inc[2 * i] = a->phase > 1 ? a->dst_phase : a->dst_grid;
		inc[2 * i + 1] = a->dst_grid;
		extent[2 * i] = a->phase;
		extent[2 * i + 1] = a->grid;
		e->kept[i] = 0;
		if (move->crops) {
			find_kept(a, &e->kept[i], &extent[2 * i]);
			extent[2 * i + 1] = 1;
			e->origin += e->kept[i] * inc[2 * i];
		}
	}
	e->axes = index_axes(inc, extent, 2 * move->naxis);
}

static void
expect_part(struct expectation *e, size_t output, int64_t k, const struct move_plan *move)
{
	int64_t index[2 * MAX_RANK];
	uint64_t digest;

	if (e->move != move)
		find_axes(e, move);
	if (!index_at(&e->axes, k - e->origin, index))
		return;
	for (int i = 0; i < move->naxis && move->crops; i++) {
		int64_t position = e->kept[i] + index[2 * i];

		index[2 * i] = position % move->axis[i].phase;
		index[2 * i + 1] = position / move->axis[i].phase;
	}
	digest = moved(e, move, index);
	if (digest != DIGEST_NONE)
		know(e, output, k, digest);
}

static void
expect_move(struct expectation *e, size_t output, int64_t k)
{
	for (size_t i = 0; i < e->plan->u.move.npart; i++) {
		const struct move_plan *move = &e->plan->u.move.part[i];

		if (plan_output_number(e->plan, move->dst) == output)
			expect_part(e, output, k, move);
	}
}

/* Picked elements. */

struct picked {
	const struct expectation *e;
	int index;
	int64_t src, at;
};

static uint64_t picked(const struct expectation *e, int index, int64_t src, int64_t at);

static uint64_t
picked_element(void *context, int64_t i)
{
	const struct picked *p = context;

	return picked(p->e, p->index + 1,
		p->src + i * p->e->plan->u.pick.index[p->index].src, p->at);
}

/* What indices from number `index` on pick, from place src on. */
static uint64_t
picked(const struct expectation *e, int index, int64_t src, int64_t at)
{
	const struct pick_plan *pick = &e->plan->u.pick;
	struct picked p = {e, index, src, at};

	if (index == pick->nindex)
		return expect_element(&e->of, e->plan->src, src);
	return expressions_picked(e->of.arithmetic,
		expect_element(&e->of, pick->indices, at + pick->index[index].at),
		pick->index[index].extent, picked_element, &p);
}

static void
begin_pick(struct expectation *e)
{
	const struct pick_plan *p = &e->plan->u.pick;
	int64_t inc[MAX_RANK], count[MAX_RANK];

	for (int i = 0; i < p->naxis; i++) {
		inc[i] = p->axis[i].dst;
		count[i] = p->axis[i].count;
	}
	e->axes = index_axes(inc, count, p->naxis);
}

static uint64_t
expect_pick(const struct expectation *e, int64_t k)
{
	const struct pick_plan *p = &e->plan->u.pick;
	int64_t index[MAX_RANK], src = 0, at = 0;

	if (!index_at(&e->axes, k, index))
		return DIGEST_NONE;
	for (int i = 0; i < p->naxis; i++) {
		src += index[i] * p->axis[i].src;
		at += index[i] * p->axis[i].index;
	}
	return picked(e, 0, src, at);
}

static void
begin_pointwise(struct expectation *e)
{
	const struct pointwise_plan *p = &e->plan->u.pointwise;
	int64_t inc[MAX_RANK], count[MAX_RANK];

	for (int i = 0; i < p->naxis; i++) {
		inc[i] = p->axis[i].dst_inc;
		count[i] = p->axis[i].extent;
	}
	e->axes = index_axes(inc, count, p->naxis);
	e->step = arena_array(e->arena, union quantity, p->chain->nstep);
}

void
expect_begin(struct expectation *e, const struct plan *plan,
	const struct arithmetic *arithmetic, bool fused, struct arena *arena)
{
	size_t n = plan_noutput(plan);

	*e = (struct expectation){
		.plan = plan, .of = {plan, arithmetic, NULL, fused}, .arena = arena};
	e->algebra = (struct algebra){.compute = expect_compute, .context = &e->of};
	e->known = arena_array(arena, struct cells, n);
	for (size_t i = 0; i < n; i++)
		e->known[i] = cells_begin(plan_output(plan, i)->nelement, arena);
	if (plan->kind == PLAN_WINDOW && plan_nelement(plan))
		begin_window(e);
	if (plan->kind == PLAN_POINTWISE)
		begin_pointwise(e);
	if (plan->kind == PLAN_PICK)
		begin_pick(e);
	if (plan->kind == PLAN_PRODUCT || plan->kind == PLAN_REDUCE ||
		plan->kind == PLAN_SAMPLE)
		e->algebra.dtype = plan->sum;
}

static void
expect_one(struct expectation *e, size_t output, int64_t k)
{
	switch (e->plan->kind) {
	case PLAN_WINDOW:
		expect_window(e, k);
		break;
	case PLAN_MOVE:
		expect_move(e, output, k);
		break;
	case PLAN_POINTWISE:
		know(e, 0, k,
			expect_pointwise(&e->of, &e->algebra, k, &e->axes, e->step));
		break;
	case PLAN_PRODUCT:
	case PLAN_REDUCE:
	case PLAN_SAMPLE:
		expect_definition(e, output, k);
		break;
	case PLAN_PICK:
		know(e, 0, k, expect_pick(e, k));
		break;
	case PLAN_SERIES:
	case PLAN_NETWORK:
		break;
	}
}

static int64_t
limited(uint64_t work)
{
	return work < INT64_MAX ? (int64_t)work : INT64_MAX;
}

int64_t
expect_work(const struct plan *plan)
{
	const struct window_plan *w = &plan->u.window;
	uint64_t terms = 1;

	switch (plan->kind) {
	case PLAN_WINDOW:
		for (int i = 0; i < w->naxis; i++)
			terms = count_mul(terms, (uint64_t)w->axis[i].kernel);
		terms = count_mul(
			terms, (uint64_t)w->ic * (w->reduction->weighted ? 2 : 1));
		break;
	case PLAN_POINTWISE:
		terms = plan->noperand + plan->u.pointwise.chain->nstep;
		break;
	case PLAN_PRODUCT:
	case PLAN_REDUCE:
	case PLAN_SAMPLE:
		terms = plan_terms(plan) / (uint64_t)plan_nelement(plan) + 1;
		break;
	default:
		break;
	}
	return limited(count_mul(2 * terms + 2, (uint64_t)plan_nelement(plan)));
}

int64_t
expect_output_work(const struct plan *plan)
{
	const struct reduce_plan *reduce = &plan->u.reduce;
	int64_t n = plan_nelement(plan), work = n ? expect_work(plan) / n : 0;

	return plan->kind == PLAN_REDUCE && reduce_gives_rows(reduce->kind)
		       ? limited(count_mul((uint64_t)work, (uint64_t)reduce->count))
		       : work;
}

int64_t
expect_share(const struct expectation *e, int64_t work)
{
	int64_t ic = e->plan->u.window.ic;

	return e->end_channels && ic > 2 ? work * 2 / ic : work;
}

uint64_t
expect_output(struct expectation *e, size_t output, int64_t k)
{
	if (cells_get(&e->known[output], k) == DIGEST_NONE) {
		expect_one(e, output, k);
		if (!e->each)
			e->each = expect_share(e, expect_output_work(e->plan));
		e->work += e->each;
	}
	return cells_get(&e->known[output], k);
}
