/* Where tensors lie in a workspace: none that live together share bytes, and few bytes
   are lost. */

#include "support/test.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "network/layout.h"

/* A tensor: bytes, and the steps that make it and that read it last. */
struct life {
	int64_t bytes;
	size_t first, last;
};

/* clang-format off */
static const struct row {
	const char *name;
	struct life life[8];
	size_t n;
	int64_t size;
} rows[] = {
	{"nothing takes nothing", {{0, 0, 0}}, 0, 0},
	{"one lies at the beginning", {{100, 0, 1}}, 1, 128},
	{"an empty tensor takes nothing", {{0, 0, 3}, {64, 1, 2}}, 2, 64},
	{"a chain takes two places", {{64, 0, 1}, {64, 1, 2}, {64, 2, 3}, {64, 3, 4}}, 4, 128},
	{"who no longer lives leaves its place", {{128, 0, 1}, {64, 2, 3}, {64, 2, 4}}, 3, 128},
	{"those of one step lie side by side", {{64, 2, 2}, {64, 2, 2}, {64, 2, 2}}, 3, 192},
	/* The largest first: 320, then 256, and 128 above that, where the other 128 then is. */
	{"where large ones first lose bytes others come first", {{256, 3, 3}, {128, 1, 3}, {320, 2, 2}, {128, 3, 4}}, 4, 512},
};
/* clang-format on */

enum {
	MOST = 1000
};

static struct network_tensor tensor[MOST], *placed[MOST];

static void
set(size_t i, struct life life)
{
	tensor[i] = (struct network_tensor){
		.bytes = life.bytes, .first = life.first, .last = life.last};
	placed[i] = &tensor[i];
}

static size_t
count_steps(size_t n)
{
	size_t nstep = 1;

	for (size_t i = 0; i < n; i++)
		nstep = tensor[i].last >= nstep ? tensor[i].last + 1 : nstep;
	return nstep;
}

/* The most bytes that live at a step, as they lie: rounded up. */
static int64_t
most_alive(size_t n, size_t nstep)
{
	int64_t most = 0;

	for (size_t k = 0; k < nstep; k++) {
		int64_t alive = 0;

		for (size_t i = 0; i < n; i++)
			if (tensor[i].first <= k && k <= tensor[i].last)
				alive += (tensor[i].bytes + 63) / 64 * 64;
		most = alive > most ? alive : most;
	}
	return most;
}

static void
assert_apart(size_t n, int64_t size)
{
	for (size_t i = 0; i < n; i++) {
		const struct network_tensor *a = &tensor[i];

		assert_true(a->offset >= 0 && a->offset % 64 == 0);
		assert_true(a->offset + a->bytes <= size);
		for (size_t k = 0; k < i; k++) {
			const struct network_tensor *b = &tensor[k];

			if (a->first <= b->last && b->first <= a->last)
				assert_true(a->offset + a->bytes <= b->offset ||
					    b->offset + b->bytes <= a->offset);
		}
	}
}

static void
row_holds(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	int64_t size;

	for (size_t i = 0; i < row->n; i++)
		set(i, row->life[i]);
	size = layout_place(placed, row->n, count_steps(row->n), 0, &arena);
	assert_int_equal(size, row->size);
	assert_apart(row->n, size);
	arena_free(&arena);
}

static uint32_t
draw(uint32_t *seed, uint32_t below)
{
	*seed = *seed * 1664525 + 1013904223;
	return (*seed >> 8) % below;
}

static void
drawn_lives_hold(void **state)
{
	struct arena arena = {0};
	uint32_t seed = 1;

	(void)state;
	for (int trial = 0; trial < 200; trial++) {
		size_t n = 1 + draw(&seed, 60), nstep;
		int64_t size, most;

		for (size_t i = 0; i < n; i++) {
			size_t first = draw(&seed, 50);

			set(i, (struct life){draw(&seed, 5000), first,
				       first + draw(&seed, draw(&seed, 4) ? 3 : 30)});
		}
		nstep = count_steps(n);
		most = most_alive(n, nstep);
		size = layout_place(placed, n, nstep, most, &arena);
		assert_true(size >= most && 2 * size <= 3 * most + 4096);
		assert_apart(n, size);
		arena_clear(&arena);
	}
	arena_free(&arena);
}

/* All of them live together: what is placed is looked at by each, as far as that goes. */
static void
many_at_once_hold(void **state)
{
	struct arena arena = {0};
	int64_t size;

	(void)state;
	for (size_t i = 0; i < MOST; i++)
		set(i, (struct life){64, i, MOST});
	size = layout_place(placed, MOST, MOST + 1, 64 * MOST, &arena);
	assert_int_equal(size, 64 * MOST);
	assert_apart(MOST, size);
	arena_free(&arena);
}

/* So many that most are put on top of the others, and still apart. */
static void
too_many_to_look_at_hold(void **state)
{
	enum {
		N = 4000
	};
	struct arena arena = {0};
	struct network_tensor *all = arena_array(&arena, struct network_tensor, N);
	struct network_tensor **one = arena_array(&arena, struct network_tensor *, N);
	char *taken = arena_array(&arena, char, N);

	(void)state;
	for (size_t i = 0; i < N; i++) {
		all[i] = (struct network_tensor){.bytes = 1, .first = i, .last = N};
		one[i] = &all[i];
	}
	assert_int_equal(layout_place(one, N, N + 1, 0, &arena), 64 * N);
	for (size_t i = 0; i < N; i++) {
		assert_false(taken[all[i].offset / 64]);
		taken[all[i].offset / 64] = 1;
	}
	arena_free(&arena);
}

int
main(void)
{
	struct CMUnitTest test[countof(rows) + 3];
	size_t n = 0;

	for (; n < countof(rows); n++)
		test[n] = (struct CMUnitTest){
			rows[n].name, row_holds, NULL, NULL, (void *)&rows[n]};
	test[n++] = (struct CMUnitTest)cmocka_unit_test(drawn_lives_hold);
	test[n++] = (struct CMUnitTest)cmocka_unit_test(many_at_once_hold);
	test[n++] = (struct CMUnitTest)cmocka_unit_test(too_many_to_look_at_hold);
	return _cmocka_run_group_tests("layout", test, n, NULL, NULL) != 0;
}
