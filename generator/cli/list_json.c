#include "cli/list_json.h"

#include <jansson.h>

#include "base/arena.h"
#include "base/out.h"
#include "diag/source.h"
#include "import/candidates.h"
#include "model/kinds.h"

/* A name as JSON; what is not UTF-8 is escaped as messages do it. */
static json_t *
name_json(struct bytes name, struct arena *arena)
{
	json_t *json = json_stringn(name.size ? name.text : "", name.size);

	return json ? json : json_string(quoted_bytes(name, arena));
}

static json_t *
extents_json(const int64_t *extent, size_t rank)
{
	json_t *list = json_array();

	for (size_t i = 0; i < rank; i++)
		json_array_append_new(
			list, extent[i] < 0 ? json_null() : json_integer(extent[i]));
	return list;
}

static json_t *
known_json(const struct known *known)
{
	return known->has_rank ? extents_json(known->extent, known->rank) : json_null();
}

static json_t *
dtype_json(const struct known *known)
{
	if (known->foreign)
		return json_string(known->foreign);
	if (known->dtype == DTYPE_NONE)
		return json_null();
	return json_string(dtype_info[known->dtype].name);
}

static json_t *
inputs_json(const struct candidates *candidates, const struct candidate *candidate,
	struct arena *arena)
{
	const struct model_node *node = &candidates->model->node[candidate->index];
	json_t *list = json_array();

	for (size_t i = 0; i < node->ninput; i++) {
		int part;
		const struct input_rule *rule =
			op_input(candidate->op, candidate->version, i, &part);
		const struct known *known;
		const char *name;
		json_t *input;

		if (!rule)
			break;
		if (node->input[i] == NO_VALUE)
			continue;
		input = json_object();
		known = &candidates->shapes.known[node->input[i]];
		name = input_rule_name(rule, candidate->version);
		json_object_set_new(input, "name",
			part == NO_PART ? json_string(name)
					: json_sprintf("%s_%d", name, part));
		json_object_set_new(input, "tensor",
			name_json(candidates->model->value[node->input[i]].name, arena));
		json_object_set_new(input, "dtype", dtype_json(known));
		json_object_set_new(input, "shape", known_json(known));
		json_object_set_new(input, "constant", json_boolean(known->constant));
		json_array_append_new(list, input);
	}
	return list;
}

static json_t *
output_json(const struct candidates *candidates, const struct candidate *candidate,
	struct arena *arena)
{
	const struct model_node *node = &candidates->model->node[candidate->index];
	const struct value *value = node_output(candidates->model, node);
	const struct tensor *outcome = candidate->outcome;
	json_t *output;

	if (!value)
		return json_null();
	output = json_object();
	json_object_set_new(output, "tensor", name_json(value->name, arena));
	if (outcome) {
		json_object_set_new(
			output, "dtype", json_string(dtype_info[outcome->dtype].name));
		json_object_set_new(output, "shape",
			extents_json(outcome->shape, (size_t)outcome->rank));
	} else {
		const struct known *known = &candidates->shapes.known[node->output[0]];

		json_object_set_new(output, "dtype", dtype_json(known));
		json_object_set_new(output, "shape", known_json(known));
	}
	return output;
}

static json_t *
candidate_json(const struct candidates *candidates, const struct candidate *candidate,
	struct arena *arena)
{
	const struct model_node *node = &candidates->model->node[candidate->index];
	const struct op *op = candidate->op;
	json_t *json = json_object();

	json_object_set_new(json, "index", json_integer((json_int_t)candidate->index));
	json_object_set_new(json, "domain", json_string(op->domain));
	json_object_set_new(json, "op", json_string(op->name));
	json_object_set_new(json, "version",
		op->has_opset ? json_integer(candidate->version) : json_null());
	json_object_set_new(json, "name", name_json(node->name, arena));
	json_object_set_new(json, "scope",
		node->function.size ? name_json(node->function, arena) : json_null());
	json_object_set_new(json, "function", json_string(candidate->name));
	json_object_set_new(json, "inputs", inputs_json(candidates, candidate, arena));
	json_object_set_new(json, "output", output_json(candidates, candidate, arena));
	json_object_set_new(json, "ready", json_boolean(!candidate->reason));
	json_object_set_new(json, "reason",
		candidate->reason ? json_string(candidate->reason) : json_null());
	return json;
}

static json_t *
kinds_json(const struct candidates *candidates, struct arena *arena)
{
	json_t *list = json_array();
	size_t n;
	const struct kind *kind = kinds_of(candidates->model, &n, arena);

	for (size_t i = 0; i < n; i++) {
		json_t *json = json_object();

		json_object_set_new(json, "domain",
			kind[i].domain ? json_string(kind[i].domain) : json_null());
		json_object_set_new(json, "op", name_json(kind[i].op, arena));
		json_object_set_new(json, "nodes", json_integer((json_int_t)kind[i].n));
		json_array_append_new(list, json);
	}
	return list;
}

/* Puts text from jansson, safe for a terminal: characters that it cannot show occur only
   in strings. */
static int
put_piece(const char *text, size_t size, void *out)
{
	out_json(out, text, size);
	return 0;
}

/* One node a line, each freed before the next: the nodes of a large model would take much
   memory together. */
void
list_nodes_json(const struct candidates *candidates, struct out *out)
{
	json_t *unsearched = json_array(), *kinds;
	struct arena own = {0}; /* of one node */

	out_text(out, "{\n\"nodes\": [");
	for (size_t i = 0; i < candidates->ncandidate; i++) {
		json_t *node =
			candidate_json(candidates, &candidates->candidate[i], &own);

		out_text(out, i ? ",\n" : "\n");
		json_dump_callback(node, put_piece, out, 0);
		json_decref(node);
		arena_clear(&own);
	}
	out_format(out,
		"\n],\n\"ready\": %zu,\n\"not_ready\": %zu,\n"
		"\"nodes_in_model\": %zu,\n\"kinds\": ",
		candidates->nready, candidates->ncandidate - candidates->nready,
		candidates->model->nnode);
	kinds = kinds_json(candidates, &own);
	json_dump_callback(kinds, put_piece, out, 0);
	json_decref(kinds);
	out_text(out, ",\n\"not_searched\": ");
	for (size_t i = 0; i < candidates->model->nunsearched; i++)
		json_array_append_new(
			unsearched, json_string(candidates->model->unsearched[i]));
	json_dump_callback(unsearched, put_piece, out, 0);
	out_text(out, "\n}\n");
	json_decref(unsearched);
	arena_free(&own);
}
