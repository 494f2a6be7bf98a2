#include "schedule/fit.h"

#include "base/arena.h"
#include "code/statements/build.h"
#include "schedule/kernel_choice.h"

#include <inttypes.h>

enum {
	CODE_TEXT = 64,     /* bytes of C for each byte of machine code, at most, */
	AROUND_TEXT = 65536 /* and of what takes none */
};

static void
add_size(void *context, const struct function *function)
{
	code_size_add(context, function);
}

uint64_t
fit_bytes(const struct schedule *schedule)
{
	struct arena lasting = {0}, body = {0};
	struct code_size size = {.part = {0}};
	const struct code_sink sink = {.take = add_size, .context = &size};
	struct code_builder code = code_begin(&lasting, &body, &sink, "");

	code.in_workspace = takes_scratch(schedule);
	schedule->kernel->lower(schedule, &code);
	arena_free(&body);
	arena_free(&lasting);
	return code_size_bytes(&size, schedule->target->code[0], CODE_OS);
}

bool
fit_design(struct fitting *f, const struct schedule *before, const struct kernel *kernel,
	uint64_t max_output, struct arena *arena)
{
	struct schedule *s = &f->schedule;
	uint64_t code = before->settings.code_size;
	uint64_t most = count_add(count_mul(code, CODE_TEXT), AROUND_TEXT);

	*s = *before;
	if (kernel_obstacle(kernel, s, arena))
		return false;
	s->settings.kernel = kernel;
	s->settings.targets.n = 1;
	if (kernel_choose(s, max_output < most ? max_output : most, arena))
		return false;
	s->settings.kernel = before->settings.kernel;
	s->settings.targets.n = before->settings.targets.n;
	s->why = "the fastest for --code-size";
	f->cycles = schedule_time(s);
	f->bytes = fit_bytes(s);
	return true;
}

size_t
fit_designs(const struct schedule *before, uint64_t max_output, struct fitting **fitting,
	struct arena *arena)
{
	size_t n = 0;

	*fitting = arena_array(arena, struct fitting, nkernel);
	if (before->settings.kernel || before->settings.unroll != UNROLL_AUTO)
		return 0;
	for (size_t i = 0; i < nkernel; i++)
		if (fit_design(
			    &(*fitting)[n], before, kernel_table[i], max_output, arena))
			n++;
	return n;
}

const char *
fit_refusal(const struct settings *settings, uint64_t least, struct arena *arena)
{
	return arena_format(arena,
		"the code would take an estimated %" PRIu64
		" bytes at least, and --code-size allows %" PRIu64,
		least, settings->code_size);
}

const char *
fit_obstacle(const struct target *target, struct arena *arena)
{
	if (target->ncode)
		return NULL;
	return arena_format(arena,
		"--code-size: there is no estimate of the bytes of code for target %s",
		target->name);
}

const char *
schedule_fit(struct schedule *schedule, const struct schedule *before,
	uint64_t max_output, struct arena *arena)
{
	const char *obstacle = fit_obstacle(schedule->target, arena);
	const struct fitting *best = NULL;
	struct fitting *fitting;
	uint64_t least;
	size_t n;

	if (obstacle)
		return obstacle;
	least = fit_bytes(schedule);
	if (least <= before->settings.code_size)
		return NULL;
	n = fit_designs(before, max_output, &fitting, arena);
	for (size_t i = 0; i < n; i++) {
		const struct fitting *f = &fitting[i];

		least = f->bytes < least ? f->bytes : least;
		if (f->bytes <= before->settings.code_size &&
			(!best || f->cycles < best->cycles))
			best = f;
	}
	if (!best)
		return fit_refusal(&before->settings, least, arena);
	*schedule = best->schedule;
	return NULL;
}
