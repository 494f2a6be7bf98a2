#include "spec/graph.h"

#include <string.h>

#include "base/arena.h"
#include "diag/names.h"
#include "diag/offer.h"
#include "diag/source.h"
#include "spec/attributes.h"
#include "spec/identity.h"
#include "spec/inputs.h"
#include "spec/json_text.h"
#include "spec/reorder.h"
#include "spec/spec.h"

#define countof(array) (sizeof(array) / sizeof(array)[0])

/* A spec whose nodes are one function. Tensors have names; once all nodes are read, the
   maker of each tensor is found, and the nodes are sorted into an order in which they can
   be computed. */

static const char *const root_key[] = {
	"name", "dtype", "domain", "opset", "options", "graph"};
static const char *const graph_key[] = {"inputs", "nodes", "outputs"};
static const char *const node_key[] = {"name", "title", "op", "domain", "opset", "inputs",
	"output", "outputs", "attributes", "options"};
static const char *const input_key[] = {"shape", "dtype"};

enum {
	MADE_BY_NONE = -2, /* makers of tensors that are not the number of a node */
	MADE_BY_CALLER = -1
};

/* A graph being read. */
struct graph_reader {
	struct reader *r;
	struct graph *graph;
	const struct place *where; /* the graph's object */
	long *maker;               /* of each tensor */
	bool *read;                /* by a node, or by the caller */
};

/* An argument: a list of extents, or an object with its type. */
static bool
read_argument(struct graph_reader *g, const char *name, json_t *value, enum dtype dtype)
{
	struct reader *r = g->r;
	const struct place *where =
		place_member(place_member(g->where, "inputs", r->arena), name, r->arena);
	struct tensor *tensor = &r->tensor[reader_named_tensor(r, name, where)];
	const json_t *shape = value;
	bool good = true;

	tensor->dtype = dtype;
	if (json_is_object(value)) {
		good = reader_check_keys(r, value, input_key, countof(input_key), where);
		if (json_object_get(value, "dtype"))
			tensor->dtype = reader_dtype(r, value, where, &good);
		if (!reader_require(
			    r, value, "shape", "\"shape\": [1, 3, 224, 224]", where))
			return false;
		shape = json_object_get(value, "shape");
		where = place_member(where, "shape", r->arena);
	}
	if (tensor->dtype == DTYPE_NONE && good) {
		source_error(r->source, where,
			"%s: its dtype is missing; for example \"dtype\": \"float32\" "
			"beside graph",
			name);
		good = false;
	}
	good = reader_expect(r, shape, JSON_ARRAY, name, "a list of extents", where) &&
	       reader_shape(r, name, shape, tensor, where) && good;
	tensor->made = !good; /* nodes that read a wrong one are not planned */
	return good;
}

static bool
read_arguments(struct graph_reader *g, const json_t *object, enum dtype dtype)
{
	struct reader *r = g->r;
	bool good = reader_require(r, object, "inputs",
		"\"inputs\": {\"image\": [1, 3, 224, 224]}", g->where);
	json_t *inputs = reader_object(r, object, "inputs", g->where, &good), *value;
	struct input *input =
		arena_array(r->arena, struct input, json_object_size(inputs));
	const char *key;

	g->graph->function.input = input;
	json_object_foreach (inputs, key, value) {
		good = read_argument(g, key, value, dtype) && good;
		input->tensor = reader_named_tensor(r, key, NULL);
		input->name = r->tensor[input->tensor].name;
		input->part = NO_PART;
		input->where = r->tensor[input->tensor].where;
		g->graph->function.ninput++;
		input++;
	}
	return good;
}

/* One name of a list of tensors, or of `output`. gaps: "" may stand for none. */
static bool
read_name_of(struct reader *r, const json_t *value, const char *what, bool gaps,
	const struct place *where, size_t *tensor)
{
	if (!reader_expect(r, value, JSON_STRING, what, "the name of a tensor", where))
		return false;
	*tensor = NO_TENSOR;
	if (!*json_string_value(value) && gaps)
		return true;
	if (!*json_string_value(value)) {
		source_error(r->source, where,
			"%s: expected the name of a tensor, got an empty one", what);
		return false;
	}
	*tensor = reader_named_tensor(r, json_string_value(value), where);
	return true;
}

