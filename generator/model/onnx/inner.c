#include "model/onnx/inner.h"

#include <stdbool.h>

#include "base/arena.h"
#include "model/model.h"
#include "model/onnx/onnx.pb-c.h"
#include "model/protobuf.h"

enum {
	/* Of nodes inside nodes: unpacking a level copies all levels inside it. */
	DEPTH_LIMIT = 64,
	/* Bodies, and nodes in them. What is beyond these limits is counted, not read;
	   real models have a hundredth of either. */
	BODY_LIMIT = 1 << 16,
	INNER_LIMIT = 1 << 18
};

/* A subgraph that is still packed. */
struct body {
	ProtobufCBinaryData packed;
	size_t depth;
	const char *fault; /* of the nodes in it */
};

/* The bodies in the order in which they were found, each of which is then unpacked, and
   the nodes in them. */
struct search {
	struct body *body;
	size_t nbody;
	struct onnx_inner *inner;
	size_t ninner;
	size_t nsubgraph, nunread;
	struct protobuf *protobuf;
	struct arena *arena;
};

static void
add_body(struct search *search, ProtobufCBinaryData packed, size_t depth,
	const char *fault)
{
	search->nsubgraph++;
	if (search->nbody == BODY_LIMIT) {
		search->nunread++;
		return;
	}
	search->body = arena_grow(
		search->arena, search->body, search->nbody, sizeof *search->body);
	search->body[search->nbody++] = (struct body){packed, depth, fault};
}

static const char *
subgraph_fault(const Onnx__Node *outer, struct arena *arena)
{
	struct bytes name = protobuf_bytes(outer->name);
	const char *op = clipped_bytes(protobuf_bytes(outer->op_type), arena);

	if (name.size == 0)
		return arena_format(arena,
			"is in a subgraph of an unnamed node %s, which is not searched",
			op);
	return arena_format(arena, "is in a subgraph of node %s, which is not searched",
		quoted_bytes(name, arena));
}

static void
add_subgraphs(struct search *search, const Onnx__Node *outer, size_t depth)
{
	const char *fault = NULL;

	for (size_t i = 0; i < outer->n_attribute; i++) {
		const Onnx__Attribute *attribute = outer->attribute[i];

		if (!fault && (attribute->has_g || attribute->n_graphs > 0))
			fault = subgraph_fault(outer, search->arena);
		if (attribute->has_g)
			add_body(search, attribute->g, depth, fault);
		for (size_t k = 0; k < attribute->n_graphs; k++)
			add_body(search, attribute->graphs[k], depth, fault);
	}
}

static void
add_nodes(struct search *search, Onnx__Node *const *node, size_t nnode,
	const struct body *body)
{
	for (size_t i = 0; i < nnode; i++) {
		search->inner = arena_grow(search->arena, search->inner, search->ninner,
			sizeof *search->inner);
		search->inner[search->ninner++] =
			(struct onnx_inner){node[i], body->fault};
		add_subgraphs(search, node[i], body->depth + 1);
	}
}

/* Lists the nodes of a body and notes the bodies in them; false when it is not read. */
static bool
open_body(struct search *search, struct body body)
{
	const Onnx__Body *graph;

	if (body.depth > DEPTH_LIMIT || search->ninner > INNER_LIMIT)
		return false;
	graph = protobuf_unpack(search->protobuf, &onnx__body__descriptor,
		body.packed.data, body.packed.len);
	if (graph)
		add_nodes(search, graph->node, graph->n_node, &body);
	return graph;
}

void
onnx_find_inners(struct onnx_inners *inners, const Onnx__Graph *graph,
	struct protobuf *protobuf, struct arena *arena)
{
	struct search search = {.protobuf = protobuf, .arena = arena};

	*inners = (struct onnx_inners){.inner = NULL};
	for (size_t i = 0; i < graph->n_node; i++)
		add_subgraphs(&search, graph->node[i], 1);
	for (size_t i = 0; i < search.nbody; i++)
		search.nunread += !open_body(&search, search.body[i]);
	inners->nsubgraph = search.nsubgraph;
	inners->nunread = search.nunread;
	inners->inner = search.inner;
	inners->ninner = search.ninner;
}
