#include "model/openvino/openvino.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "model/model.h"
#include "model/openvino/choices.h"
#include "model/openvino/edges.h"
#include "model/openvino/values.h"
#include "model/openvino/weights.h"
#include "model/openvino/xml.h"
#include "model/request.h"

/* The state while a model is made of an IR. */
struct build {
	struct ir *ir;
	struct value *value;
	size_t nvalue;
	struct source *source;
	struct arena *arena;
	struct arena *tables; /* of the model */
};

/* Takes a shape or type that the output port of a value does not state from the input
   ports that read it. */
static void
complete_values(struct build *build)
{
	for (size_t i = 0; i < build->ir->nport; i++) {
		const struct ir_port *port = &build->ir->port[i];
		struct value *value;

		if (port->output || port->value == NO_VALUE)
			continue;
		value = &build->value[port->value];
		if (!value->shape.known)
			value->shape = port->shape;
		if (value->dtype == DTYPE_NONE && !value->foreign)
			value->dtype = ir_precision(port->precision.text);
	}
}

/* The input of an operation that only moves elements has the type of its output. */
static void
complete_moves(struct build *build)
{
	const struct ir *ir = build->ir;

	for (size_t i = 0; i < ir->nport; i++) {
		const struct ir_port *port = &ir->port[i];
		const struct ir_layer *layer = &ir->layer[port->layer];
		const struct ir_port *first = &ir->port[layer->port];

		if (port->output && !first->output && first->value != NO_VALUE &&
			(bytes_are(layer->type, "SpaceToBatch") ||
				bytes_are(layer->type, "BatchToSpace")) &&
			build->value[first->value].dtype == DTYPE_NONE &&
			!build->value[first->value].foreign)
			build->value[first->value].dtype =
				build->value[port->value].dtype;
	}
}

/* Why a layer cannot take the value at an input port, or NULL. */
static const char *
input_fault(const struct build *build, const struct ir_port *port)
{
	const struct value *value;
	enum dtype dtype = ir_precision(port->precision.text);

	if (port->fault)
		return port->fault;
	if (port->value == NO_VALUE)
		return arena_format(
			build->arena, "has no edge to its input port %" PRId64, port->id);
	value = &build->value[port->value];
	if (ir_shapes_differ(&port->shape, &value->shape))
		return arena_format(build->arena,
			"takes %s at its input port %" PRId64 ", but %s is %s",
			model_shape_text(&port->shape, build->arena), port->id,
			quoted_bytes(value->name, build->arena),
			model_shape_text(&value->shape, build->arena));
	if (dtype != DTYPE_NONE && value->dtype != DTYPE_NONE && dtype != value->dtype)
		return arena_format(build->arena,
			"takes %s at its input port %" PRId64 ", but %s holds %s",
			dtype_info[dtype].name, port->id,
			quoted_bytes(value->name, build->arena),
			dtype_info[value->dtype].name);
	return NULL;
}

/* A version is "opset2" or the like, or missing; any other is of an operation that is
   not OpenVINO's own. */
static void
set_version(struct model_node *node, struct bytes version)
{
	bool is_opset = version.size > 5 && !memcmp(version.text, "opset", 5) &&
			ir_number(version.text + 5, &node->opset);

	node->domain = is_opset || version.size == 0 ? "openvino" : NULL;
}

static void
add_node(struct build *build, struct model_node *node, const struct ir_layer *layer)
{
	const struct ir_port *port = &build->ir->port[layer->port];
	int64_t *input = arena_array(build->arena, int64_t, layer->nport);
	int64_t *output = arena_array(build->arena, int64_t, layer->nport);

	*node = (struct model_node){.name = layer->name,
		.op = layer->type,
		.input = input,
		.output = output,
		.attribute = layer->data,
		.nattribute = layer->ndata,
		.fault = layer->has_two_data ? "has two elements 'data'" : NULL};
	set_version(node, layer->version);
	for (size_t i = 0; i < layer->nport; i++) {
		if (port[i].output) {
			output[node->noutput++] = port[i].value;
			continue;
		}
		input[node->ninput++] = port[i].value;
		if (!node->fault)
			node->fault = input_fault(build, &port[i]);
	}
}

static void
add_nodes(struct build *build, struct model *model)
{
	const struct ir *ir = build->ir;
	struct model_node *node =
		arena_array(build->tables, struct model_node, ir->nlayer);

	for (size_t i = 0; i < ir->nlayer; i++)
		add_node(build, &node[i], &ir->layer[i]);
	*model = (struct model){.kind = MODEL_OPENVINO,
		.path = build->source->path,
		.node = node,
		.nnode = ir->nlayer,
		.value = build->value,
		.nvalue = build->nvalue,
		.tables = build->tables};
	if (ir->nbody > 0) {
		const char **line = arena_new(build->arena, const char *);

		*line = arena_format(build->arena,
			"the layers inside of %zu %s of loops and conditions", ir->nbody,
			ir->nbody == 1 ? "body" : "bodies");
		model->unsearched = line;
		model->nunsearched = 1;
	}
}

static bool
is_among(const int64_t *list, size_t n, int64_t value)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == value)
			return true;
	return false;
}

/* What the model takes and gives: its Parameters, and what its Results read. */
static void
set_ends(struct model *model, struct arena *arena)
{
	int64_t *taken = arena_array(arena, int64_t, model->nnode);
	int64_t *given = arena_array(arena, int64_t, model->nnode);

	model->taken = taken;
	model->given = given;
	for (size_t i = 0; i < model->nnode; i++) {
		const struct model_node *node = &model->node[i];

		if (bytes_are(node->op, "Parameter") && node->noutput)
			taken[model->ntaken++] = node->output[0];
		if (bytes_are(node->op, "Result") && node->ninput &&
			node->input[0] != NO_VALUE &&
			!is_among(given, model->ngiven, node->input[0]))
			given[model->ngiven++] = node->input[0];
	}
}

bool
openvino_read(struct source *source, struct model *model,
	const struct read_request *request, struct arena *arena)
{
	struct ir ir = {.version = 0};
	struct build build = {.ir = &ir,
		.source = source,
		.arena = arena,
		.tables = request_tables(request, arena)};

	if (!ir_parse(&ir, source, arena))
		return false;
	if (ir.nlayer == 0) {
		source_error_at(source, 0, "there are no layers in it");
		return false;
	}
	if (!ir_values(&ir, &build.value, &build.nvalue, source, arena) ||
		!ir_join(&ir, source, arena))
		return false;
	complete_values(&build);
	complete_moves(&build);
	add_nodes(&build, model);
	set_ends(model, arena);
	weights_begin(model, source->path, arena);
	return true;
}
