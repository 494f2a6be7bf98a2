#include "kernels/global_pool/global_pool.h"

#include "kernels/common/reducer.h"

enum {
	STRAIGHT_CHUNKS = 8,  /* of PLANE_LANES elements that are written out */
	PLANES_AT_A_TIME = 4, /* in one loop, so that no sum waits for the one before */
	MAX_VECTORS = PLANE_LANES /* of the partial sums of a plane */
};

/* The function at hand: so many planes, one for each lane or fewer. */
struct group {
	const struct global_pool *p;
	const struct reducer *reducer;
	struct code_builder *code;
	struct code_type memory, vector;
	struct ends ends;
	int vectors; /* of the partial sums of a plane */
	int planes;
	const struct variable *sum[CODE_LANES][MAX_VECTORS];
};

static void
add_term(const struct group *g, int plane, int v, struct address at, int64_t lanes)
{
	const struct variable *sum = g->sum[plane][v];
	const struct value *x = code_load_n(g->code, g->vector, at, lanes);

	code_set(g->code, sum, reducer_term(g->reducer, code_get(g->code, sum), x, NULL));
}

/* Elements first to end - 1 of some planes, vector by vector; the last one may be
   smaller. Lanes without an element add zero. */
static void
add_elements(const struct group *g, int plane, int end_plane, int64_t first, int64_t end)
{
	int lanes = g->vector.lanes;

	for (int64_t at = first; at < end; at += lanes)
		for (int k = plane; k < end_plane; k++)
			add_term(g, k, (int)(at / lanes % g->vectors),
				code_at(g->ends.src, k * g->p->elements + at),
				end - at < lanes ? end - at : lanes);
}

static void
add_loop(const struct group *g, const struct variable *i, int plane, int end,
	int64_t whole)
{
	code_loop_to(g->code, i, 0, PLANE_LANES, (struct limit){.limit = whole});
	for (int v = 0; v < g->vectors; v++)
		for (int k = plane; k < end; k++)
			add_term(g, k, v,
				code_indexed(g->code,
					code_at(g->ends.src,
						k * g->p->elements + v * g->vector.lanes),
					i, 1),
				g->vector.lanes);
	code_end(g->code);
}

static void
add_sums(const struct group *g, const struct variable *i)
{
	int64_t whole = i ? g->p->elements / PLANE_LANES * PLANE_LANES : 0;

	for (int k = 0; k < g->planes; k += PLANES_AT_A_TIME) {
		int end = k + PLANES_AT_A_TIME;

		if (end > g->planes)
			end = g->planes;
		if (i)
			add_loop(g, i, k, end, whole);
		add_elements(g, k, end, whole, g->p->elements);
	}
}

/* The upper half of each plane's partial sums onto the lower, down to one vector. */
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

/* Lanes first, first + 1, … of every group of `size` lanes, in two vectors: half of each
   group. */
static const struct value *
half_of_groups(const struct group *g, const struct variable *a, const struct variable *b,
	int size, int first)
{
	int lane[CODE_LANES];

	for (int i = 0; i < g->vector.lanes; i++)
		lane[i] = i / (size / 2) * size + first + i % (size / 2);
	return code_shuffle(g->code, code_get(g->code, a), code_get(g->code, b), lane);
}

/* Trees of two vectors become one with twice as many, until each lane is a plane's. Where
   there are fewer planes, the last vector stands for those that are not there. */
static const struct value *
add_trees(const struct group *g)
{
	const struct variable *at[CODE_LANES];
	int n = g->planes, level = 1;

	for (int k = 0; k < n; k++)
		at[k] = g->sum[k][0];
	for (int size = g->vector.lanes; size > 1; size /= 2, level++) {
		for (int k = 0; k < (n + 1) / 2; k++) {
			const struct variable *a = at[2 * k];
			const struct variable *b = at[2 * k + 1 < n ? 2 * k + 1 : n - 1];

			at[k] = code_let(g->code, true,
				code_name(g->code, "level%d_%d", level, k),
				reducer_join(g->reducer, half_of_groups(g, a, b, size, 0),
					half_of_groups(g, a, b, size, size / 2)));
		}
		n = (n + 1) / 2;
	}
	return code_get(g->code, at[0]);
}

/* A function for so many planes. */
static const struct function *
add_group(const struct lowering *l, const struct reducer *reducer, int planes)
{
	const struct global_pool *p = l->schedule->u.global_pool;
	struct code_builder *code = l->code;
	struct group g = {.p = p,
		.reducer = reducer,
		.code = code,
		.memory = l->memory,
		.vector = lowering_vector(l, p->vector->lanes),
		.vectors = PLANE_LANES / p->vector->lanes,
		.planes = planes};
	struct variable *i = NULL;

	g.ends = lowering_function(l, LINKAGE_NOINLINE,
		lowering_name(l, "planes_%d", planes),
		code_name(code, "%d plane%s of %lld, each in %d partial sums.", planes,
			planes > 1 ? "s" : "", (long long)p->elements, PLANE_LANES));
	for (int k = 0; k < planes; k++)
		for (int v = 0; v < g.vectors; v++)
			g.sum[k][v] = code_let(code, false,
				g.vectors > 1 ? code_name(code, "sum%d_%d", k, v)
					      : code_name(code, "sum%d", k),
				reducer_identity(reducer, g.vector));
	if (p->elements / PLANE_LANES > STRAIGHT_CHUNKS) {
		i = code_counter(code, "i");
		code_declare(code, &i, 1);
	}
	code_blank(code);
	add_sums(&g, i);
	code_blank(code);
	add_vectors(&g);
	code_store_n(code, code_at(g.ends.dst, 0),
		reducer_finish(reducer, add_trees(&g), p->divisor, NULL), planes);
	return code_end_function(code);
}

static void
add_call(struct code_builder *code, const struct function *f, struct address src,
	struct address dst)
{
	code_call(code, f, (struct argument[]){code_pass(src), code_pass(dst)});
}

void
global_pool_lower(const struct schedule *schedule, struct code_builder *code)
{
	const struct global_pool *p = schedule->u.global_pool;
	struct lowering l = lowering_begin(schedule, code);
	struct reducer reducer = reducer_begin(&l, lowering_vector(&l, p->vector->lanes));
	int lanes = p->vector->lanes, rest = (int)(p->planes % lanes);
	int64_t groups = p->planes / lanes, step = lanes * p->elements;
	const struct function *all = groups ? add_group(&l, &reducer, lanes) : NULL;
	const struct function *some = rest ? add_group(&l, &reducer, rest) : NULL;
	struct entry_operands o = lowering_entry(&l, ENTRY_WHOLE);

	if (groups > 1) {
		struct variable *block = code_counter(code, "block");

		code_declare(code, &block, 1);
		code_blank(code);
		code_loop(code, block, groups);
		add_call(code, all, code_indexed(code, code_at(o.src, 0), block, step),
			code_indexed(code, code_at(o.dst, 0), block, lanes));
		code_end(code);
	} else if (groups) {
		add_call(code, all, code_at(o.src, 0), code_at(o.dst, 0));
	}
	if (rest)
		add_call(code, some, code_at(o.src, groups * step),
			code_at(o.dst, groups * lanes));
	code_end_function(code);
}
