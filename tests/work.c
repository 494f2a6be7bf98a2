#include "work.h"

#include <inttypes.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "emitted.h"
#include "harness.h"
#include "machine.h"

const struct variant variants[NVARIANT] = {
	{"sf_", "strict", "full", NUMERICS_STRICT, UNROLL_FULL, "generic", NULL},
	{"sw_", "strict", "window", NUMERICS_STRICT, UNROLL_WINDOW, "generic", NULL},
	{"ff_", "fma", "full", NUMERICS_FMA, UNROLL_FULL, "generic", NULL},
	{"fw_", "fma", "window", NUMERICS_FMA, UNROLL_WINDOW, "generic", NULL},
	{"s3_", "strict", "auto", NUMERICS_STRICT, UNROLL_AUTO, "x86-64-v3", NULL},
	{"f4_", "fma", "auto", NUMERICS_FMA, UNROLL_AUTO, "x86-64-v4,x86-64-v3", NULL},
	{"kn_", "fma", "window", NUMERICS_FMA, UNROLL_WINDOW, "x86-64-v4", "channels"},
	{"ks_", "fma", "window", NUMERICS_FMA, UNROLL_WINDOW, "x86-64-v4", "columns"},
	{"k3_", "strict", "window", NUMERICS_STRICT, UNROLL_WINDOW, "x86-64-v3",
		"channels"},
	{"c3_", "strict", "window", NUMERICS_STRICT, UNROLL_WINDOW, "x86-64-v3",
		"columns"},
	{"v3_", "strict", "full", NUMERICS_STRICT, UNROLL_FULL, "x86-64-v3", NULL},
	{"v4_", "fma", "full", NUMERICS_FMA, UNROLL_FULL, "x86-64-v4", NULL},
	{"sa_", "strict", "auto", NUMERICS_STRICT, UNROLL_AUTO, "generic", NULL},
	{"fa_", "fma", "auto", NUMERICS_FMA, UNROLL_AUTO, "generic", NULL},
};

/* The code of auto is that of another level. */
size_t
nvariant(void)
{
	return is_sanitized() || machine_asked_for() ? NVARIANT - 2 : NVARIANT;
}

/* Variants for targets with vectors, one behind the other; the last ones, with a design
   that is asked for by name or without loops, take turns. */
enum {
	NVECTOR = 8,
	NTURN = 6
};

/* The default of --max-output, and what a compiler does not take long for. Straight-line
   code beyond that is left to OPGEN_ALL. */
static const uint64_t usual_code = 16 * 1024 * 1024, quick_code = 96 * 1024,
		      short_code = 12 * 1024;

bool
is_exhaustive(void)
{
	return getenv("OPGEN_ALL") != NULL;
}

static uint64_t
max_output(const struct variant *variant)
{
	if (variant->unroll != UNROLL_FULL)
		return usual_code;
	if (machine_asked_for())
		return short_code;
	if (is_exhaustive())
		return usual_code;
	return is_sanitized() ? short_code : quick_code;
}

const char *
file_in(const struct work *work, const char *name)
{
	return arena_format(work->arena, "%s/%s", work->directory, name);
}

/* Where the command is to find the operation. */
static const char *
spec_path(const struct work *work)
{
	return work->c.model ? work->c.model : file_in(work, "spec.json");
}

/* Runs the real command on the model, or on the spec, which it writes first. */
static int
run_opgen(const struct work *work, const struct variant *variant, const char *c_file)
{
	struct arena *arena = work->arena;
	const char *argv[20] = {arena_format(arena, "%s/opgen", build_directory()),
		spec_path(work), "-o", c_file, "--numerics", variant->numerics_option,
		"--unroll", variant->unroll_option, "--target", variant->target,
		"--max-output", arena_format(arena, "%" PRIu64, max_output(variant))};
	struct run run = {.argv = argv, .messages = file_in(work, "messages")};
	size_t n = 0;

	while (argv[n])
		n++;
	if (work->c.model)
		argv[n++] = arena_format(arena, "--node=#%zu", work->c.node);
	else
		file_write(spec_path(work), work->c.spec, work->c.nspec);
	if (variant->kernel)
		argv[n++] = arena_format(arena, "--kernel=%s", variant->kernel);
	return run_command(&run);
}

