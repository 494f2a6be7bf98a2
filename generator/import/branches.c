#include "import/branches.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "infer/elements.h"
#include "infer/shapes.h"
#include "model/model.h"

/* Whether a node is an If with its branches before it (model/onnx/flatten.h), and its
   condition is known. */
static bool
is_decided(const struct model_node *node, const struct shapes *shapes, bool *condition,
	struct arena *arena)
{
	const bool *element;
	const char *why;
	int64_t count;

	if (!bytes_are(node->op, "If") || !node->domain || node->fault ||
		node->ninput != 1 + 2 * node->noutput || node->input[0] == NO_VALUE ||
		!known_count(&shapes->known[node->input[0]], &count) || count != 1 ||
		shapes->known[node->input[0]].dtype != DTYPE_BOOL)
		return false;
	element = shapes_elements(shapes, node->input[0], arena, &why);
	*condition = element && *element;
	return element;
}

/* An Identity of one of an If's outputs. */
static struct model_node
identity_of(const struct model_node *node, size_t output, bool condition)
{
	size_t input = 1 + (condition ? 0 : node->noutput) + output;
	struct model_node identity = *node;

	identity.op = (struct bytes){"Identity", strlen("Identity")};
	identity.input = &node->input[input];
	identity.ninput = node->input[input] != NO_VALUE;
	identity.output = &node->output[output];
	identity.noutput = 1;
	return identity;
}

void
branches_choose(struct model *model, const struct shapes *shapes, struct arena *arena)
{
	struct model_node *node = NULL;
	struct value *value;
	size_t n = model->nnode, most = n;
	bool condition;

	for (size_t i = 0; i < n; i++)
		if (is_decided(&model->node[i], shapes, &condition, arena))
			most += model->node[i].noutput;
	if (most == n)
		return;
	node = arena_array(model->tables, struct model_node, most);
	memcpy(node, model->node, n * sizeof *node);
	value = arena_array(model->tables, struct value, model->nvalue);
	memcpy(value, model->value, model->nvalue * sizeof *value);
	for (size_t i = 0; i < model->nnode; i++) {
		const struct model_node *from = &model->node[i];

		if (!is_decided(from, shapes, &condition, arena))
			continue;
		/* Its outputs after the first are those of nodes behind all others, so
		   that numbers of nodes stay. */
		for (size_t k = 0; k < from->noutput; k++) {
			size_t at = k ? n++ : i;

			node[at] = identity_of(from, k, condition);
			if (from->output[k] == NO_VALUE)
				continue;
			value[from->output[k]].producer = (int64_t)at;
			value[from->output[k]].producer_output = 0;
		}
	}
	model->node = node;
	model->nnode = n;
	model->value = value;
}
