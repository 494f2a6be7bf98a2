#include "options.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "names.h"
#include "out.h"
#include "paths.h"
#include "usage.h"
#include "version.h"

static const uint64_t default_max_output = 16 * 1024 * 1024;

/* The command line on its way into struct options. */
struct reading {
	struct options *options;
	struct arena *arena;
	char **argument;
	int narguments, next;
	const char **spec;
	const char *commanded; /* the option that chose the command, or NULL */
	bool has_depfile;
};

static bool wrong(const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 1, 2)))
#endif
	;

static bool
wrong(const char *format, ...)
{
	va_list arguments;

	fputs("opgen: error: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputs("\nopgen --help lists the options\n", stderr);
	return false;
}

static bool
read_command(struct reading *reading, enum option_id id, enum command command)
{
	const char *name = option_rule[id].name;

	/* Whoever asks for help gets it, whatever else is on the line. */
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
	const char *refusal = settings_set(&reading->options->settings,
		option_rule[id].name + 2, value, reading->arena);

	return !refusal || wrong("--%s", refusal);
}

/* Reads digits into *number. Returns what is behind them, or NULL when there are none or
   the number does not fit. */
static const char *
read_digits(const char *text, uint64_t *number)
{
	const char *end = text;

	*number = 0;
	for (; *end >= '0' && *end <= '9'; end++) {
		uint64_t digit = (uint64_t)(*end - '0');

		if (*number > (UINT64_MAX - digit) / 10)
			return NULL;
		*number = *number * 10 + digit;
	}
	return end > text ? end : NULL;
}

/* A number of bytes: digits, and K, M or G for a power of 1024. */
static bool
read_bytes(struct reading *reading, const char *value)
{
	static const char suffixes[] = "KMG";
	uint64_t bytes;
	const char *suffix = read_digits(value, &bytes);
	const char *found = suffix && *suffix ? strchr(suffixes, *suffix) : NULL;
	int shift = found ? 10 * (int)(found - suffixes + 1) : 0;

	if (!suffix || suffix[found != NULL] || bytes > UINT64_MAX >> shift)
		return wrong("--max-output: expected bytes below 2^64, such as 65536 or "
			     "64M, got %s",
			quoted(value, reading->arena));
	reading->options->max_output = bytes << shift;
	return true;
}

static bool
read_prefix(struct reading *reading, const char *value)
{
	const char *refusal = prefix_refusal(value);

	if (refusal)
		return wrong("--prefix: %s %s", quoted(value, reading->arena), refusal);
	reading->options->prefix = value;
	return true;
}

static bool
read_option(struct reading *reading, enum option_id id, const char *value)
{
	struct options *options = reading->options;

	if (option_rule[id].value && !*value)
		return wrong("%s: expected %s, got nothing", option_rule[id].name,
			option_rule[id].value);
	switch (id) {
	case OPTION_OUTPUT:
		options->output = path_is_standard(value) ? NULL : value;
		return true;
	case OPTION_HEADER:
		options->header = value;
		return true;
	case OPTION_TARGET:
	case OPTION_NUMERICS:
	case OPTION_UNROLL:
		return read_setting(reading, id, value);
	case OPTION_MAX_OUTPUT:
		return read_bytes(reading, value);
	case OPTION_PREFIX:
		return read_prefix(reading, value);
	case OPTION_EXPLAIN:
		return read_command(reading, id, COMMAND_EXPLAIN);
	case OPTION_CHECK:
		options->check = true;
		return true;
	case OPTION_DEPFILE:
		reading->has_depfile = true;
		return true;
	case OPTION_DEPFILE_NAME:
		reading->has_depfile = true;
		options->depfile = value;
		return true;
	case OPTION_LIST:
		return read_command(reading, id, COMMAND_LIST);
	case OPTION_DESCRIBE:
		options->describe = value;
		return read_command(reading, id, COMMAND_DESCRIBE);
	case OPTION_VERSION:
		return read_command(reading, id, COMMAND_VERSION);
	case OPTION_HELP:
		return read_command(reading, id, COMMAND_HELP);
	case NOPTION:
		break;
	}
	return false;
}

/* Which option an argument begins with, and where its value is, if it is in the argument:
   "--header=FILE", "-oFILE". NOPTION when it is none. */
static enum option_id
find_option(const char *argument, const char **value)
{
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
	const char *nearest;

	for (int id = 0; id < NOPTION; id++)
		candidate[id] = option_rule[id].name + strspn(option_rule[id].name, "-");
	nearest = nearest_name(word + strspn(word, "-"), candidate, NOPTION);
	for (int id = 0; nearest && id < NOPTION; id++)
		if (candidate[id] == nearest)
			return wrong("there is no option %s; did you mean '%s'?",
				quoted(word, reading->arena), option_rule[id].name);
	return wrong("there is no option %s", quoted(word, reading->arena));
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
	if (rule->value && !value) {
		if (reading->next == reading->narguments)
			return wrong(
				"%s: expected %s behind it", rule->name, rule->value);
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
			reading->spec[options->nspec++] = argument;
		else if (!strcmp(argument, "--"))
			only_specs = true;
		else if (!read_argument(reading, argument))
			return false;
	}
	options->spec = reading->spec;
	return true;
}

static bool
check_specs(const struct reading *reading)
{
	const struct options *options = reading->options;
	bool takes_specs =
		options->command == COMMAND_EMIT || options->command == COMMAND_EXPLAIN;
	size_t nstandard = 0;

	if (takes_specs && !options->nspec)
		return wrong("no SPEC is given");
	if (!takes_specs && options->nspec)
		return wrong("%s takes no SPEC", reading->commanded);
	for (size_t i = 0; i < options->nspec; i++)
		nstandard += path_is_standard(options->spec[i]);
	return nstandard < 2 || wrong("standard input can be read only once");
}

/* An option that goes with C output only, or NULL. */
static const char *
c_only_option(const struct reading *reading)
{
	if (reading->options->check)
		return option_rule[OPTION_CHECK].name;
	if (reading->options->header)
		return option_rule[OPTION_HEADER].name;
	if (reading->has_depfile)
		return option_rule[OPTION_DEPFILE].name;
	return NULL;
}

static bool
check_outputs(const struct reading *reading)
{
	const struct options *options = reading->options;
	const char *c_only = c_only_option(reading);

	if (c_only && options->command != COMMAND_EMIT)
		return wrong("%s and %s exclude each other", reading->commanded, c_only);
	if (!options->output && options->check)
		return wrong("--check needs -o FILE, what it compares with");
	if (!options->output && reading->has_depfile)
		return wrong("a depfile needs -o FILE, the target that it names");
	if (options->header && path_is_standard(options->header))
		return wrong("--header: expected a file, got '-'");
	if (options->depfile && path_is_standard(options->depfile))
		return wrong("-MF: expected a file, got '-'");
	return true;
}

static bool
is_spec(const struct reading *reading, const char *path)
{
	const struct options *options = reading->options;

	for (size_t i = 0; i < options->nspec; i++)
		if (!path_is_standard(options->spec[i]) &&
			path_same(path, options->spec[i], reading->arena))
			return true;
	return false;
}

/* No output is an input or another output. */
static bool
check_paths(const struct reading *reading)
{
	const struct options *options = reading->options;
	const char *given[] = {options->output, options->header, options->depfile};
	const char *output[sizeof given / sizeof given[0]];
	size_t n = 0;

	for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
		if (given[i])
			output[n++] = given[i];
	for (size_t i = 0; i < n; i++) {
		if (is_spec(reading, output[i]))
			return wrong(
				"%s would be overwritten, which is a SPEC", output[i]);
		for (size_t k = 0; k < i; k++)
			if (path_same(output[k], output[i], reading->arena))
				return wrong(
					"%s and %s are the same file, for two outputs",
					output[k], output[i]);
	}
	return true;
}

static bool
check_options(struct reading *reading)
{
	struct options *options = reading->options;

	if (!check_specs(reading) || !check_outputs(reading))
		return false;
	if (reading->has_depfile && !options->depfile)
		options->depfile = arena_format(reading->arena, "%s.d", options->output);
	return check_paths(reading);
}

static enum options_status
print_itself(enum command command)
{
	struct out out;

	if (!out_open(&out, NULL))
		return OPTIONS_FAILED;
	if (command == COMMAND_HELP)
		usage_put(&out);
	else
		out_text(&out, "opgen " OPGEN_VERSION "\n");
	return out_commit(&out) ? OPTIONS_DONE : OPTIONS_FAILED;
}

enum options_status
options_read(struct options *options, int argc, char **argv, struct arena *arena)
{
	struct reading reading = {
		.options = options,
		.arena = arena,
		.argument = argv,
		.narguments = argc,
		.next = 1,
		.spec = arena_array(arena, const char *, argc),
	};

	*options = (struct options){.prefix = "", .max_output = default_max_output};
	if (!read_arguments(&reading))
		return OPTIONS_WRONG;
	if (options->command >= COMMAND_VERSION)
		return print_itself(options->command);
	return check_options(&reading) ? OPTIONS_RUN : OPTIONS_WRONG;
}
