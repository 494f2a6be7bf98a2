/* --max-stack: what is chosen keeps to it, what is refused says the least that would do,
   and that does. */

#include "support/rows.h"

#include "kernels/kernel.h"
#include "schedule/setting.h"
#include "support/sample.h"
#include "support/scheduled.h"

struct row {
	const char *name, *spec;
	const char *numerics;
};

#define NODE(op, inputs, more) \
	"{\"name\": \"f\", \"op\": \"" op \
	"\", \"dtype\": \"float32\", \"inputs\": {" inputs "}" more "}"

/* clang-format off */
static const struct row rows[] = {
	{"weights at run time are packed in part", CONV("[1, 64, 6, 6]", "[32, 64, 3, 3]", ""), "strict"},
	{"planes that share a set of the cache are staged", CONV("[1, 64, 32, 32]", "[64, 64, 1, 1]", ""), "fma"},
	{"a whole plane has its partial sums", POOL("AveragePool", "[1, 3, 8, 8]", "\"kernel_shape\": [8, 8]"), "strict"},
	{"small ones are straight-line code", CONV("[1, 2, 5]", "[3, 2, 3]", ""), "strict"},
	{"columns of a product are staged", NODE("Gemm", "\"A\": [7, 40], \"B\": [33, 40]", ", \"attributes\": {\"transB\": 1}"), "strict"},
	{"rows between two axes are kept", NODE("Resize", "\"X\": [1, 1, 5, 40], \"scales\": {\"shape\": [4], \"data\": [1, 1, 2, 2]}", ", \"opset\": 19, \"attributes\": {\"mode\": \"cubic\"}"), "strict"},
	{"sums along an axis", NODE("ReduceMean", "\"data\": [3, 100]", ", \"opset\": 13, \"attributes\": {\"axes\": [1]}"), "strict"},
	{"transforms are not", CONV("[1, 1, 12, 12]", "{\"shape\": [1, 1, 3, 3], \"data\": [1, 2, 3, 4, 5, 6, 7, 8, 0]}", ""), "fast"},
};
/* clang-format on */

static bool
schedule_within(
	struct scheduled *s, const char *spec, struct settings settings, uint64_t limit)
{
	settings.limits_stack = true;
	settings.max_stack = limit;
	schedule_spec(s, spec, &settings, UINT64_C(1) << 24);
	return s->fits;
}

static void
assert_keeps(const struct scheduled *s, uint64_t limit)
{
	for (const struct schedule *t = &s->schedule; t; t = t->next) {
		assert_true(t->cost.stack_bytes <= limit);
		assert_int_equal(t->cost.stack_bytes, schedule_stack(t));
	}
}

static void
try_limit(const char *spec, const struct settings *settings, uint64_t limit)
{
	struct scheduled s;
	uint64_t least;

	if (schedule_within(&s, spec, *settings, limit)) {
		assert_keeps(&s, limit);
		subject_free(&s.subject);
		return;
	}
	least = s.schedule.least_stack;
	subject_free(&s.subject);
	assert_true(least > limit);
	assert_true(schedule_within(&s, spec, *settings, least));
	assert_keeps(&s, least);
	subject_free(&s.subject);
	assert_false(schedule_within(&s, spec, *settings, least - 1));
	assert_int_equal(s.schedule.least_stack, least);
	subject_free(&s.subject);
}

/* With sanitizers, of so many settings one is tried. */
enum {
	SANITIZED = 4
};
static struct sample sample;

static void
keeps_to_limits(void **state)
{
	static const char *const target[] = {"generic", "x86-64-v3", "aarch64,x86-64-v4"};
	static const char *const unroll[] = {"auto", "window"};
	static const uint64_t limit[] = {0, 100, 30000};
	const struct row *row = *state;
	struct arena arena = {0};

	for (size_t i = 0; i < countof(target) * countof(unroll) * 2; i++) {
		struct settings said = {0};

		if (!sample_takes_sanitized(&sample, SANITIZED))
			continue;
		assert_null(setting_read(
			&said, "target", target[i % countof(target)], &arena));
		assert_null(setting_read(&said, "numerics", row->numerics, &arena));
		assert_null(setting_read(&said, "unroll",
			unroll[i / countof(target) % countof(unroll)], &arena));
		assert_null(setting_read(&said, "workspace",
			i / countof(target) / countof(unroll) ? "argument" : "stack",
			&arena));
		said = settings_resolve(&said, &(struct settings){0});
		for (size_t k = 0; k < countof(limit); k++)
			try_limit(row->spec, &said, limit[k]);
	}
	arena_free(&arena);
}

int
main(void)
{
	sample = sample_begin("tries the same settings");
	return run_table("stack", rows, keeps_to_limits);
}
