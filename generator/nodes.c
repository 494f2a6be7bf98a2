#include "nodes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "arena.h"
#include "check.h"
#include "declared.h"
#include "names.h"
#include "options.h"
#include "plan.h"
#include "readers/onnx.h"
#include "readers/openvino.h"
#include "readers/request.h"
#include "readers/shape.h"
#include "readers/tensorflow.h"
#include "source.h"
#include "to_spec.h"

const char *
node_title(const struct model *model, size_t index, struct arena *arena)
{
	const struct model_node *node = &model->node[index];

	if (!node->name.size)
		return arena_format(arena, "node #%zu", index);
	if (node->function.size)
		return arena_format(arena, "node %s in %s",
			quoted_bytes(node->name, arena),
			quoted_bytes(node->function, arena));
	return arena_format(arena, "node %s", quoted_bytes(node->name, arena));
}

const struct value *
node_output(const struct model *model, const struct model_node *node)
{
	if (!node->noutput || node->output[0] == NO_VALUE)
		return NULL;
	return &model->value[node->output[0]];
}

static bool
read_model(struct source *source, enum format format, struct model *model,
	const struct read_request *request, struct arena *arena)
{
	switch (format) {
	case FORMAT_ONNX:
		return onnx_read(source, model, request, arena);
	case FORMAT_TENSORFLOW:
		return tensorflow_read(source, model, request, arena);
	case FORMAT_OPENVINO:
		return openvino_read(source, model, request, arena);
	default:
		return false;
	}
}

static const struct op *
find_op(const struct model_node *node, struct arena *arena)
{
	if (!node->domain || !node->op.size || memchr(node->op.text, 0, node->op.size))
		return NULL;
	return op_find(
		arena_copy_text(arena, node->op.text, node->op.size), node->domain);
}

/* A candidate on its way to a name of its own. */
struct naming {
	struct candidate *candidate;
	bool marked; /* its index is appended */
};

static int
compare_namings(const void *a, const void *b)
{
	const struct naming *one = a, *other = b;
	int order = strcasecmp(one->candidate->name, other->candidate->name);

	if (order)
		return order;
	return one->candidate->index < other->candidate->index ? -1 : 1;
}

static void
make_name(const struct nodes *nodes, struct naming *naming, struct arena *arena)
{
	struct candidate *candidate = naming->candidate;
	const struct model_node *node = &nodes->model->node[candidate->index];
	const struct value *output = node_output(nodes->model, node);
	struct bytes text = node->name;

	if (!text.size && output)
		text = output->name;
	if (node->function.size) {
		/* Nodes of different functions often share their names. */
		char *both = arena_format(arena, "%.*s/%.*s", (int)node->function.size,
			node->function.text, (int)text.size, text.text);

		text = (struct bytes){both, strlen(both)};
	}
	candidate->name = name_from_text(text.text, text.size,
		naming->marked ? (long)candidate->index : -1, arena);
}

/* Marks those that share a name, letter case aside: headers and file systems do not tell
   them apart. Marked ones are never alike. */
static bool
mark_namesakes(struct naming *naming, size_t n)
{
	bool any = false;

	qsort(naming, n, sizeof *naming, compare_namings);
	for (size_t i = 1; i < n; i++) {
		struct naming *one = &naming[i - 1], *other = &naming[i];

		if (strcasecmp(one->candidate->name, other->candidate->name) != 0 ||
			(one->marked && other->marked))
			continue;
		one->marked = other->marked = any = true;
	}
	return any;
}

static void
make_names(struct nodes *nodes, struct arena *arena)
{
	struct naming *naming = arena_array(arena, struct naming, nodes->ncandidate);

	for (size_t i = 0; i < nodes->ncandidate; i++)
		naming[i].candidate = &nodes->candidate[i];
	do
		for (size_t i = 0; i < nodes->ncandidate; i++)
			make_name(nodes, &naming[i], arena);
	while (mark_namesakes(naming, nodes->ncandidate));
}

