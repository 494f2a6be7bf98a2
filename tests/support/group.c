#include "support/group.h"

#include <stdio.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/machine.h"
#include "support/work.h"

/* Alone a file is compiled, as users do it, when there is time for everything. */
size_t
group_size(void)
{
	return is_exhaustive() ? 1 : 8;
}

/* Emits the functions that are compiled, of plain C alone or all. */
static bool
emit_group(const struct group *group, bool plain, const char *c_file, struct arena *arena)
{
	const struct schedule **made =
		arena_array(arena, const struct schedule *, group->nwork *NVARIANT);
	size_t nmade = 0;
	uint64_t ncode;

	for (size_t k = 0; k < group->nwork; k++) {
		const struct work *work = &group->work[k];

		for (size_t i = 0; i < nvariant() && is_compiled(work); i++)
			if (work->made[i] &&
				!(plain && work->schedule[i].target->attribute))
				made[nmade++] = &work->schedule[i];
	}
	return emit_file(c_file, made, nmade, &ncode);
}

/* What the group's functions demand; there is at least one. */
static bool
check_functions(const struct group *group)
{
	const struct work *first = &group->work[0];
	const struct machine *machine = machine_asked_for();
	const char *c_file = file_in(first, "all.c"),
		   *plain_file = file_in(first, "plain.c");

	if (!emit_group(group, false, c_file, first->arena))
		return false;
	if (machine)
		return group_execute_elsewhere(group, machine, c_file);
	return emit_group(group, true, plain_file, first->arena) &&
	       group_execute(group, c_file, plain_file);
}

static bool
check_all(const struct group *group)
{
	bool all = true, compiled = false;

	for (size_t i = 0; i < group->nwork; i++) {
		struct work *work = &group->work[i];

		all &= work->c.refused ? work_check_refused(work) : work_schedule(work);
		compiled |= all && is_compiled(work);
	}
	all = all && (!compiled || check_functions(group));
	for (size_t i = 0; i < group->nwork && all && !machine_asked_for(); i++)
		all = group->work[i].c.refused || work_check_command(&group->work[i]);
	return all;
}

bool
group_run(const struct suite *suite, const size_t *index, size_t n)
{
	struct arena arena = {0};
	size_t ngroup = (suite->ncase + group_size() - 1) / group_size();
	struct group group = {.index = index[0] % ngroup, .nwork = n};
	bool passed = true;

	group.work = arena_array(&arena, struct work, n);
	for (size_t i = 0; i < n; i++) {
		struct work *work = &group.work[i];

		work->index = index[i];
		work->turn = index[i] % ngroup + index[i] / ngroup;
		work->arena = &arena;
		work->directory =
			arena_format(&arena, "%s/%zu", suite->directory, work->index);
		directory_remove(work->directory);
		directory_make(work->directory);
		passed &= suite->read(work);
	}
	fprintf(stderr, "in %s\n", group.work[0].directory);
	passed = passed && check_all(&group);
	for (size_t i = 0; i < n && passed; i++)
		directory_remove(group.work[i].directory);
	return passed;
}
