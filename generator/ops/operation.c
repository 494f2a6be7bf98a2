#include "ops/operation.h"

#include <string.h>

#include "base/arena.h"
#include "ops/op.h"

const char *
operation_title(const struct operation *operation, struct arena *arena)
{
	const struct op *op = operation->op;

	if (!op->has_opset)
		return op->name;
	return arena_format(arena, "%s-%d", op->name, operation->version);
}

size_t
operation_noutput(const struct operation *operation)
{
	size_t n = 0;

	for (int i = 0; i < operation->noutput; i++)
		n += operation->output[i];
	return n;
}

const char *
operation_output_name(const struct operation *operation, int output, struct arena *arena)
{
	const struct output_rule *rule = operation->op->output;

	return rule->variadic ? output_name(rule, output, arena)
			      : output_name(&rule[output], NO_PART, arena);
}

enum dtype
operation_input_dtype(const struct operation *operation, int input)
{
	const struct input_rule *rule = operation->op->input;
	enum dtype own = operation->input[input]->dtype;

	if (own)
		return own;
	/* Tensors of a variadic input are of the last rule. */
	for (int i = 0; i < input && rule[1].name; i++)
		rule++;
	return rule->assumed ? rule->assumed : operation->dtype;
}

const struct attribute *
operation_attribute(const struct operation *operation, const char *name)
{
	const struct attribute_rule *rule = operation->op->attribute;

	for (int i = 0; rule[i].name; i++)
		if (operation->attribute[i] && !strcmp(rule[i].name, name))
			return operation->attribute[i];
	return NULL;
}

int64_t
operation_int(const struct operation *operation, const char *name, int64_t absent)
{
	const struct attribute *attribute = operation_attribute(operation, name);

	return attribute ? attribute->i : absent;
}

double
operation_float(const struct operation *operation, const char *name, double absent)
{
	const struct attribute *attribute = operation_attribute(operation, name);

	if (!attribute)
		return absent;
	/* ONNX's FLOAT is a float32. */
	if (attribute->type == ATTRIBUTE_INT)
		return (double)(float)attribute->i;
	return (double)(float)attribute->f;
}

size_t
operation_nfloat(const struct operation *operation, const char *name)
{
	const struct attribute *attribute = operation_attribute(operation, name);

	if (!attribute)
		return 0;
	return attribute->type == ATTRIBUTE_INTS ? attribute->nint : attribute->nfloat;
}

double
operation_float_at(const struct operation *operation, const char *name, size_t i)
{
	const struct attribute *attribute = operation_attribute(operation, name);

	return attribute->type == ATTRIBUTE_INTS ? (double)(float)attribute->ints[i]
						 : (double)(float)attribute->floats[i];
}

const char *
operation_string(const struct operation *operation, const char *name, const char *absent)
{
	const struct attribute *attribute = operation_attribute(operation, name);

	return attribute ? attribute->s : absent;
}
