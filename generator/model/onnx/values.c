#include "model/onnx/values.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "model/model.h"
#include "model/onnx/declared.h"
#include "model/onnx/onnx.pb-c.h"
#include "model/onnx/tensor.h"
#include "model/protobuf.h"

/* A place that names a tensor, and where the number of the tensor's value is stored. */
struct use {
	struct bytes name;
	int64_t *value;
};

/* Where a value comes from other than a node. */
struct origin {
	bool is_input, is_constant;
};

/* The state while values are made of the names in a graph. `number` has the number of
   the value for each name, in the order in which onnx_values() goes through the graph. */
struct naming {
	const Onnx__Graph *graph;
	struct use *use;
	size_t nuse;
	int64_t *number;
	size_t nnumber;
	struct value *value;
	size_t nvalue;
	struct origin *origin;
	struct arena *arena;
	struct arena *tables; /* of the model */
	struct arena own;     /* for what is freed at the end */
};

static int
compare_names(const void *a, const void *b)
{
	struct bytes x = ((const struct use *)a)->name, y = ((const struct use *)b)->name;
	size_t shorter = x.size < y.size ? x.size : y.size;
	int order = memcmp(x.text, y.text, shorter);

	return order ? order : (x.size > y.size) - (x.size < y.size);
}

/* Notes a name, and where the number of its value belongs. */
static void
add_use(struct naming *naming, ProtobufCBinaryData name)
{
	int64_t *number = &naming->number[naming->nnumber++];

	*number = NO_VALUE;
	if (name.len > 0)
		naming->use[naming->nuse++] = (struct use){protobuf_bytes(name), number};
}

/* Adds a row of names, without those at its end that are empty: absent inputs or
   outputs. Returns where the numbers of their values will be. */
static const int64_t *
add_row(struct naming *naming, const ProtobufCBinaryData *name, size_t n, size_t *nrow)
{
	const int64_t *row = &naming->number[naming->nnumber];

	while (n > 0 && name[n - 1].len == 0)
		n--;
	*nrow = n;
	for (size_t i = 0; i < n; i++)
		add_use(naming, name[i]);
	return row;
}

static const int64_t *
add_infos(struct naming *naming, Onnx__ValueInfo *const *info, size_t n)
{
	const int64_t *row = &naming->number[naming->nnumber];

	for (size_t i = 0; i < n; i++)
		add_use(naming, info[i]->name);
	return row;
}

size_t
onnx_count_names(const Onnx__Graph *graph)
{
	size_t n = graph->n_initializer + graph->n_input + graph->n_output +
		   graph->n_value_info;

	for (size_t i = 0; i < graph->n_node; i++)
		n += graph->node[i]->n_input + graph->node[i]->n_output;
	return n;
}

/* Makes one value for each name, and stores its number for all uses of the name. */
static void
number_names(struct naming *naming)
{
	struct use *use = naming->use;
	int64_t n = -1;

	if (naming->nuse > 0)
		qsort(use, naming->nuse, sizeof *use, compare_names);
	for (size_t i = 0; i < naming->nuse; i++) {
		n += i == 0 || !bytes_equal(use[i].name, use[i - 1].name);
		*use[i].value = n;
	}
	naming->nvalue = (size_t)(n + 1);
	naming->value = arena_array(naming->tables, struct value, naming->nvalue);
	naming->origin = arena_array(&naming->own, struct origin, naming->nvalue);
	for (size_t i = 0; i < naming->nuse; i++) {
		struct value *value = &naming->value[*use[i].value];

		value->name = use[i].name;
		value->producer = NO_NODE;
		if (memchr(value->name.text, '\0', value->name.size))
			value->fault = "has a NUL in its name";
	}
}

static void
set_fault(struct value *value, const char *fault)
{
	if (!value->fault)
		value->fault = fault;
}

static void
set_infos(struct naming *naming, Onnx__ValueInfo *const *info, const int64_t *number,
	size_t n, bool is_input)
{
	for (size_t i = 0; i < n; i++) {
		struct value *value;

		if (number[i] == NO_VALUE)
			continue;
		value = &naming->value[number[i]];
		set_fault(value, onnx_declare(value, info[i], naming->arena));
		if (is_input && naming->origin[number[i]].is_input)
			set_fault(value, "is two inputs of the graph");
		if (is_input)
			naming->origin[number[i]].is_input = true;
	}
}

/* Makes a constant of a value that may have been declared. */
static void
set_constant(struct value *value, const Onnx__Tensor *tensor, struct arena *arena)
{
	struct value constant = {.producer = NO_NODE, .name = value->name};

	onnx_tensor_value(&constant, tensor, arena);
	if (value->dtype != DTYPE_NONE && constant.dtype != DTYPE_NONE &&
		value->dtype != constant.dtype)
		set_fault(value,
			arena_format(arena, "is declared as %s, but is a constant of %s",
				dtype_info[value->dtype].name,
				dtype_info[constant.dtype].name));
	if (value->fault)
		constant.fault = value->fault;
	*value = constant;
}

