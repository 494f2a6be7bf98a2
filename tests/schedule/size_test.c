#include "support/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "kernels/kernel.h"
#include "support/harness.h"
#include "support/sample.h"
#include "support/scheduled.h"

/* Code that is more than --max-output allows is refused by an estimate of its size:
   within a factor of two of what would be written, on every target, for every type, with
   loops and without. */

#define LONG_NAME \
	"resnetv17_stage4_conv3_fwd_quantized_and_then_some_more_words_of_a_path"

/* Specs of any type. */
#define SPEC(name, op, inputs, attributes) \
	"{\"name\": \"" name "\", \"op\": \"" op "\", \"domain\": \"ai.onnx\", " \
	"\"dtype\": \"%s\", \"inputs\": {" inputs "}, \"attributes\": {" attributes "}}"
#define SUMS(x, w, more) SPEC("f", "Conv", "\"X\": " x ", \"W\": " w, more)
#define MEANS(x, more) SPEC("f", "AveragePool", "\"X\": " x, more)
#define NORMS(x, more) SPEC("f", "LpPool", "\"X\": " x, more)
#define MOVE(op, x, more) SPEC("f", op, "\"input\": " x, more)
#define PADDED "\"pads\": [1, 1, 1, 1]"

/* clang-format off */
static const struct {
	const char *name, *spec;
	const struct kernel *vectors; /* what targets with vectors take, of all types */
} rows[] = {
	{"one output of one term", SUMS("[1, 1, 1, 1]", "[1, 1, 1, 1]", ""), &kernel_unrolled_vector},
	{"nine outputs", SUMS("[1, 1, 3, 3]", "[1, 1, 1, 1]", ""), &kernel_unrolled_vector},
	{"a border all around", SUMS("[1, 1, 5, 5]", "[1, 1, 3, 3]", PADDED), &kernel_unrolled_vector},
	{"weights at run time", SUMS("[1, 4, 12, 12]", "[8, 4, 3, 3]", PADDED), &kernel_unrolled_vector},
	{"long sums", SUMS("[1, 300, 6, 6]", "[8, 300, 1, 1]", ""), &kernel_unrolled_vector},
	{"sums of one term", SUMS("[1, 1, 40, 40]", "[8, 1, 1, 1]", ""), &kernel_unrolled_vector},
	{"strided rows", SUMS("[1, 3, 20, 20]", "[6, 3, 3, 3]", "\"strides\": [2, 2], " PADDED), &kernel_unrolled_vector},
	{"wide strides", SUMS("[2, 2, 21, 33]", "[2, 2, 2, 5]", "\"strides\": [3, 4]"), &kernel_unrolled_vector},
	{"dilated taps of each channel", SUMS("[1, 6, 18, 18]", "[6, 1, 5, 5]", "\"group\": 6, \"dilations\": [2, 2], \"pads\": [4, 4, 4, 4]"), &kernel_unrolled_vector},
	{"one dimension", SUMS("[2, 4, 64]", "[12, 4, 5]", "\"pads\": [2, 2]"), &kernel_unrolled_vector},
	{"three dimensions", SUMS("[1, 2, 6, 6, 6]", "[4, 2, 3, 3, 3]", ""), &kernel_unrolled_vector},
	{"many images", SUMS("[16, 4, 6, 6]", "[20, 4, 1, 1]", ""), &kernel_unrolled_vector},
	{"a bias", SPEC("f", "Conv", "\"X\": [1, 3, 9, 9], \"W\": [20, 3, 2, 2], \"B\": [20]", ""), &kernel_unrolled_vector},
	{"a long name before many calls", SPEC(LONG_NAME, "Conv", "\"X\": [1, 40, 12, 12], \"W\": [40, 1, 1, 1]", "\"group\": 40"), &kernel_unrolled_vector},
	{"few averages", MEANS("[1, 1, 4, 4]", "\"kernel_shape\": [2, 2]"), &kernel_unrolled_vector},
	{"averages", MEANS("[1, 8, 20, 20]", "\"kernel_shape\": [3, 3]"), &kernel_unrolled_vector},
	{"averages of strided rows", MEANS("[1, 4, 30, 30]", "\"kernel_shape\": [3, 3], \"strides\": [2, 2], " PADDED), &kernel_unrolled_vector},
	{"averages of large windows", MEANS("[1, 3, 16, 44]", "\"kernel_shape\": [6, 5]"), &kernel_unrolled_vector},
	{"averages of rows", MEANS("[2, 4, 100]", "\"kernel_shape\": [5]"), &kernel_unrolled_vector},
	{"averages of whole planes", MEANS("[1, 32, 7, 7]", "\"kernel_shape\": [7, 7]"), &kernel_unrolled},
	{"few norms", NORMS("[1, 1, 6]", "\"kernel_shape\": [1]"), &kernel_unrolled_vector},
	{"norms", NORMS("[1, 8, 20, 20]", "\"kernel_shape\": [2, 2]"), &kernel_unrolled_vector},
	{"norms of strided rows", NORMS("[1, 4, 28, 28]", "\"kernel_shape\": [3, 3], \"strides\": [2, 2], " PADDED), &kernel_unrolled_vector},
	{"sums of powers", NORMS("[1, 8, 9, 9]", "\"kernel_shape\": [3, 3], \"p\": 3"), &kernel_unrolled_vector},
	{"norms of whole planes", NORMS("[1, 32, 7, 7]", "\"kernel_shape\": [7, 7]"), &kernel_unrolled},
	{"norms under a long name", SPEC(LONG_NAME, "LpPool", "\"X\": [1, 3, 9, 9]", "\"kernel_shape\": [3, 3]"), &kernel_unrolled_vector},
	{"one run that is moved", MOVE("SpaceToDepth", "[1, 1, 6, 6]", "\"blocksize\": 6"), &kernel_unrolled_move},
	{"few elements that are moved", MOVE("DepthToSpace", "[1, 4, 2, 2]", "\"blocksize\": 2"), &kernel_unrolled_move},
	{"single elements that are moved", MOVE("DepthToSpace", "[1, 16, 40, 40]", "\"blocksize\": 2"), &kernel_unrolled_move},
	{"blocks of four", MOVE("SpaceToDepth", "[1, 4, 40, 40]", "\"blocksize\": 4"), &kernel_unrolled_move},
	{"columns first", MOVE("DepthToSpace", "[1, 256, 6, 6]", "\"blocksize\": 8, \"mode\": \"CRD\""), &kernel_unrolled_move},
};
/* clang-format on */

