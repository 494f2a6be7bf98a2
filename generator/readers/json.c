#include "readers/json.h"

#include <inttypes.h>
#include <string.h>

#include "arena.h"
#include "names.h"
#include "readers/json_text.h"
#include "readers/reader.h"
#include "source.h"
#include "spec.h"

#define countof(array) (sizeof(array) / sizeof(array)[0])

static const char *const node_key[] = {"name", "op", "domain", "opset", "dtype", "inputs",
	"outputs", "attributes", "options"};

static bool
read_options(struct reader *r, const json_t *object, struct node *node)
{
	const struct place *where = place_member(node->where, "options", r->arena);
	bool good = true;
	json_t *options = reader_object(r, object, "options", node->where, &good), *value;
	struct option *option =
		arena_array(r->arena, struct option, json_object_size(options));
	const char *key;

	node->option = option;
	json_object_foreach (options, key, value) {
		option->name = reader_copy(r, key);
		option->where = place_member(where, option->name, r->arena);
		option->value = reader_string(r, options, key, where, &good);
		node->noption++;
		option++;
	}
	return good;
}

/* Reports a required key that is not there; example shows one that would do. */
static bool
require(struct reader *r, const json_t *object, const char *key, const char *example,
	const struct place *where)
{
	if (json_object_get(object, key))
		return true;
	source_error(r->source, where, "%s is missing; for example %s", key, example);
	return false;
}

static bool
read_opset(struct reader *r, const json_t *object, struct node *node)
{
	const json_t *value = json_object_get(object, "opset");
	struct place place = {.parent = node->where, .key = "opset"};

	if (!value)
		return true;
	if (!reader_expect(r, value, JSON_INTEGER, "opset", "an integer", &place))
		return false;
	node->has_opset = true;
	node->opset = json_integer_value(value);
	if (node->opset >= 1)
		return true;
	source_error(r->source, &place,
		"opset: expected an integer of 1 or more, got %" PRId64, node->opset);
	return false;
}

/* "; 'my_conv' would do", for "my-conv". */
static const char *
offer_name(const char *name, struct arena *arena)
{
	if (!*name || strlen(name) > NAME_LIMIT)
		return "";
	return arena_format(arena, "; %s would do",
		quoted(name_from_text(name, strlen(name), -1, arena), arena));
}

/* The node's name, or the one that the file's name gives it; index is -1 where the node
   is the only one. */
static bool
read_name(struct reader *r, const json_t *object, long index, struct node *node)
{
	struct place place = {.parent = node->where, .key = "name"};
	bool good = true;
	const char *name = reader_string(r, object, "name", node->where, &good);
	const char *refusal;

	if (!good)
		return false;
	if (!name) {
		if (!strcmp(r->source->path, "<stdin>")) {
			source_error(r->source, node->where,
				"name is missing; standard input has no file name to "
				"take it from");
			return false;
		}
		name = name_from_path(r->source->path, index, r->arena);
		place = node->where ? *node->where : (struct place){0};
	}
	refusal = name_refusal(name);
	if (refusal) {
		source_error(r->source, &place, "name: %s %s%s", clipped(name, r->arena),
			refusal, offer_name(name, r->arena));
		return false;
	}
	if (json_object_get(r->names, name)) {
		source_error(r->source, &place,
			"name: %s is already the name of another node",
			clipped(name, r->arena));
		return false;
	}
	json_object_set_new(r->names, name, json_true());
	node->name = name;
	return true;
}

/* Which operation of which version it is; nothing else can be checked without. */
static bool
read_identity(struct reader *r, const json_t *object, struct node *node)
{
	bool good = require(r, object, "op", "\"op\": \"Conv\"", node->where);

	node->op = reader_string(r, object, "op", node->where, &good);
	node->domain = reader_string(r, object, "domain", node->where, &good);
	return read_opset(r, object, node) && good;
}

static bool
read_operands(struct reader *r, const json_t *object, struct node *node)
{
	bool good = require(r, object, "dtype", "\"dtype\": \"float32\"", node->where);

	node->dtype = reader_dtype(r, object, node->where, &good);
	good = require(r, object, "inputs", "\"inputs\": {\"X\": [1, 3, 224, 224]}",
		       node->where) &&
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

/* Reads a node, and keeps it, wrong or not, when it can be checked further. */
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
	named = read_name(r, object, index, node);
	known = read_identity(r, object, node);
	whole = read_operands(r, object, node) && whole;
	whole = read_outputs(r, object, node) && whole;
	whole = reader_attributes(r, object, node) && whole;
	sound = read_options(r, object, node);
	node->partial = !whole;
	r->nnode += known;
	return whole && named && known && sound;
}

static size_t
count_inputs(const json_t *node)
{
	return json_object_size(json_object_get(node, "inputs"));
}

static void
reserve(struct reader *r, size_t nnode, size_t ntensor)
{
	r->node = arena_array(r->arena, struct node, nnode);
	r->tensor = arena_array(r->arena, struct tensor, ntensor);
	r->file = arena_array(r->arena, const char *, ntensor);
}

/* Nothing but the nodes may stand in an object that has "nodes". */
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

/* The nodes of {"nodes": [...]}, each by itself; one that is wrong is left out. */
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
		ntensor += count_inputs(node);
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
	bool good;

	*spec = (struct spec){0};
	if (!root)
		return false;
	r.names = json_object();
	if (json_object_get(root, "nodes")) {
		good = read_nodes(&r, root);
	} else {
		reserve(&r, 1, count_inputs(root));
		good = read_node(&r, root, -1, NULL);
	}
	json_decref(r.names);
	json_decref(root);
	*spec = (struct spec){r.node, r.nnode, r.tensor, r.ntensor, r.file, r.nfile};
	return good;
}
