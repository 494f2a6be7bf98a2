/* Emitted code compiled with a number type that counts: what it does is what the
   schedule's cost says, and the file's comment says the same. */

#include "support/test.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "schedule/setting.h"
#include "support/element.h"
#include "support/emitted.h"
#include "support/harness.h"
#include "support/sample.h"
#include "support/subject.h"

struct row {
	const char *name, *spec;
};

#define POOL(op, opset, x, attributes) \
	"{\"name\": \"f\", \"op\": \"" op "\", \"opset\": " opset \
	", \"dtype\": \"float32\", \"inputs\": {\"X\": " x \
	"}, \"attributes\": {" attributes "}}"
#define CONV(x, w, b, attributes) \
	"{\"name\": \"f\", \"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": " \
	"{\"X\": " x ", \"W\": " w b "}, \"attributes\": {" attributes "}}"
#define LAST(op, inputs, attributes) \
	"{\"name\": \"f\", \"op\": \"" op "\", \"dtype\": \"float32\", " \
	"\"layouts\": {\"X\": \"NHWC\", \"Y\": \"NHWC\"}, \"inputs\": {" inputs \
	"}, \"attributes\": {" attributes "}}"
/* Weights for two channels, of two. */
#define SMALL_CONV(x, pads) \
	CONV(x, \
		"{\"shape\": [2, 2, 3, 3], \"data\": " \
		"[1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 3, 5, 7, 9, 2, 4, 6, 8, " \
		"9, 8, 7, 6, 5, 4, 3, 2, 1, 3, 1, 2, 4, 2, 1, 4, 3, 1]}", \
		", \"B\": [2]", "\"pads\": " pads)

/* clang-format off */
static const struct row rows[] = {
	{"convolution with pads", CONV("[2, 3, 9, 9]", "[4, 3, 3, 3]", "", "\"pads\": [1, 1, 1, 1]")},
	{"convolution with a bias and strides",
		CONV("[1, 3, 9, 9]", "[4, 3, 3, 3]", ", \"B\": [4]", "\"strides\": [2, 2]")},
	{"convolution over blocks of channels", CONV("[1, 70, 7]", "[2, 70, 3]", ", \"B\": [2]", "")},
	{"convolution of points", CONV("[1, 20, 5, 5]", "[7, 20, 1, 1]", "", "")},
	{"whole planes of such channels", LAST("AveragePool", "\"X\": [1, 21, 6, 11]", "\"kernel_shape\": [6, 11]")},
	{"grouped convolution", CONV("[1, 6, 8]", "[4, 3, 3]", "", "\"group\": 2")},
	{"depthwise convolution with dilations",
		CONV("[1, 4, 9, 9]", "[4, 1, 3, 3]", "", "\"group\": 4, \"dilations\": [2, 2]")},
	{"convolution of ragged channels",
		CONV("[1, 17, 2, 2]", "[19, 17, 3, 3]", ", \"B\": [19]", "\"pads\": [1, 1, 1, 1]")},
	{"convolution whose taps are loops",
		CONV("[1, 1, 24]", "[20, 1, 25]", "", "\"pads\": [12, 12], \"strides\": [2]")},
	{"few channels of a long kernel",
		CONV("[1, 2, 90]", "[2, 2, 25]", "", "\"pads\": [12, 12], \"strides\": [2]")},
	{"convolution without channels", CONV("[1, 0, 4]", "[2, 0, 1]", ", \"B\": [2]", "")},
	{"convolution with constant weights",
		CONV("[1, 1, 20]", "{\"shape\": [2, 1, 2], \"data\": [1, 2, 3, 4]}", "", "")},
	{"convolution whose tiles are transformed", SMALL_CONV("[1, 2, 9, 11]", "[1, 1, 1, 0]")},
	{"convolution with zeros, padded", CONV("[2, 1, 9, 21]",
		"{\"shape\": [2, 1, 2, 2], \"data\": [0, 2, 0, 4, 1, 0, 3, 0]}", ", \"B\": [2]", "\"pads\": [1, 1, 0, 0]")},
	{"convolution with zeros, of planes in vectors", CONV("[1, 4, 9, 11]",
		"{\"shape\": [4, 2, 1, 1], \"data\": [0, 2, 0, 4, 1, 0, 3, 0]}", "", "\"group\": 2")},
	{"convolution with zeros, narrow", CONV("[1, 1, 8, 5]",
		"{\"shape\": [1, 1, 2, 2], \"data\": [0, 2, 0, 4]}", ", \"B\": [1]", "")},
	{"average", POOL("AveragePool", "22", "[1, 2, 12, 12]", "\"kernel_shape\": [3, 3]")},
	{"average at borders of many divisors",
		POOL("AveragePool", "22", "[1, 2, 12, 12]", "\"kernel_shape\": [3, 3], \"pads\": [2, 1, 0, 1]")},
	{"average whose divisor is a power of two",
		POOL("AveragePool", "22", "[1, 2, 8, 8]", "\"kernel_shape\": [2, 2], \"strides\": [2, 2]")},
	{"average of large windows",
		POOL("AveragePool", "22", "[1, 1, 12, 10]", "\"kernel_shape\": [9, 9], \"pads\": [4, 3, 2, 1]")},
	{"average of whole planes, more than a vector has lanes",
		POOL("AveragePool", "22", "[1, 18, 12, 12]", "\"kernel_shape\": [12, 12]")},
	{"average of whole planes", POOL("AveragePool", "22", "[1, 3, 7, 7]", "\"kernel_shape\": [7, 7]")},
	{"sum of sizes", POOL("LpPool", "22", "[1, 2, 10]", "\"kernel_shape\": [3], \"p\": 1")},
	{"root of a sum of squares", POOL("LpPool", "22", "[1, 2, 10]", "\"kernel_shape\": [3]")},
	{"root of a sum of cubes", POOL("LpPool", "22", "[1, 2, 10]", "\"kernel_shape\": [3], \"p\": 3")},
	{"root of a sum of seventh powers over a plane",
		POOL("LpPool", "22", "[1, 2, 5, 5]", "\"kernel_shape\": [5, 5], \"p\": 7")},
	{"fractional powers", POOL("LpPool", "1", "[1, 2, 10]", "\"kernel_shape\": [3], \"p\": 2.5")},
	{"moving depth to space",
		"{\"name\": \"f\", \"op\": \"DepthToSpace\", \"dtype\": \"float32\", \"inputs\": "
		"{\"input\": [1, 6, 6, 8]}, \"attributes\": {\"block_size\": 2}}"},
	{"moving depth to space of planes",
		"{\"name\": \"f\", \"op\": \"DepthToSpace\", \"dtype\": \"float32\", \"inputs\": "
		"{\"input\": [1, 18, 6, 19]}, \"attributes\": {\"block_size\": 3, \"data_format\": \"NCHW\"}}"},
	{"moving space to batch, with padding",
		"{\"name\": \"f\", \"op\": \"SpaceToBatch\", \"dtype\": \"float32\", \"inputs\": "
		"{\"data\": [2, 5, 8], "
		"\"block_shape\": {\"dtype\": \"int64\", \"shape\": [3], \"data\": [1, 3, 2]}, "
		"\"pads_begin\": {\"dtype\": \"int64\", \"shape\": [3], \"data\": [0, 1, 1]}, "
		"\"pads_end\": {\"dtype\": \"int64\", \"shape\": [3], \"data\": [0, 0, 1]}}}"},
	{"moving batch to space, with crops",
		"{\"name\": \"f\", \"op\": \"BatchToSpaceND\", \"dtype\": \"float32\", \"inputs\": "
		"{\"input\": [12, 3, 4], "
		"\"block_shape\": {\"dtype\": \"int64\", \"shape\": [2], \"data\": [3, 2]}, "
		"\"crops\": {\"dtype\": \"int64\", \"data\": [[1, 4], [0, 3]]}}}"},
};

/* Too large to be written out, or to be compiled when they are: with loops alone. */
static const struct row large[] = {
	{"depthwise convolution of many taps",
		CONV("[1, 2, 9, 37]", "[2, 1, 5, 5]", ", \"B\": [2]", "\"group\": 2, \"pads\": [2, 2, 2, 2]")},
	{"channels that are last, and the last of them twice",
		LAST("Conv", "\"X\": [1, 21, 6, 9], \"W\": [21, 1, 3, 3], \"B\": [21]", "\"group\": 21, \"pads\": [1, 1, 1, 1]")},
	{"weights that tiles of many and of few channels are packed for",
		CONV("[2, 6, 5, 5]", "[38, 3, 3, 3]", ", \"B\": [38]", "\"group\": 2, \"pads\": [1, 1, 1, 1]")},
	{"transformed tiles of several images, without padding",
		SMALL_CONV("[2, 2, 14, 37]", "[0, 0, 0, 0]")},
	{"blocks of channels around all positions",
		CONV("[2, 384, 3, 7]", "[24, 384, 1, 1]", ", \"B\": [24]", "")},
	{"inputs of channels that are last, copied",
		LAST("AveragePool", "\"X\": [1, 1024, 3, 4]", "\"kernel_shape\": [3, 3], \"pads\": [1, 1, 1, 1]")},
	{"convolution of points, copied", CONV("[1, 17, 1024]", "[18, 17, 1]", "", "")},
};

static const struct {
	const char *prefix;
	enum unroll unroll;
	enum numerics numerics;
	const char *target;
	const char *kernel; /* NULL: the fastest; else plans that it does not take are
			       left out */
} variants[] = {
	{"sf_", UNROLL_FULL, NUMERICS_STRICT, "generic", NULL},
	{"sw_", UNROLL_WINDOW, NUMERICS_STRICT, "generic", NULL},
	{"ff_", UNROLL_FULL, NUMERICS_FMA, "generic", NULL},
	{"fw_", UNROLL_WINDOW, NUMERICS_FMA, "generic", NULL},
	{"fl_", UNROLL_SMALL, NUMERICS_FMA, "generic", NULL},
	{"v3_", UNROLL_AUTO, NUMERICS_FMA, "x86-64-v3", NULL},
	{"v4_", UNROLL_AUTO, NUMERICS_STRICT, "x86-64-v4", NULL},
	{"oc_", UNROLL_AUTO, NUMERICS_STRICT, "x86-64-v3", "direct-oc"},
	{"ow_", UNROLL_AUTO, NUMERICS_FMA, "x86-64-v4", "direct-ow"},
	{"c_", UNROLL_AUTO, NUMERICS_FMA, "x86-64-v3", "direct-c"},
	{"two_", UNROLL_AUTO, NUMERICS_FAST, "x86-64-v3", "winograd"},
	{"four_", UNROLL_AUTO, NUMERICS_FAST4, "x86-64-v4", "winograd"},
	{"sparse_", UNROLL_AUTO, NUMERICS_FAST, "x86-64-v3", "sparse"},
	{"f3_", UNROLL_FULL, NUMERICS_FMA, "x86-64-v3", NULL},
	{"f4_", UNROLL_FULL, NUMERICS_STRICT, "x86-64-v4", NULL},
};
/* clang-format on */

/* As in counting.hpp. */
struct counts {
	uint64_t count[NCOUNTER];
};

static const uint64_t max_output = 16 * 1024 * 1024;

enum {
	SAMPLE = 2 /* of so many rows one is compiled and counted */
};
static struct sample sample;

/* Compiles the emitted file as C++ with the counting numbers; g++ takes three times as
   long for them. */
static void *
load(const char *c_file, struct arena *arena)
{
	const char *library = arena_format(arena, "%s.so", c_file);
	const char *archive =
		arena_format(arena, "%s/libopgen_runtime.a", build_directory());
	const char *argv[] = {"clang++", "-xc++", "-std=c++11", "-O0", "-w", "-Iruntime",
		"-Igenerator", "-Itests", "-include", "tests/support/counting.hpp",
		"-fPIC", "-shared", c_file, "-xnone", archive, "-o", library, NULL};
	struct run run = {.argv = argv};
	void *handle;

	assert_int_equal(run_command(&run), 0);
	handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		fail_msg("%s", dlerror());
	return handle;
}

/* Runs one function of the library on made-up data; what was counted is then there. */
static void
run(void *library, const struct schedule *schedule, struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	struct emitted emitted = {
		.function = dlsym(library, schedule->name), .plan = plan};
	const void *input[MAX_OPERAND];
	void *dst = arena_array(arena, float, plan->dst.nelement);
	union {
		void *object;
		void (*call)(void);
	} begin = {dlsym(library, "counting_begin")};

	assert_non_null(emitted.function);
	assert_non_null(begin.object);
	for (size_t i = 0; i < plan->noperand; i++) {
		size_t n = (size_t)plan->operand[i].nelement;
		float *elements = arena_array(arena, float, n);

		elements_fill(DTYPE_FLOAT32, MIXTURE_FINITE, i, elements, n);
		input[i] = elements;
	}
	begin.call();
	emitted_call(&emitted, PLACED_AT_END, input, dst);
}

static void
compare(const struct schedule *schedule, const struct counts *counted)
{
	const uint64_t *said = schedule->cost.count;

	for (int i = 0; i < NCOUNTER; i++)
		if (said[i] != counted->count[i])
			fail_msg("%s: the cost says %" PRIu64
				 " %s, the code does %" PRIu64,
				schedule->name, said[i], counter_name[i].several,
				counted->count[i]);
}

/* The file's comment gives the function's counts in words. */
static void
compare_comment(const char *text, const char *name, const struct counts *counted,
	struct arena *arena)
{
	const char *section = strstr(text, arena_format(arena, "\n   %s: ", name));
	const char *wanted = "";

	for (int i = 0; i < NOPERATION; i++)
		if (counted->count[i] || counter_name[i].always)
			wanted = arena_format(arena, "%s%s%" PRIu64 " %s", wanted,
				i ? ", " : "", counted->count[i],
				counter_name[i].several);
	wanted = arena_format(arena,
		"%s,\n     %" PRIu64 " elements read, %" PRIu64 " written; ", wanted,
		counted->count[COUNT_READS], counted->count[COUNT_WRITES]);
	/* What is said of each function ends in the same words. */
	if (section)
		section = arena_copy_text(arena, section,
			(size_t)(strstr(section, "on the stack") - section));
	if (!section || !strstr(section, wanted))
		fail_msg("%s: the comment lacks \"%s\"", name, wanted);
}

/* The functions of the file do what their costs and the file's comment say. */
static void
count(const char *c_file, const struct schedule *schedule, size_t n, struct arena *arena)
{
	void *library = load(c_file, arena);
	size_t size;
	const char *text = file_read(c_file, &size, arena);

	for (size_t i = 0; i < n; i++) {
		const struct counts *counted = dlsym(library, "counts");

		run(library, &schedule[i], arena);
		compare(&schedule[i], counted);
		compare_comment(text, schedule[i].name, counted, arena);
	}
	dlclose(library);
}

static void
check(const struct row *row, bool written_out, size_t number)
{
	struct subject subject;
	struct schedule schedule[countof(variants)];
	const struct schedule *all[countof(variants)];
	const char *directory, *c_file;
	size_t n = 0;
	uint64_t ncode;

	assert_true(subject_plan(&subject, row->name, row->spec, strlen(row->spec)));
	for (size_t i = 0; i < countof(variants); i++) {
		struct settings said = {.numerics = variants[i].numerics,
			.unroll = variants[i].unroll,
			.has_unroll = true};
		struct settings settings;

		if (!written_out && said.unroll == UNROLL_FULL)
			continue;
		said.targets.target[said.targets.n++] = target_find(variants[i].target);
		if (variants[i].kernel)
			assert_null(setting_read(
				&said, "kernel", variants[i].kernel, &subject.arena));
		settings = settings_resolve(&said, &(struct settings){0});
		if (subject_schedule(&subject, variants[i].prefix, &settings, max_output,
			    &schedule[n])) {
			all[n] = &schedule[n];
			n++;
		} else {
			assert_non_null(variants[i].kernel);
			assert_non_null(strstr(subject.messages, "does not take"));
		}
	}
	directory = arena_format(&subject.arena, "%s/tests/counting", build_directory());
	directory_make(directory);
	c_file = arena_format(&subject.arena, "%s/%zu.c", directory, number);
	assert_true(emit_file(c_file, all, n, &ncode));
	/* With sanitizers, the same code would be counted again. */
	if (sample_takes(&sample, SAMPLE) && !is_sanitized())
		count(c_file, schedule, n, &subject.arena);
	subject_free(&subject);
}

static void
counts_are_exact(void **state)
{
	const struct row *row = *state;

	check(row, true, (size_t)(row - rows));
}

static void
counts_of_loops_are_exact(void **state)
{
	const struct row *row = *state;

	check(row, false, countof(rows) + (size_t)(row - large));
}

int
main(void)
{
	struct CMUnitTest test[countof(rows) + countof(large)];
	size_t n = 0;

	sample = sample_begin("counts the same rows");
	for (size_t i = 0; i < countof(rows); i++)
		test[n++] = (struct CMUnitTest){
			rows[i].name, counts_are_exact, NULL, NULL, (void *)&rows[i]};
	for (size_t i = 0; i < countof(large); i++)
		test[n++] = (struct CMUnitTest){large[i].name, counts_of_loops_are_exact,
			NULL, NULL, (void *)&large[i]};
	return _cmocka_run_group_tests("counting", test, n, NULL, NULL);
}
