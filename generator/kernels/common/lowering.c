#include "kernels/common/lowering.h"

#include "base/arena.h"
#include "code/statements/beside.h"
#include "kernels/common/arrays.h"
#include "plan/epilogue.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const entry_suffix[NENTRY] = {"", "_pack", "_packed"};

int
entries_of(const struct schedule *schedule)
{
	const struct operand *weights = schedule->plan->weights;

	if (!weights || weights->constant)
		return 1;
	if (schedule->whole && !schedule->whole->step)
		return schedule->weights.packs ? NENTRY : 1;
	return schedule->step ? 1 : NENTRY;
}

/* Whether an entry has a parameter of the function's name, and so cannot call it. */
static bool
is_hidden(const struct schedule *schedule)
{
	const struct plan *plan = schedule->plan;
	bool hidden = !strcmp(schedule->name, "packed");

	for (size_t i = 0; i < plan_noutput(plan); i++)
		hidden |= !strcmp(schedule->name, plan_output(plan, i)->name);
	for (size_t i = 0; i < plan->noperand; i++)
		hidden |= !strcmp(schedule->name, plan->operand[i].name);
	return hidden && entries_of(schedule) > 1;
}

bool
owns_workspace(const struct schedule *schedule)
{
	return schedule->plan->kind == PLAN_NETWORK &&
	       schedule->settings.workspace != WORKSPACE_ARGUMENT;
}

bool
has_dispatcher(const struct schedule *schedule)
{
	return schedule->target->attribute || schedule->settings.targets.n > 1 ||
	       is_hidden(schedule) || owns_workspace(schedule);
}

struct lowering
lowering_begin(const struct schedule *schedule, struct code_builder *code)
{
	code->updates = schedule->plan->over != NULL;
	return (struct lowering){.code = code,
		.schedule = schedule,
		.fused = schedule->settings.numerics == NUMERICS_FMA,
		.memory = code_scalar(schedule->plan->src->dtype),
		.stored = code_scalar(schedule->plan->dst.dtype),
		.sum = code_scalar(schedule->plan->sum)};
}

struct code_type
lowering_vector(const struct lowering *l, int lanes)
{
	return code_vector(l->sum.dtype, lanes);
}

const char *
lowering_name(const struct lowering *l, const char *format, ...)
{
	char text[256];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return code_name(l->code, "%s_%s", l->schedule->stem, text);
}

uint64_t
packed_bytes(const struct schedule *schedule)
{
	const struct operand *weights = schedule->plan->weights;
	uint64_t most = 0;

	for (const struct schedule *s = schedule; weights && s; s = s->next) {
		uint64_t bytes =
			(uint64_t)weights->nelement * dtype_info[weights->dtype].size;

		if (s->weights.packs)
			bytes = (uint64_t)s->weights.n * dtype_info[weights->loaded].size;
		most = bytes > most ? bytes : most;
	}
	return most;
}

/* A constant operand's array. Weights and bias are stored in the type of sums. */
static const struct variable *
constant_operand(const struct lowering *l, const struct operand *operand)
{
	const struct plan *plan = l->schedule->plan;
	const struct stored_weights *weights = &l->schedule->weights;
	struct code_constant *constant = arena_new(l->code->arena, struct code_constant);
	enum dtype dtype = operand->dtype;
	int64_t n = operand->nelement, first = array_first(l->schedule, operand);
	const struct schedule *whole = l->schedule->whole;
	const struct variable *array;
	char name[ARRAY_NAME_SIZE];

	if (operand == plan->weights || operand == plan->bias)
		dtype = operand_stored(operand);
	constant->operand = operand;
	if (operand == (weights->given ? weights->given : plan->weights) &&
		weights->operand) {
		constant->operand = weights->operand;
		constant->transformed = weights->transformed;
		constant->source = weights->source;
		constant->packing = weights->packing;
		n = weights->n;
	} else if (whole) {
		constant->operand = &whole->plan->operand[operand - plan->operand];
		n = constant->operand->nelement;
	}
	array = code_constant(
		l->code, dtype, array_name(l->schedule, operand, name), n, constant);
	if (!first)
		return array;
	return code_let_pointer(l->code, true, true, code_scalar(dtype), operand->name,
		code_at(array, first));
}

const struct variable *
lowering_weights(const struct lowering *l)
{
	return constant_operand(l, l->schedule->plan->weights);
}

/* A constant operand's array, or its argument. */
static const struct variable *
entry_operand(const struct lowering *l, const struct operand *operand)
{
	struct variable *v;

	if (operand->constant)
		return constant_operand(l, operand);
	v = code_input(l->code, code_scalar(operand->dtype), operand->name);
	v->operand = l->schedule->whole ? NULL : operand;
	return v;
}

static struct variable *
packed_parameter(const struct lowering *l, bool reads)
{
	struct variable *v = code_parameter(l->code, VARIABLE_POINTER, l->sum, "packed");

	v->is_void = v->is_packed = true;
	v->reads = reads;
	return v;
}

/* Tells the builder which variables of the current function are the operands of steps on
   the elements of a tensor (code/statements/beside.h). */
