#include "model/onnx/flatten.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "model/limits.h"
#include "model/model.h"
#include "model/name_index.h"
#include "model/onnx/scope.h"
#include "model/onnx/values.h"
#include "model/protobuf.h"

enum {
	DEPTH_LIMIT = 64,    /* of calls and branches in each other */
	NAME_BYTES = 1 << 26 /* of new names: a long one may be made for many calls */
};

/* Nodes of a scope that are still to be taken. */
struct frame {
	const struct scope *scope;
	Onnx__Node *const *node;
	size_t nnode, next;
	bool done; /* they are taken as they are */
};

struct flattening {
	struct onnx_flat *flat;
	struct name_index function; /* the model's functions by their keys */
	struct body **body;         /* of each; NULL: it cannot be read */
	struct scope_names names;
	struct frame *frame;
	size_t nframe;
	size_t nscope, nvisited, nname;
	struct protobuf *protobuf;
	struct arena *arena;
};

static ProtobufCBinaryData *
names_in(struct flattening *f, const struct scope *scope, const ProtobufCBinaryData *name,
	size_t n)
{
	ProtobufCBinaryData *to = arena_array(f->arena, ProtobufCBinaryData, n);

	for (size_t i = 0; i < n; i++)
		to[i] = scope_name(&f->names, scope, name[i]);
	f->nname += n;
	return to;
}

/* Nodes */

static Onnx__Attribute *
find_attribute(Onnx__Attribute *const *attribute, size_t n, ProtobufCBinaryData name)
{
	for (size_t i = 0; i < n; i++)
		if (bytes_equal(protobuf_bytes(attribute[i]->name), protobuf_bytes(name)))
			return attribute[i];
	return NULL;
}

/* What an attribute of a function's node is in a call: where it refers to one of the
   function's, that of the call or the default; NULL: the call gives none. */
static Onnx__Attribute *
attribute_in(struct flattening *f, const struct scope *scope, Onnx__Attribute *attribute)
{
	const Onnx__Node *call;
	const Onnx__Function *function;
	Onnx__Attribute *given, *renamed;

	if (!attribute->has_ref_attr_name || !scope->calling)
		return attribute;
	call = scope->calling->call;
	function = scope->calling->body->function;
	given = find_attribute(
		call->attribute, call->n_attribute, attribute->ref_attr_name);
	if (!given)
		given = find_attribute(function->attribute_proto,
			function->n_attribute_proto, attribute->ref_attr_name);
	if (!given)
		return NULL;
	renamed = arena_new(f->arena, Onnx__Attribute);
	*renamed = *given;
	renamed->name = attribute->name;
	return renamed;
}

/* A node of a scope as one of the flat graph. */
static Onnx__Node *
node_in(struct flattening *f, const struct scope *scope, Onnx__Node *node)
{
	Onnx__Node *to;

	if (!scope->body) {
		f->nname += node->n_input + node->n_output;
		return node;
	}
	to = arena_new(f->arena, Onnx__Node);
	*to = *node;
	to->input = names_in(f, scope, node->input, node->n_input);
	to->output = names_in(f, scope, node->output, node->n_output);
	if (node->name.len)
		to->name = scope_own_name(&f->names, scope, node->name);
	to->attribute = arena_array(f->arena, Onnx__Attribute *, node->n_attribute);
	to->n_attribute = 0;
	for (size_t i = 0; i < node->n_attribute; i++) {
		Onnx__Attribute *own = attribute_in(f, scope, node->attribute[i]);

		if (own)
			to->attribute[to->n_attribute++] = own;
	}
	return to;
}

static void
add_node(struct flattening *f, Onnx__Node *node, const struct scope *scope,
	const char *fault)
{
	struct onnx_flat *flat = f->flat;
	size_t n = flat->graph.n_node++;

	flat->graph.node =
		arena_grow(f->arena, flat->graph.node, n, sizeof *flat->graph.node);
	flat->opset = arena_grow(f->arena, flat->opset, n, sizeof *flat->opset);
	flat->fault = arena_grow(f->arena, flat->fault, n, sizeof *flat->fault);
	flat->graph.node[n] = node;
	flat->opset[n] = scope->opset;
	flat->fault[n] = fault;
}

static void
push(struct flattening *f, const struct frame *frame)
{
	f->frame = arena_grow(f->arena, f->frame, f->nframe, sizeof *f->frame);
	f->frame[f->nframe++] = *frame;
}

