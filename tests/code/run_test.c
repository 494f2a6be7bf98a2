#include "support/rows.h"

#include <string.h>

#include "base/arena.h"
#include "built.h"
#include "code/running/run.h"

/* Functions put together by hand, of which some passes are run. */

enum {
	BLOCK = 2,
	BLOCKS = BUILT_ELEMENTS / BLOCK
};

struct row {
	const char *name;
	void (*make)(const struct build *b);
	uint64_t statements; /* 0: as many as there are */
	size_t nstored;      /* elements */
	/* Blocks that are stored besides, by the sample's turn 5; -1: none. */
	int block[6];
};

/* Two elements from X to Y. */
static void
copy_block(const struct build *b, struct ends e, const struct variable *i)
{
	code_copy(b->code, code_indexed(b->code, code_at(e.dst, 0), i, BLOCK),
		code_indexed(b->code, code_at(e.src, 0), i, BLOCK), BLOCK);
}

static void
passes_are_apart(const struct build *b)
{
	struct ends e = build_entry(b);
	struct variable *i = build_counter(b, "i");

	code_loop(b->code, i, BLOCKS);
	copy_block(b, e, i);
	code_end(b->code);
	code_end_function(b->code);
}

/* A pass stores where the one before it has moved a pointer. */
static void
passes_follow(const struct build *b)
{
	struct ends e = build_entry(b);
	struct variable *i = build_counter(b, "i");
	struct variable *to = code_let_pointer(
		b->code, false, false, b->scalar, "to", code_at(e.dst, 0));

	code_loop(b->code, i, BLOCKS);
	code_copy(b->code, code_at(to, 0), code_at(e.src, 0), BLOCK);
	code_point(b->code, to, code_at(to, BLOCK));
	code_end(b->code);
	code_end_function(b->code);
}

static void
stored_is_read(const struct build *b)
{
	struct ends e = build_entry(b);
	struct variable *i = build_counter(b, "i");

	code_loop(b->code, i, BLOCKS);
	copy_block(b, e, i);
	code_store(b->code, code_indexed(b->code, code_at(e.dst, 0), i, BLOCK),
		code_load(b->code, b->scalar,
			code_indexed(b->code, code_at(e.dst, 0), i, BLOCK)));
	code_end(b->code);
	code_end_function(b->code);
}

/* Zeros are no results: passes may store there. */
static void
output_is_cleared(const struct build *b)
{
	struct ends e = build_entry(b);
	struct variable *i = build_counter(b, "i");

	code_clear(b->code, code_at(e.dst, 0), BUILT_ELEMENTS);
	code_loop(b->code, i, BLOCKS);
	copy_block(b, e, i);
	code_end(b->code);
	code_end_function(b->code);
}

static const struct row rows[] = {
	{"passes of each kind, and that of the turn", passes_are_apart, 0, 10,
		{0, 1, 5, BLOCKS / 2, BLOCKS - 1, -1}},
	{"all passes, if one needs the one before", passes_follow, 0, BUILT_ELEMENTS,
		{0, 2, 3, 4, BLOCKS - 2, -1}},
	{"nothing, if what is stored is read", stored_is_read, 0, 0, {-1}},
	{"what is cleared is not noted", output_is_cleared, 0, 10,
		{0, 1, 5, BLOCKS / 2, BLOCKS - 1, -1}},
	/* The counter's declaration, the loop and two passes. */
	{"it ends after so many statements", passes_are_apart, 4, 4, {0, 1, -1}},
};

static void
keep(void *context, const struct function *f)
{
	*(const struct function **)context = f;
}

static void
sample_stores(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	const struct function *f = NULL;
	const struct code_sink sink = {.take = keep, .context = &f, .keeps = true};
	struct code_builder code = code_begin(&arena, &arena, &sink, "");
	const struct build b = build_with(&code);
	float x[BUILT_ELEMENTS] = {0}, y[BUILT_ELEMENTS];
	const struct run_object object[] = {{x, sizeof x, true}, {y, sizeof y, false}};
	struct run_sample sample = {
		.statements = row->statements ? row->statements : UINT64_MAX,
		.turn = 5,
		.arena = &arena};
	bool stored[BUILT_ELEMENTS] = {false};
	struct run_result result;
	size_t n = 0;

	row->make(&b);
	result = code_run_sample(f, object, 2, &sample);
	assert_true(result.good);
	for (size_t i = 0; i < sample.nrange; i++) {
		assert_int_equal(sample.range[i].argument, 1);
		for (int64_t k = 0; k < sample.range[i].size; k += (int64_t)sizeof *y)
			stored[(sample.range[i].from + k) / (int64_t)sizeof *y] = true;
	}
	for (size_t i = 0; i < BUILT_ELEMENTS; i++)
		n += stored[i];
	assert_int_equal(n, row->nstored);
	for (const int *k = row->block; *k >= 0; k++)
		assert_true(stored[*k * BLOCK] && stored[*k * BLOCK + 1]);
	arena_free(&arena);
}

int
main(void)
{
	return run_table("samples", rows, sample_stores);
}
