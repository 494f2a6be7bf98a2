#include "support/test.h"

#include "plan/plan.h"
#include "plan/pointwise.h"
#include "plan/reference.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "opgen_runtime.h"
#include "support/rows.h"

/* One element of each operand, in float32, and what a chain makes of it. */
static float
run(const struct pointwise_chain *chain, const float *x, size_t n)
{
	struct plan plan = {.kind = PLAN_POINTWISE, .noperand = n};
	const void *input[MAX_OPERAND];
	float result;

	for (size_t i = 0; i < n; i++) {
		plan.operand[i] = (struct operand){.nelement = 1};
		operand_set_dtype(&plan.operand[i], DTYPE_FLOAT32);
		input[i] = &x[i];
	}
	plan.dst = (struct operand){.nelement = 1};
	operand_set_dtype(&plan.dst, DTYPE_FLOAT32);
	plan.u.pointwise.chain = chain;
	reference_run(&plan, NUMERICS_STRICT, input, (void *const[]){&result});
	return result;
}

struct value_row {
	const char *name;
	const struct pointwise_row *row;
	double number[STEP_NUMBERS];
	float x[STEP_ARGUMENTS], result;
};

/* clang-format off */
static const struct value_row value_rows[] = {
	{"relu keeps -0", &pointwise_relu, {0}, {-0.0f}, -0.0f},
	{"relu keeps a NaN", &pointwise_relu, {0}, {NAN}, NAN},
	{"of equal numbers max gives the later one", &pointwise_max, {0}, {0.0f, -0.0f}, -0.0f},
	{"of equal numbers min gives the later one", &pointwise_min, {0}, {-0.0f, 0.0f}, 0.0f},
	{"a NaN wins in front", &pointwise_max, {0}, {NAN, 1.0f}, NAN},
	{"a NaN wins behind", &pointwise_min, {0}, {1.0f, NAN}, NAN},
	{"a bound that is a NaN does nothing", &pointwise_at_least, {0}, {1.0f, NAN}, 1.0f},
	{"leaky relu keeps -0", &pointwise_leaky_relu, {0.5}, {-0.0f}, -0.0f},
	{"a NaN is below every threshold", &pointwise_thresholded_relu, {1}, {NAN}, 0.0f},
	{"neg of 0 is -0", &pointwise_neg, {0}, {0.0f}, -0.0f},
	{"a whole number ends in 0", &pointwise_nearest, {0}, {-0.5f}, -0.0f},
	{"halves go to even", &pointwise_nearest, {0}, {2.5f}, 2.0f},
	{"sigmoid at -infinity", &pointwise_sigmoid, {0}, {-INFINITY}, 0.0f},
	{"softplus at infinity", &pointwise_softplus, {0}, {INFINITY}, INFINITY},
	{"softsign at infinity", &pointwise_softsign, {0}, {INFINITY}, 1.0f},
	{"softsign at -infinity", &pointwise_softsign, {0}, {-INFINITY}, -1.0f},
	{"gelu at -infinity", &pointwise_gelu, {0}, {-INFINITY}, -0.0f},
	{"gelu by tanh at -infinity", &pointwise_gelu_tanh, {0}, {-INFINITY}, -0.0f},
	{"mish at -infinity", &pointwise_mish, {0}, {-INFINITY}, -0.0f},
	{"swish at -infinity", &pointwise_swish, {1}, {-INFINITY}, -0.0f},
	{"swish of a negative alpha at infinity", &pointwise_swish, {-1}, {INFINITY}, 0.0f},
	{"hard swish at -infinity", &pointwise_hard_swish, {0}, {-INFINITY}, -0.0f},
	{"celu at -infinity", &pointwise_celu, {2}, {-INFINITY}, -2.0f},
	{"a fourth power", &pointwise_small_power, {4}, {3.0f}, 81.0f},
	{"normalize", &pointwise_normalize, {0.25}, {3.0f, 2.0f, 1.0f, 1.0f, 3.75f}, 3.0f},
};
/* clang-format on */

