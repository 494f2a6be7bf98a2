#include "code/expect.h"

#include "arena.h"
#include "code/digest.h"
#include "code/express.h"
#include "reduction.h"

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

static uint64_t
element(const struct plan *plan, const struct operand *o, int64_t k)
{
	if (o->constant)
		return digest_constant(o, k);
	return digest_argument((size_t)(o - plan->operand), k);
}

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

/* Rows of reductions on digests. */
static union quantity
compute(const struct algebra *algebra, const struct computation *computation)
{
	const struct expectation *e = algebra->context;
	const union quantity *q = computation->a;
	uint64_t a = q[0].digest, b = q[1].digest, c = q[2].digest, digest;

	switch (computation->kind) {
	case VALUE_NUMBER:
		digest = digest_number(computation->number);
		break;
	case VALUE_ADD:
		digest = digest_add(a, b);
		break;
	case VALUE_MULTIPLY:
		digest = digest_multiply(a, b);
		break;
	case VALUE_MULADD:
		digest = e->fused ? digest_fma(a, b, c)
				  : digest_add(digest_multiply(a, b), c);
		break;
	case VALUE_DIVIDE:
		digest = digest_divide(a, b);
		break;
	case VALUE_POWER:
		digest = digest_power(a, computation->number);
		break;
	case VALUE_CHOOSE:
		digest = digest_choose(a, b, c, q[3].digest);
		break;
	default:
		digest = digest_operation(
			computation->kind, (uint64_t)computation->n, a, b);
		break;
	}
	return (union quantity){.digest = digest};
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
	uint64_t sum = plan->bias ? element(plan, plan->bias, c) : digest_number(0);

	for (int64_t begin = 0; begin < w->ic; begin += w->channel_block) {
		uint64_t block = digest_number(0);

		for (int64_t i = begin; i < w->ic && i < begin + w->channel_block; i++)
			for (int64_t t = 0; t < e->ntap; t++)
				block = add_term(e, block,
					element(plan, plan->src,
						src + i * e->src_plane + e->tap[t].src),
					element(plan, plan->weights,
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
			element(e->plan, e->plan->src, src + e->tap[t].src), 0);
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
		uint64_t x = element(e->plan, e->plan->src, at);

		place = row->place(&e->algebra, quantity(result), quantity(x),
				   quantity(place), quantity(digest_number((double)at)))
				.digest;
		result = add_term(e, result, x, 0);
	}
	return place;
}

static void
expect_window(struct expectation *e, uint64_t *dst, struct arena *arena)
{
	const struct window_plan *w = e->window;
	int64_t extent[MAX_AXIS], index[MAX_AXIS] = {0}, point = 0, nreal = 1;
	int64_t channels = w->group * w->oc;
	bool half = dtype_info[e->plan->dst.dtype].kind == KIND_HALF;

	e->algebra = (struct algebra){.compute = compute, .context = e};
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

			dst[i * e->dst_plane + point] =
				half ? digest_round(digest) : digest;
			if (e->plan->second.name)
				dst[e->plan->dst.nelement + i * e->dst_plane + point] =
					pool_place(e, src);
		}
		point++;
	} while (next_index(index, extent, w->naxis));
}

/* Whether a grid position of a phase is copied, as far as this axis says. */
static bool
is_copied(const struct move_axis *axis, int64_t phase, int64_t grid)
{
	for (size_t i = 0; i < axis->nrun; i++) {
		const struct phase_run *run = &axis->run[i];

		if (phase >= run->phase && phase < run->phase + run->nphase)
			return grid >= run->begin && grid < run->end;
	}
	return false;
}

static void
expect_move(const struct plan *plan, uint64_t *dst)
{
	const struct move_plan *move = &plan->u.move;
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

			from += phase * a->src_phase + grid * a->src_grid;
			to += phase * a->dst_phase + grid * a->dst_grid;
			copied &= is_copied(a, phase, grid);
		}
		if (copied)
			dst[to] = element(plan, plan->src, from);
		else if (!move->crops)
			dst[to] = digest_number(0);
	} while (next_index(index, extent, 2 * move->naxis));
}

/* Elements of both outputs. */
static int64_t
outputs_of(const struct plan *plan)
{
	return plan->dst.nelement + plan->second.nelement;
}

uint64_t *
expect_outputs(const struct plan *plan, bool fused, struct arena *arena)
{
	uint64_t *dst = arena_array(arena, uint64_t, outputs_of(plan));
	struct expectation e = {.plan = plan, .window = &plan->u.window, .fused = fused};

	if (!plan->dst.nelement)
		return dst;
	if (plan->kind == PLAN_MOVE)
		expect_move(plan, dst);
	else
		expect_window(&e, dst, arena);
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
		object.element = o == &plan->second ? dst + plan->dst.nelement : dst;
		return object;
	}
	object.element = arena_array(arena, uint64_t, object.n);
	for (int64_t k = 0; k < object.n; k++)
		object.element[k] = element(plan, o, k);
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

static const char *
compare(const struct plan *plan, const struct function *f,
	const struct expressions *packed, const uint64_t *wanted, struct arena *arena)
{
	uint64_t *dst = arena_array(arena, uint64_t, outputs_of(plan));
	const char *failure = call(plan, f, packed, dst, arena);

	for (int64_t k = 0; k < outputs_of(plan) && !failure; k++) {
		bool first = k < plan->dst.nelement;

		if (dst[k] != wanted[k])
			failure = arena_format(arena,
				"%s: element %lld of %s is not computed as it has to be",
				f->name, (long long)(first ? k : k - plan->dst.nelement),
				first ? plan->dst.name : plan->second.name);
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
