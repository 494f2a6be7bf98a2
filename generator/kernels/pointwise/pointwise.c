#include "kernels/common/chain_code.h"
#include "kernels/common/parts.h"
#include "kernels/common/tile_plan.h"
#include "kernels/kernel.h"

#include "base/arena.h"
#include "base/checked.h"

enum {
	MOST_UNROLL = 4,       /* vectors side by side: more hide no more latency */
	STRAIGHT_VECTORS = 8,  /* vectors that are written out without loops */
	STRAIGHT_FUNCTIONS = 2 /* the same if each calls functions */
};

/* The plan of the pointwise kernels. */
struct pointwise_loops {
	int lanes;      /* of vectors along a row; 1: plain C */
	int outer;      /* axes outside of rows, which lie along the one after them */
	int64_t extent; /* of a row */
	int unroll;     /* vectors whose steps stand side by side */
	bool straight;  /* no loops */
	/* Straight-line plain C: each element is a row of its own; it may call the steps
	   as a function. */
	bool elements, calls;
};

/* The type whose vectors give all others their lanes: that of all that a plan computes
   and reads, or float32 where types meet. */
static enum dtype
type_of_lanes(const struct plan *plan)
{
	const struct pointwise_chain *chain = plan->u.pointwise.chain;
	enum dtype dtype = plan->dst.loaded;

	for (size_t i = 0; i < chain->nstep; i++)
		if (chain->step[i].computed != dtype || chain->step[i].loaded != dtype)
			return DTYPE_FLOAT32;
	for (size_t i = 0; i < plan->noperand; i++)
		if (plan->operand[i].loaded != dtype)
			return DTYPE_FLOAT32;
	return dtype;
}

static struct pointwise_loops *
new_loops(struct schedule *schedule, struct arena *arena)
{
	const struct pointwise_plan *plan = &schedule->plan->u.pointwise;
	struct pointwise_loops *p = arena_new(arena, struct pointwise_loops);

	p->elements = schedule->kernel->straight;
	p->lanes = lanes_of_design(schedule, type_of_lanes(schedule->plan));
	p->outer = p->elements || !plan->naxis ? plan->naxis : plan->naxis - 1;
	p->extent = p->outer < plan->naxis ? plan->axis[p->outer].extent : 1;
	p->unroll = 1;
	schedule->own = p;
	return p;
}

static bool
plan_straight(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	struct pointwise_loops *p = new_loops(schedule, arena);

	p->calls = chain_is_long(plan->u.pointwise.chain, arena) &&
		   plan->noperand <= VALUE_ARGUMENTS;
	return schedule_may_fit(schedule, (uint64_t)plan->dst.nelement, max_output);
}

static bool
plan_loops(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	struct pointwise_loops *p = new_loops(schedule, arena);
	int registers = schedule->target->registers - (int)plan->noperand;
	bool lengthy = chain_is_long(plan->u.pointwise.chain, arena);

	(void)max_output;
	if (p->lanes == 1)
		return true;
	p->unroll = registers / (chain_alive(plan->u.pointwise.chain) + 1);
	p->unroll = lengthy ? 1 : (int)max_of(min_of(p->unroll, MOST_UNROLL), 1);
	p->straight = plan->dst.nelement / p->extent * ceil_div(p->extent, p->lanes) <=
		      (lengthy ? STRAIGHT_FUNCTIONS : STRAIGHT_VECTORS);
	return true;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct pointwise_plan *p = &plan->u.pointwise;
	const struct pointwise_axis *inner = p->naxis ? &p->axis[p->naxis - 1] : NULL;

	(void)target;
	if (!vectors_have(plan->dst.loaded))
		return "there are no vectors of its type";
	if (chain_obstacle(p->chain))
		return chain_obstacle(p->chain);
	for (size_t i = 0; i < plan->noperand; i++)
		if (p->naxis && inner->inc[i] != 0 && inner->inc[i] != 1)
			return "its operands do not lie in rows";
	return NULL;
}