static void
value_holds(void **state)
{
	const struct value_row *row = *state;
	struct pointwise_chain chain = {0};
	struct chain_value argument[STEP_ARGUMENTS];
	struct arena arena = {0};
	float result;

	for (size_t i = 0; i < STEP_ARGUMENTS; i++)
		argument[i] = chain_operand(i);
	chain_add(&chain, row->row, argument, row->number, DTYPE_FLOAT32, &arena);
	result = run(&chain, row->x, (size_t)row->row->narguments);
	arena_free(&arena);
	if (isnan(row->result)) {
		assert_true(isnan(result));
		return;
	}
	assert_int_equal(opgen_float_bits(result), opgen_float_bits(row->result));
}

/* Each node would have stored a half: 2048 + 1 is 2048 there. */
static void
halves_are_rounded_between_steps(void **state)
{
	struct pointwise_chain chain = {0};
	struct chain_value x[] = {chain_operand(0), chain_operand(1)};
	struct arena arena = {0};

	(void)state;
	x[0] = chain_add(&chain, &pointwise_add, x, NULL, DTYPE_FLOAT16, &arena);
	chain_add(&chain, &pointwise_add, x, NULL, DTYPE_FLOAT16, &arena);
	assert_true(run(&chain, (float[]){2048, 1}, 2) == 2049);
	x[0] = chain_add(&chain, &pointwise_copy, (struct chain_value[]){{true, 1}}, NULL,
		DTYPE_FLOAT16, &arena);
	assert_true(run(&chain, (float[]){2048, 1}, 2) == 2048);
	arena_free(&arena);
}

/* Also if it is an integer that becomes a half. */
static void
halves_of_integers_are_rounded_between_steps(void **state)
{
	struct pointwise_chain chain = {0};
	struct chain_value x = chain_operand(0);
	struct arena arena = {0};

	(void)state;
	x = chain_cast(&chain, &pointwise_cast, x, DTYPE_FLOAT32, DTYPE_INT32, &arena);
	x = chain_cast(&chain, &pointwise_cast, x, DTYPE_INT32, DTYPE_FLOAT16, &arena);
	chain_cast(&chain, &pointwise_cast, x, DTYPE_FLOAT16, DTYPE_FLOAT32, &arena);
	assert_true(run(&chain, (float[]){2049.5f}, 1) == 2048);
	arena_free(&arena);
}

/* relu(a + b) behind a * b. */
static void
a_chain_is_appended(void **state)
{
	struct pointwise_chain first = {0}, second = {0};
	struct chain_value x[] = {chain_operand(0), chain_operand(1)}, end;
	struct arena arena = {0};

	(void)state;
	x[0] = chain_add(&second, &pointwise_add, x, NULL, DTYPE_FLOAT32, &arena);
	chain_add(&second, &pointwise_relu, x, NULL, DTYPE_FLOAT32, &arena);
	x[0] = chain_operand(0);
	x[0] = chain_add(&first, &pointwise_multiply, x, NULL, DTYPE_FLOAT32, &arena);
	end = chain_append(&first, &second, x, &arena);
	assert_true(end.is_step && end.number == 2 && first.nstep == 3);
	assert_int_equal(chain_reads(&first, 1), 2);
	assert_true(run(&first, (float[]){3, 4}, 2) == 16);
	assert_true(run(&first, (float[]){-3, 4}, 2) == 0);
	arena_free(&arena);
}

int
main(void)
{
	static const struct CMUnitTest chains[] = {
		cmocka_unit_test(halves_are_rounded_between_steps),
		cmocka_unit_test(halves_of_integers_are_rounded_between_steps),
		cmocka_unit_test(a_chain_is_appended),
	};

	return run_table("values", value_rows, value_holds) +
	       cmocka_run_group_tests_name("chains", chains, NULL, NULL);
}
