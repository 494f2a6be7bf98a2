#include "support/lowered.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "code/running/run.h"
#include "code/statements/build.h"
#include "network/compare.h"
#include "network/lower.h"
#include "schedule/kept.h"
#include "support/trial.h"
#include "target/target.h"

static void
keep(void *context, const struct function *function)
{
	struct lowered *l = context;

	l->function = arena_grow(l->arena, l->function, l->n, sizeof *l->function);
	l->function[l->n++] = function;
}

bool
has_own_code(const struct target *target, const struct kernel *kernel)
{
	bool tiles = kernel->kind == PLAN_WINDOW || kernel->kind == PLAN_PRODUCT;

	if (target->attribute)
		return kernel->vectors;
	return !kernel->vectors && (!target->scalars || (tiles && !kernel->straight));
}

struct lowered
lowered_make(const struct schedule *schedule, struct arena *arena)
{
	struct lowered l = {.schedule = schedule, .arena = arena};
	const struct code_sink sink = {.take = keep, .context = &l, .keeps = true};
	struct code_builder code = code_begin(arena, arena, &sink, "");

	schedule_lower(schedule, &code);
	return l;
}

struct lowered
lowered_prove(struct schedule *schedule, const char **wrong, struct arena *arena)
{
	struct lowered l = {.schedule = schedule, .arena = arena};
	const struct code_sink sink = {.take = keep, .context = &l, .keeps = true};

	*wrong = schedule_prove_kept(schedule, &sink, arena);
	return l;
}

const struct function *
lowered_entry(const struct lowered *l, enum entry entry)
{
	return l->function[l->n - (size_t)entries_of(l->schedule) + (size_t)entry];
}

/* Whether the function takes a workspace, as those of several steps do. */
static bool
has_workspace(const struct lowered *l)
{
	return l->schedule->plan->kind == PLAN_NETWORK;
}

size_t
lowered_first_output(const struct lowered *l, enum entry entry)
{
	return lowered_entry(l, entry)->nparameter - plan_noutput(l->schedule->plan) -
	       has_workspace(l);
}

/* The elements of an operand of the schedule's plan that is no constant. */
static const void *
input_of(const struct lowered *l, const void *const *input, size_t operand)
{
	const struct plan *plan = l->schedule->plan;
	size_t n = 0, i = 0;

	if (!l->of)
		return input[operand];
	for (size_t k = 0; k < operand; k++)
		n += !plan->operand[k].constant;
	for (; n > 0 || l->of->operand[i].constant; i++)
		n -= !l->of->operand[i].constant;
	return input[i];
}

/* The arguments of an entry: inputs, then what it writes. */
static void
find_objects(const struct lowered *l, struct run_object *object, enum entry entry,
	const void *const *input, struct run_object packed, void *result)
{
	const struct plan *plan = l->schedule->plan;
	size_t n = 0;

	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *o = &plan->operand[i];

		if (!plan_passes(plan, o) || (entry == ENTRY_PACK && o != plan->weights))
			continue;
		if (entry == ENTRY_PACKED && o == plan->weights)
			object[n++] = packed;
		else
			object[n++] = (struct run_object){(void *)input_of(l, input, i),
				(int64_t)operand_nbyte(o), true};
	}
	if (entry == ENTRY_PACK) {
		object[n] = packed;
		return;
	}
	for (size_t i = 0; i < plan_noutput(plan); i++)
		object[n++] = (struct run_object){(char *)result + emitted_place(plan, i),
			(int64_t)operand_nbyte(plan_output(plan, i)), plan->over != NULL};
	if (has_workspace(l)) {
		int64_t size = schedule_network(l->schedule)->workspace;

		object[n] = (struct run_object){
			arena_alloc(l->arena, (size_t)size + 1), size, false};
	}
}

/* Fills in what the entries find in the output's bytes: the elements of the operand in
   whose place it is computed, or nothing. */
static void
begin(const struct lowered *l, const void *const *input, void *result)
{
	const struct plan *plan = l->schedule->plan;

	if (plan->over)
		memcpy(result, input_of(l, input, (size_t)(plan->over - plan->operand)),
			operand_nbyte(plan->over));
}

/* What a part of a network writes, others read: the workspace is always the same, and
   what they find there is the proof's concern (code/prove.h). */
static void
share_objects(struct lowered *l, struct run_object *object, size_t n)
{
	struct run_object *workspace = &object[n - 1];

	if (!l->workspace) {
		l->workspace = workspace->bytes;
		memset(l->workspace, 0xff, (size_t)workspace->size);
	}
	workspace->bytes = l->workspace;
	for (size_t i = 0; i < n; i++)
		object[i].readable = true;
}

