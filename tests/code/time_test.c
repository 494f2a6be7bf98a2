#include "support/test.h"

#include "base/arena.h"
#include "built.h"
#include "code/timing/time.h"
#include "target/target.h"

/* Functions put together by hand, and what they take: by the proportions that processors
   of any kind have. */

enum {
	PASSES = 1000,
	TERMS = 8,
	MOST_SUMS = 16
};

static void
divide_eight_times(const struct build *b, struct ends e)
{
	const struct value *x = code_load(b->code, b->vector, code_at(e.src, 0));

	for (int k = 0; k < 8; k++)
		code_store(b->code, code_at(e.dst, 8 * k),
			code_binary(b->code, VALUE_DIVIDE, x, x));
}

/* Which lanes of a sum are added to. */
enum kept {
	KEPT_NONE,
	KEPT_BY_SHUFFLE, /* half of them keep the sum as it was */
	KEPT_BY_MASK
};

/* So many additions of a vector in each pass, to so many sums; with `seldom`, some
   divisions in every eighth pass. */
static void
add_sums(const struct build *b, int nadd, int nsum, bool seldom, enum kept kept)
{
	struct ends e = build_entry(b);
	struct variable *i = build_counter(b, "i"), *sum[MOST_SUMS];
	const struct condition last = {
		.ntest = 1, .test = {{.counter = i, .modulo = 8, .remainder = 7}}};
	const struct variable *x;

	for (int k = 0; k < nsum; k++) {
		sum[k] = code_variable(b->code, b->vector, "sum");
		code_declare(b->code, &sum[k], 1);
		code_set(b->code, sum[k], code_number(b->code, b->vector, 0));
	}
	code_loop(b->code, i, PASSES);
	x = code_let(
		b->code, true, "x", code_load(b->code, b->vector, code_at(e.src, 0)));
	for (int k = 0; k < nadd; k++) {
		const struct value *old = code_get(b->code, sum[k % nsum]);
		const struct value *more =
			code_binary(b->code, VALUE_ADD, old, code_get(b->code, x));

		if (kept)
			more = code_blend(b->code, old, more, 0xf, kept == KEPT_BY_MASK);
		code_set(b->code, sum[k % nsum], more);
	}
	if (seldom) {
		code_if(b->code, last);
		divide_eight_times(b, e);
		code_end(b->code);
	}
	code_end(b->code);
	for (int k = 0; k < nsum; k++)
		code_store(b->code, code_at(e.dst, 8 * k), code_get(b->code, sum[k]));
	code_end_function(b->code);
}

static void
one_sum(const struct build *b)
{
	add_sums(b, TERMS, 1, false, KEPT_NONE);
}

static void
eight_sums(const struct build *b)
{
	add_sums(b, TERMS, TERMS, false, KEPT_NONE);
}

/* Of vectors of twice the width: on x86-64-v4, whole registers. */
static void
eight_wide_sums(const struct build *b)
{
	struct build wide = *b;

	wide.vector.lanes *= 2;
	eight_sums(&wide);
}

static void
eight_sums_of_shuffled_lanes(const struct build *b)
{
	add_sums(b, TERMS, TERMS, false, KEPT_BY_SHUFFLE);
}

static void
eight_sums_of_masked_lanes(const struct build *b)
{
	add_sums(b, TERMS, TERMS, false, KEPT_BY_MASK);
}

/* In each pass, so many additions to a sum that begins there. */
static void
add_chain(const struct build *b, int nadd)
{
	struct ends e = build_entry(b);
	struct variable *i = build_counter(b, "i"), *sum;
	const struct value *x;

	code_loop(b->code, i, PASSES);
	sum = code_variable(b->code, b->vector, "sum");
	code_declare(b->code, &sum, 1);
	x = code_named(b->code, code_load(b->code, b->vector, code_at(e.src, 0)), "x");
	code_set(b->code, sum, x);
	for (int k = 0; k < nadd; k++)
		code_set(b->code, sum,
			code_binary(b->code, VALUE_ADD, code_get(b->code, sum), x));
	code_store(b->code, code_at(e.dst, 0), code_get(b->code, sum));
	code_end(b->code);
	code_end_function(b->code);
}

static void
long_chain(const struct build *b)
{
	add_chain(b, 130);
}

static void
short_chain(const struct build *b)
{
	add_chain(b, 65);
}

/* Eight times lanes of two vectors in each pass. */
static void
shuffle_eight_times(const struct build *b, const int *lane)
{
	struct ends e = build_entry(b);
	struct variable *i = build_counter(b, "i");
	const struct value *x, *y;

	code_loop(b->code, i, PASSES);
	x = code_named(b->code, code_load(b->code, b->vector, code_at(e.src, 0)), "x");
	y = code_named(b->code, code_load(b->code, b->vector, code_at(e.src, 8)), "y");
	for (int k = 0; k < 8; k++)
		code_named(b->code, code_shuffle(b->code, x, y, lane), "z");
	code_end(b->code);
	code_end_function(b->code);
}

