#include "model/tensorflow/tensorflow.h"

#include "base/arena.h"
#include "diag/source.h"
#include "model/model.h"
#include "model/protobuf.h"
#include "model/request.h"
#include "model/tensorflow/ends.h"
#include "model/tensorflow/graph.h"
#include "model/tensorflow/scope.h"
#include "model/tensorflow/tensor.h"
#include "model/tensorflow/tensorflow.pb-c.h"

/* What a file's message is found to be. */
struct file {
	const Tensorflow__Graph *graph;    /* the one that is read */
	const Tensorflow__MetaGraph *meta; /* that it is in, or NULL */
	size_t nother;                     /* meta graphs that are not */
};

/* protobuf accepts many messages as another type, so that bytes that are no graph may
   unpack as one. The name of an operation tells them apart: in a graph it is a
   printable word. */
static bool
is_graph(const Tensorflow__Graph *graph)
{
	struct bytes op;

	if (!graph || graph->n_node == 0)
		return false;
	op = protobuf_bytes(graph->node[0]->op);
	for (size_t i = 0; i < op.size; i++)
		if (op.text[i] <= ' ' || op.text[i] > '~')
			return false;
	return op.size > 0;
}

static bool
is_serving(const Tensorflow__MetaGraph *meta)
{
	const Tensorflow__MetaInformation *information = meta->meta_info_def;

	for (size_t i = 0; information && i < information->n_tags; i++)
		if (bytes_are(protobuf_bytes(information->tags[i]), "serve"))
			return true;
	return false;
}

/* Selects the meta graph to read: the first one that is tagged "serve", else the
   first. */
static bool
select_graph(struct file *file, const Tensorflow__SavedModel *saved)
{
	bool serving = false;
	size_t ngraph = 0;

	for (size_t i = 0; i < saved->n_meta_graphs; i++) {
		const Tensorflow__MetaGraph *meta = saved->meta_graphs[i];

		if (!is_graph(meta->graph_def))
			continue;
		ngraph++;
		if (!file->graph || (!serving && is_serving(meta))) {
			file->graph = meta->graph_def;
			file->meta = meta;
			serving = is_serving(meta);
		}
	}
	file->nother = ngraph > 0 ? ngraph - 1 : 0;
	return ngraph > 0;
}

static bool
unpack(struct file *file, struct protobuf *protobuf, const struct source *source)
{
	const Tensorflow__SavedModel *saved;
	const Tensorflow__MetaGraph *meta;

	*file = (struct file){
		.graph = protobuf_unpack(protobuf, &tensorflow__graph__descriptor,
			source->text, source->size)};
	if (is_graph(file->graph))
		return true;
	file->graph = NULL;
	saved = protobuf_unpack(protobuf, &tensorflow__saved_model__descriptor,
		source->text, source->size);
	if (saved && select_graph(file, saved))
		return true;
	meta = protobuf_unpack(protobuf, &tensorflow__meta_graph__descriptor,
		source->text, source->size);
	if (!meta || !is_graph(meta->graph_def))
		return false;
	file->graph = meta->graph_def;
	file->meta = meta;
	return true;
}

bool
tensorflow_read(struct source *source, struct model *model,
	const struct read_request *request, struct arena *arena)
{
	struct tensorflow_graph graph = {.source = source,
		.arena = arena,
		.tables = request_tables(request, arena)};
	struct protobuf protobuf;
	struct file file;

	source->is_model = true;
	protobuf_begin(&protobuf, source->size, arena);
	if (!unpack(&file, &protobuf, source)) {
		source_error(source, NULL,
			"no TensorFlow graph: neither a GraphDef nor a SavedModel nor a "
			"MetaGraphDef with nodes%s%s",
			protobuf.exhausted ? "; it " : "",
			protobuf.exhausted ? protobuf_fault(&protobuf) : "");
		return false;
	}
	if (!tensorflow_graph_read(&graph, file.graph))
		return false;
	*model = (struct model){.kind = MODEL_TENSORFLOW,
		.path = source->path,
		.node = graph.node,
		.nnode = graph.nnode,
		.value = graph.value,
		.nvalue = graph.nvalue,
		.decode = tensorflow_tensor_decode,
		.tables = graph.tables};
	tensorflow_ends(model, file.meta, arena);
	if (file.nother > 0) {
		const char **line = arena_new(arena, const char *);

		*line = arena_format(arena, "%zu more meta graph%s", file.nother,
			file.nother > 1 ? "s" : "");
		model->unsearched = line;
		model->nunsearched = 1;
	}
	return true;
}
