#include "import/import_graph.h"

#include <string.h>

#include "base/arena.h"
#include "diag/first_error.h"
#include "diag/names.h"
#include "diag/offer.h"
#include "diag/source.h"
#include "import/around.h"
#include "import/candidates.h"
#include "import/import_node.h"
#include "import/name_functions.h"
#include "import/ready.h"
#include "infer/known.h"
#include "infer/order.h"
#include "ops/operation.h"
#include "spec/reorder.h"

/* A model being imported as a graph. */
struct graph_import {
	const struct candidates *candidates;
	const struct model *model;
	const struct graph_options *options;
	struct source *source;
	struct arena *arena;

	int64_t *begin, *end; /* the values that the function takes and gives */
	size_t nbegin, nend;
	bool *begins; /* by value: whether it is an argument */
	bool *read;   /* by value: whether a wanted node or the caller reads it */
	bool *wanted; /* by nodes */
	size_t nwanted;
	size_t *tensor; /* by value: its index in the spec's table, plus 1 */
	bool lists;     /* refused nodes are listed, not reported */

	struct spec *spec;
	struct tensor *table;
	struct import import;
};

static const char *
title_of(const struct graph_import *g, int64_t value)
{
	return quoted_bytes(g->model->value[value].name, g->arena);
}

/* Whether an option names a value. TensorFlow also writes "NODE:0" for "NODE". */
static bool
is_named(const struct model *model, const struct value *value, const char *typed)
{
	size_t size = strlen(typed);
	struct bytes first = {typed, size > 2 ? size - 2 : 0};

	return bytes_are(value->name, typed) ||
	       (model->kind == MODEL_TENSORFLOW && first.size &&
		       !strcmp(typed + first.size, ":0") &&
		       bytes_equal(value->name, first));
}

/* The tensor that an option names. */
static bool
find_tensor(const struct graph_import *g, const char *option, const char *typed,
	int64_t *value)
{
	const struct model *model = g->model;
	const char **name = arena_array(g->arena, const char *, model->nvalue);
	const char *offer;

	for (size_t i = 0; i < model->nvalue; i++) {
		name[i] = model->value[i].name.size ? model->value[i].name.text : "";
		if (!is_named(model, &model->value[i], typed))
			continue;
		*value = (int64_t)i;
		return true;
	}
	offer = offer_outputs(model, typed, g->arena);
	source_error(g->source, NULL, "%s: the model has no tensor %s%s", option,
		quoted(typed, g->arena),
		*offer ? offer : name_offer(typed, name, model->nvalue, g->arena));
	return false;
}

static bool
find_tensors(const struct graph_import *g, const char *option, const char *const *typed,
	size_t n, int64_t *value)
{
	bool good = true;

	for (size_t i = 0; i < n; i++) {
		good &= find_tensor(g, option, typed[i], &value[i]);
		for (size_t k = 0; k < i && good; k++)
			if (value[k] == value[i]) {
				source_error(g->source, NULL, "%s: %s is named twice",
					option, quoted(typed[i], g->arena));
				good = false;
			}
	}
	return good;
}

/* Whether the file names each of its outputs once. */
static bool
gives_once(const struct graph_import *g)
{
	bool *given = arena_array(g->arena, bool, g->model->nvalue);

	for (size_t i = 0; i < g->nend; i++) {
		if (given[g->end[i]]) {
			source_error(g->source, NULL,
				"the file names %s as an output twice; pass --end T for "
				"each output",
				title_of(g, g->end[i]));
			return false;
		}
		given[g->end[i]] = true;
	}
	return true;
}

