#include "kernels/common/reducer.h"

#include "reduction.h"

/* Where an algebra's statements go. */
struct code_algebra {
	struct code_builder *code;
	bool fused;
	bool named; /* a quantity has got a name */
};

/* The number that a value is in all its lanes, or 0. */
static double
number_of(const struct value *v)
{
	if (v->kind == VALUE_SET1)
		v = v->a[0];
	return v->kind == VALUE_NUMBER ? v->number : 0;
}

static bool
is_power_of_two(double n)
{
	return n >= 1 && n < 0x1p62 && n == (double)(int64_t)n &&
	       !((int64_t)n & ((int64_t)n - 1));
}

/* By 1: nothing; by a power of two: a product with its exact reciprocal. */
static const struct value *
divide(struct code_builder *code, const struct value *a, const struct value *b)
{
	double n = number_of(b);

	if (n == 1)
		return a;
	if (!is_power_of_two(n))
		return code_binary(code, VALUE_DIVIDE, a, b);
	return code_binary(code, VALUE_MULTIPLY, a, code_number(code, a->type, 1 / n));
}

static const struct value *
compute_value(struct code_algebra *c, const struct computation *computation)
{
	const union quantity *a = computation->a;

	switch (computation->kind) {
	case VALUE_MULADD:
		return code_muladd(c->code, c->fused, a[0].value, a[1].value, a[2].value);
	case VALUE_DIVIDE:
		return divide(c->code, a[0].value, a[1].value);
	case VALUE_ROOT:
		return code_root(c->code, a[0].value, computation->n);
	case VALUE_POWER:
		return code_power(c->code, a[0].value, computation->number);
	case VALUE_CHOOSE:
		return code_choose(
			c->code, a[0].value, a[1].value, a[2].value, a[3].value);
	case VALUE_ABS:
	case VALUE_SQRT:
		return code_unary(c->code, computation->kind, a[0].value);
	default:
		return code_binary(c->code, computation->kind, a[0].value, a[1].value);
	}
}

static union quantity
compute(const struct algebra *algebra, const struct computation *computation)
{
	return (union quantity){.value = compute_value(algebra->context, computation)};
}

static union quantity
name(const struct algebra *algebra, union quantity power, int64_t n)
{
	struct code_algebra *c = algebra->context;
	const char *x = code_name(c->code, "x%d", (int)n);

	c->named = true;
	return (union quantity){
		.value = code_get(c->code, code_let(c->code, true, x, power.value))};
}

static struct code_algebra
code_algebra_of(const struct reducer *r)
{
	return (struct code_algebra){r->lowering->code, r->lowering->fused, false};
}

static const struct value *
term_of(const struct reducer *r, struct code_algebra *c, const struct value *sum,
	const struct value *x, const struct value *w)
{
	const struct algebra algebra = {compute, name, c};

	return r->window->reduction
		->term(r->window, &algebra, (union quantity){.value = sum},
			(union quantity){.value = x}, (union quantity){.value = w})
		.value;
}

/* The function of a term. */
static const struct function *
build_term(const struct reducer *r, struct code_type type)
{
	const struct lowering *l = r->lowering;
	struct code_builder *code = l->code;
	struct code_algebra c = code_algebra_of(r);
	const struct value *x, *sum, *more;
	int64_t p = r->window->p;

	code_function(code, LINKAGE_STATIC,
		lowering_name(l, type.lanes > 1 ? "terms" : "term"),
		p ? code_name(code, "sum + |x|^%d", (int)p)
		  : code_name(code, "sum + |x|^%.17g", r->window->fractional_p));
	x = code_get(code, code_parameter(code, VARIABLE_VALUE, type, "x"));
	sum = code_get(code, code_parameter(code, VARIABLE_VALUE, type, "sum"));
	more = term_of(r, &c, sum, x, NULL);
	if (c.named)
		code_blank(code);
	code_return(code, more);
	return code_end_function(code);
}

/* Whether any window has a tap inside the input. */
static bool
reads_input(const struct window_plan *window)
{
	for (int i = 0; i < window->naxis; i++) {
		const struct axis *a = &window->axis[i];
		bool reads = false;

		for (size_t k = 0; k < a->nspan; k++)
			reads |= a->span[k].ntap > 0;
		if (!reads)
			return false;
	}
	return true;
}

struct reducer
reducer_begin(const struct lowering *l, struct code_type type)
{
	const struct plan *plan = l->schedule->plan;
	struct reducer r = {.lowering = l, .window = &plan->u.window};

	if (r.window->reduction->calls && plan->dst.nelement && reads_input(r.window))
		r.term = build_term(&r, type);
	return r;
}

const struct value *
reducer_identity(const struct reducer *r, struct code_type type)
{
	return code_number(
		r->lowering->code, type, r->window->reduction->identity(type.dtype));
}

const struct value *
reducer_term(const struct reducer *r, const struct value *sum, const struct value *x,
	const struct value *w)
{
	struct code_algebra c = code_algebra_of(r);

	if (r->term)
		return code_call_value(r->lowering->code, r->term,
			(const struct value *const[]){x, sum}, 2);
	return term_of(r, &c, sum, x, w);
}

const struct value *
reducer_place(const struct reducer *r, const struct value *sum, const struct value *x,
	const struct value *place, const struct value *here)
{
	struct code_algebra c = code_algebra_of(r);
	const struct algebra algebra = {compute, name, &c};

	return r->window->reduction
		->place(&algebra, (union quantity){.value = sum},
			(union quantity){.value = x}, (union quantity){.value = place},
			(union quantity){.value = here})
		.value;
}

const struct value *
reducer_join(const struct reducer *r, const struct value *a, const struct value *b)
{
	return code_binary(r->lowering->code, r->window->reduction->join, a, b);
}

const struct value *
reducer_finish(const struct reducer *r, const struct value *sum, int64_t divisor,
	const struct value *count)
{
	struct code_algebra c = code_algebra_of(r);
	const struct algebra algebra = {compute, name, &c};

	if (!count && r->window->reduction->counts)
		count = code_number(c.code, sum->type, (double)divisor);
	return reduction_finish(r->window, &algebra, (union quantity){.value = sum},
		(union quantity){.value = count})
		.value;
}
