#include "infer/refine.h"

#include "base/arena.h"
#include "base/extents.h"
#include "infer/room.h"
#include "model/model.h"

enum {
	CONFLICT_TEXTS = 100 /* the most conflicts described */
};

static void
set_conflict(struct shapes_room *room, int64_t value, const struct dims *dims)
{
	const struct model *model = room->model;
	struct known *known = &room->known[value];
	int64_t producer = model->value[value].producer;

	known->conflict = "is declared with another shape than it comes to";
	if (room->nconflict++ < CONFLICT_TEXTS)
		known->conflict =
			arena_format(room->arena, "is declared as %s, but %s makes it %s",
				extents_text(known->extent, known->rank, room->arena),
				clipped_bytes(model->node[producer].op, room->arena),
				extents_text(dims->extent, dims->rank, room->arena));
	known->has_rank = false;
	known->rank = 0;
}

static bool
agree(const struct known *known, const struct dims *dims)
{
	if (known->rank != dims->rank)
		return false;
	for (size_t i = 0; i < dims->rank; i++)
		if (known->extent[i] != UNKNOWN && dims->extent[i] != UNKNOWN &&
			known->extent[i] != dims->extent[i])
			return false;
	return true;
}

void
room_refine(struct shapes_room *room, int64_t value, const struct dims *dims)
{
	struct known *known = &room->known[value];
	int64_t *extent;

	if (known->overridden || known->conflict)
		return;
	/* An IR is a result of inference already. */
	if (room->model->kind == MODEL_OPENVINO && known_is_concrete(known))
		return;
	if (known->has_rank && !agree(known, dims)) {
		set_conflict(room, value, dims);
		return;
	}
	if (known_is_concrete(known))
		return;
	extent = arena_array(room->arena, int64_t, dims->rank);
	for (size_t i = 0; i < dims->rank; i++)
		extent[i] = dims->extent[i] == UNKNOWN && known->has_rank
				    ? known->extent[i]
				    : dims->extent[i];
	known->has_rank = true;
	known->rank = dims->rank;
	known->extent = extent;
}
