#include "support/rows.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/common/register_tile.h"
#include "kernels/direct_ow/direct_ow.h"
#include "network/lower.h"
#include "network/make.h"
#include "spec/json.h"
#include "support/scheduled.h"

/* Lines of the input that an inner micro-kernel asks for ahead of their use, by the last
   element that may lie in each; and whether it asks for those of outputs. */
struct prefetch {
	const char *name;
	const struct kernel *kernel;
	const char *x, *w;
	int64_t weights;
	const char *attributes;
	size_t n;
	int64_t line[MOST_PREFETCHES];
	bool outputs;
};

/* clang-format off */
static const struct prefetch prefetches[] = {
	{"the 12 positions of the next call", &kernel_direct_oc,
		"[1, 256, 56, 56]", "[64, 256, 1, 1]", 64 * 256, "", 1, {23}, true},
	{"the 48 of the next call, where a call has so many", &kernel_direct_ow,
		"[1, 96, 56, 56]", "[24, 96, 1, 1]", 24 * 96, "", 3, {63, 79, 95}, false},
	{"the row after the next, where every other one is wanted", &kernel_direct_oc,
		"[1, 64, 56, 56]", "[128, 64, 1, 1]", 128 * 64, "\"strides\": [2, 2]", 2, {114, 130}, false},
	{"the row below the three that are read", &kernel_direct_oc,
		"[1, 64, 224, 224]", "[64, 64, 3, 3]", 64 * 64 * 9, "\"pads\": [1, 1, 1, 1]", 1, {685}, true},
	{"nothing of inputs that a cache holds", &kernel_direct_oc,
		"[1, 64, 28, 28]", "[64, 64, 3, 3]", 64 * 64 * 9, "\"pads\": [1, 1, 1, 1]", 0, {0}, false},
	{"nothing of a next pass that no cache would hold", &kernel_direct_oc,
		"[1, 64, 16, 64, 64]", "[16, 64, 3, 3, 3]", 16 * 64 * 27, "", 0, {0}, false},
	{"and outputs, where calls for the next channels follow", &kernel_direct_oc,
		"[1, 64, 150, 150]", "[256, 64, 1, 1]", 256 * 64, "", 1, {23}, true},
	{"not where those for other positions do", &kernel_direct_oc,
		"[1, 3, 300, 300]", "[64, 3, 7, 7]", 64 * 3 * 49, "\"strides\": [2, 2], \"pads\": [3, 3, 3, 3]", 0, {0}, false},
};
/* clang-format on */

/* The tiles that direct-oc cuts output channels into on x86-64-v4, and the lanes of each.
 */
struct blocks {
	const char *name, *x, *w;
	int64_t weights;
	size_t n;
	int64_t channels[3], lanes[3];
};

/* clang-format off */
static const struct blocks blocks[] = {
	{"two vectors of 16", "[1, 12, 10, 10]", "[32, 12, 3, 3]", 32 * 12 * 9, 1, {32}, {32}},
	{"one, and one of half the width", "[1, 12, 10, 10]", "[24, 12, 3, 3]", 24 * 12 * 9, 2, {16, 8}, {16, 8}},
	{"two, and one of half the width that is not full", "[1, 12, 10, 10]", "[37, 12, 3, 3]", 37 * 12 * 9, 2, {32, 5}, {32, 8}},
	{"all three", "[1, 12, 10, 10]", "[88, 12, 3, 3]", 88 * 12 * 9, 3, {32, 16, 8}, {32, 16, 8}},
	{"what is more than half stays whole", "[1, 12, 10, 10]", "[25, 12, 3, 3]", 25 * 12 * 9, 1, {25}, {32}},
	{"and what has too few positions to be kept busy", "[1, 64, 1, 2]", "[24, 64, 1, 1]", 24 * 64, 1, {24}, {32}},
};
/* clang-format on */

