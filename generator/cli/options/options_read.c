#include "cli/options/options_read.h"

#include <string.h>

#include "base/arena.h"
#include "base/paths.h"
#include "cli/options/option_values.h"
#include "cli/options/reading.h"
#include "cli/options/usage_check.h"
#include "deliver/out_file.h"
#include "diag/diagnostics.h"
#include "diag/names.h"
#include "diag/offer.h"
#include "schedule/setting.h"

static const uint64_t default_max_output = 16 * 1024 * 1024;

static bool
read_command(struct reading *reading, enum option_id id, enum command command)
{
	const char *name = option_rule[id].name;

	/* --help takes precedence over whatever else is on the line. */
	if (reading->commanded && strcmp(reading->commanded, name) != 0 &&
		command < COMMAND_VERSION)
		return wrong("%s and %s exclude each other", reading->commanded, name);
	reading->commanded = name;
	reading->options->command = command;
	return true;
}

static bool
read_setting(struct reading *reading, enum option_id id, const char *value)
{
	const char *refusal = setting_read(&reading->options->settings,
		option_rule[id].name + 2, value, reading->arena);

	return !refusal || wrong("--%s", refusal);
}

/* Options that the outputs depend on. */
enum keeping {
	NOT_KEPT,
	KEPT,     /* the last one counts */
	KEPT_ALL, /* it is repeatable */
	KEPT_NAME /* of a file: the last part of the path */
};

/* clang-format off */
static const enum keeping keeping[NOPTION] = {
	[OPTION_TARGET] = KEPT, [OPTION_NUMERICS] = KEPT, [OPTION_UNROLL] = KEPT, [OPTION_KERNEL] = KEPT,
	[OPTION_WORKSPACE] = KEPT, [OPTION_CONSTANTS] = KEPT_NAME, [OPTION_SECTION] = KEPT,
	[OPTION_MAX_STACK] = KEPT, [OPTION_MAX_WORKSPACE] = KEPT, [OPTION_CODE_SIZE] = KEPT, [OPTION_MAX_CONSTANTS] = KEPT, [OPTION_LAYOUT] = KEPT_ALL, [OPTION_PARTS] = KEPT, [OPTION_MAX_OUTPUT] = KEPT, [OPTION_PREFIX] = KEPT,
	[OPTION_NAME] = KEPT,
	[OPTION_FROM] = KEPT, [OPTION_NODE] = KEPT_ALL, [OPTION_ALL_NODES] = KEPT, [OPTION_KEEP_GOING] = KEPT,
	[OPTION_SHAPE] = KEPT_ALL, [OPTION_DIM] = KEPT_ALL, [OPTION_OPSET] = KEPT, [OPTION_GRAPH] = KEPT,
	[OPTION_BEGIN] = KEPT_ALL, [OPTION_END] = KEPT_ALL, [OPTION_WEIGHTS] = KEPT,
};
/* clang-format on */

static void
keep_option(struct reading *reading, enum option_id id, const char *value)
{
	const char *slash = keeping[id] == KEPT_NAME ? strrchr(value, '/') : NULL;

	if (slash)
		value = slash + 1;
	if (keeping[id] != NOT_KEPT)
		reading->kept[reading->options->ngiven++] = (struct given_option){
			option_rule[id].name, value, keeping[id] == KEPT_ALL};
}

/* Whether an option says something that only models have. */
static bool
is_of_models(enum option_id id)
{
	/* Specs have nodes, too, and a format. */
	bool is_of_specs = id == OPTION_ALL_NODES || id == OPTION_KEEP_GOING ||
			   id == OPTION_JOBS || id == OPTION_FROM;

	return option_rule[id].group == GROUP_MODELS && !is_of_specs;
}

/* Whether a value asks for the words that the option takes. */
static bool
asks_for_help(struct reading *reading, enum option_id id, const char *value)
{
	if (!option_rule[id].list || strcmp(value, "help") != 0)
		return false;
	reading->helped = option_rule[id].list;
	reading->options->command = COMMAND_HELP;
	return true;
}

