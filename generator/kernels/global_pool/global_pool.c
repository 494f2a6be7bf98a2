#include "kernels/common/prologue_code.h"
#include "kernels/common/reducer.h"
#include "kernels/common/tile_plan.h"

#include "base/arena.h"
#include "base/checked.h"
#include "plan/epilogue.h"

/* Pools whose windows are whole planes: a plane is summed in PLANE_LANES partial sums,
   and as many planes as a vector has lanes share the last levels of their trees. */

enum {
	STRAIGHT_CHUNKS = 8, /* of PLANE_LANES elements that are written out; more would
				be tedious to read */
	MAX_VECTORS = PLANE_LANES /* of the partial sums of a plane */
};

struct global_pool {
	const struct vector_type *vector;
	int64_t planes, elements; /* the number of planes, and the elements of each */
	int64_t divisor;          /* AveragePool: taps counted */
	int64_t at_once;          /* planes per loop */
};

/* The function being built, for at most one plane per lane. */
struct group {
	const struct global_pool *p;
	const struct lowering *l;
	const struct reducer *reducer;
	struct code_builder *code;
	struct code_type vector;
	const struct variable *src;
	int vectors; /* of the partial sums of a plane */
	int planes;
	const struct variable *sum[CODE_LANES][MAX_VECTORS];
};

/* Adds elements first to end - 1 of some planes, from number i of each on, vector by
   vector; the last vector may be partial. shared: what the elements of each share. Lanes
   without an element add zero. */
static void
add_elements(const struct group *g, const struct prologue_shared *shared,
	const struct variable *i, int plane, int end_plane, int64_t first, int64_t end)
{
	int lanes = g->vector.lanes;
	struct address src = code_along(g->code, g->src, i, 1);

	for (int64_t at = first; at < end; at += lanes)
		for (int k = plane; k < end_plane; k++)
			reducer_add(g->reducer, g->sum[k][at / lanes % g->vectors],
				prologue_term_n(g->l, &shared[k - plane], g->vector,
					code_moved(src, k * g->p->elements + at),
					min_of(end - at, lanes)),
				NULL);
}

static void
add_sums(const struct group *g, const struct variable *i)
{
	int64_t chunks = g->p->elements / PLANE_LANES;
	int64_t whole = chunks > STRAIGHT_CHUNKS ? chunks * PLANE_LANES : 0;

	for (int k = 0, end; k < g->planes; k = end) {
		struct prologue_shared shared[CODE_LANES];

		end = (int)min_of(k + g->p->at_once, g->planes);
		for (int n = k; n < end; n++)
			shared[n - k] = prologue_begin(
				g->l, g->vector, code_at(g->src, n * g->p->elements));
		if (whole) {
			code_loop_by(g->code, i, 0, PLANE_LANES, whole);
			add_elements(g, shared, i, k, end, 0, PLANE_LANES);
			code_end(g->code);
		}
		add_elements(g, shared, NULL, k, end, whole, g->p->elements);
	}
}

/* Adds the upper half of each plane's partial sums to the lower, down to one vector. */
static void
add_vectors(const struct group *g)
{
	struct code_builder *code = g->code;

	for (int half = g->vectors / 2; half > 0; half /= 2)
		for (int k = 0; k < g->planes; k++)
			for (int v = 0; v < half; v++)
				code_set(code, g->sum[k][v],
					reducer_join(g->reducer,
						code_get(code, g->sum[k][v]),
						code_get(code, g->sum[k][v + half])));
}

/* Shuffles half of each group of `size` lanes out of two vectors, from lane `first` of
   the group. */
static const struct value *
half_of_groups(const struct group *g, const struct value *a, const struct value *b,
	int size, int first)
{
	int lane[CODE_LANES];

	for (int i = 0; i < g->vector.lanes; i++)
		lane[i] = i / (size / 2) * size + first + i % (size / 2);
	return code_shuffle(g->code, a, b, lane);
}

/* Joins the trees of two vectors into one with twice as many planes, until each lane
   belongs to a plane. If there are fewer planes than lanes, the last vector stands in for
   the missing ones. */
static const struct value *
add_trees(const struct group *g)
{
	const struct value *at[CODE_LANES];
	int n = g->planes, level = 1;

	for (int k = 0; k < n; k++)
		at[k] = code_get(g->code, g->sum[k][0]);
	for (int size = g->vector.lanes; size > 1; size /= 2, level++) {
		for (int k = 0; k < (n + 1) / 2; k++) {
			const struct value *a = at[2 * k];
			const struct value *b = at[2 * k + 1 < n ? 2 * k + 1 : n - 1];

			at[k] = code_named(g->code,
				reducer_join(g->reducer, half_of_groups(g, a, b, size, 0),
					half_of_groups(g, a, b, size, size / 2)),
				"level%d_%d", level, k);
		}
		n = (n + 1) / 2;
	}
	return at[0];
}