/* How many inputs of a channel an inner micro-kernel of direct-ow reads from a copy, on
   x86-64-v3: three vectors, or none. */
struct copied {
	const char *name, *x, *w;
	int64_t weights, n;
};

/* clang-format off */
static const struct copied copies[] = {
	{"planes that the nearest cache holds", "[1, 160, 28, 28]", "[128, 160, 1, 1]", 128 * 160, 0},
	{"planes that it does not hold beside those of the next positions", "[1, 192, 28, 28]", "[128, 192, 1, 1]", 128 * 192, 24},
	{"for so few tiles that they wait for the copy", "[1, 192, 28, 28]", "[24, 192, 1, 1]", 24 * 192, 0},
	{"a quarter of the next cache", "[1, 1024, 14, 14]", "[128, 1024, 1, 1]", 128 * 1024, 24},
	{"more than a quarter", "[1, 1368, 14, 14]", "[128, 1368, 1, 1]", 128 * 1368, 0},
};
/* clang-format on */

/* How many positions of a row an inner micro-kernel of direct-ow computes, on x86-64-v3.
 */
struct positions {
	const char *name, *x, *w;
	int64_t weights;
	const char *attributes;
	size_t n;
};

/* clang-format off */
static const struct positions positions[] = {
	{"three vectors, where each input is loaded", "[1, 64, 28, 28]", "[64, 64, 1, 1]", 64 * 64, "", 24},
	{"two, where registers are left to blends", "[1, 128, 56, 56]", "[128, 4, 3, 3]", 128 * 4 * 9,
		"\"group\": 32, \"pads\": [1, 1, 1, 1]", 16},
	{"four, of three channels", "[1, 4, 64, 64]", "[3, 4, 3, 3]", 3 * 4 * 9, "", 32},
};
/* clang-format on */

/* How many inputs the first tap of an inner micro-kernel of direct-ow keeps in registers,
   and whether its weights stay there, too, on a target. */
struct held {
	const char *name, *target, *x, *w;
	int64_t weights;
	const char *attributes;
	int64_t inputs;
	bool weights_stay;
};

/* clang-format off */
static const struct held held[] = {
	{"four vectors and the weights of three channels", "x86-64-v4", "[1, 48, 23, 23]", "[3, 48, 1, 1]", 3 * 48, "", 4, true},
	{"three vectors, beside the sums of four channels", "x86-64-v3", "[1, 64, 28, 28]", "[64, 64, 1, 1]", 64 * 64, "", 3, false},
	{"nothing of four vectors and seven channels: 33 would need 32 registers", "x86-64-v4", "[1, 20, 40, 40]", "[7, 20, 1, 1]", 7 * 20, "", 0, false},
	{"nothing of one channel", "x86-64-v3", "[1, 8, 28, 28]", "[1, 8, 1, 1]", 8, "", 0, false},
};
/* clang-format on */

/* Whether an inner micro-kernel of direct-ow stores each vector behind its last term, on
   x86-64-v4; where it does not, registers hold all of its sums. */
struct flow {
	const char *name, *spec;
	bool flows;
};

/* clang-format off */
static const struct flow flows[] = {
	{"averages, whose divisions take their time", POOL("AveragePool", "[1, 64, 34, 34]", "\"kernel_shape\": [3, 3]"), true},
	{"no averages of large strides", POOL("AveragePool", "[1, 64, 28, 28]", "\"kernel_shape\": [5, 5], \"strides\": [3, 3]"), false},
	{"single inputs", POOL("MaxPool", "[1, 32, 56, 56]", "\"kernel_shape\": [1, 1], \"strides\": [2, 2]"), true},
	{"single inputs of more vectors than registers", POOL("MaxPool", "[1, 4, 28, 28]", "\"kernel_shape\": [1, 1]"), true},
	{"no maxima of several", POOL("MaxPool", "[1, 64, 34, 34]", "\"kernel_shape\": [3, 3]"), false},
	{"no roots, which overlap", POOL("LpPool", "[1, 64, 8, 8]", "\"kernel_shape\": [1, 1]"), false},
};
/* clang-format on */

