#include "support/rows.h"

#include <string.h>

#include "code/walk/cost.h"
#include "schedule/schedule.h"
#include "support/scheduled.h"

/* What a spec of float32 costs, counted by hand; bytes follow from elements. */
struct bill {
	const char *name, *spec;
	enum numerics numerics;
	struct cost cost; /* reads and stack: unroll full */
};

/* clang-format off */
static const struct bill bills[] = {
	{"a Conv without bias adds its sum to zero", CONV("[1, 1, 3]", "[1, 1, 2]", ""), NUMERICS_STRICT,
		{.count[COUNT_MULTIPLIES] = 4, .count[COUNT_ADDS] = 6, .count[COUNT_READS] = 8, .count[COUNT_WRITES] = 2}},
	{"fma fuses every product", CONV("[1, 1, 3]", "[1, 1, 2]", ""), NUMERICS_FMA,
		{.count[COUNT_FMAS] = 4, .count[COUNT_ADDS] = 2, .count[COUNT_READS] = 8, .count[COUNT_WRITES] = 2}},
	{"padded taps cost nothing", CONV("[1, 1, 3, 3]", "[1, 1, 3, 3]", PADS_1), NUMERICS_FMA,
		{.count[COUNT_FMAS] = 49, .count[COUNT_ADDS] = 9, .count[COUNT_READS] = 98, .count[COUNT_WRITES] = 9}},
	{"a division by a power of two is a multiplication",
		POOL("AveragePool", "[1, 1, 3]", "\"kernel_shape\": [2]"), NUMERICS_STRICT,
		{.count[COUNT_MULTIPLIES] = 2, .count[COUNT_ADDS] = 4, .count[COUNT_READS] = 4, .count[COUNT_WRITES] = 2}},
	{"any other is a division, by one none",
		POOL("AveragePool", "[1, 1, 3]", "\"kernel_shape\": [3], \"pads\": [2, 0]"), NUMERICS_STRICT,
		{.count[COUNT_MULTIPLIES] = 1, .count[COUNT_ADDS] = 6, .count[COUNT_DIVISIONS] = 1, .count[COUNT_READS] = 6, .count[COUNT_WRITES] = 3}},
	{"a cube takes two products and a root", POOL("LpPool", "[1, 1, 3]", "\"kernel_shape\": [3], \"p\": 3"), NUMERICS_FMA,
		{.count[COUNT_MULTIPLIES] = 3, .count[COUNT_FMAS] = 3, .count[COUNT_ROOTS] = 1, .count[COUNT_READS] = 3, .count[COUNT_WRITES] = 1}},
	{"sixteen elements of a plane are a tree", POOL("LpPool", "[1, 1, 16]", "\"kernel_shape\": [16], \"p\": 1"), NUMERICS_STRICT,
		{.count[COUNT_ADDS] = 31, .count[COUNT_READS] = 16, .count[COUNT_WRITES] = 1, .stack_bytes = 64}},
};
/* clang-format on */

static void
costs_exactly(struct cost got, struct cost wanted)
{
	wanted.read_bytes = 4 * wanted.count[COUNT_READS];
	wanted.written_bytes = 4 * wanted.count[COUNT_WRITES];
	assert_memory_equal(&got, &wanted, sizeof got);
}

static void
costs(void **state)
{
	const struct bill *b = *state;
	struct scheduled s;

	schedule_plain(&s, b->spec, UNROLL_FULL, b->numerics, UINT64_MAX);
	costs_exactly(s.schedule.cost, b->cost);
	subject_free(&s.subject);
}

/* The kernels differ in what they read and keep, never in what they compute. */
static void
costs_as_much_in_loops(void **state)
{
	const struct bill *b = *state;
	struct cost wanted = b->cost;
	struct scheduled s;

	schedule_plain(&s, b->spec, UNROLL_WINDOW, b->numerics, UINT64_MAX);
	wanted.count[COUNT_READS] = s.schedule.cost.count[COUNT_READS];
	wanted.stack_bytes = s.schedule.cost.stack_bytes;
	costs_exactly(s.schedule.cost, wanted);
	subject_free(&s.subject);
}

/* Arrays that the tiles of a spec declare, counted in what is emitted. */
struct stack {
	const char *name, *spec;
	uint64_t bytes;
};