/* Adds a function for so many planes. */
static const struct function *
add_group(const struct lowering *l, const struct reducer *reducer, int planes)
{
	const struct global_pool *p = l->schedule->own;
	struct code_builder *code = l->code;
	struct group g = {.p = p,
		.l = l,
		.reducer = reducer,
		.code = code,
		.vector = lowering_vector(l, p->vector->lanes),
		.vectors = PLANE_LANES / p->vector->lanes,
		.planes = planes};
	const struct variable *dst, *i;

	code_function(code, LINKAGE_NOINLINE, lowering_name(l, "planes_%d", planes),
		code_name(code, "%s of %lld, each in %d partial sums.",
			code_count(code, planes, "plane"), (long long)p->elements,
			PLANE_LANES));
	g.src = code_input(code, l->memory, "src");
	dst = code_output(code, l->stored, "dst");
	for (int k = 0; k < planes; k++)
		for (int v = 0; v < g.vectors; v++)
			g.sum[k][v] = code_let(code, false,
				g.vectors > 1 ? code_name(code, "sum%d_%d", k, v)
					      : code_name(code, "sum%d", k),
				reducer_identity(reducer, g.vector));
	code_counters(code, {&i, "i", true});
	code_blank(code);
	add_sums(&g, i);
	code_blank(code);
	add_vectors(&g);
	reducer_store(reducer, add_trees(&g), p->divisor, NULL,
		(struct output_place){code_at(dst, 0), planes, 1});
	return code_end_function(code);
}

static void
global_pool_lower(const struct schedule *schedule, struct code_builder *code)
{
	const struct global_pool *p = schedule->own;
	struct lowering l = lowering_begin(schedule, code);
	const struct reducer *reducer =
		reducer_begin(&l, lowering_vector(&l, p->vector->lanes));
	int lanes = p->vector->lanes, rest = (int)(p->planes % lanes);
	int64_t groups = p->planes / lanes, step = lanes * p->elements;
	const struct function *all = groups ? add_group(&l, reducer, lanes) : NULL;
	const struct function *some = rest ? add_group(&l, reducer, rest) : NULL;
	struct entry_operands o = lowering_entry(&l, ENTRY_WHOLE);
	struct address src = code_at(o.src, 0), dst = code_at(o.dst, 0);
	const struct variable *block;

	code_counters(code, {&block, "block", true});
	code_blank(code);
	block = code_loop_if(code, block, groups);
	if (groups)
		code_call_with(code, all, code_pass(code_indexed(code, src, block, step)),
			code_pass(code_indexed(code, dst, block, lanes)));
	code_end(code);
	if (rest)
		code_call_with(code, some, code_pass(code_moved(src, groups * step)),
			code_pass(code_moved(dst, groups * lanes)));
	code_end_function(code);
}

/* Narrow vectors if the rest of a plane after whole wide vectors fits a narrow one, which
   takes half the time. */
static const struct vector_type *
choose_vector(
	const struct global_pool *p, const struct schedule *schedule, struct arena *arena)
{
	enum dtype dtype = schedule->plan->sum;
	const struct vector_type *wide = vector_type_of(schedule->target, dtype, arena);
	const struct vector_type *narrow = narrow_type_of(schedule->target, dtype, arena);
	int64_t left = p->elements % wide->lanes;

	return narrow && left && left <= narrow->lanes ? narrow : wide;
}

static bool
plan_planes(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct window_plan *w = &schedule->plan->u.window;
	struct global_pool *p = arena_new(arena, struct global_pool);

	(void)max_output;
	p->planes = w->batch * w->group;
	p->elements = p->divisor = 1;
	for (int i = 0; i < w->naxis; i++) {
		p->elements *= w->axis[i].in;
		p->divisor *= w->axis[i].span[0].divisor;
	}
	p->vector = choose_vector(p, schedule, arena);
	p->at_once = schedule->target->processor->tuning.planes_at_once;
	schedule->own = p;
	return true;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;
	double elements = 1;

	(void)target;
	if (w->reduction->weighted)
		return "it is for pools";
	if (!window_is_planar(w))
		return "it needs planes, layout NCHW";
	if (w->batch > 1 && w->src.image != w->group * w->src.channel)
		return "it needs all channels of several images";
	if (!w->reduction->by_plane)
		return "its outputs are not made of partial results";
	if (reduction_obstacle(plan))
		return reduction_obstacle(plan);
	for (int i = 0; i < w->naxis; i++) {
		if (w->axis[i].out != 1 || w->axis[i].span[0].ntap != w->axis[i].in)
			return "it needs one window for each plane, of all its elements";
		elements *= (double)w->axis[i].in;
	}
	return elements < PLANE_LANES ? "it needs planes of 16 elements or more" : NULL;
}

const struct kernel kernel_global_pool = {
	.name = "global-pool",
	.kind = PLAN_WINDOW,
	.vectors = true,
	.prologues = true,
	.summary = "whole planes in partial sums, as many planes at a time as a vector "
		   "has lanes",
	.obstacle = obstacle,
	.plan = plan_planes,
	.lower = global_pool_lower,
};
