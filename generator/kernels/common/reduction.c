#include "kernels/common/reduction.h"

struct reduction_row {
	double identity, empty;
	const struct value *(*term)(const struct reducer *r, const struct value *sum,
		const struct value *x, const struct value *w);
	enum value_kind join;
	const struct value *(*finish)(const struct reducer *r, const struct value *sum,
		int64_t divisor, const struct value *count);
	/* Builds the function of a term; NULL: a term is a statement. */
	void (*begin)(struct reducer *r, struct code_type type);
};

static const struct value *
conv_term(const struct reducer *r, const struct value *sum, const struct value *x,
	const struct value *w)
{
	return code_muladd(r->lowering->code, r->lowering->fused, x, w, sum);
}

static const struct value *
conv_finish(const struct reducer *r, const struct value *sum, int64_t divisor,
	const struct value *count)
{
	(void)r;
	(void)divisor;
	(void)count;
	return sum;
}

static const struct value *
average_term(const struct reducer *r, const struct value *sum, const struct value *x,
	const struct value *w)
{
	(void)w;
	return code_binary(r->lowering->code, VALUE_ADD, sum, x);
}

/* Whether a division by n is a multiplication by its exact reciprocal. */
static bool
is_power_of_two(int64_t n)
{
	return n > 0 && !(n & (n - 1));
}

static const struct value *
average_finish(const struct reducer *r, const struct value *sum, int64_t divisor,
	const struct value *count)
{
	struct code_builder *code = r->lowering->code;

	if (count)
		return code_binary(code, VALUE_DIVIDE, sum, count);
	if (divisor == 1)
		return sum;
	if (is_power_of_two(divisor))
		return code_binary(code, VALUE_MULTIPLY, sum,
			code_number(code, sum->type, 1.0 / (double)divisor));
	return code_binary(
		code, VALUE_DIVIDE, sum, code_number(code, sum->type, (double)divisor));
}

static const struct value *
lp_term(const struct reducer *r, const struct value *sum, const struct value *x,
	const struct value *w)
{
	const struct value *argument[] = {x, sum};

	(void)w;
	return code_call_value(r->lowering->code, r->term, argument, 2);
}

static const struct value *
lp_finish(const struct reducer *r, const struct value *sum, int64_t divisor,
	const struct value *count)
{
	struct code_builder *code = r->lowering->code;

	(void)divisor;
	(void)count;
	switch (r->window->p) {
	case 0:
		return code_power(code, sum, 1.0 / r->window->fractional_p);
	case 1:
		return sum;
	case 2:
		return code_unary(code, VALUE_SQRT, sum);
	default:
		return code_root(code, sum, r->window->p);
	}
}

/* Left-to-right binary powering; the last multiplication is the one that is added. x2,
   x6, x7: the powers of x that come up. */
static const struct value *
integer_power(const struct reducer *r, const struct value *x, const struct value *sum)
{
	struct code_builder *code = r->lowering->code;
	const struct value *x1, *xn;
	int64_t p = r->window->p, power = 1;
	int bit = 62;

	while (!(p >> bit))
		bit--;
	x1 = xn = code_get(
		code, code_let(code, true, "x1", code_unary(code, VALUE_ABS, x)));
	while (--bit >= 0 && 2 * power != p) {
		power *= 2;
		xn = code_get(
			code, code_let(code, true, code_name(code, "x%d", (int)power),
				      code_binary(code, VALUE_MULTIPLY, xn, xn)));
		if ((p >> bit & 1) && power + 1 < p) {
			power++;
			xn = code_get(code,
				code_let(code, true, code_name(code, "x%d", (int)power),
					code_binary(code, VALUE_MULTIPLY, xn, x1)));
		}
	}
	code_blank(code);
	return code_muladd(code, r->lowering->fused, xn, 2 * power == p ? xn : x1, sum);
}

static void
lp_begin(struct reducer *r, struct code_type type)
{
	const struct lowering *l = r->lowering;
	struct code_builder *code = l->code;
	const struct value *x, *sum, *more;
	int64_t p = r->window->p;

	code_function(code, LINKAGE_STATIC,
		lowering_name(l, type.lanes > 1 ? "terms" : "term"),
		p ? code_name(code, "sum + |x|^%d", (int)p)
		  : code_name(code, "sum + |x|^%.17g", r->window->fractional_p));
	x = code_get(code, code_parameter(code, VARIABLE_VALUE, type, "x"));
	sum = code_get(code, code_parameter(code, VARIABLE_VALUE, type, "sum"));
	if (p > 1) {
		more = integer_power(r, x, sum);
	} else {
		more = code_unary(code, VALUE_ABS, x);
		if (!p)
			more = code_power(code, more, r->window->fractional_p);
		more = code_binary(code, VALUE_ADD, sum, more);
	}
	code_return(code, more);
	r->term = code_end_function(code);
}

/* clang-format off */
static const struct reduction_row reduction_table[] = {
	[REDUCE_CONV]    = {0, 0, conv_term,    VALUE_ADD, conv_finish,    NULL},
	[REDUCE_AVERAGE] = {0, 0, average_term, VALUE_ADD, average_finish, NULL},
	[REDUCE_LP]      = {0, 0, lp_term,      VALUE_ADD, lp_finish,      lp_begin},
};
/* clang-format on */

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
	struct reducer r = {.lowering = l,
		.window = &plan->u.window,
		.row = &reduction_table[plan->u.window.reduction]};

	if (r.row->begin && plan->dst.nelement && reads_input(r.window))
		r.row->begin(&r, type);
	return r;
}

const struct value *
reducer_identity(const struct reducer *r, struct code_type type)
{
	return code_number(r->lowering->code, type, r->row->identity);
}

const struct value *
reducer_term(const struct reducer *r, const struct value *sum, const struct value *x,
	const struct value *w)
{
	return r->row->term(r, sum, x, w);
}

const struct value *
reducer_join(const struct reducer *r, const struct value *a, const struct value *b)
{
	return code_binary(r->lowering->code, r->row->join, a, b);
}

const struct value *
reducer_finish(const struct reducer *r, const struct value *sum, int64_t divisor,
	const struct value *count)
{
	return r->row->finish(r, sum, divisor, count);
}

const struct value *
reducer_empty(const struct reducer *r, struct code_type type)
{
	return code_number(r->lowering->code, type, r->row->empty);
}
