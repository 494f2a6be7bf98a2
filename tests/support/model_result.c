#include "support/model_result.h"

#include <stdio.h>
#include <string.h>

#include "support/model_subject.h"

/* Gives a tensor of the graph the shape that onnxruntime was run with. */
static void
say_shapes(struct model_subject *subject, const json_t *given)
{
	struct overrides *said = &subject->options.overrides;
	const char *name;
	json_t *tensor;

	json_object_foreach ((json_t *)given, name, tensor) {
		const json_t *list = json_object_get(tensor, "shape");
		size_t rank = json_array_size(list);
		int64_t *extent = arena_array(&subject->arena, int64_t, rank);

		for (size_t i = 0; i < rank; i++)
			extent[i] = json_integer_value(json_array_get(list, i));
		said->shape = arena_grow(
			&subject->arena, said->shape, said->nshape, sizeof *said->shape);
		said->shape[said->nshape++] =
			(struct shape_override){name, rank, extent, false};
	}
}

/* The lists of a member of each input: "data", "shape". ONNX calls DepthToSpace's input
   "input", the results "X". */
static json_t *
members(const json_t *result, const char *member)
{
	json_t *lists = json_object(), *input;
	const char *name;

	json_object_foreach (json_object_get(result, "inputs"), name, input) {
		json_t *list = json_object_get(input, member);

		json_object_set(lists, name, list);
		if (!strcmp(name, "X"))
			json_object_set(lists, "input", list);
	}
	return lists;
}

static const struct candidate *
find_candidate(const struct model_subject *subject, size_t index)
{
	for (size_t i = 0; i < subject->candidates.ncandidate; i++)
		if (subject->candidates.candidate[i].index == index)
			return &subject->candidates.candidate[i];
	fprintf(stderr, "there is no node #%zu\n", index);
	return NULL;
}

bool
model_result_holds(const char *path, const char *folder, const char *directory, bool run)
{
	struct model_subject subject = {0};
	const char *c_file = arena_format(&subject.arena, "%s/node.c", directory);
	json_t *result = json_load_file(path, 0, NULL);
	const char *model = arena_format(&subject.arena, "%s/onnx/%s", folder,
		json_string_value(json_object_get(result, "model")));
	size_t at = (size_t)json_integer_value(json_object_get(result, "node_index"));
	const json_t *expected = json_object_get(
		json_object_get(json_object_get(result, "expected"), "Y"), "data");
	const struct candidate *candidate;
	struct plan plan;

	if (!model_subject_read(&subject, model))
		return false;
	candidate = find_candidate(&subject, at);
	/* What the file leaves open of the graph's inputs is said as far as it has names,
	   then as a whole. */
	for (int i = 0; i < 2 && candidate && candidate->reason; i++) {
		if (i)
			say_shapes(&subject, json_object_get(result, "graph_input"));
		else
			model_subject_say(&subject, subject.candidates.model);
		if (!model_subject_read(&subject, model))
			return false;
		candidate = find_candidate(&subject, at);
	}
	return candidate &&
	       model_subject_plan(&subject, candidate, CONSTANTS_EMBEDDED,
		       members(result, "shape"), &plan) &&
	       model_subject_emit(&subject, &plan, c_file) &&
	       (!run || model_subject_run(&subject, &plan, c_file,
				members(result, "data"), expected));
}
