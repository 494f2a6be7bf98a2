#include "support/test.h"

#include "base/arena.h"
#include "built.h"
#include "code/walk/count.h"

/* Functions put together by hand, and what they do. */

static void
each_lane_counts(const struct build *b)
{
	struct ends e = build_entry(b);
	const struct value *x = code_load_n(b->code, b->vector, code_at(e.src, 0), 3);

	x = code_binary(b->code, VALUE_DIVIDE, x, code_number(b->code, b->vector, 3));
	x = code_get(b->code, code_let(b->code, true, "x", x));
	x = code_muladd(b->code, false, x, x, x);
	code_store_n(b->code, code_at(e.dst, 0), x, 3);
	code_end_function(b->code);
}

static void
passes_multiply(const struct build *b)
{
	struct ends e = build_entry(b);
	struct variable *i = build_counter(b, "i"), *k = build_counter(b, "k");

	code_loop(b->code, i, 1000000);
	code_loop_to(b->code, k, 2, 4, (struct limit){.limit = 1000});
	build_copy(b, code_at(e.dst, 0), code_at(e.src, 0));
	code_end(b->code);
	code_end(b->code);
	code_end_function(b->code);
}

/* 3 blocks, of 128, 128 and 4 passes. */
static void
limits_differ(const struct build *b)
{
	struct ends e = build_entry(b);
	struct variable *block = build_counter(b, "block"), *c = build_counter(b, "c");

	code_loop(b->code, block, 3);
	code_loop_to(b->code, c, 0, 1,
		(struct limit){.limit = 128, .selector = block, .below = 2, .other = 4});
	build_copy(b, code_at(e.dst, 0), code_at(e.src, 0));
	code_end(b->code);
	code_end(b->code);
	code_end_function(b->code);
}

/* Of 10, below 7 and odd: 1, 3, 5. */
static void
tests_choose_passes(const struct build *b)
{
	struct ends e = build_entry(b);
	struct variable *c = build_counter(b, "c");
	const struct condition condition = {.test = {{c, 7, 2, 1}}, .ntest = 1};

	code_loop(b->code, c, 10);
	code_if(b->code, condition);
	build_copy(b, code_at(e.dst, 0), code_at(e.src, 0));
	code_end(b->code);
	code_end(b->code);
	code_end_function(b->code);
}

/* What a pass leaves in sums, the next one stores. */
static void
first_pass_stores_nothing(const struct build *b)
{
	struct ends e = build_inner(b, "late");
	const struct function *late;
	struct variable *i, *sums, *last;

	code_if(b->code, (struct condition){.pointer = e.dst});
	build_copy(b, code_at(e.dst, 0), code_at(e.src, 0));
	code_end(b->code);
	late = code_end_function(b->code);
	e = build_entry(b);
	i = build_counter(b, "i");
	sums = code_array(b->code, b->scalar, "sums", 8, 0);
	code_declare(b->code, &sums, 1);
	last = code_let_pointer(
		b->code, false, false, b->scalar, "last", (struct address){0});
	code_loop(b->code, i, 10000000000);
	code_call(b->code, late,
		(struct argument[]){
			code_pass(code_at(sums, 0)), code_pass(code_at(last, 0))});
	code_point(b->code, last, code_indexed(b->code, code_at(e.dst, 0), i, 8));
	code_end(b->code);
	code_call(b->code, late,
		(struct argument[]){
			code_pass(code_at(e.src, 0)), code_pass(code_at(last, 0))});
	code_end_function(b->code);
}

/* Two calls of 3 and of 5 passes. */
static void
numbers_are_limits(const struct build *b)
{
	struct ends e = build_inner(b, "some");
	struct variable *n =
		code_parameter(b->code, VARIABLE_COUNTER, b->scalar, "passes");
	struct variable *i = build_counter(b, "i");
	const struct function *some;

	code_loop_to(b->code, i, 0, 1, (struct limit){.argument = n});
	build_copy(b, code_at(e.dst, 0), code_at(e.src, 0));
	code_point(b->code, e.dst, code_at(e.dst, 8));
	code_end(b->code);
	some = code_end_function(b->code);
	e = build_entry(b);
	for (int k = 3; k <= 5; k += 2)
		code_call(b->code, some,
			(struct argument[]){code_pass(code_at(e.src, 0)),
				code_pass(code_at(e.dst, 0)), code_pass_number(k)});
	code_end_function(b->code);
}

/* Arrays of 8, and of 8 and then 16: those alive together are 24 elements. */
static void
arrays_alive_together(const struct build *b)
{
	struct ends e = build_inner(b, "deep");
	struct variable *a = code_array(b->code, b->scalar, "a", 16, 0), *c;
	const struct function *deep;

	code_declare(b->code, &a, 1);
	build_copy(b, code_at(a, 8), code_at(e.src, 0));
	build_copy(b, code_at(e.dst, 0), code_at(a, 8));
	deep = code_end_function(b->code);
	e = build_entry(b);
	for (int k = 0; k < 2; k++) {
		code_block(b->code);
		c = code_array(b->code, b->scalar, "c", 8, 0);
		code_declare(b->code, &c, 1);
		build_copy(b, code_at(c, 0), code_at(e.src, 0));
		if (k)
			code_call(b->code, deep,
				(struct argument[]){code_pass(code_at(c, 0)),
					code_pass(code_at(e.dst, 0))});
		code_end(b->code);
	}
	code_end_function(b->code);
}