/* How many outputs an inner micro-kernel of direct-ow has, and its loads. Where planes
   leave the first cache between calls, loads are foreseen if their address moves on by
   less than 29 lines from pass to pass, all the time or often enough. Loads as long as a
   line take thrice as long if they lie on two, as most of those across rows do. */
struct pass {
	const char *name, *target, *spec;
	size_t positions, loads;
};

/* clang-format off */
static const struct pass passes[] = {
	{"four rows of 16, whose inputs are 1 KiB", "x86-64-v4", POOL("MaxPool", "[1, 64, 64, 32]", "\"kernel_shape\": [2, 2], \"strides\": [2, 2]"), 64, 16},
	{"eight, where they stay in the cache", "x86-64-v4", POOL("MaxPool", "[1, 4, 32, 32]", "\"kernel_shape\": [2, 2], \"strides\": [2, 2]"), 128, 32},
	{"two rows of 32, as four would move whole lines on by more than 1 KiB", "x86-64-v4", POOL("MaxPool", "[1, 32, 64, 64]", "\"kernel_shape\": [2, 2], \"strides\": [2, 2]"), 64, 16},
	{"of narrow vectors, which are foreseen, four", "x86-64-v4", POOL("MaxPool", "[1, 32, 40, 40]", "\"kernel_shape\": [2, 2], \"strides\": [2, 2]"), 80, 40},
	{"two rows of 26: loads of vectors across them would mostly lie on two lines", "x86-64-v4", POOL("MaxPool", "[1, 32, 52, 52]", "\"kernel_shape\": [2, 2], \"strides\": [2, 2]"), 52, 16},
	{"two vectors of each row of 22, likewise", "x86-64-v4", POOL("MaxPool", "[1, 32, 22, 22]", "\"kernel_shape\": [3, 3], \"pads\": [1, 1, 1, 1]"), 176, 53},
	{"five rows of 10, each in a part of a vector, whose loads they share", "x86-64-v4", POOL("MaxPool", "[1, 24, 12, 12]", "\"kernel_shape\": [3, 3]"), 50, 19},
	{"and three of five", "x86-64-v3", POOL("MaxPool", "[1, 24, 7, 7]", "\"kernel_shape\": [3, 3]"), 15, 15},
	{"but not where each vector takes roots", "x86-64-v3", POOL("LpPool", "[1, 16, 8, 8]", "\"kernel_shape\": [3, 3], \"p\": 3"), 36, 46},
	{"a part of a plane that is copied", "x86-64-v4", POOL("MaxPool", "[1, 64, 28, 28]", "\"kernel_shape\": [1, 1]"), 64, 4},
	{"the whole of a small one, as the next begins close by", "x86-64-v4", POOL("MaxPool", "[1, 192, 20, 20]", "\"kernel_shape\": [1, 1]"), 400, 25},
	{"rows of odd width, whose taps share loads as in even ones", "x86-64-v4", POOL("MaxPool", "[1, 4, 33, 33]", "\"kernel_shape\": [2, 2], \"strides\": [2, 2]"), 64, 16},
	{"eight rows of a vector: a group of twelve of seven a row would load most of its own", "x86-64-v3", POOL("AveragePool", "[1, 32, 58, 58]", "\"kernel_shape\": [3, 3]"), 64, 30},
};
/* clang-format on */

/* How many lanes direct-ow's vectors have on x86-64-v4, the blocks of lanes within which
   they are shuffled, and how many lanes a tile's last one has. */
struct lanes {
	const char *name, *spec;
	int n, block, last;
};

