#include "kernels/pointwise/pointwise.h"

#include "base/arena.h"
#include "kernels/common/chain_code.h"
#include "kernels/common/lowering.h"
#include "kernels/common/tile_plan.h"

enum {
	MOST_UNROLL = 4,        /* vectors side by side: more hide no more latency */
	STRAIGHT_VECTORS = 8,   /* vectors that are written out without loops */
	STRAIGHT_FUNCTIONS = 2, /* the same if each calls functions */
	STEP_TEXT = 40,   /* of a step in straight-line code, without its operands */
	OPERAND_TEXT = 4, /* "X[] " */
	LOOPED_BYTES = 2000
};

/* Whether all that a plan computes and reads is computed in one type. */
static bool
has_one_type(const struct plan *plan)
{
	const struct pointwise_chain *chain = plan->u.pointwise.chain;
	enum dtype dtype = dtype_accumulator(plan->dst.dtype);

	for (size_t i = 0; i < chain->nstep; i++)
		if (dtype_accumulator(chain->step[i].from) != dtype ||
			dtype_accumulator(chain->step[i].dtype) != dtype)
			return false;
	for (size_t i = 0; i < plan->noperand; i++)
		if (dtype_accumulator(plan->operand[i].dtype) != dtype)
			return false;
	return true;
}

/* The type whose vectors give all others their lanes: where types meet, float32. */
static enum dtype
type_of_lanes(const struct plan *plan)
{
	return has_one_type(plan) ? plan->dst.dtype : DTYPE_FLOAT32;
}

/* Divides the innermost axis into vectors and a rest. */
static struct pointwise_loops *
cut_rows(struct schedule *schedule, struct arena *arena)
{
	const struct pointwise_plan *plan = &schedule->plan->u.pointwise;
	struct pointwise_loops *p = arena_new(arena, struct pointwise_loops);

	p->lanes = lanes_of_design(schedule, type_of_lanes(schedule->plan), arena);
	p->unroll = 1;
	p->extent = plan->naxis ? plan->axis[plan->naxis - 1].extent : 1;
	p->vectors = p->extent / p->lanes;
	p->rest = p->extent % p->lanes;
	schedule->own = p;
	return p;
}

/* Approximate bytes of the statements of all elements. */
static uint64_t
straight_bytes(const struct plan *plan)
{
	uint64_t bytes = STEP_TEXT * (uint64_t)plan->u.pointwise.chain->nstep;

	for (size_t i = 0; i < plan->noperand; i++)
		bytes += OPERAND_TEXT + size_of_number(plan->operand[i].nelement);
	return count_mul(bytes, (uint64_t)plan->dst.nelement);
}

static bool
plan_straight(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	struct pointwise_loops *p = cut_rows(schedule, arena);

	p->straight = true;
	p->calls = chain_is_long(schedule->plan->u.pointwise.chain, arena) &&
		   schedule->plan->noperand <= VALUE_ARGUMENTS;
	schedule->estimate =
		count_add(size_around(schedule), straight_bytes(schedule->plan));
	return schedule->estimate / NEARLY <= max_output;
}

static bool
plan_loops(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	(void)max_output;
	cut_rows(schedule, arena);
	schedule->estimate = LOOPED_BYTES;
	return true;
}

static bool
plan_vectors(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	struct pointwise_loops *p = cut_rows(schedule, arena);
	int registers = schedule->target->registers - (int)plan->noperand;
	int64_t rows = plan->dst.nelement / p->extent;
	bool lengthy = chain_is_long(plan->u.pointwise.chain, arena);

	(void)max_output;
	p->unroll = registers / (chain_alive(plan->u.pointwise.chain) + 1);
	if (p->unroll > MOST_UNROLL)
		p->unroll = MOST_UNROLL;
	if (p->unroll < 1 || lengthy)
		p->unroll = 1;
	p->straight = rows * (p->vectors + (p->rest > 0)) <=
		      (lengthy ? STRAIGHT_FUNCTIONS : STRAIGHT_VECTORS);
	schedule->estimate = LOOPED_BYTES;
	return true;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct pointwise_plan *p = &plan->u.pointwise;
	const struct pointwise_axis *inner = p->naxis ? &p->axis[p->naxis - 1] : NULL;

	(void)target;
	if (!vectors_have(plan->dst.dtype))
		return "there are no vectors of its type";
	if (chain_obstacle(p->chain))
		return chain_obstacle(p->chain);
	for (size_t i = 0; i < plan->noperand; i++)
		if (p->naxis && inner->inc[i] != 0 && inner->inc[i] != 1)
			return "its operands do not lie in rows";
	return NULL;
}

const struct kernel kernel_unrolled_pointwise = {
	.name = "unrolled-pointwise",
	.kind = PLAN_POINTWISE,
	.straight = true,
	.summary = "every element by statements of its own",
	.plan = plan_straight,
	.lower = unrolled_pointwise_lower,
};

const struct kernel kernel_loop_pointwise = {
	.name = "loop-pointwise",
	.kind = PLAN_POINTWISE,
	.restricts = true,
	.summary = "loops over elements",
	.plan = plan_loops,
	.lower = pointwise_lower,
};

const struct kernel kernel_vector_pointwise = {
	.name = "vector-pointwise",
	.kind = PLAN_POINTWISE,
	.vectors = true,
	.summary = "loops over vectors of elements along the innermost axis",
	.obstacle = obstacle,
	.plan = plan_vectors,
	.lower = pointwise_lower,
};
