#include "emit/unit.h"

#include "emit/arrays.h"
#include "emit/interface.h"

#include <string.h>

enum constants_home
unit_constants(const struct unit *unit)
{
	return unit->nschedule ? unit->schedule[0]->settings.constants : HOME_EMBEDDED;
}

static void
add_need(enum needs *needs, enum dtype dtype)
{
	enum dtype_kind kind = dtype_info[dtype].kind;
	enum needs need = kind == KIND_FLOAT ? NEEDS_NOTHING : NEEDS_INTEGERS;

	if (kind == KIND_HALF || kind == KIND_COMPLEX)
		need = NEEDS_TYPES;
	*needs = need > *needs ? need : *needs;
}

static void
add_need_of_array(void *context, const struct array *array)
{
	add_need(context, array->dtype);
}

enum needs
unit_needs(const struct unit *unit)
{
	enum needs needs = NEEDS_NOTHING;

	for (size_t i = 0; i < unit->nschedule; i++) {
		const struct schedule *s = unit->schedule[i];

		for (size_t k = 0; k < interface_ninput(s); k++)
			add_need(&needs, interface_input(s, k)->dtype);
		for (size_t k = 0; k < interface_noutput(s); k++)
			add_need(&needs, interface_output(s, k)->dtype);
		if (unit_constants(unit) == HOME_EXTERN)
			interface_all_arrays(s, add_need_of_array, &needs);
	}
	return needs;
}

static bool
same_machine(const struct schedule *a, const struct schedule *b)
{
	return a && b && a->target->machine && b->target->machine &&
	       !strcmp(a->target->machine, b->target->machine);
}

static void
add_machine(struct machines *machines, const struct target *target)
{
	for (size_t i = 0; i < machines->n; i++)
		if (!strcmp(machines->target[i]->machine, target->machine))
			return;
	machines->target[machines->n++] = target;
}

struct machines
unit_machines(const struct unit *unit, bool takes(const struct schedule *schedule))
{
	struct machines machines = {.n = 0};

	for (size_t i = 0; i < unit->nschedule; i++)
		for (const struct schedule *s = unit->schedule[i]; s; s = s->next)
			if (s->target->machine && takes(s))
				add_machine(&machines, s->target);
	return machines;
}

bool
has_vectors(const struct schedule *schedule)
{
	return schedule->target->attribute != NULL;
}

bool
has_one_target(const struct schedule *schedule)
{
	return schedule->settings.targets.n == 1;
}

bool
machine_begins(const struct schedule *before, const struct schedule *schedule)
{
	return schedule->target->machine && schedule->settings.targets.n > 1 &&
	       !same_machine(before, schedule);
}

bool
machine_ends(const struct schedule *schedule)
{
	return schedule->target->machine && schedule->settings.targets.n > 1 &&
	       !same_machine(schedule, schedule->next);
}
