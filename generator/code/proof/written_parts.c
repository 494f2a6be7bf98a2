#include "code/proof/written_parts.h"

#include "base/arena.h"

void
written_parts_add(struct written_parts *parts, const struct part_effects *effects)
{
	parts->effects = arena_grow(
		parts->arena, parts->effects, parts->n, sizeof *parts->effects);
	parts->effects[parts->n++] = *effects;
}

static bool
meet(struct regions a, struct regions b, struct arena *scratch)
{
	for (size_t i = 0; i < a.n; i++)
		for (size_t k = 0; k < b.n; k++)
			if (regions_meet(&a.region[i], &b.region[k], scratch))
				return true;
	return false;
}

/* What is wrong with two parts of a stage. */
static const char *
problem_of(const struct part_effects *a, const struct part_effects *b,
	struct arena *arena, struct arena *scratch)
{
	for (size_t i = 0; i < a->part->nparameter; i++) {
		const char *what = NULL;

		if (meet(a->sets[i], b->sets[i], scratch))
			what = "writes";
		else if (meet(a->sets[i], b->needs[i], scratch) ||
			 meet(a->needs[i], b->sets[i], scratch))
			what = "reads";
		arena_clear(scratch);
		if (what)
			return arena_format(arena,
				"%s: what it writes of %s is what %s %s", a->part->name,
				a->part->parameter[i]->name, b->part->name, what);
	}
	return NULL;
}

const char *
written_parts_problem(const struct written_parts *parts, struct arena *scratch)
{
	const char *problem = NULL;
	size_t first = 0;

	for (size_t i = 0; i < parts->n && !problem; i++) {
		if (parts->effects[i].part->stage != parts->effects[first].part->stage)
			first = i;
		/* A function comes again where its callers know more of its
		   arguments. */
		for (size_t k = first; k < i && !problem; k++)
			if (parts->effects[k].part != parts->effects[i].part)
				problem = problem_of(&parts->effects[k],
					&parts->effects[i], parts->arena, scratch);
	}
	return problem;
}
