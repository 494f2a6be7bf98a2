#include "support/rows.h"

#include "ops/common/axis.h"

#define LARGE (INT64_C(1) << 62)

/* Pads and length of one axis. */
struct length_row {
	const char *name;
	struct axis_request
		request; /* in, kernel, stride, dilation, rule, pads, ceil_mode */
	enum axis_status status;
	int64_t pad_begin, pad_end, out;
};

/* clang-format off */
static const struct length_row length_rows[] = {
	{"without pads the last window may leave a rest", {6, 3, 2, 1, PAD_NOTSET, 0, 0, false},
		AXIS_RESOLVED, 0, 0, 2},
	{"pads lengthen the input", {6, 3, 2, 1, PAD_NOTSET, 1, 1, false}, AXIS_RESOLVED, 1, 1, 3},
	{"pads differ at both ends", {6, 3, 1, 1, PAD_NOTSET, 2, 0, false}, AXIS_RESOLVED, 2, 0, 6},
	{"dilation spreads the kernel", {7, 3, 1, 3, PAD_NOTSET, 0, 0, false},
		AXIS_RESOLVED, 0, 0, 1},
	{"a kernel just too large is refused, not cut", {6, 7, 2, 1, PAD_NOTSET, 0, 0, false},
		AXIS_KERNEL_TOO_LARGE, 0, 0, 0},
	{"a kernel one stride too large is no empty output",
		{6, 8, 2, 1, PAD_NOTSET, 0, 0, false}, AXIS_KERNEL_TOO_LARGE, 0, 0, 0},
	{"a dilated kernel is as large as it reaches", {6, 4, 1, 2, PAD_NOTSET, 0, 0, false},
		AXIS_KERNEL_TOO_LARGE, 0, 0, 0},
	{"pads of the kernel's size and more are accepted",
		{3, 2, 1, 1, PAD_NOTSET, 3, 4, false}, AXIS_RESOLVED, 3, 4, 9},
	{"ceil_mode rounds up", {6, 3, 2, 1, PAD_NOTSET, 0, 0, true}, AXIS_RESOLVED, 0, 0, 3},
	{"ceil_mode cuts a kernel larger than the input", {2, 3, 2, 1, PAD_NOTSET, 0, 0, true},
		AXIS_RESOLVED, 0, 0, 1},
	{"ceil_mode cannot help a kernel a stride too large", {2, 4, 2, 1, PAD_NOTSET, 0, 0, true},
		AXIS_KERNEL_TOO_LARGE, 0, 0, 0},
	{"OpenVINO's kernel must fit", {2, 3, 2, 1, PAD_NOTSET, 0, 0, CEIL | CEIL_FITS},
		AXIS_KERNEL_TOO_LARGE, 0, 0, 0},
	{"a window that begins in the end padding may stay",
		{4, 2, 3, 1, PAD_NOTSET, 1, 2, CEIL | CEIL_KEEPS_LAST}, AXIS_RESOLVED, 1, 2, 3},
	{"an overhang may become padding",
		{4, 2, 3, 1, PAD_NOTSET, 1, 2, CEIL | CEIL_KEEPS_LAST | CEIL_PADS_OVERHANG},
		AXIS_RESOLVED, 1, 3, 3},
	{"and is none where the last window ends before",
		{4, 2, 3, 1, PAD_NOTSET, 1, 2, CEIL | CEIL_PADS_OVERHANG}, AXIS_RESOLVED, 1, 2, 2},
	{"a window that begins behind the input is dropped",
		{2, 1, 2, 1, PAD_NOTSET, 0, 0, true}, AXIS_RESOLVED, 0, 0, 1},
	{"a window that begins in the end padding is dropped",
		{4, 2, 3, 1, PAD_NOTSET, 1, 2, true}, AXIS_RESOLVED, 1, 2, 2},
	{"only one window is dropped", {1, 1, 1, 1, PAD_NOTSET, 0, 5, true},
		AXIS_RESOLVED, 0, 5, 5},
	{"nothing is left when the only window is dropped", {0, 1, 1, 1, PAD_NOTSET, 0, 1, true},
		AXIS_NO_WINDOW, 0, 0, 0},
	{"VALID has no pads", {6, 3, 2, 1, PAD_VALID, 0, 0, false}, AXIS_RESOLVED, 0, 0, 2},
	{"VALID of a kernel's size is one window", {3, 3, 2, 1, PAD_VALID, 0, 0, false},
		AXIS_RESOLVED, 0, 0, 1},
	{"VALID ignores ceil_mode", {6, 3, 2, 1, PAD_VALID, 0, 0, true},
		AXIS_RESOLVED, 0, 0, 2},
	{"SAME is the input over the stride, rounded up",
		{5, 3, 2, 1, PAD_SAME_UPPER, 0, 0, false}, AXIS_RESOLVED, 1, 1, 3},
	{"SAME_UPPER: the odd pad goes to the end", {5, 2, 1, 1, PAD_SAME_UPPER, 0, 0, false},
		AXIS_RESOLVED, 0, 1, 5},
	{"SAME_LOWER: the odd pad goes to the begin", {5, 2, 1, 1, PAD_SAME_LOWER, 0, 0, false},
		AXIS_RESOLVED, 1, 0, 5},
	{"SAME pads are not negative", {8, 1, 4, 1, PAD_SAME_UPPER, 0, 0, false},
		AXIS_RESOLVED, 0, 0, 2},
	{"SAME pads for the dilated kernel", {6, 3, 1, 2, PAD_SAME_LOWER, 0, 0, false},
		AXIS_RESOLVED, 2, 2, 6},
	{"SAME ignores ceil_mode", {6, 2, 4, 1, PAD_SAME_UPPER, 0, 0, true},
		AXIS_RESOLVED, 0, 0, 2},
	{"SAME of nothing is nothing", {0, 1, 1, 1, PAD_SAME_UPPER, 0, 0, false},
		AXIS_RESOLVED, 0, 0, 0},
	{"padding alone has windows too", {0, 1, 1, 1, PAD_NOTSET, 1, 1, false},
		AXIS_RESOLVED, 1, 1, 2},
	{"the longest input", {LARGE, 1, 1, 1, PAD_NOTSET, 0, 0, false},
		AXIS_RESOLVED, 0, 0, LARGE},
	{"the longest kernel", {LARGE, LARGE, LARGE, 1, PAD_NOTSET, 0, 0, true},
		AXIS_RESOLVED, 0, 0, 1},
	{"a padded input too long", {LARGE, 1, 1, 1, PAD_NOTSET, 1, 0, false}, AXIS_OVERFLOW, 0, 0, 0},
	{"pads that overflow", {LARGE, 1, 1, 1, PAD_NOTSET, LARGE, LARGE, false},
		AXIS_OVERFLOW, 0, 0, 0},
	{"a dilation that overflows", {9, 3, 1, LARGE, PAD_SAME_UPPER, 0, 0, false},
		AXIS_OVERFLOW, 0, 0, 0},
	{"a dilated kernel too long", {9, 2, 1, LARGE, PAD_VALID, 0, 0, false}, AXIS_OVERFLOW, 0, 0, 0},
	{"a kernel and dilation that overflow", {9, LARGE, 1, LARGE, PAD_VALID, 0, 0, false},
		AXIS_OVERFLOW, 0, 0, 0},
	{"SAME pads too long", {LARGE, 3, 1, 1, PAD_SAME_UPPER, 0, 0, false}, AXIS_OVERFLOW, 0, 0, 0},
};
/* clang-format on */

