#include "import/read.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "import/branches.h"
#include "import/candidates.h"
#include "import/compute.h"
#include "import/name_functions.h"
#include "import/overrides.h"
#include "infer/infer.h"
#include "model/onnx/onnx.h"
#include "model/openvino/openvino.h"
#include "model/request.h"
#include "model/tensorflow/tensorflow.h"

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

static size_t
count_candidates(const struct model *model)
{
	size_t n = 0;

	for (size_t i = 0; i < model->nnode; i++)
		n += node_op(&model->node[i]) != NULL;
	return n;
}

static void
collect_candidates(struct candidates *candidates, struct arena *arena)
{
	const struct model *model = candidates->model;

	candidates->candidate =
		arena_array(model->tables, struct candidate, count_candidates(model));
	for (size_t i = 0; i < candidates->model->nnode; i++) {
		const struct model_node *node = &candidates->model->node[i];
		const struct op *op = node_op(node);

		if (!op)
			continue;
		candidates->candidate[candidates->ncandidate++] = (struct candidate){
			.index = i,
			.op = op,
			.version = op_version(op, op->has_opset ? node->opset : LATEST)};
	}
	name_functions(candidates, arena);
}

/* Warns once per model if its operator set is newer than opgen knows. */
static void
warn_of_later(const struct candidates *candidates)
{
	for (size_t i = 0; i < candidates->ncandidate; i++) {
		const struct candidate *candidate = &candidates->candidate[i];
		const struct domain *domain = domain_find(candidate->op->domain);
		int64_t opset = candidates->model->node[candidate->index].opset;

		if (!domain->takes_later || opset <= domain->newest_opset)
			continue;
		source_warning(candidates->source, NULL,
			"operator set %" PRId64
			" is newer than %d, the newest known; the newest version of each "
			"operation is used",
			opset, domain->newest_opset);
		return;
	}
}

bool
candidates_read(struct candidates *candidates, struct source *source, enum format format,
	int64_t opset, const struct overrides *stated, struct arena *arena,
	struct arena *tables)
{
	struct read_request request = {.opset = opset, .tables = tables};
	struct overrides overrides = *stated;
	struct computer computer;

	*candidates = (struct candidates){.source = source};
	source->is_model = true;
	if (opset && format != FORMAT_ONNX) {
		source_error(source, NULL, "--opset goes with an ONNX model");
		return false;
	}
	candidates->model = arena_new(arena, struct model);
	if (!read_model(source, format, candidates->model, &request, arena))
		return false;
	computer = import_computer(candidates);
	shapes_infer(
		&candidates->shapes, candidates->model, &overrides, &computer, arena);
	if (!overrides_check(candidates, &overrides, arena))
		return false;
	branches_choose(candidates->model, &candidates->shapes, arena);
	collect_candidates(candidates, arena);
	warn_of_later(candidates);
	return true;
}
