#include "cli/options/usage_check.h"

#include <string.h>

#include "base/arena.h"
#include "base/complain.h"
#include "base/paths.h"
#include "cli/options/reading.h"
#include "deliver/claims.h"
#include "diag/offer.h"

static bool
check_specs(const struct reading *reading)
{
	const struct options *options = reading->options;
	bool takes_specs = options->command != COMMAND_LIST &&
			   options->command != COMMAND_DESCRIBE &&
			   options->command != COMMAND_SCHEMA;
	size_t nstandard = 0;

	if (takes_specs && !options->nspec)
		return wrong("no SPEC is given");
	if (!takes_specs && options->nspec)
		return wrong("%s takes no SPEC", reading->commanded);
	for (size_t i = 0; i < options->nspec; i++)
		nstandard += path_is_standard(options->spec[i]);
	return nstandard < 2 || wrong("standard input can be read only once");
}

/* Options that exclude each other: those of a row's second list cannot be combined with
   the first's. NOPTION ends a list. */
struct exclusion {
	enum option_id one[6], other[16];
};

/* clang-format off */
static const struct exclusion exclusions[] = {
	/* Where -o is no C file. */
	{{OPTION_EXPLAIN, NOPTION}, {OPTION_CHECK, OPTION_MANIFEST, OPTION_NINJA, OPTION_DEPFILE, OPTION_DEPFILE_NAME, NOPTION}},
	{{OPTION_EMIT_CODE, OPTION_LIST, OPTION_DESCRIBE, OPTION_SCHEMA, NOPTION},
		{OPTION_CHECK, OPTION_HEADER, OPTION_CONSTANTS, OPTION_SECTION, OPTION_REPORT, OPTION_SELF_TEST, OPTION_MANIFEST, OPTION_NINJA, OPTION_DEPFILE, OPTION_DEPFILE_NAME, NOPTION}},
	{{OPTION_LIST_NODES, OPTION_EMIT_SPEC, NOPTION},
		{OPTION_CHECK, OPTION_HEADER, OPTION_CONSTANTS, OPTION_SECTION, OPTION_REPORT, OPTION_SELF_TEST, OPTION_MANIFEST, OPTION_NINJA, OPTION_DEPFILE, OPTION_DEPFILE_NAME, OPTION_PREFIX, OPTION_MAX_OUTPUT, OPTION_MAX_STACK, OPTION_MAX_WORKSPACE, OPTION_CODE_SIZE, NOPTION}},
	{{OPTION_LIST_NODES, NOPTION},
		{OPTION_NODE, OPTION_ALL_NODES, OPTION_WEIGHTS, OPTION_TARGET, OPTION_NUMERICS, OPTION_UNROLL, OPTION_KERNEL, OPTION_WORKSPACE, OPTION_LAYOUT, OPTION_PARTS, NOPTION}},
	{{OPTION_LIST, OPTION_DESCRIBE, OPTION_SCHEMA, NOPTION},
		{OPTION_FROM, OPTION_NODE, OPTION_ALL_NODES, OPTION_SHAPE, OPTION_DIM, OPTION_OPSET, OPTION_WEIGHTS, NOPTION}},
	{{OPTION_ALL_NODES, NOPTION}, {OPTION_NODE, OPTION_NAME, NOPTION}},
	{{OPTION_GRAPH, NOPTION}, {OPTION_NODE, OPTION_ALL_NODES, OPTION_WEIGHTS, OPTION_LAYOUT, NOPTION}},
};

/* Options that contain names of one model. */
static const enum option_id of_one_model[] = {
	OPTION_LIST_NODES, OPTION_NODE, OPTION_SHAPE, OPTION_DIM, OPTION_EMIT_SPEC, OPTION_GRAPH, OPTION_NAME};
/* clang-format on */

static bool
check_exclusion(const struct reading *reading, const struct exclusion *exclusion)
{
	for (size_t i = 0; exclusion->one[i] != NOPTION; i++)
		for (size_t k = 0; exclusion->other[k] != NOPTION; k++)
			if (reading->given[exclusion->one[i]] &&
				reading->given[exclusion->other[k]])
				return wrong("%s and %s exclude each other",
					option_rule[exclusion->one[i]].name,
					option_rule[exclusion->other[k]].name);
	return true;
}

static bool
check_together(const struct reading *reading)
{
	for (size_t i = 0; i < sizeof exclusions / sizeof exclusions[0]; i++)
		if (!check_exclusion(reading, &exclusions[i]))
			return false;
	for (size_t i = 0; i < sizeof of_one_model / sizeof of_one_model[0]; i++)
		if (reading->given[of_one_model[i]] && reading->options->nspec > 1)
			return wrong("%s is about one model, got %zu SPECs: %s",
				option_rule[of_one_model[i]].name,
				reading->options->nspec,
				names_list(reading->options->spec,
					reading->options->nspec, reading->arena));
	for (size_t i = 0; i < 2; i++)
		if (reading->given[i ? OPTION_BEGIN : OPTION_END] &&
			!reading->given[OPTION_GRAPH])
			return wrong("%s goes with --graph", i ? "--begin" : "--end");
	if (reading->options->model.keep_going && !reading->options->model.all)
		return wrong("--keep-going goes with --all-nodes");
	if (reading->options->jobs && !reading->options->model.all)
		return wrong("--jobs goes with --all-nodes");
	return true;
}

