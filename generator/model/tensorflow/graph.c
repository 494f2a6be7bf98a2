#include "model/tensorflow/graph.h"

#include <inttypes.h>

#include "base/arena.h"
#include "diag/source.h"
#include "model/limits.h"
#include "model/protobuf.h"
#include "model/tensorflow/attributes.h"
#include "model/tensorflow/operations.h"
#include "model/tensorflow/reference.h"
#include "model/tensorflow/scope.h"
#include "model/tensorflow/tensorflow.pb-c.h"
#include "model/tensorflow/value.h"

enum {
	OUTPUT_LIMIT = 1 << 20,
	MOST_PARTS = 4096 /* of a Split */
};

/* The size of a graph and its functions. */
struct count {
	size_t node, input, attribute;
};

static void
add_count(struct count *count, Tensorflow__Node **node, size_t nnode)
{
	count->node += nnode;
	for (size_t i = 0; i < nnode; i++) {
		count->input += node[i]->n_input;
		count->attribute += node[i]->n_attr;
	}
}

static bool
is_reasonable(struct tensorflow_graph *graph, const struct count *count)
{
	const struct graph_limit row[] = {
		{"nodes", count->node, MOST_NODES},
		{"inputs of nodes", count->input, MOST_TENSORS},
		{"attributes", count->attribute, MOST_ATTRIBUTES},
	};

	return graph_limits_hold(row, sizeof row / sizeof row[0], graph->source);
}

static void
begin_nodes(struct tensorflow_scope *scope)
{
	struct arena *arena = scope->graph->arena;

	scope->operation =
		arena_array(arena, const struct tensorflow_operation *, scope->nnode);
	name_index_begin(&scope->names, scope->nnode, arena);
	for (size_t i = 0; i < scope->nnode; i++) {
		const Tensorflow__Node *stated = scope->stated[i];
		struct model_node *node = &scope->node[i];

		*node = (struct model_node){.name = protobuf_bytes(stated->name),
			.function = scope->name,
			.op = protobuf_bytes(stated->op),
			.domain = "tensorflow"};
		tensorflow_attributes(node, stated, arena);
		scope->operation[i] = tensorflow_operation_find(node->op);
		name_index_add(&scope->names, node->name, i);
	}
	name_index_sort(&scope->names);
	for (size_t i = 0; i < scope->nnode; i++)
		if (name_index_is_shared(&scope->names, &scope->names.entry[i]))
			scope->node[scope->names.entry[i].which].fault =
				"has a name that another node has too";
}

/* How many outputs a node says it has, whether or not others refer to them. */
static size_t
stated_outputs(const Tensorflow__Node *stated)
{
	const Tensorflow__Attribute *count = tensorflow_attribute(stated, "num_split");

	if (!count || count->value_case != TENSORFLOW__ATTRIBUTE__VALUE_I ||
		count->i < 1 || count->i > MOST_PARTS)
		return 1;
	return (size_t)count->i;
}

/* Counts the outputs of each node: those that it says it has, or the first, and as many
   as other nodes refer to. */
static void
count_outputs(struct tensorflow_scope *scope)
{
	for (size_t i = 0; i < scope->nnode; i++)
		scope->node[i].noutput = stated_outputs(scope->stated[i]);
	for (size_t i = 0; i < scope->nnode; i++)
		for (size_t j = 0; j < scope->stated[i]->n_input; j++) {
			struct tensorflow_reference to = tensorflow_refer(
				scope, protobuf_bytes(scope->stated[i]->input[j]));
			size_t *noutput = &scope->node[to.which].noutput;

			if (to.kind == REFERENCE_OUTPUT && (size_t)to.output >= *noutput)
				*noutput = (size_t)to.output + 1;
		}
}

static bool
begin_outputs(struct tensorflow_scope *scope)
{
	struct tensorflow_graph *graph = scope->graph;

	count_outputs(scope);
	scope->output = arena_array(graph->arena, int64_t *, scope->nnode);
	for (size_t i = 0; i < scope->nnode; i++) {
		size_t n = scope->node[i].noutput;

		graph->noutput += n;
		if (graph->noutput > OUTPUT_LIMIT) {
			source_error(graph->source, NULL,
				"the graph has nodes of more than %d outputs together",
				OUTPUT_LIMIT);
			return false;
		}
		scope->output[i] = arena_array(graph->arena, int64_t, n);
		for (size_t j = 0; j < n; j++)
			scope->output[i][j] =
				j < stated_outputs(scope->stated[i])
					? tensorflow_output_value(scope, i, (int64_t)j)
					: NO_VALUE;
		scope->node[i].output = scope->output[i];
	}
	return true;
}

/* The number of the value that an input names; NO_VALUE for a control input, which only
   orders nodes. */
