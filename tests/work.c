#include "work.h"

#include <inttypes.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "emitted.h"
#include "harness.h"

const struct variant variants[NVARIANT] = {
	{"sf_", "strict", "full", NUMERICS_STRICT, UNROLL_FULL},
	{"sw_", "strict", "window", NUMERICS_STRICT, UNROLL_WINDOW},
	{"ff_", "fma", "full", NUMERICS_FMA, UNROLL_FULL},
	{"fw_", "fma", "window", NUMERICS_FMA, UNROLL_WINDOW},
	{"sa_", "strict", "auto", NUMERICS_STRICT, UNROLL_AUTO},
	{"fa_", "fma", "auto", NUMERICS_FMA, UNROLL_AUTO},
};

/* The code of auto is that of another level. */
size_t
nvariant(void)
{
	return is_sanitized() ? NVARIANT - 2 : NVARIANT;
}

/* The default of --max-output, and what a compiler does not take long for. Straight-line
   code beyond that is left to OPGEN_ALL. */
static const uint64_t usual_code = 16 * 1024 * 1024, quick_code = 96 * 1024,
		      sanitized_code = 12 * 1024;

bool
is_exhaustive(void)
{
	return getenv("OPGEN_ALL") != NULL;
}

static uint64_t
max_output(const struct variant *variant)
{
	if (variant->unroll != UNROLL_FULL || is_exhaustive())
		return usual_code;
	return is_sanitized() ? sanitized_code : quick_code;
}

const char *
file_in(const struct work *work, const char *name)
{
	return arena_format(work->arena, "%s/%s", work->directory, name);
}

/* Runs the real command on the spec, which it writes first. */
static int
run_opgen(const struct work *work, const struct variant *variant, const char *c_file)
{
	struct arena *arena = work->arena;
	const char *spec = file_in(work, "spec.json");
	const char *argv[] = {arena_format(arena, "%s/opgen", build_directory()), spec,
		"-o", c_file, "--numerics", variant->numerics_option, "--unroll",
		variant->unroll_option, "--max-output",
		arena_format(arena, "%" PRIu64, max_output(variant)), NULL};
	struct run run = {.argv = argv, .messages = file_in(work, "messages")};

	file_write(spec, work->c.spec, work->c.nspec);
	return run_command(&run);
}

/* The command's messages hold a line that refuses the spec at a place. */
static bool
says_where(const struct work *work, const char *messages)
{
	regex_t pattern;
	bool matches;

	if (regcomp(&pattern,
		    arena_format(work->arena,
			    "(^|\n)%s/spec\\.json:[0-9]+:[0-9]+: error: [^\n]+\n",
			    work->directory),
		    REG_EXTENDED | REG_NOSUB))
		abort();
	matches = !regexec(&pattern, messages, 0, NULL, 0);
	regfree(&pattern);
	return matches;
}

static bool
check_refused(const struct work *work)
{
	const char *c_file = file_in(work, "out.c");
	int status = run_opgen(work, &variants[work->index % nvariant()], c_file);
	size_t size;
	const char *messages = file_read(file_in(work, "messages"), &size, work->arena);

	fputs(messages, stderr);
	if (status == 1 && says_where(work, messages) && !file_exists(c_file))
		return true;
	fprintf(stderr,
		"expected exit status 1, path:line:column: error: and no output; "
		"the exit status is %d, an output was %swritten\n",
		status, file_exists(c_file) ? "" : "not ");
	return false;
}

static bool
check_shape(const struct work *work)
{
	const struct operand *dst = &work->subject.plan.dst;
	size_t rank = json_array_size(work->c.shape);

	for (size_t i = 0; i < rank && rank == (size_t)dst->rank; i++)
		if (json_integer_value(json_array_get(work->c.shape, i)) != dst->shape[i])
			rank = SIZE_MAX;
	if (rank == (size_t)dst->rank)
		return true;
	fprintf(stderr, "expected the shape %s, got [",
		json_dumps(work->c.shape, JSON_COMPACT));
	for (int i = 0; i < dst->rank; i++)
		fprintf(stderr, "%s%" PRId64, i ? "," : "", dst->shape[i]);
	fprintf(stderr, "]\n");
	return false;
}

