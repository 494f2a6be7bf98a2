#include "cli/lists/list_nodes.h"

#include <string.h>

#include "base/arena.h"
#include "base/extents.h"
#include "base/out.h"
#include "base/utf8.h"
#include "diag/source.h"
#include "import/candidates.h"
#include "model/kinds.h"

enum {
	COLUMN_INDEX,
	COLUMN_OP,
	COLUMN_NAME,
	COLUMN_OUTPUT,
	COLUMN_DTYPE,
	COLUMN_SHAPES,
	COLUMN_READY, /* the last one, not padded */
	NCOLUMN
};

enum {
	MOST_WIDTH = 64, /* of a column; longer text shifts the rest of its line */
	KINDS_SHOWN = 20
};

/* A row of the table, in words. */
struct line {
	const char *cell[NCOLUMN];
};

/* The width of a text in columns. */
static int
columns_of(const char *text)
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
known_shape(const struct candidates *candidates, int64_t value, struct arena *arena)
{
	const struct known *known;

	if (value == NO_VALUE)
		return "-";
	known = &candidates->shapes.known[value];
	return known->has_rank ? extents_word(known->extent, known->rank, arena) : "?";
}

/* "[1,3,24,24] [8,3,3,3] -> [1,8,24,24]"; an absent input is a dash. */
static const char *
shapes_of(const struct candidates *candidates, const struct candidate *candidate,
	struct arena *arena)
{
	const struct model_node *node = &candidates->model->node[candidate->index];
	const struct tensor *outcome = candidate->outcome;
	const char *text = "";
	const char *made = "?";

	size_t most = candidate->op ? op_most_inputs(candidate->op, candidate->version)
				    : node->ninput;

	for (size_t i = 0; i < node->ninput && i < most; i++)
		text = arena_format(arena, "%s%s ", text,
			known_shape(candidates, node->input[i], arena));
	if (outcome)
		made = extents_word(outcome->shape, (size_t)outcome->rank, arena);
	else if (node->noutput)
		made = known_shape(candidates, node_first_output(node), arena);
	return arena_format(arena, "%s-> %s", text, made);
}

static const char *
dtype_of(const struct candidates *candidates, const struct candidate *candidate)
{
	const struct model_node *node = &candidates->model->node[candidate->index];
	const struct known *known;

	if (candidate->outcome)
		return dtype_info[candidate->outcome->dtype].name;
	if (node_first_output(node) == NO_VALUE)
		return "?";
	known = &candidates->shapes.known[node_first_output(node)];
	if (known->foreign)
		return known->foreign;
	return known->dtype == DTYPE_NONE ? "?" : dtype_info[known->dtype].name;
}

static const char *
title_of(const struct candidates *candidates, const struct candidate *candidate,
	struct arena *arena)
{
	const struct op *op = candidate->op;

	if (!op)
		return clipped_bytes(candidates->model->node[candidate->index].op, arena);
	if (!op->has_opset || !candidate->version)
		return op->name;
	return arena_format(arena, "%s-%d", op->name, candidate->version);
}

static const char *
name_of(const struct model_node *node, struct arena *arena)
{
	return node->name.size ? quoted_bytes(node_address(node, arena), arena) : "-";
}

static struct line
line_of(const struct candidates *candidates, const struct candidate *candidate,
	struct arena *arena)
{
	const struct model_node *node = &candidates->model->node[candidate->index];
	const struct value *output = node_output(candidates->model, node);
	struct line line = {{
		[COLUMN_INDEX] = arena_format(arena, "#%zu", candidate->index),
		[COLUMN_OP] = title_of(candidates, candidate, arena),
		[COLUMN_NAME] = name_of(node, arena),
		[COLUMN_OUTPUT] = output ? quoted_bytes(output->name, arena) : "-",
		[COLUMN_DTYPE] = dtype_of(candidates, candidate),
		[COLUMN_SHAPES] = shapes_of(candidates, candidate, arena),
		[COLUMN_READY] =
			candidate->state ? candidate->state
			: candidate->reason
				? arena_format(arena, "not ready: %s", candidate->reason)
				: "ready",
	}};

	return line;
}

