/* Functions put together by hand: which of them are one, and what that one is passed. */

#include "support/test.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "code/built.h"
#include "code/proof/prove.h"
#include "code/statements/build.h"
#include "code/statements/share.h"
#include "plan/plan.h"

enum {
	MOST_FUNCTIONS = 8
};

/* What differs between two functions that are equal otherwise. */
enum difference {
	SAME,
	OFFSET,
	PASSES,
	STEP,
	LANES,
	VALUE_OF_ANOTHER,
	OTHER_TYPE,
	OTHER_LINKAGE,
	RESTRICTED,
	ORDERED,
	BLOCK,
	TABLE,
	TABLE_OF_FILE,
	DIVISOR,
	MASKED,
	SHORTER_ARRAY,
	NDIFFERENCE
};

static const char *const difference_name[NDIFFERENCE] = {
	[SAME] = "nothing",
	[OFFSET] = "an offset",
	[PASSES] = "a loop's passes",
	[STEP] = "a loop's step",
	[LANES] = "lanes",
	[VALUE_OF_ANOTHER] = "which variable is added",
	[OTHER_TYPE] = "a parameter's type",
	[OTHER_LINKAGE] = "the linkage",
	[RESTRICTED] = "a restricted pointer",
	[ORDERED] = "an order",
	[BLOCK] = "a block",
	[TABLE] = "a table's number",
	[TABLE_OF_FILE] = "the number of a table of the file",
	[DIVISOR] = "a divisor",
	[MASKED] = "the elements that are stored",
	[SHORTER_ARRAY] = "the length of an array on the stack",
};

static const float elements_w[16] = {1}, elements_v[16] = {2};
static const struct operand operand_w = {
	.name = "W", .dtype = DTYPE_FLOAT32, .nelement = 16, .constant = elements_w};
static const struct operand operand_v = {
	.name = "W", .dtype = DTYPE_FLOAT32, .nelement = 16, .constant = elements_v};

/* A constant array of the file, whose elements are those of v or of w. */
static const struct variable *
constant_array(const struct build *b, const char *name)
{
	struct code_constant *constant = arena_new(b->code->arena, struct code_constant);

	constant->operand = *name == 'v' ? &operand_v : &operand_w;
	return code_constant(b->code, DTYPE_FLOAT32, name, 16, constant);
}

static const struct variable *
table_of_file(const struct build *b, const char *name, int64_t number)
{
	return code_file_constant(
		b->code, DTYPE_INT32, name, "Numbers.", (int64_t[]){0, number}, 2);
}

/* dst[i] = (src[i] + src[i + 1] * number) / divisor for two vectors. */
static const struct function *
add_inner(const struct build *b, const char *name, enum difference d)
{
	struct code_builder *code = b->code;
	const struct variable *file = table_of_file(
		b, name[0] == 'a' ? "a_places" : "b_places", d == TABLE_OF_FILE ? 2 : 1);
	struct ends e;
	struct variable *i, *array;
	const struct variable *table, *other;
	const struct value *x, *y;
	struct code_type type = d == LANES ? code_vector(DTYPE_FLOAT32, 4) : b->vector;

	e = build_inner(b, name);
	code->function->linkage = d == OTHER_LINKAGE ? LINKAGE_STATIC : LINKAGE_NOINLINE;
	((struct variable *)e.dst)->restricted = d == RESTRICTED;
	other = code_parameter(code, VARIABLE_POINTER,
		code_scalar(d == OTHER_TYPE ? DTYPE_FLOAT64 : DTYPE_FLOAT32), "other");
	((struct variable *)other)->reads = true;
	code_unused(code, other);
	i = build_counter(b, name[0] == 'a' ? "i" : "j");
	array = build_array(b, "array", d == SHORTER_ARRAY ? 8 : 16);
	table = code_table(
		code, b->scalar, "table", (double[]){1, d == TABLE ? 3 : 2}, 2);
	code_comment(code, name);
	code_loop_by(code, i, 0, d == STEP ? 4 : 8, d == PASSES ? 24 : 16);
	if (d == BLOCK)
		code_block(code);
	x = code_named(code, code_load(code, type, code_along(code, e.src, i, 1)), "x");
	y = code_named(code,
		code_load(code, type,
			code_moved(code_along(code, e.src, i, 1), d == OFFSET ? 2 : 1)),
		"y");
	if (d == ORDERED)
		code_order(code);
	code_store(
		code, code_at(array, 0), code_load(code, b->scalar, code_at(table, 1)));
	code_store(code, code_at(array, 1),
		code_load(code, code_scalar(DTYPE_INT32), code_at(file, 1)));
	x = code_binary(code, VALUE_ADD, x, d == VALUE_OF_ANOTHER ? x : y);
	code_store_n(code, code_along(code, e.dst, i, 1),
		code_binary(code, VALUE_DIVIDE, x,
			code_number(code, type, d == DIVISOR ? 3 : 5)),
		d == MASKED ? 3 : type.lanes);
	if (d == BLOCK)
		code_end(code);
	code_end(code);
	return code_end_function(code);
}