static void
shuffles_within_halves(const struct build *b)
{
	static const int lane[CODE_LANES] = {0, 2, 8, 10, 4, 6, 12, 14};

	shuffle_eight_times(b, lane);
}

static void
shuffles_across_halves(const struct build *b)
{
	static const int lane[CODE_LANES] = {0, 2, 4, 6, 8, 10, 12, 14};

	shuffle_eight_times(b, lane);
}

/* From each half of the first source and each half of the second. */
static void
shuffles_of_two_in_halves(const struct build *b)
{
	static const int lane[CODE_LANES] = {0, 10, 2, 8, 4, 14, 6, 12};

	shuffle_eight_times(b, lane);
}

static void
one_sum_and_seldom_divisions(const struct build *b)
{
	add_sums(b, TERMS, 1, true, KEPT_NONE);
}

static void
fifteen_sums(const struct build *b)
{
	add_sums(b, 15, 15, false, KEPT_NONE);
}

static void
sixteen_sums(const struct build *b)
{
	add_sums(b, 16, 16, false, KEPT_NONE);
}

/* Vectors are copied in `passes` of a loop, inc elements further each time. */
static void
copy_in_loop(const struct build *b, int64_t passes, int64_t inc)
{
	struct ends e = build_entry(b);
	struct variable *again = build_counter(b, "again"), *i = build_counter(b, "i");

	code_loop(b->code, again, 2);
	code_loop(b->code, i, passes);
	build_copy(b, code_indexed(b->code, code_at(e.dst, 0), i, inc),
		code_indexed(b->code, code_at(e.src, 0), i, inc));
	code_end(b->code);
	code_end(b->code);
	code_end_function(b->code);
}

static void
copies(const struct build *b)
{
	copy_in_loop(b, PASSES, 0);
}

static void
twice_as_many_copies(const struct build *b)
{
	copy_in_loop(b, 2 * PASSES, 0);
}

static void
copies_far_and_wide(const struct build *b)
{
	copy_in_loop(b, 100 * PASSES, 64);
}

static void
copies_near_by(const struct build *b)
{
	copy_in_loop(b, 100 * PASSES, 0);
}

/* Eight passes for each place; the vector is copied in all of them, or in the last. */
static void
copy_in_eight_passes(const struct build *b, int64_t places, int64_t inc, bool all)
{
	struct ends e = build_entry(b);
	struct variable *again = build_counter(b, "again"), *i = build_counter(b, "i");
	const struct index_term eighth = {.counter = i, .divide = 8, .inc = inc};
	const struct condition last = {
		.ntest = 1, .test = {{.counter = i, .modulo = 8, .remainder = 7}}};

	code_loop(b->code, again, 2);
	code_loop(b->code, i, 8 * places);
	if (!all)
		code_if(b->code, last);
	build_copy(b, code_indexed_by(b->code, code_at(e.dst, 0), eighth),
		code_indexed_by(b->code, code_at(e.src, 0), eighth));
	if (!all)
		code_end(b->code);
	code_end(b->code);
	code_end(b->code);
	code_end_function(b->code);
}

static void
eight_copies_far_and_wide(const struct build *b)
{
	copy_in_eight_passes(b, 100 * PASSES, 64, true);
}

static void
seldom_copies_at_even_distances(const struct build *b)
{
	copy_in_eight_passes(b, 64, 1024, false);
}

static void
copies_at_even_distances(const struct build *b)
{
	copy_in_loop(b, 64, 1024);
}

static void
copies_at_odd_distances(const struct build *b)
{
	copy_in_loop(b, 64, 1024 + 16);
}

/* Vectors of eight rows of each of three planes are copied. */
static void
copy_rows(const struct build *b, int64_t plane)
{
	struct ends e = build_entry(b);
	struct variable *again = build_counter(b, "again"), *i = build_counter(b, "i");
	struct variable *c = build_counter(b, "c");

	code_loop(b->code, again, PASSES);
	code_loop(b->code, c, 3);
	code_loop(b->code, i, 8);
	build_copy(b, code_at(e.dst, 0),
		code_indexed(b->code, code_indexed(b->code, code_at(e.src, 0), c, plane),
			i, 32));
	code_end(b->code);
	code_end(b->code);
	code_end(b->code);
	code_end_function(b->code);
}

static void
rows_of_planes_in_the_same_sets(const struct build *b)
{
	copy_rows(b, 4096);
}

static void
rows_of_planes_in_other_sets(const struct build *b)
{
	copy_rows(b, 4096 + 16);
}

