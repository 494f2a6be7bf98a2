#include "support/rows.h"

#include <string.h>

#include "kernels/kernel.h"
#include "schedule/setting.h"
#include "support/scheduled.h"

/* Which kernel a spec gets. */
struct choice {
	const char *name, *spec;
	enum unroll unroll;
	const struct kernel *kernel;
};

#define MOVE(op, input, x, more) \
	"{\"name\": \"f\", \"op\": \"" op \
	"\", \"dtype\": \"float32\", \"inputs\": {\"" input "\": " x "}, " more "}"

/* clang-format off */
static const struct choice choices[] = {
	{"full is straight-line at any size", CONV("[1, 8, 16, 16]", "[8, 8, 3, 3]", ""), UNROLL_FULL, &kernel_unrolled},
	{"window is loops at any size", CONV("[1, 1, 3]", "[1, 1, 3]", ""), UNROLL_WINDOW, &kernel_plain},
	{"auto takes 256 terms of a Conv unrolled", CONV("[1, 1, 64]", "[4, 1, 1]", ""), UNROLL_AUTO, &kernel_unrolled},
	{"auto loops over 260 of them", CONV("[1, 1, 65]", "[4, 1, 1]", ""), UNROLL_AUTO, &kernel_plain},
	{"auto takes 32 terms of a pool unrolled", POOL("AveragePool", "[1, 1, 17]", "\"kernel_shape\": [2]"), UNROLL_AUTO, &kernel_unrolled},
	{"auto loops over 34 of them", POOL("LpPool", "[1, 1, 18]", "\"kernel_shape\": [2]"), UNROLL_AUTO, &kernel_plain},
	{"small is one loop nest over windows", CONV("[1, 1, 3]", "[1, 1, 3]", ""), UNROLL_SMALL, &kernel_loop_window},
	{"but for whole planes, which have partial sums", POOL("AveragePool", "[1, 1, 16]", "\"kernel_shape\": [16]"), UNROLL_SMALL, &kernel_plain},
	{"and for pools that keep a place", "{\"name\": \"f\", \"op\": \"MaxPool\", \"opset\": 12, \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 8]}, \"outputs\": [\"Y\", \"Indices\"], \"attributes\": {\"kernel_shape\": [2]}}", UNROLL_SMALL, &kernel_places},
	{"small is the loops of other kinds", MOVE("Transpose", "data", "[3, 5]", "\"attributes\": {\"perm\": [1, 0]}"), UNROLL_SMALL, &kernel_loop_move},
	{"padding is no work", POOL("AveragePool", "[1, 1, 4]", "\"kernel_shape\": [8], \"pads\": [7, 7]"), UNROLL_AUTO, &kernel_unrolled},
};
/* clang-format on */

static void
chooses(void **state)
{
	const struct choice *c = *state;
	struct scheduled s;

	schedule_plain(&s, c->spec, c->unroll, NUMERICS_STRICT, UINT64_MAX);
	assert_true(s.fits);
	assert_string_equal(s.schedule.kernel->name, c->kernel->name);
	assert_non_null(s.schedule.why);
	subject_free(&s.subject);
}

/* Which kernel a spec gets on a target with vectors, or which it refuses. */
struct vector_choice {
	const char *name, *spec;
	const char *target;
	enum unroll unroll;
	const char *asked;           /* for by name, or NULL */
	const struct kernel *kernel; /* NULL: refused */
	const char *said;            /* part of why, or of the refusal */
};

#define CHANNELS CONV("[1, 16, 8, 8]", "[32, 16, 3, 3]", "")
#define DEPTHWISE \
	CONV("[1, 16, 8, 8]", "[16, 1, 3, 3]", ", \"attributes\": {\"group\": 16}")
