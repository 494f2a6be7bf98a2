/* Sums of 8-bit integers' products in int32, of windows and of matrices: no spec says
   them, so plans of float32 are given these types. What is emitted gives the reference's
   sums, straight and in loops; the designs in memory are what nodes that are drawn try.
 */

#include "support/test.h"

#include <dlfcn.h>
#include <string.h>

#include "base/arena.h"
#include "support/element.h"
#include "support/emitted.h"
#include "support/harness.h"
#include "support/subject.h"
#include "support/trial.h"
#include "target/target.h"

struct row {
	const char *name, *spec;
	enum dtype src, weights;
	bool constant; /* the weights */
};

#define SPEC(op, inputs) \
	"{\"name\": \"f\", \"op\": \"" op \
	"\", \"dtype\": \"float32\", \"inputs\": {" inputs "}}"
#define CONV SPEC("Conv", "\"X\": [2, 3, 5, 6], \"W\": [4, 3, 3, 2], \"B\": [4]")
#define SMALL SPEC("Conv", "\"X\": [1, 1, 4, 4], \"W\": [1, 1, 2, 2]")
#define LARGE SPEC("Conv", "\"X\": [1, 4, 6, 6], \"W\": [8, 4, 3, 3]")
#define MATMUL SPEC("MatMul", "\"A\": [2, 5, 7], \"B\": [7, 3]")

static const struct row rows[] = {
	{"a window of bytes with a sign", CONV, DTYPE_INT8, DTYPE_INT8, false},
	{"a window of bytes without one", CONV, DTYPE_UINT8, DTYPE_UINT8, false},
	{"a window of both", CONV, DTYPE_UINT8, DTYPE_INT8, false},
	{"constant weights", SMALL, DTYPE_INT8, DTYPE_INT8, true},
	{"many constant weights", LARGE, DTYPE_UINT8, DTYPE_INT8, true},
	{"a product of both", MATMUL, DTYPE_INT8, DTYPE_UINT8, false},
};

static void
set_types(struct plan *plan, const struct row *row)
{
	static int8_t weights[288];

	for (size_t i = 0; i < countof(weights); i++)
		weights[i] = (int8_t)(i * 37 - 128);
	for (size_t i = 0; i < plan->noperand; i++) {
		struct operand *o = &plan->operand[i];

		operand_set_dtype(o, i == 0   ? row->src
				     : i == 1 ? row->weights
					      : DTYPE_INT32);
		o->loaded = DTYPE_INT32;
		if (i == 1 && row->constant)
			o->constant = weights;
	}
	operand_set_dtype(&plan->dst, DTYPE_INT32);
	plan->sum = DTYPE_INT32;
}

static void
compare(const char *c_file, const struct plan *plan, size_t number, struct arena *arena)
{
	const struct compilation compilation = compilation_of(number);
	const char *library = arena_format(arena, "%s.so", c_file);
	void *reference = arena_alloc(arena, emitted_nbyte(plan));
	void *result = arena_alloc(arena, emitted_nbyte(plan));
	const void *input[MAX_OPERAND];
	struct emitted emitted = {.plan = plan};
	void *handle;

	assert_true(emitted_compile(&compilation, c_file, library, arena));
	handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
	assert_non_null(handle);
	emitted.function = dlsym(handle, "f");
	assert_non_null(emitted.function);
	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *o = &plan->operand[i];
		void *elements = arena_alloc(arena, operand_nbyte(o));

		elements_fill(o->dtype, MIXTURE_ANY, i, elements, (size_t)o->nelement);
		input[i] = elements;
	}
	reference_outputs(plan, NUMERICS_STRICT, input, reference);
	emitted_call(&emitted, PLACED_AT_END, input, result);
	assert_memory_equal(result, reference, emitted_nbyte(plan));
	dlclose(handle);
}

static void
sums_are_exact(void **state)
{
	static const enum unroll level[] = {UNROLL_FULL, UNROLL_WINDOW};
	const struct row *row = *state;
	const char *directory;

	for (size_t i = 0; i < countof(level); i++) {
		size_t number = (size_t)(row - rows) * countof(level) + i;
		struct settings settings = {.unroll = level[i], .has_unroll = true};
		struct subject subject;
		struct schedule schedule;
		const struct schedule *all = &schedule;
		const char *c_file;
		uint64_t ncode;

		settings.targets.target[settings.targets.n++] = target_find("generic");
		settings = settings_resolve(&settings, &(struct settings){0});
		assert_true(
			subject_plan(&subject, row->name, row->spec, strlen(row->spec)));
		set_types(&subject.plan, row);
		if (!subject_schedule(&subject, "", &settings, UINT64_MAX, &schedule))
			fail_msg("%s", subject.messages);
		directory = arena_format(
			&subject.arena, "%s/tests/emit/integers", build_directory());
		directory_make(directory);
		c_file = arena_format(&subject.arena, "%s/%zu.c", directory, number);
		assert_true(emit_file(c_file, &all, 1, &ncode));
		/* Sanitizers have seen what opgen does. */
		if (!is_sanitized())
			compare(c_file, &subject.plan, number, &subject.arena);
		subject_free(&subject);
	}
}

int
main(void)
{
	struct CMUnitTest test[countof(rows)];

	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){
			rows[i].name, sums_are_exact, NULL, NULL, (void *)&rows[i]};
	return _cmocka_run_group_tests("integers", test, countof(test), NULL, NULL);
}