/* A vector after the other is written to each of 64 planes, so many in a pass. */
static void
write_planes(const struct build *b, int at_once)
{
	enum {
		PLANE = 16 * PASSES + 16
	};
	struct ends e = build_entry(b);
	struct variable *again = build_counter(b, "again"), *i = build_counter(b, "i");
	struct variable *c = build_counter(b, "c");

	code_loop(b->code, again, 2);
	code_loop(b->code, i, 2 * PASSES);
	code_loop(b->code, c, 64 / at_once);
	for (int k = 0; k < at_once; k++) {
		struct address to = code_indexed(
			b->code, code_at(e.dst, k * PLANE), c, at_once * PLANE);

		build_copy(b, code_indexed(b->code, to, i, 8), code_at(e.src, 0));
	}
	code_end(b->code);
	code_end(b->code);
	code_end(b->code);
	code_end_function(b->code);
}

static void
planes_one_by_one(const struct build *b)
{
	write_planes(b, 1);
}

static void
planes_by_fours(const struct build *b)
{
	write_planes(b, 4);
}

static void
divide(const struct build *b, enum value_kind kind)
{
	struct ends e = build_entry(b);
	struct variable *i = build_counter(b, "i");
	const struct value *x;

	code_loop(b->code, i, PASSES);
	x = code_load(b->code, b->vector, code_at(e.src, 0));
	code_store(b->code, code_at(e.dst, 0), code_binary(b->code, kind, x, x));
	code_end(b->code);
	code_end_function(b->code);
}

static void
divisions(const struct build *b)
{
	divide(b, VALUE_DIVIDE);
}

static void
products(const struct build *b)
{
	divide(b, VALUE_MULTIPLY);
}

/* So many powers, written out. */
static void
raise(const struct build *b, int n)
{
	struct ends e = build_entry(b);
	const struct value *x = code_load(b->code, b->vector, code_at(e.src, 0));

	for (int k = 0; k < n; k++)
		code_store(b->code, code_at(e.dst, 8 * k),
			code_binary(b->code, VALUE_POWER, x, x));
	code_end_function(b->code);
}

static void
forty_powers(const struct build *b)
{
	raise(b, 40);
}

static void
ten_powers(const struct build *b)
{
	raise(b, 10);
}

enum {
	MOST_HELD = 48
};

static void
load_vectors(const struct build *b, struct ends e, const struct variable **x, int n)
{
	for (int k = 0; k < n; k++)
		x[k] = code_let(b->code, true, "x",
			code_load(b->code, b->vector, code_at(e.src, 0)));
}

static void
store_vectors(
	const struct build *b, struct ends e, const struct variable *const *x, int n)
{
	for (int k = 0; k < n; k++)
		code_store(b->code, code_at(e.dst, 0), code_get(b->code, x[k]));
}

/* So many vectors are loaded, then all are stored. */
static void
hold(const struct build *b, int n)
{
	struct ends e = build_entry(b);
	struct variable *i = build_counter(b, "i");
	const struct variable *x[MOST_HELD];

	code_loop(b->code, i, PASSES);
	load_vectors(b, e, x, n);
	store_vectors(b, e, x, n);
	code_end(b->code);
	code_end_function(b->code);
}

static void
few_registers(const struct build *b)
{
	hold(b, 16);
}

static void
many_registers(const struct build *b)
{
	hold(b, 32);
}

static void
too_many_registers(const struct build *b)
{
	hold(b, MOST_HELD);
}

/* Twelve vectors are loaded and stored, around a loop or before it, whose pass holds
   another twelve. */
static void
hold_twice(const struct build *b, bool around)
{
	struct ends e = build_entry(b);
	struct variable *i = build_counter(b, "i"), *once = build_counter(b, "once");
	const struct variable *x[12], *y[12];

	code_loop(b->code, i, PASSES);
	load_vectors(b, e, x, 12);
	if (!around)
		store_vectors(b, e, x, 12);
	code_loop(b->code, once, 1);
	load_vectors(b, e, y, 12);
	store_vectors(b, e, y, 12);
	code_end(b->code);
	if (around)
		store_vectors(b, e, x, 12);
	code_end(b->code);
	code_end_function(b->code);
}

static void
held_around(const struct build *b)
{
	hold_twice(b, true);
}

static void
held_before(const struct build *b)
{
	hold_twice(b, false);
}

/* Fifteen vectors are held while another twelve are loaded and stored, n at a time. */
static void
hold_beside(const struct build *b, int n)
{
	struct ends e = build_entry(b);
	struct variable *i = build_counter(b, "i");
	const struct variable *x[15], *y[12];

	code_loop(b->code, i, PASSES);
	load_vectors(b, e, x, 15);
	for (int k = 0; k < 12; k += n) {
		load_vectors(b, e, y, n);
		store_vectors(b, e, y, n);
	}
	store_vectors(b, e, x, 15);
	code_end(b->code);
	code_end_function(b->code);
}