static bool
read_names(struct reader *r, json_t *list, const char *what, bool gaps,
	const struct place *where, const size_t **tensor, size_t *n)
{
	size_t *found = arena_array(r->arena, size_t, json_array_size(list)), i;
	json_t *value;
	bool good = true;

	if (!reader_expect(r, list, JSON_ARRAY, what, "a list of names", where))
		return false;
	json_array_foreach (list, i, value)
		good = read_name_of(r, value, what, gaps, place_entry(where, i, r->arena),
			       &found[i]) &&
		       good;
	*tensor = found;
	*n = good ? i : 0;
	return good;
}

/* Whether a node makes any tensor. */
static bool
check_any(struct reader *r, const struct node *node, const struct place *where)
{
	for (size_t i = 0; i < node->nresult; i++)
		if (node->result[i] != NO_TENSOR)
			return true;
	source_error(r->source, where, "outputs: expected at least one tensor, got none");
	return false;
}

/* What a node makes: `output`, a name, or `outputs`, several. */
static bool
read_results(struct reader *r, const json_t *object, struct node *node)
{
	json_t *one = json_object_get(object, "output");
	json_t *several = json_object_get(object, "outputs");
	const char *key = one ? "output" : "outputs";
	const struct place *where = place_member(node->where, key, r->arena);
	size_t *result = arena_array(r->arena, size_t, 1);

	if (!one == !several) {
		source_error(r->source, node->where,
			one ? "expected either output or outputs, got both"
			    : "output is missing; for example \"output\": \"c1\"");
		return false;
	}
	if (several)
		return read_names(r, several, key, true, where, &node->result,
			       &node->nresult) &&
		       check_any(r, node, where);
	if (!read_name_of(r, one, key, false, where, result))
		return false;
	node->result = result;
	node->nresult = 1;
	return true;
}

static bool
read_graph_node(struct graph_reader *g, json_t *object, const struct place *where)
{
	struct reader *r = g->r;
	const struct node *function = &g->graph->function;
	struct node *node = &r->node[r->nnode];
	bool good, known;

	*node = (struct node){.where = where};
	if (!reader_expect(r, object, JSON_OBJECT, "nodes", "a node as an object", where))
		return false;
	good = reader_check_keys(r, object, node_key, countof(node_key), where);
	if (json_object_get(object, "name"))
		good = reader_name(r, object, -1, node) && good;
	node->title = reader_string(r, object, "title", where, &good);
	known = reader_identity(r, object, node);
	if (!node->domain && !node->has_opset) {
		node->domain = function->domain;
		node->has_opset = function->has_opset;
		node->opset = function->opset;
	}
	/* The default type of its constants. */
	node->dtype = function->dtype;
	good = reader_require(
		       r, object, "inputs", "\"inputs\": {\"X\": \"image\"}", where) &&
	       reader_inputs(r, object, node) && good;
	node->dtype = DTYPE_NONE;
	good = read_results(r, object, node) && good;
	good = reader_attributes(r, object, node) && good;
	good = reader_options(r, object, node) && good;
	node->partial = !good;
	r->nnode += known;
	return good && known;
}

static bool
read_graph_nodes(struct graph_reader *g, json_t *list)
{
	const struct place *where = place_member(g->where, "nodes", g->r->arena);
	bool good = true;
	json_t *node;
	size_t i;

	json_array_foreach (list, i, node) {
		if (source_is_full(g->r->source))
			return false;
		good = read_graph_node(g, node, place_entry(where, i, g->r->arena)) &&
		       good;
		json_array_set_new(list, i, json_null());
	}
	return good;
}

/* Makes room for all tensors that nodes and lists can name. */
static void
reserve(struct reader *r, const json_t *object)
{
	const json_t *list = json_object_get(object, "nodes"), *node;
	size_t n = json_object_size(json_object_get(object, "inputs")) +
		   json_array_size(json_object_get(object, "outputs")),
	       i;

	json_array_foreach (list, i, node)
		n += reader_count_inputs(node) + 1 +
		     json_array_size(json_object_get(node, "outputs"));
	r->node = arena_array(r->arena, struct node, json_array_size(list));
	r->tensor = arena_array(r->arena, struct tensor, n);
	r->file = arena_array(r->arena, const char *, n);
}

