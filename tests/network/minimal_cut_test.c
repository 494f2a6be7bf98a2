/* Choices by a minimal cut, against all that there are. */

#include "support/test.h"

#include <stdint.h>

#include "base/arena.h"
#include "network/minimal_cut.h"
#include "support/random.h"

enum {
	MOST_THINGS = 9,
	MOST_COSTS = 24,
	DRAWN = 300
};

enum kind {
	YES, /* of thing a */
	NO,
	DIFFER,
	NO_YES /* a says no, and b yes */
};

struct cost {
	enum kind kind;
	size_t a, b;
	int64_t cost;
};

/* clang-format off */
static const struct row {
	const char *name;
	size_t nthing;
	struct cost cost[6];
	size_t ncost;
	const char *wanted;
} rows[] = {
	{"who gains says yes", 2, {{NO, 0, 0, 3}, {YES, 1, 0, 3}}, 2, "yn"},
	{"what costs the same is no", 1, {{NO, 0, 0, 3}, {YES, 0, 0, 3}}, 2, "n"},
	{"a movement that costs more than is gained", 2, {{NO, 0, 0, 3}, {YES, 1, 0, 9}, {DIFFER, 0, 1, 4}}, 3, "nn"},
	{"one between that neither gains nor loses", 3, {{NO, 0, 0, 3}, {NO, 2, 0, 3}, {DIFFER, 0, 1, 4}, {DIFFER, 1, 2, 4}}, 4, "yyy"},
	{"one between that loses less than movements cost", 3, {{NO, 0, 0, 9}, {YES, 1, 0, 7}, {NO, 2, 0, 9}, {DIFFER, 0, 1, 4}, {DIFFER, 1, 2, 4}}, 5, "yyy"},
	{"one that loses more", 3, {{NO, 0, 0, 9}, {YES, 1, 0, 9}, {NO, 2, 0, 9}, {DIFFER, 0, 1, 4}, {DIFFER, 1, 2, 4}}, 5, "yny"},
	{"no beside yes costs, and not yes beside no", 4, {{YES, 0, 0, 5}, {NO, 1, 0, 3}, {NO_YES, 0, 1, 4}, {NO, 2, 0, 3}, {YES, 3, 0, 5}, {NO_YES, 3, 2, 0}}, 6, "nnyn"},
};
/* clang-format on */

static void
add(struct cut *cut, const struct cost *c)
{
	switch (c->kind) {
	case YES:
		cut_add_yes(cut, c->a, c->cost);
		break;
	case NO:
		cut_add_no(cut, c->a, c->cost);
		break;
	case DIFFER:
		cut_add_differ(cut, c->a, c->b, c->cost);
		break;
	case NO_YES:
		cut_add_no_yes(cut, c->a, c->b, c->cost);
		break;
	}
}

/* What answers cost; bit i: what thing i says. */
static int64_t
cost_of(const struct cost *cost, size_t n, unsigned answers)
{
	int64_t all = 0;

	for (size_t i = 0; i < n; i++) {
		bool a = answers >> cost[i].a & 1, b = answers >> cost[i].b & 1;
		const bool counts[] = {
			[YES] = a, [NO] = !a, [DIFFER] = a != b, [NO_YES] = !a && b};

		all += counts[cost[i].kind] ? cost[i].cost : 0;
	}
	return all;
}

static unsigned
answers_of(const struct cost *cost, size_t n, size_t nthing)
{
	struct arena arena = {0};
	struct cut cut;
	const bool *yes;
	unsigned answers = 0;

	cut_begin(&cut, nthing, &arena);
	for (size_t i = 0; i < n; i++)
		add(&cut, &cost[i]);
	yes = cut_find(&cut);
	for (size_t i = 0; i < nthing; i++)
		answers |= (unsigned)yes[i] << i;
	arena_free(&arena);
	return answers;
}

static void
answers_as_stated(void **state)
{
	const struct row *row = *state;
	unsigned answers = answers_of(row->cost, row->ncost, row->nthing);

	for (size_t i = 0; i < row->nthing; i++)
		assert_int_equal(answers >> i & 1, row->wanted[i] == 'y');
}

/* None costs less, and of those that cost as much none has fewer that say yes. */
static void
none_is_better(void **state)
{
	uint64_t random = 1;

	(void)state;
	for (int i = 0; i < DRAWN; i++) {
		struct cost cost[MOST_COSTS];
		size_t nthing = 1 + (size_t)i % MOST_THINGS;
		unsigned found;
		int64_t least;

		for (size_t k = 0; k < countof(cost); k++)
			cost[k] =
				(struct cost){(enum kind)(next_random(&random) >> 20 & 3),
					(next_random(&random) >> 20) % nthing,
					(next_random(&random) >> 20) % nthing,
					(int64_t)(next_random(&random) >> 20 & 15)};
		found = answers_of(cost, countof(cost), nthing);
		least = cost_of(cost, countof(cost), found);
		for (unsigned other = 0; other < 1U << nthing; other++) {
			int64_t costs = cost_of(cost, countof(cost), other);

			assert_true(costs >= least);
			assert_true(costs > least || (other & found) == found);
		}
	}
}

int
main(void)
{
	struct CMUnitTest test[countof(rows) + 1];

	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){
			rows[i].name, answers_as_stated, NULL, NULL, (void *)&rows[i]};
	test[countof(rows)] = (struct CMUnitTest)cmocka_unit_test(none_is_better);
	return _cmocka_run_group_tests("minimal_cut", test, countof(test), NULL, NULL);
}
