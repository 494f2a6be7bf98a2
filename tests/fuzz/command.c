#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/complain.h"
#include "fuzz/compile.h"
#include "fuzz/file.h"
#include "fuzz/memory.h"
#include "fuzz/trial.h"

#define main opgen_main
int main(int argc, char **argv);
#include "main.c"
#undef main

#define WORK "build/fuzz/work/"
#define IN_FOLDER \
	" -o " WORK "nodes/ --header " WORK "nodes/ --self-test " WORK "nodes/" \
	" --manifest " WORK "nodes/"
#define ALWAYS "opgen " WORK "net.xml"
#define BOUND "--max-output 256K"

enum {
	WAYS = 8,
	NCHOOSING = 64, /* bytes at an input's end, of which the first are used */
	NWORD = 128
};

/* Options, of which a byte of the input chooses one way each; what is not named is
   nothing. Words are separated by blanks. One that goes with none of those before it is
   left out, and so are those that only models have for a spec. What is rarely right is
   rarely chosen. */
/* clang-format off */
static const char *const choice[][WAYS] = {
	{"--list-nodes", [4] = "--explain", [6] = "--emit-spec", [7] = "--emit-code"},
	{"--header " WORK "out.h", "--header " WORK "out.h"},
	{"--report " WORK "report.html", "--report " WORK "report.html"},
	{"--self-test " WORK "test.c", "--self-test " WORK "test.c"},
	{"--manifest " WORK "manifest.json", "--manifest " WORK "manifest.json"},
	{"-o " WORK "out.c", "-o " WORK "out.c", "-o " WORK "out.c", "-o " WORK "out.c", "-o " WORK "out.c", "-o " WORK "out.c --all-nodes --jobs 1", "--all-nodes --keep-going --jobs 1" IN_FOLDER},
	{BOUND, BOUND, BOUND, BOUND, BOUND, BOUND, BOUND, BOUND},
	{"--ninja " WORK "build.ninja"},
	{"-MD", [7] = "-MF " WORK "out.d"},
	{"--constants " WORK "constants.c", [6] = "--constants " WORK "constants.bin", [7] = "--constants extern"},
	{"--target x86-64-v3,generic", "--target generic", "--target generic", "--target generic", [6] = "--target cortex-m4,generic", "--target x86-64-v4,aarch64,wasm-simd128,cortex-m4,generic"},
	{"--numerics strict", "--numerics fma", "--numerics fast", [7] = "--numerics fast:4"},
	{"--unroll full", "--unroll window", "--unroll auto"},
	{"--workspace argument", [6] = "--workspace static", [7] = "--workspace stack"},
	{"--parts 3", [7] = "--parts 16"},
	{"--layout X=NHWC", [7] = "--layout input=NHWC"},
	{"--max-stack 4K", [7] = "--max-stack 0"},
	{[7] = "--name f"},
	{"--prefix p_"},
	{[7] = "--section .rodata.net"},
	{[7] = "--kernel plain"},
	{"--graph", "--graph", "--graph", "--graph", "--graph", [6] = "--node #0", [7] = "--list-nodes=json"},
	{"--weights param", "--weights param"},
	{"--dim N=2", [6] = "--dim batch=1", [7] = "--shape x=1,3,8,8"},
	{[6] = "--end y", [7] = "--begin x --end y"},
	{[7] = "--opset 13"},
	{[7] = "--from tensorflow"},
};
static const char *const diagnostics[WAYS] = {"--diagnostics json", "--diagnostics sarif", "--diagnostics text", "--diagnostics text", "--diagnostics text", "--diagnostics text", "--diagnostics text", "--diagnostics text"};
/* clang-format on */

enum {
	NCHOICE = sizeof choice / sizeof *choice, /* less than NCHOOSING */
	CHOICE_COMMAND = 0,
	CHOICE_MODEL = 21 /* from here on only models have them */
};

/* The files that one run may leave and the next one may not find. */
static const char *const made[] = {WORK "out.c", WORK "test.c", WORK "manifest.json"};

/* A command line that the last bytes of an input say. */
struct line {
	const char *way[NCHOICE]; /* NULL: no option */
	char *word[NWORD];
	int nword;
	struct arena arena;
};