/* clang-format off */
static const struct lanes lanes[] = {
	{"wide rows fill registers, though they end in a part of one", POOL("AveragePool", "[1, 32, 2000]", "\"kernel_shape\": [4], \"strides\": [4]"), 16, 16, 16},
	{"56 outputs of eight rows are three and a narrow one", POOL("MaxPool", "[1, 32, 9, 7]", "\"kernel_shape\": [2, 1]"), 16, 16, 8},
	{"maxima of every second column stay near", POOL("MaxPool", "[1, 48, 16, 28]", "\"kernel_shape\": [5, 5], \"strides\": [2, 2]"), 8, 4, 8},
	{"and those that wait for lines of the next cache", POOL("MaxPool", "[1, 32, 32, 32]", "\"kernel_shape\": [2, 2], \"strides\": [2, 2]"), 8, 4, 8},
	{"unless it is the one beyond", POOL("MaxPool", "[1, 64, 64, 64]", "\"kernel_shape\": [2, 2], \"strides\": [2, 2]"), 16, 16, 16},
	{"narrow ones seem to save 4 % of this, but take longer", POOL("AveragePool", "[1, 24, 24, 24]", "\"kernel_shape\": [3, 3], \"strides\": [2, 2]"), 16, 16, 16},
	{"and of this 14, which they do where units hold half a wide one", POOL("AveragePool", "[1, 32, 44, 44]", "\"kernel_shape\": [3, 3], \"strides\": [2, 2], \"pads\": [1, 1, 1, 1]"), 8, 4, 8},
	{"single outputs, for which all take as long", POOL("MaxPool", "[1, 24, 7, 7]", "\"kernel_shape\": [7, 7], \"strides\": [4, 4]"), 8, 4, 8},
	{"and averages, whose chains overlap as far as the window reaches", POOL("AveragePool", "[1, 24, 11, 11]", "\"kernel_shape\": [5, 5], \"strides\": [2, 2]"), 8, 4, 8},
	{"a depthwise Conv's short rows, shifted, lie on two lines", "{\"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 64, 12, 12], \"W\": [64, 1, 3, 3], \"B\": [64]}, \"attributes\": {\"group\": 64, \"pads\": [1, 1, 1, 1]}}", 8, 8, 8},
	{"but not single columns", POOL("MaxPool", "[1, 32, 32, 32]", "\"kernel_shape\": [1, 1], \"strides\": [2, 2]"), 16, 16, 16},
	{"24 columns are a wide and a narrow one", POOL("MaxPool", "[1, 24, 28, 28]", "\"kernel_shape\": [5, 5]"), 16, 16, 8},
	{"20, though the narrow one holds four of the wide one's", POOL("MaxPool", "[1, 24, 26, 26]", "\"kernel_shape\": [7, 7]"), 16, 16, 8},
	{"26 are more than that", POOL("MaxPool", "[1, 24, 30, 30]", "\"kernel_shape\": [5, 5]"), 16, 16, 16},
	{"22, two of them twice, and with weights", "{\"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 32, 23, 23], \"W\": [32, 1, 2, 2]}, \"attributes\": {\"group\": 32}}", 16, 16, 8},
	{"but not of functions, which have one width", POOL("LpPool", "[1, 24, 28, 28]", "\"kernel_shape\": [5, 5], \"p\": 3"), 16, 16, 16},
};
/* clang-format on */

/* The outputs of a row's last tile of direct-ow on x86-64-v4: whole vectors, some of
   which are computed twice, the last of them a narrow one if it is enough. */
struct rest {
	const char *name, *x;
	size_t positions;
};

/* clang-format off */
static const struct rest rests[] = {
	{"100 are two tiles of 48, and a narrow vector", "[1, 12, 10, 10]", 8},
	{"106 as well, and a wide one", "[1, 12, 1, 106]", 16},
};
/* clang-format on */

/* The channels of a tile of direct-c on x86-64-v4, and whether inputs are copied.
   Positions 1 KiB or more apart share so few sets of the nearest cache that they evict
   each other; from 4 KiB on, one pool's window does not fit. */