static void
add_tensor(struct flattening *f, Onnx__Tensor *tensor)
{
	Onnx__Graph *graph = &f->flat->graph;

	graph->initializer = arena_grow(f->arena, graph->initializer,
		graph->n_initializer, sizeof *graph->initializer);
	graph->initializer[graph->n_initializer++] = tensor;
}

static void
add_info(struct flattening *f, Onnx__ValueInfo *info)
{
	Onnx__Graph *graph = &f->flat->graph;

	graph->value_info = arena_grow(f->arena, graph->value_info, graph->n_value_info,
		sizeof *graph->value_info);
	graph->value_info[graph->n_value_info++] = info;
}

/* The constants and declarations of a body. */
static void
add_tensors(struct flattening *f, const struct scope *scope)
{
	const struct body *body = scope->body;

	for (size_t i = 0; i < body->ninitializer; i++) {
		Onnx__Tensor *tensor = arena_new(f->arena, Onnx__Tensor);

		*tensor = *body->initializer[i];
		tensor->name = scope_name(&f->names, scope, tensor->name);
		add_tensor(f, tensor);
	}
	for (size_t i = 0; i < body->ninfo; i++) {
		Onnx__ValueInfo *info = arena_new(f->arena, Onnx__ValueInfo);

		*info = *body->info[i];
		info->name = scope_name(&f->names, scope, info->name);
		add_info(f, info);
	}
	f->nname += body->ninitializer + body->ninfo;
}

static const struct scope *
new_scope(struct flattening *f, const struct body *body, const struct scope *outer,
	const Onnx__Node *call)
{
	struct scope *scope = arena_new(f->arena, struct scope);

	*scope = (struct scope){.body = body,
		.outer = outer,
		.calling = body->function ? scope : outer->calling,
		.call = body->function ? call : NULL,
		.opset = body->function ? &body->opset : outer->opset,
		.number = ++f->nscope,
		.depth = outer->depth + 1};
	add_tensors(f, scope);
	return scope;
}

/* Takes the nodes of a scope next. */
static void
enter(struct flattening *f, const struct scope *scope)
{
	push(f, &(struct frame){.scope = scope,
			.node = scope->body->node,
			.nnode = scope->body->nnode});
}

/* Functions */

/* What tells a function from others: its domain, name and overload. */
static struct bytes
key_of(ProtobufCBinaryData domain, ProtobufCBinaryData name, ProtobufCBinaryData overload,
	struct arena *arena)
{
	bool is_default = bytes_are(protobuf_bytes(domain), "ai.onnx");
	size_t prefix = is_default ? 0 : domain.len;
	size_t size = prefix + name.len + overload.len + 2;
	char *key = arena_alloc(arena, size);

	if (prefix)
		memcpy(key, domain.data, prefix);
	if (name.len)
		memcpy(key + prefix + 1, name.data, name.len);
	if (overload.len)
		memcpy(key + prefix + name.len + 2, overload.data, overload.len);
	return (struct bytes){key, size};
}

static struct onnx_opset
opset_of(const Onnx__Function *function, const struct onnx_opset *outer)
{
	for (size_t i = 0; i < function->n_opset_import; i++) {
		struct bytes domain = protobuf_bytes(function->opset_import[i]->domain);

		if ((!domain.size || bytes_are(domain, "ai.onnx")) &&
			function->opset_import[i]->version > 0)
			return (struct onnx_opset){
				.version = function->opset_import[i]->version};
	}
	return *outer;
}

/* Reads a function; NULL: it cannot be read. */
static struct body *
read_function(const struct flattening *f, ProtobufCBinaryData packed,
	const struct onnx_opset *opset)
{
	const Onnx__Function *function = protobuf_unpack(
		f->protobuf, &onnx__function__descriptor, packed.data, packed.len);
	struct body *body;

	if (!function)
		return NULL;
	body = arena_new(f->arena, struct body);
	*body = (struct body){.node = function->node,
		.nnode = function->n_node,
		.info = function->value_info,
		.ninfo = function->n_value_info,
		.function = function,
		.opset = opset_of(function, opset)};
	name_index_begin(&body->name, function->n_input + function->n_output, f->arena);
	for (size_t i = 0; i < function->n_input; i++)
		name_index_add(&body->name, protobuf_bytes(function->input[i]), i);
	for (size_t i = 0; i < function->n_output; i++)
		name_index_add(&body->name, protobuf_bytes(function->output[i]),
			function->n_input + i);
	name_index_sort(&body->name);
	return body;
}

