#include "kernels/direct_c/direct_c.h"

#include "base/checked.h"

/* Pools whose window is a whole plane: element j of a plane goes to partial sum j mod
   PLANE_LANES. The sums are in memory, those of some channels at a time, so that lines
   are read in sequence. */

enum {
	/* Elements that are added to a partial sum while it is in a register. */
	AT_ONCE = 4
};

/* The function's variables: the first element of the current ones, a partial sum, a
   channel, a vector of sums, and all sums, `inc` elements from one to the next. */
struct plane_sums {
	const struct variable *i, *j, *c, *sum, *sums;
	int64_t inc;
};

void
direct_c_plan_plane(struct tile_plan *p, struct arena *arena)
{
	struct micro_kernel kernel = {.role = "sums", .positions = 1, .reads = true};
	static const struct axis_tile tile = {.size = 1, .count = 1};
	const struct axis_tile *tiles[MAX_AXIS];
	int64_t near = p->target->processor->tuning.near_bytes / 4;
	int64_t vectors =
		sums_in(p, min_of(near, p->stack)) / PLANE_LANES / p->vector->lanes;

	for (int i = 0; i < p->window.naxis; i++)
		tiles[i] = &tile;
	tile_plan_add_blocks(
		p, min_of(max_of(vectors, 1) * p->vector->lanes, p->window.oc), 1);
	for (size_t b = 0; b < p->noc_block; b++)
		tile_plan_add_nest(p, &p->oc_block[b], &kernel, NULL, tiles, 0, arena);
}

/* Vectors of channels: those of a loop, or the last one, which overlaps those before if
   vectors do not divide the channels, but has sums of its own. */
struct vectors {
	const struct variable *c;
	int64_t channel, sum; /* the first one, and its place in a row of sums */
};

static int
find_vectors(
	const struct kernel_code *k, const struct plane_sums *t, struct vectors *vectors)
{
	int64_t channels = k->kernel->channels, lanes = k->vector.lanes;
	int64_t whole = channels / lanes * lanes;
	int n = 0;

	if (whole)
		vectors[n++] = (struct vectors){whole > lanes ? t->c : NULL, 0, 0};
	if (whole < channels)
		vectors[n++] = (struct vectors){NULL, max_of(channels - lanes, 0), whole};
	return n;
}

/* Begins the loop over the vectors, or a block for the last one. */
static void
begin_vectors(const struct kernel_code *k, const struct vectors *v)
{
	int64_t lanes = k->vector.lanes;

	if (v->c)
		code_loop_by(
			k->code, v->c, 0, lanes, k->kernel->channels / lanes * lanes);
	else
		code_block(k->code);
}

/* Adds elements i + first + j, PLANE_LANES apart and n of them, to partial sums j in
   begin..end-1. begins: nothing is in the sums. */
static void
add_elements(const struct kernel_code *k, const struct plane_sums *t,
	const struct variable *i, int64_t first, int64_t n, int64_t begin, int64_t end,
	bool begins)
{
	int64_t inc = k->window->src.axis[k->window->naxis - 1];
	const struct variable *j = end - begin > 1 ? t->j : NULL;
	struct vectors vectors[2];

	if (begin == end || (!n && !begins))
		return;
	first += j ? 0 : begin;
	code_loop_by(k->code, j, begin, 1, end);
	for (int v = 0; v < find_vectors(k, t, vectors); v++) {
		struct address to = code_at(t->sums, j ? 0 : begin * t->inc);
		struct address x = code_at(k->src, vectors[v].channel);

		begin_vectors(k, &vectors[v]);
		x = code_indexed(k->code, x, vectors[v].c, 1);
		x = code_indexed(k->code, code_indexed(k->code, x, i, inc), j, inc);
		x = code_let_place(
			k->code, true, k->memory, "x", code_moved(x, first * inc));
		to = code_indexed(k->code, to, j, t->inc);
		to = code_indexed(k->code, to, vectors[v].c, 1);
		to = code_let_place(
			k->code, false, k->sum, "to", code_moved(to, vectors[v].sum));
		code_blank(k->code);
		code_set(k->code, t->sum,
			begins ? reducer_identity(k->reducer, k->vector)
			       : code_load(k->code, k->vector, to));
		for (int64_t e = 0; e < n; e++)
			reducer_add(k->reducer, t->sum,
				code_load_n(k->code, k->vector,
					code_moved(x, e * PLANE_LANES * inc),
					kernel_channels_of(k, 0)),
				NULL);
		code_store(k->code, to, code_get(k->code, t->sum));
		code_end(k->code);
	}
	code_end(k->code);
}

