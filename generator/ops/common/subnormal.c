#include "ops/common/subnormal.h"

#include "base/arena.h"
#include "base/dtype.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "plan/plan.h"
#include "plan/pointwise.h"
#include "spec/spec.h"

#include <inttypes.h>
#include <string.h>

#define countof(array) (sizeof(array) / sizeof(array)[0])

/* The types with subnormal numbers that processors compute with: the bit of the sign, and
   the bits of the largest one. Those of float16 are none in float, in which it is
   computed.
 */
static const struct {
	enum dtype dtype;
	uint64_t sign, largest;
} subnormal_rows[] = {
	{DTYPE_FLOAT32, UINT64_C(1) << 31, 0x007fffff},
	{DTYPE_FLOAT64, UINT64_C(1) << 63, 0x000fffffffffffff},
	{DTYPE_BFLOAT16, UINT64_C(1) << 15, 0x007f},
};

/* The bits of an element of so many bytes. */
static uint64_t
bits_of(const unsigned char *element, size_t size)
{
	uint16_t half;
	uint32_t single;
	uint64_t wide;

	switch (size) {
	case sizeof half:
		memcpy(&half, element, sizeof half);
		return half;
	case sizeof single:
		memcpy(&single, element, sizeof single);
		return single;
	default:
		memcpy(&wide, element, sizeof wide);
		return wide;
	}
}

/* Counts the subnormal elements of a constant. They become zeros in `to`, a copy of all
   elements, unless it is NULL. */
static int64_t
scan(const struct operand *operand, unsigned char *to)
{
	const size_t size = dtype_info[operand->dtype].size;
	const unsigned char *from = operand->constant;
	int64_t n = 0;

	for (size_t row = 0; row < countof(subnormal_rows); row++) {
		const uint64_t sign = subnormal_rows[row].sign;

		if (subnormal_rows[row].dtype != operand->dtype)
			continue;
		for (int64_t i = 0; i < operand->nelement; i++) {
			const size_t at = (size_t)i * size;
			const uint64_t bits = bits_of(from + at, size) & ~sign;

			if (!bits || bits > subnormal_rows[row].largest)
				continue;
			n++;
			if (to)
				memset(to + at, 0, size);
		}
	}
	return n;
}

/* The arguments of steps that are multiplied by. */
static const struct {
	const struct pointwise_row *row;
	int argument;
} factor_rows[] = {
	{&pointwise_multiply, 0},
	{&pointwise_multiply, 1},
	{&pointwise_multiply_add, 1},
	{&pointwise_normalize, 1},
	{&pointwise_prelu, 1},
};

static bool
is_factor(const struct pointwise_chain *chain, size_t operand)
{
	for (size_t i = 0; i < chain->nstep; i++)
		for (size_t row = 0; row < countof(factor_rows); row++) {
			const struct chain_value *x =
				&chain->step[i].argument[factor_rows[row].argument];

			if (chain->step[i].row == factor_rows[row].row && !x->is_step &&
				x->number == operand)
				return true;
		}
	return false;
}

/* Whether a plan multiplies by an operand. */
static bool
multiplies_by(const struct plan *plan, const struct operand *operand)
{
	switch (plan->kind) {
	case PLAN_WINDOW:
		return operand == plan->weights;
	case PLAN_PRODUCT:
		return operand == plan->u.product.a || operand == plan->u.product.b;
	case PLAN_REDUCE:
		return operand == plan->u.reduce.scale;
	case PLAN_POINTWISE:
		return is_factor(
			plan->u.pointwise.chain, (size_t)(operand - plan->operand));
	default:
		return false;
	}
}

/* Whether nothing is read at run time: then the node is computed while generating, or has
   no weights. */
static bool
is_constant(const struct plan *plan)
{
	for (size_t i = 0; i < plan->noperand; i++)
		if (!plan->operand[i].constant)
			return false;
	return true;
}

static bool
is_told(const struct subnormal_told *told, const void *constant)
{
	for (size_t i = 0; i < told->n; i++)
		if (told->constant[i] == constant)
			return true;
	return false;
}

/* Where an operand is read; the node, if it is computed from several inputs. */
static const struct place *
place_of(const struct node *node, const struct operand *operand)
{
	for (size_t i = 0; i < node->ninput; i++)
		if (!strcmp(node->input[i].name, operand->name))
			return node->input[i].where;
	return node->where;
}

static void
report(const struct operand *operand, int64_t n, const struct node *node,
	struct subnormal_told *told, struct source *source, struct arena *arena)
{
	if (is_told(told, operand->constant))
		return;
	told->constant =
		arena_grow(arena, told->constant, told->n, sizeof *told->constant);
	told->constant[told->n++] = operand->constant;
	source_warning(source, place_of(node, operand),
		"%s: %" PRId64 " of %" PRId64 " weights are subnormal, and processors "
		"multiply by those up to hundreds of times more slowly; --numerics fast "
		"takes them for zeros",
		operand->name, n, operand->nelement);
}

static void
flush_weights(struct plan *plan, struct operand *operand, int64_t n, struct arena *arena)
{
	const size_t size = (size_t)operand->nelement * dtype_info[operand->dtype].size;
	unsigned char *flushed = arena_alloc(arena, size);

	memcpy(flushed, operand->constant, size);
	scan(operand, flushed);
	operand->constant = flushed;
	plan->flushed = arena_format(arena,
		"%" PRId64 " of %" PRId64
		" weights of %s are subnormal, and taken for zeros",
		n, operand->nelement, operand->name);
	plan_add_detail(plan, plan->flushed, arena);
}

void
subnormal_weights(struct plan *plan, const struct node *node, bool flush,
	struct subnormal_told *told, struct source *source, struct arena *arena)
{
	if (is_constant(plan))
		return;
	for (size_t i = 0; i < plan->noperand; i++) {
		struct operand *operand = &plan->operand[i];
		int64_t n = 0;

		if (operand->constant && multiplies_by(plan, operand))
			n = scan(operand, NULL);
		if (n && flush)
			flush_weights(plan, operand, n, arena);
		else if (n)
			report(operand, n, node, told, source, arena);
	}
}