static void
read_functions(
	struct flattening *f, const Onnx__Model *model, const struct onnx_opset *opset)
{
	size_t n = model->n_functions;

	f->body = arena_array(f->arena, struct body *, n);
	name_index_begin(&f->function, n, f->arena);
	for (size_t i = 0; i < n; i++) {
		const Onnx__Function *function;

		f->body[i] = read_function(f, model->functions[i], opset);
		if (!f->body[i]) {
			f->flat->nunread++;
			continue;
		}
		function = f->body[i]->function;
		name_index_add(&f->function,
			key_of(function->domain, function->name, function->overload,
				f->arena),
			i);
	}
	name_index_sort(&f->function);
}

/* Outputs of a function that are its inputs, or other outputs, too: no node of it makes
   these of the call. */
static void
add_identities(struct flattening *f, const struct scope *scope)
{
	const Onnx__Function *function = scope->body->function;
	const Onnx__Node *call = scope->call;
	static const Onnx__Node none = ONNX__NODE__INIT;

	for (size_t i = 0; i < function->n_output && i < call->n_output; i++) {
		const struct indexed *entry = name_index_find(
			&scope->body->name, protobuf_bytes(function->output[i]));
		Onnx__Node *node;

		if (entry->which == function->n_input + i || !call->output[i].len)
			continue;
		node = arena_new(f->arena, Onnx__Node);
		*node = none;
		node->op_type = scope_data((struct bytes){"Identity", 8});
		node->name = call->name;
		node->n_input = node->n_output = 1;
		node->input = names_in(f, scope, &function->output[i], 1);
		node->output = &call->output[i];
		add_node(f, node, scope, NULL);
	}
}

/* Whether a node calls one of the model's functions. If so, this is in its place. */
static bool
take_call(struct flattening *f, const struct scope *scope, Onnx__Node *node)
{
	const struct indexed *entry =
		!f->function.nentry ? NULL
				    : name_index_find(&f->function,
					      key_of(node->domain, node->op_type,
						      node->overload, f->arena));
	const struct scope *called;

	if (!entry)
		return false;
	if (scope->depth == DEPTH_LIMIT) {
		add_node(f, node, scope,
			"calls a function of the model that calls itself, or lies too "
			"deep "
			"in others");
		return true;
	}
	called = new_scope(f, f->body[entry->which], scope, node);
	add_identities(f, called);
	enter(f, called);
	return true;
}

/* Branches */

static struct body *
read_branch(struct flattening *f, const Onnx__Node *node, const char *name)
{
	ProtobufCBinaryData title = scope_data((struct bytes){name, strlen(name)});
	const Onnx__Attribute *attribute =
		find_attribute(node->attribute, node->n_attribute, title);
	const Onnx__Graph *graph = NULL;
	struct body *body;
	size_t n;

	if (attribute && attribute->has_g)
		graph = protobuf_unpack(f->protobuf, &onnx__graph__descriptor,
			attribute->g.data, attribute->g.len);
	if (!graph || graph->n_output != node->n_output)
		return NULL;
	n = graph->n_initializer;
	for (size_t i = 0; i < graph->n_node; i++)
		n += graph->node[i]->n_output;
	body = arena_new(f->arena, struct body);
	*body = (struct body){.node = graph->node,
		.nnode = graph->n_node,
		.initializer = graph->initializer,
		.ninitializer = graph->n_initializer,
		.info = graph->value_info,
		.ninfo = graph->n_value_info,
		.output = graph->output};
	name_index_begin(&body->name, n, f->arena);
	for (size_t i = 0; i < graph->n_initializer; i++)
		name_index_add(
			&body->name, protobuf_bytes(graph->initializer[i]->name), 0);
	for (size_t i = 0; i < graph->n_node; i++)
		for (size_t k = 0; k < graph->node[i]->n_output; k++)
			name_index_add(&body->name,
				protobuf_bytes(graph->node[i]->output[k]), 0);
	name_index_sort(&body->name);
	return body;
}

/* An If that takes the outputs of its branches, which are in the graph. */
static Onnx__Node *
choice_of(
	struct flattening *f, const Onnx__Node *node, const struct scope *const branch[2])
{
	size_t n = node->n_output;
	Onnx__Node *choice = arena_new(f->arena, Onnx__Node);

