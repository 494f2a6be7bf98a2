#include "infer/missing.h"

#include "base/arena.h"
#include "base/extents.h"
#include "infer/room.h"
#include "infer/rule.h"
#include "infer/shapes.h"

/* The message about a tensor that no operation makes. */
static const char *
missing_input(const struct shapes *shapes, int64_t index, struct arena *arena)
{
	const struct value *value = &shapes->model->value[index];
	const struct known *known = &shapes->known[index];
	const char *name = quoted_bytes(value->name, arena);

	if (!known->has_rank)
		return arena_format(arena,
			"the shape of %s is not in the file; pass --shape %s=...", name,
			name);
	for (size_t i = 0; i < known->rank; i++) {
		struct bytes symbol = {.text = NULL};

		if (known->extent[i] != UNKNOWN)
			continue;
		if (value->shape.known)
			symbol = value->shape.extent[i].symbol;
		if (symbol.text && symbol.size)
			return arena_format(arena,
				"%s is %s in the file; pass --dim %s=... or --shape "
				"%s=...",
				name, extents_text(known->extent, known->rank, arena),
				quoted_bytes(symbol, arena), name);
		break;
	}
	return arena_format(arena, "%s is %s in the file; pass --shape %s=...", name,
		extents_text(known->extent, known->rank, arena), name);
}

/* The message about a tensor that blocks inference after it. */
static const char *
missing_output(const struct shapes *shapes, int64_t index, struct arena *arena)
{
	const struct model *model = shapes->model;
	const struct known *known = &shapes->known[index];
	const struct model_node *node = &model->node[model->value[index].producer];
	const char *name = quoted_bytes(model->value[index].name, arena);
	const char *op = clipped_bytes(node->op, arena);
	const char *shape =
		known->has_rank ? arena_format(arena, "the shape %s",
					  extents_text(known->extent, known->rank, arena))
				: "a shape that is not known";

	if (node->fault)
		return arena_format(
			arena, "%s makes %s, and the node %s", op, name, node->fault);
	if (shapes->room->fact[index].failed)
		return arena_format(arena,
			"%s makes %s, and its inputs and attributes do not fit each "
			"other",
			op, name);
	if (!rule_of(model->kind, node))
		return arena_format(arena,
			"%s makes %s, and opgen does not know of which shape; pass "
			"--shape %s=...",
			op, name, name);
	return arena_format(
		arena, "%s gives %s %s; pass --shape %s=...", op, name, shape, name);
}

const char *
shapes_missing(const struct shapes *shapes, int64_t value, struct arena *arena)
{
	const struct model *model = shapes->model;
	int64_t culprit = shapes->room->fact[value].blame;
	const char *name = quoted_bytes(model->value[culprit].name, arena);

	if (shapes->known[culprit].conflict)
		return arena_format(
			arena, "%s %s", name, shapes->known[culprit].conflict);
	if (model->value[culprit].fault)
		return arena_format(arena, "%s %s", name, model->value[culprit].fault);
	if (known_is_concrete(&shapes->known[culprit]))
		return arena_format(arena,
			"the shape of %s depends on the elements of %s, which are not in "
			"the file; pass --shape %s=...",
			quoted_bytes(model->value[value].name, arena), name,
			quoted_bytes(model->value[value].name, arena));
	if (model->value[culprit].producer == NO_NODE ||
		model->node[model->value[culprit].producer].ninput == 0)
		return missing_input(shapes, culprit, arena);
	return missing_output(shapes, culprit, arena);
}
