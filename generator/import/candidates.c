#include "import/candidates.h"

#include <string.h>

#include "base/arena.h"
#include "diag/offer.h"

struct bytes
node_address(const struct model_node *node, struct arena *arena)
{
	struct bytes function = node->function, name = node->name;
	char *address;

	if (!function.size)
		return name;
	address = arena_alloc(arena, function.size + 1 + name.size + 1);
	memcpy(address, function.text, function.size);
	address[function.size] = '/';
	memcpy(address + function.size + 1, name.text, name.size);
	return (struct bytes){address, function.size + 1 + name.size};
}

const char *
node_title(const struct model *model, size_t index, struct arena *arena)
{
	const struct model_node *node = &model->node[index];
	struct arena own = {0};
	const char *title;

	if (!node->name.size)
		return arena_format(arena, "node #%zu", index);
	title = arena_format(
		arena, "node %s", quoted_bytes(node_address(node, &own), &own));
	arena_free(&own);
	return title;
}

const char *
offer_outputs(const struct model *model, const char *typed, struct arena *arena)
{
	const struct model_node *node = model->node, *end = node + model->nnode;
	const char **name;
	size_t n = 0;

	while (node < end && !bytes_are(node_address(node, arena), typed))
		node++;
	if (node == end)
		return "";
	name = arena_array(arena, const char *, node->noutput);
	for (size_t i = 0; i < node->noutput; i++)
		if (node->output[i] != NO_VALUE &&
			model->value[node->output[i]].name.size)
			name[n++] = model->value[node->output[i]].name.text;
	if (!n)
		return "";
	return arena_format(
		arena, "; the node of that name gives %s", names_list(name, n, arena));
}

int64_t
node_first_output(const struct model_node *node)
{
	for (size_t i = 0; i < node->noutput; i++)
		if (node->output[i] != NO_VALUE)
			return node->output[i];
	return NO_VALUE;
}

const struct value *
node_output(const struct model *model, const struct model_node *node)
{
	int64_t output = node_first_output(node);

	return output == NO_VALUE ? NULL : &model->value[output];
}

const struct op *
node_op(const struct model_node *node)
{
	if (!node->domain || !node->op.size || memchr(node->op.text, 0, node->op.size))
		return NULL;
	return op_find(node->op.text, node->domain);
}
