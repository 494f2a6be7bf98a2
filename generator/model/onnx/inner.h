#ifndef OPGEN_MODEL_ONNX_INNER_H
#define OPGEN_MODEL_ONNX_INNER_H

#include <stddef.h>

struct Onnx__Graph;
struct Onnx__Node;
struct arena;
struct protobuf;

/* A node inside of another node, as in the body of a Loop. */
struct onnx_inner {
	const struct Onnx__Node *message;
	const char *fault; /* where it is, and that opgen does not search there */
};

/* The inner nodes of a graph, however deep. */
struct onnx_inners {
	const struct onnx_inner *inner;
	size_t ninner;
	size_t nsubgraph;
	size_t nunread; /* subgraphs that cannot be unpacked, are too deep or too many */
};

void onnx_find_inners(struct onnx_inners *inners, const struct Onnx__Graph *graph,
	struct protobuf *protobuf, struct arena *arena);

#endif
