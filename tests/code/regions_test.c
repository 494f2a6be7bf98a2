#include "support/test.h"

#include "base/arena.h"
#include "code/proof/reach.h"
#include "code/proof/regions.h"
#include "support/emitted.h"
#include "support/sample.h"
#include "support/variant.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/* Sets of bytes against the same sets written out. */

enum {
	SPACE = 4096,
	/* Offsets begin behind it, so that incs may be negative: a set reaches 3 dims * 4
	   passes * 128 bytes to either side, and one that was moved 20 more. */
	MARGIN = 1600,
	ROUNDS = 20000,
	SANITIZED = 8 /* of so many rounds one is tried with sanitizers */
};

static int
rounds(int n)
{
	return is_sanitized() && !is_exhaustive() ? n / SANITIZED : n;
}

/* What draws other regions each time. */
static uint32_t turn;

static uint32_t
draw(uint32_t *state, uint32_t limit)
{
	*state = *state * 1664525u + 1013904223u;
	return (*state >> 16) % limit;
}

/* How often each byte is reached. */
struct bytes {
	uint8_t n[SPACE];
};

static void
write_out(struct bytes *bytes, const struct region *r, int dim, int64_t offset)
{
	if (dim == r->ndim) {
		for (int64_t i = 0; i < r->length; i++)
			bytes->n[offset + i]++;
		return;
	}
	for (int64_t k = 0; k < r->dim[dim].count; k++)
		write_out(bytes, r, dim + 1, offset + k * r->dim[dim].inc);
}

static struct bytes
bytes_of(const struct region *r)
{
	struct bytes bytes = {{0}};

	assert_true(r->offset >= 0 && r->offset + region_extent(r) <= SPACE);
	write_out(&bytes, r, 0, r->offset);
	return bytes;
}

static bool
same_bytes(const struct bytes *a, const struct bytes *b)
{
	for (int i = 0; i < SPACE; i++)
		if (!a->n[i] != !b->n[i])
			return false;
	return true;
}

static bool
any_twice(const struct bytes *a)
{
	for (int i = 0; i < SPACE; i++)
		if (a->n[i] > 1)
			return true;
	return false;
}

/* Loops of a few passes at distances that are often multiples of each other, and the
   bytes that they reach one by one. */
static struct region
draw_region(uint32_t *state, struct bytes *bytes)
{
	static const int64_t incs[] = {1, 2, 3, 4, 8, 12, 16, 24, 32, 48, 64, 100, 128};
	struct region r = region_run(MARGIN + draw(state, 300), 1 + draw(state, 12));
	struct bytes one = bytes_of(&r), more;
	int n = (int)draw(state, 4);

	for (int i = 0; i < n; i++) {
		int64_t inc = incs[draw(state, countof(incs))],
			count = 1 + draw(state, 5);

		if (!draw(state, 5))
			inc = -inc;
		memset(&more, 0, sizeof more);
		for (int64_t k = 0; k < count; k++)
			for (int b = 0; b < SPACE; b++)
				if (one.n[b])
					more.n[b + k * inc] += one.n[b];
		one = more;
		assert_true(region_repeat(&r, inc, count));
	}
	*bytes = one;
	return r;
}

static void
repeats_are_exact(void **state)
{
	uint32_t seed = turn + 1;

	(void)state;
	for (int i = 0; i < rounds(ROUNDS); i++) {
		struct bytes wanted, got;
		struct region r = draw_region(&seed, &wanted);

		got = bytes_of(&r);
		assert_true(same_bytes(&got, &wanted));
		assert_true(any_twice(&wanted) == (r.twice || any_twice(&got)));
	}
}

static void
joins_are_exact(void **state)
{
	uint32_t seed = turn + 2;
	int joined = 0;

	(void)state;
	for (int i = 0; i < rounds(ROUNDS); i++) {
		struct bytes wanted, more, got;
		struct region a = draw_region(&seed, &wanted), b = a;

		if (draw(&seed, 3))
			b.offset += draw(&seed, 200);
		else
			b = draw_region(&seed, &more);
		wanted = bytes_of(&a);
		more = bytes_of(&b);
		for (int k = 0; k < SPACE; k++)
			wanted.n[k] += more.n[k];
		a.twice = b.twice = false;
		if (!region_join(&a, &b))
			continue;
		joined++;
		got = bytes_of(&a);
		assert_true(same_bytes(&got, &wanted));
		assert_true(any_twice(&wanted) == (a.twice || any_twice(&got)));
	}
	assert_true(joined > rounds(ROUNDS) / 4);
}

/* Rows of vectors become one set. */
static void
rows_are_one_set(void **state)
{
	struct region all[12];
	size_t n = 0;

	(void)state;
	for (int64_t v = 0; v < 3; v++)
		for (int64_t row = 0; row < 4; row++)
			all[n++] = region_run(row * 1000 + v * 32, 32);
	n = regions_compact(all, n);
	assert_int_equal(n, 1);
	assert_int_equal(all[0].length, 96);
	assert_int_equal(all[0].ndim, 1);
	assert_int_equal(all[0].dim[0].inc, 1000);
	assert_int_equal(all[0].dim[0].count, 4);
}

