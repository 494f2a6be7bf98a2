#include "ops/common/elementwise.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/shape/dims.h"

const struct input_rule elementwise_x[] = {
	{"X", .summary = "any shape"},
	{.name = NULL},
};

const struct input_rule elementwise_ab[] = {
	{"A", .summary = "any shape"},
	{"B", .summary = "any shape that goes with A's"},
	{.name = NULL},
};

const struct attribute_rule elementwise_consumed[] = {
	CONSUMED_INPUTS,
	{.name = NULL},
};

const struct attribute_rule elementwise_none[] = {
	{.name = NULL},
};

void
elementwise_begin(struct elementwise *e, const struct operation *operation,
	struct plan *plan, struct source *source, struct arena *arena)
{
	*e = (struct elementwise){
		.operation = operation, .plan = plan, .source = source, .arena = arena};
	plan_begin(plan, PLAN_POINTWISE, operation, arena);
}

struct chain_value
elementwise_input(struct elementwise *e, int input)
{
	plan_add_operand(e->plan, e->operation, input);
	return chain_operand(e->plan->noperand - 1);
}

struct chain_value
elementwise_numbers(struct elementwise *e, const char *name, enum dtype dtype,
	const double *number, int64_t n)
{
	struct operand *o = &e->plan->operand[e->plan->noperand++];
	float *narrow = arena_array(e->arena, float, n);
	double *wide = arena_array(e->arena, double, n);

	for (int64_t i = 0; i < n; i++) {
		wide[i] = number[i];
		narrow[i] = (float)number[i];
	}
	*o = (struct operand){.name = name,
		.rank = 1,
		.shape = {n},
		.nelement = n,
		.constant = dtype == DTYPE_FLOAT64 ? (const void *)wide : narrow};
	operand_set_dtype(o, dtype_accumulator(dtype));
	return chain_operand(e->plan->noperand - 1);
}

struct chain_value
elementwise_float32(struct elementwise *e, int input)
{
	const struct operation *o = e->operation;
	enum dtype dtype = operation_input_dtype(o, input);
	struct operand from = {.dtype = dtype, .constant = o->input[input]->constant};
	struct chain_value value;
	double number;

	if (from.constant) {
		number = operand_number(&from, 0);
		value = elementwise_numbers(
			e, o->input_name[input], DTYPE_FLOAT32, &number, 1);
		e->single[value.number] = true;
		return value;
	}
	value = elementwise_input(e, input);
	e->single[value.number] = true;
	if (dtype == DTYPE_FLOAT32)
		return value;
	return chain_cast(
		&e->chain, &pointwise_cast, value, dtype, DTYPE_FLOAT32, e->arena);
}

struct chain_value
elementwise_step(struct elementwise *e, const struct pointwise_row *row,
	const struct chain_value *argument, const double *number, enum dtype dtype)
{
	return chain_add(&e->chain, row, argument, number, dtype, e->arena);
}

bool
elementwise_same(struct elementwise *e)
{
	const struct operand *src = e->plan->src;

	return plan_set_output(e->plan, e->operation, src->shape, src->rank, e->source);
}

/* The last operand that is broadcast. */
static size_t
last_broadcast(const struct elementwise *e)
{
	size_t i = e->plan->noperand - 1;

	while (e->single[i])
		i--;
	return i;
}

/* "A [2, 3] and B [4]". */
static const char *
shapes_text(const struct elementwise *e)
{
	const struct plan *plan = e->plan;
	const char *text = "";
	size_t last = last_broadcast(e);

	for (size_t i = 0; i <= last; i++) {
		const struct operand *o = &plan->operand[i];

		if (e->single[i])
			continue;
		text = arena_format(e->arena, "%s%s%s %s", text,
			!i         ? ""
			: i < last ? ", "
				   : " and ",
			o->name, extents_text(o->shape, (size_t)o->rank, e->arena));
	}
	return text;
}

/* Where the input stands that an operand is. */
static const struct place *
operand_place(const struct elementwise *e, const struct operand *operand)
{
	int i = 0;

	while (!e->operation->input[i] ||
		strcmp(e->operation->input_name[i], operand->name) != 0)
		i++;
	return e->operation->input_where[i];
}

bool
elementwise_broadcast(struct elementwise *e)
{
	const struct plan *plan = e->plan;
	struct dims shape = {.rank = 0};

	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *o = &plan->operand[i];
		const struct dims dims = dims_known(o->shape, (size_t)o->rank);

		if (e->single[i] || dims_broadcast(&shape, &dims))
			continue;
		source_error(e->source, operand_place(e, o),
			"%s: %s cannot be broadcast to one shape: an extent is the same "
			"for all, or 1",
			o->name, shapes_text(e));
		return false;
	}
	for (size_t i = 0; i < plan->noperand; i++)
		if (!e->single[i])
			e->first[i] = (int)shape.rank - plan->operand[i].rank;
	return plan_set_dims(e->plan, e->operation, &shape, e->source);
}

/* The shape of B before version 7: A's; with `broadcast`, one element, or the extents of
   A from `axis` on, each of which may be 1 (as in ONNX's own tests; the document only
   says that this does not work yet). */
