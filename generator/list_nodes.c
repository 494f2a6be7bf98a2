#include "list_nodes.h"

#include <inttypes.h>
#include <string.h>

#include "arena.h"
#include "nodes.h"
#include "source.h"
#include "utf8.h"

enum {
	COLUMN_INDEX,
	COLUMN_OP,
	COLUMN_NAME,
	COLUMN_OUTPUT,
	COLUMN_DTYPE,
	COLUMN_SHAPES,
	COLUMN_READY, /* the last one, not filled up */
	NCOLUMN
};

/* A row of the table, in words. */
struct line {
	const char *cell[NCOLUMN];
};

/* Columns that a text takes. */
static int
width_of(const char *text)
{
	size_t size = strlen(text);
	uint32_t point;
	int width = 0;

	for (size_t i = 0; i < size; width++) {
		size_t n = utf8_decode(text + i, size - i, &point);

		i += n ? n : 1;
	}
	return width;
}

static const char *
shape_of(const int64_t *extent, size_t rank, struct arena *arena)
{
	const char *text = "";

	for (size_t i = 0; i < rank; i++)
		text = extent[i] < 0 ? arena_format(arena, "%s%s?", text, i ? "," : "")
				     : arena_format(arena, "%s%s%" PRId64, text,
					       i ? "," : "", extent[i]);
	return arena_format(arena, "[%s]", text);
}

static const char *
known_shape(const struct nodes *nodes, int64_t value, struct arena *arena)
{
	const struct known *known;

	if (value == NO_VALUE)
		return "-";
	known = &nodes->shapes.known[value];
	return known->has_rank ? shape_of(known->extent, known->rank, arena) : "?";
}

/* "[1,3,24,24] [8,3,3,3] -> [1,8,24,24]"; a dash for an input that is left out. */
static const char *
shapes_of(
	const struct nodes *nodes, const struct candidate *candidate, struct arena *arena)
{
	const struct model_node *node = &nodes->model->node[candidate->index];
	const struct tensor *outcome = candidate->outcome;
	const char *text = "";
	const char *made = "?";

	for (size_t i = 0; i < node->ninput && candidate->op->input[i].name; i++)
		text = arena_format(
			arena, "%s%s ", text, known_shape(nodes, node->input[i], arena));
	if (outcome)
		made = shape_of(outcome->shape, (size_t)outcome->rank, arena);
	else if (node->noutput)
		made = known_shape(nodes, node->output[0], arena);
	return arena_format(arena, "%s-> %s", text, made);
}

static const char *
dtype_of(const struct nodes *nodes, const struct candidate *candidate)
{
	const struct model_node *node = &nodes->model->node[candidate->index];
	enum dtype dtype = DTYPE_NONE;

	if (candidate->outcome)
		return dtype_info[candidate->outcome->dtype].name;
	if (node->noutput && node->output[0] != NO_VALUE)
		dtype = nodes->shapes.known[node->output[0]].dtype;
	return dtype == DTYPE_NONE ? "?" : dtype_info[dtype].name;
}

static const char *
title_of(const struct candidate *candidate, struct arena *arena)
{
	const struct op *op = candidate->op;

	if (!op->has_opset || !candidate->version)
		return op->name;
	return arena_format(arena, "%s-%d", op->name, candidate->version);
}

static const char *
name_of(const struct model_node *node, struct arena *arena)
{
	if (!node->function.size)
		return node->name.size ? quoted_bytes(node->name, arena) : "-";
	return arena_format(arena, "%s in %s", quoted_bytes(node->name, arena),
		quoted_bytes(node->function, arena));
}

static struct line
line_of(const struct nodes *nodes, const struct candidate *candidate, struct arena *arena)
{
	const struct model_node *node = &nodes->model->node[candidate->index];
	const struct value *output = node_output(nodes->model, node);
	struct line line = {{
		[COLUMN_INDEX] = arena_format(arena, "#%zu", candidate->index),
		[COLUMN_OP] = title_of(candidate, arena),
		[COLUMN_NAME] = name_of(node, arena),
		[COLUMN_OUTPUT] = output ? quoted_bytes(output->name, arena) : "-",
		[COLUMN_DTYPE] = dtype_of(nodes, candidate),
		[COLUMN_SHAPES] = shapes_of(nodes, candidate, arena),
		[COLUMN_READY] = candidate->reason ? arena_format(arena, "not ready: %s",
							     candidate->reason)
						   : "ready",
	}};

	return line;
}

static void
print_totals(const struct nodes *nodes, FILE *stream)
{
	fprintf(stream, "%zu ready, %zu not ready, of %zu nodes in the model\n",
		nodes->nready, nodes->ncandidate - nodes->nready, nodes->model->nnode);
	for (size_t i = 0; i < nodes->model->nunsearched; i++)
		fprintf(stream, "not searched: %s\n", nodes->model->unsearched[i]);
}

void
list_nodes_table(const struct nodes *nodes, FILE *stream, struct arena *arena)
{
	static const struct line head = {
		{"#", "operation", "name", "output", "type", "shapes", "state"}};
	struct line *line = arena_array(arena, struct line, nodes->ncandidate + 1);
	int width[NCOLUMN] = {0};
	size_t n = 0;

	if (nodes->ncandidate)
		line[n++] = head;
	for (size_t i = 0; i < nodes->ncandidate; i++)
		line[n++] = line_of(nodes, &nodes->candidate[i], arena);
	for (size_t i = 0; i < n; i++)
		for (int k = 0; k < COLUMN_READY; k++) {
			int wide = width_of(line[i].cell[k]);

			width[k] = wide > width[k] ? wide : width[k];
		}
	for (size_t i = 0; i < n; i++) {
		for (int k = 0; k < COLUMN_READY; k++) {
			const char *cell = line[i].cell[k];

			fprintf(stream, "%s%*s", cell, width[k] + 2 - width_of(cell), "");
		}
		fprintf(stream, "%s\n", line[i].cell[COLUMN_READY]);
	}
	print_totals(nodes, stream);
}
