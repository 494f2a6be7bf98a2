#include "work.h"

#include <dlfcn.h>
#include <stdio.h>

#include "arena.h"
#include "emitted.h"
#include "trial.h"

/* Made-up data is left to OPGEN_ALL where there is much of it. */
static const uint64_t quick_count = 2000000;

/* Runs one function on one set of data, its tensors beside either fence. */
static bool
run_variant(struct trial *trial, void *library, const struct variant *variant)
{
	const struct work *work = trial->work;
	const struct plan *plan = &work->subject.plan;
	const char *name = arena_format(work->arena, "%s%s", variant->prefix, plan->name);
	struct emitted emitted = {dlsym(library, name), plan};
	void *result = arena_alloc(work->arena, operand_nbyte(&plan->dst));

	if (!emitted.function) {
		fprintf(stderr, "%s\n", dlerror());
		return false;
	}
	for (int placement = PLACED_AT_END; placement <= PLACED_AT_BEGIN; placement++) {
		/* The log's last line, should the function crash. */
		fprintf(stderr, "running %s on %s, placed at the %s\n", name, trial->name,
			placement == PLACED_AT_END ? "end" : "beginning");
		emitted_call(&emitted, (enum placement)placement, trial->input, result);
		if (!trial_check(trial, variant->numerics, result))
			return false;
	}
	return true;
}

static bool
run_data(const struct work *work, void *library, enum data data)
{
	struct trial trial;
	bool all = true;

	if (!trial_make(&trial, work, data))
		return false;
	for (size_t i = 0; i < nvariant(); i++)
		if (work->made[i])
			all &= run_variant(&trial, library, &variants[i]);
	return all;
}

static bool
run_all(const struct work *work, const char *shared_object)
{
	void *library = dlopen(shared_object, RTLD_NOW | RTLD_LOCAL);
	bool all = true;

	if (!library) {
		fprintf(stderr, "%s\n", dlerror());
		return false;
	}
	for (int data = 0; data < NDATA; data++)
		if (trial_is_wanted(work, (enum data)data, quick_count))
			all &= run_data(work, library, (enum data)data);
	dlclose(library);
	return all;
}

bool
work_execute(const struct work *work, const char *c_file, const char *plain_file)
{
	size_t first = work->index, n = is_exhaustive() ? NCOMPILATION : 1;
	struct compilation tcc = {"tcc", "", "", NULL};
	bool all;

	/* Sanitizers say something about code that runs. */
	if (is_sanitized() && !work->c.data &&
		!trial_is_wanted(work, DATA_ANY, quick_count))
		return true;
	all = is_sanitized() || emitted_compile(&tcc, plain_file, NULL, work->arena);

	for (size_t i = first; i < first + n; i++) {
		const char *name = arena_format(work->arena, "%zu.so", i % NCOMPILATION);
		const char *shared_object = file_in(work, name);
		struct compilation compilation = compilation_of(i);

		fprintf(stderr, "%s %s %s %s\n", compilation.compiler,
			compilation.standard, compilation.level,
			compilation.machine ? compilation.machine : "");
		all &= emitted_compile(
			       &compilation, c_file, shared_object, work->arena) &&
		       run_all(work, shared_object);
	}
	return all;
}
