#include "code/expect.h"

#include "base/arena.h"
#include "code/digest.h"
#include "code/expect_steps.h"
#include "code/express.h"
#include "plan/define.h"
#include "plan/epilogue.h"
#include "plan/reduction.h"

/* A point of the input plane that a window reads. */
struct tap {
	int64_t weight; /* which of the kernel's taps, row-major */
	int64_t src;    /* which element of the plane */
};

struct expectation {
	const struct plan *plan;
	const struct window_plan *window;
	bool fused;
	int64_t src_plane, dst_plane, taps;

	/* What the output point at hand reads. */
	struct tap *tap;
	int64_t ntap;
	int64_t counted; /* of an average: with the padding, if that counts */
	struct algebra algebra;
};

/* Counts through every index below extent, the last fastest. */
static bool
next_index(int64_t *index, const int64_t *extent, int n)
{
	for (int i = n - 1; i >= 0; i--) {
		if (++index[i] < extent[i])
			return true;
		index[i] = 0;
	}
	return false;
}

/* Tap k along an axis is input point * stride - pad_begin + k * dilation. */
static void
find_taps(struct expectation *e, const int64_t *point)
{
	const struct window_plan *w = e->window;
	int64_t kernel[MAX_AXIS], k[MAX_AXIS] = {0}, weight = 0;

	for (int i = 0; i < w->naxis; i++)
		kernel[i] = w->axis[i].kernel;
	e->ntap = e->counted = 0;
	do {
		bool real = true, counts = true;
		int64_t src = 0;

		for (int i = 0; i < w->naxis; i++) {
			const struct axis *a = &w->axis[i];
			int64_t x =
				point[i] * a->stride - a->pad_begin + k[i] * a->dilation;

			real &= x >= 0 && x < a->in;
			counts &= x < a->in + a->pad_end;
			src = src * a->in + x;
		}
		if (real)
			e->tap[e->ntap++] = (struct tap){weight, src};
		e->counted += w->count_include_pad ? counts : real;
		weight++;
	} while (next_index(k, kernel, w->naxis));
}

static union quantity
quantity(uint64_t digest)
{
	return (union quantity){.digest = digest};
}

static uint64_t
add_term(const struct expectation *e, uint64_t sum, uint64_t x, uint64_t w)
{
	return e->window->reduction
		->term(e->window, &e->algebra, quantity(sum), quantity(x), quantity(w))
		.digest;
}

/* One output of a Conv: src is the group's first element, c the channel of all groups. */
static uint64_t
convolve(const struct expectation *e, int64_t src, int64_t c)
{
	const struct window_plan *w = e->window;
	const struct plan *plan = e->plan;
	uint64_t sum =
		plan->bias ? expect_element(plan, plan->bias, c) : digest_number(0);

	for (int64_t begin = 0; begin < w->ic; begin += w->channel_block) {
		uint64_t block = digest_number(0);

		for (int64_t i = begin; i < w->ic && i < begin + w->channel_block; i++)
			for (int64_t t = 0; t < e->ntap; t++)
				block = add_term(e, block,
					expect_element(plan, plan->src,
						src + i * e->src_plane + e->tap[t].src),
					expect_element(plan, plan->weights,
						(c * w->ic + i) * e->taps +
							e->tap[t].weight));
		sum = digest_add(sum, block);
	}
	return sum;
}

/* A whole plane is a tree of partial results. */
static uint64_t
pool_result(const struct expectation *e, int64_t src)
{
	const struct reduction *row = e->window->reduction;
	bool plane = row->by_plane && e->ntap == e->src_plane && e->ntap >= PLANE_LANES;
	int64_t n = plane ? PLANE_LANES : 1;
	uint64_t lane[PLANE_LANES];

	for (int64_t i = 0; i < n; i++)
		lane[i] = digest_number(
			row->identity(dtype_accumulator(e->plan->dst.dtype)));
	for (int64_t t = 0; t < e->ntap; t++)
		lane[t % n] = add_term(e, lane[t % n],
			expect_element(e->plan, e->plan->src, src + e->tap[t].src), 0);
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

	return reduction_finish(e->window, &e->algebra, quantity(pool_result(e, src)),
		quantity(digest_number(count)))
		.digest;
}

/* Where the element is that an output is. */
static uint64_t
pool_place(const struct expectation *e, int64_t src)
{
	const struct reduction *row = e->window->reduction;
	uint64_t result = digest_number(row->identity(e->plan->dst.dtype));
	uint64_t place = digest_number(0);

	for (int64_t t = 0; t < e->ntap; t++) {
		int64_t at = src + e->tap[t].src;
		uint64_t x = expect_element(e->plan, e->plan->src, at);

		place = row->place(&e->algebra, quantity(result), quantity(x),
				   quantity(place), quantity(digest_number((double)at)))
				.digest;
		result = add_term(e, result, x, 0);
	}
	return place;
}

