/* The bytes of machine code that are estimated are those that gcc makes: most of them
   within a quarter, of goldens whose code has at least 200 bytes and calls none of the
   runtime's functions, and all of them within a factor. With OPGEN_SIZES, the name of a
   file, all goldens are compiled, those for microcontrollers too, and the file gets a
   line for each, which tests/bench/calibrate_size.lua reads. */

#include "support/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/walk/size.h"
#include "support/harness.h"
#include "support/sample.h"
#include "support/subject.h"

enum {
	SAMPLE = 30,       /* of so many ways to compile a golden, one is tried */
	SANITIZED = 4,     /* and of so many of these, one with sanitizers */
	LEAST_BYTES = 200, /* of code that is judged */
	FACTOR = 4,        /* that no estimate is beyond */
	SHARE = 50, /* percent of the estimates that are within a quarter; of all */
	ENOUGH = 16 /* goldens, of fewer ones none is asked for */
};

/* A machine, a target for it, and what compiles its code. */
struct way {
	const char *target;
	enum code_machine machine;
	bool always; /* its compiler is there, and quick */
	const char *compiler;
	const char *flag[4];
};

#define M4 \
	{ \
		"-mthumb", "-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard" \
	}

/* clang-format off */
static const struct way ways[] = {
	{"generic",   CODE_THUMB,     false, "arm-none-eabi-gcc", M4},
	{"cortex-m4", CODE_THUMB,     false, "arm-none-eabi-gcc", M4},
	{"generic",   CODE_X86_64,    true,  "gcc", {NULL}},
	{"x86-64-v3", CODE_X86_64_V3, false, "gcc", {NULL}},
	{"x86-64-v4", CODE_X86_64_V4, false, "gcc", {NULL}},
};
/* clang-format on */

static const enum unroll unrolls[] = {UNROLL_AUTO, UNROLL_WINDOW, UNROLL_SMALL};

/* What has been compiled. */
static struct {
	struct sample sample;
	FILE *file;      /* that OPGEN_SIZES names; NULL: it is unset */
	unsigned judged; /* estimates */
	unsigned near;   /* of these, within a quarter */
	struct arena arena;
} sizes;

/* The sum of the sizes of the functions of a file that are not the runtime's: their names
   have the node's name. */
static uint64_t
bytes_of(const char *object, const char *name, const char *compiler)
{
	bool thumb = strcmp(compiler, "gcc") != 0;
	const char *listed = arena_format(&sizes.arena, "%s.nm", object);
	const char *argv[] = {
		thumb ? "arm-none-eabi-nm" : "nm", "-S", "--defined-only", object, NULL};
	const struct run run = {.argv = argv, .output = listed};
	uint64_t sum = 0, bytes;
	size_t size;
	char kind, symbol[512];
	char *text;

	assert_int_equal(run_command(&run), 0);
	text = file_read(listed, &size, &sizes.arena);
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		if (sscanf(line, "%*x %" SCNx64 " %c %511s", &bytes, &kind, symbol) ==
				3 &&
			(kind == 't' || kind == 'T') && strstr(symbol, name))
			sum += bytes;
	return sum;
}

static uint64_t
compiled_bytes(const char *c_file, const char *name, const struct way *way,
	enum code_level level)
{
	const char *object = arena_format(&sizes.arena, "%s.o", c_file);
	const char *argv[16] = {way->compiler, code_level_name[level], "-std=c11", "-w",
		"-Iruntime", "-c", c_file, "-o", object};
	const struct run run = {.argv = argv};

	for (size_t i = 0, n = 9; i < countof(way->flag) && way->flag[i]; i++)
		argv[n++] = way->flag[i];
	assert_int_equal(run_command(&run), 0);
	return bytes_of(object, name, way->compiler);
}

static bool
calls_runtime(const struct code_size *size)
{
	for (int i = 0; i < RUNTIME_CALLS; i++)
		if (size->call[i])
			return true;
	return false;
}

/* The line of a compiled golden: machine, level, bytes, whether the runtime is part of
   these, and the parts that are there. */
static void
put_line(const struct way *way, enum code_level level, uint64_t bytes,
	const struct code_size *size)
{
	const struct code_size end = code_size_end(size);

	fprintf(sizes.file, "%s %s %" PRIu64 " %d", code_machine_name[way->machine],
		code_level_name[level], bytes, calls_runtime(size));
	for (int i = 0; i < NPART; i++)
		if (end.part[i])
			fprintf(sizes.file, " %s %" PRIu64, code_part_name[i],
				end.part[i]);
	fprintf(sizes.file, "\n");
}

