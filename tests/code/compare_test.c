/* The comparison that opgen makes (code/comparison/compare.h) of nodes that are too large
   to be compared as a whole: what is right is found to be right, and offsets that are off
   by one in what is left of the code are found all the same. */

#include "support/test.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "code/comparison/compare.h"
#include "code/mutate.h"
#include "code/proof/prove.h"
#include "schedule/kernel_choice.h"
#include "support/lowered.h"
#include "support/subject.h"
#include "target/target.h"

#define SPEC(op, inputs, attributes) \
	"{\"op\": \"" op "\", \"domain\": \"ai.onnx\", \"dtype\": \"float32\", " \
	"\"inputs\": {" inputs "}, \"attributes\": {" attributes "}}"
#define PADDED "\"pads\": [1, 1, 1, 1]"

/* least: of a hundred mutants that are found. */
/* clang-format off */
static const struct row {
	const char *name, *spec;       /* spec NULL: a convolution with constant weights */
	const char *target, *kernel; /* NULL: the fastest one */
	int least;
} rows[] = {
	{"a convolution, vectors of channels", SPEC("Conv", "\"X\": [1, 16, 56, 56], \"W\": [64, 16, 3, 3]", PADDED), "x86-64-v4", "direct-oc", 10},
	{"a depthwise convolution", SPEC("Conv", "\"X\": [1, 64, 56, 56], \"W\": [64, 1, 3, 3]", "\"group\": 64, " PADDED), "x86-64-v3", NULL, 50},
	{"a convolution of one tap", SPEC("Conv", "\"X\": [1, 64, 28, 28], \"W\": [64, 64, 1, 1]", ""), "aarch64", NULL, 70},
	{"averages", SPEC("AveragePool", "\"X\": [1, 64, 112, 112]", "\"kernel_shape\": [3, 3], \"strides\": [2, 2], " PADDED), "x86-64-v3", NULL, 70},
	{"maxima", SPEC("MaxPool", "\"X\": [1, 64, 128, 128]", "\"kernel_shape\": [2, 2], \"strides\": [2, 2]"), "x86-64-v4", NULL, 90},
	{"averages of planes", SPEC("GlobalAveragePool", "\"X\": [1, 512, 14, 14]", ""), "x86-64-v3", NULL, 90},
	{"a transposed convolution", SPEC("ConvTranspose", "\"X\": [1, 32, 28, 28], \"W\": [32, 16, 2, 2]", "\"strides\": [2, 2]"), "x86-64-v3", NULL, 50},
	{"a product of matrices", SPEC("MatMul", "\"A\": [128, 96], \"B\": [96, 160]", ""), "x86-64-v3", NULL, 90},
	{"a transposition", SPEC("Transpose", "\"data\": [64, 56, 56]", "\"perm\": [1, 2, 0]"), "x86-64-v3", NULL, 90},
	{"a sum of two tensors", SPEC("Add", "\"A\": [64, 56, 56], \"B\": [56]", ""), "x86-64-v3", NULL, 90},
	{"transformed tiles", NULL, "x86-64-v3", "winograd", 60},
	{"straight-line code", SPEC("Conv", "\"X\": [1, 4, 20, 20], \"W\": [8, 4, 3, 3]", ""), "generic", "unrolled", 80},
};
/* clang-format on */

enum {
	CHANNELS = 32, /* of the convolution with constant weights */
	MUTANTS = 60,
	MAX_OUTPUT = 16 << 20
};

static bool
is_found(const struct lowered *l, struct arena *scratch)
{
	static struct proving proving;
	struct lowered mutant = *l;

	prove_begin(&proving, scratch);
	for (size_t i = 0; i < l->n; i++)
		proving.sink.take(proving.sink.context, l->function[i]);
	mutant.arena = scratch;
	return prove_end(&proving) || lowered_expressions(&mutant, COMPARE_WORK);
}

static struct settings
settings_of(const struct row *row)
{
	struct settings s = {.has_unroll = true, .numerics = NUMERICS_STRICT};

	s.targets.n = 1;
	for (size_t i = 0; i < ntarget; i++)
		if (!strcmp(target_table[i].name, row->target))
			s.targets.target[0] = &target_table[i];
	for (size_t i = 0; i < nkernel && row->kernel; i++)
		if (!strcmp(kernel_table[i]->name, row->kernel))
			s.kernel = kernel_table[i];
	if (s.kernel && s.kernel->fast)
		s.numerics = NUMERICS_FAST;
	return s;
}

/* Weights that differ, all finite. */
static const char *
constant_convolution(struct arena *arena)
{
	static const char begin[] = "{\"op\": \"Conv\", \"domain\": \"ai.onnx\", "
				    "\"dtype\": \"float32\", \"inputs\": {\"X\": [1, "
				    "32, 28, 28], \"W\": {\"shape\": [32, 32, 3, 3], "
				    "\"data\": [";
	int n = CHANNELS * CHANNELS * 9;
	char *spec = arena_alloc(arena, sizeof begin + (size_t)n * 7 + 100), *to = spec;

	to += sprintf(to, "%s", begin);
	for (int i = 0; i < n; i++)
		to += sprintf(to, "%s%d", i ? ", " : "", i * 7919 % 9973 - 5000);
	sprintf(to, "]}}, \"attributes\": {" PADDED "}}");
	return spec;
}

/* Mutants of all over the code, off by one: how many there are, and are found. */
static int
try_mutants(const struct lowered *l, int *found)
{
	struct sites sites = {.arena = l->arena};
	struct arena scratch = {0};
	int n = 0;

	for (size_t i = 0; i < l->n; i++)
		sites_find(&sites, l->function[i]);
	for (size_t i = 0; i < sites.n; i += sites.n / MUTANTS + 1) {
		struct site *site = &sites.site[i];
		struct undo undo;

		if (site->kind > MUTATION_LANE)
			continue;
		undo = site_mutate(site, n++ % 2);
		*found += is_found(l, &scratch);
		site_undo(site, &undo);
		arena_clear(&scratch);
	}
	arena_free(&scratch);
	return n;
}

static void
mutants_are_found(void **state)
{
	const struct row *row = *state;
	const struct settings settings = settings_of(row);
	const char *spec = row->spec;
	struct arena arena = {0};
	struct subject subject;
	struct schedule schedule;
	struct lowered l;
	int found = 0, n;

	if (!spec)
		spec = constant_convolution(&arena);
	assert_true(subject_plan(&subject, "compare.json", spec, strlen(spec)));
	/* It is proven, too: what is right is found to be right. */
	assert_true(subject_schedule(&subject, "", &settings, MAX_OUTPUT, &schedule));
	l = lowered_make(&schedule, &arena);
	n = try_mutants(&l, &found);
	printf("%s, %s: %d of %d mutants are found\n", row->name, schedule.kernel->name,
		found, n);
	assert_true(n >= 5 && 100 * found >= row->least * n);
	arena_free(&arena);
	subject_free(&subject);
}

int
main(void)
{
	struct CMUnitTest tests[sizeof rows / sizeof *rows];
	size_t n = sizeof rows / sizeof *rows;

	for (size_t i = 0; i < n; i++)
		tests[i] = (struct CMUnitTest){
			rows[i].name, mutants_are_found, NULL, NULL, (void *)&rows[i]};
	return _cmocka_run_group_tests("compare", tests, n, NULL, NULL);
}