static void
held_beside_fours(const struct build *b)
{
	hold_beside(b, 4);
}

static void
held_beside_ones(const struct build *b)
{
	hold_beside(b, 1);
}

/* What the first takes, in times of what the second does, on a target. */
struct row {
	const char *name;
	void (*first)(const struct build *build);
	void (*second)(const struct build *build);
	double least, most;
	const char *target;
};

#define V3 "x86-64-v3"
#define V4 "x86-64-v4"

/* clang-format off */
static const struct row rows[] = {
	{"additions to one sum wait for each other", one_sum, eight_sums, 4, 16, V3},
	{"half as many chains of twice the length fit the window", long_chain, short_chain, 1.9, 4.5, V3},
	{"blends take longer than additions with a mask", eight_sums_of_shuffled_lanes, eight_sums_of_masked_lanes, 1.2, 2, V3},
	{"a mask takes a little", eight_sums_of_masked_lanes, eight_sums, 1.02, 1.3, V3},
	{"what seldom runs is not hidden behind other work", one_sum_and_seldom_divisions, one_sum, 1.05, 1.5, V3},
	{"sixteen registers hold a vector and fifteen sums, each in its own", sixteen_sums, fifteen_sums, 1.1, 1.5, V3},
	{"twice the passes take twice as long", twice_as_many_copies, copies, 1.9, 2.1, V3},
	{"what does not fit a cache comes from behind it", copies_far_and_wide, copies_near_by, 10, 200, V3},
	{"a place that stays for eight passes is fetched once", eight_copies_far_and_wide, copies_far_and_wide, 0.9, 1.5, V3},
	{"even distances crowd the nearest cache", copies_at_even_distances, copies_at_odd_distances, 2, 50, V3},
	{"planes in the same sets take as many ways as there are planes", rows_of_planes_in_the_same_sets, rows_of_planes_in_other_sets, 0.9, 1.1, V3},
	{"what runs every eighth pass is fetched as often", seldom_copies_at_even_distances, copies_at_even_distances, 0.9, 3, V3},
	{"planes are fetched whole in whatever order they are written", planes_by_fours, planes_one_by_one, 0.9, 1.1, V3},
	{"divisions take longer than products", divisions, products, 1.5, 10, V3},
	{"what takes long takes it each time, however far it is ahead", forty_powers, ten_powers, 3.8, 4.2, V3},
	{"vectors without a register take longer", many_registers, few_registers, 2.1, 6, V3},
	{"they make room each time that others need it", held_beside_fours, held_beside_ones, 1.2, 1.4, V3},
	{"vectors around a loop take its registers", held_around, held_before, 1.1, 2, V3},
	{"lanes of both halves take several shuffles", shuffles_across_halves, shuffles_within_halves, 1.5, 2.1, V3},
	{"or one that takes longer than those that stay near", shuffles_across_halves, shuffles_within_halves, 1.5, 2.1, V4},
	{"as do others than two lanes of one vector beside two of the other", shuffles_of_two_in_halves, shuffles_within_halves, 1.5, 2.1, V4},
	{"some of x86-64-v4's processors take a whole register in two halves", eight_wide_sums, eight_sums, 1.4, 1.43, V4},
	{"but narrow ones without a register are stored and loaded as they are", too_many_registers, many_registers, 1.7, 2.1, V4},
	{"one instruction after the other, chains do not wait", one_sum, eight_sums, 0.95, 1.05, "cortex-m4"},
	{"a unit divides in an instruction", divisions, products, 0.95, 1.05, "cortex-m4"},
	{"calls take longer for quotients than for products", divisions, products, 2.5, 4.4, "cortex-m0"},
	{"without caches nothing is far", copies_far_and_wide, copies_near_by, 0.95, 1.05, "cortex-m4"},
};
/* clang-format on */

static double
time_of(void (*put)(const struct build *build), const char *target)
{
	struct arena arena = {0}, body = {0};
	struct timing timing;
	struct code_builder code;
	struct build build;
	double time;

	time_begin(&timing, target_find(target), &arena);
	code = code_begin(&arena, &body, &timing.sink, "");
	build = build_with(&code);
	put(&build);
	time = time_end(&timing);
	arena_free(&body);
	arena_free(&arena);
	return time;
}

static void
takes(void **state)
{
	const struct row *row = *state;
	double first = time_of(row->first, row->target);
	double second = time_of(row->second, row->target);

	if (first < row->least * second || first > row->most * second)
		fail_msg("%g and %g cycles", first, second);
}

int
main(void)
{
	struct CMUnitTest test[countof(rows)];

	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){
			rows[i].name, takes, NULL, NULL, (void *)&rows[i]};
	return _cmocka_run_group_tests("time", test, countof(rows), NULL, NULL);
}
