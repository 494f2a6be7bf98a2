/* First, so that the runtime's measures against contraction hold for this file. */
#include "plan/reference_arithmetic.h"

#include "plan/elementary.h"
#include "plan/reference_steps.h"

#include "base/arena.h"
#include "plan/chain.h"
#include "plan/define.h"
#include "plan/epilogue.h"
#include "plan/numerics.h"
#include "plan/reference_watch.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static double
round_to_half(double x, enum dtype dtype)
{
	return dtype == DTYPE_FLOAT16
		       ? opgen_float16_to_float(opgen_float_to_float16((float)x))
		       : opgen_bfloat16_to_float(opgen_float_to_bfloat16((float)x));
}

static double
compute_number(const struct arithmetic *arithmetic, const struct computation *computation)
{
	double a = computation->a[0].number, b = computation->a[1].number;
	double c = computation->a[2].number;

	switch (computation->kind) {
	case VALUE_NUMBER:
		return round_to_sum(arithmetic, computation->number);
	case VALUE_ADD:
		return add(arithmetic, a, b);
	case VALUE_SUBTRACT:
		return add(arithmetic, a, -b);
	case VALUE_MULTIPLY:
		return multiply(arithmetic, a, b);
	case VALUE_MULADD:
		return multiply_add(arithmetic, a, b, c);
	case VALUE_DIVIDE:
		return divide(arithmetic, a, b);
	case VALUE_ABS:
		return fabs(a);
	case VALUE_SQRT:
		return arithmetic->is_double ? sqrt(a) : sqrtf((float)a);
	case VALUE_ROOT:
		return arithmetic->is_double ? opgen_root(a, computation->n)
					     : opgen_rootf((float)a, computation->n);
	case VALUE_ELEMENTARY:
		return arithmetic->is_double
			       ? elementary((enum elementary)computation->n, a, b)
			       : elementaryf(numerics_elementary(
						     (enum elementary)computation->n,
						     arithmetic->is_fused, DTYPE_FLOAT32),
					 (float)a, (float)b);
	case VALUE_POWER:
		return round_to_sum(arithmetic, opgen_pow(a, computation->number));
	case VALUE_MAX:
		return a > b ? a : b;
	case VALUE_MIN:
		return a < b ? a : b;
	case VALUE_NAN_OR:
		return isnan(a) ? a : b;
	case VALUE_FLOOR:
		return floor(a);
	case VALUE_CEIL:
		return ceil(a);
	case VALUE_NEAREST:
		return opgen_nearest(a);
	case VALUE_REMAINDER:
		return fmod(a, b);
	default:
		assert(computation->kind == VALUE_ROUND);
		return round_to_half(a, computation->dtype);
	}
}

/* The number of the type that has the same lowest bits. */
static int64_t
wrap(enum dtype dtype, uint64_t bits)
{
	int unused = 64 - 8 * (int)dtype_info[dtype].size;
	uint64_t sign = (uint64_t)1 << (63 - unused);

	bits &= UINT64_MAX >> unused;
	if (dtype_info[dtype].kind == KIND_SIGNED)
		bits = (bits ^ sign) - sign;
	return (int64_t)bits;
}

static bool
is_less(enum dtype dtype, int64_t a, int64_t b)
{
	return dtype_info[dtype].kind == KIND_SIGNED ? a < b : (uint64_t)a < (uint64_t)b;
}

/* A number shifted by so many bits, to the left or to the right. */
static uint64_t
shift(enum dtype dtype, uint64_t x, uint64_t n, bool left)
{
	if (n >= 8 * dtype_info[dtype].size)
		return 0;
	return left ? x << n : x >> n;
}

static int64_t
quotient(enum dtype dtype, int64_t a, int64_t b)
{
	if (!b)
		return 0;
	if (dtype_info[dtype].kind != KIND_SIGNED)
		return (int64_t)((uint64_t)a / (uint64_t)b);
	return b == -1 ? wrap(dtype, 0 - (uint64_t)a) : a / b;
}

/* Integers wrap around. */
static int64_t
compute_integer(enum dtype dtype, const struct computation *computation)
{
	int64_t a = computation->a[0].integer, b = computation->a[1].integer;
	uint64_t x = (uint64_t)a, y = (uint64_t)b;

	switch (computation->kind) {
	case VALUE_NUMBER:
		return (int64_t)computation->number;
	case VALUE_ADD:
		return wrap(dtype, x + y);
	case VALUE_SUBTRACT:
		return wrap(dtype, x - y);
	case VALUE_MULTIPLY:
		return wrap(dtype, x * y);
	case VALUE_DIVIDE:
		return quotient(dtype, a, b);
	case VALUE_MAX:
		return is_less(dtype, b, a) ? a : b;
	case VALUE_MIN:
		return is_less(dtype, a, b) ? a : b;
	case VALUE_NAN_OR:
		return b;
	case VALUE_REMAINDER:
		return b ? wrap(dtype, x - (uint64_t)quotient(dtype, a, b) * y) : 0;
	case VALUE_AND:
		return a & b;
	case VALUE_OR:
		return a | b;
	case VALUE_XOR:
		return a ^ b;
	default:
		assert(computation->kind == VALUE_SHIFT_LEFT ||
			computation->kind == VALUE_SHIFT_RIGHT);
		return wrap(
			dtype, shift(dtype, x, y, computation->kind == VALUE_SHIFT_LEFT));
	}
}

