#include "support/rows.h"

#include "plan/reference.h"

#include <string.h>

enum {
	MOST_BYTES = 32
};

/* A data movement of bytes. */
struct move_case {
	const char *name;
	struct move_plan move;
	enum dtype dtype;
	size_t ndst; /* elements */
	char src[MOST_BYTES], dst[MOST_BYTES];
};

/* clang-format off */
static const struct phase_run whole_2[] = {{0, 1, 0, 2}};
static const struct phase_run whole_3[] = {{0, 1, 0, 3}};
static const struct phase_run middle[] = {{0, 1, 1, 3}};
static const struct phase_run split[] = {{0, 1, 1, 2}, {1, 1, 0, 1}};

#define AXIS(grid, phase, src_grid, src_phase, dst_grid, dst_phase, run) \
	{grid, phase, src_grid, src_phase, dst_grid, dst_phase, run, sizeof run / sizeof *run, NULL}

static const struct move_case move_case[] = {
	{"a movement without axes copies one element",
		{.naxis = 0}, DTYPE_INT8, 1, "a", "a"},
	{"a transposition",
		{2, {AXIS(2, 1, 3, 0, 1, 0, whole_2), AXIS(3, 1, 1, 0, 2, 0, whole_3)}, .src_base = 0},
		DTYPE_INT8, 6, "abcdef", "adbecf"},
	{"elements move whole",
		{1, {AXIS(2, 1, -1, 0, 1, 0, whole_2)}, .src_base = 1},
		DTYPE_INT32, 2, "abcdefgh", "efghabcd"},
	{"what lies outside of a run is cleared",
		{1, {AXIS(4, 1, 1, 0, 1, 0, middle)}, .src_base = -1},
		DTYPE_INT8, 4, "ab", {0, 'a', 'b', 0}},
	{"every phase has its own run",
		{1, {AXIS(2, 2, 2, 1, 1, 2, split)}, .src_base = -1},
		DTYPE_INT8, 4, "ab", {0, 'b', 'a', 0}},
	{"what lies outside of a run is cropped",
		{1, {AXIS(4, 1, 1, 0, 1, 0, middle)}, .dst_base = -1, .crops = true},
		DTYPE_INT8, 2, "abcd", "bc"},
};
/* clang-format on */

static void
elements_are_moved(void **state)
{
	const struct move_case *row = *state;
	const void *const input[] = {row->src};
	struct move_plan move = row->move;
	struct plan plan = {.kind = PLAN_MOVE, .u.move = {&move, 1}};
	const size_t size = row->ndst * dtype_info[row->dtype].size;
	char dst[MOST_BYTES];

	memset(dst, '?', sizeof(dst));
	plan.src = &plan.operand[0];
	plan.dst = (struct operand){.dtype = row->dtype, .nelement = (int64_t)row->ndst};
	move.src = plan.src;
	move.dst = &plan.dst;
	reference_run(&plan, NUMERICS_STRICT, input, (void *const[]){dst});
	assert_memory_equal(dst, row->dst, size);
	for (size_t i = size; i < sizeof(dst); i++)
		assert_int_equal(dst[i], '?');

	for (size_t i = 0; i < row->ndst; i++) {
		const size_t each = dtype_info[row->dtype].size;
		const int64_t element = (int64_t)i;

		memset(dst, '?', sizeof(dst));
		reference_run_some(&plan, NUMERICS_STRICT, input, (void *const[]){dst},
			&(const struct reference_some){&element, 1});
		assert_memory_equal(
			dst + i * each, (const char *)row->dst + i * each, each);
	}
}

int
main(void)
{
	return run_table("movements", move_case, elements_are_moved);
}