/* Element k of an operand, for the steps behind the window. */
static union quantity
epilogue_element(void *context, size_t operand, int64_t k)
{
	const struct expectation *e = context;

	return quantity(expect_element(e->plan, &e->plan->operand[operand], k));
}

static void
expect_window(struct expectation *e, uint64_t *dst, struct arena *arena)
{
	const struct epilogue_source source = {epilogue_element, e};
	const struct window_plan *w = e->window;
	int64_t extent[MAX_AXIS], index[MAX_AXIS] = {0}, point = 0, nreal = 1;
	int64_t channels = w->group * w->oc;
	bool half = dtype_info[e->plan->dst.dtype].kind == KIND_HALF;

	e->algebra = (struct algebra){.compute = expect_compute, .context = &e->fused};
	e->src_plane = e->dst_plane = e->taps = 1;
	for (int i = 0; i < w->naxis; i++) {
		const struct axis *a = &w->axis[i];

		e->src_plane *= a->in;
		e->dst_plane *= a->out;
		e->taps *= a->kernel;
		nreal *= a->kernel < a->in ? a->kernel : a->in;
		extent[i] = a->out;
	}
	e->tap = arena_array(arena, struct tap, nreal);
	do {
		find_taps(e, index);
		for (int64_t i = 0; i < w->batch * channels; i++) {
			int64_t group = i / w->oc;
			int64_t src = group * w->ic * e->src_plane;
			uint64_t digest = w->reduction->weighted
						  ? convolve(e, src, i % channels)
						  : pool(e, src);

			digest = epilogue_apply(e->plan->epilogue, &e->algebra,
				quantity(digest), i * e->dst_plane + point, &source)
					 .digest;
			dst[i * e->dst_plane + point] =
				half ? digest_round(digest) : digest;
			if (e->plan->nmore)
				dst[e->plan->dst.nelement + i * e->dst_plane + point] =
					pool_place(e, src);
		}
		point++;
	} while (next_index(index, extent, w->naxis));
}

/* A definition on its way to digests. */
struct defined {
	const struct plan *plan;
	uint64_t *dst;
	const struct algebra *algebra;
};

static union quantity
defined_element(void *context, const struct operand *operand, int64_t k)
{
	const struct defined *d = context;

	return quantity(expect_element(d->plan, operand, k));
}

static union quantity
defined_place(void *context, int64_t place)
{
	(void)context;
	return quantity(digest_number((double)place));
}

static union quantity
defined_operand(void *context, size_t operand, int64_t k)
{
	const struct defined *d = context;

	return quantity(expect_element(d->plan, &d->plan->operand[operand], k));
}

static void
put_defined(void *context, int64_t k, union quantity value)
{
	const struct defined *d = context;
	const struct epilogue_source source = {defined_operand, context};
	bool half = dtype_info[d->plan->dst.dtype].kind == KIND_HALF;

	value = epilogue_apply(d->plan->epilogue, d->algebra, value, k, &source);
	d->dst[k] = half ? digest_round(value.digest) : value.digest;
}

static void
expect_definition(const struct plan *plan, bool fused, uint64_t *dst)
{
	struct defined defined = {plan, dst, NULL};
	const struct algebra algebra = {.compute = expect_compute,
		.context = &fused,
		.dtype = dtype_accumulator(plan->src->dtype)};
	const struct definition definition = {.plan = plan,
		.algebra = &algebra,
		.element = defined_element,
		.place = defined_place,
		.put = put_defined,
		.context = &defined};

	defined.algebra = &algebra;
	define_outputs(&definition);
}

/* The first of an output's elements among those of all. */
static int64_t
first_of(const struct plan *plan, const struct operand *output)
{
	int64_t first = 0;

	for (size_t i = 0; plan_output(plan, i) != output; i++)
		first += plan_output(plan, i)->nelement;
	return first;
}

static void
expect_part(const struct plan *plan, const struct move_plan *move, uint64_t *dst)
{
	int64_t extent[2 * MAX_RANK], index[2 * MAX_RANK] = {0};

	for (int i = 0; i < move->naxis; i++) {
		extent[2 * i] = move->axis[i].phase;
		extent[2 * i + 1] = move->axis[i].grid;
	}
	do {
		int64_t from = move->src_base, to = move->dst_base;
		bool copied = true;

		for (int i = 0; i < move->naxis; i++) {
			const struct move_axis *a = &move->axis[i];
			int64_t phase = index[2 * i], grid = index[2 * i + 1];

			from += move_axis_src(a, phase, grid);
			to += phase * a->dst_phase + grid * a->dst_grid;
			copied &= move_axis_copies(a, phase, grid);
		}
		if (copied)
			dst[to] = expect_element(plan, move->src, from);
		else if (move->fill)
			dst[to] = expect_element(plan, move->fill, 0);
		else if (!move->crops)
			dst[to] = digest_number(0);
	} while (next_index(index, extent, 2 * move->naxis));
}