	*choice = *node;
	choice->n_attribute = 0;
	choice->n_input = 1 + 2 * n;
	choice->input = arena_array(f->arena, ProtobufCBinaryData, choice->n_input);
	choice->input[0] = node->input[0];
	for (size_t i = 0; i < 2 * n; i++)
		choice->input[1 + i] = scope_name(&f->names, branch[i / n],
			branch[i / n]->body->output[i % n]->name);
	f->nname += choice->n_input;
	return choice;
}

/* Whether a node is an If whose branches can be read. If so, these are in its place, and
   the If after them. */
static bool
take_branches(struct flattening *f, const struct scope *scope, Onnx__Node *node)
{
	static const char *const name[] = {"then_branch", "else_branch"};
	struct bytes domain = protobuf_bytes(node->domain);
	const struct body *body[2];
	const struct scope *branch[2];
	Onnx__Node **choice;

	if (!bytes_are(protobuf_bytes(node->op_type), "If") ||
		(domain.size && !bytes_are(domain, "ai.onnx")) || node->n_input != 1 ||
		scope->depth == DEPTH_LIMIT)
		return false;
	for (size_t i = 0; i < 2; i++) {
		body[i] = read_branch(f, node, name[i]);
		if (!body[i])
			return false;
	}
	for (size_t i = 0; i < 2; i++)
		branch[i] = new_scope(f, body[i], scope, NULL);
	choice = arena_new(f->arena, Onnx__Node *);
	*choice = choice_of(f, node, branch);
	push(f, &(struct frame){
			.scope = scope, .node = choice, .nnode = 1, .done = true});
	enter(f, branch[1]);
	enter(f, branch[0]);
	return true;
}

/* Limits */

static bool
is_within_limits(const struct flattening *f)
{
	return f->nvisited <= MOST_NODES && f->nname <= MOST_TENSORS &&
	       f->names.size <= NAME_BYTES;
}

static void
flatten(struct flattening *f)
{
	while (f->nframe && is_within_limits(f)) {
		struct frame *frame = &f->frame[f->nframe - 1];
		const struct scope *scope = frame->scope;
		Onnx__Node *node;

		if (frame->next == frame->nnode) {
			f->nframe--;
			continue;
		}
		node = frame->node[frame->next++];
		f->nvisited++;
		if (frame->done) {
			add_node(f, node, scope, NULL);
			continue;
		}
		node = node_in(f, scope, node);
		if (!take_call(f, scope, node) && !take_branches(f, scope, node))
			add_node(f, node, scope, NULL);
	}
}

static size_t
count_attributes(const Onnx__Graph *graph)
{
	size_t n = 0;

	for (size_t i = 0; i < graph->n_node; i++)
		n += graph->node[i]->n_attribute;
	return n;
}

static bool
check_limits(const struct flattening *f, const Onnx__Graph *stated, struct source *source)
{
	const Onnx__Graph *graph = &f->flat->graph;
	bool fits = stated->n_node <= MOST_NODES;
	struct graph_limit row[] = {
		{"nodes", fits ? f->nvisited : stated->n_node, MOST_NODES},
		{"names of tensors", onnx_count_names(graph), MOST_TENSORS},
		{"attributes", count_attributes(graph), MOST_ATTRIBUTES},
		{"bytes of names in functions and branches", f->names.size, NAME_BYTES},
	};

	return graph_limits_hold(row, sizeof row / sizeof row[0], source);
}

bool
onnx_flatten(struct onnx_flat *flat, const Onnx__Model *model,
	const struct onnx_opset *opset, struct protobuf *protobuf, struct source *source,
	struct arena *arena)
{
	struct flattening f = {.flat = flat,
		.names = scope_names_begin(model->graph, arena),
		.protobuf = protobuf,
		.arena = arena};
	const struct scope whole = {.opset = opset};
	const Onnx__Graph *graph = model->graph;

	*flat = (struct onnx_flat){.graph = ONNX__GRAPH__INIT};
	flat->graph.input = graph->input;
	flat->graph.n_input = graph->n_input;
	flat->graph.output = graph->output;
	flat->graph.n_output = graph->n_output;
	flat->graph.n_sparse_initializer = graph->n_sparse_initializer;
	for (size_t i = 0; i < graph->n_initializer; i++)
		add_tensor(&f, graph->initializer[i]);
	for (size_t i = 0; i < graph->n_value_info; i++)
		add_info(&f, graph->value_info[i]);
	read_functions(&f, model, opset);
	push(&f, &(struct frame){
			 .scope = &whole, .node = graph->node, .nnode = graph->n_node});
	flatten(&f);
	return check_limits(&f, graph, source);
}
