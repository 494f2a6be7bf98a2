#include "support/trial.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "code/running/run.h"
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

/* What the case expects of each output, as far as it says; of the first one it does. */
static bool
make_expected(struct trial *trial)
{
	const struct work *work = trial->work;
	const struct plan *plan = &work->subject.plan;
	const void **expected =
		arena_array(work->arena, const void *, plan_noutput(plan));

	trial->expected = expected;
	if (work->c.dtype && strcmp(work->c.dtype, dtype_info[plan->dst.dtype].name)) {
		fprintf(stderr, "the case expects %s, not %s\n", work->c.dtype,
			dtype_info[plan->dst.dtype].name);
		return false;
	}
	for (size_t i = 0; i < plan_noutput(plan); i++) {
		const struct operand *o = plan_output(plan, i);
		const json_t *list = case_expected(&work->c, i);
		void *elements;

		if (i && !json_is_array(list))
			continue;
		expected[i] = elements = arena_alloc(work->arena, operand_nbyte(o) + 1);
		if (case_elements(list, o->dtype, (size_t)o->nelement, elements))
			continue;
		fprintf(stderr, "the case's %s are not as many as its shape says\n",
			o->name);
		return false;
	}
	if (json_array_size(work->c.more) <= plan->nmore)
		return true;
	fprintf(stderr, "the case has results of outputs that it does not ask for\n");
	return false;
}

bool
trial_make(struct trial *trial, const struct work *work, enum data data)
{
	const struct plan *plan = &work->subject.plan;

	*trial = (struct trial){.work = work, .name = data_name[data]};
	if (!make_inputs(trial, data)) {
		fprintf(stderr, "the case's inputs are not as many as its shapes say\n");
		return false;
	}
	trial->result = arena_alloc(work->arena, emitted_nbyte(plan));
	return data != DATA_OF_CASE || make_expected(trial);
}

/* Whether an output's elements are numbers that are what they are to a NaN's bits and a
   rounding. */
static bool
is_computed(const struct plan *plan, const struct operand *output)
{
	enum dtype_kind kind = dtype_info[output->dtype].kind;

	return plan->kind != PLAN_MOVE && (kind == KIND_FLOAT || kind == KIND_HALF);
}

/* The first difference with the name of its output, but for the first one. */
static const char *
with_name(const struct plan *plan, size_t output, const char *difference,
	struct arena *arena)
{
	if (!difference || !output)
		return difference;
	return arena_format(arena, "%s: %s", plan_output(plan, output)->name, difference);
}

const char *
result_difference(const struct plan *plan, const void *reference, const void *result,
	struct arena *arena)
{
	const char *difference = NULL;

	for (size_t i = 0; i < plan_noutput(plan) && !difference; i++) {
		const struct operand *o = plan_output(plan, i);
		size_t at = emitted_place(plan, i);

		difference = elements_compare_bits(o->dtype, is_computed(plan, o),
			(const char *)reference + at, (const char *)result + at,
			(size_t)o->nelement, arena);
		difference = with_name(plan, i, difference, arena);
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

/* The first difference from what the case expects of an output. */
static const char *
case_difference(const struct trial *trial, size_t output, const void *result)
{
	const struct work *work = trial->work;
	const struct plan *plan = &work->subject.plan;
	const struct operand *o = plan_output(plan, output);
	struct tolerance tolerance = case_tolerance(&work->c, plan, o->dtype);
	const void *expected = trial->expected[output];
	const void *got = (const char *)result + emitted_place(plan, output);

	if (!expected)
		return NULL;
	return is_computed(plan, o) ? elements_compare(o->dtype, &tolerance, expected,
					      got, (size_t)o->nelement, work->arena)
				    : elements_compare_bits(o->dtype, 0, expected, got,
					      (size_t)o->nelement, work->arena);
}

static const char *
difference_of(const struct trial *trial, const void *reference, const void *result)
{
	const struct work *work = trial->work;
	const struct plan *plan = &work->subject.plan;
	const char *difference = result_difference(plan, reference, result, work->arena);

	if (difference)
		return arena_format(work->arena, "not the reference's: %s", difference);
	for (size_t i = 0; trial->expected && i < plan_noutput(plan) && !difference; i++)
		difference = with_name(
			plan, i, case_difference(trial, i, result), work->arena);
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
			is_computed(plan, o), reference + at, (const char *)result + at,
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