struct together {
	const char *name, *spec;
	int64_t channels;
	bool copied;
};

/* clang-format off */
#define CHANNELS_LAST "\"name\": \"f\", \"dtype\": \"float32\", \"layouts\": {\"X\": \"NHWC\", \"Y\": \"NHWC\"}, \"attributes\": {\"kernel_shape\": [3, 3], \"pads\": [1, 1, 1, 1]"
static const struct together togethers[] = {
	{"one vector, as positions share inputs", "{\"op\": \"MaxPool\", \"inputs\": {\"X\": [1, 96, 7, 7]}, " CHANNELS_LAST "}}", 16, false},
	{"two, where they evict each other", "{\"op\": \"MaxPool\", \"inputs\": {\"X\": [1, 256, 14, 14]}, " CHANNELS_LAST "}}", 32, false},
	{"and are copied, as do those of one window", "{\"op\": \"MaxPool\", \"inputs\": {\"X\": [1, 1024, 7, 7]}, " CHANNELS_LAST "}}", 32, true},
	{"as many as there are registers for, of far inputs that few share", "{\"op\": \"MaxPool\", \"inputs\": {\"X\": [1, 64, 112, 112]}, " CHANNELS_LAST ", \"strides\": [2, 2]}}", 64, false},
	{"one of a Conv, whose inputs are copied", "{\"op\": \"Conv\", \"inputs\": {\"X\": [1, 1024, 7, 7], \"W\": [1024, 1, 3, 3]}, " CHANNELS_LAST ", \"group\": 1024}}", 16, true},
};
/* clang-format on */

/* The rows and vectors of a register tile: of channels on a target, or in a room. */
struct shape {
	const char *name, *target;
	struct tile_room room;
	struct tile_shape shape;
};

/* clang-format off */
static const struct shape shapes[] = {
	{"12 sums beside two vectors of weights and an input", "x86-64-v3", {0}, {6, 2}},
	{"two vectors where each fills a line", "x86-64-v4", {0}, {14, 2}},
	{"four short ones where there are registers", "aarch64", {0}, {5, 4}},
	{"and two where there are not: of 12 and 9 sums that take as many loads, the 12", "wasm-simd128", {0}, {6, 2}},
	{"the most multiplications per load", NULL, {.registers = 16, .spare = 1, .rows = 64, .vectors = 8, .sums = 64}, {4, 3}},
	{"a single row multiplies what it loads, and takes all vectors", NULL, {.registers = 16, .spare = 1, .rows = 1, .vectors = 8, .sums = 64}, {1, 8}},
	{"a single vector takes all rows that fit", NULL, {.registers = 16, .spare = 1, .rows = 64, .vectors = 1, .sums = 64}, {14, 1}},
	{"no more sums than may be written out", NULL, {.registers = 32, .spare = 1, .rows = 64, .vectors = 8, .sums = 6}, {2, 3}},
	{"one, whatever the room", NULL, {.registers = 1, .spare = 1, .rows = 4, .vectors = 4, .sums = 1}, {1, 1}},
};
/* clang-format on */

/* The channels and positions of plain's tile away from borders, whether outer taps are
   loops, and how many functions there are for these channels. */
struct scalars {
	const char *name, *target, *spec;
	int64_t channels, positions;
	bool loops;
	size_t kernels;
};

