#include "support/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "cli/options/options.h"
#include "cli/options/options_read.h"

enum {
	MAX_ARGUMENT = 16,
	MAX_MESSAGE = 1024
};

/* A command line and what it comes to: how `summarize` tells it, or, for wrong usage, the
   first line of the message. */
struct row {
	const char *claim;
	const char
		*line; /* arguments, a space between them; '_' stands for an empty one */
	enum options_status status;
	const char *expected;
};

/* clang-format off */
static const struct row rows[] = {
	{"a spec alone goes to standard output", "a", OPTIONS_RUN, "0 a"},
	{"-o names the output", "a -o x", OPTIONS_RUN, "0 a -o x"},
	{"-o takes its value joined", "a -ox", OPTIONS_RUN, "0 a -o x"},
	{"-o - is standard output", "a -o -", OPTIONS_RUN, "0 a"},
	{"- is a spec", "- -o x", OPTIONS_RUN, "0 - -o x"},
	{"several specs keep their order", "b -o x a", OPTIONS_RUN, "0 b a -o x"},
	{"the last of several outputs counts", "a -o x -o y", OPTIONS_RUN, "0 a -o y"},
	{"a long option takes the next argument", "a --header h", OPTIONS_RUN, "0 a --header h"},
	{"a long option takes what is behind =", "a --header=h=i", OPTIONS_RUN, "0 a --header h=i"},
	{"a value may look like an option", "a -o --check", OPTIONS_RUN, "0 a -o --check"},
	{"-- ends the options", "-o x -- --check -o", OPTIONS_RUN, "0 --check -o -o x"},
	{"a prefix is taken", "a --prefix p_", OPTIONS_RUN, "0 a --prefix p_"},
	{"settings are taken", "a --numerics fma --unroll=full --target generic", OPTIONS_RUN, "0 a --numerics fma --unroll full"},
	{"the last of several settings counts", "a --unroll full --unroll window", OPTIONS_RUN, "0 a --unroll window"},
	{"bytes are taken", "a --max-output 65536", OPTIONS_RUN, "0 a --max-output 65536"},
	{"K is 1024 bytes", "a --max-output 64K", OPTIONS_RUN, "0 a --max-output 65536"},
	{"M is 1024 K", "a --max-output=2M", OPTIONS_RUN, "0 a --max-output 2097152"},
	{"G is 1024 M", "a --max-output 1G", OPTIONS_RUN, "0 a --max-output 1073741824"},
	{"no code at all can be asked for", "a --max-output 0", OPTIONS_RUN, "0 a --max-output 0"},
	{"the greatest number of bytes is taken", "a --max-output 18446744073709551615", OPTIONS_RUN, "0 a --max-output 18446744073709551615"},
	{"--check is taken", "a -o x --check", OPTIONS_RUN, "0 a -o x --check"},
	{"--sync is taken", "a -o x --sync", OPTIONS_RUN, "0 a -o x --sync"},
	{"--sync is for headers, too", "a --header h --sync", OPTIONS_RUN, "0 a --header h --sync"},
	{"-MD names the depfile after the output", "a -o x.c -MD", OPTIONS_RUN, "0 a -o x.c -MF x.c.d"},
	{"-MF names the depfile", "a -o x.c -MF d", OPTIONS_RUN, "0 a -o x.c -MF d"},
	{"-MF takes its value joined", "a -o x.c -MFd -MD", OPTIONS_RUN, "0 a -o x.c -MF d"},
	{"--explain is a command", "a --explain", OPTIONS_RUN, "1 a"},
	{"--explain twice is no conflict", "a --explain --explain", OPTIONS_RUN, "1 a"},
	{"--list is a command", "--list", OPTIONS_RUN, "2"},
	{"--list-nodes is a command", "a --list-nodes", OPTIONS_RUN, "4 a"},
	{"--list-nodes takes no next argument", "--list-nodes a", OPTIONS_RUN, "4 a"},
	{"--emit-spec is a command", "a --emit-spec -o x", OPTIONS_RUN, "5 a -o x"},
	{"--describe is a command", "--describe Conv", OPTIONS_RUN, "3 --describe Conv"},

	{"no spec is wrong", "-o x", OPTIONS_WRONG, "no SPEC is given"},
	{"--explain needs a spec", "--explain", OPTIONS_WRONG, "no SPEC is given"},
	{"-o without a value is wrong", "a -o", OPTIONS_WRONG, "-o: expected FILE after it"},
	{"an empty value is wrong", "a -o _", OPTIONS_WRONG, "-o: expected FILE, got nothing"},
	{"an empty joined value is wrong", "a --header=", OPTIONS_WRONG, "--header: expected FILE, got nothing"},
	{"standard output is not synced", "a -o - --sync", OPTIONS_WRONG, "--sync needs -o FILE or --header FILE"},
	{"an unknown option is wrong", "a --zzzzzzzz", OPTIONS_WRONG, "there is no option '--zzzzzzzz'"},
	{"a misspelt option is offered", "a --explian", OPTIONS_WRONG, "there is no option '--explian'; did you mean '--explain'?"},
	{"a misspelt option with a value is offered", "a --numeric=fma", OPTIONS_WRONG, "there is no option '--numeric'; did you mean '--numerics'?"},
	{"one dash too few is offered", "a -check", OPTIONS_WRONG, "there is no option '-check'; did you mean '--check'?"},
	{"a flag takes no value", "a --check=yes", OPTIONS_WRONG, "--check takes no value"},
	{"bytes are no word", "a --max-output many", OPTIONS_WRONG, "--max-output: expected bytes below 2^64, such as 65536 or 64M, got 'many'"},
	{"bytes have no sign", "a --max-output -1", OPTIONS_WRONG, "--max-output: expected bytes below 2^64, such as 65536 or 64M, got '-1'"},
	{"bytes have one suffix", "a --max-output 1KK", OPTIONS_WRONG, "--max-output: expected bytes below 2^64, such as 65536 or 64M, got '1KK'"},
	{"a suffix alone is no number", "a --max-output K", OPTIONS_WRONG, "--max-output: expected bytes below 2^64, such as 65536 or 64M, got 'K'"},
	{"more than 64 bits of bytes are wrong", "a --max-output 18446744073709551616", OPTIONS_WRONG, "--max-output: expected bytes below 2^64, such as 65536 or 64M, got '18446744073709551616'"},
	{"a suffix can make it too large", "a --max-output 17179869184G", OPTIONS_WRONG, "--max-output: expected bytes below 2^64, such as 65536 or 64M, got '17179869184G'"},
	{"an unknown target is wrong", "a --target z80", OPTIONS_WRONG, "--target: expected generic, x86-64-v3, x86-64-v4, aarch64, wasm-simd128, cortex-m4, cortex-m0, rv32 or native, got 'z80'"},
	{"a target that compilers call otherwise is offered", "a --target avx2", OPTIONS_WRONG, "--target: expected generic, x86-64-v3, x86-64-v4, aarch64, wasm-simd128, cortex-m4, cortex-m0, rv32 or native, got 'avx2'; did you mean 'x86-64-v3'?"},
	{"--output is -o", "a --output x", OPTIONS_WRONG, "there is no option '--output'; did you mean '-o'?"},
	{"so is what it begins with", "a --out=x", OPTIONS_WRONG, "there is no option '--out'; did you mean '-o'?"},
	{"-output names no file utput", "a -output x", OPTIONS_WRONG, "there is no option '-output'; did you mean '-o'?"},
	{"-v is --version", "-v", OPTIONS_WRONG, "there is no option '-v'; did you mean '--version'?"},
	{"-V is --version", "-V", OPTIONS_WRONG, "there is no option '-V'; did you mean '--version'?"},
	{"--emit-header is --header", "a --emit-header x", OPTIONS_WRONG, "there is no option '--emit-header'; did you mean '--header'?"},
	{"a compiler's option is offered", "a -march=native", OPTIONS_WRONG, "there is no option '-march'; did you mean '--target'?"},
	{"part of an option is offered", "a --nodes", OPTIONS_WRONG, "there is no option '--nodes'; did you mean '--node'?"},
	{"two commands exclude each other", "--describe Conv --list", OPTIONS_WRONG, "--describe and --list exclude each other"},
	{"--list takes no spec", "a --list", OPTIONS_WRONG, "--list takes no SPEC"},
	{"--explain makes no depfile", "a --explain -o x -MD", OPTIONS_WRONG, "--explain and -MD exclude each other"},
	{"--explain checks nothing", "a --explain -o x --check", OPTIONS_WRONG, "--explain and --check exclude each other"},
	{"a self-test has no binary to pass", "a -o x --constants w.bin --self-test t.c", OPTIONS_WRONG, "--self-test makes a program that has no binary to pass, and --constants FILE.bin makes functions that take one"},
	{"standard input is read once", "- -", OPTIONS_WRONG, "standard input can be read only once"},
	{"--check needs a file", "a --check", OPTIONS_WRONG, "--check needs -o FILE, what it compares with"},
	{"a depfile needs a target", "a -MF d", OPTIONS_WRONG, "a depfile needs -o FILE, the target that it names"},
	{"the header is a file", "a --header -", OPTIONS_WRONG, "--header: expected a file, got '-'"},
	{"the depfile is a file", "a -o x -MF -", OPTIONS_WRONG, "-MF: expected a file, got '-'"},
	{"the outputs are different files", "a -o x --header ./x", OPTIONS_WRONG, "the output x and the header ./x are the same file"},
	{"the depfile is a file of its own", "a -o x -MF x", OPTIONS_WRONG, "the output x and the depfile x are the same file"},
	{"a spec is no output", "build.ninja -o ./build.ninja", OPTIONS_WRONG, "the output ./build.ninja and the input build.ninja are the same file"},
	{"a prefix begins an identifier", "a --prefix 1", OPTIONS_WRONG, NULL},
};
/* clang-format on */

