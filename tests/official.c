#include "official.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "format.h"
#include "harness.h"
#include "nodes.h"
#include "op.h"
#include "options.h"
#include "readers/onnx.pb-c.h"
#include "readers/onnx_tensor.h"
#include "readers/protobuf.h"
#include "source.h"

static const char model_name[] = "/model.onnx";

const char *const scope_text[NSCOPE] = {
	[SCOPE_RUN] = "run",
	[SCOPE_NO_MODEL] = "the model is not there, only its address",
	[SCOPE_OTHERS] = "no operation of opgen",
	[SCOPE_INNER] = "in the body of another node, or of a function",
	[SCOPE_MIDST] = "between other nodes of the model",
	[SCOPE_NO_DATA] = "without data",
};

/* A test's model, and its graph's inputs and outputs in the order of the data. */
struct official_model {
	struct source source;
	struct nodes nodes;
	const Onnx__Graph *graph;
};

static bool
read_model(struct official_model *model, const char *path, struct arena *arena)
{
	static const struct model_options options;
	struct protobuf protobuf;
	const Onnx__Model *message;

	*model = (struct official_model){0};
	if (source_read(&model->source, path, format_limit, arena) != SOURCE_READ ||
		!nodes_read(&model->nodes, &model->source, FORMAT_ONNX, &options, arena))
		return false;
	protobuf_begin(&protobuf, model->source.size, arena);
	message = protobuf_unpack(&protobuf, &onnx__model__descriptor, model->source.text,
		model->source.size);
	model->graph = message ? message->graph : NULL;
	return model->graph;
}

/* The place of a tensor among the graph's inputs or outputs, or n. */
static size_t
find_name(struct bytes name, Onnx__ValueInfo *const *list, size_t n)
{
	size_t i = 0;

	while (i < n && !bytes_equal(protobuf_bytes(list[i]->name), name))
		i++;
	return i;
}

static const char *
tensor_path(const char *data, const char *what, size_t i, struct arena *arena)
{
	return arena_format(arena, "%s/%s_%zu.pb", data, what, i);
}

/* The file of a tensor that the node reads; NULL: there is none. */
static const char *
input_path(const struct official_model *model, const struct value *value,
	const char *data, struct arena *arena)
{
	const Onnx__Graph *graph = model->graph;
	size_t i = find_name(value->name, graph->input, graph->n_input);

	return i < graph->n_input ? tensor_path(data, "input", i, arena) : NULL;
}

static const char *
output_path(const struct official_model *model, const struct value *value,
	const char *data, struct arena *arena)
{
	const Onnx__Graph *graph = model->graph;
	size_t i = find_name(value->name, graph->output, graph->n_output);

	return i < graph->n_output ? tensor_path(data, "output", i, arena) : NULL;
}

/* An input of the node; NULL: it is absent, or a constant. */
static const struct value *
run_time_input(const struct model *model, const struct model_node *node, size_t i)
{
	const struct value *value;

	if (node->input[i] == NO_VALUE)
		return NULL;
	value = &model->value[node->input[i]];
	return value->encoded ? NULL : value;
}

/* Whether the node can be run alone on the data set. */
static enum scope
scope_of(const struct official_model *model, size_t index, const char *data,
	struct arena *arena)
{
	const struct model *graph = model->nodes.model;
	const struct model_node *node = &graph->node[index];
	const struct value *output = node_output(graph, node);
	const char *path;
	enum scope scope = SCOPE_RUN;

	if (!output)
		return SCOPE_INNER;
	path = output_path(model, output, data, arena);
	if (!path)
		return SCOPE_MIDST;
	if (!file_exists(path))
		scope = SCOPE_NO_DATA;
	for (size_t i = 0; i < node->ninput; i++) {
		const struct value *value = run_time_input(graph, node, i);

		if (!value)
			continue;
		path = input_path(model, value, data, arena);
		if (!path)
			return SCOPE_MIDST;
		if (!file_exists(path))
			scope = SCOPE_NO_DATA;
	}
	return scope;
}

static struct official *
add_test(struct officials *officials, const char *path, struct arena *arena)
{
	struct official *test = arena_grow(
		arena, officials->test, officials->ntest, sizeof *officials->test);

	officials->test = test;
	test += officials->ntest++;
	*test = (struct official){.name = path, .model = path};
	return test;
}

/* Adds a node with each of the data sets, of which there is one at least. */
static enum scope
add_node(struct officials *officials, const struct official_model *model, size_t node,
	const char *directory, struct arena *arena)
{
	for (size_t i = 0;; i++) {
		const char *data =
			arena_format(arena, "%s/test_data_set_%zu", directory, i);
		enum scope scope = scope_of(model, node, data, arena);
		struct official *test;

		if (i > 0 && !file_exists(data))
			return SCOPE_RUN;
		if (scope != SCOPE_RUN) {
			printf("left out: %s #%zu, %s\n", data, node, scope_text[scope]);
			return scope;
		}
		test = add_test(officials, model->source.path, arena);
		test->name = arena_format(arena, "%s #%zu", data, node);
		test->data = data;
		test->node = node;
	}
}