/* clang-format off */
static const struct stack stacks[] = {
	{"the sums of a loop over 18 lanes", POOL("LpPool", "[1, 1, 20]", "\"kernel_shape\": [3]"), 18 * 4},
	{"none for a single sum", POOL("LpPool", "[1, 1, 3]", "\"kernel_shape\": [3]"), 0},
	{"none for averages, of which each lane has one sum", POOL("AveragePool", "[1, 1, 20]", "\"kernel_shape\": [3]"), 0},
	{"the partial sums of a whole plane", POOL("AveragePool", "[1, 1, 16]", "\"kernel_shape\": [16]"), 16 * 4},
	{"a Conv's sums, of 16 lanes for each of 8 channels", CONV("[1, 2, 16]", "[8, 2, 1]", ""), 8 * 16 * 4},
	{"its totals, where channels come in blocks", CONV("[1, 200, 16]", "[8, 200, 1]", ""), 2 * 8 * 16 * 4},
	{"its inputs, where every other one is copied", CONV("[1, 200, 32]", "[8, 200, 1]", ", \"attributes\": {\"strides\": [2]}"), (2 * 8 * 8 + 200 * 8) * 4},
};
/* clang-format on */

static void
keeps_on_the_stack(void **state)
{
	const struct stack *row = *state;
	struct scheduled s;

	schedule_plain(&s, row->spec, UNROLL_WINDOW, NUMERICS_STRICT, UINT64_MAX);
	assert_int_equal(s.schedule.cost.stack_bytes, row->bytes);
	subject_free(&s.subject);
}

/* What is refused from an estimate. */
static void
refuses_what_is_far_too_large(void **state)
{
	static const char huge[] =
		CONV("[1, 4096, 1024, 1024]", "[4096, 4096, 3, 3]", PADS_1);
	struct scheduled s;

	(void)state;
	schedule_plain(&s, huge, UNROLL_FULL, NUMERICS_STRICT, 16 << 20);
	assert_false(s.fits);
	assert_int_equal(s.subject.source.nerror, 1);
	assert_non_null(strstr(s.subject.messages, "--max-output"));
	assert_non_null(strstr(s.subject.messages, "unroll window takes less"));
	subject_free(&s.subject);
	schedule_plain(&s, huge, UNROLL_WINDOW, NUMERICS_STRICT, 16 << 20);
	assert_true(s.fits);
	assert_true(s.schedule.cost.count[COUNT_MULTIPLIES] > (uint64_t)1 << 45);
	subject_free(&s.subject);
}

static void
counts_stay_at_the_largest(void **state)
{
	(void)state;
	assert_int_equal(count_add(UINT64_MAX, 1), UINT64_MAX);
	assert_int_equal(count_mul((uint64_t)1 << 32, (uint64_t)1 << 32), UINT64_MAX);
	assert_int_equal(count_mul(UINT64_MAX, 0), 0);
}

/* Designs that are wrong: their products are fused, or of another alpha. */
static const struct kernel *real;

static void
lower_fused(const struct schedule *schedule, struct code_builder *code)
{
	struct schedule fused = *schedule;

	fused.settings.numerics = NUMERICS_FMA;
	real->lower(&fused, code);
}

static void
lower_doubled(const struct schedule *schedule, struct code_builder *code)
{
	struct plan *plan = (struct plan *)schedule->plan;

	plan->u.product.alpha *= 2;
	real->lower(schedule, code);
	plan->u.product.alpha /= 2;
}

static const struct wrong_design {
	const char *name;
	void (*lower)(const struct schedule *schedule, struct code_builder *code);
	const char *message;
} wrong_designs[] = {
	{"one that rounds in another way", lower_fused,
		"f: element 0 of Y is not computed as it has to be: only the order of "
		"its sum or a rounding is wrong"},
	{"one that computes another number", lower_doubled,
		"f: element 0 of Y is not computed as it has to be: it is not the same "
		"number even if nothing is rounded"},
};

static void
says_how_it_is_wrong(void **state)
{
	static const char gemm[] =
		"{\"name\": \"f\", \"op\": \"Gemm\", \"dtype\": \"float32\", "
		"\"inputs\": {\"A\": [2, 3], \"B\": [3, 2]}, \"attributes\": "
		"{\"alpha\": 3.0}}";
	const struct wrong_design *row = *state;
	struct kernel wrong;
	struct scheduled s;

	schedule_plain(&s, gemm, UNROLL_WINDOW, NUMERICS_STRICT, UINT64_MAX);
	real = s.schedule.kernel;
	wrong = *real;
	wrong.lower = row->lower;
	s.schedule.kernel = &wrong;
	assert_string_equal(
		schedule_prove(&s.schedule, NULL, &s.subject.arena), row->message);
	assert_false(s.schedule.proven);
	subject_free(&s.subject);
}

int
main(void)
{
	const struct CMUnitTest other[] = {
		cmocka_unit_test(refuses_what_is_far_too_large),
		cmocka_unit_test(counts_stay_at_the_largest),
	};

	return run_table("costs", bills, costs) +
	       run_table("costs in loops", bills, costs_as_much_in_loops) +
	       run_table("arrays on the stack", stacks, keeps_on_the_stack) +
	       run_table("wrong designs", wrong_designs, says_how_it_is_wrong) +
	       cmocka_run_group_tests_name("limits", other, NULL, NULL);
}
