#include "spec/json.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/names.h"
#include "diag/source.h"
#include "spec/attributes.h"
#include "spec/graph.h"
#include "spec/identity.h"
#include "spec/inputs.h"
#include "spec/json_text.h"
#include "spec/node.h"
#include "spec/spec.h"

#define countof(array) (sizeof(array) / sizeof(array)[0])

static const char *const node_key[] = {"name", "op", "domain", "opset", "dtype", "inputs",
	"outputs", "attributes", "layouts", "options"};

static bool
read_operands(struct reader *r, const json_t *object, struct node *node)
{
	bool good =
		reader_require(r, object, "dtype", "\"dtype\": \"float32\"", node->where);

	node->dtype = reader_dtype(r, object, node->where, &good);
	good = reader_require(r, object, "inputs",
		       "\"inputs\": {\"X\": [1, 3, 224, 224]}", node->where) &&
	       good;
	return reader_inputs(r, object, node) && good;
}

static bool
read_outputs(struct reader *r, const json_t *object, struct node *node)
{
	const struct place *where = place_member(node->where, "outputs", r->arena);
	json_t *list = json_object_get(object, "outputs"), *value;
	const char **output = arena_array(r->arena, const char *, json_array_size(list));
	size_t i;

	if (!list)
		return true;
	if (!reader_expect(r, list, JSON_ARRAY, "outputs", "a list of names", where))
		return false;
	json_array_foreach (list, i, value) {
		const struct place *entry = place_entry(where, i, r->arena);

		if (!reader_expect(r, value, JSON_STRING, "outputs", "a name", entry))
			return false;
		output[i] = reader_copy(r, json_string_value(value));
	}
	node->output = output;
	node->noutput = i;
	return true;
}

/* Reads a node, and keeps it even if it is wrong, as long as it can be checked
   further. */
static bool
read_node(struct reader *r, json_t *object, long index, const struct place *where)
{
	struct node *node = &r->node[r->nnode];
	bool whole, named, known, sound;

	*node = (struct node){.where = where};
	if (!json_is_object(object)) {
		source_error(r->source, where, "expected a node as an object, got %s%s",
			json_kind(object),
			!where && json_is_array(object)
				? "; several nodes are {\"nodes\": [...]}"
				: "");
		return false;
	}
	whole = reader_check_keys(r, object, node_key, countof(node_key), where);
	named = reader_name(r, object, index, node);
	known = reader_identity(r, object, node);
	whole = read_operands(r, object, node) && whole;
	whole = read_outputs(r, object, node) && whole;
	whole = reader_attributes(r, object, node) && whole;
	sound = reader_layouts(r, object, node);
	sound = reader_options(r, object, node) && sound;
	node->partial = !whole;
	r->nnode += known;
	return whole && named && known && sound;
}

static void
reserve(struct reader *r, size_t nnode, size_t ntensor)
{
	r->node = arena_array(r->arena, struct node, nnode);
	r->tensor = arena_array(r->arena, struct tensor, ntensor);
	r->file = arena_array(r->arena, const char *, ntensor);
}

/* An object that has "nodes" may have nothing else. */
static bool
check_beside_nodes(struct reader *r, json_t *root)
{
	const char *key;
	json_t *value;
	bool good = true;

	json_object_foreach (root, key, value) {
		struct place place = {.key = key, .at_key = true};

		if (!strcmp(key, "nodes"))
			continue;
		if (source_is_full(r->source))
			break;
		source_error(r->source, &place, "unexpected key %s beside nodes",
			clipped(key, r->arena));
		good = false;
	}
	return good;
}

/* Reads the nodes of {"nodes": [...]}, each by itself; wrong ones are left out. */
static bool
read_nodes(struct reader *r, json_t *root)
{
	json_t *list = json_object_get(root, "nodes");
	const struct place *where = place_member(NULL, "nodes", r->arena);
	bool good = check_beside_nodes(r, root);
	size_t n = json_array_size(list), ntensor = 0, i;
	json_t *node;

	if (!reader_expect(r, list, JSON_ARRAY, "nodes", "a list of nodes", where))
		return false;
	if (n == 0) {
		source_error(
			r->source, where, "nodes: expected at least one node, got none");
		return false;
	}
	json_array_foreach (list, i, node)
		ntensor += reader_count_inputs(node);
	reserve(r, n, ntensor);
	json_array_foreach (list, i, node) {
		long index = n > 1 ? (long)i : -1;

		if (source_is_full(r->source))
			break;
		good = read_node(r, node, index, place_entry(where, i, r->arena)) && good;
		/* The tree shrinks as the spec grows, so that both never stand side by
		 * side. */
		json_array_set_new(list, i, json_null());
	}
	return good;
}

bool
json_read(struct source *source, struct spec *spec, struct arena *arena)
{
	struct reader r = {.source = source, .arena = arena};
	json_t *root = json_parse(source, arena);
	struct graph *graph = NULL;
	bool good;

	*spec = (struct spec){0};
	if (!root)
		return false;
	r.names = json_object();
	if (json_object_get(root, "graph")) {
		graph = arena_new(arena, struct graph);
		good = reader_graph(&r, root, graph);
	} else if (json_object_get(root, "nodes")) {
		good = read_nodes(&r, root);
	} else {
		reserve(&r, 1, reader_count_inputs(root));
		good = read_node(&r, root, -1, NULL);
	}
	json_decref(r.names);
	json_decref(root);
	*spec = (struct spec){.node = r.node,
		.nnode = r.nnode,
		.graph = graph,
		.tensor = r.tensor,
		.ntensor = r.ntensor,
		.file = r.file,
		.nfile = r.nfile};
	return good;
}
