/* Operations of which numerics fast transforms nothing and leaves nothing out: the code
   is that of fma, or of strict where the target has no fma. */

#include "support/test.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "schedule/setting.h"
#include "support/emitted.h"
#include "support/harness.h"
#include "support/subject.h"

struct row {
	const char *name, *target, *exact;
	const char *inputs, *attributes, *dtype;
};

#define V4 "x86-64-v4"
#define ONES_3X3 \
	"\"W\": {\"shape\": [1, 1, 3, 3], \"data\": [[[[1, 2, 3], [4, 5, 6], [7, 8, " \
	"9]]]]}"
#define ZEROS_3X3 \
	"\"W\": {\"shape\": [1, 1, 3, 3], \"data\": [[[[0, 0, 3], [0, 0, 0], [7, 0, " \
	"0]]]]}"

/* clang-format off */
static const struct row rows[] = {
	{"weights at run time", V4, "fma", "\"X\": [1, 64, 28, 28], \"W\": [64, 64, 3, 3]", "\"pads\": [1, 1, 1, 1]", "float32"},
	{"a stride", V4, "fma", "\"X\": [1, 1, 28, 28], " ONES_3X3, "\"strides\": [2, 2]", "float32"},
	{"a stride, weights with zeros", V4, "fma", "\"X\": [1, 1, 28, 28], " ZEROS_3X3, "\"strides\": [2, 1]", "float32"},
	{"a dilation, no weight is zero", V4, "fma", "\"X\": [1, 1, 28, 28], " ONES_3X3, "\"dilations\": [2, 2]", "float32"},
	{"kernels of 1 by 3", V4, "fma", "\"X\": [1, 1, 28, 28], \"W\": {\"shape\": [1, 1, 1, 3], \"data\": [[[[1, 2, 3]]]]}", "", "float32"},
	{"few channels", V4, "fma", "\"X\": [1, 1, 28, 28], " ONES_3X3, "", "float32"},
	{"few channels of doubles", V4, "fma", "\"X\": [1, 1, 28, 28], " ONES_3X3, "", "float64"},
	{"few channels of halves", V4, "fma", "\"X\": [1, 1, 28, 28], " ONES_3X3, "", "float16"},
	{"a plane too large for a copy with padding", V4, "fma", "\"X\": [1, 1, 512, 512], " ZEROS_3X3, "\"pads\": [1, 1, 1, 1], \"dilations\": [2, 2]", "float32"},
	{"every weight zero", V4, "fma", "\"X\": [1, 1, 28], \"W\": {\"shape\": [1, 1, 2], \"data\": [[[0, 0]]]}", "", "float32"},
	{"no output", V4, "fma", "\"X\": [0, 1, 28, 28], " ONES_3X3, "", "float32"},
	{"no input channel", V4, "fma", "\"X\": [1, 0, 28, 28], \"W\": {\"shape\": [1, 0, 3, 3], \"data\": [[]]}", "", "float32"},
	{"code for every machine", "generic", "strict", "\"X\": [1, 1, 28, 28], " ZEROS_3X3, "", "float32"},
	{"vectors without fma, few channels", "wasm-simd128", "strict", "\"X\": [1, 1, 28, 28], " ONES_3X3, "", "float32"},
};
/* clang-format on */

/* What is emitted, the comment at its top left out. */
static char *
emitted_text(const struct row *r, const char *numerics, struct arena *arena)
{
	const char *spec = arena_format(arena,
		"{\"name\": \"f\", \"op\": \"Conv\", \"dtype\": \"%s\", "
		"\"inputs\": {%s}, \"attributes\": {%s}}",
		r->dtype, r->inputs, r->attributes);
	const char *path = arena_format(arena, "%s/tests/fast_exact_%zu.c",
		build_directory(), (size_t)(r - rows));
	struct settings settings = {.kernel = NULL};
	struct subject subject;
	struct schedule schedule;
	const struct schedule *only = &schedule;
	uint64_t ncode;
	char *text;
	size_t size;

	assert_null(setting_read(&settings, "numerics", numerics, arena));
	assert_null(setting_read(&settings, "target", r->target, arena));
	settings = settings_resolve(&settings, &(struct settings){0});
	assert_true(subject_plan(&subject, "fast.json", spec, strlen(spec)));
	assert_true(subject_schedule(&subject, "", &settings, 1 << 24, &schedule));
	assert_true(emit_file(path, &only, 1, &ncode));
	subject_free(&subject);
	text = file_read(path, &size, arena);
	assert_non_null(text);
	remove(path);
	return text;
}

static void
code_is_exact(void **state)
{
	const struct row *r = *state;
	struct arena arena = {0};
	char *fast = emitted_text(r, "fast", &arena);
	char *exact = emitted_text(r, r->exact, &arena);

	assert_non_null(strstr(fast, "nothing is transformed or left out"));
	assert_string_equal(strstr(fast, "*/"), strstr(exact, "*/"));
	arena_free(&arena);
}

int
main(void)
{
	struct CMUnitTest test[countof(rows)];

	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){
			rows[i].name, code_is_exact, NULL, NULL, (void *)&rows[i]};
	return _cmocka_run_group_tests("fast_exact", test, countof(rows), NULL, NULL);
}