static void
expect_move(const struct plan *plan, uint64_t *dst)
{
	for (size_t i = 0; i < plan->u.move.npart; i++) {
		const struct move_plan *move = &plan->u.move.part[i];

		expect_part(plan, move, dst + first_of(plan, move->dst));
	}
}

uint64_t *
expect_outputs(const struct plan *plan, bool fused, struct arena *arena)
{
	uint64_t *dst = arena_array(arena, uint64_t, plan_nelement(plan));
	struct expectation e = {.plan = plan, .window = &plan->u.window, .fused = fused};

	if (!plan_nelement(plan))
		return dst;
	switch (plan->kind) {
	case PLAN_WINDOW:
		expect_window(&e, dst, arena);
		break;
	case PLAN_MOVE:
		expect_move(plan, dst);
		break;
	case PLAN_POINTWISE:
		expect_pointwise(plan, fused, dst, arena);
		break;
	case PLAN_PRODUCT:
	case PLAN_REDUCE:
	case PLAN_SAMPLE:
		expect_definition(plan, fused, dst);
		break;
	case PLAN_NETWORK:
		break;
	}
	return dst;
}

/* Elements that a parameter points to: of the operation's, or packed weights. */
static struct expressions
object_of(const struct plan *plan, const struct variable *v,
	const struct expressions *packed, uint64_t *dst, struct arena *arena)
{
	const struct operand *o = v->operand;
	struct expressions object;

	if (!o)
		return *packed;
	object = (struct expressions){
		.n = o->nelement, .size = (int64_t)dtype_info[o->dtype].size};
	if (!v->reads) {
		object.element = dst + first_of(plan, o);
		return object;
	}
	object.element = arena_array(arena, uint64_t, object.n);
	for (int64_t k = 0; k < object.n; k++)
		object.element[k] = expect_element(plan, o, k);
	return object;
}

static const char *
call(const struct plan *plan, const struct function *f, const struct expressions *packed,
	uint64_t *dst, struct arena *arena)
{
	struct expressions *object =
		arena_array(arena, struct expressions, f->nparameter);
	size_t unit = plan->kind == PLAN_MOVE ? dtype_info[plan->dst.dtype].size : 0;

	for (size_t i = 0; i < f->nparameter; i++)
		object[i] = object_of(plan, f->parameter[i], packed, dst, arena);
	return express(f, object, unit, arena);
}

/* The output that has one of the elements of all. */
static const struct operand *
output_of(const struct plan *plan, int64_t k)
{
	size_t i = 0;

	while (k >= plan_output(plan, i)->nelement)
		k -= plan_output(plan, i++)->nelement;
	return plan_output(plan, i);
}

static const char *
compare(const struct plan *plan, const struct function *f,
	const struct expressions *packed, const uint64_t *wanted, struct arena *arena)
{
	uint64_t *dst = arena_array(arena, uint64_t, plan_nelement(plan));
	const char *failure = call(plan, f, packed, dst, arena);

	for (int64_t k = 0; k < plan_nelement(plan) && !failure; k++) {
		const struct operand *o = output_of(plan, k);

		if (dst[k] != wanted[k])
			failure = arena_format(arena,
				"%s: element %lld of %s is not computed as it has to be",
				f->name, (long long)(k - first_of(plan, o)), o->name);
	}
	return failure;
}

const char *
expect_wrong(const struct plan *plan, bool fused, const struct entries *entries,
	struct arena *arena)
{
	const uint64_t *wanted = expect_outputs(plan, fused, arena);
	struct expressions packed = {0};
	const struct operand *w = plan->weights;
	const char *failure = compare(plan, entries->whole, &packed, wanted, arena);

	if (failure || !entries->pack || !plan->dst.nelement)
		return failure;
	/* Weights that are copied as they are, or brought into the type of sums. */
	packed.size = (int64_t)dtype_info[w->dtype].size;
	if (entries->packed_bytes != w->nelement * packed.size)
		packed.size = (int64_t)dtype_info[dtype_accumulator(w->dtype)].size;
	packed.n = entries->packed_bytes / packed.size;
	packed.element = arena_array(arena, uint64_t, packed.n);
	failure = call(plan, entries->pack, &packed, NULL, arena);
	if (!failure)
		failure = compare(plan, entries->packed, &packed, wanted, arena);
	return failure;
}
