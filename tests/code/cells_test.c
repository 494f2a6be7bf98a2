/* The digests of an object's elements (code/comparison/cells.h), against an array of
   them: what is set one by one, what is copied, and what is cleared, in any order. */

#include "support/test.h"

#include "base/arena.h"
#include "code/comparison/cells.h"
#include "support/random.h"

enum {
	ELEMENTS = 9 * CELLS_PAGE + 17,
	STEPS = 300,
	QUESTIONS = 20
};

struct both {
	struct cells cells;
	uint64_t digest[ELEMENTS];
	uint64_t random;
};

static int64_t
below(struct both *b, int64_t n)
{
	return (int64_t)(next_random(&b->random) % (uint64_t)n);
}

static void
set(struct both *b)
{
	int64_t k = below(b, ELEMENTS);
	uint64_t digest = below(b, 4) ? next_random(&b->random) | 1 : DIGEST_NONE;

	cells_set(&b->cells, k, digest);
	b->digest[k] = digest;
}

static uint64_t
element(const void *context, int64_t k)
{
	return rounded_arithmetic.argument(*(const size_t *)context, k);
}

/* Up to all elements, from one of two operands. */
static void
copy(struct both *b)
{
	static const size_t operand[] = {3, 5};
	const struct cells_source source = {element, &operand[below(b, 2)]};
	int64_t k = below(b, ELEMENTS), n = below(b, ELEMENTS - k) + 1;
	int64_t first = below(b, 1000);

	cells_copy(&b->cells, k, n, source, first);
	for (int64_t i = 0; i < n; i++)
		b->digest[k + i] = element(source.context, first + i);
}

static void
clear(struct both *b)
{
	cells_clear(&b->cells);
	for (int64_t k = 0; k < ELEMENTS; k++)
		b->digest[k] = DIGEST_NONE;
}

static int64_t
next_of(const struct both *b, int64_t k, int64_t skip)
{
	for (; k < ELEMENTS; k++)
		if (b->digest[k] != DIGEST_NONE && skip-- == 0)
			return k;
	return ELEMENTS;
}

static void
compare(struct both *b)
{
	int64_t n = 0;

	for (int64_t k = 0; k < ELEMENTS; k++) {
		assert_int_equal(cells_get(&b->cells, k), b->digest[k]);
		n += b->digest[k] != DIGEST_NONE;
	}
	assert_int_equal(cells_count(&b->cells), n);
	for (int i = 0; i < QUESTIONS; i++) {
		int64_t k = below(b, ELEMENTS + 1);
		int64_t skip = below(b, i % 2 ? 3 : ELEMENTS);

		assert_int_equal(cells_next(&b->cells, k, skip), next_of(b, k, skip));
	}
}

static void
cells_are_an_array(void **state)
{
	struct arena arena = {0};
	struct both b = {.cells = cells_begin(ELEMENTS, &arena), .random = 5};

	(void)state;
	compare(&b);
	for (int i = 0; i < STEPS; i++) {
		switch (below(&b, 12)) {
		case 0:
			clear(&b);
			break;
		case 1:
		case 2:
			copy(&b);
			break;
		default:
			set(&b);
		}
		compare(&b);
	}
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_are_an_array),
	};

	return cmocka_run_group_tests_name("cells", tests, NULL, NULL);
}
