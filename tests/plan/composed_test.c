/* Operations that are made of elementary functions, or of several roundings: their errors
   are at most what runtime/README.md states, in each type and numerics. Each test tries a
   sample of floats and doubles, and all halves; with OPGEN_ALL 2^24 of each. */
#include "support/test.h"

#include "base/arena.h"
#include "opgen_runtime.h"
#include "plan/plan.h"
#include "plan/pointwise.h"
#include "plan/reference.h"
#include "support/elementary_cases.h"
#include "support/random.h"
#include "support/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The columns of the page's table. */
enum type {
	FLOAT32,
	FLOAT32_FMA,
	FLOAT64,
	FLOAT16,
	BFLOAT16,
	TYPES
};

static const struct {
	const char *name;
	enum dtype dtype;
	enum numerics numerics;
	struct elementary_format format;
} types[TYPES] = {
	[FLOAT32] = {"float32", DTYPE_FLOAT32, NUMERICS_STRICT, {24, -149, 128}},
	[FLOAT32_FMA] = {"float32, fma", DTYPE_FLOAT32, NUMERICS_FMA, {24, -149, 128}},
	[FLOAT64] = {"float64", DTYPE_FLOAT64, NUMERICS_STRICT, {53, -1074, 1024}},
	[FLOAT16] = {"float16", DTYPE_FLOAT16, NUMERICS_STRICT, {11, -24, 16}},
	[BFLOAT16] = {"bfloat16", DTYPE_BFLOAT16, NUMERICS_STRICT, {8, -133, 128}},
};

struct composed {
	const char *name;
	const struct pointwise_row *row, *second; /* second: a step behind it, or NULL */
	double number[STEP_NUMBERS];
	long double (*exact)(long double x, const double *number);
	/* Where results cancel: the number whose ulps errors are told in, if it is larger
	   than the result; else 0. */
	double unit;
	double most[TYPES];
};

static long double
below_0(long double x, long double y)
{
	return x < 0 ? y : x;
}

static long double
exact_elu(long double x, const double *number)
{
	return below_0(x, number[0] * expm1l(x));
}

static long double
exact_selu(long double x, const double *number)
{
	return number[1] * exact_elu(x, number);
}

static long double
exact_celu(long double x, const double *number)
{
	return below_0(x, number[0] * expm1l(x / number[0]));
}

static long double
exact_softplus(long double x, const double *number)
{
	(void)number;
	return fmaxl(x, 0) + log1pl(expl(-fabsl(x)));
}

static long double
exact_softsign(long double x, const double *number)
{
	(void)number;
	return x / (1 + fabsl(x));
}

static long double
exact_gelu(long double x, const double *number)
{
	(void)number;
	return elementary_find("gelu")->wide_reference(x);
}

/* x * sigmoid(t) */
static long double
exact_gated(long double x, long double t)
{
	return x * elementary_find("sigmoid")->wide_reference(t);
}

static long double
exact_gelu_tanh(long double x, const double *number)
{
	(void)number;
	return exact_gated(x, 1.595769121605730711759L * (x + 0.044715L * x * x * x));
}

static long double
exact_mish(long double x, const double *number)
{
	return x * tanhl(exact_softplus(x, number));
}

static long double
exact_swish(long double x, const double *number)
{
	return exact_gated(x, number[0] * x);
}

static long double
exact_hard_sigmoid(long double x, const double *number)
{
	return fminl(fmaxl(number[0] * x + number[1], 0), 1);
}

static long double
exact_hard_swish(long double x, const double *number)
{
	(void)number;
	return x * exact_hard_sigmoid(x, (const double[]){(double)(1.0f / 6), 0.5});
}

static long double
exact_rsqrt(long double x, const double *number)
{
	(void)number;
	return 1 / sqrtl(x);
}

static long double
exact_power(long double x, const double *number)
{
	return powl(x, number[0]);
}

