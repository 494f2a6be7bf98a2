#ifndef OPGEN_MODEL_ONNX_SCOPE_H
#define OPGEN_MODEL_ONNX_SCOPE_H

#include "model/model.h"
#include "model/name_index.h"
#include "model/onnx/node.h"
#include "model/onnx/onnx.pb-c.h"

#include <stddef.h>

struct arena;

/* What stands in the place of a call or of an If. */
struct body {
	Onnx__Node *const *node;
	size_t nnode;
	Onnx__Tensor *const *initializer;
	size_t ninitializer;
	Onnx__ValueInfo *const *info;
	size_t ninfo;
	Onnx__ValueInfo *const *output; /* of a branch: as many as its If has */
	const Onnx__Function *function; /* NULL: a branch */
	struct onnx_opset opset;        /* of a function's nodes */
	/* The names of a function's inputs, by their numbers, and of its outputs, by
	   theirs after those: all others are its own. Or the names that a branch defines:
	   all others are defined around it. */
	struct name_index name;
};

/* A body in the place of a node. */
struct scope {
	const struct body *body;     /* NULL: the model's graph */
	const struct scope *outer;   /* the node's */
	const struct scope *calling; /* the function that it is, or is in; or NULL */
	const Onnx__Node *call;      /* of a function: the node */
	const struct onnx_opset *opset;
	size_t number, depth;
};

/* How the names that scopes define become names of one graph (flatten.h). */
struct scope_names {
	const char *mark; /* between a name and its scope's number */
	size_t size;      /* bytes of names made so far */
	struct arena *arena;
};

/* With more "#" than any name of the graph has before digits at its end. */
struct scope_names scope_names_begin(const Onnx__Graph *graph, struct arena *arena);

/* What a name in a scope is called in that graph. */
ProtobufCBinaryData scope_name(
	struct scope_names *names, const struct scope *scope, ProtobufCBinaryData name);

/* What a scope's own name is called: one that no other scope can mean. */
ProtobufCBinaryData scope_own_name(
	struct scope_names *names, const struct scope *scope, ProtobufCBinaryData name);

/* Bytes as a message has them. */
ProtobufCBinaryData scope_data(struct bytes bytes);

#endif
