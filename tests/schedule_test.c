#include "test.h"

#include "arena.h"
#include "check.h"
#include "cost.h"
#include "kernels/kernel.h"
#include "kernels/vector.h"
#include "op.h"
#include "readers/json.h"
#include "schedule.h"
#include "source.h"
#include "spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONV(x, w, more) \
	"{\"name\": \"f\", \"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": " \
	"{\"X\": " x ", \"W\": " w "}" more "}"
#define POOL(op, x, more) \
	"{\"name\": \"f\", \"op\": \"" op \
	"\", \"dtype\": \"float32\", \"inputs\": {\"X\": " x "}, \"attributes\": {" more \
	"}}"
#define STRIDE_2 ", \"attributes\": {\"strides\": [2]}"
#define PADS_1 ", \"attributes\": {\"pads\": [1, 1, 1, 1]}"

/* A spec on its way to a schedule. */
struct made {
	struct arena arena;
	struct source source;
	struct spec spec;
	struct operation operation;
	struct plan plan;
	struct schedule schedule;
	bool fits;
};

static void
make_with(struct made *m, const char *text, const struct settings *settings,
	uint64_t max_output)
{
	memset(m, 0, sizeof *m);
	source_from_text(&m->source, "spec.json", text, strlen(text));
	m->source.messages = tmpfile();
	assert_true(json_read(&m->source, &m->spec, &m->arena));
	assert_true(
		check_node(&m->spec, m->spec.node, &m->operation, &m->source, &m->arena));
	assert_true(
		m->operation.op->plan(&m->operation, &m->plan, &m->source, &m->arena));
	m->fits = schedule_make(&m->schedule, &m->plan, "", settings, max_output,
		&m->source, NULL, &m->arena);
}

static void
make(struct made *m, const char *text, enum unroll unroll, enum numerics numerics,
	uint64_t max_output)
{
	struct settings settings = {
		{{target_find("generic")}, 1}, numerics, unroll, true, NULL};

	make_with(m, text, &settings, max_output);
}

static void
discard(struct made *m)
{
	fclose(m->source.messages);
	arena_free(&m->arena);
}

/* Which kernel a spec gets. */
struct choice {
	const char *name, *spec;
	enum unroll unroll;
	const struct kernel *kernel;
};

/* clang-format off */
static const struct choice choices[] = {
	{"full is straight-line at any size", CONV("[1, 8, 16, 16]", "[8, 8, 3, 3]", ""), UNROLL_FULL, &kernel_straight},
	{"window is tiles at any size", CONV("[1, 1, 3]", "[1, 1, 3]", ""), UNROLL_WINDOW, &kernel_tiles},
	{"auto takes 256 terms of a Conv straight", CONV("[1, 1, 64]", "[4, 1, 1]", ""), UNROLL_AUTO, &kernel_straight},
	{"auto loops over 260 of them", CONV("[1, 1, 65]", "[4, 1, 1]", ""), UNROLL_AUTO, &kernel_tiles},
	{"auto takes 32 terms of a pool straight", POOL("AveragePool", "[1, 1, 17]", "\"kernel_shape\": [2]"), UNROLL_AUTO, &kernel_straight},
	{"auto loops over 34 of them", POOL("LpPool", "[1, 1, 18]", "\"kernel_shape\": [2]"), UNROLL_AUTO, &kernel_tiles},
	{"padding is no work", POOL("AveragePool", "[1, 1, 4]", "\"kernel_shape\": [8], \"pads\": [7, 7]"), UNROLL_AUTO, &kernel_straight},
};
/* clang-format on */

static void
chooses(void **state)
{
	const struct choice *c = *state;
	struct made m;

	make(&m, c->spec, c->unroll, NUMERICS_STRICT, UINT64_MAX);
	assert_true(m.fits);
	assert_string_equal(m.schedule.kernel->name, c->kernel->name);
	assert_non_null(m.schedule.why);
	discard(&m);
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
#define WHOLE POOL("AveragePool", "[1, 16, 8, 8]", "\"kernel_shape\": [8, 8]")
#define NARROW_CHANNELS \
	CONV("[1, 8, 1000]", "[8, 8, 9]", ", \"attributes\": {\"strides\": [2]}")
#define MOVE(op, input, x, more) \
	"{\"name\": \"f\", \"op\": \"" op \
	"\", \"dtype\": \"float32\", \"inputs\": {\"" input "\": " x "}, " more "}"
#define TURNS \
	MOVE("DepthToSpace", "input", "[1, 8, 16, 16]", \
		"\"domain\": \"ai.onnx\", \"attributes\": {\"blocksize\": 2}")
#define RUNS \
	MOVE("DepthToSpace", "input", "[1, 16, 16, 256]", \
		"\"attributes\": {\"block_size\": 2}")
#define WEIGHTS_4_2_1_1 "{\"shape\": [4, 2, 1, 1], \"data\": [1, 2, 3, 4, 5, 6, 7, 8]}"
#define FEW CONV("[1, 2, 8, 8]", WEIGHTS_4_2_1_1, "")
#define FEW_AT_RUN_TIME CONV("[1, 2, 8, 8]", "[4, 2, 3, 3]", PADS_1)
#define LONG CONV("[1, 1, 100, 100]", "[4, 1, 90, 90]", "")
#define TWISTED \
	"{\"name\": \"f\", \"op\": \"LpPool\", \"opset\": 1, \"dtype\": \"float32\", " \
	"\"inputs\": {\"X\": [1, 1, 40]}, " \
	"\"attributes\": {\"kernel_shape\": [3], \"p\": 2.5}}"

/* clang-format off */
static const struct vector_choice vector_choices[] = {
	{"many output channels are lanes", CHANNELS, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_channels, "columns "},
	{"so they are for the other targets", CHANNELS, "aarch64", UNROLL_AUTO, NULL, &kernel_channels, "columns "},
	{"one channel a group has positions as lanes", DEPTHWISE, "x86-64-v3", UNROLL_AUTO, NULL, &kernel_columns, "columns "},
	{"so has a pool", MEAN, "wasm-simd128", UNROLL_AUTO, NULL, &kernel_columns, "columns "},
	{"whole planes have a design of their own", WHOLE, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_planes, "planes "},
	{"lanes in the padding are no inputs behind a load", POOL("AveragePool", "[1, 1, 40]", "\"kernel_shape\": [3], \"pads\": [1, 1]"), "x86-64-v3", UNROLL_AUTO, NULL, &kernel_columns, "columns "},
	{"vectors of two lanes share none at large strides",
		"{\"name\": \"f\", \"op\": \"LpPool\", \"dtype\": \"float64\", \"inputs\": {\"X\": [1, 2, 2, 5]}, "
		"\"attributes\": {\"kernel_shape\": [1, 2], \"strides\": [2, 3], \"ceil_mode\": 1}}",
		"aarch64", UNROLL_AUTO, NULL, &kernel_columns, "columns "},
	{"window allows vectors", MEAN, "x86-64-v4", UNROLL_WINDOW, NULL, &kernel_columns, "lowest estimate"},
	{"full allows them", MEAN, "x86-64-v4", UNROLL_FULL, NULL, &kernel_straight_vectors, "unroll full"},
	{"lanes of straight-line code may be channels", CHANNELS, "x86-64-v3", UNROLL_FULL, NULL, &kernel_straight_vectors, "unroll full"},
	{"weights at run time are read as they are", FEW_AT_RUN_TIME, "x86-64-v4", UNROLL_FULL, NULL, &kernel_straight_vectors, "unroll full"},
	{"full has none for whole planes", WHOLE, "x86-64-v4", UNROLL_FULL, NULL, &kernel_straight, "unroll full"},
	{"full has none where a function would be too long", LONG, "x86-64-v4", UNROLL_FULL, NULL, &kernel_straight, "unroll full"},
	{"auto takes few operations straight", FEW, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_straight_vectors, "within the measured budget"},
	{"but not those of a larger plane, which are more", CONV("[1, 2, 40, 40]", WEIGHTS_4_2_1_1, ""), "wasm-simd128", UNROLL_AUTO, NULL, &kernel_columns, "columns "},
	{"nor where no loop is saved", MEAN, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_columns, "columns "},
	{"window has loops for as few", FEW, "x86-64-v4", UNROLL_WINDOW, NULL, &kernel_columns, "columns "},
	{"straight-line code of vectors can be asked for", MEAN, "x86-64-v4", UNROLL_AUTO, "straight-vectors", &kernel_straight_vectors, "asked for by name"},
	{"it has no loops over taps", LONG, "x86-64-v4", UNROLL_AUTO, "straight-vectors", NULL, "straight-vectors does not take this Conv-22 on x86-64-v4"},
	{"a fractional power has none", TWISTED, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_tiles, "auto"},
	{"the slower design can be asked for", CHANNELS, "x86-64-v4", UNROLL_AUTO, "columns", &kernel_columns, "asked for by name"},
	{"plain C can be asked for", CHANNELS, "x86-64-v4", UNROLL_AUTO, "tiles", &kernel_tiles, "asked for by name"},
	{"a name goes before full", MEAN, "x86-64-v4", UNROLL_FULL, "columns", &kernel_columns, "asked for by name"},
	{"a pool has no output channels", MEAN, "x86-64-v4", UNROLL_AUTO, "channels", NULL, "channels does not take this AveragePool-22 on x86-64-v4"},
	{"planes takes whole planes", MEAN, "x86-64-v4", UNROLL_AUTO, "planes", NULL, "planes does not take this AveragePool-22 on x86-64-v4"},
	{"channels that fill half a register are lanes of a narrow one", NARROW_CHANNELS, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_channels, "columns "},
	{"single elements in turn are moved by shuffles", TURNS, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_shuffle_move, "shuffle-move "},
	{"so they are by vectors of 16 bytes", TURNS, "wasm-simd128", UNROLL_AUTO, NULL, &kernel_shuffle_move, "shuffle-move "},
	{"long runs are copied", RUNS, "x86-64-v4", UNROLL_AUTO, NULL, &kernel_loop_move, "auto"},
	{"there is nothing to shuffle in them", RUNS, "x86-64-v4", UNROLL_AUTO, "shuffle-move", NULL, "shuffle-move does not take this DepthToSpace"},
	{"vectors want a target that has them", CHANNELS, "generic", UNROLL_AUTO, "channels", NULL, "channels does not take the target generic: it needs vectors"},
	{"a window is no movement of data", CHANNELS, "x86-64-v4", UNROLL_AUTO, "loop-move", NULL, "loop-move does not take Conv-22: it moves data"},
};
/* clang-format on */

static void
assert_said(FILE *messages, const char *wanted)
{
	char said[512];
	size_t n;

	rewind(messages);
	n = fread(said, 1, sizeof said - 1, messages);
	said[n] = '\0';
	assert_non_null(strstr(said, wanted));
}

static void
chooses_vectors(void **state)
{
	const struct vector_choice *c = *state;
	struct settings said = {.unroll = c->unroll, .has_unroll = true}, settings;
	struct arena arena = {0};
	struct made m;

	assert_null(settings_set(&said, "target", c->target, &arena));
	if (c->asked)
		assert_null(settings_set(&said, "kernel", c->asked, &arena));
	settings = settings_resolve(&said, &(struct settings){0});
	make_with(&m, c->spec, &settings, UINT64_MAX);
	assert_int_equal(m.fits, c->kernel != NULL);
	if (c->kernel) {
		assert_string_equal(m.schedule.kernel->name, c->kernel->name);
		assert_non_null(strstr(m.schedule.why, c->said));
	} else {
		assert_said(m.source.messages, c->said);
	}
	discard(&m);
	arena_free(&arena);
}

/* What a spec costs, counted by hand. */
struct bill {
	const char *name, *spec;
	enum numerics numerics;
	struct cost cost; /* reads and stack: unroll full */
};

/* clang-format off */
static const struct bill bills[] = {
	{"a Conv without bias adds its sum to zero", CONV("[1, 1, 3]", "[1, 1, 2]", ""), NUMERICS_STRICT,
		{.multiplies = 4, .adds = 6, .reads = 8, .writes = 2}},
	{"fma fuses every product", CONV("[1, 1, 3]", "[1, 1, 2]", ""), NUMERICS_FMA,
		{.fmas = 4, .adds = 2, .reads = 8, .writes = 2}},
	{"padded taps cost nothing", CONV("[1, 1, 3, 3]", "[1, 1, 3, 3]", PADS_1), NUMERICS_FMA,
		{.fmas = 49, .adds = 9, .reads = 98, .writes = 9}},
	{"a division by a power of two is a multiplication",
		POOL("AveragePool", "[1, 1, 3]", "\"kernel_shape\": [2]"), NUMERICS_STRICT,
		{.multiplies = 2, .adds = 4, .reads = 4, .writes = 2}},
	{"any other is a division, by one none",
		POOL("AveragePool", "[1, 1, 3]", "\"kernel_shape\": [3], \"pads\": [2, 0]"), NUMERICS_STRICT,
		{.multiplies = 1, .adds = 6, .divisions = 1, .reads = 6, .writes = 3}},
	{"a cube takes two products and a root", POOL("LpPool", "[1, 1, 3]", "\"kernel_shape\": [3], \"p\": 3"), NUMERICS_FMA,
		{.multiplies = 3, .fmas = 3, .roots = 1, .reads = 3, .writes = 1}},
	{"sixteen elements of a plane are a tree", POOL("LpPool", "[1, 1, 16]", "\"kernel_shape\": [16], \"p\": 1"), NUMERICS_STRICT,
		{.adds = 31, .reads = 16, .writes = 1, .stack_bytes = 64}},
};
/* clang-format on */

static void
costs(void **state)
{
	const struct bill *b = *state;
	struct made m;

	make(&m, b->spec, UNROLL_FULL, b->numerics, UINT64_MAX);
	assert_memory_equal(&m.schedule.cost, &b->cost, sizeof b->cost);
	discard(&m);
}

/* The kernels differ in what they read and keep, never in what they compute. */
static void
kernels_agree_on_the_work(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(bills); i++) {
		struct made m;

		make(&m, bills[i].spec, UNROLL_WINDOW, bills[i].numerics, UINT64_MAX);
		m.schedule.cost.reads = bills[i].cost.reads;
		m.schedule.cost.stack_bytes = bills[i].cost.stack_bytes;
		assert_memory_equal(
			&m.schedule.cost, &bills[i].cost, sizeof(struct cost));
		discard(&m);
	}
}

/* What is refused from an estimate. */
static void
refuses_what_is_far_too_large(void **state)
{
	static const char huge[] =
		CONV("[1, 4096, 1024, 1024]", "[4096, 4096, 3, 3]", PADS_1);
	struct made m;
	char said[256];
	size_t n;

	(void)state;
	make(&m, huge, UNROLL_FULL, NUMERICS_STRICT, 16 << 20);
	assert_false(m.fits);
	assert_int_equal(m.source.nerror, 1);
	rewind(m.source.messages);
	n = fread(said, 1, sizeof said - 1, m.source.messages);
	said[n] = '\0';
	assert_non_null(strstr(said, "--max-output"));
	assert_non_null(strstr(said, "unroll window takes less"));
	discard(&m);
	make(&m, huge, UNROLL_WINDOW, NUMERICS_STRICT, 16 << 20);
	assert_true(m.fits);
	assert_true(m.schedule.cost.multiplies > (uint64_t)1 << 45);
	discard(&m);
}

/* Arrays that the tiles of a spec declare, counted in what is emitted. */
static void
says_the_arrays_on_the_stack(void **state)
{
	static const struct {
		const char *spec;
		uint64_t bytes;
	} stacks[] = {
		{POOL("LpPool", "[1, 1, 20]", "\"kernel_shape\": [3]"), 18 * 4},
		{POOL("LpPool", "[1, 1, 3]", "\"kernel_shape\": [3]"), 0},
		{POOL("AveragePool", "[1, 1, 20]", "\"kernel_shape\": [3]"), 0},
		{POOL("AveragePool", "[1, 1, 16]", "\"kernel_shape\": [16]"), 16 * 4},
		{CONV("[1, 2, 16]", "[8, 2, 1]", ""), 8 * 16 * 4},
		{CONV("[1, 200, 16]", "[8, 200, 1]", ""), 2 * 8 * 16 * 4},
		{CONV("[1, 200, 32]", "[8, 200, 1]", STRIDE_2),
			(2 * 8 * 8 + 200 * 8) * 4},
	};

	(void)state;
	for (size_t i = 0; i < countof(stacks); i++) {
		struct made m;

		make(&m, stacks[i].spec, UNROLL_WINDOW, NUMERICS_STRICT, UINT64_MAX);
		assert_int_equal(m.schedule.cost.stack_bytes, stacks[i].bytes);
		discard(&m);
	}
}

/* A Conv whose weights are constants, all zeros. */
static char *
conv_of_zeros(const char *x, const char *w, int64_t weights, const char *more)
{
	char *text = malloc((size_t)weights * 2 + 512), *at = text;

	assert_non_null(text);
	at += sprintf(at,
		"{\"name\": \"f\", \"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": "
		"{\"X\": %s, \"W\": {\"shape\": %s, \"data\": [",
		x, w);
	for (int64_t i = 0; i < weights; i++)
		at += sprintf(at, i ? ",0" : "0");
	sprintf(at, "]}}, \"attributes\": {%s}}", more);
	return text;
}

/* Lines of the input that a tile away from the borders asks for ahead. */
static void
asks_for_inputs_ahead(void **state)
{
	static const struct {
		const char *x, *w;
		int64_t weights;
		const char *attributes;
		size_t n;
		int64_t line[MOST_AHEAD];
	} rows[] = {
		/* The next 16 or 48 positions of a line of all of them. */
		{"[1, 256, 56, 56]", "[64, 256, 1, 1]", 64 * 256, "", 1, {16}},
		{"[1, 64, 56, 56]", "[256, 64, 1, 1]", 256 * 64, "", 3, {48, 64, 80}},
		/* The row after the next, of which every other input is wanted. */
		{"[1, 64, 56, 56]", "[128, 64, 1, 1]", 128 * 64, "\"strides\": [2, 2]", 2,
			{112, 128}},
		/* The row below the three that are read. */
		{"[1, 64, 224, 224]", "[64, 64, 3, 3]", 64 * 64 * 9,
			"\"pads\": [1, 1, 1, 1]", 2, {672, 688}},
		/* Inputs that a cache holds; a next pass that no cache would hold. */
		{"[1, 64, 28, 28]", "[64, 64, 3, 3]", 64 * 64 * 9,
			"\"pads\": [1, 1, 1, 1]", 0, {0}},
		{"[1, 64, 16, 64, 64]", "[16, 64, 3, 3, 3]", 16 * 64 * 27, "", 0, {0}},
	};
	struct settings settings = {
		{{target_find("x86-64-v4")}, 1}, NUMERICS_FMA, UNROLL_AUTO, false, NULL};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		char *spec = conv_of_zeros(
			rows[i].x, rows[i].w, rows[i].weights, rows[i].attributes);
		struct made m;
		const struct channel_class *class;
		const struct tile *tile;
		int64_t line[MOST_AHEAD];

		make_with(&m, spec, &settings, UINT64_MAX);
		class = &m.schedule.u.tiles->class[0];
		tile = class->tile[0];
		for (size_t k = 1; k < class->ntile; k++)
			if (!strcmp(class->tile[k]->role, "interior"))
				tile = class->tile[k];
		assert_int_equal(inputs_ahead(m.schedule.u.tiles, tile, line), rows[i].n);
		assert_memory_equal(line, rows[i].line, rows[i].n * sizeof *line);
		discard(&m);
		free(spec);
	}
}

