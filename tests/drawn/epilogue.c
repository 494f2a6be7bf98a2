#include "drawn/draw.h"

#include "base/arena.h"
#include "kernels/kernel.h"
#include "plan/chain.h"
#include "plan/epilogue.h"
#include "plan/pointwise.h"
#include "plan/prologue.h"

/* Pointwise steps after a window or a product, or before a window, as a network puts them
   there. */

enum {
	MOST_STEPS = 4
};

/* An epilogue or a prologue on its way. */
struct steps {
	struct drawn *drawn;
	struct plan *plan;
	const struct operand *of; /* the tensor of whose elements they are */
	struct epilogue *epilogue;
	struct pointwise_chain *chain;
	struct chain_value last;
	enum dtype dtype; /* of the last result */
};

/* Numbers for each channel, for each of each image, for each image, or one. */
static struct repetition
repetition_of_window(struct drawn *d, const struct window_plan *w)
{
	int64_t channels = w->group * w->oc, plane = window_plane(w);
	bool last = w->dst_layout == WINDOW_NHWC;

	switch (draw_below(d, 9)) {
	case 0:
		return (struct repetition){channels * plane * w->batch, 1, 0};
	case 1:
		return (struct repetition){channels * plane, 0, 0};
	case 2:
		/* They may not fit. */
		return (struct repetition){
			last ? 1 : plane, channels, channels * plane / w->axis[0].out};
	case 3:
	case 4:
		return last ? (struct repetition){1, channels, channels * plane}
			    : (struct repetition){plane, 0, 0};
	default:
		return (struct repetition){last ? 1 : plane, channels, 0};
	}
}

/* Numbers for each index of an axis of a product, again and again for those before it, or
   others for those before the next axis. */
static struct repetition
repetition_of_product(struct drawn *d, const struct operand *dst)
{
	struct repetition r = {.every = 1};
	int axis = (int)draw_below(d, dst->rank);

	for (int i = axis + 1; i < dst->rank; i++)
		r.every *= dst->shape[i];
	r.period = dst->shape[axis];
	if (axis && draw_chance(d, 30))
		r.image = r.every * r.period * dst->shape[axis - 1];
	return r;
}

/* Numbers beside src for each channel, for each of each image, for each image, or one. */
static struct repetition
repetition_of_src(struct steps *s)
{
	const struct window_plan *w = &s->plan->u.window;
	int64_t channels = w->group * w->ic, all = s->of->nelement;
	int64_t plane = all / (channels * w->batch);
	struct repetition one = {all, 1, 0};
	const struct repetition drawn[] = {one, {channels * plane, 0, 0},
		{plane, channels, 0}, {plane, channels, 0}, {plane, 0, 0}};
	struct repetition r = drawn[draw_below(s->drawn, 5)];

	return prologue_fits(s->plan, &r) ? r : one;
}

/* A tensor of the output's shape, or one that is read repeatedly. */
static struct repetition
draw_repetition(struct steps *s)
{
	const struct operand *dst = &s->plan->dst;
	struct repetition whole = {.every = 1}, r;

	if (s->of == s->plan->src)
		return repetition_of_src(s);
	if (!dst->rank || draw_chance(s->drawn, 25))
		return whole;
	if (s->plan->kind == PLAN_WINDOW)
		r = repetition_of_window(s->drawn, &s->plan->u.window);
	else
		r = repetition_of_product(s->drawn, dst);
	return repetition_fits(s->plan, &r) ? r : whole;
}

