#include "support/described.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"

enum {
	SHOWN = 24 /* elements of a constant */
};

static const char *
shape_words(const struct model_shape *shape, struct arena *arena)
{
	const char *text = "[";

	if (!shape->known)
		return "?";
	for (size_t i = 0; i < shape->rank; i++) {
		int64_t length = shape->extent[i].length;

		text = length < 0 ? arena_format(arena, "%s%s?", text, i ? ", " : "")
				  : arena_format(arena, "%s%s%" PRId64, text,
					    i ? ", " : "", length);
	}
	return arena_format(arena, "%s]", text);
}

static const char *
element_words(const void *elements, enum dtype dtype, size_t i, struct arena *arena)
{
	const char *at = (const char *)elements + i * dtype_info[dtype].size;
	const float *f = (const float *)(const void *)at;
	const double *d = (const double *)(const void *)at;

	switch (dtype) {
	case DTYPE_FLOAT32:
		return arena_format(arena, "%g", (double)*f);
	case DTYPE_FLOAT64:
		return arena_format(arena, "%g", *d);
	case DTYPE_COMPLEX64:
		return arena_format(arena, "%g+%gi", (double)f[0], (double)f[1]);
	case DTYPE_COMPLEX128:
		return arena_format(arena, "%g+%gi", d[0], d[1]);
	case DTYPE_FLOAT16:
	case DTYPE_BFLOAT16:
		return arena_format(
			arena, "%x", (unsigned)*(const uint16_t *)(const void *)at);
	case DTYPE_INT8:
	case DTYPE_QINT8:
		return arena_format(arena, "%d", *(const int8_t *)at);
	case DTYPE_INT16:
		return arena_format(arena, "%d", *(const int16_t *)(const void *)at);
	case DTYPE_INT32:
		return arena_format(
			arena, "%" PRId32, *(const int32_t *)(const void *)at);
	case DTYPE_INT64:
		return arena_format(
			arena, "%" PRId64, *(const int64_t *)(const void *)at);
	case DTYPE_UINT16:
		return arena_format(arena, "%u", *(const uint16_t *)(const void *)at);
	case DTYPE_UINT32:
		return arena_format(
			arena, "%" PRIu32, *(const uint32_t *)(const void *)at);
	case DTYPE_UINT64:
		return arena_format(
			arena, "%" PRIu64, *(const uint64_t *)(const void *)at);
	default:
		return arena_format(arena, "%u", *(const unsigned char *)at);
	}
}

static const char *
elements_words(const struct model *model, const struct value *value, struct arena *arena)
{
	const char *why = "no reason given", *text = " =";
	const void *elements = model->decode(model, value, arena, &why);
	size_t n = 1;

	if (!elements)
		return arena_format(arena, " !%s", why);
	for (size_t i = 0; i < value->shape.rank; i++)
		n *= (size_t)value->shape.extent[i].length;
	for (size_t i = 0; i < n && i < SHOWN; i++)
		text = arena_format(arena, "%s %s", text,
			element_words(elements, value->dtype, i, arena));
	return n > SHOWN ? arena_format(arena, "%s ...", text) : text;
}

const char *
describe_value(const struct model *model, const struct value *value, struct arena *arena)
{
	const char *text = arena_format(arena, "%s%s%s%s", value->name.text,
		value->name.size ? " " : "",
		value->dtype ? dtype_info[value->dtype].name
			     : (value->foreign ? value->foreign : "none"),
		shape_words(&value->shape, arena));

	if (value->fault)
		return arena_format(arena, "%s !%s", text, value->fault);
	if (!value->encoded)
		return text;
	return arena_format(arena, "%s%s", text, elements_words(model, value, arena));
}

static const char *
values_words(
	const struct model *model, const int64_t *value, size_t n, struct arena *arena)
{
	const char *text = "";

	for (size_t i = 0; i < n; i++)
		text = arena_format(arena, "%s%s%s", text, i ? ", " : "",
			value[i] == NO_VALUE
				? "-"
				: describe_value(model, &model->value[value[i]], arena));
	return text;
}

static const char *
attribute_words(const struct model *model, const struct model_attribute *attribute,
	struct arena *arena)
{
	const char *text = "";

	switch (attribute->type) {
	case MODEL_INT:
		return arena_format(arena, "%" PRId64, attribute->i);
	case MODEL_FLOAT:
		return arena_format(arena, "%g", (double)attribute->f);
	case MODEL_STRING:
		return arena_format(arena, "'%s'", attribute->s.text);
	case MODEL_TENSOR:
		return describe_value(model, attribute->value, arena);
	case MODEL_OTHER:
		return "other";
	default:
		break;
	}
	for (size_t i = 0; i < attribute->count; i++)
		text = attribute->type == MODEL_INTS ? arena_format(arena, "%s %" PRId64,
							       text, attribute->ints[i])
		       : attribute->type == MODEL_FLOATS
			       ? arena_format(arena, "%s %g", text,
					 (double)attribute->floats[i])
			       : arena_format(arena, "%s '%s'", text,
					 attribute->strings[i].text);
	return arena_format(arena, "[%s]", *text ? text + 1 : text);
}

const char *
describe_node(
	const struct model *model, const struct model_node *node, struct arena *arena)
{
	const char *text = arena_format(arena, "%s-%" PRId64 " (%s) -> %s", node->op.text,
		node->opset, values_words(model, node->input, node->ninput, arena),
		values_words(model, node->output, node->noutput, arena));

	for (size_t i = 0; i < node->nattribute; i++)
		text = arena_format(arena, "%s; %s=%s", text,
			node->attribute[i].name.text,
			attribute_words(model, &node->attribute[i], arena));
	return node->fault ? arena_format(arena, "%s !%s", text, node->fault) : text;
}