static void
counts_stay_at_the_largest(void **state)
{
	(void)state;
	assert_int_equal(count_add(UINT64_MAX, 1), UINT64_MAX);
	assert_int_equal(count_mul((uint64_t)1 << 32, (uint64_t)1 << 32), UINT64_MAX);
	assert_int_equal(count_mul(UINT64_MAX, 0), 0);
	assert_int_equal(power_multiplies(1), 0);
	assert_int_equal(power_multiplies(7), 4);
	assert_true(is_power_of_two(1));
	assert_false(is_power_of_two(6));
}

int
main(void)
{
	struct CMUnitTest
		tests[countof(choices) + countof(vector_choices) + countof(bills) + 5];
	size_t n = 0;

	for (size_t i = 0; i < countof(choices); i++)
		tests[n++] = (struct CMUnitTest){choices[i].name, chooses, NULL, NULL,
			(void *)(uintptr_t)&choices[i]};
	for (size_t i = 0; i < countof(vector_choices); i++)
		tests[n++] = (struct CMUnitTest){vector_choices[i].name, chooses_vectors,
			NULL, NULL, (void *)(uintptr_t)&vector_choices[i]};
	for (size_t i = 0; i < countof(bills); i++)
		tests[n++] = (struct CMUnitTest){
			bills[i].name, costs, NULL, NULL, (void *)(uintptr_t)&bills[i]};
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(kernels_agree_on_the_work);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(refuses_what_is_far_too_large);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(says_the_arrays_on_the_stack);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(asks_for_inputs_ahead);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(counts_stay_at_the_largest);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