static bool
is_whole(enum dtype dtype)
{
	return dtype_is_integer(dtype) || dtype_info[dtype].kind == KIND_BOOL;
}

/* A number converted to an integer, as the runtime's opgen_to_int8 and its kin do. */
static int64_t
truncated(enum dtype to, double x)
{
	int bits = 8 * (int)dtype_info[to].size;
	bool sign = dtype_info[to].kind == KIND_SIGNED;
	double above = ldexp(1, sign ? bits - 1 : bits), least = sign ? -above : 0;

	if (isnan(x))
		return 0;
	if (x <= least)
		return sign ? wrap(to, (uint64_t)1 << (bits - 1)) : 0;
	if (x >= above)
		return (int64_t)(UINT64_MAX >> (64 - bits + sign));
	return sign ? (int64_t)x : (int64_t)(uint64_t)x;
}

static union quantity
convert(enum dtype from, union quantity a, enum dtype to)
{
	bool is_signed = dtype_info[from].kind == KIND_SIGNED;
	double x = !is_whole(from) ? a.number
		   : is_signed     ? (double)a.integer
				   : (double)(uint64_t)a.integer;

	if (dtype_info[to].kind == KIND_BOOL)
		return (union quantity){.integer = x != 0};
	if (is_whole(to))
		return (union quantity){.integer = is_whole(from)
							   ? wrap(to, (uint64_t)a.integer)
							   : truncated(to, x)};
	if (to == DTYPE_FLOAT64)
		return (union quantity){.number = x};
	/* Rounded once. */
	if (is_whole(from))
		return (union quantity){.number = is_signed ? (float)a.integer
							    : (float)(uint64_t)a.integer};
	return (union quantity){.number = (float)x};
}

/* Whether a choice is for its first result, which may be of another type than what is
   compared. */
static bool
chooses_first(enum dtype dtype, const struct computation *computation)
{
	union quantity a = computation->a[0], b = computation->a[1];

	if (computation->kind == VALUE_EQUAL)
		return is_whole(dtype) ? a.integer == b.integer : a.number == b.number;
	return is_whole(dtype) ? is_less(dtype, b.integer, a.integer)
			       : a.number > b.number;
}

union quantity
reference_compute(const struct algebra *algebra, const struct computation *computation)
{
	struct arithmetic arithmetic;

	if (computation->kind == VALUE_CONVERT)
		return convert(algebra->dtype, computation->a[0], computation->dtype);
	if (computation->kind == VALUE_CHOOSE || computation->kind == VALUE_EQUAL)
		return computation->a[chooses_first(algebra->dtype, computation) ? 2 : 3];
	if (is_whole(algebra->dtype))
		return (union quantity){
			.integer = compute_integer(algebra->dtype, computation)};
	arithmetic = *(const struct arithmetic *)algebra->context;
	arithmetic.is_double = algebra->dtype == DTYPE_FLOAT64;
	return (union quantity){.number = compute_number(&arithmetic, computation)};
}

static double
load_real(enum dtype dtype, const void *elements, int64_t i)
{
	switch (dtype) {
	case DTYPE_FLOAT32:
		return ((const float *)elements)[i];
	case DTYPE_FLOAT64:
		return ((const double *)elements)[i];
	case DTYPE_FLOAT16:
		return opgen_float16_to_float(((const opgen_float16 *)elements)[i]);
	default:
		assert(dtype == DTYPE_BFLOAT16);
		return opgen_bfloat16_to_float(((const opgen_bfloat16 *)elements)[i]);
	}
}

static void
store_real(enum dtype dtype, void *elements, int64_t i, double value)
{
	switch (dtype) {
	case DTYPE_FLOAT32:
		((float *)elements)[i] = (float)value;
		break;
	case DTYPE_FLOAT64:
		((double *)elements)[i] = value;
		break;
	case DTYPE_FLOAT16:
		((opgen_float16 *)elements)[i] = opgen_float_to_float16((float)value);
		break;
	default:
		assert(dtype == DTYPE_BFLOAT16);
		((opgen_bfloat16 *)elements)[i] = opgen_float_to_bfloat16((float)value);
	}
}

