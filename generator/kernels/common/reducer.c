#include "kernels/common/reducer.h"

#include "base/arena.h"
#include "kernels/common/code_algebra.h"

static union quantity
name(const struct algebra *algebra, union quantity power, int64_t n)
{
	const struct code_algebra *c = algebra->context;

	return quantity_of(code_named(c->code, power.value, "x%lld", (long long)n));
}

static const struct value *
term_of(const struct reducer *r, const struct value *sum, const struct value *x,
	const struct value *w)
{
	return r->window->reduction
		->term(r->window, &r->algebra, quantity_of(sum), quantity_of(x),
			quantity_of(w))
		.value;
}

/* Builds the function of a term. */
static const struct function *
build_term(const struct reducer *r, struct code_type type)
{
	const struct lowering *l = r->lowering;
	struct code_builder *code = l->code;
	const struct value *x, *sum, *more;
	int64_t p = r->window->p;

	code_function(code, LINKAGE_STATIC,
		lowering_name(l, type.lanes > 1 ? "terms" : "term"),
		p ? code_name(code, "sum + |x|^%d", (int)p)
		  : code_name(code, "sum + |x|^%.17g", r->window->fractional_p));
	x = code_given(code, type, "x");
	sum = code_given(code, type, "sum");
	more = term_of(r, sum, x, NULL);
	if (code->function->nvariable > code->function->nparameter)
		code_blank(code);
	code_return(code, more);
	return code_end_function(code);
}

bool
reducer_reads(const struct reducer *r)
{
	for (int i = 0; i < r->window->naxis; i++)
		if (!axis_most_taps(&r->window->axis[i]))
			return false;
	return true;
}

const struct reducer *
reducer_begin(const struct lowering *l, struct code_type type)
{
	const struct plan *plan = l->schedule->plan;
	struct reducer *r = arena_new(l->code->arena, struct reducer);
	struct code_algebra *context = arena_new(l->code->arena, struct code_algebra);

	context->code = l->code;
	context->fused = l->fused;
	r->lowering = l;
	r->window = &plan->u.window;
	r->algebra = (struct algebra){code_compute, name, context, 0};
	if (r->window->reduction->calls && plan->dst.nelement && reducer_reads(r))
		r->term = build_term(r, type);
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
	if (r->term)
		return code_call_value(r->lowering->code, r->term,
			(const struct value *const[]){x, sum}, 2);
	return term_of(r, sum, x, w);
}

void
reducer_clear(const struct reducer *r, const struct variable *const *sum, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		code_set(r->lowering->code, sum[i], reducer_identity(r, sum[i]->type));
}

void
reducer_add(const struct reducer *r, const struct variable *sum, const struct value *x,
	const struct value *w)
{
	struct code_builder *code = r->lowering->code;

	code_set(code, sum, reducer_term(r, code_get(code, sum), x, w));
}

const struct value *
reducer_place(const struct reducer *r, const struct value *sum, const struct value *x,
	const struct value *place, const struct value *here)
{
	return r->window->reduction
		->place(&r->algebra, quantity_of(sum), quantity_of(x), quantity_of(place),
			quantity_of(here))
		.value;
}

const struct value *
reducer_place_stored(const struct reducer *r, const struct variable *place)
{
	struct code_builder *code = r->lowering->code;
	enum dtype dtype = r->lowering->schedule->plan->more[0].dtype;
	const struct value *v = code_get(code, place);

	return dtype == DTYPE_INT64 ? v : code_convert(code, v, dtype);
}

const struct value *
reducer_join(const struct reducer *r, const struct value *a, const struct value *b)
{
	return code_binary(r->lowering->code, r->window->reduction->join, a, b);
}

void
reducer_store(const struct reducer *r, const struct value *sum, int64_t divisor,
	const struct value *count, struct output_place place)
{
	if (!count && r->window->reduction->counts)
		count = code_number(r->lowering->code, sum->type, (double)divisor);
	epilogue_store(r->lowering,
		reduction_finish(
			r->window, &r->algebra, quantity_of(sum), quantity_of(count))
			.value,
		place);
}
