#include "support/trial.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/checked.h"
#include "code/run.h"
#include "plan/reference.h"
#include "support/element.h"

static const char *const data_name[] = {
	"its own data", "subnormals and signed zeros", "NaN and infinities"};

bool
trial_is_wanted(const struct work *work, enum data data, uint64_t limit)
{
	/* Of a variant with loops, of which there is always one. */
	const struct cost *cost = &work->schedule[work->made[1] ? 1 : 3].cost;

	if (data == DATA_OF_CASE)
		return work->c.data != NULL;
	if (is_exhaustive())
		limit *= 100;
	return cost->count[COUNT_READS] < limit && cost->count[COUNT_WRITES] < limit &&
	       cost->count[COUNT_MULTIPLIES] < limit && cost->count[COUNT_FMAS] < limit;
}

/* Elements for every operand; false when the case has none, or other than it says. */
static bool
make_inputs(struct trial *trial, enum data data)
{
	const struct work *work = trial->work;
	const struct plan *plan = &work->subject.plan;

	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *operand = &plan->operand[i];
		size_t n = (size_t)operand->nelement;
		void *elements = arena_alloc(work->arena, operand_nbyte(operand));

		trial->input[i] = elements;
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

/* What the case expects of outputs after the first, as far as it says. */
static bool
make_more(struct trial *trial)
{
	const struct work *work = trial->work;
	const struct plan *plan = &work->subject.plan;
	const void **expected = arena_array(work->arena, const void *, plan->nmore + 1);

	trial->expected_more = expected;
	for (size_t i = 0; i < plan->nmore; i++) {
		const struct operand *o = &plan->more[i];
		const json_t *list = json_array_get(work->c.more, i);
		void *elements;

		if (!json_is_array(list))
			continue;
		expected[i] = elements = arena_alloc(work->arena, operand_nbyte(o) + 1);
		if (case_elements(list, o->dtype, (size_t)o->nelement, elements))
			continue;
		fprintf(stderr, "the case's %s are not as many as its shape says\n",
			o->name);
		return false;
	}
	return true;
}

bool
trial_make(struct trial *trial, const struct work *work, enum data data)
{
	const struct plan *plan = &work->subject.plan;
	const struct operand *dst = &plan->dst;
	void *expected;

	*trial = (struct trial){.work = work, .name = data_name[data]};
	if (!make_inputs(trial, data)) {
		fprintf(stderr, "the case's inputs are not as many as its shapes say\n");
		return false;
	}
	trial->result = arena_alloc(work->arena, emitted_nbyte(plan));
	if (data != DATA_OF_CASE)
		return true;
	trial->expected = expected = arena_alloc(work->arena, operand_nbyte(dst));
	if (!case_elements(work->c.data, dst->dtype, (size_t)dst->nelement, expected)) {
		fprintf(stderr, "the case's results are not as many as its shape says\n");
		return false;
	}
	return make_more(trial);
}

/* Outputs after the first are compared bit by bit. */
static const char *
more_difference(const struct operand *more, const void *expected, const void *got,
	struct arena *arena)
{
	const char *difference = elements_compare_bits(
		more->dtype, false, expected, got, (size_t)more->nelement, arena);

	return difference ? arena_format(arena, "%s: %s", more->name, difference) : NULL;
}

/* Whether numbers of a type are what they are to a NaN's bits and a rounding. */
static bool
is_real(enum dtype dtype)
{
	return dtype_info[dtype].kind == KIND_FLOAT ||
	       dtype_info[dtype].kind == KIND_HALF;
}

const char *
result_difference(const struct plan *plan, const void *reference, const void *result,
	struct arena *arena)
{
	enum dtype dtype = plan->dst.dtype;
	size_t n = (size_t)plan->dst.nelement;
	bool moves = plan->kind == PLAN_MOVE;
	const char *difference;

	difference = elements_compare_bits(
		dtype, !moves && is_real(dtype), reference, result, n, arena);
	for (size_t i = 0; i < plan->nmore && !difference; i++) {
		size_t at = emitted_place(plan, 1 + i);

		difference = more_difference(&plan->more[i], (const char *)reference + at,
			(const char *)result + at, arena);
	}
	return difference;
}

/* Where each output stands. */
static void **
outputs_in(const struct plan *plan, void *outputs, struct arena *arena)
{
	void **output = arena_array(arena, void *, plan_noutput(plan));

	for (size_t i = 0; i < plan_noutput(plan); i++)
		output[i] = (char *)outputs + emitted_place(plan, i);
	return output;
}

void
reference_outputs(const struct plan *plan, enum numerics numerics,
	const void *const *input, void *outputs)
{
	struct arena arena = {0};

	reference_run(plan, numerics, input, outputs_in(plan, outputs, &arena));
	arena_free(&arena);
}

static const char *
difference_of(const struct trial *trial, const void *reference, const void *result)
{
	const struct work *work = trial->work;
	const struct plan *plan = &work->subject.plan;
	struct tolerance tolerance = case_tolerance(&work->c, plan);
	enum dtype dtype = plan->dst.dtype;
	size_t n = (size_t)plan->dst.nelement;
	const char *difference = result_difference(plan, reference, result, work->arena);

	if (difference)
		return arena_format(work->arena, "not the reference's: %s", difference);
	if (!trial->expected)
		return NULL;
	difference = plan->kind == PLAN_MOVE || !is_real(dtype)
			     ? elements_compare_bits(
				       dtype, 0, trial->expected, result, n, work->arena)
			     : elements_compare(dtype, &tolerance, trial->expected,
				       result, n, work->arena);
	for (size_t i = 0; i < plan->nmore && !difference; i++)
		if (trial->expected_more[i])
			difference =
				more_difference(&plan->more[i], trial->expected_more[i],
					(const char *)result + emitted_place(plan, 1 + i),
					work->arena);
	if (difference)
		return arena_format(work->arena, "not the case's: %s", difference);
	return NULL;
}

/* All that the reference computes. */
static const void *
whole_reference(struct trial *trial, enum numerics numerics)
{
	const struct plan *plan = &trial->work->subject.plan;
	void **reference = &trial->reference[numerics];

	if (!*reference) {
		*reference = arena_alloc(trial->work->arena, emitted_nbyte(plan));
		reference_outputs(plan, numerics, trial->input, *reference);
	}
	return *reference;
}

const char *
trial_difference(struct trial *trial, enum numerics numerics, const void *result)
{
	return difference_of(trial, whole_reference(trial, numerics), result);
}

/* The elements of a range of bytes: the first, and the one after the last. */
static int64_t
first_element(const struct operand *o, const struct run_range *range)
{
	return range->from / (int64_t)dtype_info[o->dtype].size;
}

static int64_t
end_element(const struct operand *o, const struct run_range *range)
{
	return (range->from + range->size) / (int64_t)dtype_info[o->dtype].size;
}

/* The reference, computed in the ranges at least. */
static const void *
reference_in(struct trial *trial, enum numerics numerics, const struct run_range *range,
	size_t nrange, size_t first)
{
	const struct plan *plan = &trial->work->subject.plan;
	struct arena *arena = trial->work->arena, scratch = {0};
	void **reference = &trial->reference[numerics];
	unsigned char **known = &trial->known[numerics];
	int64_t *element = NULL;
	size_t n = 0;

	if (plan->kind != PLAN_WINDOW && plan->kind != PLAN_MOVE)
		return whole_reference(trial, numerics);
	if (!*reference) {
		int64_t most = 0;

		for (size_t i = 0; i < plan_noutput(plan); i++)
			most = max_of(most, plan_output(plan, i)->nelement);
		*reference = arena_alloc(arena, emitted_nbyte(plan));
		*known = arena_alloc(arena, (size_t)most);
	}
	for (size_t i = 0; i < nrange; i++) {
		const struct operand *o = plan_output(plan, range[i].argument - first);

		for (int64_t k = first_element(o, &range[i]);
			k < end_element(o, &range[i]); k++) {
			if ((*known)[k])
				continue;
			(*known)[k] = 1;
			element = arena_grow(&scratch, element, n, sizeof *element);
			element[n++] = k;
		}
	}
	if (n)
		reference_run_some(plan, numerics, trial->input,
			outputs_in(plan, *reference, &scratch),
			&(struct reference_some){element, n});
	arena_free(&scratch);
	return *reference;
}

const char *
trial_part_difference(struct trial *trial, enum numerics numerics, const void *result,
	const struct run_range *range, size_t nrange, size_t first)
{
	const struct plan *plan = &trial->work->subject.plan;
	const char *reference = reference_in(trial, numerics, range, nrange, first);

	for (size_t i = 0; i < nrange; i++) {
		size_t output = range[i].argument - first;
		const struct operand *o = plan_output(plan, output);
		int64_t k = first_element(o, &range[i]);
		size_t at = emitted_place(plan, output) +
			    (size_t)k * dtype_info[o->dtype].size;
		const char *difference = elements_compare_bits(o->dtype,
			!output && plan->kind != PLAN_MOVE && is_real(o->dtype),
			reference + at, (const char *)result + at,
			(size_t)(end_element(o, &range[i]) - k), trial->work->arena);

		if (difference)
			return arena_format(trial->work->arena,
				"not the reference's, from element %lld of %s on: %s",
				(long long)k, o->name, difference);
	}
	return NULL;
}

bool
trial_check(struct trial *trial, enum numerics numerics, const void *result)
{
	const char *difference = trial_difference(trial, numerics, result);

	if (difference)
		fprintf(stderr, "%s\n", difference);
	return !difference;
}