/* Finds where the graph begins and ends: as the options say, or as the model does. */
static bool
find_ends(struct graph_import *g)
{
	const struct graph_options *options = g->options;
	const struct model *model = g->model;
	bool good;

	g->nbegin = options->nbegin ? options->nbegin : model->ntaken;
	g->nend = options->nend ? options->nend : model->ngiven;
	g->begin = arena_array(g->arena, int64_t, g->nbegin);
	g->end = arena_array(g->arena, int64_t, g->nend);
	good = find_tensors(g, "--begin", options->begin, options->nbegin, g->begin);
	good = find_tensors(g, "--end", options->end, options->nend, g->end) && good;
	for (size_t i = 0; i < g->nbegin && !options->nbegin; i++)
		g->begin[i] = model->taken[i];
	for (size_t i = 0; i < g->nend && !options->nend; i++)
		g->end[i] = model->given[i];
	if (good && !g->nend) {
		source_error(g->source, NULL,
			"the file says of no tensor that it is an output; pass --end T");
		return false;
	}
	good = good && gives_once(g);
	for (size_t i = 0; i < g->nbegin && good; i++)
		g->begins[g->begin[i]] = true;
	return good;
}

/* Reports a tensor that nothing makes. */
static bool
refuse_source(const struct graph_import *g, int64_t value)
{
	const struct value *v = &g->model->value[value];

	if (v->fault)
		source_error(g->source, NULL, "%s %s", title_of(g, value), v->fault);
	else
		source_error(g->source, NULL,
			"%s is an input of the model that no --begin names; pass "
			"--begin %s, too",
			title_of(g, value), title_of(g, value));
	return false;
}

/* Whether an input of a node becomes a constant, which no node has to make. */
static bool
is_parameter(const struct graph_import *g, const struct model_node *node, size_t input)
{
	const struct op *op = node_op(node);
	int version = op ? op_version(op, op->has_opset ? node->opset : LATEST) : 0;
	size_t place = op && op->first_is_last ? (input + 1) % node->ninput : input;
	const struct input_rule *rule;
	int part;

	if (!op || !version)
		return false;
	rule = op_input(op, version, place, &part);
	return rule && rule->constant &&
	       g->candidates->shapes.known[node->input[input]].computed;
}

/* Marks the nodes that are needed, from a tensor to the node that makes it. Known tensors
   need nothing. */
static bool
mark_wanted(struct graph_import *g)
{
	const struct model *model = g->model;
	int64_t *stack = arena_array(g->arena, int64_t, model->nvalue + g->nend);
	size_t n = 0;
	bool good = true;

	for (size_t i = 0; i < g->nend; i++)
		stack[n++] = g->end[i];
	while (n) {
		int64_t value = stack[--n];
		const struct value *v = &model->value[value];
		const struct model_node *node;

		g->read[value] = true;
		if (g->begins[value] || g->candidates->shapes.known[value].constant)
			continue;
		if (v->producer == NO_NODE) {
			good = refuse_source(g, value);
			continue;
		}
		if (g->wanted[v->producer])
			continue;
		g->wanted[v->producer] = true;
		g->nwanted++;
		node = &model->node[v->producer];
		for (size_t i = 0; i < node->ninput; i++)
			if (node->input[i] != NO_VALUE && !g->read[node->input[i]] &&
				!is_parameter(g, node, i)) {
				g->read[node->input[i]] = true;
				stack[n++] = node->input[i];
			}
	}
	return good;
}

static struct graph_edges
edges_of(const struct graph_import *g)
{
	return (struct graph_edges){
		g->candidates, g->begins, g->read, g->end, g->nend, g->arena};
}

/* Reports a node that opgen has no operation for. */
static void
refuse_node(const struct graph_import *g, size_t index)
{
	const struct graph_edges edges = edges_of(g);

	source_error(g->source,
		place_member(NULL, node_title(g->model, index, g->arena), g->arena),
		"%s%s", lack_of(&edges, index), offer_around(&edges, index));
}

/* Whether an output of a node is left out if nobody reads it, though a later one is
   read. */
static bool
is_optional(const struct candidate *candidate, size_t output)
{
	int part;
	const struct output_rule *rule =
		candidate->op
			? op_output(candidate->op, candidate->version, output, &part)
			: NULL;

	return rule && rule->optional;
}

