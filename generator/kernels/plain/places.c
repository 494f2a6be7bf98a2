#include "kernels/common/reducer.h"
#include "kernels/kernel.h"

#include "cost.h"

/* Pools with a second output, the place of the element that was chosen: a loop nest for
   each region of windows with the same taps, loops over taps included. */

enum {
	REGION_BYTES = 500 /* of code, nearly */
};

struct places {
	const struct plan *plan;
	const struct window_plan *window;
	const struct lowering *l;
	struct code_builder *code;
	const struct reducer *reducer;
	struct entry_operands o;
	int64_t axis_src[MAX_AXIS], axis_dst[MAX_AXIS]; /* from one to the next */
	int64_t plane_in, plane_out;
	const struct variable *plane, *i[MAX_AXIS], *t[MAX_AXIS];
	const struct span *span[MAX_AXIS]; /* of the region at hand */
};

static void
find_steps(struct places *k)
{
	k->plane_in = k->plane_out = 1;
	for (int a = k->window->naxis - 1; a >= 0; a--) {
		k->axis_src[a] = k->plane_in;
		k->axis_dst[a] = k->plane_out;
		k->plane_in *= k->window->axis[a].in;
		k->plane_out *= k->window->axis[a].out;
	}
}

/* Outputs that a span has, or taps, at most. */
static int64_t
most_of(const struct axis *axis, bool taps)
{
	int64_t most = 0;

	for (size_t i = 0; i < axis->nspan; i++) {
		int64_t n = taps ? axis->span[i].ntap : axis->span[i].count;

		most = n > most ? n : most;
	}
	return most;
}

/* Those of loops that are there. */
static void
declare_counters(struct places *k)
{
	struct variable *all[2 * MAX_AXIS + 1];
	size_t n = 0;
	bool reads = true;

	for (int a = 0; a < k->window->naxis; a++)
		reads &= most_of(&k->window->axis[a], true) > 0;
	if (k->window->batch * k->window->group > 1)
		k->plane = all[n++] = code_counter(k->code, "plane");
	for (int a = 0; a < k->window->naxis; a++) {
		const struct axis *axis = &k->window->axis[a];

		if (most_of(axis, false) > 1)
			k->i[a] = all[n++] =
				code_counter(k->code, code_name(k->code, "i%d", a + 1));
		if (reads && most_of(axis, true) > 1)
			k->t[a] = all[n++] =
				code_counter(k->code, code_name(k->code, "t%d", a + 1));
	}
	if (!n)
		return;
	code_declare(k->code, all, n);
	code_blank(k->code);
}

/* An address, moved to the plane at hand. */
static struct address
at_plane(const struct places *k, const struct variable *base, int64_t inc)
{
	struct address at = code_at(base, 0);

	return k->plane ? code_indexed(k->code, at, k->plane, inc) : at;
}

/* The input of the tap at hand, of the window at hand. */
static struct address
src_of(const struct places *k)
{
	struct address at = at_plane(k, k->o.src, k->plane_in);

	for (int a = 0; a < k->window->naxis; a++) {
		const struct axis *axis = &k->window->axis[a];

		at = code_moved(at, k->span[a]->src * k->axis_src[a]);
		if (k->span[a]->count > 1)
			at = code_indexed(
				k->code, at, k->i[a], axis->stride * k->axis_src[a]);
		if (k->span[a]->ntap > 1)
			at = code_indexed(
				k->code, at, k->t[a], axis->dilation * k->axis_src[a]);
	}
	return at;
}

static struct address
dst_of(const struct places *k, const struct variable *base)
{
	struct address at = at_plane(k, base, k->plane_out);

	for (int a = 0; a < k->window->naxis; a++) {
		at = code_moved(at, k->span[a]->first * k->axis_dst[a]);
		if (k->span[a]->count > 1)
			at = code_indexed(k->code, at, k->i[a], k->axis_dst[a]);
	}
	return at;
}

static int
add_loops(const struct places *k, const struct variable *const *counter, bool taps)
{
	int depth = 0;

	for (int a = 0; a < k->window->naxis; a++) {
		int64_t n = taps ? k->span[a]->ntap : k->span[a]->count;

		if (n > 1) {
			code_loop(k->code, counter[a], n);
			depth++;
		}
	}
	return depth;
}

