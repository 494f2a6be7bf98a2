#include "support/official.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "diag/source.h"
#include "diag/source_read.h"
#include "import/candidates.h"
#include "import/read.h"
#include "model/format.h"
#include "model/onnx/onnx.pb-c.h"
#include "model/onnx/tensor.h"
#include "model/protobuf.h"
#include "ops/op.h"
#include "support/harness.h"
#include "support/wire.h"

static const char model_name[] = "/model.onnx";
static const char debian[] = "/usr/share/libonnx-testdata/data";

enum {
	DEBIAN_LEAST = 57, /* directories that are run of Debian's oldest, of ONNX 1.12 */
	MUCH_DATA = 50000  /* bytes of tensors */
};

const char *const scope_text[NSCOPE] = {
	[SCOPE_RUN] = "run",
	[SCOPE_NO_MODEL] = "the model is not there, only its address",
	[SCOPE_OTHERS] = "no operation of opgen",
	[SCOPE_INNER] = "in the body of another node, or of a function",
	[SCOPE_MIDST] = "between other nodes of the model",
	[SCOPE_NO_DATA] = "without data",
	[SCOPE_NO_TENSOR] = "of sequences or of optional values, no tensors",
	[SCOPE_DISPUTED] = "of another reading of the document than opgen's",
};

/* A test's model, and its graph's inputs and outputs in the order of the data. */
struct official_model {
	struct source source;
	struct candidates candidates;
	const Onnx__Graph *graph;
};

