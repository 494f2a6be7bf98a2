#include "kernels/common/lowering.h"

#include "arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const entry_suffix[NENTRY] = {"", "_pack", "_packed"};

int
entries_of(const struct schedule *schedule)
{
	const struct operand *weights = schedule->plan->weights;

	return weights && !weights->constant ? NENTRY : 1;
}

/* Whether an entry has a parameter of the function's name, and so cannot call it. */
static bool
is_hidden(const struct schedule *schedule)
{
	const struct plan *plan = schedule->plan;
	bool hidden = !strcmp(schedule->name, plan->dst.name) ||
		      !strcmp(schedule->name, "packed");

	for (size_t i = 0; i < plan->noperand; i++)
		hidden |= !strcmp(schedule->name, plan->operand[i].name);
	return hidden && entries_of(schedule) > 1;
}

bool
has_dispatcher(const struct schedule *schedule)
{
	return schedule->target->attribute || schedule->settings.targets.n > 1 ||
	       is_hidden(schedule);
}

struct lowering
lowering_begin(const struct schedule *schedule, struct code_builder *code)
{
	enum dtype dtype = schedule->plan->dst.dtype;

	return (struct lowering){.code = code,
		.schedule = schedule,
		.fused = schedule->settings.numerics == NUMERICS_FMA,
		.memory = code_scalar(dtype),
		.sum = code_scalar(dtype_accumulator(dtype))};
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

/* A constant operand's array. Weights and bias are kept as sums are. */
static const struct variable *
constant_operand(const struct lowering *l, const struct operand *operand)
{
	const struct plan *plan = l->schedule->plan;
	const struct code_constant *constant = l->weights;
	struct code_constant *as_it_is;
	enum dtype dtype = operand->dtype;
	int64_t n = l->nweight;
	char name[ARRAY_NAME_SIZE];

	if (operand == plan->weights || operand == plan->bias)
		dtype = l->sum.dtype;
	if (operand != plan->weights || !constant) {
		as_it_is = arena_new(l->code->arena, struct code_constant);
		as_it_is->operand = operand;
		constant = as_it_is;
		n = operand->nelement;
	}
	return code_constant(l->code, dtype,
		array_name(l->schedule, constant->operand, name), n, constant);
}

void
lowering_set_weights(struct lowering *l, const struct operand *operand,
	int64_t (*source)(const void *packing, int64_t k), const void *packing, int64_t n)
{
	struct code_constant *constant = arena_new(l->code->arena, struct code_constant);

	constant->operand = operand;
	constant->source = source;
	constant->packing = packing;
	l->weights = constant;
	l->nweight = n;
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
	v = code_parameter(
		l->code, VARIABLE_POINTER, code_scalar(operand->dtype), operand->name);
	v->reads = true;
	v->operand = operand;
	return v;
}

static struct variable *
packed_parameter(const struct lowering *l, bool reads)
{
	struct variable *v = code_parameter(l->code, VARIABLE_POINTER, l->sum, "packed");

	v->is_void = true;
	v->reads = reads;
	return v;
}

static const struct variable *
output_parameter(const struct lowering *l, const struct operand *operand)
{
	struct variable *v = code_parameter(
		l->code, VARIABLE_POINTER, code_scalar(operand->dtype), operand->name);

	v->operand = operand;
	return v;
}

static void
add_parameters(const struct lowering *l, enum entry entry, struct entry_operands *o)
{
	const struct plan *plan = l->schedule->plan;

	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *operand = &plan->operand[i];

		if (operand == plan->weights && entry == ENTRY_PACKED)
			o->packed = packed_parameter(l, true);
		else if (operand == plan->weights)
			o->weights = entry_operand(l, operand);
		else if (entry == ENTRY_PACK)
			continue;
		else if (operand == plan->bias)
			o->bias = entry_operand(l, operand);
		else
			o->src = entry_operand(l, operand);
	}
	if (entry == ENTRY_PACK) {
		o->packed = packed_parameter(l, false);
		return;
	}
	o->dst = output_parameter(l, &plan->dst);
	if (plan->second.name)
		o->second = output_parameter(l, &plan->second);
}