/* What came of a way to build functions. */
struct emitted {
	const struct function *function[MOST_FUNCTIONS];
	size_t n, ntable;
	struct arena arena;
};

static void
keep(void *context, const struct function *f)
{
	struct emitted *all = context;

	assert_true(all->n < MOST_FUNCTIONS);
	all->function[all->n++] = f;
}

static void
count_table(void *context, const struct variable *v, const char *comment)
{
	struct emitted *all = context;

	(void)v;
	(void)comment;
	all->ntable++;
}

/* Has functions built twice, as a network has: to find what is shared, and to emit it. */
static void
emit(struct emitted *all, void (*add)(const struct build *b, const void *how),
	const void *how)
{
	struct share_search search;
	struct code_sink sink = {
		.take = keep, .constant = count_table, .context = all, .keeps = true};
	struct code_builder code;
	struct build b;

	*all = (struct emitted){.n = 0};
	share_begin(&search, &all->arena);
	code = code_begin(&all->arena, &all->arena, &search.sink, "");
	b = build_with(&code);
	add(&b, how);
	code = code_begin(&all->arena, &all->arena, &sink, "");
	code.sharing = sharing_begin(search.share, &all->arena);
	b = build_with(&code);
	add(&b, how);
}

static void
add_two(const struct build *b, const void *how)
{
	add_inner(b, "a", SAME);
	add_inner(b, "b", *(const enum difference *)how);
}

static void
what_is_the_same_is_one(void **state)
{
	struct emitted all;

	(void)state;
	for (enum difference d = SAME; d < NDIFFERENCE; d++) {
		emit(&all, add_two, &d);
		if (all.n != (d == SAME ? 1 : 2))
			fail_msg("with %s: %zu functions", difference_name[d], all.n);
		/* The table of the one that is left out is not emitted. */
		assert_int_equal(all.ntable, all.n);
		assert_string_equal(all.function[0]->name, "a");
		arena_free(&all.arena);
	}
}

/* src * the array, + number; called with its own operands by a function for each array.
 */
struct constants {
	const char *first, *second; /* arrays that the two read */
	double number[2];
	const char *name; /* of a local variable, and of a parameter */
	size_t nfunction, npassed;
	const char *passed[2]; /* names of what the first one is passed */
};

static const struct function *
add_constants(const struct build *b, const char *name, const char *array, double number,
	const char *local)
{
	struct code_builder *code = b->code;
	const struct variable *w = constant_array(b, array);
	struct ends e = build_inner(b, name);
	const struct value *x;

	x = code_load(code, b->vector, code_at(e.src, 0));
	x = code_named(code,
		code_muladd(code, true, x, code_load(code, b->vector, code_at(w, 8)),
			code_number(code, b->vector, number)),
		"%s", local);
	code_store(code, code_at(e.dst, 0), x);
	return code_end_function(code);
}

static const struct function *
add_caller(const struct build *b, const char *name, const struct function *callee)
{
	struct ends e = build_inner(b, name);

	for (int64_t at = 0; at < BUILT_ELEMENTS; at += 8)
		code_call_with(b->code, callee, code_pass(code_at(e.src, at)),
			code_pass(code_at(e.dst, at)));
	return code_end_function(b->code);
}

