#include "support/in_memory.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/out.h"
#include "base/sha256.h"
#include "code/running/run.h"
#include "code/statements/dump.h"
#include "schedule/kernel_choice.h"
#include "support/lowered.h"

/* Whether the parts compute the same between them. */
static const char *
check_parts(struct trial *trial, struct lowered *l)
{
	enum numerics numerics = l->schedule->settings.numerics;
	size_t size = emitted_nbyte(l->schedule->plan);
	const char *wrong;

	memset(trial->result, 0xa5, size);
	wrong = lowered_run_parts(l, trial->input, trial->result);
	if (!wrong)
		wrong = trial_difference(trial, numerics, trial->result);
	if (wrong || !lowered_packs(l))
		return wrong;
	memset(trial->result, 0xa5, size);
	wrong = lowered_run_packed_parts(l, trial->input, trial->result);
	return wrong ? wrong : trial_difference(trial, numerics, trial->result);
}

/* Whether they do of one set of data, in part. */
static const char *
check_in_part(struct trial *trial, struct lowered *l)
{
	const char *wrong = NULL;

	/* What some passes of a step leave out, the next step would read. */
	if (l->schedule->plan->kind == PLAN_NETWORK)
		return NULL;
	for (int packed = 0; packed < 1 + lowered_packs(l) && !wrong; packed++) {
		enum entry entry = packed ? ENTRY_PACKED : ENTRY_WHOLE;

		wrong = packed ? lowered_run_packed(l, trial->input, trial->result)
			       : lowered_run(l, trial->input, trial->result);
		if (!wrong && !l->sample->nrange)
			wrong = "nothing is stored by the passes that are run";
		if (!wrong)
			wrong = trial_part_difference(trial,
				l->schedule->settings.numerics, trial->result,
				l->sample->range, l->sample->nrange,
				lowered_first_output(l, entry));
	}
	return wrong;
}

/* Whether they do as a whole. */
static const char *
check_whole(struct trial *trial, struct lowered *l)
{
	enum numerics numerics = l->schedule->settings.numerics;
	const char *wrong = lowered_run(l, trial->input, trial->result);

	if (!wrong)
		wrong = trial_difference(trial, numerics, trial->result);
	if (!wrong && lowered_packs(l)) {
		wrong = lowered_run_packed(l, trial->input, trial->result);
		if (!wrong)
			wrong = trial_difference(trial, numerics, trial->result);
	}
	if (!wrong && l->schedule->settings.parts)
		wrong = check_parts(trial, l);
	return wrong;
}

/* Whether the same code was run before, for another target, of all data; notes that it is
   run now. */
static bool
has_run(struct in_memory *m, const struct lowered *l)
{
	struct arena *lasting = &m->subject->arena;
	struct sha256 sha256;
	struct out out = {.buffer = arena_alloc(l->arena, OUT_BUFFER),
		.descriptor = -1,
		.sha256 = &sha256};
	char *sum = arena_alloc(lasting, SHA256_TEXT);

	sha256_begin(&sha256);
	out_text(&out, numerics_name(l->schedule->settings.numerics));
	for (size_t i = 0; i < l->n; i++)
		dump_function(&out, l->function[i]);
	out_flush(&out);
	sha256_end(&sha256, sum);
	for (size_t i = 0; i < m->nran; i++)
		if (!strcmp(m->ran[i], sum))
			return true;
	m->ran = arena_grow(lasting, (void *)m->ran, m->nran, sizeof *m->ran);
	m->ran[m->nran++] = sum;
	return false;
}

/* Whether the functions are proven, compute what they should of all data, and have the
   right products in the right order. Those are the same for all data. */
static const char *
check(struct in_memory *m, struct schedule *schedule, struct arena *arena)
{
	struct run_sample sample = {
		.statements = PART_STATEMENTS, .turn = m->turn, .arena = arena};
	const char *wrong;
	/* With the work that opgen spends. */
	struct lowered l = lowered_prove(schedule, &wrong, arena);

	if (wrong)
		return arena_format(arena, "cannot be proven: %s", wrong);
	/* Small code is plain C whatever the target is, and short. */
	if (schedule->kernel->small && has_run(m, &l))
		return NULL;
	l.of = &m->subject->plan;
	l.sample = m->in_part ? &sample : NULL;
	for (size_t i = 0; i < m->ntrial && !wrong; i++) {
		struct trial *trial = &m->trial[i];

		wrong = m->in_part ? check_in_part(trial, &l) : check_whole(trial, &l);
		if (wrong)
			wrong = arena_format(arena, "%s\n^ %s data", wrong, trial->name);
	}
	m->nrun += l.nrun;
	m->statements += l.statements;
	if (!wrong && m->all_expressions)
		wrong = lowered_expressions(&l, INT64_MAX);
	return wrong ? wrong : lowered_expressions(&l, LITTLE_WORK);
}

static bool
run_settings(struct in_memory *m, const struct settings *settings)
{
	struct subject *subject = m->subject;
	size_t nerror = subject->source.nerror;
	struct arena arena = {0};
	struct schedule schedule;
	const char *wrong;
	bool refused;

	if (!subject_make(subject, "", settings, 4 << 20, &schedule)) {
		/* A design does not take every plan, nor is every plan short. */
		refused = subject->source.nerror > nerror;
		subject->source.nerror = nerror;
		return refused;
	}
	for (size_t i = 0; i < nkernel; i++)
		m->nkernel[i] += kernel_table[i] == schedule.kernel;
	wrong = check(m, &schedule, &arena);
	if (wrong)
		fprintf(stderr, "%s\n^ %s, %s, unroll %s, numerics %s\n", wrong,
			schedule.kernel->name, schedule.target->name,
			unroll_name(settings->unroll), numerics_name(settings->numerics));
	arena_free(&arena);
	return !wrong;
}

/* What is chosen without a design's name. */
static bool
run_freely(struct in_memory *m, struct settings settings)
{
	bool right;

	settings.numerics = NUMERICS_FMA;
	right = run_settings(m, &settings);
	settings.unroll = UNROLL_FULL;
	right &= run_settings(m, &settings);
	/* Small code is plain C, which is the same for every target. */
	settings.unroll = UNROLL_SMALL;
	return (settings.targets.target[0]->attribute || run_settings(m, &settings)) &&
	       right;
}

/* Every design by name, in both numerics, and what is chosen without one; on targets with
   tiles of scalars that is one of those that are tried by name there or on generic. */
static bool
run_target(struct in_memory *m, const struct target *target)
{
	struct settings settings = {.targets = {{target}, 1}, .has_unroll = true};
	bool right = target->scalars || run_freely(m, settings);

	for (size_t k = 0; k < nkernel; k++)
		for (int fused = 0; fused < 2; fused++) {
			if (!has_own_code(target, kernel_table[k]))
				continue;
			settings.kernel = kernel_table[k];
			settings.numerics = fused ? NUMERICS_FMA : NUMERICS_STRICT;
			settings.parts = fused && !m->in_part ? 2 + k % 4 : 0;
			right &= run_settings(m, &settings);
		}
	return right;
}

bool
in_memory_run(struct in_memory *m)
{
	bool right = true;

	for (size_t t = 0; t < ntarget; t++)
		right &= run_target(m, &target_table[t]);
	return right;
}
