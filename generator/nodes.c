#include "nodes.h"

#include <inttypes.h>
#include <string.h>

#include "arena.h"
#include "check.h"
#include "declared.h"
#include "name_functions.h"
#include "options.h"
#include "overheard.h"
#include "plan.h"
#include "readers/onnx.h"
#include "readers/openvino.h"
#include "readers/request.h"
#include "readers/shape.h"
#include "readers/tensorflow.h"
#include "said.h"
#include "source.h"
#include "to_spec.h"

struct bytes
node_address(const struct model_node *node, struct arena *arena)
{
	struct bytes function = node->function, name = node->name;
	char *address;

	if (!function.size)
		return name;
	address = arena_alloc(arena, function.size + 1 + name.size + 1);
	memcpy(address, function.text, function.size);
	address[function.size] = '/';
	memcpy(address + function.size + 1, name.text, name.size);
	return (struct bytes){address, function.size + 1 + name.size};
}

const char *
node_title(const struct model *model, size_t index, struct arena *arena)
{
	const struct model_node *node = &model->node[index];

	if (!node->name.size)
		return arena_format(arena, "node #%zu", index);
	return arena_format(
		arena, "node %s", quoted_bytes(node_address(node, arena), arena));
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

/* Says once for the model that its operator set is newer than what opgen knows. */
static void
warn_of_later(const struct nodes *nodes)
{
	for (size_t i = 0; i < nodes->ncandidate; i++) {
		const struct candidate *candidate = &nodes->candidate[i];
		const struct domain *domain = domain_find(candidate->op->domain);
		int64_t opset = nodes->model->node[candidate->index].opset;

		if (!domain->takes_later || opset <= domain->newest_opset)
			continue;
		source_warning(nodes->source, NULL,
			"operator set %" PRId64
			" is newer than %d, the newest known; the newest version of each "
			"operation is used",
			opset, domain->newest_opset);
		return;
	}
}

bool
nodes_read(struct nodes *nodes, struct source *source, enum format format,
	const struct model_options *options, struct arena *arena)
{
	struct read_request request = {.opset = options->opset};
	struct said said = options->said;

	*nodes = (struct nodes){.source = source, .options = options};
	source->is_model = true;
	if (options->opset && format != FORMAT_ONNX) {
		source_error(source, NULL, "--opset goes with an ONNX model");
		return false;
	}
	nodes->model = arena_new(arena, struct model);
	if (!read_model(source, format, nodes->model, &request, arena))
		return false;
	shapes_infer(&nodes->shapes, nodes->model, &said, arena);
	if (!said_check(nodes, &said, arena))
		return false;
	collect_candidates(nodes, arena);
	warn_of_later(nodes);
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

static void
keep_outcome(struct candidate *candidate, const struct plan *plan, struct arena *arena)
{
	struct tensor *outcome = arena_new(arena, struct tensor);

	outcome->dtype = plan->dst.dtype;
	outcome->rank = plan->dst.rank;
	memcpy(outcome->shape, plan->dst.shape, sizeof outcome->shape);
	candidate->outcome = outcome;
}

/* Why a candidate is not ready. Nodes behind one tensor that is open have the same
   reason, one after the other. */
static const char *
keep_reason(struct overheard *overheard, const char *last, struct arena *own,
	struct arena *arena)
{
	const char *reason = overheard_first(overheard, own);

	return last && !strcmp(last, reason)
		       ? last
		       : arena_copy_text(arena, reason, strlen(reason));
}

void
nodes_try(struct nodes *nodes, struct arena *arena)
{
	struct overheard overheard;
	struct arena own = {0}; /* one candidate's */
	const char *reason = NULL;

	for (size_t i = 0; i < nodes->ncandidate; i++) {
		struct candidate *candidate = &nodes->candidate[i];
		struct nodes trial = *nodes;
		struct plan plan = {0};

		trial.source = overheard_next(&overheard);
		if (resolve(&trial, candidate, &plan, &own)) {
			keep_outcome(candidate, &plan, arena);
			nodes->nready++;
		} else {
			reason = keep_reason(&overheard, reason, &own, arena);
			candidate->reason = reason;
		}
		arena_clear(&own);
	}
	arena_free(&own);
}

void
nodes_report(const struct nodes *nodes, const struct candidate *candidate,
	const char *reason, struct arena *arena)
{
	const struct place *where = place_member(
		NULL, node_title(nodes->model, candidate->index, arena), arena);

	if (nodes->options->keep_going)
		source_warning(nodes->source, where, "left out: %s", reason);
	else
		source_error(nodes->source, where, "%s", reason);
}

bool
nodes_go_on(const struct nodes *nodes, size_t nreported, size_t nother)
{
	if (nother && (!nreported || nodes->options->keep_going))
		return true;
	if (!nother)
		source_error(nodes->source, NULL, "there is no node that is ready");
	else
		source_error(nodes->source, NULL,
			"nothing is written: %zu of %zu nodes cannot be compiled; "
			"--keep-going leaves such nodes out",
			nreported, nreported + nother);
	return false;
}
