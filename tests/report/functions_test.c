#include "support/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "plan/plan.h"
#include "report/functions.h"
#include "support/scheduled.h"

enum {
	MOST_TEXT = 1024
};

/* How many outputs each function stores, by the ends of their names behind "opgen_f_";
   NULL: whichever do, together they store all. */
struct row {
	const char *claim, *spec, *target;
	enum unroll unroll;
	const char *expected;
};

/* clang-format off */
static const struct row rows[] = {
	{"a border has functions of its own", POOL("AveragePool", "[1, 1, 5, 5]", "\"kernel_shape\": [3, 3], \"pads\": [1, 1, 1, 1]"), "generic", UNROLL_WINDOW,
		"border_0 4, border_1 6, border_2 6, interior_3 9"},
	{"planes multiply", POOL("AveragePool", "[2, 3, 4, 4]", "\"kernel_shape\": [3, 3], \"strides\": [2, 2], \"pads\": [1, 1, 0, 0]"), "generic", UNROLL_WINDOW,
		"border_0 6, border_1 6, border_2 6, interior_3 6"},
	{"code without loops is a part", POOL("AveragePool", "[1, 2, 4, 4]", "\"kernel_shape\": [2, 2]"), "generic", UNROLL_FULL, "part_0 18"},
	{"a function stores each output of a convolution", CONV("[1, 16, 16, 16]", "[16, 16, 3, 3]", PADS_1), "x86-64-v4", UNROLL_AUTO, NULL},
	{"of one whose sums wait for the next call", CONV("[1, 32, 56, 56]", "[64, 32, 3, 3]", PADS_1), "x86-64-v4", UNROLL_AUTO, NULL},
	{"of one with channels that are left", CONV("[1, 8, 9, 9]", "[21, 8, 3, 3]", ""), "x86-64-v3", UNROLL_AUTO, NULL},
	{"of a product", "{\"name\": \"f\", \"op\": \"MatMul\", \"dtype\": \"float32\", \"inputs\": {\"A\": [7, 9], \"B\": [9, 37]}}", "x86-64-v3", UNROLL_AUTO, NULL},
	{"of a movement", "{\"name\": \"f\", \"op\": \"DepthToSpace\", \"domain\": \"ai.onnx\", \"dtype\": \"float32\", \"inputs\": {\"input\": [1, 8, 5, 7]}, \"attributes\": {\"blocksize\": 2}}", "x86-64-v3", UNROLL_AUTO, NULL},
	{"of elements", "{\"name\": \"f\", \"op\": \"Relu\", \"dtype\": \"float32\", \"inputs\": {\"X\": [3, 35]}}", "x86-64-v3", UNROLL_AUTO, NULL},
	{"of rows that are reduced", "{\"name\": \"f\", \"op\": \"Softmax\", \"dtype\": \"float32\", \"inputs\": {\"input\": [5, 33]}}", "x86-64-v3", UNROLL_AUTO, NULL},
	{"an output without elements is stored by none", POOL("AveragePool", "[0, 2, 4, 4]", "\"kernel_shape\": [2, 2]"), "generic", UNROLL_AUTO, ""},
};
/* clang-format on */

/* Notes who stores the elements of a region's dims from i on, which begin at a byte. */
static void
note(const struct written *w, int i, int64_t byte, size_t *by, int64_t size)
{
	const struct region *r = &w->region;

	if (i < r->ndim) {
		for (int64_t k = 0; k < r->dim[i].count; k++)
			note(w, i + 1, byte + k * r->dim[i].inc, by, size);
		return;
	}
	for (int64_t at = byte; at < byte + r->length; at += size) {
		assert_true(at >= 0 && at / size < w->output->nelement);
		by[at / size] = w->function + 1;
	}
}

static void
count(const struct functions *functions, const size_t *by, int64_t nelement, char *text)
{
	char *end = text;

	*text = '\0';
	for (size_t f = 0; f < functions->ntold; f++) {
		const char *name = functions->told[f].name;
		int64_t n = 0;

		for (int64_t i = 0; i < nelement; i++)
			n += by[i] == f + 1;
		if (!strncmp(name, "opgen_f_", 8))
			name += 8;
		if (n)
			end += snprintf(end, (size_t)(text + MOST_TEXT - end),
				"%s%s %" PRId64, *text ? ", " : "", name, n);
	}
}

static void
row_holds(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	struct settings settings = {.unroll = row->unroll, .has_unroll = true};
	struct scheduled s;
	struct functions functions;
	char text[MOST_TEXT];
	size_t *by;
	int64_t n;

	settings.targets =
		(struct target_list){.target = {target_find(row->target)}, .n = 1};
	settings = settings_resolve(&settings, &(struct settings){0});
	schedule_spec(&s, row->spec, &settings, 1 << 24);
	assert_true(s.fits);
	n = s.schedule.plan->dst.nelement;
	by = arena_array(&arena, size_t, n);
	functions = functions_read(&s.schedule, &arena);
	for (size_t i = 0; i < functions.nwritten; i++)
		note(&functions.written[i], 0, functions.written[i].region.offset, by,
			(int64_t)dtype_info[s.schedule.plan->dst.dtype].size);
	for (int64_t i = 0; i < n; i++)
		if (!by[i])
			fail_msg("nobody stores element %" PRId64, i);
	count(&functions, by, n, text);
	if (row->expected)
		assert_string_equal(text, row->expected);
	arena_free(&arena);
	subject_free(&s.subject);
}

int
main(void)
{
	struct CMUnitTest test[countof(rows)];

	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){
			rows[i].claim, row_holds, NULL, NULL, (void *)&rows[i]};
	return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