static bool
is_word(struct bytes op)
{
	for (size_t i = 0; i < op.size; i++) {
		char c = op.text[i];

		if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') &&
			!(c >= '0' && c <= '9') && c != '_')
			return false;
	}
	return op.size && op.size <= MOST_WIDTH;
}

/* "nodes: 53 Conv2D, 49 Relu, 1 MatMul, and 3 of other kinds". */
static void
put_kinds(const struct candidates *candidates, struct out *out)
{
	struct arena own = {0};
	size_t nkind, left = candidates->model->nnode;
	const struct kind *kind = kinds_of(candidates->model, &nkind, &own);

	for (size_t i = 0; i < nkind && i < KINDS_SHOWN; i++) {
		out_format(out, "%s %zu %s", i ? "," : "nodes:", kind[i].n,
			is_word(kind[i].op) ? kind[i].op.text
					    : clipped_bytes(kind[i].op, &own));
		left -= kind[i].n;
	}
	if (left)
		out_format(out, ", and %zu of other kinds", left);
	if (nkind)
		out_text(out, "\n");
	arena_free(&own);
}

static void
put_totals(const struct candidates *candidates, struct out *out)
{
	out_format(out, "%zu ready, %zu not ready, of %zu nodes in the model\n",
		candidates->nready, candidates->ncandidate - candidates->nready,
		candidates->model->nnode);
	put_kinds(candidates, out);
	for (size_t i = 0; i < candidates->model->nunsearched; i++)
		out_format(out, "not searched: %s\n", candidates->model->unsearched[i]);
}

static void
widen(int *width, const struct line *line)
{
	for (int k = 0; k < COLUMN_READY; k++) {
		int wide = columns_of(line->cell[k]);

		if (wide > MOST_WIDTH)
			wide = MOST_WIDTH;
		width[k] = wide > width[k] ? wide : width[k];
	}
}

static void
put_columns(struct out *out, const int *width, const struct line *line)
{
	const char *const *cell = line->cell;
	int blank[COLUMN_READY];

	for (int k = 0; k < COLUMN_READY; k++) {
		blank[k] = width[k] - columns_of(cell[k]);
		blank[k] = (blank[k] > 0 ? blank[k] : 0) + 2;
	}
	out_format(out, "%s%*s%s%*s%s%*s%s%*s%s%*s%s%*s%s\n", cell[COLUMN_INDEX],
		blank[COLUMN_INDEX], "", cell[COLUMN_OP], blank[COLUMN_OP], "",
		cell[COLUMN_NAME], blank[COLUMN_NAME], "", cell[COLUMN_OUTPUT],
		blank[COLUMN_OUTPUT], "", cell[COLUMN_DTYPE], blank[COLUMN_DTYPE], "",
		cell[COLUMN_SHAPES], blank[COLUMN_SHAPES], "", cell[COLUMN_READY]);
}

/* The lines of a large model would take much memory together, so each is made twice:
   first to find the widths of the columns. */
static void
put_table(const struct candidates *candidates, struct out *out)
{
	static const struct line head = {
		{"#", "operation", "name", "output", "type", "shapes", "state"}};
	int width[NCOLUMN] = {0};
	struct arena own = {0}; /* of one line */

	widen(width, &head);
	for (size_t i = 0; i < candidates->ncandidate; i++) {
		struct line line = line_of(candidates, &candidates->candidate[i], &own);

		widen(width, &line);
		arena_clear(&own);
	}
	if (candidates->ncandidate)
		put_columns(out, width, &head);
	for (size_t i = 0; i < candidates->ncandidate; i++) {
		struct line line = line_of(candidates, &candidates->candidate[i], &own);

		put_columns(out, width, &line);
		arena_clear(&own);
	}
	arena_free(&own);
}

void
list_nodes_table(const struct candidates *candidates, struct out *out)
{
	put_table(candidates, out);
	put_totals(candidates, out);
}

void
list_graph_table(const struct candidates *candidates, struct out *out)
{
	put_table(candidates, out);
	out_format(out, "%zu nodes of the graph, of %zu in the model\n",
		candidates->ncandidate, candidates->model->nnode);
}