static void
set_constants(struct naming *naming, const int64_t *number)
{
	for (size_t i = 0; i < naming->graph->n_initializer; i++) {
		struct value *value;

		if (number[i] == NO_VALUE)
			continue;
		value = &naming->value[number[i]];
		if (naming->origin[number[i]].is_constant)
			set_fault(value, "is two constants");
		else
			set_constant(value, naming->graph->initializer[i], naming->arena);
		naming->origin[number[i]].is_constant = true;
	}
}

/* Makes a node the producer of a value, unless another node is. A second origin of the
   value is a fault. */
static void
set_producer(struct naming *naming, struct model_node *node, size_t index, size_t output)
{
	int64_t number = node[index].output[output];
	struct value *value = &naming->value[number];
	const struct origin *origin = &naming->origin[number];

	if (value->producer != NO_NODE) {
		set_fault(value, "is made by two nodes");
		if (!node[value->producer].fault)
			node[value->producer].fault =
				"has an output that another node makes too";
		return;
	}
	if (origin->is_constant)
		set_fault(value, "is a constant and is made by a node");
	else if (origin->is_input)
		set_fault(value, "is an input of the graph and is made by a node");
	value->producer = (int64_t)index;
	value->producer_output = output;
}

static void
set_producers(struct naming *naming, struct model_node *node)
{
	for (size_t i = 0; i < naming->graph->n_node; i++) {
		for (size_t k = 0; k < node[i].noutput; k++) {
			const struct value *value;

			if (node[i].output[k] == NO_VALUE)
				continue;
			set_producer(naming, node, i, k);
			value = &naming->value[node[i].output[k]];
			if (value->fault && !node[i].fault)
				node[i].fault = arena_format(naming->arena,
					"has the output %s, which %s",
					quoted_bytes(value->name, naming->arena),
					value->fault);
		}
		if (node[i].noutput == 0 && !node[i].fault)
			node[i].fault = "has no output";
	}
}

static void
fault_strays(struct naming *naming)
{
	for (size_t i = 0; i < naming->nvalue; i++)
		if (naming->value[i].producer == NO_NODE && !naming->origin[i].is_input &&
			!naming->origin[i].is_constant)
			set_fault(&naming->value[i],
				"is made by no node, and is neither an input nor a "
				"constant of the graph");
}

/* The inputs of the graph that are no constants, in their order. */
static void
set_taken(
	struct model *model, const struct naming *naming, const int64_t *input, size_t n)
{
	int64_t *taken = arena_array(naming->arena, int64_t, n);

	for (size_t i = 0; i < n; i++)
		if (input[i] != NO_VALUE && !naming->origin[input[i]].is_constant)
			taken[model->ntaken++] = input[i];
	model->taken = taken;
}

void
onnx_values(struct model *model, const Onnx__Graph *graph, struct model_node *node,
	struct arena *arena)
{
	struct naming naming = {.graph = graph, .arena = arena, .tables = model->tables};
	size_t nuse = onnx_count_names(graph);
	const int64_t *constant, *input, *output, *info;

	naming.use = arena_array(&naming.own, struct use, nuse);
	naming.number = arena_array(model->tables, int64_t, nuse);
	constant = naming.number;
	for (size_t i = 0; i < graph->n_initializer; i++)
		add_use(&naming, graph->initializer[i]->name);
	input = add_infos(&naming, graph->input, graph->n_input);
	output = add_infos(&naming, graph->output, graph->n_output);
	info = add_infos(&naming, graph->value_info, graph->n_value_info);
	for (size_t i = 0; i < graph->n_node; i++) {
		const Onnx__Node *from = graph->node[i];

		node[i].input =
			add_row(&naming, from->input, from->n_input, &node[i].ninput);
		node[i].output =
			add_row(&naming, from->output, from->n_output, &node[i].noutput);
	}

	number_names(&naming);
	set_infos(&naming, graph->input, input, graph->n_input, true);
	set_infos(&naming, graph->output, output, graph->n_output, false);
	set_infos(&naming, graph->value_info, info, graph->n_value_info, false);
	set_constants(&naming, constant);
	set_producers(&naming, node);
	fault_strays(&naming);
	set_taken(model, &naming, input, graph->n_input);
	model->given = output;
	model->ngiven = graph->n_output;
	model->value = naming.value;
	model->nvalue = naming.nvalue;
	arena_free(&naming.own);
}