/* Adds all elements: those that fill loops, then the rest of them. */
static void
add_plane(const struct kernel_code *k, const struct plane_sums *t)
{
	int64_t plane = k->plan->plane_in, step = AT_ONCE * PLANE_LANES;
	int64_t whole = plane / step * step, rest = plane - whole;
	int64_t n = rest / PLANE_LANES, more = rest % PLANE_LANES;

	if (whole)
		add_elements(k, t, NULL, 0, AT_ONCE, 0, PLANE_LANES, true);
	if (whole > step) {
		code_loop_by(k->code, t->i, step, step, whole);
		add_elements(k, t, t->i, 0, AT_ONCE, 0, PLANE_LANES, false);
		code_end(k->code);
	}
	add_elements(k, t, NULL, whole, n + 1, 0, more, !whole);
	add_elements(k, t, NULL, whole, n, more, PLANE_LANES, !whole);
}

/* Adds the upper half of the partial sums to the lower, down to one, and stores it. */
static void
join_sums(const struct kernel_code *k, const struct plane_sums *t)
{
	const struct value *sum[PLANE_LANES];
	struct vectors vectors[2];
	int64_t divisor = 1;

	for (int i = 0; i < k->window->naxis; i++)
		divisor *= k->window->axis[i].span[0].divisor;
	for (int v = 0; v < find_vectors(k, t, vectors); v++) {
		struct address from = code_along(k->code, t->sums, vectors[v].c, 1);
		struct address to = code_along(k->code, k->dst, vectors[v].c, 1);

		begin_vectors(k, &vectors[v]);
		for (int j = 0; j < PLANE_LANES; j++)
			sum[j] = code_load(k->code, k->vector,
				code_moved(from, vectors[v].sum + j * t->inc));
		for (int half = PLANE_LANES / 2; half > 1; half /= 2)
			for (int j = 0; j < half; j++)
				sum[j] = code_named(k->code,
					reducer_join(k->reducer, sum[j], sum[j + half]),
					"sum%d_%d", half, j);
		sum[0] = reducer_join(k->reducer, sum[0], sum[1]);
		reducer_store(k->reducer, sum[0], divisor, NULL,
			(struct output_place){code_moved(to, vectors[v].channel),
				kernel_channels_of(k, 0), 1});
		code_end(k->code);
	}
}

void
direct_c_lower_plane_sums(struct kernel_code *k)
{
	int64_t plane = k->plan->plane_in, lanes = k->vector.lanes;
	struct variable *sum;
	struct plane_sums t = {.inc = ceil_div(k->kernel->channels, lanes) * lanes};

	kernel_begin(k, LINKAGE_NOINLINE,
		code_name(k->code,
			"%lld planes of %lld elements, each in %d partial sums.",
			(long long)k->kernel->channels, (long long)plane, PLANE_LANES));
	sum = code_variable(k->code, k->vector, "sum");
	code_declare(k->code, &sum, 1);
	t.sum = sum;
	t.sums = kernel_array(k, "sums", PLANE_LANES * t.inc);
	code_counters(k->code, {&t.i, "i", true}, {&t.j, "j", true}, {&t.c, "c", true});
	code_blank(k->code);
	add_plane(k, &t);
	code_blank(k->code);
	join_sums(k, &t);
}
