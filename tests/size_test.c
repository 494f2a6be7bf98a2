#include "test.h"

#include <inttypes.h>
#include <stdio.h>

#include "harness.h"
#include "scheduled.h"

/* Straight-line code that is more than --max-output allows is refused by an estimate of
   its size: within a factor of two of what would be written. */

#define MOVE(op, dtype, x, more) \
	"{\"name\": \"f\", \"op\": \"" op "\", \"domain\": \"ai.onnx\", \"dtype\": " \
	"\"" dtype "\", \"inputs\": {\"input\": " x "}, \"attributes\": {" more "}}"

static const struct {
	const char *name, *spec;
} rows[] = {
	{"weights at run time", CONV("[1, 8, 20, 20]", "[16, 8, 3, 3]", PADS_1)},
	{"long sums", CONV("[1, 300, 6, 6]", "[8, 300, 3, 3]", "")},
	{"sums of one term", CONV("[1, 1, 60, 60]", "[8, 1, 1, 1]", "")},
	{"averages", POOL("AveragePool", "[1, 8, 30, 30]", "\"kernel_shape\": [3, 3]")},
	{"averages of whole planes",
		POOL("AveragePool", "[1, 64, 7, 7]", "\"kernel_shape\": [7, 7]")},
	{"norms", POOL("LpPool", "[1, 8, 30, 30]", "\"kernel_shape\": [2, 2]")},
	{"single elements that are moved",
		MOVE("DepthToSpace", "float32", "[1, 16, 40, 40]", "\"blocksize\": 2")},
	{"halves that are moved",
		MOVE("SpaceToDepth", "float16", "[1, 4, 80, 80]", "\"blocksize\": 4")},
};

static void
estimate_is_near(void **state)
{
	size_t row = (size_t)(uintptr_t)*state;
	struct scheduled s;
	const struct schedule *schedule = &s.schedule;
	struct arena arena = {0};
	const char *path =
		arena_format(&arena, "%s/tests/size.%zu.c", build_directory(), row);
	uint64_t code;

	schedule_plain(&s, rows[row].spec, UNROLL_FULL, NUMERICS_STRICT, UINT64_MAX);
	assert_true(s.fits);
	assert_true(emit_file(path, &schedule, 1, &code));
	if (schedule->estimate > 2 * code || code > 2 * schedule->estimate)
		fail_msg("estimated %" PRIu64 " bytes, wrote %" PRIu64,
			schedule->estimate, code);
	remove(path);
	subject_free(&s.subject);
	arena_free(&arena);
}

int
main(void)
{
	struct CMUnitTest test[countof(rows)];

	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){
			rows[i].name, estimate_is_near, NULL, NULL, (void *)(uintptr_t)i};
	return _cmocka_run_group_tests("size", test, countof(test), NULL, NULL);
}
