/* Nodes that are cut into parts, which the proof has gone through: as many as were
   asked for, as far as there is something to cut, with the work spread evenly. Work is
   counted, not timed. */

#include "support/test.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "code/walk/count.h"
#include "schedule/setting.h"
#include "support/lowered.h"
#include "support/subject.h"

#define CONV(x, w, b, attributes) \
	"{\"name\": \"f\", \"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": " \
	"{\"X\": " x ", \"W\": " w b "}, \"attributes\": {" attributes "}}"
#define POOL(op, x, attributes) \
	"{\"name\": \"f\", \"op\": \"" op \
	"\", \"opset\": 22, \"dtype\": \"float32\", \"inputs\": {\"X\": " x \
	"}, \"attributes\": {" attributes "}}"
#define NODE(op, opset, inputs, attributes) \
	"{\"name\": \"f\", \"op\": \"" op "\", \"opset\": " opset \
	", \"dtype\": \"float32\", \"inputs\": {" inputs \
	"}, \"attributes\": {" attributes "}}"

struct row {
	const char *name, *spec, *target;
	const char *parts;
	size_t nparts;  /* that come of it */
	double balance; /* the most that the largest part may have, by the mean */
};

/* clang-format off */
#define MIDDLE CONV("[1, 64, 56, 56]", "[64, 64, 3, 3]", ", \"B\": [64]", "\"pads\": [1, 1, 1, 1]")
#define POINTS CONV("[1, 128, 28, 28]", "[256, 128, 1, 1]", "", "")
#define FIRST CONV("[1, 3, 224, 224]", "[64, 3, 7, 7]", "", "\"pads\": [3, 3, 3, 3], \"strides\": [2, 2]")
#define LAST CONV("[1, 512, 7, 7]", "[512, 512, 3, 3]", ", \"B\": [512]", "\"pads\": [1, 1, 1, 1]")
#define DEPTHWISE CONV("[1, 64, 56, 56]", "[64, 1, 3, 3]", "", "\"group\": 64, \"pads\": [1, 1, 1, 1]")
#define IMAGES CONV("[4, 16, 14, 14]", "[24, 8, 3, 3]", "", "\"group\": 2")
static const struct row rows[] = {
	{"3x3 in plain C for two threads", MIDDLE, "generic", "2", 2, 1.1},
	{"3x3 in plain C for three", MIDDLE, "generic", "3", 3, 1.1},
	{"3x3 in plain C for eight", MIDDLE, "generic", "8", 8, 1.1},
	{"3x3 of deferred stores for two", MIDDLE, "x86-64-v3", "2", 2, 1.1},
	{"3x3 of deferred stores for three", MIDDLE, "x86-64-v3", "3", 3, 1.1},
	{"3x3 of deferred stores for eight", MIDDLE, "x86-64-v4", "8", 8, 1.1},
	{"1x1, vectors that overlap, for two", POINTS, "x86-64-v3", "2", 2, 1.1},
	{"1x1, vectors that overlap, for seven", POINTS, "x86-64-v3", "7", 7, 1.1},
	{"1x1 on 128 bits for four", POINTS, "aarch64", "4", 4, 1.1},
	{"few channels and a large window for four", FIRST, "x86-64-v3", "4", 4, 1.1},
	{"chains over rows for eight", FIRST, "x86-64-v4", "8", 8, 1.1},
	{"many channels of small planes for two", LAST, "x86-64-v3", "2", 2, 1.1},
	{"many channels of small planes for eight", LAST, "x86-64-v4", "8", 8, 1.1},
	{"depthwise for two", DEPTHWISE, "x86-64-v3", "2", 2, 1.1},
	{"depthwise for six", DEPTHWISE, "x86-64-v3", "6", 6, 1.1},
	{"images and groups for five: an image each", IMAGES, "x86-64-v3", "5", 4, 1.1},
	{"maxima of one plane, whose blocks of rows overlap", POOL("MaxPool", "[1, 1, 60, 60]", "\"kernel_shape\": [3, 3], \"strides\": [2, 2]"), "x86-64-v3", "2", 2, 1.3},
	{"averages for four", POOL("AveragePool", "[1, 30, 28, 28]", "\"kernel_shape\": [3, 3], \"pads\": [1, 1, 1, 1]"), "x86-64-v3", "4", 4, 1.1},
	{"matrices for three", NODE("MatMul", "13", "\"A\": [96, 64], \"B\": [64, 72]", ""), "x86-64-v3", "3", 3, 1.1},
	{"a transposed convolution for three", NODE("ConvTranspose", "11", "\"X\": [1, 16, 14, 14], \"W\": [16, 12, 3, 3]", "\"strides\": [2, 2]"), "x86-64-v3", "3", 3, 1.1},
	{"a sum of one row is one part", NODE("ReduceSum", "13", "\"data\": [4096]", ""), "x86-64-v3", "4", 1, 1},
	{"rows of a softmax", NODE("Softmax", "13", "\"input\": [12, 100]", ""), "x86-64-v3", "4", 4, 1.1},
	{"elements for 256", NODE("Relu", "14", "\"X\": [65536]", ""), "x86-64-v3", "256", 256, 1.1},
	{"more parts than vectors", NODE("Relu", "14", "\"X\": [40]", ""), "x86-64-v3", "8", 5, 1.1},
	{"a copy is cut anywhere", NODE("Flatten", "13", "\"input\": [2, 9, 100]", ""), "generic", "4", 4, 1.1},
	{"rows of a nearest resize that read different lengths of a table", NODE("Resize", "13", "\"X\": [48, 24, 1], \"sizes\": {\"shape\": [3], \"dtype\": \"int64\", \"data\": [49, 49, 64]}", "\"mode\": \"nearest\", \"coordinate_transformation_mode\": \"asymmetric\", \"nearest_mode\": \"floor\""), "x86-64-v3", "6", 6, 1.2},
	{"no elements, no parts", NODE("Relu", "14", "\"X\": [0]", ""), "generic", "4", 0, 0},
};
/* clang-format on */

/* Operations and elements that a part reads and writes. */
static double
work_of(const struct lowered *l, const struct function *part)
{
	struct arena arena = {0};
	struct counting counting;
	struct function whole = *part;
	struct cost cost;
	double work = 0;

	count_begin(&counting, &arena);
	for (size_t i = 0; i < l->n; i++)
		if (l->function[i]->number < part->number)
			counting.sink.take(&counting, l->function[i]);
	/* What is counted computes all outputs, from weights that are not packed. */
	whole.stage = 0;
	for (size_t i = 0; i < part->nparameter; i++)
		((struct variable *)part->parameter[i])->is_packed = false;
	counting.sink.take(&counting, &whole);
	cost = count_end(&counting);
	for (int i = 0; i < NCOUNTER; i++)
		work += (double)cost.count[i];
	arena_free(&arena);
	return work;
}

static void
check_balance(const struct row *row, const struct lowered *l, enum entry entry)
{
	const struct function **part =
		arena_array(l->arena, const struct function *, l->n);
	size_t n = lowered_stage(l, (size_t)entry + 1, part);
	double most = 0, all = 0;

	assert_int_equal(n, row->nparts);
	for (size_t i = 0; i < n; i++) {
		double work = work_of(l, part[i]);

		assert_true(work > 0);
		most = work > most ? work : most;
		all += work;
	}
	if (most * (double)n > row->balance * all)
		fail_msg(
			"the largest part has %g, the mean is %g", most, all / (double)n);
}

static void
row_holds(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	struct settings said = {0}, settings;
	struct subject subject;
	struct schedule schedule;
	struct lowered l;

	assert_null(setting_read(&said, "target", row->target, &arena));
	assert_null(setting_read(&said, "parts", row->parts, &arena));
	settings = settings_resolve(&said, &(struct settings){0});
	settings.targets.n = 1;
	assert_true(subject_plan(&subject, "f.json", row->spec, strlen(row->spec)));
	if (!subject_schedule(&subject, "", &settings, UINT64_MAX, &schedule))
		fail_msg("%s", subject.messages);
	assert_int_equal(schedule.parts ? schedule.parts->n : 0, row->nparts);
	l = lowered_make(&schedule, &arena);
	check_balance(row, &l, ENTRY_WHOLE);
	if (lowered_packs(&l))
		check_balance(row, &l, ENTRY_PACKED);
	subject_free(&subject);
	arena_free(&arena);
}

int
main(void)
{
	struct CMUnitTest test[sizeof rows / sizeof rows[0]];
	size_t n = sizeof rows / sizeof rows[0];

	for (size_t i = 0; i < n; i++)
		test[i] = (struct CMUnitTest){
			rows[i].name, row_holds, NULL, NULL, (void *)&rows[i]};
	return _cmocka_run_group_tests("parts", test, n, NULL, NULL);
}
