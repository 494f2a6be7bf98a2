/* A plan that is cut into boxes of its outputs has the same bits: what the reference
   computes for all boxes, each with its own parts of the operands, is compared with what
   it computes for the whole plan. */

#include "support/test.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/first_error.h"
#include "drawn/draw.h"
#include "plan/reference.h"
#include "plan/restrict.h"
#include "support/case.h"
#include "support/element.h"
#include "support/trial.h"

enum {
	PLANS = 4000 /* that are drawn */
};

/* A plan that is being computed by boxes. */
struct whole {
	struct drawn *drawn;
	const struct plan *plan;
	const void *const *input;
	char *output[MAX_OPERAND];
	struct arena *arena;
};

static int ncut[PLAN_SERIES]; /* plans of each kind that were cut */

static void
compute(const struct whole *w, const struct plan_box *box)
{
	const struct plan *plan = box->plan;
	const void *input[MAX_OPERAND];
	void *output[MAX_OPERAND];

	for (size_t i = 0; i < plan->noperand; i++)
		if (w->input[i])
			input[i] = (const char *)w->input[i] +
				   (size_t)box->input[i] *
					   dtype_info[plan->operand[i].dtype].size;
	for (size_t i = 0; i < plan_noutput(plan); i++)
		output[i] = w->output[i] +
			    (size_t)box->output *
				    dtype_info[plan_output(plan, i)->dtype].size;
	reference_run(plan, NUMERICS_STRICT, input, output);
}

/* Cuts a box along an axis that is drawn, again and again, the last ranges first. */
static void
compute_by_boxes(struct whole *w, const struct plan_box *box, int depth)
{
	int axis = (int)draw_below(w->drawn, RESTRICT_AXES);
	int64_t extent = restrict_extent(box->plan, axis);

	for (int tries = 0; tries < RESTRICT_AXES && extent < 2; tries++) {
		axis = (axis + 1) % RESTRICT_AXES;
		extent = restrict_extent(box->plan, axis);
	}
	if (extent < 2 || !depth) {
		compute(w, box);
		return;
	}
	if (depth == 3)
		ncut[box->plan->kind]++;
	for (int64_t end = extent, begin; end; end = begin) {
		struct plan_box part;

		begin = draw_below(w->drawn, end);
		part = plan_restrict(box, axis, begin, end, w->arena);
		compute_by_boxes(w, &part, depth - 1);
	}
}

static bool
plan_holds(uint64_t number, struct arena *arena)
{
	struct drawn *d = arena_new(arena, struct drawn);
	struct first_error error;
	struct source *source = first_error_begin(&error, arena);
	const void *input[MAX_OPERAND] = {NULL};
	struct plan plan = {0};
	struct whole w = {.drawn = d, .plan = &plan, .input = input, .arena = arena};
	struct plan_box box;
	char *expected, *got;
	const char *wrong;

	drawn_make(d, number, arena);
	if (!drawn_plan(d, &plan, source) || plan.kind == PLAN_SERIES ||
		plan_noutput(&plan) > MAX_OPERAND)
		return false;
	for (size_t i = 0; i < plan.noperand; i++) {
		const struct operand *o = &plan.operand[i];
		void *elements = arena_alloc(arena, operand_nbyte(o) + 1);

		elements_fill(
			o->dtype, MIXTURE_ANY, number + i, elements, (size_t)o->nelement);
		input[i] = elements;
	}
	expected = arena_alloc(arena, emitted_nbyte(&plan) + 1);
	got = arena_alloc(arena, emitted_nbyte(&plan) + 1);
	reference_outputs(&plan, NUMERICS_STRICT, input, expected);
	for (size_t i = 0; i < plan_noutput(&plan); i++)
		w.output[i] = got + emitted_place(&plan, i);
	memset(got, 0xa5, emitted_nbyte(&plan));
	box = plan_box(&plan, arena);
	compute_by_boxes(&w, &box, 3);
	wrong = result_difference(&plan, expected, got, arena);
	if (wrong)
		fail_msg("node %" PRIu64 ", %s: %s", number, plan.op, wrong);
	return true;
}

static void
boxes_have_the_same_bits(void **state)
{
	uint64_t number = drawn_first();
	struct arena arena = {0};
	int nplan = 0;

	(void)state;
	for (; nplan < PLANS; number++) {
		nplan += plan_holds(number, &arena);
		arena_free(&arena);
	}
	/* What indices pick is not cut. */
	for (int kind = 0; kind < PLAN_PICK; kind++)
		assert_true(ncut[kind] > PLANS / 100);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boxes_have_the_same_bits),
	};

	return cmocka_run_group_tests_name("boxes", tests, NULL, NULL);
}