#define MEAN POOL("AveragePool", "[1, 16, 8, 8]", "\"kernel_shape\": [3, 3]")
#define LAST ", \"layouts\": {\"X\": \"NHWC\", \"Y\": \"NHWC\"}"
#define LAST_POOL(op, shape, attributes) \
	"{\"name\": \"f\", \"op\": \"" op "\", \"opset\": 1, \"dtype\": \"float32\", " \
	"\"inputs\": {\"X\": " shape "}, \"attributes\": {" attributes "}" LAST "}"
#define LAST_DEPTHWISE(channels, stride) \
	CONV("[1, " channels ", 12, 12]", "[" channels ", 1, 3, 3]", \
		", \"attributes\": {\"group\": " channels ", \"strides\": [" stride \
		", " stride "]}" LAST)
#define WHOLE POOL("AveragePool", "[1, 16, 8, 8]", "\"kernel_shape\": [8, 8]")
#define NARROW_CHANNELS \
	CONV("[1, 8, 1000]", "[8, 8, 9]", ", \"attributes\": {\"strides\": [2]}")
#define TURNS \
	MOVE("DepthToSpace", "input", "[1, 8, 16, 16]", \
		"\"domain\": \"ai.onnx\", \"attributes\": {\"blocksize\": 2}")
#define RUNS \
	MOVE("DepthToSpace", "input", "[1, 16, 16, 256]", \
		"\"attributes\": {\"block_size\": 2}")
#define WEIGHTS_4_2_1_1 "{\"shape\": [4, 2, 1, 1], \"data\": [1, 2, 3, 4, 5, 6, 7, 8]}"
#define WEIGHTS_1_8_1_1 "{\"shape\": [1, 8, 1, 1], \"data\": [1, 2, 3, 4, 5, 6, 7, 8]}"
#define FEW CONV("[1, 8, 5, 5]", WEIGHTS_1_8_1_1, "")
#define FEW_AT_RUN_TIME CONV("[1, 2, 8, 8]", "[4, 2, 3, 3]", PADS_1)
#define LONG CONV("[1, 1, 100, 100]", "[4, 1, 90, 90]", "")
#define TWISTED \
	"{\"name\": \"f\", \"op\": \"LpPool\", \"opset\": 1, \"dtype\": \"float32\", " \
	"\"inputs\": {\"X\": [1, 1, 40]}, " \
	"\"attributes\": {\"kernel_shape\": [3], \"p\": 2.5}}"