/* clang-format off */
#define WIDE "\"inputs\": {\"X\": [1, 8, 14, 14], \"W\": [8, 8, 3, 3]}"
static const struct scalars scalars[] = {
	{"24 sums, four weights, an input and a product in 32 registers", "cortex-m4", "{\"op\": \"Conv\", \"dtype\": \"float32\", " WIDE "}", 4, 6, true, 1},
	{"doubles take two registers", "cortex-m4", "{\"op\": \"Conv\", \"dtype\": \"float64\", " WIDE "}", 2, 6, true, 1},
	{"few terms are written out", "cortex-m4", "{\"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 8, 14, 14], \"W\": [8, 8, 2, 2]}}", 4, 5, false, 2},
	{"borders have loops over all taps, in one function for corners and one for sides of each direction", "cortex-m4", "{\"op\": \"Conv\", \"dtype\": \"float32\", " WIDE ", \"attributes\": {\"pads\": [1, 1, 1, 1]}}", 4, 6, true, 4},
	{"two by two where calls keep eight", "rv32", "{\"op\": \"Conv\", \"dtype\": \"float32\", " WIDE "}", 2, 2, false, 1},
	{"two, of one input, where they keep four", "cortex-m0", "{\"op\": \"Conv\", \"dtype\": \"float32\", " WIDE "}", 2, 1, false, 1},
	{"a pool has eight positions, two rows of which become loops", "cortex-m4", "{\"op\": \"MaxPool\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 8, 18, 18]}, \"attributes\": {\"kernel_shape\": [6, 6]}}", 1, 7, true, 2},
	{"generic has arrays for compilers to vectorise", "generic", "{\"op\": \"Conv\", \"dtype\": \"float32\", " WIDE "}", 8, 6, false, 1},
};
/* clang-format on */

/* Whether a 3x3 Conv of so many groups and a Cast after it, whose outputs are 16 planes
   of 128x128, prefetch these. */
struct outputs {
	const char *name, *dtype;
	int to; /* ONNX's number of the Cast's type */
	int group;
	bool prefetches;
};

/* clang-format off */
static const struct outputs outputs[] = {
	{"1 MiB of float32 is more than a cache holds", "float32", 1, 1, true},
	{"256 KiB of int8 is not", "float32", 3, 1, false},
	{"nor are 512 KiB of float16", "float16", 10, 1, false},
	{"one plane is written row by row", "float32", 1, 16, false},
	{"what was float16 counts as the float32 that it becomes", "float16", 1, 1, true},
};
/* clang-format on */

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

/* A micro-kernel away from the borders, or the first, where each touches one. */
static const struct micro_kernel *
interior_kernel(const struct oc_block *block)
{
	for (size_t i = 0; i < block->nkernel; i++)
		if (!strcmp(block->kernel[i]->role, "interior"))
			return block->kernel[i];
	return block->kernel[0];
}

static void
asks_for(void **state)
{
	const struct prefetch *row = *state;
	const struct settings settings = {.targets = {{target_find("x86-64-v4")}, 1},
		.numerics = NUMERICS_FMA,
		.kernel = row->kernel};
	char *spec = conv_of_zeros(row->x, row->w, row->weights, row->attributes);
	struct scheduled s;
	const struct tile_plan *plan;
	const struct micro_kernel *kernel;

	schedule_spec(&s, spec, &settings, UINT64_MAX);
	plan = s.schedule.own;
	kernel = interior_kernel(&plan->oc_block[0]);
	assert_int_equal(kernel->nprefetch, row->n);
	assert_memory_equal(kernel->prefetch, row->line, row->n * sizeof row->line[0]);
	assert_int_equal(kernel->prefetches_dst, row->outputs);
	subject_free(&s.subject);
	free(spec);
}

static void
has_scalars(void **state)
{
	const struct scalars *row = *state;
	const struct settings settings = {
		.targets = {{target_find(row->target)}, 1}, .kernel = &kernel_plain};
	struct scheduled s;
	const struct tile_plan *plan;
	const struct micro_kernel *kernel;

	schedule_spec(&s, row->spec, &settings, UINT64_MAX);
	assert_true(s.fits);
	plan = s.schedule.own;
	kernel = interior_kernel(&plan->oc_block[0]);
	assert_int_equal(kernel->channels, row->channels);
	assert_int_equal(kernel->positions, row->positions);
	assert_int_equal(kernel->loops, row->loops);
	assert_int_equal(plan->oc_block[0].nkernel, row->kernels);
	subject_free(&s.subject);
}