static void
compacting_keeps_bytes(void **state)
{
	uint32_t seed = turn + 3;

	(void)state;
	for (int i = 0; i < rounds(ROUNDS / 10); i++) {
		struct region all[8];
		struct bytes wanted = {{0}}, one, got = {{0}};
		size_t n = 1 + draw(&seed, countof(all)), left;

		for (size_t k = 0; k < n; k++) {
			all[k] = draw_region(&seed, &one);
			if (k && draw(&seed, 2)) {
				all[k] = all[k - 1];
				all[k].offset += draw(&seed, 60);
				one = bytes_of(&all[k]);
			}
			for (int b = 0; b < SPACE; b++)
				wanted.n[b] |= one.n[b];
		}
		left = regions_compact(all, n);
		assert_true(left <= n);
		for (size_t k = 0; k < left; k++) {
			one = bytes_of(&all[k]);
			for (int b = 0; b < SPACE; b++)
				got.n[b] |= one.n[b];
		}
		assert_true(same_bytes(&got, &wanted));
	}
}

/* The bytes that a visit has been told of. */
struct visited {
	const struct bytes *there;
	size_t n;
	bool right;
};

static bool
visit(void *context, int64_t byte, const size_t *there, size_t n)
{
	struct visited *v = context;
	bool seen[8] = {false};

	for (size_t i = 0; i < n; i++)
		seen[there[i]] = true;
	for (size_t i = 0; i < v->n; i++)
		v->right &= seen[i] == !!v->there[i].n[byte];
	return true;
}

static void
questions_are_answered_exactly(void **state)
{
	uint32_t seed = turn + 4;
	int covered = 0, met = 0;

	(void)state;
	for (int i = 0; i < rounds(ROUNDS); i++) {
		struct arena arena = {0};
		struct bytes wanted, there[8];
		struct region what = draw_region(&seed, &wanted), of[8];
		struct visited visited = {there, 1 + draw(&seed, 7), true};
		bool all = true, any = false;

		for (size_t k = 0; k < visited.n; k++) {
			of[k] = draw_region(&seed, &there[k]);
			if (draw(&seed, 2)) {
				of[k] = what;
				of[k].offset += (int64_t)draw(&seed, 40) - 20;
				of[k].length += draw(&seed, 8);
				there[k] = bytes_of(&of[k]);
			}
		}
		for (int b = 0; b < SPACE; b++) {
			bool one = false;

			for (size_t k = 0; k < visited.n; k++)
				one |= there[k].n[b] > 0;
			all &= !wanted.n[b] || one;
			any |= wanted.n[b] && there[0].n[b];
		}
		assert_int_equal(
			regions_cover((struct regions){of, visited.n}, &what, &arena),
			all);
		assert_int_equal(regions_meet(&of[0], &what, &arena), any);
		assert_true(regions_visit(
			(struct regions){of, visited.n}, &what, visit, &visited, &arena));
		assert_true(visited.right);
		covered += all;
		met += any;
		arena_free(&arena);
	}
	assert_true(covered > rounds(ROUNDS) / 20 && met > rounds(ROUNDS) / 20);
}

/* 10^4 by 10^10 runs, and a run of all of them, but one. */
static void
size_does_not_matter(void **state)
{
	struct arena arena = {0};
	const int64_t n = 10000000000, size = 10000;
	struct region all = region_run(0, n * size), of[2];

	(void)state;
	of[0] = region_run(0, 4);
	region_repeat(&of[0], 8, size / 8);
	region_repeat(&of[0], size, n);
	of[1] = of[0];
	of[1].offset = 4;
	assert_int_equal(of[0].ndim, 1);
	assert_true(regions_cover((struct regions){of, 2}, &all, &arena));
	of[1] = region_run(4, 4);
	region_repeat(&of[1], 8, size / 8);
	region_repeat(&of[1], size, n - 1);
	assert_false(regions_cover((struct regions){of, 2}, &all, &arena));
	assert_false(regions_meet(&of[0], &of[1], &arena));
	arena_free(&arena);
}

/* The most memory that this program has had, in KiB. */
static long
most_memory(void)
{
	struct rusage used;

	getrusage(RUSAGE_SELF, &used);
	return used.ru_maxrss;
}

/* Of many sets, in no pattern, the first and the last one. */
static void
answers_keep_no_memory(void **state)
{
	enum {
		SETS = 1000,
		QUESTIONS = 500
	};
	struct arena arena = {0};
	struct reaches all = {.arena = &arena};
	struct reach r = {.hidden = INT_MAX}, ends = r;
	int64_t last = 0;
	long before;

	(void)state;
	for (int64_t i = 0; i < SETS; i++) {
		last = 4 * i * (i + 4);
		region_set_run(&r.region, last, 4 + i % 2 * 4);
		reaches_add(&all, 0, &r);
	}
	assert_int_equal(all.n, SETS);
	region_set_run(&ends.region, 0, 4);
	assert_true(region_repeat(&ends.region, last, 2));
	before = most_memory();
	for (int i = 0; i < rounds(QUESTIONS); i++)
		assert_true(reaches_hold(&all, 0, &ends, 0));
	/* Sanitizers keep what is freed. */
	if (!is_sanitized())
		assert_in_range(most_memory() - before, 0, 16 * 1024);
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(repeats_are_exact),
		cmocka_unit_test(joins_are_exact),
		cmocka_unit_test(rows_are_one_set),
		cmocka_unit_test(compacting_keeps_bytes),
		cmocka_unit_test(questions_are_answered_exactly),
		cmocka_unit_test(size_does_not_matter),
		cmocka_unit_test(answers_keep_no_memory),
	};

	turn = sample_seed("draws the same regions");
	return cmocka_run_group_tests_name("regions", tests, NULL, NULL);
}