static bool
read_model(struct official_model *model, const char *path, struct arena *arena)
{
	static const struct overrides none;
	struct protobuf protobuf;
	const Onnx__Model *message;

	*model = (struct official_model){0};
	if (source_read(&model->source, path, format_limit, arena) != SOURCE_READ ||
		!candidates_read(&model->candidates, &model->source, FORMAT_ONNX, 0,
			&none, arena, arena))
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

/* Tests whose data are no tensors. */
static bool
has_no_tensors(const char *data)
{
	return strstr(data, "/test_identity_opt/") ||
	       strstr(data, "/test_identity_sequence/");
}

/* The document's length_resized is the output's extent, also for onnxruntime; these take
   the input's extent times the scale, a fraction. */
static bool
is_disputed(const char *data)
{
	return strstr(data, "/test_resize_downsample_scales_cubic_align_corners/") ||
	       strstr(data, "/test_resize_downsample_scales_linear_align_corners/");
}

/* Whether the node can be run alone on the data set. */
static enum scope
scope_of(const struct official_model *model, size_t index, const char *data,
	struct arena *arena)
{
	const struct model *graph = model->candidates.model;
	const struct model_node *node = &graph->node[index];
	const struct value *output = node_output(graph, node);
	const char *path;
	enum scope scope = SCOPE_RUN;

	if (has_no_tensors(data))
		return SCOPE_NO_TENSOR;
	if (is_disputed(data))
		return SCOPE_DISPUTED;
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

static const struct candidate *
find_candidate(const struct candidates *candidates, size_t index)
{
	size_t i = 0;

	while (candidates->candidate[i].index != index)
		i++;
	return &candidates->candidate[i];
}

/* The tensor in a test's file as an initializer of the graph, field 7 of a model:
   messages that follow each other are merged. */
static struct bytes
initializer(const struct value *value, const char *path, struct arena *arena)
{
	enum {
		MODEL_GRAPH = 7,
		GRAPH_INITIALIZER = 5,
		TENSOR_NAME = 8
	};
	struct bytes tensor = {0};

	tensor.text = file_read(path, &tensor.size, arena);
	return wire_bytes(arena, MODEL_GRAPH,
		wire_bytes(arena, GRAPH_INITIALIZER,
			wire(arena, tensor,
				wire_bytes(arena, TENSOR_NAME, value->name))));
}

/* The model with the inputs that opgen has to know as constants: the data set's. Its
   path; that of the model itself where there are none. */
static const char *
with_constants(const struct official_model *model, size_t index, const char *data,
	struct arena *arena)
{
	const struct model *graph = model->candidates.model;
	const struct model_node *node = &graph->node[index];
	const struct candidate *c = find_candidate(&model->candidates, index);
	struct bytes bytes = {model->source.text, model->source.size};
	const char *folder = arena_format(arena, "%s/tests/official", build_directory());
	const char *path, *name;

	for (size_t i = 0; i < node->ninput; i++) {
		const struct value *value = run_time_input(graph, node, i);
		int part;
		const struct input_rule *rule = op_input(c->op, c->version, i, &part);

		if (rule && rule->constant && value)
			bytes = wire(arena, bytes,
				initializer(value, input_path(model, value, data, arena),
					arena));
	}
	if (bytes.text == model->source.text)
		return model->source.path;
	name = strstr(data, "/data/");
	path = arena_format(arena, "%s/%s", folder, name ? name + 6 : data);
	directory_make(path);
	path = arena_format(arena, "%s/%zu.onnx", path, index);
	file_write(path, bytes.text, bytes.size);
	return path;
}

/* Adds a node with each of the data sets, of which there is one at least. */
static bool
has_much(const char *data, struct arena *arena)
{
	struct paths tensors = {0};
	struct stat status;
	off_t size = 0;

	paths_find(&tensors, data, ".pb", arena);
	for (size_t i = 0; i < tensors.npath; i++)
		if (!stat(tensors.path[i], &status))
			size += status.st_size;
	return size > MUCH_DATA;
}

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
		test = add_test(
			officials, with_constants(model, node, data, arena), arena);
		test->name = arena_format(arena, "%s #%zu", data, node);
		test->data = data;
		test->node = node;
		test->large = has_much(data, arena);
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
		for (size_t i = 0; i < model.candidates.ncandidate; i++)
			scope = add_node(officials, &model,
				model.candidates.candidate[i].index, directory, arena);
	arena_free(&own);
	return officials->ntest > ntest ? SCOPE_RUN : scope;
}

/* Adds the tests below the folder, and prints which nodes of opgen's operations are left
   out. */
static void
officials_find(struct officials *officials, const char *folder, struct arena *arena)
{
	struct paths models = {0}, addresses = {0};

	paths_find(&models, folder, model_name, arena);
	paths_find(&addresses, folder, "/data.json", arena);
	for (size_t i = 0; i < models.npath; i++)
		officials->count[add_directory(officials, models.path[i], arena)]++;
	officials->count[SCOPE_NO_MODEL] += addresses.npath;
}

void
officials_collect(struct officials *officials, struct arena *arena)
{
	const char *folders = getenv("OPGEN_ONNX_TESTS");
	char *folder, *rest;

	folders = folders ? folders : debian;
	folder = arena_copy_text(arena, folders, strlen(folders));
	for (folder = strtok_r(folder, ":", &rest); folder;
		folder = strtok_r(NULL, ":", &rest)) {
		if (!file_exists(folder)) {
			fprintf(stderr, "%s is missing: %s\n", folder,
				folders == debian ? "install libonnx-testdata"
						  : "OPGEN_ONNX_TESTS names it");
			exit(3);
		}
		officials_find(officials, folder, arena);
	}
	if (officials->count[SCOPE_RUN] < (folders == debian ? DEBIAN_LEAST : 1)) {
		fprintf(stderr, "%s: only %zu tests have an operation of opgen\n",
			folders, officials->count[SCOPE_RUN]);
		exit(3);
	}
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
	/* Files of ONNX 1.12 hold bfloat16 as its bits. */
	if (value.dtype == DTYPE_UINT16 && declared->dtype == DTYPE_BFLOAT16)
		value.dtype = DTYPE_BFLOAT16;
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

/* In ONNX 1.12, a file of a tensor that has nothing but a type to give has one element
   where the model declares more. */
static void
repeat_element(json_t *list, const struct value *declared)
{
	size_t n = 1;

	for (size_t i = 0; i < declared->shape.rank; i++)
		n *= declared->shape.extent[i].length > 0
			     ? (size_t)declared->shape.extent[i].length
			     : 0;
	while (json_array_size(list) && json_array_size(list) < n)
		json_array_append(list, json_array_get(list, 0));
}

/* The run-time inputs, by the operation's names. */
static json_t *
read_inputs(const struct official_model *model, const struct official *official,
	struct arena *arena)
{
	const struct model *graph = model->candidates.model;
	const struct model_node *node = &graph->node[official->node];
	const struct candidate *c = find_candidate(&model->candidates, official->node);
	json_t *inputs = json_object(), *shape;

	for (size_t i = 0; i < node->ninput; i++) {
		const struct value *value = run_time_input(graph, node, i);
		const char *name;
		json_t *list;
		int part;
		const struct input_rule *rule = op_input(c->op, c->version, i, &part);

		if (!rule)
			break;

		if (!value)
			continue;
		list = read_tensor(input_path(model, value, official->data, arena), value,
			&shape, arena);
		if (!list)
			return NULL;
		if (c->op == &op_cast_like && i)
			repeat_element(list, value);
		name = input_rule_name(rule, c->version);
		if (part != NO_PART)
			name = arena_format(arena, "%s_%d", name, part);
		json_object_set_new(inputs, name, list);
	}
	return inputs;
}

/* The elements of the outputs after the first that is asked for, null where the test does
   not know them. */
static json_t *
read_more(const struct official_model *model, const struct official *official,
	struct arena *arena)
{
	const struct model *graph = model->candidates.model;
	const struct model_node *node = &graph->node[official->node];
	const struct value *first = node_output(graph, node);
	json_t *more = json_array(), *shape;

	for (size_t i = 0; i < node->noutput; i++) {
		const char *path = NULL;
		const struct value *value = NULL;
		json_t *list = NULL;

		if (node->output[i] == NO_VALUE)
			continue;
		value = &graph->value[node->output[i]];
		if (value == first)
			continue;
		path = output_path(model, value, official->data, arena);
		if (path)
			list = read_tensor(path, value, &shape, arena);
		json_array_append_new(more, list ? list : json_null());
	}
	return more;
}

/* Tests of what opgen refuses, by a ruling. */
static const char *const refused[] = {
	/* Indices that count column by column. */
	"/test_maxpool_with_argmax_2d_precomputed_strides/",
	/* Masks, and training; a ratio of 0 that is an input may be another one. */
	"/test_dropout_default_mask",
	"/test_training_dropout",
	/* Models whose tensors have no elements. */
	"/test_reshape_allowzero_reordered/",
	"/test_split_zero_size_splits/",
	"/test_tril_zero/",
	"/test_triu_zero/",
	/* Strings. */
	"_FLOAT_to_STRING",
	"_STRING_to_FLOAT",
	/* Training. */
	"/test_batchnorm_epsilon_training_mode/",
	"/test_batchnorm_example_training_mode/",
};

static bool
is_refused(const struct official *official)
{
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		if (strstr(official->name, refused[i]))
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
	output = node_output(
		model.candidates.model, &model.candidates.model->node[official->node]);
	*c = (struct conformance_case){.model = official->model, .node = official->node};
	c->refused = is_refused(official);
	if (c->refused)
		return true;
	c->inputs = read_inputs(&model, official, arena);
	c->data = read_tensor(output_path(&model, output, official->data, arena), output,
		&shape, arena);
	c->shape = shape;
	c->more = read_more(&model, official, arena);
	c->refused = is_refused(official);
	return c->inputs && c->data;
}