/* clang-format off */
static const struct composed composed[] = {
	{"elu",                   &pointwise_elu,          NULL, {1},                  exact_elu,          0,   {0.98, 0.99, 0.96, 0.51, 0.51}},
	{"elu of another alpha",  &pointwise_elu,          NULL, {0.3f},               exact_elu,          0,   {1.50, 1.50, 1.50, 0.51, 0.51}},
	{"selu",                  &pointwise_selu,         NULL, {1.67326319217681884765625, 1.05070102214813232421875}, exact_selu, 0, {2.30, 2.30, 2.30, 0.51, 0.51}},
	{"celu",                  &pointwise_celu,         NULL, {1},                  exact_celu,         0,   {0.98, 0.99, 0.96, 0.51, 0.51}},
	{"celu of another alpha", &pointwise_celu,         NULL, {0.3f},               exact_celu,         0,   {2.00, 2.00, 2.00, 0.51, 0.51}},
	{"softplus",              &pointwise_softplus,     NULL, {0},                  exact_softplus,     0,   {1.64, 1.64, 1.64, 0.51, 0.51}},
	{"softsign",              &pointwise_softsign,     NULL, {0},                  exact_softsign,     0,   {1.50, 1.50, 1.50, 0.51, 0.51}},
	{"gelu",                  &pointwise_gelu,         NULL, {0},                  exact_gelu,         0,   {3.21, 2.97, 4.20, 0.51, 0.51}},
	{"gelu by tanh",          &pointwise_gelu_tanh,    NULL, {0},                  exact_gelu_tanh,    0,   {260, 260, 2000, 0.51, 0.51}},
	{"mish",                  &pointwise_mish,         NULL, {0},                  exact_mish,         0,   {4.6, 4.6, 4.6, 0.51, 0.51}},
	{"swish",                 &pointwise_swish,        NULL, {1},                  exact_swish,        0,   {2.3, 2.3, 2.3, 0.51, 0.51}},
	{"swish of another alpha", &pointwise_swish,       NULL, {1.702f},             exact_swish,        0,   {95, 95, 750, 0.51, 0.51}},
	{"hard sigmoid",          &pointwise_hard_sigmoid, NULL, {0.2f, 0.5},          exact_hard_sigmoid, 0.5, {0.76, 0.51, 0.76, 0.51, 0.51}},
	{"hard swish",            &pointwise_hard_swish,   NULL, {0},                  exact_hard_swish,   1,   {1.5, 1.5, 1.5, 0.51, 0.51}},
	{"rsqrt",                 &pointwise_sqrt, &pointwise_reciprocal, {0},         exact_rsqrt,        0,   {1.50, 1.50, 1.50, 1.50, 1.50}},
	{"a third power",         &pointwise_small_power,  NULL, {3},                  exact_power,        0,   {1.5, 1.5, 1.5, 0.51, 0.51}},
	{"a fourth power",        &pointwise_small_power,  NULL, {4},                  exact_power,        0,   {2.0, 2.0, 2.0, 0.51, 0.51}},
};
/* clang-format on */

enum {
	BLOCK = 4096,
	FEW = 1 << 16,
	MANY = 1 << 24
};

/* A number of the type, rounded to it later: of any size, or up to one of the limits,
   within which operations lose digits, or vanish. */
static double
any_number(enum dtype dtype, uint64_t *random)
{
	static const double limits[][4] = {{0, 2, 15, 125}, {0, 2, 40, 800}};
	const bool is_double = dtype == DTYPE_FLOAT64;
	const uint64_t bits = next_random(random);
	const double fraction = (double)(int64_t)next_random(random) * 0x1p-63;

	if (bits >> 62)
		return fraction * limits[is_double][bits >> 62];
	return is_double ? opgen_double_from_bits(next_random(random))
			 : (double)opgen_float_from_bits(
				   (uint32_t)(next_random(random) >> 32));
}