/* clang-format off */
static const struct vector_choice vector_choices[] = {
	{"many output channels are lanes", CHANNELS, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_direct_oc, "direct-ow "},
	{"but not those of planes that leave the nearest cache", CONV("[1, 96, 56, 56]", "[24, 96, 1, 1]", ""), "x86-64-v3", UNROLL_AUTO, NULL, &kernel_direct_ow, "direct-oc "},
	{"and where eight sums of positions would just keep the units busy", CONV("[1, 64, 1000]", "[64, 64, 9]", ", \"attributes\": {\"pads\": [4, 4]}"), "x86-64-v3", UNROLL_AUTO, NULL, &kernel_direct_oc, "direct-ow "},
	{"many output channels are lanes for the other targets, too", CHANNELS, "aarch64", UNROLL_AUTO, NULL, &kernel_direct_oc, "direct-ow "},
	{"one channel a group has positions as lanes", DEPTHWISE, "x86-64-v3", UNROLL_AUTO, NULL, &kernel_direct_ow, "direct-ow "},
	{"so has a pool", MEAN, "wasm-simd128", UNROLL_AUTO, NULL, &kernel_direct_ow, "direct-ow "},
	{"channels that are last are lanes", LAST_DEPTHWISE("40", "1"), "x86-64-v3", UNROLL_AUTO, NULL, &kernel_direct_c, "direct-c "},
	{"of any stride", LAST_DEPTHWISE("40", "2"), "aarch64", UNROLL_AUTO, NULL, &kernel_direct_c, "direct-c "},
	{"so they are of a pool", LAST_POOL("MaxPool", "[1, 24, 9, 9]", "\"kernel_shape\": [3, 3]"), "wasm-simd128", UNROLL_AUTO, NULL, &kernel_direct_c, "direct-c "},
	{"and of whole planes", LAST_POOL("GlobalAveragePool", "[1, 24, 9, 9]", ""), "x86-64-v4", UNROLL_AUTO, NULL, &kernel_direct_c, "direct-c "},
	{"whole planes have a design of their own", WHOLE, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_global_pool, "global-pool "},
	{"lanes in the padding are no inputs behind a load", POOL("AveragePool", "[1, 1, 40]", "\"kernel_shape\": [3], \"pads\": [1, 1]"), "x86-64-v3", UNROLL_AUTO, NULL, &kernel_direct_ow, "direct-ow "},
	{"vectors of two lanes share none at large strides",
		"{\"name\": \"f\", \"op\": \"LpPool\", \"dtype\": \"float64\", \"inputs\": {\"X\": [1, 2, 2, 5]}, "
		"\"attributes\": {\"kernel_shape\": [1, 2], \"strides\": [2, 3], \"ceil_mode\": 1}}",
		"aarch64", UNROLL_AUTO, NULL, &kernel_direct_ow, "direct-ow "},
	{"window allows vectors", MEAN, "x86-64-v4", UNROLL_WINDOW, NULL, &kernel_direct_ow, "lowest estimate"},
	{"full allows them", MEAN, "x86-64-v4", UNROLL_FULL, NULL, &kernel_unrolled_vector, "unroll full"},
	{"lanes of straight-line code may be channels", CHANNELS, "x86-64-v3", UNROLL_FULL, NULL, &kernel_unrolled_vector, "unroll full"},
	{"weights at run time are read as they are", FEW_AT_RUN_TIME, "x86-64-v4", UNROLL_FULL, NULL, &kernel_unrolled_vector, "unroll full"},
	{"full has none for whole planes", WHOLE, "x86-64-v4", UNROLL_FULL, NULL, &kernel_unrolled, "unroll full"},
	{"full has none where a function would be too long", LONG, "x86-64-v4", UNROLL_FULL, NULL, &kernel_unrolled, "unroll full"},
	{"auto takes few operations unrolled", FEW, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_unrolled_vector, "unrolled-vector "},
	{"but not those of a larger plane, which are more", CONV("[1, 2, 40, 40]", WEIGHTS_4_2_1_1, ""), "wasm-simd128", UNROLL_AUTO, NULL, &kernel_direct_ow, "direct-ow "},
	{"nor where no loop is saved", MEAN, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_direct_ow, "direct-ow "},
	{"window has loops for as few", FEW, "x86-64-v4", UNROLL_WINDOW, NULL, &kernel_direct_ow, "direct-ow "},
	{"straight-line code of vectors can be asked for", MEAN, "x86-64-v4", UNROLL_AUTO, "unrolled-vector", &kernel_unrolled_vector, "asked for by name"},
	{"it has no loops over taps", LONG, "x86-64-v4", UNROLL_AUTO, "unrolled-vector", NULL, "unrolled-vector does not take this Conv-22 on x86-64-v4: the kernel has too many taps to be written out"},
	{"a fractional power has none", TWISTED, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_plain, "plain "},
	{"the slower design can be asked for", CHANNELS, "x86-64-v4", UNROLL_AUTO, "direct-ow", &kernel_direct_ow, "asked for by name"},
	{"plain C can be asked for", CHANNELS, "x86-64-v4", UNROLL_AUTO, "plain", &kernel_plain, "asked for by name"},
	{"a name goes before full", MEAN, "x86-64-v4", UNROLL_FULL, "direct-ow", &kernel_direct_ow, "asked for by name"},
	{"a pool has no output channels", MEAN, "x86-64-v4", UNROLL_AUTO, "direct-oc", NULL, "direct-oc does not take this AveragePool-22 on x86-64-v4: it is for Conv"},
	{"global-pool takes whole planes", MEAN, "x86-64-v4", UNROLL_AUTO, "global-pool", NULL, "global-pool does not take this AveragePool-22 on x86-64-v4: it needs one window for each plane, of all its elements"},
	{"channels that fill half a register may be too few", NARROW_CHANNELS, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_direct_ow, "direct-oc "},
	{"they are lanes of a narrow one", NARROW_CHANNELS, "x86-64-v4", UNROLL_AUTO, "direct-oc", &kernel_direct_oc, "asked for by name"},
	{"single elements in turn are moved by shuffles", TURNS, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_permute_move, "permute-move "},
	{"so they are by vectors of 16 bytes", TURNS, "wasm-simd128", UNROLL_AUTO, NULL, &kernel_permute_move, "permute-move "},
	{"long runs are copied", RUNS, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_loop_move, "loop-move "},
	{"there is nothing to shuffle in them", RUNS, "x86-64-v4", UNROLL_AUTO, "permute-move", NULL, "permute-move does not take this DepthToSpace on x86-64-v4: no row has single elements or short runs to shuffle"},
	{"vectors want a target that has them", CHANNELS, "generic", UNROLL_AUTO, "direct-oc", NULL, "direct-oc does not take this Conv-22 on generic: it needs a target with vectors"},
	{"a window is no movement of data", CHANNELS, "x86-64-v4", UNROLL_AUTO, "loop-move", NULL, "loop-move does not take this Conv-22 on x86-64-v4: it moves data"},
};
/* clang-format on */