static bool
read_option(struct reading *reading, enum option_id id, const char *value)
{
	struct options *options = reading->options;

	if (asks_for_help(reading, id, value))
		return true;
	reading->given[id] = true;
	keep_option(reading, id, value);
	if (is_of_models(id))
		options->model.only = option_rule[id].name;
	if (value && !*value)
		return wrong("%s: expected %s, got nothing", option_rule[id].name,
			option_rule[id].value);
	switch (id) {
	case OPTION_OUTPUT:
		options->output = path_is_standard(value) ? NULL : value;
		return true;
	case OPTION_HEADER:
		options->header = value;
		return true;
	case OPTION_SELF_TEST:
		options->self_test = value;
		return true;
	case OPTION_MANIFEST:
		options->manifest = value;
		return true;
	case OPTION_NINJA:
		options->ninja = value;
		return true;
	case OPTION_CONSTANTS:
		return value_constants(reading, value);
	case OPTION_REPORT:
		options->report = value;
		return true;
	case OPTION_SECTION:
		return value_section(reading, value);
	case OPTION_MAX_STACK:
		options->settings.limits_stack = true;
		return value_bytes(reading, id, value, &options->settings.max_stack);
	case OPTION_MAX_WORKSPACE:
		options->settings.limits_workspace = true;
		return value_bytes(reading, id, value, &options->settings.max_workspace);
	case OPTION_CODE_SIZE:
		options->settings.limits_code = true;
		return value_bytes(reading, id, value, &options->settings.code_size);
	case OPTION_MAX_CONSTANTS:
		options->settings.limits_constants = true;
		return value_bytes(reading, id, value, &options->settings.max_constants);
	case OPTION_TARGET:
	case OPTION_NUMERICS:
	case OPTION_UNROLL:
	case OPTION_KERNEL:
	case OPTION_WORKSPACE:
	case OPTION_PARTS:
		return read_setting(reading, id, value);
	case OPTION_LAYOUT:
		return value_layout(reading, value);
	case OPTION_MAX_OUTPUT:
		return value_bytes(reading, id, value, &options->max_output);
	case OPTION_PREFIX:
		return value_prefix(reading, value);
	case OPTION_EXPLAIN:
		return read_command(reading, id, COMMAND_EXPLAIN);
	case OPTION_EMIT_CODE:
		return read_command(reading, id, COMMAND_EMIT_CODE);
	case OPTION_CHECK:
		options->check = true;
		return true;
	case OPTION_DEPFILE:
		options->has_depfile = true;
		return true;
	case OPTION_DEPFILE_NAME:
		options->has_depfile = true;
		options->depfile = value;
		return true;
	case OPTION_SYNC:
		options->sync = true;
		return true;
	case OPTION_FROM:
		return value_from(reading, value);
	case OPTION_LIST_NODES:
		return value_list_format(reading, value) &&
		       read_command(reading, id, COMMAND_LIST_NODES);
	case OPTION_NODE:
		reading->node[options->model.nnode++] = value;
		return true;
	case OPTION_ALL_NODES:
		options->model.all = true;
		return true;
	case OPTION_KEEP_GOING:
		options->model.keep_going = true;
		return true;
	case OPTION_JOBS:
		return value_jobs(reading, value);
	case OPTION_SHAPE:
		return value_shape(reading, value);
	case OPTION_DIM:
		return value_dim(reading, value);
	case OPTION_OPSET:
		return value_opset(reading, value);
	case OPTION_GRAPH:
		options->model.graph.whole = true;
		return true;
	case OPTION_BEGIN:
		reading->begin[options->model.graph.nbegin++] = value;
		return true;
	case OPTION_END:
		reading->end[options->model.graph.nend++] = value;
		return true;
	case OPTION_NAME:
		return value_name(reading, value);
	case OPTION_WEIGHTS:
		return value_weights(reading, value);
	case OPTION_EMIT_SPEC:
		return read_command(reading, id, COMMAND_EMIT_SPEC);
	case OPTION_LIST:
		return read_command(reading, id, COMMAND_LIST);
	case OPTION_DESCRIBE:
		options->describe = value;
		return read_command(reading, id, COMMAND_DESCRIBE);
	case OPTION_SCHEMA:
		return read_command(reading, id, COMMAND_SCHEMA);
	case OPTION_DIAGNOSTICS:
		return value_diagnostics(reading, value);
	case OPTION_VERSION:
		return read_command(reading, id, COMMAND_VERSION);
	case OPTION_HELP:
		return read_command(reading, id, COMMAND_HELP);
	case NOPTION:
		break;
	}
	return false;
}

/* Which option an argument is, and its value if that is in the argument: "--header=FILE",
   "-oFILE". NOPTION: not an option. */
static enum option_id
find_option(const char *argument, const char **value)
{
	if (!strcmp(argument, "-h")) {
		*value = NULL;
		return OPTION_HELP;
	}
	/* Nobody means a file called "utput". */
	if (!strcmp(argument, "-output") || !strcmp(argument, "-out"))
		return NOPTION;
	for (int id = 0; id < NOPTION; id++) {
		const struct option_rule *rule = &option_rule[id];
		size_t length = strlen(rule->name);
		bool is_long = !strncmp(rule->name, "--", 2);

		if (strncmp(argument, rule->name, length) != 0)
			continue;
		*value = NULL;
		if (argument[length] == '\0')
			return (enum option_id)id;
		*value = argument + length + is_long;
		if (is_long ? argument[length] == '=' : rule->value != NULL)
			return (enum option_id)id;
	}
	return NOPTION;
}