static void
length_holds(void **state)
{
	const struct length_row *row = *state;
	struct axis axis;

	assert_int_equal(axis_resolve(&row->request, &axis), row->status);
	if (row->status != AXIS_RESOLVED)
		return;
	assert_int_equal(axis.pad_begin, row->pad_begin);
	assert_int_equal(axis.pad_end, row->pad_end);
	assert_int_equal(axis.out, row->out);
}

/* A transposed axis: outputs more at the end, and how many there are or -1. */
struct transpose_row {
	const char *name;
	struct axis_request request;
	int64_t padding, said;
	enum axis_status status;
	int64_t pad_begin, pad_end, out;
};

/* clang-format off */
static const struct transpose_row transpose_rows[] = {
	{"taps reach beyond the last window", {5, 3, 2, 1, PAD_NOTSET, 0, 0, 0}, 0, -1, AXIS_RESOLVED, 0, 0, 11},
	{"pads take, padding gives", {5, 3, 2, 1, PAD_NOTSET, 1, 1, 0}, 1, -1, AXIS_RESOLVED, 1, 1, 10},
	{"dilation reaches further", {5, 3, 1, 3, PAD_VALID, 0, 0, 0}, 0, -1, AXIS_RESOLVED, 0, 0, 11},
	{"SAME_UPPER: the odd pad goes to the end", {5, 3, 2, 1, PAD_SAME_UPPER, 0, 0, 0}, 0, -1, AXIS_RESOLVED, 0, 1, 10},
	{"SAME_LOWER: to the beginning", {5, 3, 2, 1, PAD_SAME_LOWER, 0, 0, 0}, 0, -1, AXIS_RESOLVED, 1, 0, 10},
	{"so it does for a length that is said", {5, 3, 2, 1, PAD_NOTSET, 0, 0, 0}, 0, 8, AXIS_RESOLVED, 2, 1, 8},
	{"a length beyond all taps has no pads", {5, 3, 2, 1, PAD_NOTSET, 0, 0, 0}, 0, 14, AXIS_RESOLVED, 0, 0, 14},
	{"no input, but a length", {0, 3, 2, 1, PAD_NOTSET, 0, 0, 0}, 0, 3, AXIS_RESOLVED, 0, 0, 3},
	{"no input", {0, 3, 2, 1, PAD_NOTSET, 0, 0, 0}, 0, -1, AXIS_NO_WINDOW, 0, 0, 0},
	{"pads that take all outputs", {1, 2, 1, 1, PAD_NOTSET, 1, 1, 0}, 0, -1, AXIS_NO_WINDOW, 0, 0, 0},
	{"a reach that overflows", {LARGE, 3, 4, 1, PAD_NOTSET, 0, 0, 0}, 0, -1, AXIS_OVERFLOW, 0, 0, 0},
	{"a dilated kernel that overflows", {9, 3, 1, LARGE, PAD_NOTSET, 0, 0, 0}, 0, -1, AXIS_OVERFLOW, 0, 0, 0},
	{"padding that overflows", {9, 3, 1, 1, PAD_NOTSET, 0, 0, 0}, LARGE, -1, AXIS_OVERFLOW, 0, 0, 0},
};
/* clang-format on */

