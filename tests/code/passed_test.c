/* Where arrays lie in the workspace that functions are passed: as on a stack. */

#include "support/test.h"

#include <stdint.h>

#include "base/arena.h"
#include "code/statements/build.h"
#include "code/statements/code.h"

static void
ignore(void *context, const struct function *f)
{
	(void)context;
	(void)f;
}

static const struct code_sink sink = {.take = ignore, .keeps = true};

static struct code_builder
begin(struct arena *arena)
{
	struct code_builder code = code_begin(arena, arena, &sink, "");

	code.in_workspace = true;
	return code;
}

static struct variable *
add(struct code_builder *code, int64_t n)
{
	return code_let_array(code, code_scalar(DTYPE_FLOAT32), "a", n, 0);
}

static const struct statement *
last_call(const struct function *f)
{
	const struct statement *s = f->body, *call = NULL;

	for (; s; s = s->next)
		if (s->kind == STATEMENT_CALL)
			call = s;
	return call;
}

static void
arrays_follow_each_other(void **state)
{
	struct arena arena = {0};
	struct code_builder code = begin(&arena);
	const struct variable *a, *b;

	(void)state;
	code_function(&code, LINKAGE_STATIC, "f", NULL);
	a = add(&code, 40);
	b = add(&code, 100);
	assert_true(a->in_workspace && b->in_workspace);
	assert_int_equal(a->within, 0);
	assert_int_equal(b->within, 192);
	assert_int_equal(code_end_function(&code)->workspace, 192 + 448);
	arena_free(&arena);
}

static void
small_ones_and_vectors_stay(void **state)
{
	struct arena arena = {0};
	struct code_builder code = begin(&arena);
	const struct function *f;

	(void)state;
	code_function(&code, LINKAGE_STATIC, "f", NULL);
	assert_false(add(&code, 32)->in_workspace);
	assert_false(code_let_array(&code, code_vector(DTYPE_FLOAT32, 8), "v", 64, 0)
			     ->in_workspace);
	f = code_end_function(&code);
	assert_false(f->takes_workspace);
	arena_free(&arena);
}

static void
bodies_leave_their_place(void **state)
{
	struct arena arena = {0};
	struct code_builder code = begin(&arena);
	const struct variable *i, *inner, *next, *same;

	(void)state;
	code_function(&code, LINKAGE_STATIC, "f", NULL);
	code_counters(&code, {&i, "i", true});
	code_loop(&code, i, 4);
	inner = add(&code, 64);
	code_end(&code);
	next = add(&code, 48);
	/* A loop without a counter is no body. */
	code_loop(&code, NULL, 1);
	same = add(&code, 64);
	code_end(&code);
	assert_int_equal(inner->within, 0);
	assert_int_equal(next->within, 0);
	assert_int_equal(same->within, 192);
	assert_int_equal(add(&code, 64)->within, 192 + 256);
	assert_int_equal(code_end_function(&code)->workspace, 192 + 256 + 256);
	arena_free(&arena);
}

static void
calls_get_what_is_behind(void **state)
{
	struct arena arena = {0};
	struct code_builder code = begin(&arena);
	const struct function *f, *g, *h;
	const struct argument none = {.kind = ARGUMENT_NUMBER};

	(void)state;
	code_function(&code, LINKAGE_STATIC, "f", NULL);
	add(&code, 64);
	f = code_end_function(&code);
	code_function(&code, LINKAGE_STATIC, "g", NULL);
	add(&code, 33);
	code_call(&code, f, &none);
	add(&code, 33);
	g = code_end_function(&code);
	assert_int_equal(last_call(g)->workspace, 192);
	assert_int_equal(g->workspace, 192 + 256);
	/* Who has no arrays passes all of it on. */
	code_function(&code, LINKAGE_EXTERNAL, "h", NULL)->is_entry = true;
	code_call(&code, g, &none);
	h = code_end_function(&code);
	assert_int_equal(last_call(h)->workspace, 0);
	assert_int_equal(h->workspace, g->workspace);
	assert_int_equal(code.workspace, h->workspace);
	arena_free(&arena);
}

static void
entries_take_it_anyway(void **state)
{
	struct arena arena = {0};
	struct code_builder code = begin(&arena);
	const struct function *f;

	(void)state;
	code.constants_passed = true;
	code_function(&code, LINKAGE_EXTERNAL, "f", NULL)->is_entry = true;
	f = code_end_function(&code);
	assert_true(f->takes_workspace && f->takes_constants);
	assert_int_equal(f->workspace, 0);
	code_function(&code, LINKAGE_STATIC, "g", NULL);
	f = code_end_function(&code);
	assert_false(f->takes_workspace || f->takes_constants);
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(arrays_follow_each_other),
		cmocka_unit_test(small_ones_and_vectors_stay),
		cmocka_unit_test(bodies_leave_their_place),
		cmocka_unit_test(calls_get_what_is_behind),
		cmocka_unit_test(entries_take_it_anyway),
	};

	return cmocka_run_group_tests_name("passed", test, NULL, NULL);
}