static void
add(char **end, const char *option, const char *value)
{
	if (value)
		*end += sprintf(*end, "%s%s %s", *option ? " " : "", option, value);
}

/* What differs from the defaults, in the order of --help. */
static void
summarize(const struct options *options, char *text)
{
	char *end = text + sprintf(text, "%d", options->command);
	char bytes[24];

	for (size_t i = 0; i < options->nspec; i++)
		add(&end, "", options->spec[i]);
	add(&end, "-o", options->output);
	add(&end, "--header", options->header);
	if (options->settings.numerics != NUMERICS_DEFAULT)
		add(&end, "--numerics", numerics_name(options->settings.numerics));
	if (options->settings.has_unroll)
		add(&end, "--unroll", unroll_name(options->settings.unroll));
	sprintf(bytes, "%" PRIu64, options->max_output);
	if (options->max_output != 16777216)
		add(&end, "--max-output", bytes);
	if (*options->prefix)
		add(&end, "--prefix", options->prefix);
	if (options->check)
		end += sprintf(end, " --check");
	if (options->sync)
		end += sprintf(end, " --sync");
	add(&end, "-MF", options->depfile);
	add(&end, "--describe", options->describe);
}

/* Cuts a line into arguments, in place. */
static int
split(char *line, char **argument)
{
	static char program[] = "opgen";
	int n = 0;

	argument[n++] = program;
	for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
		if (!strcmp(word, "_"))
			*word = '\0';
		argument[n++] = word;
	}
	return n;
}

