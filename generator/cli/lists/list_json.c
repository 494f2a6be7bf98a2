#include "cli/lists/list_json.h"

#include <jansson.h>
#include <string.h>

#include "base/arena.h"
#include "base/out.h"
#include "diag/source.h"
#include "import/candidates.h"
#include "model/kinds.h"
#include "network/network.h"

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

/* The name that the operation gives an input, or null if opgen does not have it. */
static json_t *
input_name_json(
	const struct candidate *candidate, const struct input_rule *rule, int part)
{
	const char *name;

	if (!rule)
		return json_null();
	name = input_rule_name(rule, candidate->version);
	return part == NO_PART ? json_string(name) : json_sprintf("%s_%d", name, part);
}

static json_t *
inputs_json(const struct candidates *candidates, const struct candidate *candidate,
	struct arena *arena)
{
	const struct model_node *node = &candidates->model->node[candidate->index];
	json_t *list = json_array();

	for (size_t i = 0; i < node->ninput; i++) {
		int part = NO_PART;
		const struct input_rule *rule =
			candidate->op
				? op_input(candidate->op, candidate->version, i, &part)
				: NULL;
		const struct known *known;
		json_t *input;

		if (candidate->op && !rule)
			break;
		if (node->input[i] == NO_VALUE)
			continue;
		input = json_object();
		known = &candidates->shapes.known[node->input[i]];
		json_object_set_new(
			input, "name", input_name_json(candidate, rule, part));
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

/* Which operation a node has; version null: none, or opgen does not have it. */
static void
put_operation(json_t *json, const struct candidates *candidates,
	const struct candidate *candidate, struct arena *arena)
{
	const struct model_node *node = &candidates->model->node[candidate->index];
	const struct op *op = candidate->op;
	const char *domain = op ? op->domain : node->domain;

	json_object_set_new(json, "domain", domain ? json_string(domain) : json_null());
	json_object_set_new(
		json, "op", op ? json_string(op->name) : name_json(node->op, arena));
	json_object_set_new(json, "version",
		op && op->has_opset ? json_integer(candidate->version) : json_null());
}

/* What becomes of a node in a graph. */
static void
put_state(json_t *json, const struct candidate *candidate)
{
	bool refused = !strcmp(candidate->fate, "refused");

	json_object_set_new(json, "ready", json_boolean(!refused));
	json_object_set_new(
		json, "reason", refused ? json_string(candidate->state) : json_null());
	json_object_set_new(json, "state", json_string(candidate->fate));
	json_object_set_new(json, "step",
		candidate->step ? json_integer((json_int_t)candidate->step)
				: json_null());
}

static json_t *
candidate_json(const struct candidates *candidates, const struct candidate *candidate,
	struct arena *arena)
{
	const struct model_node *node = &candidates->model->node[candidate->index];
	const char *reason = candidate->reason;
	json_t *json = json_object();

	json_object_set_new(json, "index", json_integer((json_int_t)candidate->index));
	put_operation(json, candidates, candidate, arena);
	json_object_set_new(json, "name", name_json(node->name, arena));
	json_object_set_new(json, "scope",
		node->function.size ? name_json(node->function, arena) : json_null());
	json_object_set_new(json, "function",
		candidate->name ? json_string(candidate->name) : json_null());
	json_object_set_new(json, "inputs", inputs_json(candidates, candidate, arena));
	json_object_set_new(json, "output", output_json(candidates, candidate, arena));
	if (candidate->fate) {
		put_state(json, candidate);
		return json;
	}
	json_object_set_new(json, "ready", json_boolean(!reason));
	json_object_set_new(json, "reason", reason ? json_string(reason) : json_null());
	return json;
}

/* The candidates of each step, as chains of their numbers plus 1; 0 ends a chain. */
struct members {
	size_t *first, *next; /* by steps' numbers, by candidates */
};

static struct members
find_members(const struct network *network, const struct candidates *candidates,
	struct arena *arena)
{
	struct members m = {.first = arena_array(arena, size_t, network->nstep + 1),
		.next = arena_array(arena, size_t, candidates->ncandidate)};

	for (size_t i = candidates->ncandidate; i-- > 0;) {
		size_t *first = &m.first[candidates->candidate[i].step];

		m.next[i] = *first;
		*first = i + 1;
	}
	return m;
}

/* A step: what it computes, and the nodes of the model that it is made of. */
static json_t *
step_json(const struct network *network, size_t number,
	const struct candidates *candidates, const struct members *members)
{
	const struct network_step *step = &network->step[number];
	const struct operand *made = &step->plan->dst;
	json_t *json = json_object(), *nodes = json_array();

	for (size_t i = members->first[number + 1]; i; i = members->next[i - 1])
		json_array_append_new(nodes,
			json_integer((json_int_t)candidates->candidate[i - 1].index));
	json_object_set_new(json, "number", json_integer((json_int_t)number + 1));
	json_object_set_new(json, "name", json_string(step->name));
	json_object_set_new(json, "operation", json_string(step->plan->op));
	json_object_set_new(json, "kernel", json_string(step->schedule->kernel->name));
	json_object_set_new(json, "dtype", json_string(dtype_info[made->dtype].name));
	json_object_set_new(json, "shape", extents_json(made->shape, (size_t)made->rank));
	json_object_set_new(json, "nodes", nodes);
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

/* One node or step a line, each freed before the next: those of a large model would take
   much memory together. */
static void
put_entry(struct out *out, bool is_first, json_t *json)
{
	out_text(out, is_first ? "\n" : ",\n");
	json_dump_callback(json, put_piece, out, 0);
	json_decref(json);
}

static void
put_nodes(const struct candidates *candidates, struct out *out)
{
	struct arena own = {0}; /* of one node */

	out_text(out, "{\n\"nodes\": [");
	for (size_t i = 0; i < candidates->ncandidate; i++) {
		put_entry(out, i == 0,
			candidate_json(candidates, &candidates->candidate[i], &own));
		arena_clear(&own);
	}
	out_text(out, "\n],\n");
	arena_free(&own);
}

static void
put_steps(const struct network *network, const struct candidates *candidates,
	struct out *out)
{
	struct arena own = {0};
	struct members members;

	out_text(out, "\"steps\": [");
	if (network)
		members = find_members(network, candidates, &own);
	for (size_t i = 0; network && i < network->nstep; i++)
		put_entry(out, i == 0, step_json(network, i, candidates, &members));
	out_text(out, "\n],\n");
	arena_free(&own);
}

static void
put_totals(const struct candidates *candidates, struct out *out)
{
	json_t *unsearched = json_array(), *kinds;
	struct arena own = {0};

	out_format(out,
		"\"ready\": %zu,\n\"not_ready\": %zu,\n"
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

void
list_nodes_json(const struct candidates *candidates, struct out *out)
{
	put_nodes(candidates, out);
	put_totals(candidates, out);
}

void
list_graph_json(const struct candidates *candidates, const struct network *network,
	struct out *out)
{
	put_nodes(candidates, out);
	put_steps(network, candidates, out);
	out_format(out, "\"nodes_in_graph\": %zu,\n\"nodes_in_model\": %zu\n}\n",
		candidates->ncandidate, candidates->model->nnode);
}