static void
expect_near(const char *path, const struct schedule *schedule)
{
	uint64_t code;

	assert_true(emit_file(path, &schedule, 1, &code));
	if (schedule->estimate > 2 * code || code > 2 * schedule->estimate)
		fail_msg("%s of %s: estimated %" PRIu64 " bytes, wrote %" PRIu64,
			schedule->target->name,
			dtype_info[schedule->plan->dst.dtype].name, schedule->estimate,
			code);
	remove(path);
}

static void
expect_near_on(size_t row, const char *target, const char *dtype, enum unroll unroll)
{
	const struct settings settings = {.targets = {{target_find(target)}, 1},
		.numerics = NUMERICS_STRICT,
		.unroll = unroll,
		.has_unroll = true};
	struct arena arena = {0};
	struct scheduled s;

	schedule_spec(
		&s, arena_format(&arena, rows[row].spec, dtype), &settings, UINT64_MAX);
	assert_true(s.fits);
	if (s.schedule.target->attribute && unroll == UNROLL_FULL)
		assert_string_equal(s.schedule.kernel->name, rows[row].vectors->name);
	expect_near(arena_format(&arena, "%s/tests/size.%zu.c", build_directory(), row),
		&s.schedule);
	subject_free(&s.subject);
	arena_free(&arena);
}

/* With sanitizers, of so many targets and types one is tried. */
enum {
	SANITIZED = 4
};
static struct sample sample;

static void
estimate_is_near(void **state)
{
	static const char *const target[] = {
		"generic", "x86-64-v3", "x86-64-v4", "aarch64", "wasm-simd128"};
	static const char *const dtype[] = {"float32", "float64", "float16"};
	static const enum unroll unroll[] = {UNROLL_FULL, UNROLL_WINDOW};

	for (size_t i = 0; i < countof(target) * countof(dtype); i++)
		for (size_t k = 0; k < countof(unroll); k++)
			if (sample_takes_sanitized(&sample, SANITIZED))
				expect_near_on((size_t)(uintptr_t)*state,
					target[i / countof(dtype)],
					dtype[i % countof(dtype)], unroll[k]);
}

/* Straight-line code of vectors is what would be written where more is allowed. */
static void
refusal_names_vectors(void **state)
{
	const struct settings settings = {.targets = {{target_find("x86-64-v3")}, 1},
		.unroll = UNROLL_FULL,
		.has_unroll = true};
	struct scheduled small, large;
	const char *spec = CONV("[1, 8, 20, 20]", "[16, 8, 3, 3]", PADS_1);
	const char *estimate;
	uint64_t bytes;

	(void)state;
	schedule_spec(&large, spec, &settings, UINT64_MAX);
	schedule_spec(&small, spec, &settings, 1000);
	assert_true(large.fits);
	assert_false(small.fits);
	estimate = strstr(small.subject.messages, "an estimated ");
	assert_non_null(estimate);
	assert_int_equal(sscanf(estimate, "an estimated %" SCNu64 " bytes,", &bytes), 1);
	assert_true(bytes <= 2 * large.schedule.estimate);
	assert_true(large.schedule.estimate <= 2 * bytes);
	subject_free(&small.subject);
	subject_free(&large.subject);
}

int
main(void)
{
	struct CMUnitTest test[countof(rows) + 1];

	sample = sample_begin("tries the same targets and types");
	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){
			rows[i].name, estimate_is_near, NULL, NULL, (void *)(uintptr_t)i};
	test[countof(rows)] =
		(struct CMUnitTest){"a refusal tells the size of vector code",
			refusal_names_vectors, NULL, NULL, NULL};
	return _cmocka_run_group_tests("size", test, countof(test), NULL, NULL);
}
