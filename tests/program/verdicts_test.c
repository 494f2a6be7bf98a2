/* The command on models that were made for opgen: every encoding of one model that
   onnxruntime takes becomes the same C, and every malformed file is refused, with a
   message, at once, and without an output. */

#include "support/test.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>

#include "base/arena.h"
#include "support/emitted.h"
#include "support/harness.h"
#include "support/opgen.h"

/* How the encodings differ from the first row's, as far as they do not compute the same.
 */
enum verdict {
	VERDICT_SAME,  /* the same C */
	VERDICT_TAKEN, /* another type or without a bias: some C */
	VERDICT_REFUSED
};

struct row {
	const char *file;
	enum verdict verdict;
	const char *option; /* one word, or NULL */
};

/* clang-format off */
/* Source: the list of encodings, with what onnxruntime says. What differs from it:
   value_info_wrong declares a shape that the Conv has not, two_default_domains imports two
   versions of one operator set; both are refused. same_name is no mistake of the node's. */
static const struct row encodings[] = {
	{"raw", VERDICT_SAME, NULL},
	{"attr_without_type", VERDICT_SAME, NULL},
	{"bf16_int32_data", VERDICT_TAKEN, NULL},
	{"bf16_raw", VERDICT_TAKEN, NULL},
	{"constant_nodes", VERDICT_SAME, NULL},
	{"domain_ai_onnx", VERDICT_SAME, NULL},
	{"double_data", VERDICT_TAKEN, NULL},
	{"duplicate_scalar_last_wins", VERDICT_SAME, NULL},
	{"empty_bias_name", VERDICT_TAKEN, NULL},
	{"empty_dims", VERDICT_SAME, "--shape=X=1,4,6,6"},
	{"external", VERDICT_SAME, NULL},
	{"external_abs", VERDICT_REFUSED, NULL},
	{"external_escape", VERDICT_REFUSED, NULL},
	{"external_huge", VERDICT_REFUSED, NULL},
	{"external_missing", VERDICT_REFUSED, NULL},
	{"external_neg", VERDICT_REFUSED, NULL},
	{"external_no_offset", VERDICT_SAME, NULL},
	{"external_past_end", VERDICT_REFUSED, NULL},
	{"external_wrong_length", VERDICT_REFUSED, NULL},
	{"fp16_int32_data", VERDICT_TAKEN, NULL},
	{"fp16_raw", VERDICT_TAKEN, NULL},
	{"init_in_inputs_ir3", VERDICT_SAME, NULL},
	{"many_domains", VERDICT_SAME, NULL},
	{"negative_dim", VERDICT_SAME, "--shape=X=1,4,6,6"},
	{"no_opset_import", VERDICT_REFUSED, NULL},
	{"no_opset_import", VERDICT_SAME, "--opset=13"},
	{"no_shape", VERDICT_REFUSED, NULL},
	{"no_shape", VERDICT_SAME, "--shape=X=1,4,6,6"},
	{"overlong_varints", VERDICT_SAME, NULL},
	{"packed_everything", VERDICT_SAME, NULL},
	{"reversed_fields", VERDICT_SAME, NULL},
	{"same_name", VERDICT_SAME, NULL},
	{"split_graph_merge", VERDICT_SAME, NULL},
	{"symbolic_batch", VERDICT_REFUSED, NULL},
	{"symbolic_batch", VERDICT_SAME, "--shape=X=1,4,6,6"},
	{"two_default_domains", VERDICT_REFUSED, NULL},
	{"today", VERDICT_SAME, NULL},
	{"typed", VERDICT_SAME, NULL},
	{"unknown_fields", VERDICT_SAME, NULL},
	{"unnamed", VERDICT_SAME, NULL},
	{"unpacked_repeated", VERDICT_SAME, NULL},
	{"value_info", VERDICT_SAME, NULL},
	{"value_info_wrong", VERDICT_REFUSED, NULL},
	{"zero_dim", VERDICT_REFUSED, NULL},
};

/* What is taken although it lies among the malformed: names that are not UTF-8 are names,
   a kind of file is told by its content, and a newer operator set has a warning. */
static const char *const sound[] = {"malformed/bad_utf8_name.onnx",
	"malformed/onnx_file_named.pb", "malformed/opset_999.onnx"};
/* clang-format on */

/* Seconds of a processor, and KiB of memory, that a refusal may take. */
static const double patience = 1.0;
static const long most_memory = 256 * 1024;

/* What opgen made of a file. */
struct made {
	int status;
	double seconds;
	char *c; /* NULL: no output */
	const char *messages;
};