static void
has_blocks(void **state)
{
	const struct blocks *row = *state;
	const struct settings settings = {
		.targets = {{target_find("x86-64-v4")}, 1}, .kernel = &kernel_direct_oc};
	char *spec = conv_of_zeros(row->x, row->w, row->weights, "");
	struct scheduled s;
	const struct tile_plan *plan;

	schedule_spec(&s, spec, &settings, UINT64_MAX);
	plan = s.schedule.own;
	assert_int_equal(plan->noc_block, row->n);
	for (size_t i = 0; i < row->n; i++) {
		assert_int_equal(plan->oc_block[i].channels, row->channels[i]);
		assert_int_equal(plan->oc_block[i].lanes, row->lanes[i]);
	}
	subject_free(&s.subject);
	free(spec);
}

/* The inner micro-kernel that direct-ow has on a target. */
static const struct micro_kernel *
columns_of(struct scheduled *s, const char *spec, const char *target)
{
	const struct settings settings = {.targets = {{target_find(target)}, 1},
		.numerics = NUMERICS_FMA,
		.kernel = &kernel_direct_ow};
	const struct tile_plan *plan;

	schedule_spec(s, spec, &settings, UINT64_MAX);
	plan = s->schedule.own;
	return interior_kernel(&plan->oc_block[0]);
}

static void
has_shape(void **state)
{
	const struct shape *row = *state;
	struct tile_room room =
		row->target ? tile_room_of_channels(target_find(row->target), 0)
			    : row->room;
	struct tile_shape shape = tile_shape_of(&room);

	assert_int_equal(shape.rows, row->shape.rows);
	assert_int_equal(shape.vectors, row->shape.vectors);
}

static void
leaves_rest(void **state)
{
	const struct rest *row = *state;
	char *spec = conv_of_zeros(row->x, "[24, 12, 1, 1]", 24 * 12, "");
	struct scheduled s;
	const struct tile_plan *plan;
	const struct oc_block *block;

	columns_of(&s, spec, "x86-64-v4");
	plan = s.schedule.own;
	block = &plan->oc_block[0];
	assert_int_equal(block->kernel[0]->positions, 48);
	assert_int_equal(block->kernel[block->nkernel - 1]->positions, row->positions);
	subject_free(&s.subject);
	free(spec);
}

static void
takes_together(void **state)
{
	const struct together *row = *state;
	const struct settings settings = {.targets = {{target_find("x86-64-v4")}, 1},
		.numerics = NUMERICS_FMA,
		.kernel = &kernel_direct_c};
	const struct tile_plan *plan;
	struct scheduled s;

	schedule_spec(&s, row->spec, &settings, UINT64_MAX);
	plan = s.schedule.own;
	assert_int_equal(plan->oc_block[0].kernel[0]->together, row->channels);
	assert_int_equal(plan->oc_block[0].channels < plan->window.oc, row->copied);
	subject_free(&s.subject);
}

static void
copies_inputs(void **state)
{
	const struct copied *row = *state;
	char *spec = conv_of_zeros(row->x, row->w, row->weights, "");
	struct scheduled s;

	assert_int_equal(columns_of(&s, spec, "x86-64-v3")->staged, row->n);
	subject_free(&s.subject);
	free(spec);
}

static void
has_positions(void **state)
{
	const struct positions *row = *state;
	char *spec = conv_of_zeros(row->x, row->w, row->weights, row->attributes);
	struct scheduled s;

	assert_int_equal(columns_of(&s, spec, "x86-64-v3")->positions, row->n);
	subject_free(&s.subject);
	free(spec);
}

static void
holds(void **state)
{
	const struct held *row = *state;
	char *spec = conv_of_zeros(row->x, row->w, row->weights, row->attributes);
	struct scheduled s;
	const struct ow_kernel *own = columns_of(&s, spec, row->target)->own;
	int64_t inputs = 0;

	for (size_t i = 0; i < own->nload; i++)
		inputs += own->load[i].in_register;
	assert_int_equal(inputs, row->inputs);
	assert_int_equal(own->run[0].shared == SHARED_WEIGHTS, row->weights_stay);
	subject_free(&s.subject);
	free(spec);
}