static void
add_beside(const struct lowering *l, const struct entry_operands *o,
	const struct epilogue *steps, const struct variable *of)
{
	const struct plan *plan = l->schedule->plan;

	for (size_t i = 1; steps && i < steps->noperand; i++) {
		const struct epilogue_operand *operand = &steps->operand[i];

		if (operand->kind == EPILOGUE_TENSOR &&
			&plan->operand[operand->operand] != plan->over)
			code_beside_is(l->code, of,
				&(struct beside){&plan->operand[operand->operand],
					operand->repetition},
				o->operand[operand->operand]);
	}
}

const struct variable *
lowering_operand(const struct lowering *l, const struct entry_operands *o,
	const struct operand *operand)
{
	return o->operand[operand - l->schedule->plan->operand];
}

void
lowering_outputs(const struct lowering *l, struct entry_operands *o, bool restricted,
	bool external)
{
	const struct plan *plan = l->schedule->plan;

	o->output =
		arena_array(l->code->arena, const struct variable *, plan_noutput(plan));
	for (size_t i = 0; i < plan_noutput(plan); i++) {
		const struct operand *operand = plan_output(plan, i);
		struct variable *v =
			code_scratch(l->code, code_scalar(operand->dtype), operand->name);

		v->operand = external ? operand : NULL;
		v->restricted = restricted;
		o->output[i] = v;
	}
	o->dst = o->output[0];
	o->places = plan->nmore ? o->output[1] : NULL;
	add_beside(l, o, plan->epilogue, o->dst);
}

struct entry_operands
lowering_inputs(const struct lowering *l, enum entry entry)
{
	const struct plan *plan = l->schedule->plan;
	struct entry_operands o = {0};

	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *operand = &plan->operand[i];

		if (operand == plan->weights && entry == ENTRY_PACKED)
			o.packed = packed_parameter(l, true);
		else if (operand == plan->weights ||
			 (operand != plan->over && entry != ENTRY_PACK))
			o.operand[i] = entry_operand(l, operand);
	}
	o.src = o.operand[0];
	add_beside(l, &o, plan->prologue, o.src);
	if (plan->weights)
		o.weights = lowering_operand(l, &o, plan->weights);
	if (plan->bias)
		o.bias = lowering_operand(l, &o, plan->bias);
	return o;
}

size_t
lowering_pass(const struct lowering *l, const struct entry_operands *o,
	struct argument *argument)
{
	const struct plan *plan = l->schedule->plan;
	size_t n = 0;

	for (size_t i = 0; i < plan->noperand; i++)
		if (plan_passes(plan, &plan->operand[i]))
			argument[n++] = code_pass_pointer(
				lowering_operand(l, o, &plan->operand[i]));
	return n;
}

struct entry_operands
lowering_entry(const struct lowering *l, enum entry entry)
{
	const struct schedule *s = l->schedule;
	struct entry_operands operands;
	const char *comment = NULL;
	bool hidden = has_dispatcher(s) || s->step;

	if (s->step)
		comment = s->step;
	else if (hidden && entry == ENTRY_WHOLE)
		comment =
			code_name(l->code, "All of %s for %s.", s->name, s->target->name);
	else if (hidden && entry == ENTRY_PACK)
		comment = "All weights, in the order that the functions above read them "
			  "in.";
	else if (hidden && entry == ENTRY_PACKED)
		comment = "The same with weights that are packed.";
	code_function(l->code,
		s->step  ? LINKAGE_NOINLINE
		: hidden ? LINKAGE_STATIC
			 : LINKAGE_EXTERNAL,
		code_name(
			l->code, "%s%s", hidden ? s->stem : s->name, entry_suffix[entry]),
		comment);
	l->code->function->is_entry = !s->step;
	if (!hidden)
		l->code->function->attribute = "";
	operands = lowering_inputs(l, entry);
	if (entry == ENTRY_PACK)
		operands.packed = packed_parameter(l, false);
	else
		lowering_outputs(l, &operands, s->kernel->restricts, !s->whole);
	if (!plan_nelement(s->plan) && entry == ENTRY_WHOLE) {
		code_comment(l->code, "The output has no elements.");
		code_unused_parameters(l->code);
	}
	return operands;
}

const struct function *
lowering_copying_entry(const struct lowering *l)
{
	const struct operand *weights = l->schedule->plan->weights;
	struct entry_operands o = lowering_entry(l, ENTRY_PACK);

	l->code->function->comment = code_name(
		l->code, "%s is read as it is: packing copies it.", weights->name);
	if (weights->nelement)
		code_copy(l->code, code_at(o.packed, 0), code_at(o.weights, 0),
			weights->nelement);
	code_unused_parameters(l->code);
	return code_end_function(l->code);
}

void
lowering_unpacked_entries(const struct lowering *l, const struct function *whole)
{
	const struct plan *plan = l->schedule->plan;
	struct argument a[MAX_OPERAND + 1];
	struct entry_operands o;
	size_t n;

	lowering_copying_entry(l);
	o = lowering_entry(l, ENTRY_PACKED);
	o.operand[plan->weights - plan->operand] =
		code_let_pointer(l->code, true, false, code_scalar(plan->weights->dtype),
			plan->weights->name, code_at(o.packed, 0));
	code_blank(l->code);
	n = lowering_pass(l, &o, a);
	a[n] = code_pass_pointer(o.dst);
	code_call(l->code, whole, a);
	code_end_function(l->code);
}