/* An operand of the plan. */
static size_t
add_operand(struct steps *s, const struct repetition *repetition)
{
	struct drawn *d = s->drawn;
	size_t n = s->plan->noperand++;
	struct operand *o = &s->plan->operand[n];
	struct tensor tensor = {.dtype = s->dtype};

	*o = *s->of;
	operand_set_dtype(o, s->dtype);
	o->name = arena_format(d->arena, "x%zu", n);
	if (repetition->every > 1 || repetition->period) {
		o->rank = 1;
		o->nelement = repetition_elements(repetition, s->of->nelement);
		o->shape[0] = o->nelement;
	}
	if (draw_chance(d, 60))
		return n;
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
	enum dtype_kind kind = dtype_info[s->dtype].kind;

	o->loaded = dtype_accumulator(s->dtype);
	if ((kind == KIND_FLOAT || kind == KIND_HALF) && draw_chance(s->drawn, 25)) {
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
	enum dtype_kind kind = dtype_info[s->dtype].kind;
	bool whole = kind != KIND_FLOAT && kind != KIND_HALF;
	const struct pointwise_row *r = row[draw_below(s->drawn, keeps   ? 3
								 : whole ? 5
									 : 7)];
	struct chain_value x[STEP_ARGUMENTS] = {s->last};

	for (int i = 1; i < r->narguments; i++)
		x[i] = draw_operand(s);
	if (r->narguments == 2 && draw_chance(s->drawn, 30)) {
		x[0] = x[1];
		x[1] = s->last;
	}
	s->last = chain_add(s->chain, r, x, NULL, s->dtype, s->drawn->arena);
}

/* A step to another type; of two types, one is float32. */
static void
add_cast(struct steps *s)
{
	static const enum dtype whole[] = {
		DTYPE_INT8, DTYPE_UINT8, DTYPE_INT16, DTYPE_UINT16, DTYPE_INT32};
	static const enum dtype real[] = {DTYPE_FLOAT32, DTYPE_FLOAT16, DTYPE_BFLOAT16};
	enum dtype to = dtype_accumulator(s->dtype) == DTYPE_FLOAT32
				? whole[draw_below(s->drawn, 5)]
				: real[draw_below(s->drawn, 3)];

	if (draw_chance(s->drawn, 60) && to != DTYPE_INT32) {
		struct chain_value scaled[] = {s->last, draw_operand(s)};

		s->last = chain_add(s->chain, &pointwise_multiply, scaled, NULL, s->dtype,
			s->drawn->arena);
	}
	s->last = chain_cast(
		s->chain, &pointwise_cast, s->last, s->dtype, to, s->drawn->arena);
	s->dtype = to;
}

void
draw_epilogue(struct drawn *d, struct plan *plan)
{
	struct steps s = {.drawn = d,
		.plan = plan,
		.of = &plan->dst,
		.epilogue = arena_new(d->arena, struct epilogue),
		.chain = arena_new(d->arena, struct pointwise_chain),
		.last = chain_operand(0),
		.dtype = plan->dst.dtype};
	enum dtype_kind kind = dtype_info[plan->dst.dtype].kind;
	int n = (int)draw_between(d, 1, MOST_STEPS);
	bool keeps = numerics_tile(d->settings.numerics);
	bool casts = !keeps && plan->dst.dtype != DTYPE_FLOAT64;

	if (plan->nmore || !plan->dst.nelement ||
		(kind != KIND_FLOAT && kind != KIND_HALF) || draw_chance(d, 60))
		return;
	*s.epilogue = (struct epilogue){
		.chain = s.chain, .noperand = 1, .from = plan->dst.dtype};
	for (int i = 0; i < n; i++)
		if (casts && draw_chance(d, 30))
			add_cast(&s);
		else
			add_step(&s, keeps);
	plan->epilogue = s.epilogue;
	operand_set_dtype(&plan->dst, s.dtype);
}

/* Elements of src that have an integer type in memory, from which the first step goes. */
static void
begin_with_cast(struct steps *s)
{
	static const enum dtype whole[] = {DTYPE_INT8, DTYPE_UINT8, DTYPE_INT16};
	enum dtype from = whole[draw_below(s->drawn, 3)];

	s->last = chain_cast(
		s->chain, &pointwise_cast, s->last, from, s->dtype, s->drawn->arena);
	s->epilogue->from = from;
}

void
draw_prologue(struct drawn *d, struct plan *plan)
{
	struct operand *src = &plan->operand[0];
	struct steps s = {.drawn = d,
		.plan = plan,
		.of = src,
		.epilogue = arena_new(d->arena, struct epilogue),
		.chain = arena_new(d->arena, struct pointwise_chain),
		.last = chain_operand(0),
		.dtype = src->dtype};
	enum dtype_kind kind = dtype_info[src->dtype].kind;
	int n = (int)draw_between(d, 1, MOST_STEPS);

	if (plan->nmore || !plan_nelement(plan) || !src->nelement || src->constant ||
		(kind != KIND_FLOAT && kind != KIND_HALF) ||
		numerics_tile(d->settings.numerics) || draw_chance(d, 75))
		return;
	*s.epilogue =
		(struct epilogue){.chain = s.chain, .noperand = 1, .from = src->dtype};
	if (src->dtype != DTYPE_FLOAT64 && draw_chance(d, 30))
		begin_with_cast(&s);
	for (int i = 0; i < n; i++)
		add_step(&s, false);
	plan->prologue = s.epilogue;
	operand_set_dtype(src, s.epilogue->from);
}
