#include "deliver/emit_spec.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/out.h"
#include "schedule/schedule.h"
#include "spec/spec.h"
#include "target/settings.h"

enum {
	INLINE_LIMIT = 64 /* elements of a list that stays in the spec */
};

static enum dtype
dtype_of(const struct node *node, const struct tensor *tensor)
{
	return tensor->dtype == DTYPE_NONE ? node->dtype : tensor->dtype;
}

/* Whether a constant is a short list of integers that JSON can write. */
static bool
is_inline(enum dtype dtype, const struct tensor *tensor)
{
	const struct dtype_info *info = &dtype_info[dtype];

	return tensor->nelement <= INLINE_LIMIT &&
	       (info->kind == KIND_SIGNED ||
		       (info->kind == KIND_UNSIGNED && info->size < 8));
}

static bool
has_file(const struct node *node, const struct tensor *tensor)
{
	return tensor->constant && !is_inline(dtype_of(node, tensor), tensor);
}

static const char *
file_of(const struct node *node, const struct input *input, struct arena *arena)
{
	if (input->part == NO_PART)
		return arena_format(arena, "%s_%s.npy", node->name, input->name);
	return arena_format(arena, "%s_%s_%d.npy", node->name, input->name, input->part);
}

struct constant_file *
emit_spec_files(const struct spec *spec, size_t *nfile, struct arena *arena)
{
	struct constant_file *file;
	size_t n = 0;

	for (size_t i = 0; i < spec->nnode; i++)
		n += spec->node[i].ninput;
	file = arena_array(arena, struct constant_file, n);
	*nfile = 0;
	for (size_t i = 0; i < spec->nnode; i++)
		for (size_t k = 0; k < spec->node[i].ninput; k++) {
			const struct node *node = &spec->node[i];
			const struct input *input = &node->input[k];
			const struct tensor *tensor = &spec->tensor[input->tensor];

			if (has_file(node, tensor))
				file[(*nfile)++] = (struct constant_file){
					file_of(node, input, arena), tensor,
					dtype_of(node, tensor)};
		}
	return file;
}

static void
put_string(struct out *out, const char *text)
{
	out_text(out, "\"");
	while (*text) {
		size_t plain = strcspn(text, "\"\\");

		out_json(out, text, plain);
		text += plain;
		if (*text)
			out_format(out, "\\%c", *text++);
	}
	out_text(out, "\"");
}

static void
put_list(struct out *out, const int64_t *number, size_t n)
{
	for (size_t i = 0; i < n; i++)
		out_format(out, "%s%" PRId64, i ? ", " : "[", number[i]);
	out_text(out, n ? "]" : "[]");
}