/* Drops the outputs of a node that nobody reads and that it can do without. */
static void
drop_outputs(const struct graph_import *g, struct model_node *node,
	const struct candidate *candidate)
{
	int64_t *output = arena_array(g->arena, int64_t, node->noutput);
	size_t n = 0;

	if (candidate->op && (candidate->op->output->variadic ||
				     op_trains(candidate->op, candidate->version)))
		return;
	for (size_t i = 0; i < node->noutput; i++) {
		bool read = node->output[i] != NO_VALUE && g->read[node->output[i]];

		output[i] =
			!read && is_optional(candidate, i) ? NO_VALUE : node->output[i];
		n = read || !i ? i + 1 : n;
	}
	node->output = output;
	node->noutput = n;
}

/* Collects the wanted nodes as candidates, without unused outputs. arena: of the table of
   candidates. */
static bool
collect(struct graph_import *g, struct candidates *candidates, struct model_node *node,
	struct arena *arena)
{
	struct candidate *candidate = arena_array(arena, struct candidate, g->nwanted);
	bool good = true;

	candidates->candidate = candidate;
	candidates->ncandidate = 0;
	for (size_t i = 0; i < g->model->nnode; i++) {
		struct candidate *one = &candidate[candidates->ncandidate];

		node[i] = g->model->node[i];
		if (!g->wanted[i])
			continue;
		*one = (struct candidate){.index = i, .op = node_op(&node[i])};
		if (one->op)
			one->version = op_version(
				one->op, one->op->has_opset ? node[i].opset : LATEST);
		drop_outputs(g, &node[i], one);
		if (!one->op && !g->lists)
			refuse_node(g, i);
		if (!one->op)
			good = false;
		if (one->op || g->lists)
			candidates->ncandidate++;
	}
	if (good)
		name_steps(candidates, g->arena);
	return good;
}

/* The index of a value in the spec's table. */
static size_t
tensor_of(struct graph_import *g, int64_t value)
{
	const struct value *from = &g->model->value[value];
	struct tensor *to;

	if (g->tensor[value])
		return g->tensor[value] - 1;
	to = &g->table[g->spec->ntensor++];
	*to = (struct tensor){.made = true};
	to->name = from->name.size
			   ? from->name.text
			   : arena_format(g->arena, "tensor_%lld", (long long)value);
	g->tensor[value] = g->spec->ntensor;
	return g->spec->ntensor - 1;
}

/* Sets an argument's type and shape. */
static bool
set_argument(struct graph_import *g, int64_t value, struct input *input)
{
	const struct place *where = place_member(
		NULL, arena_format(g->arena, "tensor %s", title_of(g, value)), g->arena);
	struct tensor *to;

	input->tensor = tensor_of(g, value);
	to = &g->table[input->tensor];
	input->name = to->name;
	input->part = NO_PART;
	input->where = where;
	to->where = where;
	to->made = false;
	return import_type(&g->import, value, to);
}

/* Sorts the nodes so that each comes after those whose tensors it reads; otherwise keeps
   the file's order. Returns their numbers in the model. */
static const size_t *
sort_nodes(struct graph_import *g, struct node *node, const struct candidates *candidates)
{
	size_t n = candidates->ncandidate, nsorted = 0;
	struct arena own = {0};
	size_t *sorted = arena_array(&own, size_t, n);
	size_t *place = arena_array(&own, size_t, g->model->nnode);
	size_t *origin = arena_array(g->arena, size_t, n);
	const size_t *order = room_order(g->model, &own);

	for (size_t i = 0; i < n; i++)
		place[candidates->candidate[i].index] = i + 1;
	for (size_t i = 0; i < g->model->nnode; i++)
		if (place[order[i]]) {
			origin[nsorted] = order[i];
			sorted[nsorted++] = place[order[i]] - 1;
		}
	nodes_reorder(node, sorted, n);
	arena_free(&own);
	return origin;
}

/* A tensor for an output without a name, of a node that makes a list of them. */
static size_t
unread_tensor(struct graph_import *g)
{
	g->table[g->spec->ntensor] = (struct tensor){.made = true, .name = "unread"};
	return g->spec->ntensor++;
}

/* Replaces the separate tensor of each input by the graph's tensor. constant: the index
   of each of them that is a constant in the spec's table. */
