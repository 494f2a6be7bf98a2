#include "work.h"

#include <dlfcn.h>
#include <stdio.h>

#include "arena.h"
#include "element.h"
#include "emitted.h"
#include "reference.h"

/* Made-up data is left to OPGEN_ALL where there is much of it, or none at all. */
static const uint64_t quick_count = 2000000, all_count = 200000000;

static size_t
nbyte(const struct operand *operand)
{
	return (size_t)operand->nelement * dtype_info[operand->dtype].size;
}

/* The data that a case is run on. */
enum data {
	DATA_OF_CASE,
	DATA_FINITE,
	DATA_ANY,
	NDATA
};

static const char *const data_name[] = {
	"its own data", "subnormals and signed zeros", "NaN and infinities"};

/* Elements for every operand; false when the case has none, or other than it says. */
static bool
make_inputs(const struct work *work, enum data data, const void **input)
{
	const struct plan *plan = &work->subject.plan;

	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *operand = &plan->operand[i];
		size_t n = (size_t)operand->nelement;
		void *elements = arena_alloc(work->arena, nbyte(operand));

		input[i] = elements;
		if (operand->constant)
			continue;
		if (data != DATA_OF_CASE)
			elements_fill(operand->dtype,
				data == DATA_FINITE ? MIXTURE_FINITE : MIXTURE_ANY,
				work->index * MAX_RANK + i, elements, n);
		else if (!case_elements(json_object_get(work->c.inputs, operand->name),
				 operand->dtype, n, elements))
			return false;
	}
	return true;
}

/* One result against the reference's, and against the case's own where there is one. */
static const char *
compare(const struct work *work, const void *reference, const void *expected,
	const void *result)
{
	const struct plan *plan = &work->subject.plan;
	struct tolerance tolerance = case_tolerance(&work->c, plan);
	enum dtype dtype = plan->dst.dtype;
	size_t n = (size_t)plan->dst.nelement;
	bool moves = plan->kind == PLAN_MOVE;
	/* LpPool-1's fractional p uses pow, whose bits nobody promises. */
	bool inexact =
		!moves && plan->u.window.reduction == REDUCE_LP && !plan->u.window.p;
	const char *difference = inexact ? elements_compare(dtype, &tolerance, reference,
						   result, n, work->arena)
					 : elements_compare_bits(dtype, !moves, reference,
						   result, n, work->arena);

	if (difference)
		return arena_format(work->arena, "not the reference's: %s", difference);
	if (!expected)
		return NULL;
	difference =
		moves ? elements_compare_bits(dtype, 0, expected, result, n, work->arena)
		      : elements_compare(
				dtype, &tolerance, expected, result, n, work->arena);
	if (difference)
		return arena_format(work->arena, "not the case's: %s", difference);
	return NULL;
}

/* Runs one function on one set of data, its tensors beside either fence. */
static bool
run_variant(const struct work *work, void *library, const struct variant *variant,
	const char *what, const void *const *input, const void *reference,
	const void *expected)
{
	const struct plan *plan = &work->subject.plan;
	const char *name = arena_format(work->arena, "%s%s", variant->prefix, plan->name);
	struct emitted emitted = {dlsym(library, name), plan};
	void *result = arena_alloc(work->arena, nbyte(&plan->dst));

	if (!emitted.function) {
		fprintf(stderr, "%s\n", dlerror());
		return false;
	}
	for (int placement = PLACED_AT_END; placement <= PLACED_AT_BEGIN; placement++) {
		const char *difference;

		/* The log's last line, should the function crash. */
		fprintf(stderr, "running %s on %s, placed at the %s\n", name, what,
			placement == PLACED_AT_END ? "end" : "beginning");
		emitted_call(&emitted, (enum placement)placement, input, result);
		difference = compare(work, reference, expected, result);
		if (difference) {
			fprintf(stderr, "%s\n", difference);
			return false;
		}
	}
	return true;
}

static bool
run_data(const struct work *work, void *library, enum data data)
{
	const struct plan *plan = &work->subject.plan;
	const void *input[MAX_RANK];
	void *reference = arena_alloc(work->arena, nbyte(&plan->dst)), *expected = NULL;
	bool all = true;

	if (!make_inputs(work, data, input)) {
		fprintf(stderr, "the case's inputs are not as many as its shapes say\n");
		return false;
	}
	if (data == DATA_OF_CASE) {
		expected = arena_alloc(work->arena, nbyte(&plan->dst));
		if (!case_elements(work->c.data, plan->dst.dtype,
			    (size_t)plan->dst.nelement, expected)) {
			fprintf(stderr,
				"the case's results are not as many as its shape says\n");
			return false;
		}
	}
	for (size_t i = 0; i < nvariant(); i++) {
		if (!i || variants[i].numerics != variants[i - 1].numerics)
			reference_run(plan, variants[i].numerics, input, reference);
		if (work->made[i])
			all &= run_variant(work, library, &variants[i], data_name[data],
				input, reference, expected);
	}
	return all;
}

/* Whether made-up data is computed soon enough. */
static bool
is_small(const struct work *work)
{
	const struct cost *cost = &work->schedule[1].cost; /* of a variant with loops */
	uint64_t limit = is_exhaustive() ? all_count : quick_count;

	return cost->reads < limit && cost->writes < limit && cost->multiplies < limit &&
	       cost->fmas < limit;
}

static bool
run_all(const struct work *work, const char *shared_object)
{
	void *library = dlopen(shared_object, RTLD_NOW | RTLD_LOCAL);
	bool all = true;

	if (!library) {
		fprintf(stderr, "%s\n", dlerror());
		return false;
	}
	for (int data = work->c.data ? DATA_OF_CASE : DATA_FINITE; data < NDATA; data++)
		if (data == DATA_OF_CASE || is_small(work))
			all &= run_data(work, library, (enum data)data);
	dlclose(library);
	return all;
}

bool
work_execute(const struct work *work, const char *c_file, const char *plain_file)
{
	size_t first = work->index, n = is_exhaustive() ? NCOMPILATION : 1;
	struct compilation tcc = {"tcc", "", "", NULL};
	bool all;

	/* Sanitizers say something about code that runs. */
	if (is_sanitized() && !work->c.data && !is_small(work))
		return true;
	all = is_sanitized() || emitted_compile(&tcc, plain_file, NULL, work->arena);

	for (size_t i = first; i < first + n; i++) {
		const char *name = arena_format(work->arena, "%zu.so", i % NCOMPILATION);
		const char *shared_object = file_in(work, name);
		struct compilation compilation = compilation_of(i);

		fprintf(stderr, "%s %s %s %s\n", compilation.compiler,
			compilation.standard, compilation.level,
			compilation.machine ? compilation.machine : "");
		all &= emitted_compile(
			       &compilation, c_file, shared_object, work->arena) &&
		       run_all(work, shared_object);
	}
	return all;
}