static enum scope
add_directory(struct officials *officials, const char *path, struct arena *arena)
{
	int length = (int)(strlen(path) - strlen(model_name));
	const char *directory = arena_format(arena, "%.*s", length, path);
	struct arena own = {0};
	struct official_model model;
	enum scope scope = SCOPE_OTHERS;
	size_t ntest = officials->ntest;

	if (!read_model(&model, path, &own))
		add_test(officials, path, arena)->unread = true;
	else
		for (size_t i = 0; i < model.nodes.ncandidate; i++)
			scope = add_node(officials, &model,
				model.nodes.candidate[i].index, directory, arena);
	arena_free(&own);
	return officials->ntest > ntest ? SCOPE_RUN : scope;
}

void
officials_find(struct officials *officials, const char *folder, struct arena *arena)
{
	struct paths models = {0}, addresses = {0};

	paths_find(&models, folder, model_name, arena);
	paths_find(&addresses, folder, "/data.json", arena);
	for (size_t i = 0; i < models.npath; i++)
		officials->count[add_directory(officials, models.path[i], arena)]++;
	officials->count[SCOPE_NO_MODEL] += addresses.npath;
}

/* Reads a tensor's file: its elements as a list, its shape, the type. The type has to be
   the one that the model declares. */
static json_t *
read_tensor(const char *path, const struct value *declared, json_t **shape,
	struct arena *arena)
{
	struct source source;
	struct value value;
	const void *elements;
	size_t n = 1;

	if (source_read(&source, path, format_limit, arena) != SOURCE_READ)
		return NULL;
	elements = onnx_tensor_read(&source, &value, arena);
	if (!elements)
		return NULL;
	if (value.dtype != declared->dtype) {
		fprintf(stderr, "%s holds %s, the model declares %s\n", path,
			dtype_info[value.dtype].name, dtype_info[declared->dtype].name);
		return NULL;
	}
	*shape = json_array();
	for (size_t i = 0; i < value.shape.rank; i++) {
		json_array_append_new(*shape, json_integer(value.shape.extent[i].length));
		n *= (size_t)value.shape.extent[i].length;
	}
	return case_list(value.dtype, n, elements);
}

static const struct candidate *
find_candidate(const struct nodes *nodes, size_t index)
{
	size_t i = 0;

	while (nodes->candidate[i].index != index)
		i++;
	return &nodes->candidate[i];
}

/* The run-time inputs, by the operation's names. */
static json_t *
read_inputs(const struct official_model *model, const struct official *official,
	struct arena *arena)
{
	const struct model *graph = model->nodes.model;
	const struct model_node *node = &graph->node[official->node];
	const struct op *op = find_candidate(&model->nodes, official->node)->op;
	json_t *inputs = json_object(), *shape;

	for (size_t i = 0; i < node->ninput && op->input[i].name; i++) {
		const struct value *value = run_time_input(graph, node, i);
		json_t *list;

		if (!value)
			continue;
		list = read_tensor(input_path(model, value, official->data, arena), value,
			&shape, arena);
		if (!list)
			return NULL;
		json_object_set_new(inputs, op->input[i].name, list);
	}
	return inputs;
}

/* A second output's elements, where the node has one and the test knows it. */
static const json_t *
read_second(const struct official_model *model, const struct official *official,
	struct arena *arena)
{
	const struct model *graph = model->nodes.model;
	const struct model_node *node = &graph->node[official->node];
	const struct value *value;
	const char *path;
	json_t *shape;

	if (node->noutput < 2 || node->output[1] == NO_VALUE)
		return NULL;
	value = &graph->value[node->output[1]];
	path = output_path(model, value, official->data, arena);
	return path ? read_tensor(path, value, &shape, arena) : NULL;
}

/* Tests of what opgen refuses, by a ruling. */
static const char *const refused[] = {
	/* Indices that count column by column. */
	"/test_maxpool_with_argmax_2d_precomputed_strides/",
};

static bool
is_refused(const struct official *official)
{
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		if (strstr(official->model, refused[i]))
			return true;
	return false;
}

bool
official_case(
	struct conformance_case *c, const struct official *official, struct arena *arena)
{
	struct official_model model;
	const struct value *output;
	json_t *shape;

	if (!read_model(&model, official->model, arena) || official->unread)
		return false;
	output = node_output(model.nodes.model, &model.nodes.model->node[official->node]);
	*c = (struct conformance_case){.model = official->model, .node = official->node};
	c->inputs = read_inputs(&model, official, arena);
	c->data = read_tensor(output_path(&model, output, official->data, arena), output,
		&shape, arena);
	c->shape = shape;
	c->second = read_second(&model, official, arena);
	c->refused = is_refused(official);
	return c->inputs && c->data;
}