/* The function being built. */
struct row_code {
	struct code_builder *code;
	const struct plan *plan;
	const struct pointwise_loops *p;
	struct chain_code chain;
	/* The first elements of the current row: of the operands, and of dst. */
	struct address at[MAX_OPERAND + 1];
	const struct value *shared[MAX_OPERAND]; /* the same in the whole row */
	const struct variable *counter[MAX_RANK];
	/* The function of all steps, if each element calls it. */
	const struct function *steps;
};

/* Elements of a row, `first` elements after the counter. */
struct place {
	const struct variable *counter; /* or NULL */
	int64_t first;
	int64_t n; /* lanes, from the first one */
};

static size_t
dst_of(const struct row_code *r)
{
	return r->plan->noperand;
}

static int64_t
inc_of(const struct row_code *r, int axis, size_t operand)
{
	const struct pointwise_plan *p = &r->plan->u.pointwise;

	if (axis == p->naxis)
		return 0;
	return operand == dst_of(r) ? p->axis[axis].dst_inc : p->axis[axis].inc[operand];
}

/* The type that an operand's elements are computed in. */
static struct code_type
type_of(const struct row_code *r, size_t operand)
{
	return code_vector(r->plan->operand[operand].loaded, r->p->lanes);
}

static struct address
address_of(const struct row_code *r, size_t operand, const struct place *place)
{
	int64_t inc = inc_of(r, r->p->outer, operand);

	return code_indexed(r->code, code_moved(r->at[operand], place->first * inc),
		place->counter, inc);
}

/* Loads the operands that are the same in the whole row. Those of several elements get a
   name. */
static void
share_operands(struct row_code *r)
{
	for (size_t i = 0; i < r->plan->noperand; i++) {
		const struct operand *o = &r->plan->operand[i];
		struct code_type type = type_of(r, i);
		const struct value *x = NULL;

		if (!inc_of(r, r->p->outer, i))
			x = operand_is_literal(o)
				    ? code_number(r->code, type, operand_number(o, 0))
				    : code_set1_load(r->code, type, r->at[i]);
		if (x && r->p->extent > 1 && x->kind != VALUE_NUMBER &&
			chain_reads(r->chain.chain, i))
			x = chain_name(&r->chain, x);
		r->shared[i] = x;
	}
}

static void
add_elements(struct row_code *r, struct place place)
{
	const struct value *x[MAX_OPERAND] = {0}, *y;

	for (size_t i = 0; i < r->plan->noperand; i++) {
		x[i] = r->shared[i];
		if (!x[i])
			x[i] = code_load_n(r->code, type_of(r, i),
				address_of(r, i, &place), place.n);
	}
	y = r->steps ? code_call_value(r->code, r->steps, x, r->plan->noperand)
		     : chain_lower(&r->chain, x);
	code_store_n(r->code, address_of(r, dst_of(r), &place), y, place.n);
}

/* Adds the elements of the current row: some vectors in a loop, and those after them, or
   all if they are few, written out. */
static void
add_row(struct row_code *r)
{
	const struct pointwise_loops *p = r->p;
	int64_t step = p->unroll * p->lanes, looped = p->extent / step * step;

	share_operands(r);
	if (p->straight || p->extent / p->lanes <= 2 * p->unroll)
		looped = 0;
	if (looped) {
		const struct variable *i = r->counter[p->outer];

		code_loop_by(r->code, i, 0, step, looped);
		for (int k = 0; k < p->unroll; k++)
			add_elements(r, (struct place){i, k * p->lanes, p->lanes});
		code_end(r->code);
	}
	for (int64_t at = looped; at < p->extent; at += p->lanes)
		add_elements(
			r, (struct place){NULL, at, min_of(p->lanes, p->extent - at)});
}

/* Declares pointers to the current row. */
static void
let_pointers(struct row_code *r)
{
	for (size_t i = 0; i <= dst_of(r); i++) {
		bool dst = i == dst_of(r);
		const char *name = dst ? "dst" : code_name(r->code, "src%zu", i);
		const struct variable *base = r->at[i].base;

		if (!r->at[i].nterm || &r->plan->operand[i] == r->plan->over)
			continue;
		r->at[i] = code_at(code_let_pointer(r->code, !dst, true,
					   code_scalar(base->type.dtype), name, r->at[i]),
			0);
	}
	if (r->plan->over)
		r->at[r->plan->over - r->plan->operand] = r->at[dst_of(r)];
}