static bool
unknown_option(struct reading *reading, const char *argument)
{
	size_t length = strcspn(argument, "=");
	const char *word = arena_copy_text(reading->arena, argument, length);
	const char *candidate[NOPTION];
	size_t nearest;

	for (int id = 0; id < NOPTION; id++)
		candidate[id] = option_rule[id].name + strspn(option_rule[id].name, "-");
	nearest = nearest_word(word + strspn(word, "-"), candidate, NOPTION);
	if (nearest == NOPTION)
		return wrong("there is no option %s", quoted(word, reading->arena));
	return wrong("there is no option %s; did you mean '%s'?",
		quoted(word, reading->arena), option_rule[nearest].name);
}

static bool
read_argument(struct reading *reading, const char *argument)
{
	const char *value;
	enum option_id id = find_option(argument, &value);
	const struct option_rule *rule;

	if (id == NOPTION)
		return unknown_option(reading, argument);
	rule = &option_rule[id];
	if (!rule->value && value)
		return wrong("%s takes no value", rule->name);
	if (rule->value && !value && !option_is_optional(id)) {
		if (reading->next == reading->narguments)
			return wrong("%s: expected %s after it", rule->name, rule->value);
		value = reading->argument[reading->next++];
	}
	return read_option(reading, id, value);
}

static bool
read_arguments(struct reading *reading)
{
	struct options *options = reading->options;
	bool only_specs = false;

	while (reading->next < reading->narguments &&
		options->command < COMMAND_VERSION) {
		const char *argument = reading->argument[reading->next++];

		if (only_specs || argument[0] != '-' || !argument[1])
			reading->spec[options->nspec++] =
				path_to_read(argument, reading->arena);
		else if (!strcmp(argument, "--"))
			only_specs = true;
		else if (!read_argument(reading, argument))
			return false;
	}
	options->spec = reading->spec;
	options->given = reading->kept;
	options->model.node = reading->node;
	options->model.graph.begin = reading->begin;
	options->model.graph.end = reading->end;
	return true;
}

/* How messages are to be written has to be known before there is one: looked for ahead of
   everything else, and found where read_arguments() would find it. A word that is none is
   told by that, too. */
static enum diagnostics
find_diagnostics(int argc, char **argv)
{
	enum diagnostics found = DIAGNOSTICS_TEXT;

	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		const char *value = NULL;
		enum option_id id = NOPTION;

		if (argv[i][0] == '-' && argv[i][1])
			id = find_option(argv[i], &value);
		if (id != NOPTION && option_rule[id].value && !value &&
			!option_is_optional(id))
			value = argv[++i];
		for (int k = 0; id == OPTION_DIAGNOSTICS && value && diagnostics_word[k];
			k++)
			if (!strcmp(diagnostics_word[k], value))
				found = (enum diagnostics)k;
	}
	return found;
}

static enum options_status
print_help(enum usage_list list)
{
	struct out out;

	if (!out_open(&out, NULL))
		return OPTIONS_FAILED;
	if (list)
		usage_put_list(&out, list);
	else
		usage_put(&out);
	return out_commit(&out) ? OPTIONS_DONE : OPTIONS_FAILED;
}

enum options_status
options_read(struct options *options, int argc, char **argv, struct arena *arena)
{
	struct reading reading;

	/* Memory may be gone already for what comes next. */
	diagnostics_begin(find_diagnostics(argc, argv));
	reading = (struct reading){
		.options = options,
		.arena = arena,
		.argument = argv,
		.narguments = argc,
		.next = 1,
		.spec = arena_array(arena, const char *, argc),
		.node = arena_array(arena, const char *, argc),
		.begin = arena_array(arena, const char *, argc),
		.end = arena_array(arena, const char *, argc),
		.kept = arena_array(arena, struct given_option, argc),
	};
	*options = (struct options){.prefix = "", .max_output = default_max_output};
	if (!read_arguments(&reading))
		return OPTIONS_WRONG;
	if (options->command == COMMAND_HELP)
		return print_help(reading.helped);
	if (options->command == COMMAND_VERSION)
		return OPTIONS_RUN;
	return usage_check(&reading) ? OPTIONS_RUN : OPTIONS_WRONG;
}
