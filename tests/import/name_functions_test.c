#include "import/name_functions.h"

#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "import/candidates.h"
#include "import/read.h"
#include "support/rows.h"
#include "support/wire.h"

/* The names of a model's nodes, in its order, and the functions' they become. */
struct row {
	const char *claim;
	const char *node[6];
	const char *function[6];
};

/* clang-format off */
static const struct row rows[] = {
	{"names stay", {"a", "b"}, {"a", "b"}},
	{"namesakes get their number", {"a", "b", "a"}, {"a_0", "b", "a_2"}},
	{"letter case does not tell names apart", {"a", "A"}, {"a_0", "A_1"}},
	{"names become alike only as functions", {"a/b", "a.b"}, {"a_b_0", "a_b_1"}},
	{"who is called as another with its number gets one too", {"a", "a", "a_1"}, {"a_0", "a_1", "a_1_2"}},
	{"so on and so forth", {"a", "a", "a_1", "a_1_2", "a_1_2_3"}, {"a_0", "a_1", "a_1_2", "a_1_2_3", "a_1_2_3_4"}},
	{"where there is no name the output has one", {"", "b"}, {"out0", "b"}},
	{"and gets a number likewise", {"", "out0"}, {"out0_0", "out0_1"}},
};

static const struct row step_rows[] = {
	{"short names stay", {"a", "b"}, {"a", "b"}},
	{"paths end in what tells them apart", {"/up/Conv", "/up/Relu", "/down/Relu"}, {"Conv", "up_Relu", "down_Relu"}},
	{"namesakes get their number", {"m/a", "m/b", "m/a"}, {"a_0", "b", "a_2"}},
	{"letter case does not tell them apart", {"m/a", "m/A"}, {"a_0", "A_1"}},
	{"nor do signs", {"m/a.b", "m/a-b"}, {"a_b_0", "a_b_1"}},
	{"a number is no name", {"block/0", "m/b"}, {"block_0", "b"}},
	{"what is not UTF-8 is no title", {"\xff/a", "m/b"}, {"a", "b"}},
};
/* clang-format on */

/* A DepthToSpace without inputs, which is enough to be a candidate. */
static struct bytes
node_of(const char *name, size_t index, struct arena *arena)
{
	return wire_bytes(arena, 1,
		wire(arena, wire_text(arena, 2, arena_format(arena, "out%zu", index)),
			wire_text(arena, 3, name), wire_text(arena, 4, "DepthToSpace")));
}

static struct candidates
read_nodes(const char *const *name, struct arena *arena)
{
	const struct overrides overrides = {.nshape = 0};
	struct source *source = arena_new(arena, struct source);
	struct bytes node[6], model;
	struct candidates candidates;
	size_t n = 0;

	for (; n < 6 && name[n]; n++)
		node[n] = node_of(name[n], n, arena);
	model = wire_bytes(arena, 7, wire_join(arena, node, n));
	source_from_text(source, "m.onnx", model.text, model.size);
	assert_true(candidates_read(
		&candidates, source, FORMAT_ONNX, 13, &overrides, arena, arena));
	assert_int_equal(candidates.ncandidate, n);
	return candidates;
}

static void
functions_are_named(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	struct candidates candidates = read_nodes(row->node, &arena);

	for (size_t i = 0; i < candidates.ncandidate; i++)
		assert_string_equal(candidates.candidate[i].name, row->function[i]);
	arena_free(&arena);
}

/* A title is the node's name, unless that is the step's, too. */
static void
steps_are_named(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	struct candidates candidates = read_nodes(row->node, &arena);

	name_steps(&candidates, &arena);
	for (size_t i = 0; i < candidates.ncandidate; i++) {
		const struct candidate *c = &candidates.candidate[i];

		assert_string_equal(c->name, row->function[i]);
		if (!strcmp(c->name, row->node[i]))
			assert_null(c->title);
		else if (*row->node[i] == '\xff')
			assert_null(c->title);
		else
			assert_string_equal(
				c->title, *row->node[i] ? row->node[i] : "out0");
	}
	arena_free(&arena);
}

int
main(void)
{
	return run_table("names of functions", rows, functions_are_named) +
	       run_table("names of steps", step_rows, steps_are_named);
}