/* Begins a row, or the first one of those that loops go through. */
static void
begin_row(struct row_code *r, const struct entry_operands *o, int64_t number)
{
	const struct plan *plan = r->plan;

	for (size_t i = 0; i <= dst_of(r); i++) {
		bool in_dst = i == dst_of(r) || &plan->operand[i] == plan->over;
		int64_t outer = number;

		r->at[i] = code_at(in_dst ? o->dst : o->operand[i], 0);
		for (int k = r->p->outer - 1; k >= 0; k--) {
			int64_t extent = plan->u.pointwise.axis[k].extent;

			r->at[i].offset += outer % extent * inc_of(r, k, i);
			outer /= extent;
		}
	}
}

/* Adds all rows in loops. */
static void
loop_rows(struct row_code *r, const struct entry_operands *o)
{
	begin_row(r, o, 0);
	for (int k = 0; k < r->p->outer; k++) {
		code_loop(r->code, r->counter[k], r->plan->u.pointwise.axis[k].extent);
		for (size_t i = 0; i <= dst_of(r); i++)
			r->at[i] = code_indexed(
				r->code, r->at[i], r->counter[k], inc_of(r, k, i));
	}
	let_pointers(r);
	add_row(r);
	code_ends(r->code, r->p->outer);
}

/* Adds rows first to end - 1, one after the other. */
static void
write_rows(struct row_code *r, const struct entry_operands *o, int64_t first, int64_t end)
{
	for (int64_t i = first; i < end; i++) {
		begin_row(r, o, i);
		add_row(r);
	}
}

static struct row_code
begin_rows(const struct lowering *l)
{
	const struct plan *plan = l->schedule->plan;
	const struct pointwise_loops *p = l->schedule->own;

	return (struct row_code){.code = l->code,
		.plan = plan,
		.p = p,
		.chain = {.code = l->code,
			.chain = plan->u.pointwise.chain,
			.fused = l->fused,
			.lanes = p->lanes}};
}

static void
pointwise_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	struct entry_operands o = lowering_entry(&l, ENTRY_WHOLE);
	struct row_code r = begin_rows(&l);

	if (schedule->plan->dst.nelement) {
		code_nested_counters(code, r.counter, MAX_RANK, 1);
		code_blank(code);
		if (r.p->straight)
			write_rows(&r, &o, 0, schedule->plan->dst.nelement / r.p->extent);
		else
			loop_rows(&r, &o);
	}
	code_unused_parameters(code);
	code_end_function(code);
}

/* Builds the steps as a function of the operands' elements: copies of long chains in many
   elements would take compilers minutes. */
static const struct function *
add_steps(const struct lowering *l, struct row_code *r)
{
	const struct value *x[MAX_OPERAND] = {0};

	code_function(
		l->code, LINKAGE_NOINLINE, lowering_name(l, "element"), "One element.");
	for (size_t i = 0; i < r->plan->noperand; i++)
		x[i] = code_given(l->code, type_of(r, i), code_name(l->code, "x%zu", i));
	code_return(l->code, chain_lower(&r->chain, x));
	return code_end_function(l->code);
}

static void
unrolled_pointwise_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	struct parts parts = {.l = &l, .aliased = true};
	int64_t n = schedule->plan->dst.nelement;
	struct row_code r = begin_rows(&l);

	if (r.p->calls && n)
		r.steps = add_steps(&l, &r);
	for (int64_t i = 0; i < n; i += PART_STATEMENTS) {
		parts_open(&parts);
		r.chain.nname = 0;
		write_rows(&r, &parts.o, i, min_of(i + PART_STATEMENTS, n));
	}
	parts_entry(&parts);
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
	.plan = plan_loops,
	.lower = pointwise_lower,
};