static void
stores_behind(void **state)
{
	const struct flow *row = *state;
	struct scheduled s;
	const struct ow_kernel *own = columns_of(&s, row->spec, "x86-64-v4")->own;

	assert_true(own->ncolumn > 1 && (row->flows || own->ncolumn <= 24));
	assert_int_equal(own->flows, row->flows);
	subject_free(&s.subject);
}

static void
has_lanes(void **state)
{
	const struct lanes *row = *state;
	const struct tile_plan *plan;
	const struct ow_kernel *own;
	struct scheduled s;

	own = columns_of(&s, row->spec, "x86-64-v4")->own;
	plan = s.schedule.own;
	assert_int_equal(plan->vector->lanes, row->n);
	assert_int_equal(plan->vector->block, row->block);
	assert_int_equal(own->column[own->ncolumn - 1].width, row->last);
	subject_free(&s.subject);
}

static void
moves_on(void **state)
{
	const struct pass *row = *state;
	struct scheduled s;
	const struct micro_kernel *kernel = columns_of(&s, row->spec, row->target);
	const struct ow_kernel *own = kernel->own;

	assert_int_equal(kernel->positions, row->positions);
	assert_int_equal(own->nload, row->loads);
	subject_free(&s.subject);
}

static void
counts_outputs(void **state)
{
	const struct outputs *row = *state;
	const struct settings settings = {
		.targets = {{target_find("x86-64-v4")}, 1}, .kernel = &kernel_direct_ow};
	struct subject s = {.nmessage = 0};
	struct schedule schedule;
	const struct tile_plan *plan;
	const char *text = arena_format(&s.arena,
		"{\"name\": \"f\", \"dtype\": \"%s\", \"graph\": {\"inputs\": {\"x\": "
		"[1, 16, 128, 128], \"w\": [16, %d, 3, 3]}, \"nodes\": [{\"op\": "
		"\"Conv\", \"inputs\": {\"X\": \"x\", \"W\": \"w\"}, \"attributes\": "
		"{\"group\": %d, \"pads\": [1, 1, 1, 1]}, \"output\": \"c\"}, "
		"{\"op\": \"Cast\", \"inputs\": {\"input\": \"c\"}, \"attributes\": {"
		"\"to\": %d}, \"output\": \"y\"}], \"outputs\": [\"y\"]}}",
		row->dtype, 16 / row->group, row->group, row->to);

	source_from_text(&s.source, "net.json", text, strlen(text));
	assert_true(json_read(&s.source, &s.spec, &s.arena));
	assert_true(network_make(
		&schedule, &s.spec, "", &settings, UINT64_MAX, &s.source, &s.arena));
	assert_int_equal(schedule_network(&schedule)->nstep, 1);
	plan = step_schedule(&schedule, 0)->own;
	assert_int_equal(
		interior_kernel(&plan->oc_block[0])->prefetches_dst, row->prefetches);
	arena_free(&s.arena);
}

int
main(void)
{
	int failed = run_table("prefetches", prefetches, asks_for) +
		     run_table("blocks", blocks, has_blocks) +
		     run_table("copies", copies, copies_inputs) +
		     run_table("positions", positions, has_positions) +
		     run_table("held", held, holds) +
		     run_table("flows", flows, stores_behind) +
		     run_table("passes", passes, moves_on) +
		     run_table("lanes", lanes, has_lanes) +
		     run_table("rests", rests, leaves_rest) +
		     run_table("shapes", shapes, has_shape) +
		     run_table("scalars", scalars, has_scalars) +
		     run_table("together", togethers, takes_together);

	return run_table("outputs", outputs, counts_outputs) || failed;
}