/* Finds what makes each tensor: one node, or the caller. */
static bool
find_makers(struct graph_reader *g)
{
	struct reader *r = g->r;
	bool good = true;

	g->maker = arena_array(r->arena, long, r->ntensor);
	for (size_t i = 0; i < r->ntensor; i++)
		g->maker[i] = r->tensor[i].made ? MADE_BY_NONE : MADE_BY_CALLER;
	for (size_t i = 0; i < r->nnode; i++) {
		const struct node *node = &r->node[i];

		for (size_t k = 0; k < node->nresult; k++) {
			const struct tensor *tensor;
			long *maker;

			if (node->result[k] == NO_TENSOR)
				continue;
			tensor = &r->tensor[node->result[k]];
			maker = &g->maker[node->result[k]];
			if (*maker == MADE_BY_NONE) {
				*maker = (long)i;
				continue;
			}
			source_error(r->source, node->where,
				"it makes %s, which is %s already",
				quoted(tensor->name, r->arena),
				*maker == MADE_BY_CALLER ? "an input of the graph"
							 : "made by another node");
			good = false;
		}
	}
	return good;
}

/* "; did you mean 'image'?", or the first tensors that there are. */
static const char *
offer_tensor(const struct graph_reader *g, const char *typed)
{
	const struct reader *r = g->r;
	const char **name = arena_array(r->arena, const char *, r->ntensor), *offer;
	size_t n = 0;

	for (size_t i = 0; i < r->ntensor; i++)
		if (r->tensor[i].name && g->maker[i] != MADE_BY_NONE)
			name[n++] = r->tensor[i].name;
	offer = name_offer(typed, name, n, r->arena);
	if (*offer || !n)
		return offer;
	return arena_format(r->arena, "; there are %s", names_list(name, n, r->arena));
}

/* Reports a tensor that is needed at a place and that nothing makes. */
static bool
is_made(struct graph_reader *g, size_t tensor, const struct place *where)
{
	struct reader *r = g->r;

	g->read[tensor] = true;
	if (g->maker[tensor] != MADE_BY_NONE)
		return true;
	source_error(r->source, where,
		"no node makes %s, and it is no input of the graph%s",
		quoted(r->tensor[tensor].name, r->arena),
		offer_tensor(g, r->tensor[tensor].name));
	return false;
}

/* Checks an output of the function: it must be made by a node, and be listed once,
   because the caller passes one address for it. */
static bool
is_output(struct graph_reader *g, size_t i, const struct place *where)
{
	const size_t *output = g->graph->output;
	const char *name = quoted(g->r->tensor[output[i]].name, g->r->arena);
	bool again = false;

	if (!is_made(g, output[i], where))
		return false;
	for (size_t k = 0; k < i; k++)
		again |= output[k] == output[i];
	if (again)
		source_error(g->r->source, where, "outputs: %s is there twice", name);
	else if (g->maker[output[i]] == MADE_BY_CALLER)
		source_error(g->r->source, where,
			"outputs: %s is an input of the graph; an Identity makes a copy "
			"of it",
			name);
	return !again && g->maker[output[i]] != MADE_BY_CALLER;
}

static void
warn_of_unread(const struct graph_reader *g, const struct node *node)
{
	struct reader *r = g->r;

	for (size_t i = 0; i < node->nresult; i++)
		if (node->result[i] != NO_TENSOR && !g->read[node->result[i]])
			source_warning(r->source, node->where, "nobody reads %s",
				quoted(r->tensor[node->result[i]].name, r->arena));
}

static bool
check_uses(struct graph_reader *g)
{
	struct reader *r = g->r;
	const struct place *outputs = place_member(g->where, "outputs", r->arena);
	bool good = true;

	g->read = arena_array(r->arena, bool, r->ntensor);
	for (size_t i = 0; i < r->nnode; i++)
		for (size_t k = 0; k < r->node[i].ninput; k++)
			good = is_made(g, r->node[i].input[k].tensor,
				       r->node[i].input[k].where) &&
			       good;
	for (size_t i = 0; i < g->graph->noutput; i++)
		good = is_output(g, i, place_entry(outputs, i, r->arena)) && good;
	for (size_t i = 0; i < r->nnode && good; i++)
		warn_of_unread(g, &r->node[i]);
	return good;
}

/* The stack of a depth-first search: nodes, and how many inputs of each have been
   followed. */
struct needed {
	size_t node, ninput;
};

