#include "code/statements/variables.h"

#include "base/arena.h"
#include "code/statements/builder.h"
#include "code/statements/share.h"
#include "code/statements/values.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const char *
code_name_from(struct code_builder *code, const char *format, va_list arguments)
{
	char text[512];
	int length = vsnprintf(text, sizeof text, format, arguments);

	assert(length >= 0 && (size_t)length < sizeof text);
	return arena_copy_text(code->body, text, (size_t)length);
}

const char *
code_name(struct code_builder *code, const char *format, ...)
{
	const char *name;
	va_list arguments;

	va_start(arguments, format);
	name = code_name_from(code, format, arguments);
	va_end(arguments);
	return name;
}

const char *
code_range(struct code_builder *code, const char *list, int64_t first, int64_t count)
{
	list = code_name(code, "%s%s%lld", list, *list ? ", " : "", (long long)first);
	if (count < 2)
		return list;
	return code_name(code, "%s..%lld", list, (long long)(first + count - 1));
}

const char *
code_count(struct code_builder *code, int64_t n, const char *thing)
{
	return code_name(code, "%lld %s%s", (long long)n, thing, n == 1 ? "" : "s");
}

struct variable *
code_parameter(struct code_builder *code, enum variable_kind kind, struct code_type type,
	const char *name)
{
	struct function *f = code->function;
	struct variable *v = arena_new(code->arena, struct variable);
	const struct variable **all =
		arena_grow(code->arena, (void *)f->parameter, f->nparameter, sizeof *all);

	*v = (struct variable){.kind = kind,
		.name = arena_copy_text(code->arena, name, strlen(name)),
		.type = type,
		.number = f->nvariable++,
		.updates = code->updates && kind == VARIABLE_POINTER};
	all[f->nparameter++] = v;
	f->parameter = all;
	return v;
}

static struct variable *
pointer_parameter(struct code_builder *code, struct code_type type, const char *name,
	bool reads, bool restricted)
{
	struct variable *v = code_parameter(code, VARIABLE_POINTER, type, name);

	v->reads = reads;
	v->restricted = restricted;
	return v;
}

struct variable *
code_input(struct code_builder *code, struct code_type type, const char *name)
{
	return pointer_parameter(code, type, name, true, false);
}

struct variable *
code_output(struct code_builder *code, struct code_type type, const char *name)
{
	return pointer_parameter(code, type, name, false, true);
}

struct variable *
code_scratch(struct code_builder *code, struct code_type type, const char *name)
{
	return pointer_parameter(code, type, name, false, false);
}

const struct value *
code_given(struct code_builder *code, struct code_type type, const char *name)
{
	return code_get(code, code_parameter(code, VARIABLE_VALUE, type, name));
}

const struct variable *
code_constant(struct code_builder *code, enum dtype dtype, const char *name,
	int64_t length, const struct code_constant *constant)
{
	struct variable *v = arena_new(code->arena, struct variable);

	*v = (struct variable){.kind = VARIABLE_CONSTANT,
		.name = arena_copy_text(code->arena, name, strlen(name)),
		.type = code_scalar(dtype),
		.reads = true,
		.length = length,
		.constant = constant};
	return v;
}

const struct variable *
code_file_constant(struct code_builder *code, enum dtype dtype, const char *name,
	const char *comment, const int64_t *number, int64_t n)
{
	struct code_constant *constant = arena_new(code->arena, struct code_constant);
	double *copy = number ? arena_array(code->arena, double, n) : NULL;
	const struct variable *v = code_constant(code, dtype, name, n, constant);

	for (int64_t i = 0; i < n && number; i++)
		copy[i] = (double)number[i];
	constant->number = copy;
	if (code->sink->constant && (!code->sharing || sharing_reads(code->sharing, v)))
		code->sink->constant(code->sink->context, v, comment);
	return v;
}

/* The name of a variable of a function's own. An operand may have it, too: `x`. */
static const char *
own_name(struct code_builder *code, const char *name)
{
	const struct function *f = code->function;

	for (size_t i = 0; i < f->nparameter; i++)
		if (!strcmp(f->parameter[i]->name, name))
			return code_name(code, "%s_", name);
	return name;
}

struct variable *
code_new_variable(struct code_builder *code, enum variable_kind kind,
	struct code_type type, const char *name)
{
	struct variable *v = arena_new(code->body, struct variable);

	v->kind = kind;
	v->name = own_name(code, name);
	v->type = type;
	v->number = code->function->nvariable++;
	return v;
}

struct variable *
code_variable(struct code_builder *code, struct code_type type, const char *format, ...)
{
	const char *name;
	va_list arguments;

	va_start(arguments, format);
	name = code_name_from(code, format, arguments);
	va_end(arguments);
	return code_new_variable(code, VARIABLE_VALUE, type, name);
}

struct variable *
code_array(struct code_builder *code, struct code_type type, const char *name,
	int64_t length, int alignment)
{
	struct variable *v = code_new_variable(code, VARIABLE_ARRAY, type, name);

	v->length = length;
	v->alignment = alignment;
	return v;
}

struct variable *
code_counter(struct code_builder *code, const char *name)
{
	return code_new_variable(code, VARIABLE_COUNTER, code_scalar(DTYPE_INT64), name);
}

struct variable *
code_pointer(struct code_builder *code, struct code_type type, const char *name)
{
	return code_new_variable(code, VARIABLE_POINTER, type, name);
}
