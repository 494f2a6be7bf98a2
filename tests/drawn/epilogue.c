#include "drawn/draw.h"

#include "base/arena.h"
#include "kernels/kernel.h"
#include "plan/chain.h"
#include "plan/epilogue.h"
#include "plan/pointwise.h"

/* Pointwise steps after a window or a product, as a network puts them there. */

enum {
	MOST_STEPS = 4
};

/* An epilogue on its way. */
struct steps {
	struct drawn *drawn;
	struct plan *plan;
	struct epilogue *epilogue;
	struct pointwise_chain *chain;
	struct chain_value last;
};

static struct repetition
repetition_of_window(const struct window_plan *w)
{
	if (w->dst_layout == WINDOW_NHWC)
		return (struct repetition){1, w->group * w->oc};
	return (struct repetition){window_plane(w), 0};
}

/* A tensor of the output's shape; numbers for each plane; after products, numbers for
   each index of an axis, again and again for those before it. */
static struct repetition
draw_repetition(struct steps *s)
{
	const struct operand *dst = &s->plan->dst;
	struct repetition whole = {1, 0}, r = {1, 1};
	int axis;

	if (!dst->rank || draw_chance(s->drawn, 25))
		return whole;
	if (s->plan->kind == PLAN_WINDOW)
		return repetition_of_window(&s->plan->u.window);
	axis = (int)draw_below(s->drawn, dst->rank);
	for (int i = axis + 1; i < dst->rank; i++)
		r.every *= dst->shape[i];
	r.period = dst->shape[axis];
	return repetition_fits(s->plan, &r) ? r : whole;
}

/* An operand of the plan; those that repeat themselves are constant. */
static size_t
add_operand(struct steps *s, const struct repetition *repetition)
{
	struct drawn *d = s->drawn;
	size_t n = s->plan->noperand++;
	struct operand *o = &s->plan->operand[n];
	struct tensor tensor = {.dtype = s->plan->dst.dtype};
	bool whole = repetition->every == 1 && !repetition->period;

	*o = s->plan->dst;
	o->name = arena_format(d->arena, "x%zu", n);
	if (!whole) {
		o->rank = 1;
		o->nelement = repetition->period
				      ? repetition->period
				      : s->plan->dst.nelement / repetition->every;
		o->shape[0] = o->nelement;
	} else if (draw_chance(d, 80)) {
		return n;
	}
	tensor.nelement = o->nelement;
	drawn_constant(d, &tensor);
	o->constant = tensor.constant;
	return n;
}

static struct chain_value
draw_operand(struct steps *s)
{
	struct epilogue *e = s->epilogue;
	struct epilogue_operand *o = &e->operand[e->noperand];

	if (draw_chance(s->drawn, 25)) {
		o->kind = EPILOGUE_NUMBER;
		o->number = (double)draw_between(s->drawn, -8, 8) / 4;
	} else {
		o->kind = EPILOGUE_TENSOR;
		o->repetition = draw_repetition(s);
		o->operand = add_operand(s, &o->repetition);
	}
	return chain_operand(e->noperand++);
}

/* Where results are compared by how far off they are, none of the steps may move them
   farther apart. */
static void
add_step(struct steps *s, bool keeps)
{
	static const struct pointwise_row *const row[] = {&pointwise_relu, &pointwise_max,
		&pointwise_min, &pointwise_add, &pointwise_multiply,
		&pointwise_multiply_add, &pointwise_subtract};
	const struct pointwise_row *r = row[draw_below(s->drawn, keeps ? 3 : 7)];
	struct chain_value x[STEP_ARGUMENTS] = {s->last};

	for (int i = 1; i < r->narguments; i++)
		x[i] = draw_operand(s);
	if (r->narguments == 2 && draw_chance(s->drawn, 30)) {
		x[0] = x[1];
		x[1] = s->last;
	}
	s->last = chain_add(s->chain, r, x, NULL, s->plan->dst.dtype, s->drawn->arena);
}

void
draw_epilogue(struct drawn *d, struct plan *plan)
{
	struct steps s = {.drawn = d,
		.plan = plan,
		.epilogue = arena_new(d->arena, struct epilogue),
		.chain = arena_new(d->arena, struct pointwise_chain),
		.last = chain_operand(0)};
	enum dtype_kind kind = dtype_info[plan->dst.dtype].kind;
	int n = (int)draw_between(d, 1, MOST_STEPS);

	if (plan->nmore || !plan->dst.nelement ||
		(kind != KIND_FLOAT && kind != KIND_HALF) || draw_chance(d, 60))
		return;
	*s.epilogue = (struct epilogue){
		.chain = s.chain, .noperand = 1, .dtype = plan->dst.dtype};
	for (int i = 0; i < n; i++)
		add_step(&s, numerics_tile(d->settings.numerics));
	plan->epilogue = s.epilogue;
}