/* Two functions, callers of these, and the entry that calls the callers. */
static void
add_with_constants(const struct build *b, const void *how)
{
	const struct constants *c = how;
	const struct function *caller[2];
	struct ends e;

	caller[0] = add_caller(
		b, "a", add_constants(b, "a_0", c->first, c->number[0], c->name));
	caller[1] = add_caller(
		b, "b", add_constants(b, "b_0", c->second, c->number[1], c->name));
	e = build_entry(b);
	for (int i = 0; i < 2; i++)
		code_call_with(b->code, caller[i], code_pass_pointer(e.src),
			code_pass_pointer(e.dst));
	code_end_function(b->code);
}

/* clang-format off */
static const struct constants constant_rows[] = {
	{"w", "w", {1, 1}, "x", 3, 0, {NULL, NULL}},
	{"w", "equal", {1, 1}, "x", 3, 0, {NULL, NULL}},
	{"w", "v", {1, 1}, "x", 3, 1, {"W", NULL}},
	{"w", "w", {1, 2}, "x", 3, 1, {"number", NULL}},
	{"w", "v", {1, 2}, "x", 3, 2, {"W", "number"}},
	{"w", "v", {1, 2}, "W", 3, 2, {"W_2", "number"}},
	{"w", "v", {0.0, -0.0}, "number", 3, 2, {"W", "number_2"}},
};
/* clang-format on */

static const struct statement *
call(const struct function *f, int k)
{
	const struct statement *s = f->body;

	for (; s->kind != STATEMENT_CALL || k; s = s->next)
		k -= s->kind == STATEMENT_CALL;
	return s;
}

/* What the entry passes to the first function for the k-th of the two. */
static void
check_argument(const struct argument *a, const struct constants *c, int k)
{
	if (a->kind == ARGUMENT_ADDRESS) {
		assert_string_equal(a->at.base->name, k ? c->second : c->first);
		return;
	}
	assert_int_equal(a->kind, ARGUMENT_VALUE);
	assert_memory_equal(&a->value->number, &c->number[k], sizeof(double));
}

static void
constants_that_differ_are_passed(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(constant_rows); i++) {
		const struct constants *c = &constant_rows[i];
		static struct proving proving;
		struct emitted all;

		emit(&all, add_with_constants, c);
		assert_int_equal(all.n, c->nfunction);
		for (int f = 0; f < 2; f++) {
			const struct function *first = all.function[f];

			assert_int_equal(first->npassed, c->npassed);
			assert_int_equal(first->nparameter, 2 + c->npassed);
		}
		for (size_t p = 0; p < c->npassed; p++) {
			const struct variable *v = all.function[0]->parameter[2 + p];

			assert_string_equal(v->name, c->passed[p]);
			assert_true(
				v->kind == VARIABLE_VALUE || (v->reads && v->restricted));
			for (int k = 0; k < 2; k++)
				check_argument(
					&call(all.function[2], k)->argument[2 + p], c, k);
		}
		assert_ptr_equal(call(all.function[2], 0)->function, all.function[1]);
		assert_ptr_equal(call(all.function[2], 1)->function, all.function[1]);
		prove_begin(&proving, &all.arena);
		for (size_t f = 0; f < all.n; f++)
			proving.sink.take(proving.sink.context, all.function[f]);
		assert_null(prove_end(&proving));
		arena_free(&all.arena);
	}
}

/* A number that is a divisor, too, is passed for the other uses alone. */
static void
add_divisor(const struct build *b, const void *how)
{
	const double *number = how;

	for (int i = 0; i < 2; i++) {
		struct ends e = build_inner(b, i ? "b" : "a");
		const struct value *n = code_number(b->code, b->scalar, 4);
		const struct value *x = code_load(b->code, b->scalar, code_at(e.src, 0));

		x = code_binary(b->code, VALUE_DIVIDE, x, n);
		code_store(b->code, code_at(e.dst, 0),
			code_binary(b->code, VALUE_ADD, x,
				i ? code_number(b->code, b->scalar, *number) : n));
		code_end_function(b->code);
	}
}