/* Reads the options with standard error caught in message. */
static enum options_status
read_quietly(struct options *options, int argc, char **argv, char *message,
	struct arena *arena)
{
	FILE *caught = tmpfile();
	int terminal = dup(STDERR_FILENO);
	enum options_status status;
	size_t size;

	assert_non_null(caught);
	dup2(fileno(caught), STDERR_FILENO);
	status = options_read(options, argc, argv, arena);
	dup2(terminal, STDERR_FILENO);
	close(terminal);
	rewind(caught);
	size = fread(message, 1, MAX_MESSAGE - 1, caught);
	message[size] = '\0';
	fclose(caught);
	return status;
}

static void
row_holds(void **state)
{
	static const char heading[] = "opgen: error: ";
	const struct row *row = *state;
	struct options options;
	struct arena arena = {0};
	char *argument[MAX_ARGUMENT + 1] = {0};
	char message[MAX_MESSAGE], summary[MAX_MESSAGE];
	int n = split(arena_copy_text(&arena, row->line, strlen(row->line)), argument);
	enum options_status status = read_quietly(&options, n, argument, message, &arena);

	assert_int_equal(status, row->status);
	if (status == OPTIONS_RUN) {
		assert_string_equal(message, "");
		summarize(&options, summary);
		assert_string_equal(summary, row->expected);
	} else {
		message[strcspn(message, "\n")] = '\0';
		assert_memory_equal(message, heading, sizeof heading - 1);
		if (row->expected)
			assert_string_equal(message + sizeof heading - 1, row->expected);
	}
	arena_free(&arena);
}

int
main(void)
{
	struct CMUnitTest options[countof(rows)];

	for (size_t i = 0; i < countof(rows); i++)
		options[i] = (struct CMUnitTest){
			rows[i].claim, row_holds, NULL, NULL, (void *)&rows[i]};
	return cmocka_run_group_tests(options, NULL, NULL) != 0;
}
