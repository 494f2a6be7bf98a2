/* Code that is run on expressions as far as work goes (code/comparison/express.h): what
   is stored is right, and to look ahead changes nothing but what is computed in vain. */

#include "support/test.h"

#include "base/arena.h"
#include "built.h"
#include "code/comparison/express.h"

enum {
	ROWS = 8,
	TERMS = 50,
	MOST_WORK = 20000,
	OTHER_WORK = 61 /* from one to the next that is tried */
};

static int64_t narguments; /* elements of X that were asked for */

static uint64_t
argument(size_t operand, int64_t k)
{
	narguments++;
	return rounded_arithmetic.argument(operand, k);
}

static void
ignore(void *context, const struct function *f)
{
	(void)context;
	(void)f;
}

/* Sums, by a function that stores them in an array; then the array's elements are stored
   in a row of Y. */
static const struct function *
build_sums(const struct build *b)
{
	struct ends e = build_inner(b, "sum");
	struct variable *i = build_counter(b, "i"), *row, *sums;
	const struct value *zero = code_number(b->code, b->vector, 0), *x;
	const struct variable *sum = code_let(b->code, false, "sum", zero);
	const struct function *inner;

	code_loop(b->code, i, TERMS);
	x = code_load(b->code, b->vector, code_at(e.src, 0));
	x = code_get(b->code, code_let(b->code, true, "x", x));
	code_set(b->code, sum, code_muladd(b->code, false, x, x, code_get(b->code, sum)));
	code_end(b->code);
	code_store(b->code, code_at(e.dst, 0), code_get(b->code, sum));
	inner = code_end_function(b->code);

	e = build_entry(b);
	row = build_counter(b, "row");
	sums = build_array(b, "sums", 8);
	code_loop(b->code, row, ROWS);
	code_call(b->code, inner,
		(struct argument[]){
			code_pass(code_indexed(b->code, code_at(e.src, 0), row, 8)),
			code_pass(code_at(sums, 0))});
	build_copy(b, code_indexed(b->code, code_at(e.dst, 0), row, 8), code_at(sums, 0));
	code_end(b->code);
	return code_end_function(b->code);
}

/* Runs a function twice. Returns what is left of the work. */
static int64_t
run(const struct function *f, struct express one, struct cells *result,
	struct arena *arena)
{
	struct effects_table effects = {.arena = arena};
	struct arithmetic arithmetic = rounded_arithmetic;
	struct expressions object[3] = {
		{.n = BUILT_ELEMENTS, .size = 4, .operand = f->parameter[0]->operand},
		{.n = BUILT_ELEMENTS, .size = 4, .output = true},
		{.n = BUILT_ELEMENTS,
			.size = 4,
			.cells = cells_begin(BUILT_ELEMENTS, arena)}};

	arithmetic.argument = argument;
	narguments = 0;
	*result = cells_begin(BUILT_ELEMENTS, arena);
	object[1].cells = *result;
	one.arithmetic = &arithmetic;
	one.effects = &effects;
	one.every_call = 1;
	for (int i = 0; i < 2 && one.work >= 0; i++) {
		one.round = i;
		one.calls = 0;
		express(&one, f, object, arena);
		assert_null(one.failure);
	}
	return one.work;
}

static void
nothing_is_computed_in_vain(void **state)
{
	struct arena arena = {0}, body = {0}, scratch = {0};
	const struct code_sink sink = {.take = ignore, .keeps = true};
	struct code_builder code = code_begin(&arena, &body, &sink, "");
	const struct build build = build_with(&code);
	const struct function *f = build_sums(&build);
	bool saved = false, stored = false;

	(void)state;
	for (int64_t work = 0; work < MOST_WORK; work += OTHER_WORK)
		for (int way = 0; way < 4; way++) {
			struct express one = {.work = work,
				.some_passes = way & 1,
				.some_lanes = way & 2};
			struct cells blind, seen;
			int64_t left = run(f, one, &blind, &scratch);
			int64_t asked = narguments, ahead;

			one.looks_ahead = true;
			/* What was too much is as good as nothing. */
			ahead = run(f, one, &seen, &scratch);
			assert_int_equal(ahead < 0 ? -1 : ahead, left < 0 ? -1 : left);
			for (int64_t k = 0; k < BUILT_ELEMENTS; k++)
				assert_int_equal(
					cells_get(&seen, k), cells_get(&blind, k));
			assert_true(narguments <= asked);
			saved |= narguments < asked;
			if (!cells_count(&seen))
				assert_int_equal(narguments, 0);
			stored |= cells_count(&seen) == BUILT_ELEMENTS;
			arena_clear(&scratch);
		}
	assert_true(saved && stored);
	arena_free(&scratch);
	arena_free(&body);
	arena_free(&arena);
}