/* A real number that reads back as the same number, and not as an integer. */
static void
put_real(struct out *out, double value)
{
	char text[32];

	snprintf(text, sizeof text, "%.17g", value);
	out_format(out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

/* An element of an integer type that fits 64 bits with a sign. */
static int64_t
integer_at(enum dtype dtype, const void *elements, int64_t index)
{
	size_t size = dtype_info[dtype].size;
	bool is_signed = dtype_info[dtype].kind == KIND_SIGNED;
	const unsigned char *at = (const unsigned char *)elements + (size_t)index * size;
	int16_t i16;
	int32_t i32;
	int64_t i64;

	switch (size) {
	case 1:
		return is_signed ? (int64_t)(signed char)*at : *at;
	case 2:
		memcpy(&i16, at, size);
		return is_signed ? i16 : (uint16_t)i16;
	case 4:
		memcpy(&i32, at, size);
		return is_signed ? i32 : (int64_t)(uint32_t)i32;
	default:
		memcpy(&i64, at, size);
		return i64;
	}
}

static void
put_integers(struct out *out, enum dtype dtype, const struct tensor *tensor)
{
	out_text(out, "\"data\": [");
	for (int64_t i = 0; i < tensor->nelement; i++)
		out_format(out, "%s%" PRId64, i ? ", " : "",
			integer_at(dtype, tensor->constant, i));
	out_text(out, "]");
}

static void
put_input(struct out *out, const struct node *node, const struct input *input,
	const struct tensor *tensor)
{
	enum dtype dtype = dtype_of(node, tensor);

	if (!tensor->constant && tensor->name) {
		put_string(out, tensor->name);
		return;
	}
	if (!tensor->constant && dtype == node->dtype) {
		put_list(out, tensor->shape, (size_t)tensor->rank);
		return;
	}
	out_text(out, "{\"shape\": ");
	put_list(out, tensor->shape, (size_t)tensor->rank);
	if (dtype != node->dtype)
		out_format(out, ", \"dtype\": \"%s\"", dtype_info[dtype].name);
	out_text(out, tensor->constant ? ", " : "}");
	if (!tensor->constant)
		return;
	if (has_file(node, tensor) && input->part == NO_PART)
		out_format(out, "\"file\": \"%s_%s.npy\"", node->name, input->name);
	else if (has_file(node, tensor))
		out_format(out, "\"file\": \"%s_%s_%d.npy\"", node->name, input->name,
			input->part);
	else
		put_integers(out, dtype, tensor);
	out_text(out, "}");
}

/* Inputs by name; the tensors of a list come together. */
static void
put_inputs(struct out *out, const struct spec *spec, const struct node *node)
{
	for (size_t i = 0; i < node->ninput; i++) {
		const struct input *input = &node->input[i];
		bool last = i + 1 == node->ninput || input[1].part <= input->part;

		if (input->part <= 0) {
			out_text(out, i ? ",\n    " : "\n    ");
			put_string(out, input->name);
			out_text(out, input->part ? ": " : ": [");
		} else {
			out_text(out, ", ");
		}
		put_input(out, node, input, &spec->tensor[input->tensor]);
		out_text(out, input->part != NO_PART && last ? "]" : "");
	}
}

static void
put_attribute(struct out *out, const struct attribute *attribute)
{
	put_string(out, attribute->name);
	out_text(out, ": ");
	switch (attribute->type) {
	case ATTRIBUTE_INT:
		out_int(out, attribute->i);
		break;
	case ATTRIBUTE_FLOAT:
		put_real(out, attribute->f);
		break;
	case ATTRIBUTE_STRING:
		put_string(out, attribute->s);
		break;
	case ATTRIBUTE_INTS:
		put_list(out, attribute->ints, attribute->nint);
		break;
	case ATTRIBUTE_FLOATS:
		out_text(out, "[");
		for (size_t i = 0; i < attribute->nfloat; i++) {
			out_text(out, i ? ", " : "");
			put_real(out, attribute->floats[i]);
		}
		out_text(out, "]");
		break;
	case ATTRIBUTE_STRINGS:
		out_text(out, "[");
		for (size_t i = 0; i < attribute->nstring; i++) {
			out_text(out, i ? ", " : "");
			put_string(out, attribute->strings[i]);
		}
		out_text(out, "]");
		break;
	}
}

static void
put_options(struct out *out, const struct settings *settings)
{
	const char *between = "";

	if (!settings->targets.n && !settings->numerics && !settings->has_unroll &&
		!settings->kernel && !settings->workspace && !settings->parts)
		return;
	out_text(out, ",\n  \"options\": {");
	if (settings->targets.n) {
		for (size_t i = 0; i < settings->targets.n; i++)
			out_format(out, "%s%s", i ? "," : "\"target\": \"",
				settings->targets.target[i]->name);
		out_text(out, "\"");
		between = ", ";
	}
	if (settings->numerics) {
		out_format(out, "%s\"numerics\": \"%s\"", between,
			numerics_name(settings->numerics));
		between = ", ";
	}
	if (settings->has_unroll) {
		out_format(out, "%s\"unroll\": \"%s\"", between,
			unroll_name(settings->unroll));
		between = ", ";
	}
	if (settings->kernel) {
		out_format(out, "%s\"kernel\": \"%s\"", between, settings->kernel->name);
		between = ", ";
	}
	if (settings->workspace) {
		out_format(out, "%s\"workspace\": \"%s\"", between,
			workspace_name(settings->workspace));
		between = ", ";
	}
	if (settings->parts)
		out_format(out, "%s\"parts\": \"%zu\"", between, settings->parts);
	out_text(out, "}");
}

/* In a graph, the names of the tensors; else those of the outputs. */
static void
put_outputs(struct out *out, const struct spec *spec, const struct node *node)
{
	for (size_t i = 0; i < node->nresult; i++) {
		out_text(out, i ? ", " : "  \"outputs\": [");
		put_string(out, node->result[i] == NO_TENSOR
					? ""
					: spec->tensor[node->result[i]].name);
	}
	for (size_t i = 0; !node->nresult && i < node->noutput; i++) {
		out_text(out, i ? ", " : "  \"outputs\": [");
		put_string(out, node->output[i]);
	}
	out_text(out, node->nresult || node->noutput ? "],\n" : "");
}

/* The layouts of all nodes, and the node's own where those are silent. */
static void
put_layouts(struct out *out, const struct spec *spec, const struct node *node)
{
	size_t n = 0;

	for (size_t i = 0; i < spec->nlayout + node->nlayout; i++) {
		const struct option *layout = i < spec->nlayout
						      ? &spec->layout[i]
						      : &node->layout[i - spec->nlayout];
		bool silent = true;

		for (size_t k = 0; i >= spec->nlayout && k < spec->nlayout; k++)
			silent &= strcmp(spec->layout[k].name, layout->name) != 0;
		if (!silent)
			continue;
		out_text(out, n++ ? ", " : ",\n  \"layouts\": {");
		put_string(out, layout->name);
		out_text(out, ": ");
		put_string(out, layout->value);
	}
	out_text(out, n ? "}" : "");
}

static void
put_node(struct out *out, const struct spec *spec, const struct node *node)
{
	out_format(out, "{\n  \"name\": \"%s\",\n", node->name);
	if (node->title) {
		out_text(out, "  \"title\": ");
		put_string(out, node->title);
		out_text(out, ",\n");
	}
	out_format(out, "  \"op\": \"%s\",\n", node->op);
	out_format(out, "  \"domain\": \"%s\",\n", node->domain);
	if (node->has_opset)
		out_format(out, "  \"opset\": %" PRId64 ",\n", node->opset);
	if (node->dtype != DTYPE_NONE)
		out_format(out, "  \"dtype\": \"%s\",\n", dtype_info[node->dtype].name);
	out_text(out, "  \"inputs\": {");
	put_inputs(out, spec, node);
	out_text(out, "\n  },\n");
	put_outputs(out, spec, node);
	out_text(out, "  \"attributes\": {");
	for (size_t i = 0; i < node->nattribute; i++) {
		out_text(out, i ? ", " : "");
		put_attribute(out, &node->attribute[i]);
	}
	out_text(out, "}");
	put_layouts(out, spec, node);
}

static void
put_graph(struct out *out, const struct spec *spec, const struct settings *settings)
{
	const struct graph *graph = spec->graph;

	out_format(out, "{\n  \"name\": \"%s\"", graph->function.name);
	put_options(out, settings);
	out_text(out, ",\n\"graph\": {\n\"inputs\": {");
	for (size_t i = 0; i < graph->function.ninput; i++) {
		const struct tensor *t = &spec->tensor[graph->function.input[i].tensor];

		out_text(out, i ? ", " : "");
		put_string(out, t->name);
		out_text(out, ": {\"shape\": ");
		put_list(out, t->shape, (size_t)t->rank);
		out_format(out, ", \"dtype\": \"%s\"}", dtype_info[t->dtype].name);
	}
	out_text(out, "},\n\"nodes\": [\n");
	for (size_t i = 0; i < spec->nnode; i++) {
		out_text(out, i ? "},\n" : "");
		put_node(out, spec, &spec->node[i]);
	}
	out_text(out, "}],\n\"outputs\": [");
	for (size_t i = 0; i < graph->noutput; i++) {
		out_text(out, i ? ", " : "");
		put_string(out, spec->tensor[graph->output[i]].name);
	}
	out_text(out, "]\n}}\n");
}

void
emit_spec(struct out *out, const struct spec *spec, const struct settings *settings)
{
	if (spec->graph) {
		put_graph(out, spec, settings);
		return;
	}
	if (spec->nnode != 1)
		out_text(out, "{\"nodes\": [\n");
	for (size_t i = 0; i < spec->nnode; i++) {
		out_text(out, i ? ",\n" : "");
		put_node(out, spec, &spec->node[i]);
		put_options(out, settings);
		out_text(out, "\n}");
	}
	out_text(out, spec->nnode != 1 ? "\n]}\n" : "\n");
}
