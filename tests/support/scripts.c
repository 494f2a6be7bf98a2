#include "support/scripts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "support/emitted.h"
#include "support/harness.h"
#include "support/sample.h"

enum {
	SANITIZED = 4 /* one script of so many is tried with sanitizers */
};

/* A clone may be anywhere, so scripts work in a folder, and know the repository by a path
   below it, whose name has what shells, make, ninja and linkers split, expand or cut off,
   and is so long that messages are wrapped. */
static const char awkward[] =
	"a folder of $HOME, #1, with an \303\251, whose name has blanks, and goes on "
	"until lines of eighty columns are broken somewhere in the middle of it, twice";

/* A path is one word without quotes, too. */
static const char prologue[] = "set -u; IFS='\n'; opgen() { \"$OPGEN\" \"$@\"; }; "
			       "words() (IFS=' '; printf '%s\\n' $1); ";

/* What scripts_begin was told. */
static const char *group;
static void (*prepare)(const char *directory, struct arena *arena);

static struct sample sample;

static const char *
make_directory(struct arena *arena)
{
	const char *directory =
		arena_format(arena, "%s/tests/%s/%s", build_directory(), awkward, group);

	directory_remove(directory);
	directory_make(directory);
	prepare(directory, arena);
	return directory;
}

static void
assert_contains(const char *what, const char *text, const char *wanted)
{
	if (!wanted || (*wanted ? strstr(text, wanted) != NULL : !*text))
		return;
	fail_msg("%s: expected '%s', got '%s'", what, wanted, text);
}

static void
script_holds(void **state)
{
	const struct script *script = *state;
	struct arena arena = {0};
	const char *directory = make_directory(&arena);
	const char *text = arena_format(&arena, "%s%s", prologue, script->script);
	const char *argv[] = {"timeout", "60", "sh", "-c", text, NULL};
	struct run run = {.argv = argv, .directory = directory};
	const char *output, *messages;
	size_t size;
	int status;

	run.output = arena_format(&arena, "%s.out", directory);
	run.messages = arena_format(&arena, "%s.err", directory);
	status = run_command(&run);
	output = file_read(run.output, &size, &arena);
	messages = file_read(run.messages, &size, &arena);
	if (status != script->status)
		fail_msg("expected exit status %d, got %d: %s", script->status, status,
			messages);
	assert_contains("standard output", output, script->output);
	assert_contains("standard error", messages, script->messages);
	directory_remove(directory);
	arena_free(&arena);
}

static void
fail_on(const char *path)
{
	perror(path);
	exit(3);
}

/* A link in the awkward folder. Other programs make the same ones at the same time, and
   one that came with a copied clone leads elsewhere. */
static void
make_link(const char *name, const char *to, struct arena *arena)
{
	const char *path =
		arena_format(arena, "%s/tests/%s/%s", build_directory(), awkward, name);
	const char *made = arena_format(arena, "%s.%ld", path, (long)getpid());

	if (symlink(to, made) < 0 || rename(made, path) < 0)
		fail_on(path);
}

/* Sets a variable to a path that begins with one of the links. */
static void
set_path(const char *variable, const char *link, const char *path)
{
	struct arena arena = {0};
	const char *whole = arena_format(
		&arena, "%s/tests/%s/%s/%s", build_directory(), awkward, link, path);

	if (!file_exists(whole) || setenv(variable, whole, 1) < 0)
		fail_on(whole);
	arena_free(&arena);
}

void
scripts_begin(
	const char *name, void (*prepared)(const char *directory, struct arena *arena))
{
	struct arena arena = {0};
	char *root = getcwd(NULL, 0);

	group = name;
	prepare = prepared;
	/* What programs print is compared. */
	setenv("LC_ALL", "C", 1);
	directory_make(arena_format(&arena, "%s/tests/%s", build_directory(), awkward));
	make_link("repository", root, &arena);
	make_link("built", build_directory(), &arena);
	set_path("OPGEN", "built", "opgen");
	if (is_sanitized())
		sample = sample_begin("tries the same scripts");
	free(root);
	arena_free(&arena);
}

void
scripts_path(const char *variable, const char *path)
{
	set_path(variable, "repository", path);
}

size_t
scripts_add(struct CMUnitTest *test, const struct script *script, size_t nscript)
{
	size_t n = 0;

	for (size_t i = 0; i < nscript; i++)
		if (sample_takes_sanitized(&sample, SANITIZED))
			test[n++] = (struct CMUnitTest){script[i].claim, script_holds,
				NULL, NULL, (void *)&script[i]};
	return n;
}