/* The command's messages hold a line that refuses the operation at a place. What is wrong
   with a model as a whole has none. */
static bool
says_where(const struct work *work, const char *messages)
{
	const char *place = work->c.model ? "(: node [^\n]+)?" : ":[0-9]+:[0-9]+";
	regex_t pattern;
	bool matches;

	if (regcomp(&pattern,
		    arena_format(work->arena, "(^|\n)%s%s: error: [^\n]+\n",
			    spec_path(work), place),
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

/* On another machine its vectors take the place of this one's. */
static const char *
target_of(const struct variant *variant)
{
	const struct machine *machine = machine_asked_for();

	return machine && strcmp(variant->target, "generic") ? machine->target
							     : variant->target;
}

static struct settings
settings_of(const struct variant *variant)
{
	struct settings settings = {.numerics = variant->numerics,
		.unroll = variant->unroll,
		.has_unroll = true};
	struct arena arena = {0};

	if (settings_set(&settings, "target", target_of(variant), &arena) ||
		(variant->kernel &&
			settings_set(&settings, "kernel", variant->kernel, &arena)))
		abort();
	arena_free(&arena);
	return settings_resolve(&settings, &(struct settings){0});
}

/* A case is emitted in one of the variants that take turns. Sanitizers make compilers
   slow on vectors: there every fourth case is emitted for one vector variant. */
static bool
is_turn_of(const struct work *work, size_t variant)
{
	const struct variant *v = &variants[variant];

	if (is_exhaustive() || !strcmp(v->target, "generic"))
		return true;
	if (is_sanitized())
		return work->index % 4 == 0 && (work->index / 4 + variant) % NVECTOR == 0;
	return v->unroll == UNROLL_AUTO || (work->index + variant) % NTURN == 0;
}

/* Schedules every variant. Only full unrolling may be refused, with its estimate. */
static bool
schedule_all(struct work *work)
{
	for (size_t i = 0; i < nvariant(); i++) {
		struct settings said = settings_of(&variants[i]);

		if (!is_turn_of(work, i))
			continue;
		struct subject *subject = &work->subject;
		size_t nerror = subject->source.nerror;

		work->made[i] = subject_schedule(subject, variants[i].prefix, &said,
			max_output(&variants[i]), &work->schedule[i]);
		if (work->made[i])
			continue;
		if (variants[i].kernel && strstr(subject->messages, "does not take"))
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
	struct settings said = settings_of(variant);
	struct schedule schedule;
	const struct schedule *only = &schedule;
	const char *here = file_in(work, "here.c"), *there = file_in(work, "there.c");
	const char *difference, *wanted, *got;
	size_t nwanted, ngot;
	bool made = subject_schedule(
		&work->subject, "", &said, max_output(variant), &schedule);
	uint64_t ncode = schedule.estimate;
	int status = run_opgen(work, variant, there);

	if (!made && variant->kernel)
		return status == 1 && !file_exists(there);
	if (made && !emit_file(here, &only, 1, &ncode))
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
plan(struct work *work)
{
	const struct conformance_case *c = &work->c;

	return c->model
		       ? subject_plan_node(&work->subject, c->model, c->node)
		       : subject_plan(&work->subject, spec_path(work), c->spec, c->nspec);
}

static bool
check_computed(struct work *work)
{
	const struct schedule *made[NVARIANT], *plain[NVARIANT];
	const struct machine *machine = machine_asked_for();
	const char *c_file = file_in(work, "all.c"),
		   *plain_file = file_in(work, "plain.c");
	size_t nmade = 0, nplain = 0;
	uint64_t ncode;

	if (!plan(work) || !check_shape(work) || !schedule_all(work))
		return false;
	for (size_t i = 0; i < nvariant(); i++) {
		if (!work->made[i])
			continue;
		made[nmade++] = &work->schedule[i];
		if (!work->schedule[i].target->attribute)
			plain[nplain++] = &work->schedule[i];
	}
	if (!emit_file(c_file, made, nmade, &ncode))
		return false;
	if (machine)
		return work_execute_elsewhere(work, machine, c_file);
	return emit_file(plain_file, plain, nplain, &ncode) &&
	       work_execute(work, c_file, plain_file) && check_command(work);
}

bool
work_check(struct work *work)
{
	return work->c.refused ? check_refused(work) : check_computed(work);
}