static void
add_words(struct line *line, const char *words)
{
	char *copy = arena_copy_text(&line->arena, words, strlen(words));

	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
		line->word[line->nword++] = word;
	line->word[line->nword] = NULL;
}

/* Whether the options so far go together. What opgen says of that is nobody's. */
static bool
is_understood(struct line *line)
{
	FILE *kept = stderr;
	struct options options;
	bool understood;

	stderr = tmpfile();
	promise(stderr != NULL, "there are files without a name");
	understood = options_read(&options, line->nword, line->word, &line->arena) ==
		     OPTIONS_RUN;
	fclose(stderr);
	stderr = kept;
	return understood;
}

static void
draw_line(struct line *line, const uint8_t *bytes, bool is_spec)
{
	size_t nchoice = is_spec ? CHOICE_MODEL : NCHOICE;

	add_words(line, ALWAYS);
	for (size_t i = 0; i < nchoice; i++) {
		int nword = line->nword;

		line->way[i] = choice[i][bytes[i] % WAYS];
		if (!line->way[i])
			continue;
		add_words(line, line->way[i]);
		if (!is_understood(line)) {
			line->way[i] = NULL;
			line->nword = nword;
		}
	}
	add_words(line, diagnostics[bytes[NCHOICE] % WAYS]);
}

/* What opgen says goes to a file without a name, and what it prints to another one. */
static int
run_line(struct line *line, FILE *said, FILE *printed)
{
	FILE *kept = stderr;
	int output = dup(STDOUT_FILENO), status;

	promise(output >= 0 && dup2(fileno(printed), STDOUT_FILENO) >= 0,
		"standard output can be another file");
	stderr = said;
	complain_to(NULL);
	memory_bound_begin();
	status = opgen_main(line->nword, line->word);
	memory_bound_end();
	stderr = kept;
	dup2(output, STDOUT_FILENO);
	close(output);
	return status;
}

static char *
text_of(FILE *stream, size_t *size, struct arena *arena)
{
	char *text;

	promise(!fflush(stream) && !fseek(stream, 0, SEEK_END), "what was said is kept");
	*size = (size_t)ftell(stream);
	text = arena_alloc(arena, *size + 1);
	rewind(stream);
	promise(fread(text, 1, *size, stream) == *size, "what was said can be read");
	fclose(stream);
	return text;
}

/* Files that were asked for are whole and what they should be. */
static void
check_files(const struct line *line)
{
	json_t *json = json_load_file(WORK "manifest.json", 0, NULL);
	size_t size;
	char *code = file_get(WORK "out.c", &size);

	promise(json || access(WORK "manifest.json", F_OK) < 0, "a manifest is JSON");
	json_decref(json);
	if (code && !line->way[CHOICE_COMMAND]) {
		promise(is_ascii(code, size), "emitted C is ASCII");
		compile_file_sampled(WORK "out.c");
	}
	free(code);
	if (!access(WORK "test.c", F_OK))
		compile_file_sampled(WORK "test.c");
}

/* A spec or a model of any format, and after it the bytes that choose options. */
int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct line line = {0};
	FILE *said, *printed;
	size_t nsaid, nprinted;
	const char *messages, *output;
	int status;

	if (size < NCHOOSING)
		return 0;
	said = tmpfile();
	printed = tmpfile();
	promise(said && printed, "there are files without a name");
	for (size_t i = 0; i < sizeof made / sizeof *made; i++)
		unlink(made[i]);
	draw_line(&line, bytes + size - NCHOOSING, *bytes == '{');
	file_set(WORK "net.xml", bytes, file_set_bin(bytes, size - NCHOOSING));
	status = run_line(&line, said, printed);
	messages = text_of(said, &nsaid, &line.arena);
	output = text_of(printed, &nprinted, &line.arena);
	promise(status == STATUS_DONE || nsaid > 0,
		"what is refused is refused with a message");
	promise(is_safe(messages, nsaid), "messages are safe to print");
	promise(is_safe(output, nprinted) || is_ascii(output, nprinted),
		"what is printed is safe to print");
	if (status == STATUS_FAILED)
		fputs(messages, stderr);
	promise(status != STATUS_FAILED, "opgen and the machine are right");
	if (status == STATUS_DONE)
		check_files(&line);
	arena_free(&line.arena);
	return 0;
}
