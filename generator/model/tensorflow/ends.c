#include "model/tensorflow/ends.h"

#include "base/arena.h"
#include "model/model.h"
#include "model/protobuf.h"
#include "model/tensorflow/tensorflow.pb-c.h"

/* The name of a value as values have it: without ":0". */
static struct bytes
name_of_value(struct bytes name)
{
	if (name.size > 2 && name.text[name.size - 2] == ':' &&
		name.text[name.size - 1] == '0')
		name.size -= 2;
	return name;
}

/* Adds the values that a signature names; false: there is none of such a name. */
static bool
add_named(const struct model *model, Tensorflow__TensorNameEntry *const *entry, size_t n,
	int64_t *value, size_t *nvalue)
{
	for (size_t i = 0; i < n; i++) {
		struct bytes name = {"", 0};
		size_t k = 0;

		if (entry[i]->value)
			name = name_of_value(protobuf_bytes(entry[i]->value->name));
		while (k < model->nvalue && !bytes_equal(model->value[k].name, name))
			k++;
		if (k == model->nvalue)
			return false;
		value[(*nvalue)++] = (int64_t)k;
	}
	return n > 0;
}

/* The signature that programs call where they name none, or the first one. */
static const Tensorflow__Served *
find_signature(const Tensorflow__MetaGraph *meta)
{
	const Tensorflow__Served *first = NULL;

	for (size_t i = 0; meta && i < meta->n_signature_def; i++) {
		const Tensorflow__ServedEntry *entry = meta->signature_def[i];

		if (!entry->value || !entry->value->n_outputs)
			continue;
		if (bytes_are(protobuf_bytes(entry->key), "serving_default"))
			return entry->value;
		first = first ? first : entry->value;
	}
	return first;
}

static bool
take_signature(
	struct model *model, const Tensorflow__MetaGraph *meta, struct arena *arena)
{
	const Tensorflow__Served *served = find_signature(meta);
	int64_t *taken, *given;
	size_t ntaken = 0, ngiven = 0;

	if (!served)
		return false;
	taken = arena_array(arena, int64_t, served->n_inputs);
	given = arena_array(arena, int64_t, served->n_outputs);
	if (!add_named(model, served->inputs, served->n_inputs, taken, &ntaken) ||
		!add_named(model, served->outputs, served->n_outputs, given, &ngiven))
		return false;
	model->taken = taken;
	model->ntaken = ntaken;
	model->given = given;
	model->ngiven = ngiven;
	return true;
}

static bool
is_placeholder(const struct model_node *node)
{
	return bytes_are(node->op, "Placeholder") ||
	       bytes_are(node->op, "PlaceholderV2") ||
	       bytes_are(node->op, "PlaceholderWithDefault");
}

/* Whether a node computes something that another one may read. */
static bool
computes(const struct model_node *node)
{
	return !is_placeholder(node) && !bytes_are(node->op, "Const") &&
	       !bytes_are(node->op, "NoOp");
}

/* Marks the nodes that a node of the graph itself reads. */
static bool *
mark_read(const struct model *model, struct arena *arena)
{
	bool *read = arena_array(arena, bool, model->nnode);

	for (size_t i = 0; i < model->nnode; i++)
		for (size_t k = 0; k < model->node[i].ninput; k++) {
			int64_t value = model->node[i].input[k];

			if (value != NO_VALUE && model->value[value].producer != NO_NODE)
				read[model->value[value].producer] = true;
		}
	return read;
}

void
tensorflow_ends(
	struct model *model, const Tensorflow__MetaGraph *meta, struct arena *arena)
{
	const bool *read;
	int64_t *taken, *given;

	if (take_signature(model, meta, arena))
		return;
	read = mark_read(model, arena);
	taken = arena_array(arena, int64_t, model->nnode);
	given = arena_array(arena, int64_t, model->nvalue);
	for (size_t i = 0; i < model->nnode; i++) {
		const struct model_node *node = &model->node[i];

		if (node->function.size)
			continue;
		if (is_placeholder(node))
			taken[model->ntaken++] = node->output[0];
		else if (!read[i] && computes(node))
			for (size_t k = 0; k < node->noutput; k++)
				given[model->ngiven++] = node->output[k];
	}
	model->taken = taken;
	model->given = given;
}