static void
transpose_holds(void **state)
{
	const struct transpose_row *row = *state;
	struct axis axis;

	assert_int_equal(axis_transpose(&row->request, row->padding, row->said, &axis),
		row->status);
	if (row->status != AXIS_RESOLVED)
		return;
	assert_int_equal(axis.pad_begin, row->pad_begin);
	assert_int_equal(axis.pad_end, row->pad_end);
	assert_int_equal(axis.out, row->out);
}

/* What one output reads, found by trying every tap. */
static struct span
window_at(const struct axis *axis, enum counted counted, int64_t o)
{
	struct span window = {.first = o, .count = 1};

	for (int64_t tap = 0; tap < axis->kernel; tap++) {
		int64_t x = o * axis->stride - axis->pad_begin + tap * axis->dilation;
		bool real = x >= 0 && x < axis->in;

		if (real && window.ntap++ == 0) {
			window.tap = tap;
			window.src = x;
		}
		if (counted == COUNTED_REAL && real)
			window.divisor++;
		if (counted == COUNTED_PADDED && x < axis->in + axis->pad_end)
			window.divisor++;
	}
	return window;
}

static bool
alike(const struct span *a, const struct span *b)
{
	return a->tap == b->tap && a->ntap == b->ntap && a->divisor == b->divisor;
}

