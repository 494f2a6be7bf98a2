#include "support/graph.h"

#include <inttypes.h>
#include <string.h>

#include "infer/elements.h"
#include "infer/infer.h"
#include "infer/room.h"

static const char *
contents_text(const struct contents *contents, struct arena *arena)
{
	const char *text = "{";

	for (size_t i = 0; i < contents->count; i++) {
		const char *comma = i ? "," : "";

		if (!content_is_known(contents, i))
			text = arena_format(arena, "%s%s?", text, comma);
		else if (contents->real)
			text = arena_format(
				arena, "%s%s%g", text, comma, contents->number[i].f);
		else
			text = arena_format(arena, "%s%s%" PRId64, text, comma,
				contents->number[i].i);
	}
	return arena_format(arena, "%s}", text);
}

const char *
graph_known(const struct shapes *shapes, int64_t value, struct arena *arena)
{
	const struct known *known = &shapes->known[value];
	const struct contents *contents = room_contents(shapes->room, value);
	const char *type =
		known->foreign ? known->foreign : dtype_info[known->dtype].name;
	const char *text =
		known->dtype == DTYPE_FLOAT32 ? "[" : arena_format(arena, "%s[", type);

	if (!known->has_rank)
		return arena_format(arena, "%.*s%c", (int)strlen(text) - 1, text,
			shapes->room->fact[value].failed ? '!' : '?');
	for (size_t i = 0; i < known->rank; i++) {
		const char *comma = i ? "," : "";

		text = known->extent[i] < 0 ? arena_format(arena, "%s%s?", text, comma)
					    : arena_format(arena, "%s%s%" PRId64, text,
						      comma, known->extent[i]);
	}
	return arena_format(
		arena, "%s]%s", text, contents ? contents_text(contents, arena) : "");
}

/* What becomes of y, and of z where the graph has one. */
static void
graph_holds(const struct graph_row *row, enum model_kind kind)
{
	struct arena arena = {0};
	struct model model;
	struct overrides overrides = {.shape = NULL};
	struct shapes shapes;
	const char *known;

	graph_build(&model, kind, row->text, &arena);
	shapes_infer(&shapes, &model, &overrides, NULL, &arena);
	known = graph_known(&shapes, graph_value(&model, "y"), &arena);
	for (size_t i = 0; i < model.nvalue; i++)
		if (bytes_are(model.value[i].name, "z"))
			known = arena_format(&arena, "%s %s", known,
				graph_known(&shapes, (int64_t)i, &arena));
	assert_string_equal(known, row->known);
	arena_free(&arena);
}

void
onnx_row_holds(void **state)
{
	graph_holds(*state, MODEL_ONNX);
}

void
tensorflow_row_holds(void **state)
{
	graph_holds(*state, MODEL_TENSORFLOW);
}

void
openvino_row_holds(void **state)
{
	graph_holds(*state, MODEL_OPENVINO);
}