bool
elementwise_part(struct elementwise *e)
{
	const struct operation *operation = e->operation;
	const struct operand *a = &e->plan->operand[0], *b = &e->plan->operand[1];
	bool broadcast = operation_int(operation, "broadcast", 0);
	int64_t axis = operation_int(operation, "axis", a->rank - b->rank);
	bool fits = broadcast || a->rank == b->rank;

	e->first[1] = (int)axis;
	if (broadcast && b->nelement == 1) {
		e->first[1] = 0;
		return elementwise_same(e);
	}
	fits &= axis >= 0 && axis + b->rank <= a->rank;
	for (int i = 0; i < b->rank && fits; i++)
		fits = b->shape[i] == a->shape[axis + i] ||
		       (broadcast && b->shape[i] == 1);
	if (fits)
		return elementwise_same(e);
	if (broadcast)
		source_error(e->source, operation->input_where[1],
			"%s: expected one element, or extents of %s %s from axis %" PRId64
			" on, each as it is or 1, got %s",
			b->name, a->name,
			extents_text(a->shape, (size_t)a->rank, e->arena), axis,
			extents_text(b->shape, (size_t)b->rank, e->arena));
	else
		source_error(e->source, operation->input_where[1],
			"%s: expected the shape of %s, %s, got %s; what is a part of it "
			"wants \"broadcast\": 1",
			b->name, a->name,
			extents_text(a->shape, (size_t)a->rank, e->arena),
			extents_text(b->shape, (size_t)b->rank, e->arena));
	return false;
}

/* The inc of an operand along an axis of the output. */
static int64_t
inc_along(const struct operand *o, int first, int axis)
{
	int64_t inc = 1;

	axis -= first;
	if (axis < 0 || axis >= o->rank || o->shape[axis] == 1)
		return 0;
	for (int k = axis + 1; k < o->rank; k++)
		inc *= o->shape[k];
	return inc;
}

/* Whether an axis continues where each pass of the inner one ends. */
static bool
goes_on(const struct pointwise_axis *outer, const struct pointwise_axis *inner,
	size_t noperand)
{
	bool same = outer->dst_inc == inner->extent * inner->dst_inc;

	for (size_t k = 0; k < noperand; k++)
		same &= outer->inc[k] == inner->extent * inner->inc[k];
	return same;
}

/* Appends an axis, or merges it with the outer one. */
static void
add_axis(const struct elementwise *e, const struct pointwise_axis *axis)
{
	struct pointwise_plan *p = &e->plan->u.pointwise;
	struct pointwise_axis *outer = p->naxis ? &p->axis[p->naxis - 1] : NULL;
	int64_t extent = axis->extent;

	if (extent == 1)
		return;
	if (outer && goes_on(outer, axis, e->plan->noperand))
		extent *= outer->extent;
	else
		outer = &p->axis[p->naxis++];
	*outer = *axis;
	outer->extent = extent;
}

/* Adds the axis of blocks as two: over blocks, and within a block. */
static void
add_blocks(const struct elementwise *e, const struct pointwise_axis *axis)
{
	struct pointwise_axis outer = *axis, inner = *axis;

	outer.extent = axis->extent / e->block;
	outer.dst_inc *= e->block;
	inner.extent = e->block;
	for (size_t k = 0; k < e->plan->noperand; k++) {
		const struct operand *o = &e->plan->operand[k];

		if (o->rank && o->shape[e->block_axis] < axis->extent)
			inner.inc[k] = 0;
		else
			outer.inc[k] *= e->block;
	}
	add_axis(e, &outer);
	add_axis(e, &inner);
}

bool
elementwise_end(struct elementwise *e)
{
	struct plan *plan = e->plan;
	struct pointwise_chain *chain = arena_new(e->arena, struct pointwise_chain);

	*chain = e->chain;
	plan->u.pointwise.chain = chain;
	for (int i = 0; i < plan->dst.rank; i++) {
		struct pointwise_axis axis = {.extent = plan->dst.shape[i],
			.dst_inc = inc_along(&plan->dst, 0, i)};

		for (size_t k = 0; k < plan->noperand; k++)
			axis.inc[k] = inc_along(&plan->operand[k], e->first[k], i);
		if (e->block && i == e->block_axis && axis.extent % e->block == 0)
			add_blocks(e, &axis);
		else
			add_axis(e, &axis);
	}
	return true;
}

void
elementwise_numbers_of(struct elementwise *e, double *number)
{
	const struct operation *operation = e->operation;
	const struct attribute_rule *rule = operation->op->attribute;
	int n = 0;

	for (; rule->name; rule++) {
		if (rule->type != ATTRIBUTE_FLOAT || rule->since > operation->version ||
			rule->until < operation->version)
			continue;
		number[n] = operation_float(
			operation, rule->name, (double)strtof(rule->initial, NULL));
		plan_add_detail(e->plan,
			arena_format(e->arena, "%s %.9g", rule->name, number[n]),
			e->arena);
		n++;
	}
}

/* The step of the op, whose result has the type of the output. */
static void
add_step(struct elementwise *e, const struct chain_value *argument, const double *number)
{
	const struct op *op = e->operation->op;
	enum dtype dtype = e->operation->dtype, to = op->output->dtype;

	chain_turn(
		&e->chain, op->step, argument, number, dtype, to ? to : dtype, e->arena);
}

bool
elementwise_one(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct elementwise e;
	struct chain_value x = chain_operand(0);
	double number[STEP_NUMBERS] = {0};

	elementwise_begin(&e, operation, plan, source, arena);
	elementwise_numbers_of(&e, number);
	add_step(&e, &x, number);
	return elementwise_same(&e) && elementwise_end(&e);
}

bool
elementwise_two(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct elementwise e;
	struct chain_value x[2] = {chain_operand(0)};

	elementwise_begin(&e, operation, plan, source, arena);
	x[1] = elementwise_input(&e, 1);
	add_step(&e, x, NULL);
	return (operation->version < 7 ? elementwise_part(&e)
				       : elementwise_broadcast(&e)) &&
	       elementwise_end(&e);
}
