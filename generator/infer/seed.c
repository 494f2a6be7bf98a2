#include "infer/seed.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/extents.h"
#include "infer/room.h"
#include "infer/shapes.h"
#include "ops/op.h"

/* Records that the user and the file disagree. */
static void
add_contradiction(struct shapes *shapes, const char *line)
{
	shapes->contradiction =
		arena_grow(shapes->room->arena, (void *)(uintptr_t)shapes->contradiction,
			shapes->ncontradiction, sizeof *shapes->contradiction);
	((const char **)(uintptr_t)shapes->contradiction)[shapes->ncontradiction++] =
		line;
}

/* The length that the user gave a symbol, or UNKNOWN. */
static int64_t
length_of(struct bytes symbol, struct overrides *overrides)
{
	if (!symbol.text)
		return UNKNOWN;
	for (size_t i = 0; i < overrides->ndim; i++) {
		if (!bytes_are(symbol, overrides->dim[i].name))
			continue;
		overrides->dim[i].used = true;
		return overrides->dim[i].length;
	}
	return UNKNOWN;
}

static void
seed_value(struct shapes_room *room, size_t index, struct overrides *overrides)
{
	const struct value *value = &room->model->value[index];
	struct known *known = &room->known[index];
	struct fact *fact = &room->fact[index];
	int64_t *extent;

	known->dtype = value->dtype;
	known->foreign = value->foreign;
	fact->blame = (int64_t)index;
	if (value->encoded && !value->fault) {
		fact->source = value;
		known->constant = true;
	}
	if (!value->shape.known || value->shape.rank > KNOWN_RANK)
		return;
	known->has_rank = true;
	known->rank = value->shape.rank;
	known->extent = extent = arena_array(room->arena, int64_t, known->rank);
	for (size_t i = 0; i < known->rank; i++) {
		const struct extent *declared = &value->shape.extent[i];

		extent[i] = declared->length;
		if (extent[i] < 0)
			extent[i] = length_of(declared->symbol, overrides);
		if (extent[i] > LENGTH_LIMIT)
			extent[i] = UNKNOWN;
	}
}

static bool
agree(const struct known *known, const struct shape_override *shape)
{
	if (!known->has_rank)
		return true;
	if (known->rank != shape->rank)
		return false;
	for (size_t i = 0; i < known->rank; i++)
		if (known->extent[i] != UNKNOWN && known->extent[i] != shape->extent[i])
			return false;
	return true;
}

static void
override_shape(struct shapes *shapes, size_t index, struct shape_override *shape)
{
	struct shapes_room *room = shapes->room;
	struct known *known = &room->known[index];

	shape->used = true;
	if (!agree(known, shape)) {
		add_contradiction(shapes,
			arena_format(room->arena, "--shape %s: %s is %s, not %s",
				quoted_bytes(room->model->value[index].name, room->arena),
				known->overridden ? "it was said that it" : "it",
				extents_text(known->extent, known->rank, room->arena),
				extents_text(shape->extent, shape->rank, room->arena)));
		return;
	}
	if (shape->rank > KNOWN_RANK)
		return;
	known->overridden = true;
	known->has_rank = true;
	known->rank = shape->rank;
	known->extent = shape->extent;
}

void
room_seed(struct shapes *shapes, struct overrides *overrides)
{
	const struct model *model = shapes->model;

	for (size_t i = 0; i < model->nvalue; i++)
		seed_value(shapes->room, i, overrides);
	for (size_t i = 0; i < overrides->nshape; i++) {
		struct bytes name = {
			overrides->shape[i].tensor, strlen(overrides->shape[i].tensor)};

		for (size_t j = 0; j < model->nvalue; j++)
			if (bytes_equal(model->value[j].name, name))
				override_shape(shapes, j, &overrides->shape[i]);
	}
}
