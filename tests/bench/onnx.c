#include "onnx.h"

#include <string.h>

/* Field numbers of onnx.proto. */
enum {
	MODEL_IR_VERSION = 1,
	MODEL_GRAPH = 7,
	MODEL_OPSET_IMPORT = 8,
	OPSET_VERSION = 2,
	GRAPH_NODE = 1,
	GRAPH_NAME = 2,
	GRAPH_INITIALIZER = 5,
	GRAPH_INPUT = 11,
	GRAPH_OUTPUT = 12,
	NODE_INPUT = 1,
	NODE_OUTPUT = 2,
	NODE_OP_TYPE = 4,
	NODE_ATTRIBUTE = 5,
	ATTRIBUTE_NAME = 1,
	ATTRIBUTE_I = 3,
	ATTRIBUTE_INTS = 8,
	ATTRIBUTE_TYPE = 20,
	TENSOR_DIMS = 1,
	TENSOR_DATA_TYPE = 2,
	TENSOR_NAME = 8,
	TENSOR_RAW_DATA = 9,
	VALUE_NAME = 1,
	VALUE_TYPE = 2,
	TYPE_TENSOR = 1,
	TYPE_TENSOR_ELEM = 1,
	TYPE_TENSOR_SHAPE = 2,
	SHAPE_DIM = 1,
	DIM_VALUE = 1,
};

/* Values of its enums. */
enum {
	TYPE_INT = 2,
	TYPE_INTS = 7,
	ELEM_FLOAT = 1,
	ELEM_INT64 = 7
};

enum {
	IR_VERSION = 8,
	OPSET = 17
};

static void
put_node(struct proto *graph, struct proto *node, const char *op)
{
	proto_text(node, NODE_OP_TYPE, op);
	proto_message(graph, GRAPH_NODE, node);
}

static void
put_int(struct proto *node, const char *name, int64_t value)
{
	struct proto attribute = {0};
	proto_text(&attribute, ATTRIBUTE_NAME, name);
	proto_int(&attribute, ATTRIBUTE_I, value);
	proto_int(&attribute, ATTRIBUTE_TYPE, TYPE_INT);
	proto_message(node, NODE_ATTRIBUTE, &attribute);
}

static void
put_ints(struct proto *node, const char *name, const int64_t *values, int64_t n)
{
	struct proto attribute = {0};
	proto_text(&attribute, ATTRIBUTE_NAME, name);
	for (int64_t i = 0; i < n; i++)
		proto_int(&attribute, ATTRIBUTE_INTS, values[i]);
	proto_int(&attribute, ATTRIBUTE_TYPE, TYPE_INTS);
	proto_message(node, NODE_ATTRIBUTE, &attribute);
}

static void
put_constant(struct proto *graph, const char *name, int elem, const struct shape *shape,
	const void *elements, size_t size)
{
	struct proto tensor = {0};
	size_t n = 1;
	for (int64_t i = 0; i < shape->rank; i++) {
		proto_int(&tensor, TENSOR_DIMS, shape->extent[i]);
		n *= (size_t)shape->extent[i];
	}
	proto_int(&tensor, TENSOR_DATA_TYPE, elem);
	proto_text(&tensor, TENSOR_NAME, name);
	proto_bytes(&tensor, TENSOR_RAW_DATA, elements, n * size);
	proto_message(graph, GRAPH_INITIALIZER, &tensor);
}

static void
put_int64s(struct proto *graph, const char *name, const int64_t *elements, int64_t n)
{
	struct shape shape = {1, {n}};
	put_constant(graph, name, ELEM_INT64, &shape, elements, sizeof *elements);
}

static void
put_value(struct proto *graph, int field, const char *name, const struct shape *shape)
{
	struct proto dims = {0};
	for (int64_t i = 0; i < shape->rank; i++) {
		struct proto dim = {0};
		proto_int(&dim, DIM_VALUE, shape->extent[i]);
		proto_message(&dims, SHAPE_DIM, &dim);
	}
	struct proto tensor = {0};
	proto_int(&tensor, TYPE_TENSOR_ELEM, ELEM_FLOAT);
	proto_message(&tensor, TYPE_TENSOR_SHAPE, &dims);
	struct proto type = {0};
	proto_message(&type, TYPE_TENSOR, &tensor);
	struct proto value = {0};
	proto_text(&value, VALUE_NAME, name);
	proto_message(&value, VALUE_TYPE, &type);
	proto_message(graph, field, &value);
}

/* Batch, channels and the spatial axes. */
static struct shape
activation(const struct workload *w, int64_t channels, const int64_t *axes)
{
	struct shape shape = {2 + w->rank, {w->batch, channels}};
	memcpy(shape.extent + 2, axes + AXES - w->rank, (size_t)w->rank * sizeof *axes);
	return shape;
}

static void
put_window(struct proto *node, const struct workload *w)
{
	int64_t first = AXES - w->rank;
	int64_t pads[2 * AXES];
	memcpy(pads, w->pads + first, (size_t)w->rank * sizeof *pads);
	memcpy(pads + w->rank, w->pads_end + first, (size_t)w->rank * sizeof *pads);
	put_ints(node, "kernel_shape", w->kernel + first, w->rank);
	put_ints(node, "strides", w->strides + first, w->rank);
	put_ints(node, "pads", pads, 2 * w->rank);
}