/* What is said of where memory is. */
static bool
check_memory(const struct reading *reading)
{
	const struct settings *settings = &reading->options->settings;

	if (reading->given[OPTION_SELF_TEST] && settings->constants == HOME_BINARY)
		return wrong("--self-test makes a program that has no binary to pass, "
			     "and --constants FILE.bin makes functions that take one");
	if (settings->section && settings->constants == HOME_BINARY)
		return wrong("--section is for arrays of C, and --constants FILE.bin "
			     "makes a binary, which the product places");
	if (settings->section && settings->constants == HOME_EXTERN)
		return wrong("--section is for arrays that opgen writes, and with "
			     "--constants extern the product defines them");
	for (size_t i = 0; i < 2; i++)
		if (reading->given[i ? OPTION_NODE : OPTION_ALL_NODES] &&
			settings->workspace == WORKSPACE_STATIC)
			return wrong("--workspace static is for graphs, and %s makes "
				     "single functions",
				i ? "--node" : "--all-nodes");
	return true;
}

/* Standard output is for the C file alone. */
static bool
check_files(const struct options *options)
{
	const struct {
		const char *option, *path;
	} file[] = {{"--report", options->report}, {"--header", options->header},
		{"--self-test", options->self_test}, {"--manifest", options->manifest},
		{"--ninja", options->ninja}, {"-MF", options->depfile}};

	for (size_t i = 0; i < sizeof file / sizeof *file; i++)
		if (file[i].path && path_is_standard(file[i].path))
			return wrong("%s: expected a file, got '-'", file[i].option);
	return true;
}

static bool
check_outputs(const struct reading *reading)
{
	const struct options *options = reading->options;

	if (!options->output && options->check)
		return wrong("--check needs -o FILE, what it compares with");
	if (!options->output && options->has_depfile)
		return wrong("a depfile needs -o FILE, the target that it names");
	if (!options->output && options->ninja)
		return wrong("--ninja needs -o FILE or -o DIR, the C that it builds");
	if (!options->output && options->command == COMMAND_EMIT_SPEC)
		return wrong("--emit-spec needs -o FILE, beside which constants go");
	if (!options->output && options->model.all && options->command == COMMAND_EMIT)
		return wrong(
			"--all-nodes needs -o DIR or -o FILE.c, where the code goes");
	if (options->depfile && options->model.all && !options->model.in_one)
		return wrong("-MF names one depfile, and -o %s is a directory of files; "
			     "-MD gives each its own",
			options->output);
	if (options->constants && options->model.all && !options->model.in_one)
		return wrong("--constants names one file, and -o %s is a directory of "
			     "files",
			options->output);
	if (options->report && options->model.all && !options->model.in_one)
		return wrong("--report names one file, and -o %s is a directory of files",
			options->output);
	if (!options->output && !options->header && !options->constants &&
		!options->report && !options->self_test && !options->manifest &&
		options->sync)
		return wrong("--sync needs -o FILE or --header FILE");
	return check_files(options);
}

/* Checks that no output is an input or another output. */
static bool
check_paths(const struct reading *reading)
{
	const struct options *options = reading->options;
	struct claims claims = {.nclaim = 0};
	const char *conflict;

	for (size_t i = 0; i < options->nspec; i++)
		claims_read(&claims, options->spec[i]);
	claims_write(&claims, "output", options->output);
	claims_write(&claims, "header", options->header);
	claims_write(&claims, "constants", options->constants);
	claims_write(&claims, "report", options->report);
	claims_write(&claims, "self-test", options->self_test);
	claims_write(&claims, "manifest", options->manifest);
	claims_write(&claims, "build file", options->ninja);
	claims_write(&claims, "depfile", options->depfile);
	conflict = claims_conflict(&claims);
	if (conflict)
		wrong("%s", conflict);
	claims_free(&claims);
	return !conflict;
}

/* Whether all nodes of a model go into one file, judging by the output's name, or into a
   directory. An explanation is one text. */
static bool
is_one_file(const struct options *options)
{
	bool is_spec = options->command == COMMAND_EMIT_SPEC;
	const char *suffix = is_spec ? ".json" : ".c";

	if (!is_spec && options->command != COMMAND_EMIT)
		return options->model.all;
	return options->model.all && options->output &&
	       path_ends_in(options->output, suffix) &&
	       !path_is_directory(options->output);
}

bool
usage_check(struct reading *reading)
{
	struct options *options = reading->options;
	bool is_directory;

	options->model.in_one = is_one_file(options);
	is_directory = options->model.all && !options->model.in_one;
	if (!check_specs(reading) || !check_together(reading) || !check_memory(reading) ||
		!check_outputs(reading))
		return false;
	if (options->has_depfile && !options->depfile && !is_directory)
		options->depfile = arena_format(reading->arena, "%s.d", options->output);
	/* Files in a directory are checked once they are known. */
	return is_directory || check_paths(reading);
}

bool
usage_suits_graph(const struct options *options, const char *path)
{
	if (options->nlayout)
		complain("--layout is for operands of single operations, and %s is a "
			 "graph",
			path);
	return !options->nlayout;
}
