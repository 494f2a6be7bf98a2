#include "nodes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "check.h"
#include "declared.h"
#include "name_functions.h"
#include "options.h"
#include "plan.h"
#include "readers/onnx.h"
#include "readers/openvino.h"
#include "readers/request.h"
#include "readers/shape.h"
#include "readers/tensorflow.h"
#include "said.h"
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
find_op(const struct model_node *node)
{
	if (!node->domain || !node->op.size || memchr(node->op.text, 0, node->op.size))
		return NULL;
	return op_find(node->op.text, node->domain);
}

static size_t
count_candidates(const struct model *model)
{
	size_t n = 0;

	for (size_t i = 0; i < model->nnode; i++)
		n += find_op(&model->node[i]) != NULL;
	return n;
}

static void
collect_candidates(struct nodes *nodes, struct arena *arena)
{
	nodes->candidate =
		arena_array(arena, struct candidate, count_candidates(nodes->model));
	for (size_t i = 0; i < nodes->model->nnode; i++) {
		const struct model_node *node = &nodes->model->node[i];
		const struct op *op = find_op(node);

		if (!op)
			continue;
		nodes->candidate[nodes->ncandidate++] = (struct candidate){.index = i,
			.op = op,
			.version = op_version(op, op->has_opset ? node->opset : LATEST)};
	}
	name_functions(nodes, arena);
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
	if (!said_check(nodes, &said, arena))
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
	struct arena own = {0}; /* one candidate's */

	for (size_t i = 0; i < nodes->ncandidate; i++) {
		struct candidate *candidate = &nodes->candidate[i];
		struct source quiet = {.path = "", .text = "", .messages = stream};
		struct nodes trial = *nodes;
		struct plan plan = {0};

		trial.source = &quiet;
		rewind(stream);
		if (resolve(&trial, candidate, &plan, &own)) {
			keep_outcome(candidate, &plan, arena);
			nodes->nready++;
		} else {
			fflush(stream);
			candidate->reason = first_message(said, arena);
		}
		arena_clear(&own);
	}
	arena_free(&own);
	fclose(stream);
	free(said);
}
