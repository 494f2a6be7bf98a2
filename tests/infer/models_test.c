/* The shapes of the public models that OPGEN_MODELS names a folder of: in each at least
   as many of opgen's operations have inputs of concrete shapes as its manifest says that
   ONNX's own inference resolves, and that can be resolved once the unknown extents of the
   graph's inputs are said. */

#include "support/rows.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "diag/source.h"
#include "diag/source_read.h"
#include "infer/infer.h"
#include "infer/shapes.h"
#include "model/format.h"
#include "model/onnx/onnx.h"
#include "model/request.h"
#include "model/tensorflow/tensorflow.h"

/* A row of the manifest. */
struct row {
	const char *file;
	const char *folder;
	int64_t stated; /* nodes with concrete inputs, by ONNX's inference */
	int64_t said;   /* with the inputs' extents said */
};

static bool
is_ours(const struct model_node *node)
{
	static const char *const op[] = {"Conv", "AveragePool", "LpPool", "DepthToSpace",
		"SpaceToDepth", "SpaceToBatchND", "BatchToSpaceND"};

	for (size_t i = 0; i < countof(op); i++)
		if (node->domain && bytes_are(node->op, op[i]))
			return true;
	return false;
}

/* Our nodes whose inputs all have concrete shapes. */
static int64_t
count_resolved(const struct shapes *shapes)
{
	const struct model *model = shapes->model;
	int64_t count = 0;

	for (size_t i = 0; i < model->nnode; i++) {
		const struct model_node *node = &model->node[i];
		bool resolved = is_ours(node) && node->ninput;

		for (size_t k = 0; k < node->ninput; k++)
			if (node->input[k] != NO_VALUE &&
				!known_is_concrete(&shapes->known[node->input[k]]))
				resolved = false;
		count += resolved;
	}
	return count;
}

/* 1 for each extent of the graph's inputs that the file does not state. */
static void
say_inputs(const struct model *model, struct overrides *overrides, struct arena *arena)
{
	for (size_t i = 0; i < model->nvalue; i++) {
		const struct value *value = &model->value[i];
		struct shape_override *shape;
		int64_t *extent;

		if (value->producer != NO_NODE || value->encoded || !value->shape.known)
			continue;
		overrides->shape = arena_grow(arena, overrides->shape, overrides->nshape,
			sizeof *overrides->shape);
		shape = &overrides->shape[overrides->nshape++];
		extent = arena_array(arena, int64_t, value->shape.rank);
		for (size_t k = 0; k < value->shape.rank; k++)
			extent[k] = value->shape.extent[k].length < 0
					    ? 1
					    : value->shape.extent[k].length;
		*shape = (struct shape_override){.tensor = value->name.text,
			.rank = value->shape.rank,
			.extent = extent};
	}
}

static void
model_is_resolved(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	struct source source;
	struct model model;
	struct overrides overrides = {.shape = NULL};
	struct shapes shapes;
	const struct read_request request = {.opset = 0};
	const char *path = arena_format(&arena, "%s/onnx/%s", row->folder, row->file);

	assert_int_equal(source_read(&source, path, format_limit, &arena), SOURCE_READ);
	assert_true(onnx_read(&source, &model, &request, &arena));
	shapes_infer(&shapes, &model, &overrides, NULL, &arena);
	assert_int_equal(shapes.ncontradiction, 0);
	assert_true(count_resolved(&shapes) >= row->stated);
	say_inputs(&model, &overrides, &arena);
	shapes_infer(&shapes, &model, &overrides, NULL, &arena);
	assert_int_equal(shapes.ncontradiction, 0);
	assert_true(count_resolved(&shapes) >= row->said);
	arena_free(&arena);
}

/* A graph of TensorFlow with one shape said, and how many of its moves that resolves. */
struct said_graph {
	const char *file;
	const char *tensor;
	size_t rank;
	int64_t extent[4];
	int64_t resolved;
};

/* clang-format off */
static const struct said_graph graphs[] = {
	{"saafke/FSRCNN_x2.pb", "IteratorGetNext", 4, {1, 24, 24, 1}, 1},
	{"saafke/FSRCNN_x4.pb", "IteratorGetNext", 4, {1, 24, 24, 1}, 1},
	{"fannymonori/ESPCN_x2.pb", "IteratorGetNext", 4, {1, 24, 24, 1}, 1},
	{"fannymonori/ESPCN_x3.pb", "IteratorGetNext", 4, {1, 24, 24, 1}, 1},
	{"fannymonori/ESPCN_x4.pb", "IteratorGetNext", 4, {1, 24, 24, 1}, 1},
	{"fannymonori/LapSRN_x2.pb", "IteratorGetNext", 4, {1, 24, 24, 1}, 2},
	{"batectin-sr/espcn.pb", "x", 4, {1, 24, 24, 1}, 1},
	{"batectin-sr/rtvsrgan.pb", "x", 4, {1, 24, 24, 1}, 1},
	{"dcscn/dcscn_L7_F32to8_G1.20_NIN_A24_B8_PS_R1F32.ckpt.meta", "x", 4, {1, 24, 24, 1}, 1},
	/* SpaceToBatchND and BatchToSpaceND, whose paddings are computed from a shape. */
	{"tract/hey_snips_3.pb", "inputs", 2, {80, 40}, 2},
};
/* clang-format on */

static void
graph_is_resolved(void **state)
{
	const struct said_graph *graph = *state;
	struct arena arena = {0};
	struct source source;
	struct model model;
	struct shape_override shape = {graph->tensor, graph->rank, graph->extent, false};
	struct overrides overrides = {.shape = &shape, .nshape = 1};
	struct shapes shapes;
	const struct read_request request = {.opset = 0};
	const char *path = arena_format(
		&arena, "%s/tensorflow/%s", getenv("OPGEN_MODELS"), graph->file);

	assert_int_equal(source_read(&source, path, format_limit, &arena), SOURCE_READ);
	assert_true(tensorflow_read(&source, &model, &request, &arena));
	shapes_infer(&shapes, &model, &overrides, NULL, &arena);
	assert_int_equal(shapes.ncontradiction, 0);
	assert_true(count_resolved(&shapes) >= graph->resolved);
	arena_free(&arena);
}

static int64_t
resolved(const json_t *model, const char *level)
{
	return json_integer_value(
		json_object_get(json_object_get(model, "resolved"), level));
}

int
main(void)
{
	const char *folder = getenv("OPGEN_MODELS");
	struct arena arena = {0};
	json_t *manifest;
	struct row *row;
	size_t nrow = 0;
	int failed;

	if (!folder) {
		puts("OPGEN_MODELS is not set: the models of other people are left out");
		return 0;
	}
	manifest = json_load_file(
		arena_format(&arena, "%s/onnx/manifest.json", folder), 0, NULL);
	if (!manifest) {
		fprintf(stderr, "%s/onnx/manifest.json: cannot be read\n", folder);
		return 1;
	}
	row = arena_array(&arena, struct row, json_array_size(manifest));
	for (size_t i = 0; i < json_array_size(manifest); i++) {
		const json_t *model = json_array_get(manifest, i);

		/* What has none of our nodes may also be no model. */
		if (!json_integer_value(json_object_get(model, "total_ours")))
			continue;
		row[nrow++] = (struct row){
			json_string_value(json_object_get(model, "file")),
			folder,
			resolved(model, "onnx"),
			resolved(model, "L5"),
		};
	}
	failed = run_rows("models", row, nrow, sizeof *row, model_is_resolved);
	failed += run_table("graphs", graphs, graph_is_resolved);
	json_decref(manifest);
	arena_free(&arena);
	return failed;
}
