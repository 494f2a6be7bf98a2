#include "model/tensorflow/value.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "model/protobuf.h"
#include "model/tensorflow/attributes.h"
#include "model/tensorflow/operations.h"
#include "model/tensorflow/scope.h"
#include "model/tensorflow/tensor.h"
#include "model/tensorflow/tensorflow.pb-c.h"

enum {
	/* In graphs of this version and older, a Placeholder whose shape has no
	   dimensions is of unknown shape. */
	SCALAR_IS_UNKNOWN = 21
};

/* A value's name: "NODE", "NODE:1", inside a function "FUNCTION/NODE". Beyond the
   limit, which read_scope() reports, no name is made. */
static struct bytes
name_of_value(struct tensorflow_scope *scope, struct bytes name, int64_t k)
{
	struct arena *arena = scope->graph->arena;
	size_t prefix = scope->function ? scope->name.size + 1 : 0;
	char suffix[24] = "", *text;
	size_t size;

	if (k > 0)
		snprintf(suffix, sizeof suffix, ":%" PRId64, k);
	size = prefix + name.size + strlen(suffix);
	if (prefix == 0 && k == 0)
		return name;
	scope->graph->nname += size;
	if (scope->graph->nname > TENSORFLOW_NAMES)
		return name;
	text = arena_alloc(arena, size + 1);
	if (prefix > 0) {
		memcpy(text, scope->name.text, prefix - 1);
		text[prefix - 1] = '/';
	}
	memcpy(text + prefix, name.text, name.size);
	memcpy(text + prefix + name.size, suffix, strlen(suffix));
	return (struct bytes){text, size};
}

static struct value *
add_value(struct tensorflow_graph *graph, struct bytes name)
{
	struct value *value;

	graph->value = arena_grow(
		graph->arena, graph->value, graph->nvalue, sizeof *graph->value);
	value = &graph->value[graph->nvalue++];
	*value = (struct value){.name = name, .producer = NO_NODE};
	return value;
}

/* Takes the shape that the attribute _output_shapes, which older versions write for
   each node, has for output k. */
static void
take_output_shape(struct value *value, const Tensorflow__Attribute *shapes, int64_t k,
	struct arena *arena)
{
	const char *wrong;

	if (value->shape.known || !shapes ||
		shapes->value_case != TENSORFLOW__ATTRIBUTE__VALUE_LIST ||
		(uint64_t)k >= shapes->list->n_shape)
		return;
	wrong = tensorflow_shape(&value->shape, shapes->list->shape[k], arena);
	if (wrong)
		value->fault = wrong;
}

static void
take_placeholder_shape(const struct tensorflow_graph *graph, struct value *value,
	const Tensorflow__Node *stated)
{
	const Tensorflow__Attribute *shape = tensorflow_attribute(stated, "shape");

	if (!shape || shape->value_case != TENSORFLOW__ATTRIBUTE__VALUE_SHAPE)
		return;
	value->fault = tensorflow_shape(&value->shape, shape->shape, graph->arena);
	if (value->shape.rank == 0 && graph->producer <= SCALAR_IS_UNKNOWN)
		value->shape.known = false;
}

static void
take_constant(struct value *value, const Tensorflow__Node *stated, struct arena *arena)
{
	const Tensorflow__Attribute *tensor = tensorflow_attribute(stated, "value");
	enum dtype dtype = value->dtype;

	if (!tensor || tensor->value_case != TENSORFLOW__ATTRIBUTE__VALUE_TENSOR) {
		value->fault = "is a Const without a value";
		return;
	}
	tensorflow_tensor_value(value, tensor->tensor, arena);
	if (dtype != value->dtype && dtype != DTYPE_NONE && value->dtype != DTYPE_NONE)
		value->fault =
			arena_format(arena, "is a Const of %s whose value holds %s",
				dtype_info[dtype].name, dtype_info[value->dtype].name);
}

int64_t
tensorflow_output_value(struct tensorflow_scope *scope, size_t node, int64_t k)
{
	struct tensorflow_graph *graph = scope->graph;
	const struct tensorflow_operation *operation = scope->operation[node];
	const Tensorflow__Node *stated = scope->stated[node];
	const Tensorflow__Attribute *type = NULL, *shapes = tensorflow_attribute(
							  stated, "_output_shapes");
	struct bytes op = scope->node[node].op;
	struct value *value =
		add_value(graph, name_of_value(scope, scope->node[node].name, k));

	value->producer = (int64_t)(scope->first + node);
	value->producer_output = (size_t)k;
	if (operation && operation->type && (k == 0 || operation->is_list))
		type = tensorflow_attribute(stated, operation->type);
	if (type && type->value_case == TENSORFLOW__ATTRIBUTE__VALUE_TYPE)
		value->dtype =
			tensorflow_dtype(type->type, &value->foreign, graph->arena);
	if (bytes_are(op, "Const"))
		take_constant(value, stated, graph->arena);
	else if (bytes_are(op, "Placeholder") || bytes_are(op, "PlaceholderV2"))
		take_placeholder_shape(graph, value, stated);
	/* In a function, "NODE:output:0" of an operation that is not in the table
	   counts as output 0, whichever output it names. So it has a shape only if the
	   node has a single one. */
	if (shapes && (operation || !scope->function ||
			      (shapes->value_case == TENSORFLOW__ATTRIBUTE__VALUE_LIST &&
				      shapes->list->n_shape == 1)))
		take_output_shape(value, shapes, k, graph->arena);
	return (int64_t)graph->nvalue - 1;
}

int64_t
tensorflow_faulty_value(
	struct tensorflow_scope *scope, struct bytes input, const char *fault)
{
	add_value(scope->graph, name_of_value(scope, input, 0))->fault = fault;
	return (int64_t)scope->graph->nvalue - 1;
}

void
tensorflow_argument_values(struct tensorflow_scope *scope)
{
	struct tensorflow_graph *graph = scope->graph;
	const Tensorflow__Function *function = scope->function;
	const Tensorflow__Signature *signature = function->signature;
	size_t first = graph->nvalue;

	if (!signature)
		return;
	name_index_begin(&scope->arguments, signature->n_input_arg, graph->arena);
	for (size_t i = 0; i < signature->n_input_arg; i++) {
		const Tensorflow__Argument *argument = signature->input_arg[i];
		struct bytes name = protobuf_bytes(argument->name);
		struct value *value = add_value(graph, name_of_value(scope, name, 0));

		if (argument->type != 0)
			value->dtype = tensorflow_dtype(
				argument->type, &value->foreign, graph->arena);
		name_index_add(&scope->arguments, name, first + i);
	}
	name_index_sort(&scope->arguments);
	for (size_t i = 0; i < function->n_arg_attr; i++) {
		const Tensorflow__ArgumentEntry *entry = function->arg_attr[i];
		Tensorflow__Node node = TENSORFLOW__NODE__INIT;

		if (entry->key >= signature->n_input_arg || !entry->value)
			continue;
		node.n_attr = entry->value->n_attr;
		node.attr = entry->value->attr;
		take_output_shape(&graph->value[first + entry->key],
			tensorflow_attribute(&node, "_output_shapes"), 0, graph->arena);
	}
}