enum progress_of_node {
	NODE_NEW,
	NODE_NEEDED, /* on the stack */
	NODE_SORTED
};

/* Appends a node's number after those of all that it needs. False: it needs itself. */
static bool
sort_node(const struct graph_reader *g, size_t first, struct needed *way, char *state,
	size_t *sorted, size_t *nsorted)
{
	size_t n = 0;

	if (state[first] == NODE_SORTED)
		return true;
	way[n++] = (struct needed){first, 0};
	state[first] = NODE_NEEDED;
	while (n) {
		struct needed *last = &way[n - 1];
		const struct node *node = &g->r->node[last->node];
		long maker;

		if (last->ninput == node->ninput) {
			state[last->node] = NODE_SORTED;
			sorted[(*nsorted)++] = last->node;
			n--;
			continue;
		}
		maker = g->maker[node->input[last->ninput++].tensor];
		if (maker < 0 || state[maker] == NODE_SORTED)
			continue;
		if (state[maker] == NODE_NEEDED) {
			source_error(g->r->source, g->r->node[maker].where,
				"it needs, directly or through other nodes, what it "
				"makes "
				"itself");
			return false;
		}
		state[maker] = NODE_NEEDED;
		way[n++] = (struct needed){(size_t)maker, 0};
	}
	return true;
}

/* Sorts the nodes so that each comes after those whose tensors it reads; otherwise keeps
   the file's order. */
static bool
sort_nodes(struct graph_reader *g)
{
	struct reader *r = g->r;
	struct arena own = {0};
	size_t *sorted = arena_array(&own, size_t, r->nnode);
	struct needed *way = arena_array(&own, struct needed, r->nnode);
	char *state = arena_array(&own, char, r->nnode);
	size_t n = 0;
	bool good = true;

	for (size_t i = 0; i < r->nnode && good; i++)
		good = sort_node(g, i, way, state, sorted, &n);
	if (good)
		nodes_reorder(r->node, sorted, n);
	arena_free(&own);
	return good;
}

static bool
read_parts(struct graph_reader *g, json_t *object)
{
	struct reader *r = g->r;
	json_t *nodes = json_object_get(object, "nodes");
	json_t *outputs = json_object_get(object, "outputs");
	bool good = reader_check_keys(r, object, graph_key, countof(graph_key), g->where);

	if (!reader_require(r, object, "nodes", "\"nodes\": [...]", g->where) ||
		!reader_require(
			r, object, "outputs", "\"outputs\": [\"scores\"]", g->where) ||
		!reader_expect(r, nodes, JSON_ARRAY, "nodes", "a list of nodes",
			place_member(g->where, "nodes", r->arena)))
		return false;
	reserve(r, object);
	good = read_arguments(g, object, g->graph->function.dtype) && good;
	good = read_graph_nodes(g, nodes) && good;
	good = read_names(r, outputs, "outputs", false,
		       place_member(g->where, "outputs", r->arena), &g->graph->output,
		       &g->graph->noutput) &&
	       good;
	if (good && (!r->nnode || !g->graph->noutput)) {
		source_error(r->source, g->where,
			r->nnode ? "outputs: expected at least one tensor, got none"
				 : "nodes: expected at least one node, got none");
		return false;
	}
	return good && find_makers(g) && check_uses(g) && sort_nodes(g);
}

bool
reader_graph(struct reader *r, json_t *root, struct graph *graph)
{
	struct graph_reader g = {
		.r = r, .graph = graph, .where = place_member(NULL, "graph", r->arena)};
	struct node *function = &graph->function;
	bool good = reader_check_keys(r, root, root_key, countof(root_key), NULL);
	json_t *object = reader_object(r, root, "graph", NULL, &good);

	*graph = (struct graph){.function = {.op = "graph"}};
	good = reader_name(r, root, -1, function) && good;
	/* Steps are named after their nodes behind the function's name: one of them may
	   be called like it. */
	json_object_clear(r->names);
	function->domain = reader_string(r, root, "domain", NULL, &good);
	good = reader_opset(r, root, function) && good;
	function->dtype = reader_dtype(r, root, NULL, &good);
	good = reader_options(r, root, function) && good;
	r->tensors = json_object();
	good = object && read_parts(&g, object) && good;
	function->partial = !good;
	json_decref(r->tensors);
	r->tensors = NULL;
	return good;
}