static void
connect(struct graph_import *g, struct node *node, const struct model_node *from,
	const size_t *constant)
{
	struct input *input = arena_array(g->arena, struct input, node->ninput);
	size_t *result = arena_array(g->arena, size_t, from->noutput);

	for (size_t i = 0; i < node->ninput; i++) {
		size_t separate = node->input[i].tensor;

		input[i] = node->input[i];
		input[i].tensor = g->import.tensors[separate].constant
					  ? constant[separate]
					  : tensor_of(g, g->import.value[separate]);
	}
	for (size_t i = 0; i < from->noutput; i++)
		if (from->output[i] != NO_VALUE)
			result[i] = tensor_of(g, from->output[i]);
		else
			result[i] = op_find(node->op, node->domain)->output->variadic
					    ? unread_tensor(g)
					    : NO_TENSOR;
	node->input = input;
	node->result = result;
	node->nresult = from->noutput;
}

/* How many tensors the graph's nodes read and make at most. */
static size_t
most_tensors(const struct graph_import *g, const struct candidates *candidates)
{
	size_t n = g->model->nvalue;

	for (size_t i = 0; i < g->import.spec->ntensor; i++)
		n += g->import.tensors[i].constant != NULL;
	for (size_t i = 0; i < candidates->ncandidate; i++) {
		size_t index = candidates->candidate[i].index;
		const struct model_node *node = &candidates->model->node[index];

		for (size_t k = 0; k < node->noutput; k++)
			n += node->output[k] == NO_VALUE;
	}
	return n;
}

/* Begins the spec's table with the constants among the inputs; returns where each is. */
static const size_t *
take_constants(struct graph_import *g, const struct candidates *candidates)
{
	size_t n = g->spec->ntensor;
	size_t *constant = arena_array(g->arena, size_t, n);

	g->table = arena_array(g->arena, struct tensor, most_tensors(g, candidates));
	g->spec->ntensor = 0;
	for (size_t i = 0; i < n; i++) {
		constant[i] = g->spec->ntensor;
		if (g->import.tensors[i].constant)
			g->table[g->spec->ntensor++] = g->import.tensors[i];
	}
	return constant;
}

static bool
connect_all(struct graph_import *g, const struct candidates *candidates)
{
	struct graph *graph = arena_new(g->arena, struct graph);
	struct input *input = arena_array(g->arena, struct input, g->nbegin);
	size_t *output = arena_array(g->arena, size_t, g->nend);
	const size_t *constant = take_constants(g, candidates);
	struct node *node = g->import.nodes;
	bool good = true;

	for (size_t i = 0; i < candidates->ncandidate; i++)
		connect(g, &node[i],
			&candidates->model->node[candidates->candidate[i].index],
			constant);
	for (size_t i = 0; i < g->nbegin; i++)
		good &= set_argument(g, g->begin[i], &input[i]);
	for (size_t i = 0; i < g->nend; i++)
		output[i] = tensor_of(g, g->end[i]);
	*graph = (struct graph){.function = {.op = "graph", .input = input},
		.output = output,
		.origin = sort_nodes(g, node, candidates),
		.noutput = g->nend};
	graph->function.ninput = g->nbegin;
	graph->function.name = name_from_path(g->model->path, -1, g->arena);
	g->spec->graph = graph;
	g->spec->tensor = g->table;
	return good;
}

/* Checks that the tensors given are computed. */
static bool
check_ends(const struct graph_import *g)
{
	bool good = true;

	for (size_t i = 0; i < g->nend; i++) {
		if (!g->candidates->shapes.known[g->end[i]].constant &&
			!g->begins[g->end[i]])
			continue;
		source_error(g->source, NULL,
			"%s is %s, and nothing is to be computed; pass --end T for "
			"others",
			title_of(g, g->end[i]),
			g->begins[g->end[i]] ? "where the graph begins"
					     : "known while generating");
		good = false;
	}
	return good;
}