static void
divisors_stay(void **state)
{
	const double number = 3;
	struct emitted all;
	const struct value *sum;

	(void)state;
	emit(&all, add_divisor, &number);
	assert_int_equal(all.n, 1);
	sum = all.function[0]->body->value;
	assert_int_equal(sum->a[0]->a[1]->kind, VALUE_NUMBER);
	assert_int_equal(sum->a[1]->kind, VALUE_VARIABLE);
	arena_free(&all.arena);
}

/* More constants than a function takes, and more numbers than are passed. */
static void
add_many(const struct build *b, const void *how)
{
	const int *n = how;

	for (int i = 0; i < 2; i++) {
		struct ends e = build_inner(b, i ? "b" : "a");

		for (int k = 0; k < n[0]; k++)
			code_store(b->code, code_at(e.dst, k),
				code_load(b->code, b->scalar,
					code_at(constant_array(
							b, code_name(b->code, "w%d_%d", i,
								   k)),
						0)));
		for (int k = 0; k < n[1]; k++)
			code_store(b->code, code_at(e.dst, k),
				code_number(b->code, b->scalar, 100 * i + k));
		code_end_function(b->code);
	}
}

static void
only_so_many_are_passed(void **state)
{
	static const struct {
		int n[2];
		size_t nfunction;
	} row[] = {
		{{CODE_PARAMETERS - 2, 0}, 1},
		{{CODE_PARAMETERS - 1, 0}, 2},
		{{0, 4}, 1},
		{{0, 5}, 2},
	};

	(void)state;
	for (size_t i = 0; i < countof(row); i++) {
		struct emitted all;

		emit(&all, add_many, row[i].n);
		assert_int_equal(all.n, row[i].nfunction);
		arena_free(&all.arena);
	}
}

/* A function of values, whose callers pass no pointers. */
static void
add_valued(const struct build *b, const void *how)
{
	const char *const *array = how;

	for (int i = 0; i < 2; i++) {
		struct code_builder *code = b->code;
		const struct variable *w = constant_array(b, array[i]);
		const struct value *x;
		const struct function *f;
		struct ends e;

		code_function(code, LINKAGE_INLINE, i ? "b_of" : "a_of", NULL);
		x = code_given(code, b->scalar, "x");
		code_return(code, code_binary(code, VALUE_ADD, x,
					  code_load(code, b->scalar, code_at(w, 0))));
		f = code_end_function(code);
		e = build_inner(b, i ? "b" : "a");
		x = code_load(code, b->scalar, code_at(e.src, 0));
		code_store(code, code_at(e.dst, 0), code_call_value(code, f, &x, 1));
		code_end_function(code);
	}
}

static void
functions_of_values_keep_their_constants(void **state)
{
	struct emitted all;

	(void)state;
	emit(&all, add_valued, (const char *[]){"w", "w"});
	assert_int_equal(all.n, 2);
	arena_free(&all.arena);
	emit(&all, add_valued, (const char *[]){"w", "v"});
	assert_int_equal(all.n, 4);
	arena_free(&all.arena);
}

static void
add_external(const struct build *b, const void *how)
{
	(void)how;
	for (int i = 0; i < 2; i++) {
		struct ends e = build_entry(b);

		build_copy(b, code_at(e.dst, 0), code_at(e.src, 0));
		code_end_function(b->code);
	}
}

static void
functions_that_users_call_stay(void **state)
{
	struct emitted all;

	(void)state;
	emit(&all, add_external, NULL);
	assert_int_equal(all.n, 2);
	arena_free(&all.arena);
}

int
main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(what_is_the_same_is_one),
		cmocka_unit_test(constants_that_differ_are_passed),
		cmocka_unit_test(divisors_stay),
		cmocka_unit_test(only_so_many_are_passed),
		cmocka_unit_test(functions_of_values_keep_their_constants),
		cmocka_unit_test(functions_that_users_call_stay),
	};

	return cmocka_run_group_tests_name("share", test, NULL, NULL);
}
