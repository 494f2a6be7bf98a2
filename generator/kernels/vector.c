#include "kernels/vector.h"

#include "arena.h"

static bool
count_on(const struct window_plan *w, size_t *at)
{
	for (int i = w->naxis - 1; i >= 0; i--) {
		if (++at[i] < w->axis[i].nspan)
			return true;
		at[i] = 0;
	}
	return false;
}

const struct vector_type *
vector_type_of(const struct target *target, enum dtype dtype, struct arena *arena)
{
	enum dtype sum = dtype_accumulator(dtype);
	struct vector_type *type;

	if (!target->attribute || (sum != DTYPE_FLOAT32 && sum != DTYPE_FLOAT64))
		return NULL;
	type = arena_new(arena, struct vector_type);
	type->lanes = target->vector_bytes / (int)dtype_info[sum].size;
	type->name = arena_format(
		arena, "opgen_f%dx%d", (int)dtype_info[sum].size * 8, type->lanes);
	type->storage = dtype == DTYPE_FLOAT16    ? "_float16"
			: dtype == DTYPE_BFLOAT16 ? "_bfloat16"
						  : "";
	return type;
}

struct cost
vector_cost(const struct tiles *tiles, const struct schedule *schedule)
{
	const struct window_plan *w = &tiles->window;
	uint64_t planes = (uint64_t)(w->batch * w->group * w->oc);
	size_t at[MAX_AXIS] = {0};
	struct cost cost = {0};

	do {
		struct window_sum sum = {.outputs = 1, .taps = 1, .divisor = 1};
		struct cost part;

		for (int i = 0; i < w->naxis; i++) {
			const struct span *s = &w->axis[i].span[at[i]];

			sum.outputs *= (uint64_t)s->count;
			sum.taps *= (uint64_t)s->ntap;
			sum.divisor *= s->divisor;
		}
		part = cost_of_windows(w, schedule->settings.numerics, &sum);
		part.reads = count_mul(count_mul(sum.outputs, sum.taps),
			(uint64_t)w->ic * (w->reduction == REDUCE_CONV ? 2 : 1));
		if (schedule->plan->bias)
			part.reads = count_add(part.reads, sum.outputs);
		cost_add(&cost, &part, planes);
	} while (count_on(w, at));
	return cost;
}

double
terms_of_output(const struct window_plan *window)
{
	double terms = (double)window->ic;

	for (int i = 0; i < window->naxis; i++)
		terms *= (double)window->axis[i].kernel;
	return terms;
}