static void
chooses_vectors(void **state)
{
	const struct vector_choice *c = *state;
	struct settings said = {.unroll = c->unroll, .has_unroll = true}, settings;
	struct arena arena = {0};
	struct scheduled s;

	assert_null(setting_read(&said, "target", c->target, &arena));
	if (c->asked)
		assert_null(setting_read(&said, "kernel", c->asked, &arena));
	settings = settings_resolve(&said, &(struct settings){0});
	schedule_spec(&s, c->spec, &settings, UINT64_MAX);
	assert_int_equal(s.fits, c->kernel != NULL);
	if (c->kernel) {
		assert_string_equal(s.schedule.kernel->name, c->kernel->name);
		assert_non_null(strstr(s.schedule.why, c->said));
	} else {
		assert_non_null(strstr(s.subject.messages, c->said));
	}
	subject_free(&s.subject);
	arena_free(&arena);
}

/* What keeps a design that is asked for, with numerics fast, from a plan. */
struct obstacle_row {
	const char *name, *spec, *target, *asked;
	const char *obstacle;
};

#define ONES_3_3 "{\"shape\": [1, 1, 3, 3], \"data\": [1, 1, 1, 1, 1, 1, 1, 1, 1]}"
#define DENSE(more) CONV("[1, 1, 8, 8]", ONES_3_3, ", \"attributes\": {" more "}")
#define SPARSE_1 "{\"shape\": [1, 1, 2], \"data\": [0, 1]}"

