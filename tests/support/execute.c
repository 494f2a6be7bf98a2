#include "support/group.h"
#include "support/machine.h"

#include <dlfcn.h>
#include <stdio.h>

#include "base/arena.h"
#include "emitters.h"
#include "support/emitted.h"
#include "support/trial.h"
#include "support/work.h"

/* Made-up data is left to OPGEN_ALL where there is much of it. */
static const uint64_t quick_count = 2000000;

/* Runs one function on one set of data, its tensors beside either fence. */
static bool
run_function(struct trial *trial, const struct emitted *emitted, const char *name,
	enum numerics numerics)
{
	if (!emitted->function) {
		fprintf(stderr, "%s\n", dlerror());
		return false;
	}
	for (int placement = PLACED_AT_END; placement <= PLACED_AT_BEGIN; placement++) {
		/* The log's last line, should the function crash. */
		fprintf(stderr, "running %s on %s, placed at the %s\n", name, trial->name,
			placement == PLACED_AT_END ? "end" : "beginning");
		emitted_call(
			emitted, (enum placement)placement, trial->input, trial->result);
		if (!trial_check(trial, numerics, trial->result))
			return false;
	}
	return true;
}

/* A variant's function, and the one that takes packed weights, where they come at run
   time. */
static bool
run_variant(struct trial *trial, void *library, size_t i)
{
	const struct work *work = trial->work;
	const struct plan *plan = &work->subject.plan;
	const char *name = work->schedule[i].name;
	const char *packed = arena_format(work->arena, "%s_packed", name);
	struct emitted whole = {.function = dlsym(library, name), .plan = plan};
	bool right = run_function(trial, &whole, name, variants[i].numerics);

	if (entries_of(&work->schedule[i]) > 1) {
		whole.pack = dlsym(library, arena_format(work->arena, "%s_pack", name));
		whole.packed_size = (size_t)packed_bytes(&work->schedule[i]);
		whole.function = whole.pack ? dlsym(library, packed) : NULL;
		right &= run_function(trial, &whole, packed, variants[i].numerics);
	}
	return right;
}

static bool
run_data(const struct work *work, void *library, enum data data)
{
	struct trial trial;
	bool all = true;

	if (!trial_make(&trial, work, data))
		return false;
	for (size_t i = 0; i < nvariant(); i++)
		/* What this machine cannot run is compiled all the same. */
		if (work->made[i] && !is_left_out(variants[i].target))
			all &= run_variant(&trial, library, i);
	return all;
}

static bool
run_group(const struct group *group, const char *shared_object)
{
	void *library = dlopen(shared_object, RTLD_NOW | RTLD_LOCAL);
	bool all = true;

	if (!library) {
		fprintf(stderr, "%s\n", dlerror());
		return false;
	}
	for (size_t i = 0; i < group->nwork; i++) {
		const struct work *work = &group->work[i];

		for (int data = 0; data < NDATA && is_compiled(work); data++)
			if (trial_is_wanted(work, (enum data)data, quick_count))
				all &= run_data(work, library, (enum data)data);
	}
	dlclose(library);
	return all;
}

/* Sanitizers say something about code that runs, compilers about any. */
bool
is_compiled(const struct work *work)
{
	return !work->c.refused && (!is_sanitized() || work->c.data ||
					   trial_is_wanted(work, DATA_ANY, quick_count));
}

bool
group_execute(const struct group *group, const char *c_file, const char *plain_file)
{
	const struct work *first = &group->work[0];
	size_t n = is_exhaustive() ? NCOMPILATION : 1;
	struct compilation tcc = {"tcc", "", "", NULL};
	bool all =
		is_sanitized() || emitted_compile(&tcc, plain_file, NULL, first->arena);

	for (size_t i = group->index; i < group->index + n; i++) {
		const char *name = arena_format(first->arena, "%zu.so", i % NCOMPILATION);
		const char *shared_object = file_in(first, name);
		struct compilation compilation = compilation_of(i);

		fprintf(stderr, "%s %s %s %s\n", compilation.compiler,
			compilation.standard, compilation.level,
			compilation.machine ? compilation.machine : "");
		all &= emitted_compile(
			       &compilation, c_file, shared_object, first->arena) &&
		       run_group(group, shared_object);
	}
	return all;
}
