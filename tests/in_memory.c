#include "in_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/build.h"
#include "code/expect.h"
#include "code/run.h"
#include "kernel_choice.h"
#include "kernels/common/lowering.h"
#include "kernels/kernel.h"

/* The functions that a schedule is lowered to. */
struct lowered {
	const struct function **function;
	size_t n;
	struct arena arena;
};

static void
keep(void *context, const struct function *function)
{
	struct lowered *l = context;

	l->function = arena_grow(&l->arena, l->function, l->n, sizeof *l->function);
	l->function[l->n++] = function;
}

/* The entries are the last ones. */
static const struct function *
entry_of(const struct lowered *l, const struct schedule *schedule, enum entry entry)
{
	return l->function[l->n - (size_t)entries_of(schedule) + (size_t)entry];
}

static bool
call(struct in_memory *counts, const struct function *f, const struct run_object *object)
{
	struct run_result result = code_run(f, object, f->nparameter);

	counts->nrun++;
	counts->statements += result.statements;
	if (!result.good) {
		fprintf(stderr, "%s\n", result.message);
		return false;
	}
	for (size_t i = 0; i < f->nparameter; i++)
		if (!result.complete[i]) {
			fprintf(stderr, "%s leaves bytes of %s unwritten\n", f->name,
				f->parameter[i]->name);
			return false;
		}
	return true;
}

/* The arguments of an entry: inputs, then what it writes. */
static void
find_objects(struct run_object *object, const struct trial *trial, enum entry entry,
	void *packed, int64_t packed_size)
{
	const struct plan *plan = &trial->work->subject.plan;
	size_t n = 0;

	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *o = &plan->operand[i];

		if (o->constant || (entry == ENTRY_PACK && o != plan->weights))
			continue;
		if (entry == ENTRY_PACKED && o == plan->weights)
			object[n++] = (struct run_object){packed, packed_size, true};
		else
			object[n++] = (struct run_object){
				(void *)trial->input[i], (int64_t)operand_nbyte(o), true};
	}
	if (entry == ENTRY_PACK) {
		object[n] = (struct run_object){packed, packed_size, false};
		return;
	}
	object[n++] = (struct run_object){
		trial->result, (int64_t)operand_nbyte(&plan->dst), false};
	if (plan->second.name)
		object[n] =
			(struct run_object){(char *)trial->result + emitted_second(plan),
				(int64_t)operand_nbyte(&plan->second), false};
}

static bool
run_entries(struct in_memory *counts, struct trial *trial, const struct lowered *l,
	const struct schedule *schedule)
{
	enum numerics numerics = schedule->settings.numerics;
	struct run_object object[MAX_RANK + 3];
	int64_t size = (int64_t)packed_bytes(schedule);
	void *packed;
	bool right;

	find_objects(object, trial, ENTRY_WHOLE, NULL, 0);
	right = call(counts, entry_of(l, schedule, ENTRY_WHOLE), object) &&
		trial_check(trial, numerics, trial->result);
	if (!right || entries_of(schedule) == 1)
		return right;
	packed = calloc(1, (size_t)size + 1);
	find_objects(object, trial, ENTRY_PACK, packed, size);
	right = call(counts, entry_of(l, schedule, ENTRY_PACK), object);
	find_objects(object, trial, ENTRY_PACKED, packed, size);
	right = right && call(counts, entry_of(l, schedule, ENTRY_PACKED), object) &&
		trial_check(trial, numerics, trial->result);
	free(packed);
	return right;
}

/* Sums are made of the right products, in the right order. */
static bool
check_expressions(const struct lowered *l, const struct schedule *schedule)
{
	bool packs = entries_of(schedule) > 1;
	const struct entries entries = {
		.whole = entry_of(l, schedule, ENTRY_WHOLE),
		.pack = packs ? entry_of(l, schedule, ENTRY_PACK) : NULL,
		.packed = packs ? entry_of(l, schedule, ENTRY_PACKED) : NULL,
		.packed_bytes = packs ? (int64_t)packed_bytes(schedule) : 0,
	};
	struct arena arena = {0};
	const char *wrong = NULL;

	if (!schedule->kernel->fast)
		wrong = expect_wrong(schedule->plan,
			schedule->settings.numerics == NUMERICS_FMA, &entries, &arena);
	if (wrong)
		fprintf(stderr, "%s\n", wrong);
	arena_free(&arena);
	return !wrong;
}

static bool
run_settings(
	struct in_memory *counts, struct trial *trial, const struct settings *settings)
{
	struct subject *subject = &((struct work *)trial->work)->subject;
	size_t nerror = subject->source.nerror;
	struct lowered l = {0};
	struct arena arena = {0}, body = {0};
	const struct code_sink sink = {.take = keep, .context = &l, .keeps = true};
	struct schedule schedule;
	struct code_builder code;
	bool right;

	if (!subject_schedule(subject, "", settings, 4 << 20, &schedule)) {
		/* A design does not take every plan, nor is every plan short. */
		subject->source.nerror = nerror;
		return true;
	}
	if (!schedule.kernel->lower)
		return true;
	code = code_begin(&arena, &body, &sink, "");
	schedule.kernel->lower(&schedule, &code);
	right = run_entries(counts, trial, &l, &schedule) &&
		check_expressions(&l, &schedule);
	if (!right)
		fprintf(stderr, "^ %s, %s, unroll %s, numerics %s, %s data\n",
			schedule.kernel->name, schedule.target->name,
			unroll_name(settings->unroll), numerics_name(settings->numerics),
			trial->name);
	arena_free(&l.arena);
	arena_free(&body);
	arena_free(&arena);
	return right;
}

/* Every design by name, in both numerics, and what is chosen without one. */
static bool
run_target(struct in_memory *counts, struct trial *trial, const struct target *target)
{
	struct settings settings = {.targets = {{target}, 1}, .has_unroll = true};
	bool right;

	settings.numerics = NUMERICS_FMA;
	right = run_settings(counts, trial, &settings);
	settings.unroll = UNROLL_FULL;
	right &= run_settings(counts, trial, &settings);
	settings.unroll = UNROLL_AUTO;
	for (size_t k = 0; k < nkernel; k++)
		/* Plain C is the same for every target. */
		for (int fused = 0; fused < 2; fused++) {
			if (target->attribute && !kernel_table[k]->vectors)
				continue;
			settings.kernel = kernel_table[k];
			settings.numerics = fused ? NUMERICS_FMA : NUMERICS_STRICT;
			right &= run_settings(counts, trial, &settings);
		}
	return right;
}

bool
in_memory_run(struct in_memory *counts, struct trial *trial)
{
	bool right = true;

	for (size_t t = 0; t < ntarget; t++)
		right &= run_target(counts, trial, &target_table[t]);
	return right;
}