/* clang-format off */
static const struct obstacle_row obstacle_rows[] = {
	{"transformed tiles are a Conv's", MEAN, "x86-64-v4", "winograd", "it is for Conv"},
	{"their channels are some", CONV("[1, 0, 8, 8]", "[4, 0, 3, 3]", ""), "x86-64-v4", "winograd", "there are no input channels"},
	{"their planes are planes", CONV("[1, 1, 8]", "[1, 1, 3]", ""), "x86-64-v4", "winograd", "it needs two spatial axes"},
	{"their kernel is 3 by 3", CONV("[1, 1, 8, 8]", "[1, 1, 3, 5]", ""), "x86-64-v4", "winograd", "it needs a kernel of 3 by 3"},
	{"their stride is 1", DENSE("\"strides\": [1, 2]"), "x86-64-v4", "winograd", "it needs stride 1"},
	{"their dilation is 1", DENSE("\"dilations\": [2, 1]"), "x86-64-v4", "winograd", "it needs dilation 1"},
	{"their weights are constant", CONV("[1, 1, 8, 8]", "[1, 1, 3, 3]", ""), "x86-64-v4", "winograd", "it needs constant weights, all finite"},
	{"and finite", CONV("[1, 1, 8, 8]", "{\"shape\": [1, 1, 3, 3], \"data\": [1, 1, 1, 1, 1, 1, 1, 1, \"NaN\"]}", ""), "x86-64-v4", "winograd", "it needs constant weights, all finite"},
	{"sums of them, too", CONV("[1, 1, 8, 8]", "{\"shape\": [1, 1, 3, 3], \"data\": [3e38, 3e38, 3e38, 3e38, 3e38, 3e38, 3e38, 3e38, 3e38]}", ""), "x86-64-v4", "winograd", "a sum of its weights is too large"},
	{"they want vectors", DENSE(""), "generic", "winograd", "it needs a target with vectors"},
	{"nothing is left out of a pool", MEAN, "x86-64-v4", "sparse", "it is for Conv"},
	{"nor of a dense kernel", DENSE(""), "x86-64-v4", "sparse", "no weight is zero"},
	{"nor all of a kernel", CONV("[1, 1, 8]", "{\"shape\": [1, 1, 2], \"data\": [0, 0]}", ""), "x86-64-v4", "sparse", "all weights are zero"},
	{"nor of weights that are not known", CONV("[1, 1, 8]", "[1, 1, 2]", ""), "x86-64-v4", "sparse", "it needs constant weights, all finite"},
	{"what is left out has stride 1", CONV("[1, 1, 8]", SPARSE_1, ", \"attributes\": {\"strides\": [2]}"), "x86-64-v4", "sparse", "it needs stride 1"},
	{"at most two axes", CONV("[1, 1, 4, 4, 4]", "{\"shape\": [1, 1, 2, 1, 1], \"data\": [0, 1]}", ""), "x86-64-v4", "sparse", "it needs one or two spatial axes"},
	{"and room for its padding", CONV("[1, 1, 200000]", SPARSE_1, ", \"attributes\": {\"pads\": [1, 0]}"), "x86-64-v4", "sparse", "so many inputs, with their padding, do not fit on the stack"},
	{"and an input to be left out", CONV("[1, 1, 0]", SPARSE_1, ", \"attributes\": {\"pads\": [1, 1]}"), "x86-64-v4", "sparse", "there is no input"},
	{"a plane is no Conv's", DENSE(""), "x86-64-v4", "global-pool", "it is for pools"},
	{"a plane has as many elements as partial sums", POOL("AveragePool", "[1, 16, 3, 5]", "\"kernel_shape\": [3, 5]"), "x86-64-v4", "global-pool", "it needs planes of 16 elements or more"},
	{"a plane's power is whole", "{\"name\": \"f\", \"op\": \"LpPool\", \"opset\": 1, \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 40]}, \"attributes\": {\"kernel_shape\": [40], \"p\": 2.5}}", "x86-64-v4", "global-pool", "p is no integer"},
	{"so is that of a vector of outputs", TWISTED, "x86-64-v4", "direct-ow", "p is no integer"},
	{"a vector of outputs is no whole plane", WHOLE, "x86-64-v4", "direct-ow", "a window is a whole plane, which is summed in partial sums"},
	{"lanes that are channels are not summed", CONV("[1, 2, 8, 8]", "[2, 2, 3, 3]", LAST), "x86-64-v4", "direct-c", "it is for pools and depthwise Conv"},
	{"and are side by side", MEAN, "x86-64-v4", "direct-c", "it needs channels that are last, layout NHWC"},
	{"they have whole planes, but no others then", LAST_POOL("AveragePool", "[1, 16, 5, 5]", "\"kernel_shape\": [5, 5], \"pads\": [1, 1, 1, 1]"), "x86-64-v4", "direct-c", "one of several windows is a whole plane, which is summed in partial sums"},
	{"they have so many weights on the stack", LAST_DEPTHWISE("16384", "1"), "x86-64-v4", "direct-c", "so many weights cannot be packed at run time"},
	{"their power is whole, too", LAST_POOL("LpPool", "[1, 16, 5, 5]", "\"kernel_shape\": [2, 2], \"p\": 2.5"), "x86-64-v4", "direct-c", "p is no integer"},
	{"so it is without loops", WHOLE, "x86-64-v4", "unrolled-vector", "a window is a whole plane, which is summed in partial sums"},
	{"too many weights to be packed", CONV("[1, 4096, 8, 8]", "[4, 4096, 3, 3]", ""), "x86-64-v4", "direct-oc", "so many weights cannot be packed at run time"},
	{"too many operations to be written out", CONV("[1, 1024, 8, 8]", "[4, 1024, 3, 3]", ""), "x86-64-v4", "unrolled-vector", "a function of all input channels would be too long"},
	{"one nest has few axes", CONV("[1, 1, 2, 2, 2, 2, 2]", "[1, 1, 1, 1, 1, 1, 1]", ""), "generic", "loop-window", "it needs at most four spatial axes"},
	{"some input channels", CONV("[1, 0, 8, 8]", "[4, 0, 3, 3]", ""), "generic", "loop-window", "there are no input channels"},
	{"a proof for each border", CONV("[1, 1, 90, 90]", "[1, 1, 90, 90]", ", \"attributes\": {\"pads\": [60, 60, 60, 60]}"), "generic", "loop-window", "there are too many borders"},
	{"some inputs", CONV("[1, 1, 0]", "[1, 1, 3]", ", \"attributes\": {\"pads\": [1, 2]}"), "generic", "loop-window", "no window has an element of the input"},
	{"an element that each maximum begins with", POOL("MaxPool", "[1, 1, 5]", "\"kernel_shape\": [2], \"dilations\": [6], \"pads\": [1, 6]"), "generic", "loop-window", "some window has no element of the input"},
	{"no partial sums", WHOLE, "generic", "loop-window", "windows of whole planes have partial sums"},
	{"one output", "{\"name\": \"f\", \"op\": \"MaxPool\", \"opset\": 12, \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 8]}, \"outputs\": [\"Y\", \"Indices\"], \"attributes\": {\"kernel_shape\": [2]}}", "generic", "loop-window", "it has one output"},
	{"nothing is computed where there is no output", CONV("[0, 1, 8]", "[1, 1, 3]", ""), "x86-64-v4", "direct-ow", "there is no output"},
};
/* clang-format on */

static void
tells_obstacle(void **state)
{
	const struct obstacle_row *row = *state;
	struct settings said = {.numerics = NUMERICS_FAST}, settings;
	struct arena arena = {0};
	struct scheduled s;
	char *end;

	assert_null(setting_read(&said, "target", row->target, &arena));
	assert_null(setting_read(&said, "kernel", row->asked, &arena));
	settings = settings_resolve(&said, &(struct settings){0});
	schedule_spec(&s, row->spec, &settings, UINT64_MAX);
	assert_false(s.fits);
	end = strchr(s.subject.messages, '\n');
	assert_non_null(end);
	*end = '\0';
	end = strstr(s.subject.messages, row->target);
	assert_non_null(end);
	assert_string_equal(end + strlen(row->target) + 2, row->obstacle);
	subject_free(&s.subject);
	arena_free(&arena);
}

int
main(void)
{
	return run_table("obstacles", obstacle_rows, tells_obstacle) +
	       run_table("plain C", choices, chooses) +
	       run_table("vectors", vector_choices, chooses_vectors);
}
