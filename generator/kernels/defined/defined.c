#include "base/arena.h"
#include "code/cost.h"
#include "kernels/common/code_algebra.h"
#include "kernels/common/epilogue_code.h"
#include "kernels/common/lowering.h"
#include "kernels/kernel.h"
#include "plan/define.h"
#include "plan/epilogue.h"

/* Straight-line code from the definitions of plan/define.h: no loop, every index a
   literal. Outputs are computed one by one, in functions of limited length. */

enum {
	FUNCTION_STATEMENTS = 1000,
	TERM_BYTES = 45, /* of a sum's statement, nearly */
	OUTPUT_BYTES = 120
};

struct straight {
	const struct lowering *l;
	struct code_builder *code;
	const struct plan *plan;
	struct code_type sum;

	/* Of the current function. */
	struct entry_operands o;
	const struct variable *kept[NKEPT]; /* NULL: not declared yet */
	bool reads[MAX_OPERAND];            /* which inputs it has read */
	int64_t statements;
	bool open;

	const struct function **part;
	size_t npart;
};

static void
open_part(struct straight *s)
{
	struct variable *dst;

	code_function(s->code, LINKAGE_NOINLINE,
		lowering_name(s->l, "part_%zu", s->npart), NULL);
	s->o = lowering_operands(s->l);
	dst = code_parameter(s->code, VARIABLE_POINTER, s->l->memory, s->plan->dst.name);
	dst->restricted = true;
	s->o.dst = dst;
	lowering_beside(s->l, &s->o);
	for (int i = 0; i < NKEPT; i++)
		s->kept[i] = NULL;
	for (size_t i = 0; i < s->plan->noperand; i++)
		s->reads[i] = !plan_passes(s->plan, &s->plan->operand[i]);
	s->statements = 0;
	s->open = true;
}

static void
close_part(struct straight *s)
{
	if (!s->open)
		return;
	for (size_t i = 0; i < s->plan->noperand; i++)
		if (!s->reads[i])
			code_unused(s->code, s->o.operand[i]);
	s->part = arena_grow(s->code->arena, s->part, s->npart, sizeof *s->part);
	s->part[s->npart++] = code_end_function(s->code);
	s->open = false;
}

static union quantity
element(void *context, const struct operand *operand, int64_t k)
{
	struct straight *s = context;
	size_t i = (size_t)(operand - s->plan->operand);

	s->reads[i] = true;
	return (union quantity){
		.value = code_load(s->code, s->sum, code_at(s->o.operand[i], k))};
}

static union quantity
place(void *context, int64_t place)
{
	struct straight *s = context;

	return (union quantity){
		.value = code_number(s->code, code_scalar(DTYPE_INT64), (double)place)};
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

	s->statements++;
	if (*v)
		code_set(s->code, *v, value.value);
	else
		*v = code_let(s->code, false,
			which < KEPT_LANE
				? name[which]
				: code_name(s->code, "lane%d", which - KEPT_LANE),
			value.value);
	return (union quantity){.value = code_get(s->code, *v)};
}

/* "Y[0, 5]" */
static void
begin(void *context, int64_t k, int64_t terms)
{
	struct straight *s = context;
	const struct operand *dst = &s->plan->dst;
	const char *text = "";

	if (s->open && s->statements + terms > FUNCTION_STATEMENTS)
		close_part(s);
	if (!s->open)
		open_part(s);
	for (int i = dst->rank - 1; i >= 0; i--) {
		text = code_name(s->code, "%lld%s%s", (long long)(k % dst->shape[i]),
			*text ? ", " : "", text);
		k /= dst->shape[i];
	}
	code_comment(s->code, code_name(s->code, "%s[%s]", dst->name, text));
}

static void
put(void *context, int64_t k, union quantity value)
{
	struct straight *s = context;
	const struct epilogue *epilogue = s->plan->epilogue;
	const struct output_place place = {code_at(s->o.dst, k), 1, 1};

	for (size_t i = 1; epilogue && i < epilogue->noperand; i++)
		s->reads[epilogue->operand[i].operand] = true;
	code_store(s->code, place.at, epilogue_lower(s->l, value.value, place));
	s->statements++;
}

static void
defined_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	struct straight s = {.l = &l,
		.code = code,
		.plan = schedule->plan,
		.sum = code_scalar(dtype_accumulator(schedule->plan->src->dtype))};
	struct code_algebra statements = {.code = code, .fused = l.fused, .lanes = 1};
	const struct algebra algebra = {
		.compute = code_compute, .context = &statements, .dtype = s.sum.dtype};
	const struct definition definition = {.plan = schedule->plan,
		.algebra = &algebra,
		.element = element,
		.place = place,
		.keep = keep,
		.begin = begin,
		.put = put,
		.context = &s};
	struct entry_operands o;

	if (schedule->plan->dst.nelement)
		define_outputs(&definition);
	close_part(&s);
	o = lowering_entry(&l, ENTRY_WHOLE);
	for (size_t i = 0; i < s.npart; i++) {
		struct argument a[MAX_OPERAND + 1];
		size_t n = 0;

		for (size_t k = 0; k < s.plan->noperand; k++)
			if (plan_passes(s.plan, &s.plan->operand[k]))
				a[n++] = code_pass(code_at(o.operand[k], 0));
		a[n] = code_pass(code_at(o.dst, 0));
		code_call(code, s.part[i], a);
	}
	code_end_function(code);
}

static bool
plan_defined(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct plan *plan = schedule->plan;

	(void)arena;
	schedule->estimate = count_add(size_around(schedule),
		count_add(count_mul(plan_terms(plan), TERM_BYTES),
			count_mul((uint64_t)plan->dst.nelement, OUTPUT_BYTES)));
	return schedule->estimate / NEARLY <= max_output;
}

const struct kernel kernel_unrolled_product = {
	.name = "unrolled-product",
	.kind = PLAN_PRODUCT,
	.loops = false,
	.summary = "straight-line code, every index a literal",
	.plan = plan_defined,
	.lower = defined_lower,
};

const struct kernel kernel_unrolled_reduce = {
	.name = "unrolled-reduce",
	.kind = PLAN_REDUCE,
	.loops = false,
	.summary = "straight-line code, every index a literal",
	.plan = plan_defined,
	.lower = defined_lower,
};

const struct kernel kernel_unrolled_sample = {
	.name = "unrolled-sample",
	.kind = PLAN_SAMPLE,
	.loops = false,
	.summary = "straight-line code, every index a literal",
	.plan = plan_defined,
	.lower = defined_lower,
};