/* Schedules every variant. Only full unrolling may be refused, with its estimate. */
static bool
schedule_all(struct work *work)
{
	for (size_t i = 0; i < nvariant(); i++) {
		struct settings settings = {.numerics = variants[i].numerics,
			.unroll = variants[i].unroll,
			.has_unroll = true};
		struct settings said = settings_resolve(&settings, &(struct settings){0});
		struct subject *subject = &work->subject;
		size_t nerror = subject->source.nerror;

		work->made[i] = subject_schedule(subject, variants[i].prefix, &said,
			max_output(&variants[i]), &work->schedule[i]);
		if (work->made[i])
			continue;
		if (variants[i].unroll != UNROLL_FULL) {
			fprintf(stderr, "%s refused: %s", variants[i].prefix,
				subject->messages);
			return false;
		}
		if (subject->source.nerror != nerror + 1 ||
			!strstr(subject->messages, arena_format(work->arena, "%" PRIu64,
							   work->schedule[i].estimate))) {
			fprintf(stderr, "no error with the estimate of %" PRIu64 ": %s",
				work->schedule[i].estimate, subject->messages);
			return false;
		}
	}
	return true;
}

/* The command refuses code that turns out larger than was estimated, and says so. */
static bool
check_command_refuses(const struct work *work, int status, uint64_t ncode)
{
	size_t size;
	const char *messages = file_read(file_in(work, "messages"), &size, work->arena);

	if (status == 1 && says_where(work, messages) &&
		strstr(messages, arena_format(work->arena, "%" PRIu64, ncode)))
		return true;
	fprintf(stderr, "opgen exits with %d on %" PRIu64 " bytes of code: %s\n", status,
		ncode, messages);
	return false;
}

/* One of the variants as the command writes it is what the rooms write in this process.
 */
static bool
check_command(struct work *work)
{
	const struct variant *variant = &variants[work->index % nvariant()];
	struct schedule schedule = work->schedule[work->index % nvariant()];
	const struct schedule *only = &schedule;
	const char *here = file_in(work, "here.c"), *there = file_in(work, "there.c");
	const char *difference, *wanted, *got;
	size_t nwanted, ngot;
	uint64_t ncode = schedule.estimate;
	int status = run_opgen(work, variant, there);

	schedule.name = work->subject.plan.name;
	if (work->made[work->index % nvariant()] && !emit_file(here, &only, 1, &ncode))
		return false;
	if (ncode > max_output(variant))
		return check_command_refuses(work, status, ncode) && !file_exists(there);
	if (status) {
		fprintf(stderr, "opgen exits with %d\n", status);
		return false;
	}
	wanted = file_read(here, &nwanted, work->arena);
	got = file_read(there, &ngot, work->arena);
	difference = text_difference(wanted, nwanted, got, ngot, work->arena);
	if (difference)
		fprintf(stderr, "the command writes something else: %s\n", difference);
	return !difference;
}

static bool
check_computed(struct work *work)
{
	const struct schedule *made[NVARIANT];
	const char *c_file = file_in(work, "all.c");
	size_t nmade = 0;
	uint64_t ncode;

	if (!subject_plan(&work->subject, file_in(work, "spec.json"), work->c.spec,
		    work->c.nspec) ||
		!check_shape(work) || !schedule_all(work))
		return false;
	for (size_t i = 0; i < nvariant(); i++)
		if (work->made[i])
			made[nmade++] = &work->schedule[i];
	return emit_file(c_file, made, nmade, &ncode) && work_execute(work, c_file) &&
	       check_command(work);
}

bool
work_check(struct work *work)
{
	return work->c.refused ? check_refused(work) : check_computed(work);
}