static int64_t
input_value(struct tensorflow_scope *scope, struct bytes input)
{
	struct tensorflow_reference to = tensorflow_refer(scope, input);
	int64_t *output;

	switch (to.kind) {
	case REFERENCE_CONTROL:
		return NO_VALUE;
	case REFERENCE_ARGUMENT:
		return (int64_t)to.which;
	case REFERENCE_OUTPUT:
		output = &scope->output[to.which][to.output];
		if (*output == NO_VALUE)
			*output = tensorflow_output_value(scope, to.which, to.output);
		return *output;
	default:
		return tensorflow_faulty_value(scope, input, to.fault);
	}
}

/* The type attribute of an operation that opgen compiles is also that of its first
   input. */
static void
check_type(struct tensorflow_scope *scope, size_t i)
{
	struct arena *arena = scope->graph->arena;
	struct model_node *node = &scope->node[i];
	const struct value *output = &scope->graph->value[node->output[0]];
	struct value *input;

	if (node->ninput == 0 || output->dtype == DTYPE_NONE)
		return;
	input = &scope->graph->value[node->input[0]];
	if (input->dtype == DTYPE_NONE && !input->foreign)
		input->dtype = output->dtype;
	else if (input->dtype != output->dtype && !node->fault)
		node->fault = arena_format(arena,
			"has the type %s, but its input %s holds %s",
			dtype_info[output->dtype].name, quoted_bytes(input->name, arena),
			input->foreign ? input->foreign : dtype_info[input->dtype].name);
}

static void
read_inputs(struct tensorflow_scope *scope, size_t i)
{
	const Tensorflow__Node *stated = scope->stated[i];
	struct model_node *node = &scope->node[i];
	int64_t *input = arena_array(scope->graph->arena, int64_t, stated->n_input);

	for (size_t j = 0; j < stated->n_input; j++) {
		int64_t value = input_value(scope, protobuf_bytes(stated->input[j]));

		if (value != NO_VALUE)
			input[node->ninput++] = value;
	}
	node->input = input;
}

static bool
read_scope(struct tensorflow_scope *scope)
{
	struct tensorflow_graph *graph = scope->graph;

	scope->first = graph->nnode;
	scope->node = graph->node + graph->nnode;
	graph->nnode += scope->nnode;
	begin_nodes(scope);
	if (scope->function)
		tensorflow_argument_values(scope);
	if (!begin_outputs(scope))
		return false;
	for (size_t i = 0; i < scope->nnode; i++)
		read_inputs(scope, i);
	for (size_t i = 0; i < scope->nnode; i++)
		if (scope->operation[i] && scope->operation[i]->is_checked)
			check_type(scope, i);
	if (graph->nname > TENSORFLOW_NAMES) {
		source_error(graph->source, NULL,
			"the names of the graph's tensors take more than %d bytes",
			TENSORFLOW_NAMES);
		return false;
	}
	return true;
}

static struct bytes
function_name(const Tensorflow__Function *function)
{
	return function->signature ? protobuf_bytes(function->signature->name)
				   : (struct bytes){"", 0};
}

/* Nodes of functions with the same name cannot be told apart. */
static void
mark_shared(
	struct tensorflow_graph *graph, const Tensorflow__Library *library, size_t first)
{
	struct name_index names;
	bool *shared = arena_array(graph->arena, bool, library->n_function);
	size_t at = first;

	name_index_begin(&names, library->n_function, graph->arena);
	for (size_t i = 0; i < library->n_function; i++)
		name_index_add(&names, function_name(library->function[i]), i);
	name_index_sort(&names);
	for (size_t i = 0; i < names.nentry; i++)
		shared[names.entry[i].which] =
			name_index_is_shared(&names, &names.entry[i]);
	for (size_t i = 0; i < library->n_function; i++)
		for (size_t j = 0; j < library->function[i]->n_node_def; j++, at++)
			if (shared[i])
				graph->node[at].fault =
					"is in a function whose name another one has too";
}

static bool
read_functions(struct tensorflow_graph *graph, const Tensorflow__Library *library)
{
	size_t first = graph->nnode;

	for (size_t i = 0; i < library->n_function; i++) {
		const Tensorflow__Function *function = library->function[i];
		struct tensorflow_scope scope = {.graph = graph,
			.function = function,
			.name = function_name(function),
			.stated = function->node_def,
			.nnode = function->n_node_def};

		if (!read_scope(&scope))
			return false;
	}
	mark_shared(graph, library, first);
	return true;
}

bool
tensorflow_graph_read(struct tensorflow_graph *graph, const Tensorflow__Graph *stated)
{
	struct tensorflow_scope scope = {.graph = graph,
		.name = {"", 0},
		.stated = stated->node,
		.nnode = stated->n_node};
	struct count count = {0, 0, 0};

	add_count(&count, stated->node, stated->n_node);
	for (size_t i = 0; stated->library && i < stated->library->n_function; i++)
		add_count(&count, stated->library->function[i]->node_def,
			stated->library->function[i]->n_node_def);
	if (!is_reasonable(graph, &count))
		return false;
	graph->producer = stated->versions ? stated->versions->producer : 0;
	graph->node = arena_array(graph->tables, struct model_node, count.node);
	return read_scope(&scope) &&
	       (!stated->library || read_functions(graph, stated->library));
}