static double
seconds_of_commands(void)
{
	struct rusage used;

	getrusage(RUSAGE_CHILDREN, &used);
	return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
	       1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* The most memory that one of the commands so far has had; sanitizers take a lot. */
static void
assert_modest(void)
{
	struct rusage used;

	getrusage(RUSAGE_CHILDREN, &used);
	if (used.ru_maxrss > most_memory && !is_sanitized())
		fail_msg("%ld KiB of memory", used.ru_maxrss);
}

static struct made
run_opgen(const char *file, const char *node, const char *option, struct arena *arena)
{
	const char *directory =
		arena_format(arena, "%s/tests/verdicts", build_directory());
	const char *c_file = arena_format(arena, "%s/out.c", directory);
	const char *argv[] = {arena_format(arena, "%s/opgen", build_directory()), file,
		"-o", c_file, NULL, NULL, NULL, NULL};
	struct run run = {.argv = argv};
	struct made made = {0};
	size_t size, n = 4;

	if (node) {
		argv[n++] = "--node";
		argv[n++] = node;
	}
	argv[n] = option;
	directory_remove(directory);
	directory_make(directory);
	run.messages = arena_format(arena, "%s/messages", directory);
	made.seconds = -seconds_of_commands();
	made.status = opgen_run(&run);
	made.seconds += seconds_of_commands();
	made.c = file_read(c_file, &size, arena);
	made.messages = file_read(run.messages, &size, arena);
	return made;
}

/* The code behind the comment, with the function called f, in macros, too. Where lines
   end depends on how long its name is: any white space is a blank. */
static char *
body_of(char *c, const char *name, struct arena *arena)
{
	char *from = strstr(c, "\n*/\n"), *body, *to;
	size_t nname = strlen(name);

	assert_non_null(from);
	to = body = arena_alloc(arena, strlen(from) + 1);
	while (*from) {
		bool whole = !strncasecmp(from, name, nname) &&
			     (from[nname] == '(' || from[nname] == '_');

		if (isspace((unsigned char)*from)) {
			from += strspn(from, " \t\n");
			*to++ = ' ';
			continue;
		}
		*to++ = whole ? 'f' : *from;
		from += whole ? nname : 1;
	}
	return body;
}

/* The name of the only external function. */
static const char *
name_of(const char *c, struct arena *arena)
{
	const char *begin = strstr(c, "\nvoid ");

	assert_non_null(begin);
	begin += strlen("\nvoid ");
	return arena_copy_text(arena, begin, strcspn(begin, "("));
}

static void
assert_refused(const char *path, const struct made *made)
{
	const char *word = strstr(made->messages, ": error: ");
	size_t npath = strlen(path);

	if (made->status != 1 || made->c || !word || strncmp(made->messages, path, npath))
		fail_msg("exit status %d, %s output: %s", made->status,
			made->c ? "an" : "no", made->messages);
	if (made->seconds > patience)
		fail_msg("refused after %.1f seconds", made->seconds);
	assert_modest();
}

static void
encoding_holds(void **state)
{
	static const char folder[] = "tests/models/onnx/encodings";
	const struct row *row = *state;
	struct arena arena = {0};
	const char *path = arena_format(&arena, "%s/%s.onnx", folder, row->file);
	const char *first = arena_format(&arena, "%s/%s.onnx", folder, encodings[0].file);
	struct made made = run_opgen(path, "@c", row->option, &arena), wanted;

	if (row->verdict == VERDICT_REFUSED) {
		assert_refused(path, &made);
	} else {
		if (made.status)
			fail_msg("exit status %d: %s", made.status, made.messages);
		wanted = run_opgen(first, "@c", NULL, &arena);
		if (row->verdict == VERDICT_SAME)
			assert_string_equal(
				body_of(made.c, name_of(made.c, &arena), &arena),
				body_of(wanted.c, name_of(wanted.c, &arena), &arena));
	}
	arena_free(&arena);
}

static void
malformed_holds(void **state)
{
	const char *path = *state;
	bool onnx = strstr(path, ".onnx") != NULL;
	struct arena arena = {0};
	struct made made = run_opgen(path, onnx ? "@c" : NULL, NULL, &arena);

	assert_refused(path, &made);
	arena_free(&arena);
}

static bool
ends_with(const char *text, const char *end)
{
	size_t size = strlen(text), nend = strlen(end);

	return size >= nend && !strcmp(text + size - nend, end);
}

/* Every malformed model below a folder. */
static void
find_malformed(struct paths *paths, const char *folder, struct arena *arena)
{
	static const char *const suffix[] = {".onnx", ".pb", ".xml"};

	for (size_t i = 0; i < countof(suffix); i++)
		paths_find(paths, folder, suffix[i], arena);
}

static bool
is_malformed(const char *path)
{
	for (size_t i = 0; i < countof(sound); i++)
		if (ends_with(path, sound[i]))
			return false;
	return strstr(path, "/malformed/") != NULL;
}

int
main(void)
{
	const char *models = getenv("OPGEN_MODELS");
	struct arena arena = {0};
	struct paths paths = {0};
	struct CMUnitTest *test;
	size_t n = 0;
	int failed;

	opgen_begin();
	find_malformed(&paths, "tests/models", &arena);
	if (models)
		find_malformed(&paths, models, &arena);
	test = arena_array(&arena, struct CMUnitTest, countof(encodings) + paths.npath);
	for (size_t i = 0; i < countof(encodings); i++)
		test[n++] = (struct CMUnitTest){encodings[i].file, encoding_holds, NULL,
			NULL, (void *)&encodings[i]};
	for (size_t i = 0; i < paths.npath; i++)
		if (is_malformed(paths.path[i]))
			test[n++] = (struct CMUnitTest){paths.path[i], malformed_holds,
				NULL, NULL, paths.path[i]};
	failed = _cmocka_run_group_tests("verdicts", test, n, NULL, NULL);
	arena_free(&arena);
	return failed;
}