static struct graph_import
graph_begin(struct spec *spec, const struct candidates *candidates,
	const struct graph_options *options, struct arena *arena)
{
	const struct model *model = candidates->model;

	return (struct graph_import){.candidates = candidates,
		.model = model,
		.options = options,
		.source = candidates->source,
		.arena = arena,
		.begins = arena_array(model->tables, bool, model->nvalue),
		.read = arena_array(model->tables, bool, model->nvalue),
		.wanted = arena_array(model->tables, bool, model->nnode),
		.tensor = arena_array(model->tables, size_t, model->nvalue),
		.spec = spec};
}

/* Imports the wanted nodes into the spec; reports to the source unless that is NULL. */
static bool
import_wanted(
	struct graph_import *g, const struct candidates *some, struct source *source)
{
	struct first_error error;
	struct arena tables = {0}; /* which the graph's replace */
	bool good = true;

	g->import = import_begin(
		g->spec, some, some->ncandidate, CONSTANTS_EMBEDDED, g->arena);
	g->import.tables = &tables;
	import_reserve(&g->import, some);
	g->import.source = source ? source : first_error_begin(&error, g->arena);
	for (size_t i = 0; i < some->ncandidate; i++)
		good &= import_node(&g->import, &some->candidate[i], g->import.source);
	good = good && connect_all(g, some);
	/* An incomplete spec is of no use. */
	if (!good)
		*g->spec = (struct spec){.file = g->spec->file, .nfile = g->spec->nfile};
	arena_free(&tables);
	return good;
}

bool
import_graph(struct spec *spec, const struct candidates *candidates,
	const struct graph_options *options, struct arena *arena)
{
	struct graph_import g = graph_begin(spec, candidates, options, arena);
	struct arena tables = {0};
	struct model own = *candidates->model;
	struct candidates some = *candidates;
	struct model_node *node = arena_array(&tables, struct model_node, own.nnode);
	bool good;

	own.node = node;
	good = find_ends(&g) && check_ends(&g) && mark_wanted(&g) &&
	       collect(&g, &some, node, &tables);
	some.model = &own;
	good = good && import_wanted(&g, &some, g.source);
	arena_free(&tables);
	return good;
}

/* Why a node cannot be in a graph, and how to leave it out. */
static const char *
refusal_of(const struct graph_import *g, const struct candidate *candidate)
{
	const struct graph_edges edges = edges_of(g);
	const char *reason =
		candidate->op ? candidate->reason : lack_of(&edges, candidate->index);

	return arena_format(g->arena, "stops the graph: %s%s", reason,
		offer_around(&edges, candidate->index));
}

bool
import_graph_list(struct graph_list *list, const struct candidates *candidates,
	const struct graph_options *options, struct arena *arena)
{
	struct graph_import g = graph_begin(&list->spec, candidates, options, arena);
	struct model *own = arena_new(arena, struct model);
	struct model_node *node =
		arena_array(arena, struct model_node, candidates->model->nnode);
	struct graph_edges edges;
	struct candidate *candidate;
	bool good;

	*list = (struct graph_list){.candidates = *candidates};
	*own = *candidates->model;
	own->node = node;
	g.lists = true;
	if (!find_ends(&g) || !check_ends(&g) || !mark_wanted(&g))
		return false;
	good = collect(&g, &list->candidates, node, arena);
	list->candidates.model = own;
	list->around = arena_array(arena, const char *, own->nnode);
	candidate = list->candidates.candidate;
	edges = edges_of(&g);
	for (size_t i = 0; i < list->candidates.ncandidate; i++)
		list->around[candidate[i].index] =
			offer_around(&edges, candidate[i].index);
	list->whole = good && import_wanted(&g, &list->candidates, NULL);
	if (list->whole)
		return true;
	candidates_try(&list->candidates, arena);
	for (size_t i = 0; i < list->candidates.ncandidate; i++) {
		bool ready = candidate[i].op && !candidate[i].reason;

		candidate[i].fate = ready ? "ready" : "refused";
		candidate[i].state = ready ? "ready" : refusal_of(&g, &candidate[i]);
	}
	return true;
}