union quantity
reference_load(enum dtype dtype, const void *elements, int64_t i)
{
	size_t size = dtype_info[dtype].size;
	uint64_t bits = 0;

	if (!dtype_is_integer(dtype) && dtype_info[dtype].kind != KIND_BOOL)
		return (union quantity){.number = load_real(dtype, elements, i)};
	/* Assumes a little-endian machine. */
	memcpy(&bits, (const char *)elements + (size_t)i * size, size);
	return (union quantity){.integer = wrap(dtype, bits)};
}

void
reference_store(enum dtype dtype, void *elements, int64_t i, union quantity y)
{
	size_t size = dtype_info[dtype].size;

	if (dtype_is_integer(dtype) || dtype_info[dtype].kind == KIND_BOOL)
		memcpy((char *)elements + (size_t)i * size, &y.integer, size);
	else
		store_real(dtype, elements, i, y.number);
}

void
reference_pointwise(const struct plan *plan, bool fused, const void *const *input,
	void *dst, struct reference_watch *watch)
{
	const struct pointwise_plan *p = &plan->u.pointwise;
	struct arithmetic arithmetic = {.is_fused = fused};
	const struct algebra algebra = {
		.compute = reference_compute, .context = &arithmetic};
	struct arena arena = {0};
	union quantity *result = arena_array(&arena, union quantity, p->chain->nstep);
	union quantity x[MAX_OPERAND];
	int64_t index[MAX_RANK] = {0}, at[MAX_OPERAND] = {0}, to = 0;
	int i;

	do {
		for (size_t k = 0; k < plan->noperand; k++) {
			const struct operand *o = &plan->operand[k];

			x[k] = reference_load(
				o->dtype, o->constant ? o->constant : input[k], at[k]);
		}
		reference_store(plan->dst.dtype, dst, to,
			chain_compute(p->chain, &algebra, x, result));
		reference_watch_pass(watch, 1);
		for (i = p->naxis - 1; i >= 0; i--) {
			const struct pointwise_axis *a = &p->axis[i];
			int64_t back = ++index[i] == a->extent ? a->extent : 0;

			for (size_t k = 0; k < plan->noperand; k++)
				at[k] += (1 - back) * a->inc[k];
			to += (1 - back) * a->dst_inc;
			if (!back)
				break;
			index[i] = 0;
		}
	} while (i >= 0);
	arena_free(&arena);
}

/* A definition being evaluated to numbers. */
struct defined {
	const struct plan *plan;
	const void *const *input;
	void *const *output;
	const struct algebra *algebra;
	struct reference_watch *watch;
};

static union quantity
defined_element(void *context, const struct operand *operand, int64_t k)
{
	const struct defined *d = context;
	const void *from = operand->constant ? operand->constant
					     : d->input[operand - d->plan->operand];

	return reference_load(operand->dtype, from, k);
}

/* Indices are numbers of the type of the elements, since they are chosen alike. */
static union quantity
defined_place(void *context, int64_t place)
{
	const struct defined *d = context;

	if (dtype_is_integer(d->plan->src->dtype))
		return (union quantity){.integer = place};
	return (union quantity){.number = (double)place};
}

static union quantity
epilogue_element(void *context, size_t operand, int64_t k)
{
	const struct defined *d = context;

	return defined_element(context, &d->plan->operand[operand], k);
}

static void
put_defined(void *context, size_t output, int64_t k, union quantity value)
{
	const struct defined *d = context;
	const struct epilogue_source source = {epilogue_element, context};

	if (output) {
		reference_store(
			plan_output(d->plan, output)->dtype, d->output[output], k, value);
		return;
	}
	value = epilogue_apply(d->plan->epilogue, d->algebra, value, k, &source);
	if (!d->plan->epilogue && dtype_is_integer(d->plan->dst.dtype) &&
		!dtype_is_integer(d->plan->src->dtype))
		value.integer = (int64_t)value.number;
	reference_store(d->plan->dst.dtype, d->output[0], k, value);
	reference_watch_pass(d->watch, 1);
}

void
reference_definition(const struct plan *plan, bool fused, const void *const *input,
	void *const *output, struct reference_watch *watch)
{
	struct arithmetic arithmetic = {.is_fused = fused};
	struct defined defined = {plan, input, output, NULL, watch};
	const struct algebra algebra = {
		.compute = reference_compute, .context = &arithmetic, .dtype = plan->sum};
	const struct definition definition = {.plan = plan,
		.algebra = &algebra,
		.element = defined_element,
		.place = defined_place,
		.put = put_defined,
		.context = &defined};

	defined.algebra = &algebra;
	define_outputs(&definition);
}
