#include "kernels/common/reducer.h"
#include "kernels/kernel.h"

#include "base/extents.h"
#include "code/walk/cost.h"

/* Pools with a second output, the position of the chosen element: a loop nest, with loops
   over taps, for each region of windows with the same taps. */

enum {
	REGION_STATEMENTS = 12 /* at least */
};

struct places {
	const struct plan *plan;
	const struct window_plan *window;
	const struct lowering *l;
	struct code_builder *code;
	const struct reducer *reducer;
	struct entry_operands o;
	const struct variable *plane, *i[MAX_AXIS], *t[MAX_AXIS];
	/* Of the current region; the counters of its loops, NULL where there is none. */
	const struct span *span[MAX_AXIS];
	const struct variable *output[MAX_AXIS], *tap[MAX_AXIS];
};

/* Declares the counters of all regions. */
static void
declare_counters(struct places *p)
{
	const struct window_plan *w = p->window;
	struct wanted_counter all[2 * MAX_AXIS + 1] = {{&p->plane, "plane", true}};
	size_t n = 1;

	for (int a = 0; a < w->naxis; a++) {
		all[n++] = (struct wanted_counter){
			&p->i[a], code_name(p->code, "i%d", a + 1), true};
		all[n++] = (struct wanted_counter){
			&p->t[a], code_name(p->code, "t%d", a + 1), true};
	}
	code_declare_counters(p->code, all, n);
	code_blank(p->code);
}

/* The address of the current tap of the current window, modulo `period` elements: of a
   part of the planes, of a plane, of an image or of everything. */
static struct address
src_of(const struct places *p, int64_t period)
{
	struct address at = code_at(p->o.src, 0);
	int64_t plane = p->window->src.channel;
	const int64_t *inc = p->window->src.axis;

	if (plane % period)
		at = code_indexed_by(p->code, at,
			(struct index_term){.counter = p->plane,
				.modulo = period < p->plan->src->nelement ? period / plane
									  : 0,
				.inc = plane});
	for (int a = 0; a < p->window->naxis; a++) {
		const struct axis *axis = &p->window->axis[a];

		if (inc[a] % period == 0)
			continue;
		at = code_moved(at, p->span[a]->src * inc[a]);
		at = code_indexed(p->code, at, p->output[a], axis->stride * inc[a]);
		at = code_indexed(p->code, at, p->tap[a], axis->dilation * inc[a]);
	}
	return at;
}

static struct address
dst_of(const struct places *p, const struct variable *base)
{
	const int64_t *inc = p->window->dst.axis;
	struct address at = code_along(p->code, base, p->plane, p->window->dst.channel);

	for (int a = 0; a < p->window->naxis; a++)
		at = code_indexed(p->code, code_moved(at, p->span[a]->first * inc[a]),
			p->output[a], inc[a]);
	return at;
}

/* The element of the current tap, and its position. */
static const struct value *
element_of(const struct places *p)
{
	return code_load(p->code, p->l->sum, src_of(p, p->plan->src->nelement));
}

static const struct value *
position_of(const struct places *p)
{
	const int64_t period = p->window->place_period;

	return code_index(p->code, src_of(p, period ? period : p->plan->src->nelement));
}

/* Adds the taps to the first one, with which all results begin that have places. */
static void
add_taps(struct places *p, const struct variable *result, const struct variable *place)
{
	struct code_builder *code = p->code;
	const struct value *x;

	for (int a = 0; a < p->window->naxis; a++)
		p->tap[a] = code_loop_if(code, p->t[a], p->span[a]->ntap);
	x = code_named(code, element_of(p), "x");
	code_blank(code);
	code_set(code, place,
		reducer_place(p->reducer, code_get(code, result), x,
			code_get(code, place), position_of(p)));
	reducer_add(p->reducer, result, x, NULL);
	code_ends(code, p->window->naxis);
}

static void
add_region(struct places *p)
{
	struct code_builder *code = p->code;
	const struct variable *result, *place;
	const char *outputs = "";
	bool reads = true, loops = false;

	for (int a = 0; a < p->window->naxis; a++) {
		p->tap[a] = NULL;
		outputs = code_range(code, outputs, p->span[a]->first, p->span[a]->count);
		reads &= p->span[a]->ntap > 0;
		loops |= p->span[a]->count > 1;
	}
	code_comment(code, code_name(code, "Outputs %s.", outputs));
	for (int a = 0; a < p->window->naxis; a++)
		p->output[a] = code_loop_if(code, p->i[a], p->span[a]->count);
	if (!loops)
		code_block(code);
	result = code_let(code, false, "result",
		reads ? element_of(p) : reducer_identity(p->reducer, p->l->sum));
	place = code_let(code, false, "place",
		reads ? position_of(p) : code_number(code, code_scalar(DTYPE_INT64), 0));
	code_blank(code);
	if (reads)
		add_taps(p, result, place);
	reducer_store(p->reducer, code_get(code, result), 1, NULL,
		(struct output_place){dst_of(p, p->o.dst), 1, 1});
	code_store(code, dst_of(p, p->o.places), reducer_place_stored(p->reducer, place));
	code_ends(code, p->window->naxis + (loops ? 0 : 1));
}

static void
places_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	const struct window_plan *w = &schedule->plan->u.window;
	struct places p = {.plan = schedule->plan,
		.window = w,
		.l = &l,
		.code = code,
		.reducer = reducer_begin(&l, l.sum)};
	int64_t at[MAX_AXIS] = {0}, nspan[MAX_AXIS];

	p.o = lowering_entry(&l, ENTRY_WHOLE);
	if (p.plan->dst.nelement) {
		declare_counters(&p);
		if (!reducer_reads(p.reducer))
			code_unused(code, p.o.src);
		p.plane = code_loop_if(code, p.plane, w->batch * w->group);
		for (int a = 0; a < w->naxis; a++)
			nspan[a] = (int64_t)w->axis[a].nspan;
		do {
			for (int a = 0; a < w->naxis; a++)
				p.span[a] = &w->axis[a].span[at[a]];
			add_region(&p);
		} while (extents_next(at, nspan, w->naxis));
		code_end(code);
	}
	code_end_function(code);
}

static bool
plan_places(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct window_plan *w = &schedule->plan->u.window;
	uint64_t n = REGION_STATEMENTS;

	(void)arena;
	for (int a = 0; a < w->naxis; a++)
		n = count_mul(n, w->axis[a].nspan);
	return schedule_may_fit(schedule, n, max_output);
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	(void)target;
	return plan->nmore ? NULL : "it is for outputs with places";
}

const struct kernel kernel_places = {
	.name = "places",
	.kind = PLAN_WINDOW,
	.summary =
		"loops over windows and taps, which keep the place of the element that "
		"was chosen",
	.obstacle = obstacle,
	.plan = plan_places,
	.lower = places_lower,
};