static void
put_conv(
	struct proto *graph, struct onnx_model *m, const struct operands *o, bool runtime)
{
	const struct workload *w = o->workload;
	struct proto node = {0};
	m->weights = activation(w, w->ic / w->group, w->kernel);
	m->weights.extent[0] = w->oc;
	m->bias = (struct shape){1, {w->oc}};
	proto_text(&node, NODE_INPUT, "X");
	proto_text(&node, NODE_INPUT, "W");
	proto_text(&node, NODE_INPUT, "B");
	proto_text(&node, NODE_OUTPUT, "Y");
	put_window(&node, w);
	put_ints(&node, "dilations", w->dilations + AXES - w->rank, w->rank);
	put_int(&node, "group", w->group);
	put_node(graph, &node, "Conv");
	if (runtime) {
		put_value(graph, GRAPH_INPUT, "W", &m->weights);
		put_value(graph, GRAPH_INPUT, "B", &m->bias);
	} else {
		put_constant(
			graph, "W", ELEM_FLOAT, &m->weights, o->weights, sizeof(float));
		put_constant(graph, "B", ELEM_FLOAT, &m->bias, o->bias, sizeof(float));
	}
}

static void
put_pool(struct proto *graph, const struct workload *w)
{
	struct proto node = {0};
	proto_text(&node, NODE_INPUT, "X");
	proto_text(&node, NODE_OUTPUT, "Y");
	put_window(&node, w);
	if (w->op == OP_LP_POOL)
		put_int(&node, "p", w->p);
	put_node(graph, &node, workload_op_name(w));
}

static void
put_depth_to_space(struct proto *graph, const struct workload *w)
{
	struct proto node = {0};
	proto_text(&node, NODE_INPUT, "X");
	proto_text(&node, NODE_OUTPUT, "Y");
	put_int(&node, "blocksize", w->block);
	put_node(graph, &node, "DepthToSpace");
}

static void
put_transpose(struct proto *graph, const char *src, const int64_t *perm)
{
	struct proto node = {0};
	proto_text(&node, NODE_INPUT, src);
	proto_text(&node, NODE_OUTPUT, "Y");
	put_ints(&node, "perm", perm, ONNX_RANK_MAX);
	put_node(graph, &node, "Transpose");
}

/* The block's rows and columns of each pixel move out between the pixels. */
static void
put_depth_to_space_nhwc(
	struct proto *graph, struct onnx_model *m, const struct workload *w)
{
	int64_t b = w->block;
	m->src = (struct shape){6, {w->batch, w->in[1], w->in[2], b, b, w->oc}};
	m->dst = (struct shape){6, {w->batch, w->in[1], b, w->in[2], b, w->oc}};
	put_transpose(graph, "X", (int64_t[]){0, 1, 3, 2, 4, 5});
}

static void
put_space_to_batch(struct proto *graph, struct onnx_model *m, const struct workload *w)
{
	int64_t b = w->block;
	const int64_t pads[] = {
		0, w->pads[1], w->pads[2], 0, 0, w->pads_end[1], w->pads_end[2], 0};
	const int64_t view[] = {w->batch, w->out[1], b, w->out[2], b, w->ic};
	struct proto node = {0};
	m->src = (struct shape){4, {w->batch, w->in[1], w->in[2], w->ic}};
	m->dst = (struct shape){6, {b, b, w->batch, w->out[1], w->out[2], w->ic}};
	put_int64s(graph, "pads", pads, 8);
	put_int64s(graph, "view", view, ONNX_RANK_MAX);
	proto_text(&node, NODE_INPUT, "X");
	proto_text(&node, NODE_INPUT, "pads");
	proto_text(&node, NODE_OUTPUT, "padded");
	put_node(graph, &node, "Pad");
	proto_text(&node, NODE_INPUT, "padded");
	proto_text(&node, NODE_INPUT, "view");
	proto_text(&node, NODE_OUTPUT, "blocks");
	put_node(graph, &node, "Reshape");
	put_transpose(graph, "blocks", (int64_t[]){2, 4, 0, 1, 3, 5});
}

static void
put_operation(struct proto *graph, struct onnx_model *m, const struct operands *o,
	bool runtime_weights)
{
	switch (o->workload->op) {
	case OP_CONV:
		put_conv(graph, m, o, runtime_weights);
		break;
	case OP_AVERAGE_POOL:
	case OP_LP_POOL:
	case OP_MAX_POOL:
		put_pool(graph, o->workload);
		break;
	case OP_DEPTH_TO_SPACE_NCHW:
		put_depth_to_space(graph, o->workload);
		break;
	case OP_DEPTH_TO_SPACE_NHWC:
		put_depth_to_space_nhwc(graph, m, o->workload);
		break;
	case OP_SPACE_TO_BATCH:
		put_space_to_batch(graph, m, o->workload);
		break;
	}
}

void
onnx_write(struct onnx_model *m, const struct operands *o, bool runtime_weights)
{
	const struct workload *w = o->workload;
	struct proto graph = {0};
	struct proto opset = {0};
	memset(m, 0, sizeof *m);
	m->src = activation(w, w->ic, w->in);
	m->dst = activation(w, w->oc, w->out);
	proto_text(&graph, GRAPH_NAME, w->name);
	put_operation(&graph, m, o, runtime_weights);
	put_value(&graph, GRAPH_INPUT, "X", &m->src);
	put_value(&graph, GRAPH_OUTPUT, "Y", &m->dst);
	proto_int(&opset, OPSET_VERSION, OPSET);
	proto_int(&m->model, MODEL_IR_VERSION, IR_VERSION);
	proto_message(&m->model, MODEL_GRAPH, &graph);
	proto_message(&m->model, MODEL_OPSET_IMPORT, &opset);
}
