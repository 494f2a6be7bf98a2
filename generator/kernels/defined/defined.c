#include "base/extents.h"
#include "code/walk/cost.h"
#include "kernels/common/code_algebra.h"
#include "kernels/common/epilogue_code.h"
#include "kernels/common/parts.h"
#include "kernels/kernel.h"
#include "plan/define.h"

#include <string.h>

/* Straight-line code from the definitions of plan/define.h: no loop, every index a
   literal. Outputs are computed one by one, in functions of limited length. */

enum {
	FUNCTION_STATEMENTS = 1000
};

struct straight {
	const struct lowering *l;
	struct code_builder *code;
	const struct plan *plan;
	struct parts parts;
	const struct variable
		*kept[NKEPT]; /* of the current part; NULL: not declared yet */
};

static union quantity
element(void *context, const struct operand *operand, int64_t k)
{
	struct straight *s = context;
	const struct variable *base = lowering_operand(s->l, &s->parts.o, operand);

	return quantity_of(
		code_load(s->code, code_scalar(operand->loaded), code_at(base, k)));
}

static union quantity
place(void *context, int64_t place)
{
	struct straight *s = context;

	return quantity_of(code_number(s->code, code_scalar(DTYPE_INT64), (double)place));
}

static union quantity
keep(void *context, int which, union quantity value)
{
	static const char *const name[] = {
		[KEPT_TOTAL] = "total",
		[KEPT_SUM] = "sum",
		[KEPT_MEAN] = "mean",
		[KEPT_FACTOR] = "factor",
		[KEPT_PLACE] = "place",
	};
	struct straight *s = context;
	const struct variable **v = &s->kept[which];

	s->parts.statement++;
	if (*v)
		code_set(s->code, *v, value.value);
	else
		*v = code_let(s->code, false,
			which < KEPT_LANE
				? name[which]
				: code_name(s->code, "lane%d", which - KEPT_LANE),
			value.value);
	return quantity_of(code_get(s->code, *v));
}

/* "Y[0, 5]" */
static void
begin(void *context, int64_t k, int64_t terms)
{
	struct straight *s = context;
	const struct operand *dst = &s->plan->dst;
	int64_t at[MAX_RANK];

	if (!s->parts.open || s->parts.statement + (size_t)terms > FUNCTION_STATEMENTS) {
		parts_open(&s->parts);
		memset(s->kept, 0, sizeof s->kept);
	}
	for (int i = dst->rank - 1; i >= 0; i--) {
		at[i] = k % dst->shape[i];
		k /= dst->shape[i];
	}
	code_comment(
		s->code, code_name(s->code, "%s%s", dst->name,
				 extents_text(at, (size_t)dst->rank, s->code->body)));
}

static void
put(void *context, size_t output, int64_t k, union quantity value)
{
	struct straight *s = context;
	const struct output_place place = {code_at(s->parts.o.dst, k), 1, 1};

	if (output)
		code_store(s->code, code_at(s->parts.o.output[output], k), value.value);
	else
		epilogue_store(s->l, value.value, place);
	s->parts.statement++;
}

static void
defined_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	struct straight s = {
		.l = &l, .parts = {.l = &l}, .code = code, .plan = schedule->plan};
	struct code_algebra statements = {.code = code, .fused = l.fused, .lanes = 1};
	const struct algebra algebra = {.compute = code_compute,
		.context = &statements,
		.dtype = schedule->plan->sum};
	const struct definition definition = {.plan = schedule->plan,
		.algebra = &algebra,
		.element = element,
		.place = place,
		.keep = keep,
		.begin = begin,
		.put = put,
		.context = &s};

	if (schedule->plan->dst.nelement)
		define_outputs(&definition);
	parts_entry(&s.parts);
}

static bool
plan_defined(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct plan *plan = schedule->plan;

	(void)arena;
	return schedule_may_fit(schedule,
		count_add(plan_terms(plan), (uint64_t)plan->dst.nelement), max_output);
}

const struct kernel kernel_unrolled_product = {
	.name = "unrolled-product",
	.kind = PLAN_PRODUCT,
	.straight = true,
	.summary = "straight-line code, every index a literal",
	.plan = plan_defined,
	.lower = defined_lower,
};

const struct kernel kernel_unrolled_reduce = {
	.name = "unrolled-reduce",
	.kind = PLAN_REDUCE,
	.straight = true,
	.summary = "straight-line code, every index a literal",
	.plan = plan_defined,
	.lower = defined_lower,
};

const struct kernel kernel_unrolled_sample = {
	.name = "unrolled-sample",
	.kind = PLAN_SAMPLE,
	.straight = true,
	.summary = "straight-line code, every index a literal",
	.plan = plan_defined,
	.lower = defined_lower,
};
