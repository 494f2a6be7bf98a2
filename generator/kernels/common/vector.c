#include "kernels/common/vector.h"

#include "arena.h"

static const struct vector_type *
type_of_bytes(
	const struct target *target, int bytes, enum dtype dtype, struct arena *arena)
{
	enum dtype sum = dtype_accumulator(dtype);
	enum dtype_kind kind = dtype_info[sum].kind;
	struct vector_type *type;

	if (!bytes ||
		(kind != KIND_FLOAT && kind != KIND_SIGNED && kind != KIND_UNSIGNED))
		return NULL;
	type = arena_new(arena, struct vector_type);
	type->lanes = bytes / (int)dtype_info[sum].size;
	type->block = target->block_bytes
			      ? target->block_bytes / (int)dtype_info[sum].size
			      : type->lanes;
	type->narrow = bytes < target->vector_bytes;
	type->blends = bytes > 16;
	return type;
}

const struct vector_type *
vector_type_of(const struct target *target, enum dtype dtype, struct arena *arena)
{
	return type_of_bytes(target, target->vector_bytes, dtype, arena);
}

const struct vector_type *
narrow_type_of(const struct target *target, enum dtype dtype, struct arena *arena)
{
	return type_of_bytes(target, target->narrow_bytes, dtype, arena);
}

double
terms_of_output(const struct window_plan *window)
{
	double terms = (double)window->ic;

	for (int i = 0; i < window->naxis; i++)
		terms *= (double)window->axis[i].kernel;
	return terms;
}
