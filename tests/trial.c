#include "trial.h"

#include <stdio.h>

#include "arena.h"
#include "element.h"
#include "reference.h"

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

bool
trial_make(struct trial *trial, const struct work *work, enum data data)
{
	const struct plan *plan = &work->subject.plan;
	const struct operand *dst = &plan->dst, *second = &plan->second;
	void *expected;

	*trial = (struct trial){.work = work, .name = data_name[data]};
	if (!make_inputs(trial, data)) {
		fprintf(stderr, "the case's inputs are not as many as its shapes say\n");
		return false;
	}
	trial->reference = arena_alloc(work->arena, emitted_nbyte(plan));
	trial->result = arena_alloc(work->arena, emitted_nbyte(plan));
	if (data != DATA_OF_CASE)
		return true;
	trial->expected = expected = arena_alloc(work->arena, operand_nbyte(dst));
	if (!case_elements(work->c.data, dst->dtype, (size_t)dst->nelement, expected)) {
		fprintf(stderr, "the case's results are not as many as its shape says\n");
		return false;
	}
	if (!second->name || !work->c.second)
		return true;
	trial->expected_second = expected =
		arena_alloc(work->arena, operand_nbyte(second));
	if (case_elements(
		    work->c.second, second->dtype, (size_t)second->nelement, expected))
		return true;
	fprintf(stderr, "the case's %s are not as many as its shape says\n",
		second->name);
	return false;
}

/* The second output is compared bit by bit. */
static const char *
second_difference(const struct operand *second, const void *expected, const void *got,
	struct arena *arena)
{
	const char *difference = elements_compare_bits(
		second->dtype, false, expected, got, (size_t)second->nelement, arena);

	return difference ? arena_format(arena, "%s: %s", second->name, difference)
			  : NULL;
}

/* Whether numbers of a type are what they are to a NaN's bits and a rounding. */
static bool
is_real(enum dtype dtype)
{
	return dtype_info[dtype].kind == KIND_FLOAT ||
	       dtype_info[dtype].kind == KIND_HALF;
}

const char *
result_difference(const struct plan *plan, const struct tolerance *tolerance,
	const void *reference, const void *result, struct arena *arena)
{
	enum dtype dtype = plan->dst.dtype;
	size_t n = (size_t)plan->dst.nelement, at = emitted_second(plan);
	bool moves = plan->kind == PLAN_MOVE;
	const char *difference;

	/* LpPool-1's fractional p uses pow, whose bits nobody promises. */
	if (!moves && plan->u.window.fractional_p > 0)
		return elements_compare(dtype, tolerance, reference, result, n, arena);
	difference = elements_compare_bits(
		dtype, !moves && is_real(dtype), reference, result, n, arena);
	if (difference || !plan->second.name)
		return difference;
	return second_difference(&plan->second, (const char *)reference + at,
		(const char *)result + at, arena);
}

static const char *
difference_of(const struct trial *trial, const void *result)
{
	const struct work *work = trial->work;
	const struct plan *plan = &work->subject.plan;
	struct tolerance tolerance = case_tolerance(&work->c, plan);
	enum dtype dtype = plan->dst.dtype;
	size_t n = (size_t)plan->dst.nelement;
	const char *difference = result_difference(
		plan, &tolerance, trial->reference, result, work->arena);

	if (difference)
		return arena_format(work->arena, "not the reference's: %s", difference);
	if (!trial->expected)
		return NULL;
	difference = plan->kind == PLAN_MOVE || !is_real(dtype)
			     ? elements_compare_bits(
				       dtype, 0, trial->expected, result, n, work->arena)
			     : elements_compare(dtype, &tolerance, trial->expected,
				       result, n, work->arena);
	if (!difference && trial->expected_second)
		difference = second_difference(&plan->second, trial->expected_second,
			(const char *)result + emitted_second(plan), work->arena);
	if (difference)
		return arena_format(work->arena, "not the case's: %s", difference);
	return NULL;
}

const char *
trial_difference(struct trial *trial, enum numerics numerics, const void *result)
{
	if (!trial->has_reference || trial->numerics != numerics) {
		const struct plan *plan = &trial->work->subject.plan;

		reference_run(plan, numerics, trial->input, trial->reference,
			plan->second.name
				? (char *)trial->reference + emitted_second(plan)
				: NULL);
		trial->has_reference = true;
		trial->numerics = numerics;
	}
	return difference_of(trial, result);
}

bool
trial_check(struct trial *trial, enum numerics numerics, const void *result)
{
	const char *difference = trial_difference(trial, numerics, result);

	if (difference)
		fprintf(stderr, "%s\n", difference);
	return !difference;
}
