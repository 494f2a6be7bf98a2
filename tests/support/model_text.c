#include "support/model_text.h"

#include "support/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"

static void
put_name(FILE *out, const struct model *model, int64_t value, struct arena *arena)
{
	fprintf(out, " %s",
		value == NO_VALUE ? "-" : quoted_bytes(model->value[value].name, arena));
}

/* Prints a constant's elements, as many as a line has use for. */
static void
put_elements(FILE *out, const struct model *model, const struct value *value,
	struct arena *arena)
{
	const char *why = NULL;
	const void *elements = model->decode(model, value, arena, &why);
	size_t n = 1;

	if (!elements) {
		fprintf(out, " ! %s", why);
		return;
	}
	for (size_t i = 0; i < value->shape.rank; i++)
		n *= (size_t)value->shape.extent[i].length;
	fputs(" =", out);
	for (size_t i = 0; i < n; i++)
		if (value->dtype == DTYPE_FLOAT32)
			fprintf(out, " %.9g", (double)((const float *)elements)[i]);
		else if (value->dtype == DTYPE_INT64)
			fprintf(out, " %" PRId64, ((const int64_t *)elements)[i]);
	if (value->dtype != DTYPE_FLOAT32 && value->dtype != DTYPE_INT64)
		for (size_t i = 0; i < n * dtype_info[value->dtype].size; i++)
			fprintf(out, " %02x", ((const unsigned char *)elements)[i]);
}

static void
put_value(FILE *out, const struct model *model, const struct value *value,
	struct arena *arena)
{
	if (value->foreign)
		fprintf(out, " %s", value->foreign);
	else
		fprintf(out, " %s", value->dtype ? dtype_info[value->dtype].name : "?");
	if (value->shape.known) {
		fputs(" [", out);
		for (size_t i = 0; i < value->shape.rank; i++) {
			const struct extent *extent = &value->shape.extent[i];

			fputs(i ? ", " : "", out);
			if (extent->symbol.text)
				fputs(quoted_bytes(extent->symbol, arena), out);
			else
				fprintf(out, "%" PRId64, extent->length);
		}
		fputs("]", out);
	}
	if (value->fault)
		fprintf(out, " ! %s", value->fault);
	else if (value->encoded)
		put_elements(out, model, value, arena);
	fputs("\n", out);
}

static void
put_attribute(FILE *out, const struct model *model,
	const struct model_attribute *attribute, struct arena *arena)
{
	fprintf(out, "  %s", quoted_bytes(attribute->name, arena));
	switch (attribute->type) {
	case MODEL_INT:
		fprintf(out, " int %" PRId64 "\n", attribute->i);
		return;
	case MODEL_FLOAT:
		fprintf(out, " float %.9g\n", (double)attribute->f);
		return;
	case MODEL_STRING:
		fprintf(out, " string %s\n", quoted_bytes(attribute->s, arena));
		return;
	case MODEL_TENSOR:
		fputs(" tensor", out);
		put_value(out, model, attribute->value, arena);
		return;
	default:
		break;
	}
	fputs(attribute->type == MODEL_OTHER ? " other" : " list", out);
	for (size_t i = 0; i < attribute->count; i++)
		if (attribute->type == MODEL_INTS)
			fprintf(out, " %" PRId64, attribute->ints[i]);
		else if (attribute->type == MODEL_FLOATS)
			fprintf(out, " %.9g", (double)attribute->floats[i]);
		else
			fprintf(out, " %s", quoted_bytes(attribute->strings[i], arena));
	fputs("\n", out);
}

static void
put_node(FILE *out, const struct model *model, const struct model_node *node,
	struct arena *arena)
{
	fprintf(out, "%s %s-%" PRId64 " %s:", quoted_bytes(node->name, arena),
		quoted_bytes(node->op, arena), node->opset,
		node->domain ? node->domain : "foreign");
	for (size_t i = 0; i < node->ninput; i++)
		put_name(out, model, node->input[i], arena);
	fputs(" ->", out);
	for (size_t i = 0; i < node->noutput; i++)
		put_name(out, model, node->output[i], arena);
	if (node->fault)
		fprintf(out, " ! %s", node->fault);
	fputs("\n", out);
	for (size_t i = 0; i < node->nattribute; i++)
		put_attribute(out, model, &node->attribute[i], arena);
}

const char *
model_text(const struct model *model, struct arena *arena)
{
	char *text, *copy;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	for (size_t i = 0; i < model->nnode; i++)
		put_node(out, model, &model->node[i], arena);
	for (size_t i = 0; i < model->nvalue; i++) {
		fputs(quoted_bytes(model->value[i].name, arena), out);
		put_value(out, model, &model->value[i], arena);
	}
	for (size_t i = 0; i < model->nunsearched; i++)
		fprintf(out, "unsearched: %s\n", model->unsearched[i]);
	fclose(out);
	copy = arena_copy_text(arena, text, size);
	free(text);
	return copy;
}
