#include "import/around.h"

#include "base/arena.h"
#include "diag/names.h"
#include "import/candidates.h"

static const char *
title_of(const struct graph_edges *g, int64_t value)
{
	return quoted_bytes(g->candidates->model->value[value].name, g->arena);
}

static bool
is_among(const int64_t *value, size_t n, int64_t one)
{
	for (size_t i = 0; i < n; i++)
		if (value[i] == one)
			return true;
	return false;
}

/* "--end 'a' --end 'b'": the tensors of a node's inputs that are computed here, or of its
   outputs that are read; each once, as the options want. */
static const char *
offer_ends(const struct graph_edges *g, const char *option, const int64_t *value,
	size_t n, bool made)
{
	const char *text = "";

	for (size_t i = 0; i < n; i++) {
		const char *word = *text ? " " : "";

		if (value[i] == NO_VALUE || is_among(value, i, value[i]) ||
			g->candidates->shapes.known[value[i]].constant ||
			(made && (g->begins[value[i]] ||
					 g->candidates->model->value[value[i]].producer ==
						 NO_NODE)) ||
			!g->read[value[i]])
			continue;
		text = arena_format(
			g->arena, "%s%s%s %s", text, word, option, title_of(g, value[i]));
	}
	return text;
}

/* Whether the graph ends with an output of a node: beginning there would leave that end
   with nothing to compute. */
static bool
ends_with(const struct graph_edges *g, const struct model_node *node)
{
	for (size_t i = 0; i < node->noutput; i++)
		for (size_t k = 0; k < g->nend; k++)
			if (node->output[i] != NO_VALUE && node->output[i] == g->end[k])
				return true;
	return false;
}

const char *
offer_around(const struct graph_edges *g, size_t index)
{
	const struct model_node *node = &g->candidates->model->node[index];
	const char *before = offer_ends(g, "--end", node->input, node->ninput, true);
	const char *behind = ends_with(g, node) ? ""
						: offer_ends(g, "--begin", node->output,
							  node->noutput, false);

	return arena_format(g->arena, "%s%s%s%s%s%s", *before ? "; " : "", before,
		*before ? " ends the graph before it" : "",
		!*behind  ? ""
		: *before ? ", "
			  : "; ",
		behind,
		!*behind  ? ""
		: *before ? " begins it after it"
			  : " begins the graph after it");
}

const char *
lack_of(const struct graph_edges *g, size_t index)
{
	const struct model_node *node = &g->candidates->model->node[index];

	for (size_t i = 0; i < node->noutput; i++) {
		const char *foreign =
			node->output[i] == NO_VALUE
				? NULL
				: g->candidates->shapes.known[node->output[i]].foreign;

		if (foreign)
			return arena_format(g->arena,
				"%s has elements of type %s, which opgen has not",
				title_of(g, node->output[i]), foreign);
	}
	/* Decided ones are Identities (branches.h). */
	if (node->domain && bytes_are(node->op, "If") && node->ninput > 1)
		return arena_format(g->arena,
			"which branch it takes is known only when it runs: its condition "
			"%s is not known while generating",
			title_of(g, node->input[0]));
	return arena_format(g->arena, "opgen has no %s%s",
		clipped_bytes(node->op, g->arena),
		node->domain ? ""
		: g->candidates->model->kind == MODEL_OPENVINO
			? " of a set that is not OpenVINO's"
			: " of a domain other than ai.onnx");
}
