#include "drawn/judge.h"

#include <string.h>

#include "drawn/bound.h"
#include "kernels/kernel.h"
#include "network/lower.h"
#include "network/make.h"
#include "plan/reference.h"
#include "schedule/kernel_choice.h"
#include "schedule/schedule.h"
#include "support/case.h"
#include "support/lowered.h"
#include "support/trial.h"

enum {
	CLEARED = 256,           /* so many nodes share an arena's blocks */
	EACH_EXPRESSED = 4,      /* of so many nodes, one's expressions are compared */
	MAX_OUTPUT = 128 * 1024, /* bytes of code; printing it is not tried */
};

/* A node on its way. */
struct round {
	struct judge *judge;
	struct plan plan;
	struct schedule schedule;
	const void *input[MAX_OPERAND];
	void *result;
	struct source source;
	struct arena *arena;
};

/* With the settings that were drawn, and operands that are moved, of two of three windows
   that may be; where those are refused, without the design that was
   asked for; then with loops. */
static bool
schedule_node(struct round *r)
{
	struct settings *s = &r->judge->drawn.settings;

	s->drawn_layouts = (uint64_t)r->plan.dst.nelement % 3;
	for (;;) {
		if (network_schedule(&r->schedule, &r->plan, "", s, MAX_OUTPUT,
			    &r->source, NULL, r->arena))
			return true;
		if (s->kernel)
			s->kernel = NULL;
		else if (s->unroll != UNROLL_WINDOW)
			s->unroll = UNROLL_WINDOW;
		else
			return false;
	}
}

static void
fill_inputs(struct round *r)
{
	struct drawn *d = &r->judge->drawn;

	for (size_t i = 0; i < r->plan.noperand; i++) {
		const struct operand *o = &r->plan.operand[i];
		void *elements = arena_alloc(r->arena, operand_nbyte(o) + 1);

		r->input[i] = elements;
		if (!o->constant)
			elements_fill(o->dtype, d->mixture,
				(uint64_t)draw_below(d, INT64_MAX), elements,
				(size_t)o->nelement);
	}
	r->result = arena_alloc(r->arena, emitted_nbyte(&r->plan) + 1);
}

/* The numerics by which results are exact; those of a series' steps, which know what
   numerics fast is on their target. */
static enum numerics
exact_numerics(const struct schedule *schedule)
{
	if (schedule->plan->kind == PLAN_NETWORK)
		schedule = step_schedule(schedule, 0);
	return schedule->settings.numerics;
}

static const char *
compare(const struct round *r)
{
	char *reference = arena_alloc(r->arena, emitted_nbyte(&r->plan) + 1);

	if (r->schedule.kernel->fast)
		return bound_exceeded(&r->schedule, r->input, r->result, r->arena);
	reference_outputs(&r->plan, exact_numerics(&r->schedule), r->input, reference);
	return result_difference(&r->plan, reference, r->result, r->arena);
}

/* The same by the node's parts; nothing is left of what was there. */
static const char *
run_parts(struct round *r, struct lowered *l)
{
	const char *wrong;

	memset(r->result, 0xa5, emitted_nbyte(&r->plan));
	wrong = lowered_run_parts(l, r->input, r->result);
	if (!wrong)
		wrong = compare(r);
	if (wrong || !lowered_packs(l))
		return wrong;
	memset(r->result, 0xa5, emitted_nbyte(&r->plan));
	wrong = lowered_run_packed_parts(l, r->input, r->result);
	return wrong ? wrong : compare(r);
}

static const char *
run(struct round *r, struct lowered *l)
{
	const char *wrong = lowered_run(l, r->input, r->result);

	if (!wrong)
		wrong = compare(r);
	if (!wrong && lowered_packs(l)) {
		wrong = lowered_run_packed(l, r->input, r->result);
		if (!wrong)
			wrong = compare(r);
	}
	if (!wrong && r->schedule.settings.parts)
		wrong = run_parts(r, l);
	r->judge->statements += l->statements;
	/* What the proof compares of larger nodes. */
	if (!wrong)
		wrong = lowered_expressions(l, LITTLE_WORK);
	if (wrong || !draw_chance(&r->judge->drawn, 100 / EACH_EXPRESSED))
		return wrong;
	r->judge->nexpressed++;
	return lowered_expressions(l, INT64_MAX);
}

/* nkernel: it is a network's. */
static size_t
kernel_number(const struct round *r)
{
	size_t i = 0;

	while (i < nkernel && kernel_table[i] != r->schedule.kernel)
		i++;
	return i;
}

/* Whether a design may compute outputs twice, where tiles overlap at the ends of rows, of
   plans in place of an operand, too. */
static bool
overlaps(const struct kernel *kernel)
{
	return kernel == &kernel_plain || kernel == &kernel_direct_c ||
	       kernel == &kernel_sparse || kernel == &kernel_product ||
	       kernel == &kernel_product_vector;
}

/* Proves a node's code. If a design that overlaps cannot be in place of an operand, the
   node is scheduled again, with bytes of its own for the output, as in a network. */
static const char *
prove(struct round *r, struct lowered *l)
{
	const char *wrong;

	*l = lowered_prove(&r->schedule, &wrong, r->arena);
	l->of = &r->plan;
	if (!wrong || !r->plan.over || !overlaps(r->schedule.kernel) ||
		schedule_is_safe(&r->schedule))
		return wrong;
	r->judge->napart[kernel_number(r)]++;
	r->plan.over = NULL;
	if (!schedule_node(r))
		return "with bytes of its own, it is refused";
	*l = lowered_prove(&r->schedule, &wrong, r->arena);
	l->of = &r->plan;
	return wrong;
}

static void
count(const struct round *r)
{
	struct judge *j = r->judge;
	size_t kernel = kernel_number(r);

	for (size_t i = 0; i < nop; i++)
		j->nop[i] += op_table[i] == j->drawn.op;
	if (kernel < nkernel) {
		j->nkernel[kernel]++;
		j->nover[kernel] += r->plan.over != NULL;
	}
}

const char *
judge_node(struct judge *j, uint64_t number)
{
	struct round r = {.judge = j, .arena = &j->arena};
	struct lowered l;
	const char *wrong;

	/* Designs give it blocks of theirs, which would pile up. */
	if (j->nnode % CLEARED)
		arena_clear(&j->arena);
	else
		arena_free(&j->arena);
	r.source = *first_error_begin(&j->said, &j->arena);
	drawn_make(&j->drawn, number, &j->arena);
	if (!drawn_plan(&j->drawn, &r.plan, &r.source) || !schedule_node(&r)) {
		j->nrefused++;
		return NULL;
	}
	j->nnode++;
	wrong = prove(&r, &l);
	count(&r);
	if (wrong)
		return arena_format(&j->arena, "cannot be proven: %s", wrong);
	fill_inputs(&r);
	return run(&r, &l);
}