static void
check_spans(const struct axis *axis, enum counted counted)
{
	int64_t next = 0;

	for (size_t i = 0; i < axis->nspan; i++) {
		const struct span *span = &axis->span[i];

		assert_int_equal(span->first, next);
		assert_true(span->count > 0);
		assert_false(i && alike(span, span - 1));
		for (int64_t j = 0; j < span->count; j++) {
			struct span window = window_at(axis, counted, span->first + j);

			assert_true(alike(span, &window));
			if (span->ntap)
				assert_int_equal(
					window.src, span->src + j * axis->stride);
		}
		next += span->count;
	}
	assert_int_equal(next, axis->out);
}

static void
spans_are_what_trying_every_tap_finds(void **state)
{
	uint32_t seed = 1;
	struct arena arena = {0};

	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct axis_request request = {
			.in = draw(&seed, 16),
			.kernel = 1 + draw(&seed, 6),
			.stride = 1 + draw(&seed, 5),
			.dilation = 1 + draw(&seed, 5),
			.rule = (enum pad_rule)draw(&seed, 4),
			.pad_begin = draw(&seed, 8),
			.pad_end = draw(&seed, 8),
			.ceil_mode = draw(&seed, 2) != 0,
		};
		enum counted counted = (enum counted)draw(&seed, 3);
		struct axis axis;

		if (axis_resolve(&request, &axis) != AXIS_RESOLVED)
			continue;
		assert_true(axis_find_spans(&axis, counted, &arena));
		check_spans(&axis, counted);
		arena_free(&arena);
	}
}

static void
a_long_axis_takes_no_time(void **state)
{
	const int64_t in = INT64_C(1) << 60;
	struct axis_request request = {in, 3, 1, 1, PAD_SAME_UPPER, 0, 0, false};
	struct arena arena = {0};
	struct axis axis;

	(void)state;
	assert_int_equal(axis_resolve(&request, &axis), AXIS_RESOLVED);
	assert_true(axis_find_spans(&axis, COUNTED_REAL, &arena));
	assert_int_equal(axis.nspan, 3);
	assert_int_equal(axis.span[1].first, 1);
	assert_int_equal(axis.span[1].count, in - 2);
	assert_int_equal(axis.span[2].src, in - 2);
	arena_free(&arena);
}

static void
long_padding_takes_no_time(void **state)
{
	const int64_t pad = INT64_C(1) << 60;
	struct axis_request request = {5, 3, 2, 2, PAD_NOTSET, pad, pad, false};
	struct arena arena = {0};
	struct axis axis;

	(void)state;
	assert_int_equal(axis_resolve(&request, &axis), AXIS_RESOLVED);
	assert_true(axis_find_spans(&axis, COUNTED_PADDED, &arena));
	assert_int_equal(axis.span[0].ntap, 0);
	assert_int_equal(axis.span[0].divisor, 3);
	assert_true(axis.nspan < 10);
	arena_free(&arena);
}

static void
too_many_distinct_windows_are_refused(void **state)
{
	const int64_t kernel = INT64_C(1) << 40;
	struct axis_request request = {kernel, kernel, 1, 1, PAD_SAME_UPPER, 0, 0, false};
	struct arena arena = {0};
	struct axis axis;

	(void)state;
	assert_int_equal(axis_resolve(&request, &axis), AXIS_RESOLVED);
	assert_false(axis_find_spans(&axis, COUNTED_REAL, &arena));
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spans_are_what_trying_every_tap_finds),
		cmocka_unit_test(a_long_axis_takes_no_time),
		cmocka_unit_test(long_padding_takes_no_time),
		cmocka_unit_test(too_many_distinct_windows_are_refused),
	};
	int failed = run_table("lengths", length_rows, length_holds);

	failed += run_table("transposed", transpose_rows, transpose_holds);
	return failed + cmocka_run_group_tests_name("spans", tests, NULL, NULL);
}