/* Stores what a function of a value returns, which it computes in a variable, for each
   element. */
static const struct function *
build_squares(const struct build *b)
{
	struct function *square =
		code_function(b->code, LINKAGE_NOINLINE, "square", NULL);
	struct variable *parameter =
		code_parameter(b->code, VARIABLE_VALUE, b->scalar, "x");
	const struct value *x = code_get(b->code, parameter);
	const struct variable *result =
		code_let(b->code, true, "y", code_muladd(b->code, false, x, x, x));
	struct ends e;

	square->result = b->scalar;
	code_return(b->code, code_get(b->code, result));
	code_end_function(b->code);
	e = build_entry(b);
	for (int64_t k = 0; k < BUILT_ELEMENTS; k++) {
		x = code_load(b->code, b->scalar, code_at(e.src, k));
		code_store(b->code, code_at(e.dst, k),
			code_call_value(b->code, square, &x, 1));
	}
	return code_end_function(b->code);
}

static void
what_a_stopped_function_returns_is_not_known(void **state)
{
	struct arena arena = {0}, body = {0}, scratch = {0};
	const struct code_sink sink = {.take = ignore, .keeps = true};
	struct code_builder code = code_begin(&arena, &body, &sink, "");
	const struct build build = build_with(&code);
	const struct function *f = build_squares(&build);
	struct cells all;

	(void)state;
	assert_true(run(f, (struct express){.work = MOST_WORK}, &all, &arena) > 0);
	assert_int_equal(cells_count(&all), BUILT_ELEMENTS);
	for (int64_t work = 0; work < BUILT_ELEMENTS; work++) {
		struct cells some;

		assert_true(run(f, (struct express){.work = work}, &some, &scratch) < 0);
		for (int64_t k = 0; k < BUILT_ELEMENTS; k++)
			if (cells_get(&some, k) != DIGEST_NONE)
				assert_int_equal(cells_get(&some, k), cells_get(&all, k));
		arena_clear(&scratch);
	}
	arena_free(&scratch);
	arena_free(&body);
	arena_free(&arena);
}

/* Stores in a workspace, calls a function, and copies from the workspace. */
static const struct function *
build_through_workspace(const struct build *b, struct code_sink *sink, bool has_body)
{
	struct ends e = build_inner(b, "inner");
	const struct variable *workspace;
	const struct function *inner;

	build_copy(b, code_at(e.dst, 0), code_at(e.src, 0));
	sink->keeps = has_body;
	inner = code_end_function(b->code);
	sink->keeps = true;
	e = build_entry(b);
	workspace = build_pointer(b, "workspace", false);
	build_copy(b, code_at(workspace, 0), code_at(e.src, 0));
	code_call(b->code, inner,
		(struct argument[]){
			code_pass(code_at(e.src, 8)), code_pass(code_at(e.dst, 8))});
	build_copy(b, code_at(e.dst, 0), code_at(workspace, 0));
	return code_end_function(b->code);
}

/* A function that is not kept may have written to any memory that it was not given. */
static void
what_is_behind_an_unknown_function_is_not_known(void **state)
{
	(void)state;
	for (int has_body = 0; has_body < 2; has_body++) {
		struct arena arena = {0}, body = {0};
		struct code_sink sink = {.take = ignore, .keeps = true};
		struct code_builder code = code_begin(&arena, &body, &sink, "");
		const struct build build = build_with(&code);
		const struct function *f =
			build_through_workspace(&build, &sink, has_body);
		struct cells result;

		assert_true(
			run(f, (struct express){.work = MOST_WORK}, &result, &arena) > 0);
		assert_int_equal(cells_count(&result), has_body ? 16 : 0);
		arena_free(&body);
		arena_free(&arena);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_computed_in_vain),
		cmocka_unit_test(what_a_stopped_function_returns_is_not_known),
		cmocka_unit_test(what_is_behind_an_unknown_function_is_not_known),
	};

	return cmocka_run_group_tests_name("express", tests, NULL, NULL);
}