/* The arguments of a block: of halves every one there is, in order. */
static void
fill(void *block, enum dtype dtype, size_t first, uint64_t *random)
{
	for (size_t i = 0; i < BLOCK; i++)
		if (dtype == DTYPE_FLOAT64)
			((double *)block)[i] = any_number(dtype, random);
		else if (dtype == DTYPE_FLOAT32)
			((float *)block)[i] = (float)any_number(dtype, random);
		else
			((uint16_t *)block)[i] = (uint16_t)(first + i);
}

static double
get(const void *block, enum dtype dtype, size_t i)
{
	if (dtype == DTYPE_FLOAT64)
		return ((const double *)block)[i];
	if (dtype == DTYPE_FLOAT32)
		return (double)((const float *)block)[i];
	if (dtype == DTYPE_FLOAT16)
		return (double)opgen_float16_to_float(((const uint16_t *)block)[i]);
	return (double)opgen_bfloat16_to_float(((const uint16_t *)block)[i]);
}

/* The plan of a block of the operation. */
static struct plan
make_plan(const struct composed *c, enum dtype dtype, struct pointwise_chain *chain,
	struct arena *arena)
{
	const struct operand operand = {.dtype = dtype, .nelement = BLOCK};
	struct plan plan = {.kind = PLAN_POINTWISE,
		.noperand = 1,
		.operand = {operand},
		.dst = operand,
		.u.pointwise = {.naxis = 1,
			.axis = {{.extent = BLOCK, .inc = {1}, .dst_inc = 1}},
			.chain = chain}};
	struct chain_value x = chain_operand(0);

	x = chain_add(chain, c->row, &x, c->number, dtype, arena);
	if (c->second)
		chain_add(chain, c->second, &x, NULL, dtype, arena);
	return plan;
}

struct found {
	double worst, at;
};

/* Arguments that are not numbers, and those of which there is no result, have rows in
   tests/plan/chain_test.c. */
static void
look(const struct composed *c, enum type type, double x, double y, struct found *found)
{
	const long double expected = c->exact(x, c->number);
	struct elementary_format format = types[type].format;
	double error;

	if (isnan(expected) || !isfinite(x))
		return;
	if (c->unit > 0 && ilogb(c->unit) + 1 - format.digits > format.least)
		format.least = ilogb(c->unit) + 1 - format.digits;
	error = isnan(y) ? INFINITY : elementary_error_of(&format, y, expected);
	if (error > found->worst)
		*found = (struct found){error, x};
}

static struct found
search(const struct composed *c, enum type type, size_t n)
{
	const enum dtype dtype = types[type].dtype;
	struct arena arena = {0};
	struct pointwise_chain chain = {0};
	const struct plan plan = make_plan(c, dtype, &chain, &arena);
	double x[BLOCK], y[BLOCK];
	uint64_t random = 11;
	struct found found = {0};

	if (dtype_info[dtype].size == 2)
		n = 1 << 16;
	for (size_t first = 0; first < n; first += BLOCK) {
		fill(x, dtype, first, &random);
		reference_run(&plan, types[type].numerics, (const void *const[]){x},
			(void *const[]){y});
		for (size_t i = 0; i < BLOCK; i++)
			look(c, type, get(x, dtype, i), get(y, dtype, i), &found);
	}
	arena_free(&arena);
	return found;
}

/* The figures are no larger than they need be: a sample comes near each. */
static void
errors_are_as_stated(void **state)
{
	const struct composed *c = *state;
	const bool all = getenv("OPGEN_ALL");

	for (enum type type = 0; type < TYPES; type++) {
		const struct found found = search(c, type, all ? MANY : FEW);

		printf("%-24s %-12s %.4f ulp at %a\n", c->name, types[type].name,
			found.worst, found.at);
		if (found.worst > c->most[type] || found.worst < 0.6 * c->most[type])
			fail_msg("%s of %s: %.4f ulp at %a, stated: %g", c->name,
				types[type].name, found.worst, found.at, c->most[type]);
	}
}

int
main(void)
{
	return run_table("errors of operations", composed, errors_are_as_stated);
}