/* Runs a function that is an entry, or a part of it. */
static const char *
call_function(struct lowered *l, const struct function *f, enum entry entry,
	const void *const *input, struct run_object packed, void *result)
{
	bool in_part = l->sample && entry != ENTRY_PACK;
	struct run_object object[MAX_OPERAND + 3];
	struct run_result run;

	find_objects(l, object, entry, input, packed, result);
	if (f->stage && has_workspace(l))
		share_objects(l, object, f->nparameter);
	run = in_part ? code_run_sample(f, object, f->nparameter, l->sample)
		      : code_run(f, object, f->nparameter);
	l->nrun++;
	l->statements += run.statements;
	if (!run.good)
		return arena_copy_text(l->arena, run.message, strlen(run.message));
	for (size_t i = 0; i < f->nparameter && !f->stage && !in_part; i++)
		if (!run.complete[i] &&
			(!f->parameter[i]->is_void || f->parameter[i]->is_packed))
			return arena_format(l->arena, "%s leaves bytes of %s unwritten",
				f->name, f->parameter[i]->name);
	return NULL;
}

static const char *
call(struct lowered *l, enum entry entry, const void *const *input,
	struct run_object packed, void *result)
{
	return call_function(l, lowered_entry(l, entry), entry, input, packed, result);
}

size_t
lowered_stage(const struct lowered *l, size_t stage, const struct function **part)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		if (l->function[i]->stage == stage)
			part[n++] = l->function[i];
	return n;
}

/* Runs the parts of a stage, the last one first and every other one last. None reads what
   another one has written: to each, nothing is written yet. Returns how many there are.
 */
static size_t
call_stage(struct lowered *l, size_t stage, enum entry entry, const void *const *input,
	struct run_object packed, void *result, const char **wrong)
{
	const struct function **part =
		arena_array(l->arena, const struct function *, l->n);
	size_t n = lowered_stage(l, stage, part);

	for (size_t odd = 0; odd < 2; odd++)
		for (size_t i = n; i-- > 0 && !*wrong;)
			if (i % 2 == odd)
				*wrong = call_function(
					l, part[i], entry, input, packed, result);
	return n;
}

/* Runs the parts of an entry, of a network stage by stage. */
static const char *
call_parts(struct lowered *l, enum entry entry, const void *const *input,
	struct run_object packed, void *result)
{
	const char *wrong = NULL;
	size_t stage = (size_t)entry + 1;

	while (call_stage(l, stage, entry, input, packed, result, &wrong) &&
		has_workspace(l))
		stage++;
	return wrong;
}

const char *
lowered_run_parts(struct lowered *l, const void *const *input, void *result)
{
	return call_parts(l, ENTRY_WHOLE, input, (struct run_object){0}, result);
}

const char *
lowered_run_packed_parts(struct lowered *l, const void *const *input, void *result)
{
	size_t size = (size_t)packed_bytes(l->schedule);
	struct run_object packed = {arena_alloc(l->arena, size), (int64_t)size, false};
	const char *wrong = call(l, ENTRY_PACK, input, packed, NULL);

	packed.readable = true;
	return wrong ? wrong : call_parts(l, ENTRY_PACKED, input, packed, result);
}

const char *
lowered_run(struct lowered *l, const void *const *input, void *result)
{
	begin(l, input, result);
	return call(l, ENTRY_WHOLE, input, (struct run_object){0}, result);
}

bool
lowered_packs(const struct lowered *l)
{
	return entries_of(l->schedule) > 1;
}

const char *
lowered_run_packed(struct lowered *l, const void *const *input, void *result)
{
	size_t size = (size_t)packed_bytes(l->schedule);
	struct run_object packed = {arena_alloc(l->arena, size), (int64_t)size, false};
	const char *wrong = call(l, ENTRY_PACK, input, packed, NULL);

	packed.readable = true;
	begin(l, input, result);
	return wrong ? wrong : call(l, ENTRY_PACKED, input, packed, result);
}

const char *
lowered_expressions(const struct lowered *l, int64_t work)
{
	struct kept kept = {.all = 1, .arena = l->arena};

	for (size_t i = 0; i < l->n; i++)
		kept_add(&kept, l->function[i]);

	if (has_workspace(l))
		return network_compare(l->schedule, l->arena);
	return kept_compare(l->schedule, &kept, work, l->arena);
}