static void
collect_candidates(struct nodes *nodes, struct arena *arena)
{
	for (size_t i = 0; i < nodes->model->nnode; i++) {
		const struct model_node *node = &nodes->model->node[i];
		const struct op *op = find_op(node, arena);

		if (!op)
			continue;
		nodes->candidate = arena_grow(arena, nodes->candidate, nodes->ncandidate,
			sizeof *nodes->candidate);
		nodes->candidate[nodes->ncandidate++] = (struct candidate){.index = i,
			.op = op,
			.version = op_version(op, op->has_opset ? node->opset : LATEST)};
	}
	make_names(nodes, arena);
}

/* What the command line says of tensors and dimensions that are not there. */
static bool
check_said(const struct nodes *nodes, const struct said *said, struct arena *arena)
{
	size_t nerror = nodes->source->nerror;

	for (size_t i = 0; i < nodes->shapes.ncontradiction; i++)
		source_error(nodes->source, NULL, "%s", nodes->shapes.contradiction[i]);
	for (size_t i = 0; i < said->nshape; i++)
		if (!said->shape[i].used)
			source_error(nodes->source, NULL,
				"--shape: there is no tensor %s",
				quoted(said->shape[i].tensor, arena));
	for (size_t i = 0; i < said->ndim; i++)
		if (!said->dim[i].used)
			source_error(nodes->source, NULL,
				"--dim: no shape in the file has a dimension %s",
				quoted(said->dim[i].name, arena));
	return nodes->source->nerror == nerror;
}

bool
nodes_read(struct nodes *nodes, struct source *source, enum format format,
	const struct model_options *options, struct arena *arena)
{
	struct read_request request = {.opset = options->opset};
	struct said said = options->said;

	*nodes = (struct nodes){.source = source, .options = options};
	source->is_model = true;
	nodes->model = arena_new(arena, struct model);
	if (!read_model(source, format, nodes->model, &request, arena))
		return false;
	shapes_infer(&nodes->shapes, nodes->model, &said, arena);
	if (!check_said(nodes, &said, arena))
		return false;
	collect_candidates(nodes, arena);
	return true;
}

/* Takes a candidate up to its plan. */
static bool
resolve(const struct nodes *nodes, const struct candidate *candidate, struct plan *plan,
	struct arena *arena)
{
	struct spec spec;
	struct operation operation;

	return to_spec(&spec, nodes, &candidate, 1, CONSTANTS_TRIED, arena) &&
	       check_node(&spec, spec.node, &operation, nodes->source, arena) &&
	       operation.op->plan(&operation, plan, nodes->source, arena) &&
	       declared_holds(plan, spec.node, nodes->source, arena);
}

/* The first message of what was said, without the place in front, which is that of an
   empty text. */
static const char *
first_message(const char *said, struct arena *arena)
{
	static const char place[] = ":1:1: error: ";
	const char *begin =
		said + (strncmp(said, place, strlen(place)) ? 0 : strlen(place));

	return arena_copy_text(arena, begin, strcspn(begin, "\n"));
}

static void
keep_outcome(struct candidate *candidate, const struct plan *plan, struct arena *arena)
{
	struct tensor *outcome = arena_new(arena, struct tensor);

	outcome->dtype = plan->dst.dtype;
	outcome->rank = plan->dst.rank;
	memcpy(outcome->shape, plan->dst.shape, sizeof outcome->shape);
	candidate->outcome = outcome;
}

static FILE *
open_memory(char **text, size_t *size)
{
	FILE *stream = open_memstream(text, size);

	if (!stream) {
		fputs("opgen: error: out of memory\n", stderr);
		exit(3);
	}
	return stream;
}

void
nodes_try(struct nodes *nodes, struct arena *arena)
{
	char *said;
	size_t nsaid;
	FILE *stream = open_memory(&said, &nsaid);

	for (size_t i = 0; i < nodes->ncandidate; i++) {
		struct candidate *candidate = &nodes->candidate[i];
		struct source quiet = {.path = "", .text = "", .messages = stream};
		struct nodes trial = *nodes;
		struct plan plan = {0};
		struct arena own = {0};

		trial.source = &quiet;
		rewind(stream);
		if (resolve(&trial, candidate, &plan, &own)) {
			keep_outcome(candidate, &plan, arena);
			nodes->nready++;
		} else {
			fflush(stream);
			candidate->reason = first_message(said, arena);
		}
		arena_free(&own);
	}
	fclose(stream);
	free(said);
}