/* A table of 4 numbers, and a constant of 8 that is met twice. */
static void
constants_are_read(const struct build *b)
{
	static const double numbers[] = {1, 2, 3, 4};
	static const struct code_constant zeros;
	struct ends e = build_entry(b);
	const struct variable *table =
		code_table(b->code, b->scalar, "table", numbers, 4);
	const struct variable *w = code_constant(b->code, DTYPE_FLOAT32, "w", 8, &zeros);
	const struct value *x = code_load_n(b->code, b->vector, code_at(table, 0), 4);

	x = code_binary(
		b->code, VALUE_ADD, x, code_load(b->code, b->vector, code_at(w, 0)));
	x = code_binary(
		b->code, VALUE_ADD, x, code_set1_load(b->code, b->vector, code_at(w, 5)));
	code_store(b->code, code_at(e.dst, 0), x);
	code_end_function(b->code);
}

/* Pieces of 16 bytes; and elements that are moved two by two. */
static void
bytes_are_elements(const struct build *b)
{
	const struct code_type pairs = code_vector(DTYPE_UINT64, 4);
	struct ends e = build_entry(b);

	code_store(b->code, code_at(e.dst, 0),
		code_load_parts(b->code, b->vector, code_at(e.src, 0), 10, 2));
	code_store(
		b->code, code_at(e.dst, 8), code_load(b->code, pairs, code_at(e.src, 8)));
	code_copy(b->code, code_at(e.dst, 16), code_at(e.src, 16), 5);
	code_clear(b->code, code_at(e.dst, 21), 2);
	code_end_function(b->code);
}

/* clang-format off */
static const struct row {
	const char *name;
	void (*build)(const struct build *b);
	struct cost cost;
} rows[] = {
	{"every lane of an operation counts, of memory those that are there", each_lane_counts,
		{.count[COUNT_MULTIPLIES] = 8, .count[COUNT_ADDS] = 8, .count[COUNT_DIVISIONS] = 8, .count[COUNT_READS] = 3, .count[COUNT_WRITES] = 3}},
	{"passes of loops multiply", passes_multiply,
		{.count[COUNT_READS] = 250 * 1000000 * 8ull, .count[COUNT_WRITES] = 250 * 1000000 * 8ull}},
	{"a limit may differ from pass to pass", limits_differ, {.count[COUNT_READS] = 260 * 8, .count[COUNT_WRITES] = 260 * 8}},
	{"a test chooses passes", tests_choose_passes, {.count[COUNT_READS] = 24, .count[COUNT_WRITES] = 24}},
	{"the first pass has nothing to store", first_pass_stores_nothing,
		{.count[COUNT_READS] = 8, .count[COUNT_WRITES] = 80000000000, .stack_bytes = 32}},
	{"a number is a limit", numbers_are_limits, {.count[COUNT_READS] = 64, .count[COUNT_WRITES] = 64}},
	{"arrays count where they are alive together", arrays_alive_together,
		{.count[COUNT_READS] = 16, .count[COUNT_WRITES] = 8, .stack_bytes = 96}},
	{"constants count once, what is read of them each time", constants_are_read,
		{.count[COUNT_ADDS] = 16, .count[COUNT_READS] = 13, .count[COUNT_WRITES] = 8, .constant_bytes = 48}},
	{"what is moved counts by elements", bytes_are_elements, {.count[COUNT_READS] = 8 + 8 + 5, .count[COUNT_WRITES] = 8 + 8 + 7,
		.read_bytes = (8 + 8 + 5) * 4, .written_bytes = (8 + 8 + 7) * 4}},
};
/* clang-format on */

static void
counts(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0}, body = {0};
	struct counting counting;
	struct code_builder code;
	struct build build = {
		&code, code_scalar(DTYPE_FLOAT32), code_vector(DTYPE_FLOAT32, 8)};
	struct cost cost;

	count_begin(&counting, &arena);
	code = code_begin(&arena, &body, &counting.sink, "");
	row->build(&build);
	cost = count_end(&counting);
	assert_int_equal(cost.count[COUNT_MULTIPLIES], row->cost.count[COUNT_MULTIPLIES]);
	assert_int_equal(cost.count[COUNT_ADDS], row->cost.count[COUNT_ADDS]);
	assert_int_equal(cost.count[COUNT_DIVISIONS], row->cost.count[COUNT_DIVISIONS]);
	assert_int_equal(cost.count[COUNT_READS], row->cost.count[COUNT_READS]);
	assert_int_equal(cost.count[COUNT_WRITES], row->cost.count[COUNT_WRITES]);
	if (row->cost.read_bytes) {
		assert_int_equal(cost.read_bytes, row->cost.read_bytes);
		assert_int_equal(cost.written_bytes, row->cost.written_bytes);
	}
	assert_int_equal(cost.constant_bytes, row->cost.constant_bytes);
	assert_int_equal(cost.stack_bytes, row->cost.stack_bytes);
	arena_free(&body);
	arena_free(&arena);
}

int
main(void)
{
	struct CMUnitTest test[countof(rows)];

	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){
			rows[i].name, counts, NULL, NULL, (void *)&rows[i]};
	return _cmocka_run_group_tests("count", test, countof(rows), NULL, NULL);
}