struct entry_operands
lowering_operands(const struct lowering *l)
{
	const struct plan *plan = l->schedule->plan;
	struct entry_operands o = {0};

	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *operand = &plan->operand[i];
		const struct variable *v = entry_operand(l, operand);

		if (operand == plan->weights)
			o.weights = v;
		else if (operand == plan->bias)
			o.bias = v;
		else
			o.src = v;
	}
	return o;
}

const struct variable *
entry_operand_of(const struct plan *plan, const struct entry_operands *operands,
	const struct operand *operand)
{
	if (operand == plan->weights)
		return operands->weights;
	return operand == plan->bias ? operands->bias : operands->src;
}

/* What a function without outputs says of its arguments. */
static void
add_unused(const struct lowering *l)
{
	const struct function *f = l->code->function;

	code_comment(l->code, "The output has no elements.");
	for (size_t i = 0; i < f->nparameter; i++)
		code_unused(l->code, f->parameter[i]);
}

struct entry_operands
lowering_entry(const struct lowering *l, enum entry entry)
{
	const struct schedule *s = l->schedule;
	struct entry_operands operands = {0};
	const char *comment = NULL;
	bool hidden = has_dispatcher(s);

	if (hidden && entry == ENTRY_WHOLE)
		comment =
			code_name(l->code, "All of %s for %s.", s->name, s->target->name);
	else if (hidden && entry == ENTRY_PACK)
		comment = "All weights, in the order that the functions above read them "
			  "in.";
	else if (hidden && entry == ENTRY_PACKED)
		comment = "The same with weights that are packed.";
	code_function(l->code, hidden ? LINKAGE_STATIC : LINKAGE_EXTERNAL,
		code_name(
			l->code, "%s%s", hidden ? s->stem : s->name, entry_suffix[entry]),
		comment);
	if (!hidden)
		l->code->function->attribute = "";
	add_parameters(l, entry, &operands);
	if (!s->plan->dst.nelement && entry == ENTRY_WHOLE)
		add_unused(l);
	return operands;
}

struct ends
lowering_function(const struct lowering *l, enum linkage linkage, const char *name,
	const char *comment)
{
	struct variable *src, *dst;

	code_function(l->code, linkage, name, comment);
	src = code_parameter(l->code, VARIABLE_POINTER, l->memory, "src");
	src->reads = true;
	dst = code_parameter(l->code, VARIABLE_POINTER, l->memory, "dst");
	dst->restricted = true;
	return (struct ends){src, dst};
}

/* The entry that packs: a copy. */
static void
add_copying_entry(const struct lowering *l)
{
	const struct operand *weights = l->schedule->plan->weights;
	struct entry_operands o = lowering_entry(l, ENTRY_PACK);

	l->code->function->comment = code_name(
		l->code, "%s is read as it is: packing copies it.", weights->name);
	if (weights->nelement) {
		code_copy(l->code, code_at(o.packed, 0), code_at(o.weights, 0),
			weights->nelement);
	} else {
		code_unused(l->code, o.weights);
		code_unused(l->code, o.packed);
	}
	code_end_function(l->code);
}

void
lowering_unpacked_entries(const struct lowering *l, const struct function *whole)
{
	const struct plan *plan = l->schedule->plan;
	struct argument a[MAX_RANK + 1];
	struct entry_operands o;
	const struct variable *weights;
	size_t n = 0;

	add_copying_entry(l);
	o = lowering_entry(l, ENTRY_PACKED);
	weights = code_let_pointer(l->code, true, false, l->memory, plan->weights->name,
		code_at(o.packed, 0));
	code_blank(l->code);
	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *operand = &plan->operand[i];

		if (operand == plan->weights)
			a[n++] = code_pass(code_at(weights, 0));
		else if (!operand->constant)
			a[n++] = code_pass(
				code_at(operand == plan->bias ? o.bias : o.src, 0));
	}
	a[n++] = code_pass(code_at(o.dst, 0));
	code_call(l->code, whole, a);
	code_end_function(l->code);
}
