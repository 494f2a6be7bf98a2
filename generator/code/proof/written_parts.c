#include "code/proof/written_parts.h"

#include "base/arena.h"
#include "code/statements/access.h"
#include "plan/plan.h"

#include <inttypes.h>

void
written_parts_add(struct written_parts *parts, const struct function *part,
	const struct regions *sets)
{
	parts->written = arena_grow(
		parts->arena, parts->written, parts->n, sizeof *parts->written);
	parts->written[parts->n++] = (struct part_writes){part, sets};
}

/* Of which part each set of bytes is; a byte that no part writes, or two do. */
struct owners {
	const size_t *owner;
	int64_t byte;
	bool twice;
};

static bool
note_owner(void *context, int64_t byte, const size_t *there, size_t n)
{
	struct owners *o = context;

	o->byte = byte;
	for (size_t i = 1; i < n; i++)
		o->twice |= o->owner[there[i]] != o->owner[there[0]];
	return n > 0 && !o->twice;
}

/* Parts number `first` and those after it are of one function: what they write of one of
   its outputs. */
static const char *
problem_of(const struct written_parts *parts, size_t first, size_t number,
	struct arena *scratch)
{
	const struct function *f = parts->written[first].part->part_of;
	const struct variable *v = f->parameter[number];
	const struct region whole =
		region_run(0, v->operand->nelement * type_bytes(v->type));
	struct region *region;
	size_t n = 0, room = 0, *owner;
	struct owners o = {0};

	for (size_t i = first; i < parts->n; i++)
		room += parts->written[i].part->part_of == f
				? parts->written[i].sets[number].n
				: 0;
	region = arena_array(scratch, struct region, room);
	owner = arena_array(scratch, size_t, room);
	for (size_t i = first; i < parts->n; i++) {
		const struct part_writes *w = &parts->written[i];

		for (size_t k = 0; w->part->part_of == f && k < w->sets[number].n; k++) {
			owner[n] = i;
			region[n++] = w->sets[number].region[k];
		}
	}
	o.owner = owner;
	if (regions_visit((struct regions){region, n}, &whole, note_owner, &o, scratch))
		return NULL;
	return arena_format(parts->arena,
		"%s: element %" PRId64 " of %s is set by %s of its parts", f->name,
		o.byte / type_bytes(v->type), v->name, o.twice ? "several" : "none");
}

const char *
written_parts_problem(const struct written_parts *parts, struct arena *scratch)
{
	const char *problem = NULL;

	for (size_t i = 0; i < parts->n && !problem; i++) {
		const struct function *f = parts->written[i].part->part_of;

		if (i && parts->written[i - 1].part->part_of == f)
			continue;
		for (size_t k = 0; k < f->nparameter && !problem; k++)
			if (f->parameter[k]->operand && !f->parameter[k]->reads &&
				f->parameter[k]->operand->nelement)
				problem = problem_of(parts, i, k, scratch);
	}
	return problem;
}
