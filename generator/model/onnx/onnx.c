#include "model/onnx/onnx.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "model/model.h"
#include "model/onnx/cycle.h"
#include "model/onnx/flatten.h"
#include "model/onnx/inner.h"
#include "model/onnx/node.h"
#include "model/onnx/onnx.pb-c.h"
#include "model/onnx/tensor.h"
#include "model/onnx/values.h"
#include "model/protobuf.h"
#include "model/request.h"

/* What decoding needs of a model that is otherwise const. */
struct onnx_files {
	struct model *model;
	struct arena *arena; /* lives as long as the model */
};

static void
note_file(const struct onnx_files *files, const char *path)
{
	struct model *model = files->model;

	for (size_t i = 0; i < model->nfile; i++)
		if (!strcmp(model->file[i], path))
			return;
	model->file =
		arena_grow(files->arena, model->file, model->nfile, sizeof *model->file);
	model->file[model->nfile++] = arena_copy_text(files->arena, path, strlen(path));
}

static const void *
decode(const struct model *model, const struct value *value, struct arena *arena,
	const char **why)
{
	const char *file;
	const void *elements = onnx_tensor_decode(value, model->path, &file, arena, why);

	if (file)
		note_file(model->reader, file);
	return elements;
}

/* The version of ai.onnx that a file imports, by either of its names. Returns false when
   the file contradicts itself or the command line, which has been reported then. */
static bool
find_opset(struct onnx_opset *opset, const Onnx__Model *message,
	const struct read_request *request, struct source *source)
{
	*opset = (struct onnx_opset){.version = 0};
	for (size_t i = 0; i < message->n_opset_import; i++) {
		struct bytes domain = protobuf_bytes(message->opset_import[i]->domain);
		int64_t version = message->opset_import[i]->version;

		if (domain.size > 0 && !bytes_are(domain, "ai.onnx"))
			continue;
		if (version < 1) {
			source_error(source, NULL,
				"the model imports version %" PRId64
				" of the operator set ai.onnx, expected 1 or more",
				version);
			return false;
		}
		if (opset->version && opset->version != version) {
			source_error(source, NULL,
				"the model imports two versions of the operator set "
				"ai.onnx, %" PRId64 " and %" PRId64,
				opset->version, version);
			return false;
		}
		opset->version = version;
	}
	if (request->opset && opset->version && opset->version != request->opset) {
		source_error(source, NULL,
			"the model imports operator set %" PRId64 "; --opset %" PRId64
			" is for models that import none",
			opset->version, request->opset);
		return false;
	}
	if (!opset->version)
		opset->version = request->opset;
	if (!opset->version)
		opset->fault = "is of an operator set that the model does not import; "
			       "pass --opset";
	return true;
}

/* "3 subgraphs", or NULL for none of them. */
static const char *
count_text(size_t n, const char *one, const char *more, struct arena *arena)
{
	return n ? arena_format(arena, "%zu %s", n, n == 1 ? one : more) : NULL;
}

static void
tell_unsearched(struct model *model, const struct onnx_flat *flat,
	const struct onnx_inners *inners, struct arena *arena)
{
	const char *unread = count_text(inners->nunread + flat->nunread,
		"subgraph or function that cannot be read",
		"subgraphs or functions that cannot be read", arena);
	const char *line[] = {
		count_text(inners->nsubgraph, "subgraph", "subgraphs", arena),
		unread,
		count_text(flat->graph.n_sparse_initializer, "sparse constant",
			"sparse constants", arena),
	};
	size_t n = sizeof line / sizeof *line;
	const char **kept = arena_array(arena, const char *, n);

	for (size_t i = 0; i < n; i++)
		if (line[i])
			kept[model->nunsearched++] = line[i];
	model->unsearched = kept;
	model->unread = unread;
}

static void
read_model(struct model *model, const struct onnx_flat *flat,
	const struct onnx_opset *opset, struct protobuf *protobuf, struct arena *arena)
{
	const Onnx__Graph *graph = &flat->graph;
	struct onnx_inners inners;
	struct model_node *node;

	onnx_find_inners(&inners, graph, protobuf, arena);
	node = arena_array(
		model->tables, struct model_node, graph->n_node + inners.ninner);
	for (size_t i = 0; i < graph->n_node; i++) {
		onnx_node(&node[i], graph->node[i], flat->opset[i], arena);
		if (flat->fault[i])
			node[i].fault = flat->fault[i];
	}
	for (size_t i = 0; i < inners.ninner; i++) {
		struct model_node *inner = &node[graph->n_node + i];

		onnx_node(inner, inners.inner[i].message, opset, arena);
		inner->fault = inners.inner[i].fault;
	}
	onnx_values(model, graph, node, arena);
	onnx_fault_cycles(node, graph->n_node, model->value);
	model->node = node;
	model->nnode = graph->n_node + inners.ninner;
	tell_unsearched(model, flat, &inners, arena);
}

bool
onnx_read(struct source *source, struct model *model, const struct read_request *request,
	struct arena *arena)
{
	struct onnx_files *files = arena_new(arena, struct onnx_files);
	struct protobuf protobuf;
	const Onnx__Model *message;
	struct onnx_opset opset;
	struct onnx_flat flat;

	source->is_model = true;
	protobuf_begin(&protobuf, source->size, arena);
	message = protobuf_unpack(
		&protobuf, &onnx__model__descriptor, source->text, source->size);
	if (!message || !message->graph) {
		source_error(source, NULL, "not an ONNX model: it %s",
			message ? "has no graph" : protobuf_fault(&protobuf));
		return false;
	}
	if (!find_opset(&opset, message, request, source) ||
		!onnx_flatten(&flat, message, &opset, &protobuf, source, arena))
		return false;
	*files = (struct onnx_files){model, arena};
	*model = (struct model){.kind = MODEL_ONNX,
		.path = source->path,
		.decode = decode,
		.reader = files,
		.tables = request_tables(request, arena)};
	read_model(model, &flat, &opset, &protobuf, arena);
	return true;
}