static void
judge(const struct schedule *s, const struct way *way, enum code_level level,
	uint64_t bytes)
{
	uint64_t estimate = code_size_bytes(&s->size, way->machine, level);

	if (bytes < LEAST_BYTES || calls_runtime(&s->size))
		return;
	if (estimate > FACTOR * bytes || bytes > FACTOR * estimate)
		fail_msg("%s for %s, unroll %s, %s: estimated %" PRIu64
			 " bytes, gcc made %" PRIu64,
			s->name, way->target, unroll_name(s->settings.unroll),
			code_level_name[level], estimate, bytes);
	sizes.judged++;
	if (4 * estimate >= 3 * bytes && 4 * estimate <= 5 * bytes)
		sizes.near++;
}

static void
try_schedule(struct schedule *s, const struct way *way, enum code_level level)
{
	const struct schedule *one = s;
	const char *path =
		arena_format(&sizes.arena, "%s/tests/code_size.c", build_directory());
	uint64_t code, bytes;

	schedule_count(s);
	assert_true(emit_file(path, &one, 1, &code));
	bytes = compiled_bytes(path, s->name, way, level);
	if (sizes.file)
		put_line(way, level, bytes, &s->size);
	else
		judge(s, way, level, bytes);
}

static void
try_way(const char *path, const char *text, size_t size, const struct way *way,
	enum unroll unroll, enum code_level level)
{
	const struct target *target = target_find(way->target);
	const struct settings settings = {.targets = {{target}, 1},
		.numerics = target->has_fma ? NUMERICS_FMA : NUMERICS_STRICT,
		.unroll = unroll,
		.has_unroll = true};
	struct schedule schedule;
	struct subject subject;

	assert_true(subject_plan(&subject, path, text, size));
	if (subject.plan.kind < PLAN_SERIES &&
		subject_make(&subject, "", &settings, UINT64_C(1) << 18, &schedule))
		try_schedule(&schedule, way, level);
	subject_free(&subject);
	arena_free(&sizes.arena);
}

/* Tries each way to compile a golden, or some. */
static void
estimates_are_near(void **state)
{
	const char *path = *state;
	struct arena arena = {0};
	size_t size, n = countof(unrolls) * NCODE_LEVEL;
	const char *text = file_read(path, &size, &arena);

	for (size_t i = 0; i < countof(ways) * n && !strstr(text, "\"graph\""); i++) {
		const struct way *way = &ways[i / n];

		if (sizes.file ||
			(way->always && sample_takes(&sizes.sample, SAMPLE) &&
				sample_takes_sanitized(&sizes.sample, SANITIZED)))
			try_way(path, text, size, way, unrolls[i % n / NCODE_LEVEL],
				(enum code_level)(i % NCODE_LEVEL));
	}
	arena_free(&arena);
}

static void
most_are_within_a_quarter(void **state)
{
	(void)state;
	print_message(
		"%u of %u estimates are within a quarter\n", sizes.near, sizes.judged);
	if (sizes.judged >= ENOUGH)
		assert_true(100 * sizes.near >= SHARE * sizes.judged);
}

int
main(void)
{
	const char *file = getenv("OPGEN_SIZES");
	struct arena arena = {0};
	struct paths specs = {0};
	struct CMUnitTest *test;
	int failed;

	paths_find(&specs, "tests/golden", ".json", &arena);
	test = arena_array(&arena, struct CMUnitTest, specs.npath + 1);
	for (size_t i = 0; i < specs.npath; i++)
		test[i] = (struct CMUnitTest){
			specs.path[i], estimates_are_near, NULL, NULL, specs.path[i]};
	test[specs.npath] = (struct CMUnitTest){
		"most are within a quarter", most_are_within_a_quarter, NULL, NULL, NULL};
	sizes.sample = sample_begin("compiles the same goldens");
	sizes.file = file ? fopen(file, "w") : NULL;
	failed = _cmocka_run_group_tests("code_size", test, specs.npath + 1, NULL, NULL);
	if (sizes.file)
		fclose(sizes.file);
	arena_free(&arena);
	return failed;
}
