/* Which weights that come at run time are packed: where a tile of output channels wants
   them side by side, and the stack may hold them; and the order in which they are. */

#include "support/test.h"

#include <string.h>

#include "kernels/common/tile_plan.h"
#include "schedule/setting.h"
#include "support/subject.h"

struct row {
	const char *name, *spec, *target;
	int64_t panel; /* numbers on the stack; 0: weights are read as they are */
};

#define CONV(x, w, more) \
	"{\"name\": \"f\", \"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": " \
	"{\"X\": " x ", \"W\": " w "}" more "}"
#define OF_TYPE(type, x, w) \
	"{\"name\": \"f\", \"op\": \"Conv\", \"dtype\": \"" type "\", \"inputs\": " \
	"{\"X\": " x ", \"W\": " w "}}"
#define STRIDE_2 ", \"attributes\": {\"strides\": [2]}"
#define GROUPS(n) ", \"attributes\": {\"group\": " #n "}"

/* clang-format off */
static const struct row rows[] = {
	{"output channels enough for a tile", CONV("[1, 3, 9, 9]", "[8, 3, 3, 3]", ""), "generic", 8 * 27},
	{"a wide tile and a ragged one", CONV("[1, 3, 9, 9]", "[19, 3, 3, 3]", ""), "generic", 16 * 27},
	{"fewer are read as they are", CONV("[1, 3, 9, 9]", "[7, 3, 3, 3]", ""), "generic", 0},
	{"those of a group count", CONV("[1, 4, 9, 9]", "[16, 1, 3, 3]", GROUPS(4)), "generic", 0},
	{"and may be enough", CONV("[1, 4, 9, 9]", "[16, 2, 3, 3]", GROUPS(2)), "generic", 8 * 18},
	{"few positions do not pay", CONV("[1, 16, 4, 4]", "[32, 16, 3, 3]", ""), "generic", 0},
	{"those of all images count", CONV("[2, 16, 4, 4]", "[32, 16, 3, 3]", ""), "generic", 16 * 144},
	{"a row of positions does without", CONV("[1, 3, 20]", "[8, 3, 3]", ""), "generic", 0},
	{"with a stride it does not", CONV("[1, 3, 40]", "[8, 3, 3]", STRIDE_2), "generic", 8 * 9},
	{"nor do many rows", CONV("[1, 3, 20, 20]", "[8, 3, 3, 3]", ""), "generic", 8 * 27},
	{"unless they are one, of points", CONV("[1, 3, 20, 20]", "[8, 3, 1, 1]", ""), "generic", 0},
	{"or long, and sums are short", CONV("[1, 3, 200]", "[8, 3, 3]", ""), "generic", 0},
	{"longer ones where planes crowd the cache", CONV("[1, 20, 34, 34]", "[8, 20, 3, 3]", ""), "generic", 0},
	{"and not where they do not", CONV("[1, 20, 35, 35]", "[8, 20, 3, 3]", ""), "generic", 8 * 180},
	{"half types are packed for rows, too", OF_TYPE("float16", "[1, 3, 200]", "[32, 3, 3]"), "generic", 8 * 9},
	{"tiles are narrower where a wide one's weights are too many", CONV("[1, 1024, 8, 8]", "[32, 1024, 3, 3]", ""), "generic", 8 * 9216},
	{"up to 512 KiB", CONV("[1, 1024, 8, 8]", "[32, 1024, 4, 4]", ""), "generic", 8 * 16384},
	{"the stack holds no more than that", CONV("[1, 2048, 8, 8]", "[32, 2048, 3, 3]", ""), "generic", 0},
	{"tiles of float64 are narrow", OF_TYPE("float64", "[1, 3, 9, 9]", "[32, 3, 3, 3]"), "generic", 8 * 27},
	{"half types are packed as the numbers of sums", OF_TYPE("bfloat16", "[1, 3, 9, 9]", "[32, 3, 3, 3]"), "generic", 16 * 27},
	{"no inputs, no weights", CONV("[1, 0, 9, 9]", "[32, 0, 3, 3]", ""), "generic", 0},
	{"vectors are filled up", CONV("[1, 16, 9, 9]", "[15, 16, 3, 3]", ""), "x86-64-v4", 16 * 144},
	{"in each group", CONV("[1, 32, 9, 9]", "[30, 16, 3, 3]", GROUPS(2)), "x86-64-v4", 16 * 144},
};
/* clang-format on */

/* Each weight has one place; what fills vectors up is no weight. */
static void
assert_order(const struct stored_weights *w, int64_t nweight, struct arena *arena)
{
	bool *found = arena_array(arena, bool, nweight);
	int64_t nfilled = 0;

	for (int64_t k = 0; k < w->n; k++) {
		int64_t weight = w->source(w->packing, k);

		if (weight < 0) {
			nfilled++;
			continue;
		}
		assert_true(weight < nweight);
		assert_false(found[weight]);
		found[weight] = true;
	}
	assert_int_equal(w->n - nfilled, nweight);
}

static void
packs(void **state)
{
	const struct row *row = *state;
	struct subject subject;
	struct schedule schedule;
	struct settings said = {.unroll = UNROLL_WINDOW, .has_unroll = true}, settings;

	assert_true(subject_plan(&subject, row->name, row->spec, strlen(row->spec)));
	assert_null(setting_read(&said, "target", row->target, &subject.arena));
	settings = settings_resolve(&said, &(struct settings){0});
	assert_true(subject_schedule(&subject, "", &settings, UINT64_MAX, &schedule));
	assert_int_equal(largest_panel(schedule.own), row->panel);
	assert_int_equal(schedule.weights.packs, row->panel > 0);
	if (row->panel)
		assert_order(&schedule.weights, subject.plan.weights->nelement,
			&subject.arena);
	assert_true(schedule.cost.stack_bytes >=
		    (uint64_t)row->panel *
			    dtype_info[dtype_accumulator(subject.plan.dst.dtype)].size);
	subject_free(&subject);
}

int
main(void)
{
	struct CMUnitTest test[countof(rows)];

	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){
			rows[i].name, packs, NULL, NULL, (void *)&rows[i]};
	return _cmocka_run_group_tests("packed", test, countof(rows), NULL, NULL);
}