static void
add_taps(const struct places *k, const struct variable *result,
	const struct variable *place)
{
	struct code_builder *code = k->code;
	const struct address at = src_of(k);
	int depth = add_loops(k, k->t, true);
	const struct value *x =
		code_get(code, code_let(code, true, "x", code_load(code, k->l->sum, at)));

	code_blank(code);
	code_set(code, place,
		reducer_place(k->reducer, code_get(code, result), x,
			code_get(code, place), code_index(code, at)));
	code_set(code, result, reducer_term(k->reducer, code_get(code, result), x, NULL));
	while (depth--)
		code_end(code);
}

/* "Outputs 0..3, 5." */
static const char *
region_name(const struct places *k)
{
	const char *text = "Outputs ";

	for (int a = 0; a < k->window->naxis; a++) {
		const struct span *s = k->span[a];

		text = code_name(
			k->code, "%s%s%lld", text, a ? ", " : "", (long long)s->first);
		if (s->count > 1)
			text = code_name(k->code, "%s..%lld", text,
				(long long)(s->first + s->count - 1));
	}
	return code_name(k->code, "%s.", text);
}

static void
add_region(const struct places *k)
{
	struct code_builder *code = k->code;
	const struct variable *result, *place;
	int64_t divisor = 1;
	int depth;
	bool reads = true;

	code_comment(code, region_name(k));
	depth = add_loops(k, k->i, false);
	if (!depth)
		code_block(code);
	for (int a = 0; a < k->window->naxis; a++) {
		reads &= k->span[a]->ntap > 0;
		divisor *= k->span[a]->divisor;
	}
	result = code_let(code, false, "result", reducer_identity(k->reducer, k->l->sum));
	place = code_let(code, false, "place",
		code_number(code, code_scalar(k->plan->second.dtype), 0));
	code_blank(code);
	if (reads)
		add_taps(k, result, place);
	code_store(code, dst_of(k, k->o.dst),
		reducer_finish(
			k->reducer, code_get(code, result), reads ? divisor : 1, NULL));
	code_store(code, dst_of(k, k->o.second), code_get(code, place));
	code_end(code);
	while (--depth > 0)
		code_end(code);
}

static void
add_regions(struct places *k)
{
	size_t at[MAX_AXIS] = {0};
	int a;

	do {
		for (a = 0; a < k->window->naxis; a++)
			k->span[a] = &k->window->axis[a].span[at[a]];
		add_region(k);
		for (a = k->window->naxis - 1;
			a >= 0 && ++at[a] == k->window->axis[a].nspan; a--)
			at[a] = 0;
	} while (a >= 0);
}

static void
places_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	struct reducer reducer = reducer_begin(&l, l.sum);
	struct places k = {.plan = schedule->plan,
		.window = &schedule->plan->u.window,
		.l = &l,
		.code = code,
		.reducer = &reducer};

	find_steps(&k);
	k.o = lowering_entry(&l, ENTRY_WHOLE);
	if (k.plan->dst.nelement) {
		declare_counters(&k);
		if (k.plane)
			code_loop(code, k.plane, k.window->batch * k.window->group);
		add_regions(&k);
		if (k.plane)
			code_end(code);
	}
	code_end_function(code);
}

static bool
plan_places(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct window_plan *w = &schedule->plan->u.window;

	(void)arena;
	schedule->estimate = REGION_BYTES;
	for (int a = 0; a < w->naxis; a++)
		schedule->estimate = count_mul(schedule->estimate, w->axis[a].nspan);
	return schedule->estimate <= max_output;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	(void)target;
	return plan->second.name ? NULL : "it is for outputs with places";
}

const struct kernel kernel_places = {
	.name = "places",
	.kind = PLAN_WINDOW,
	.loops = true,
	.summary =
		"loops over windows and taps, which keep the place of the element that "
		"was chosen",
	.obstacle = obstacle,
	.plan = plan_places,
	.lower = places_lower,
};
