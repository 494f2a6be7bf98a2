#include "kernels/common/lowering.h"

#include "arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static const char *const entry_suffix[NENTRY] = {"", "_pack", "_packed"};

int
entries_of(const struct schedule *schedule)
{
	const struct operand *weights = schedule->plan->weights;

	return weights && !weights->constant ? NENTRY : 1;
}

bool
has_dispatcher(const struct schedule *schedule)
{
	return schedule->target->attribute || schedule->settings.targets.n > 1;
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

/* A constant operand's array, or its argument. */
static const struct variable *
entry_operand(const struct lowering *l, const struct operand *operand)
{
	struct variable *v;

	if (operand->constant) {
		struct code_constant *c = arena_new(l->code->arena, struct code_constant);
		char name[ARRAY_NAME_SIZE];

		c->operand = operand;
		return code_constant(l->code, operand->dtype,
			array_name(l->schedule, operand, name), operand->nelement, c);
	}
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
	} else {
		struct variable *v = code_parameter(
			l->code, VARIABLE_POINTER, l->memory, plan->dst.name);

		v->operand = &plan->dst;
		o->dst = v;
	}
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
	else if (hidden && entry == ENTRY_PACKED)
		comment = "The same with weights that are packed.";
	code_function(l->code, hidden ? LINKAGE_STATIC : LINKAGE_EXTERNAL,
		code_name(
			l->code, "%s%s", hidden ? s->stem : s->name, entry_suffix[entry]),
		comment);
	if (!hidden)
		l->code->function->attribute = "";
	add_parameters(l, entry, &operands);
	if (!s->plan->dst.nelement)
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
