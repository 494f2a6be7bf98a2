#include "support/work.h"

#include <inttypes.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/emitted.h"
#include "support/harness.h"
#include "support/opgen.h"

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
		spec_path(work), "-o", c_file, "--numerics",
		numerics_name(variant->numerics), "--unroll",
		unroll_name(variant->unroll), "--target", variant->target, "--max-output",
		arena_format(arena, "%" PRIu64, variant_max_output(variant))};
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
	return opgen_run(&run);
}

/* The command's messages hold a line that refuses the operation at a place. What is wrong
   with a model, or with a C file, as a whole may have none. */
static bool
says_where(const struct work *work, const char *messages, bool whole)
{
	const char *place = work->c.model ? "(: node [^\n]+)?"
			    : whole       ? "(:[0-9]+:[0-9]+)?"
					  : ":[0-9]+:[0-9]+";
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

bool
work_check_refused(const struct work *work)
{
	const char *c_file = file_in(work, "out.c");
	int status = run_opgen(work, &variants[work->index % nvariant()], c_file);
	size_t size;
	const char *messages = file_read(file_in(work, "messages"), &size, work->arena);

	fputs(messages, stderr);
	if (status == 1 && says_where(work, messages, false) && !file_exists(c_file))
		return true;
	fprintf(stderr,
		"expected exit status 1, path:line:column: error: and no output; "
		"the exit status is %d, an output was %swritten\n",
		status, file_exists(c_file) ? "" : "not ");
	return false;
}

bool
work_has_shape(const struct work *work)
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

/* What a refusal says of the size. That of a step, where the operation is several, says
   nothing of the whole. */
static const char *
estimate_of(const struct work *work, size_t variant)
{
	uint64_t estimate = work->schedule[variant].estimate;

	return estimate ? arena_format(work->arena, "%" PRIu64, estimate)
			: "an estimated ";
}

/* Whether a variant was refused for its size, with nerror errors before it: once, or once
   for each step that is too large. */
static bool
is_too_large(const struct work *work, size_t variant, size_t nerror)
{
	size_t n = work->subject.source.nerror - nerror;

	return (work->schedule[variant].estimate ? n == 1 : n > 0) &&
	       strstr(work->subject.messages, estimate_of(work, variant));
}

/* Schedules every variant. Only full unrolling may be refused, with its estimate. */
static bool
schedule_all(struct work *work)
{
	for (size_t i = 0; i < nvariant(); i++) {
		struct settings said = variant_settings(&variants[i]);
		struct subject *subject = &work->subject;
		size_t nerror = subject->source.nerror;

		if (!is_turn_of(work->turn, i))
			continue;
		work->made[i] = subject_schedule(subject,
			arena_format(
				work->arena, "%s%zu_", variants[i].prefix, work->index),
			&said, variant_max_output(&variants[i]), &work->schedule[i]);
		if (work->made[i])
			continue;
		if (variants[i].kernel && strstr(subject->messages, "does not take"))
			continue;
		if (variants[i].unroll != UNROLL_FULL) {
			fprintf(stderr, "%s refused: %s", variants[i].prefix,
				subject->messages);
			return false;
		}
		if (!is_too_large(work, i, nerror)) {
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

	if (status == 1 && says_where(work, messages, true) &&
		strstr(messages, arena_format(work->arena, "%" PRIu64, ncode)))
		return true;
	fprintf(stderr, "opgen exits with %d on %" PRIu64 " bytes of code: %s\n", status,
		ncode, messages);
	return false;
}

bool
work_check_command(struct work *work)
{
	const struct variant *variant = &variants[work->index % nvariant()];
	struct settings said = variant_settings(variant);
	struct schedule schedule = {.estimate = 0};
	const struct schedule *only = &schedule;
	const char *here = file_in(work, "here.c"), *there = file_in(work, "there.c");
	const char *difference, *wanted, *got;
	size_t nwanted, ngot;
	bool made = subject_schedule(
		&work->subject, "", &said, variant_max_output(variant), &schedule);
	uint64_t ncode = schedule.estimate;
	int status = run_opgen(work, variant, there);

	/* What several steps take together, no estimate says. */
	if (!made && (variant->kernel || !ncode))
		return status == 1 && !file_exists(there);
	if (made && !emit_file(here, &only, 1, &ncode))
		return false;
	if (ncode > variant_max_output(variant))
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

bool
work_plan(struct work *work)
{
	const struct conformance_case *c = &work->c;

	return c->model
		       ? subject_plan_node(&work->subject, c->model, c->node)
		       : subject_plan(&work->subject, spec_path(work), c->spec, c->nspec);
}

bool
work_schedule(struct work *work)
{
	return work_plan(work) && work_has_shape(work) && schedule_all(work);
}
