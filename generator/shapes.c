#include "shapes.h"

#include "arena.h"

void
shapes_infer(struct shapes *shapes, const struct model *model, struct said *said,
	struct arena *arena)
{
	(void)said;
	*shapes = (struct shapes){
		.model = model, .known = arena_array(arena, struct known, model->nvalue)};
}

bool
known_is_concrete(const struct known *known)
{
	bool concrete = known->has_rank;

	for (size_t i = 0; concrete && i < known->rank; i++)
		concrete = known->extent[i] >= 0;
	return concrete;
}

const char *
shapes_missing(const struct shapes *shapes, int64_t value, struct arena *arena)
{
	(void)shapes;
	(void)value;
	return arena_format(arena, "is not known");
}

const void *
shapes_elements(
	const struct shapes *shapes, int64_t value, struct arena *arena, const char **why)
{
	const struct model *model = shapes->model;

	return model->decode(model, &model->value[value], arena, why);
}
