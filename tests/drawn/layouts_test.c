/* Operands whose channels are last hold what they hold with their channels first, and the
   outputs are the same bits: what the reference computes for either layout is compared,
   element by element. */

#include "support/test.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/first_error.h"
#include "drawn/draw.h"
#include "plan/reference.h"
#include "support/case.h"
#include "support/element.h"
#include "support/trial.h"

enum {
	WINDOWS = 300 /* that are drawn */
};

/* The other place of element k of [batch, channels, positions] when channels are last. */
static int64_t
place_of(const struct operand *o, int64_t k)
{
	int64_t channels = o->shape[1], plane = 1, image, channel;

	for (int i = 2; i < o->rank; i++)
		plane *= o->shape[i];
	image = k / (channels * plane);
	channel = k / plane % channels;
	return (image * plane + k % plane) * channels + channel;
}

static void
move_channels(const struct operand *o, const char *from, char *to)
{
	size_t size = dtype_info[o->dtype].size;

	for (int64_t k = 0; k < o->nelement; k++)
		memcpy(to + (size_t)place_of(o, k) * size, from + (size_t)k * size, size);
}

/* Computes a plan with its operands in these layouts, and brings the result into the
   order of NCHW. */
static char *
computed(struct plan *plan, enum window_layout src, enum window_layout dst,
	const void *const *input, struct arena *arena)
{
	const void *given[MAX_OPERAND];
	char *x = arena_alloc(arena, operand_nbyte(plan->src) + 1);
	char *y = arena_alloc(arena, operand_nbyte(&plan->dst) + 1);
	char *ordered = arena_alloc(arena, operand_nbyte(&plan->dst) + 1);
	size_t size = dtype_info[plan->dst.dtype].size;

	memcpy(given, input, sizeof given);
	if (src == WINDOW_NHWC) {
		move_channels(plan->src, input[0], x);
		given[0] = x;
	}
	window_lay_out(&plan->u.window, src, dst);
	reference_outputs(plan, NUMERICS_STRICT, given, y);
	if (dst == WINDOW_NCHW)
		return y;
	for (int64_t k = 0; k < plan->dst.nelement; k++)
		memcpy(ordered + (size_t)k * size,
			y + (size_t)place_of(&plan->dst, k) * size, size);
	return ordered;
}

static bool
window_holds(uint64_t number, struct arena *arena)
{
	struct drawn *d = arena_new(arena, struct drawn);
	struct first_error error;
	struct source *source = first_error_begin(&error, arena);
	const void *input[MAX_OPERAND] = {NULL};
	struct plan plan = {0};
	char *expected;

	drawn_make(d, number, arena);
	d->node.nlayout = 0;
	if (!d->op->layouts || d->node.noutput > 1 || !drawn_plan(d, &plan, source) ||
		plan.epilogue || plan.prologue)
		return false;
	for (size_t i = 0; i < plan.noperand; i++) {
		const struct operand *o = &plan.operand[i];
		void *elements = arena_alloc(arena, operand_nbyte(o) + 1);

		elements_fill(
			o->dtype, MIXTURE_ANY, number + i, elements, (size_t)o->nelement);
		input[i] = elements;
	}
	expected = computed(&plan, WINDOW_NCHW, WINDOW_NCHW, input, arena);
	for (int i = 1; i < 4; i++) {
		const char *got = computed(&plan, (enum window_layout)(i % 2),
			(enum window_layout)(i / 2), input, arena);
		const char *wrong = result_difference(&plan, expected, got, arena);

		if (wrong)
			fail_msg("node %" PRIu64 ", layouts %d: %s", number, i, wrong);
	}
	return true;
}

static void
layouts_have_the_same_bits(void **state)
{
	uint64_t number = drawn_first();
	struct arena arena = {0};
	int nwindow = 0;

	(void)state;
	for (; nwindow < WINDOWS; number++) {
		nwindow += window_holds(number, &arena);
		arena_free(&arena);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(layouts_have_the_same_bits),
	};

	return cmocka_run_group_tests_name("layouts", tests, NULL, NULL);
}
