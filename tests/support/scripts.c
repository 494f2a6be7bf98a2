#include "support/scripts.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/emitted.h"
#include "support/harness.h"
#include "support/sample.h"

enum {
	SANITIZED = 4, /* one script of so many is tried with sanitizers */
	MOST_OPEN = 8  /* folders, while one is removed */
};

static const char prologue[] = "set -u; opgen() { \"$OPGEN\" \"$@\"; }; ";

/* What scripts_begin was told. */
static const char *group;
static void (*prepare)(const char *directory, struct arena *arena);

static struct sample sample;

static int
remove_entry(const char *path, const struct stat *status, int type, struct FTW *at)
{
	(void)status;
	(void)type;
	(void)at;
	return remove(path);
}

/* harness.h leaves folders, and files whose names begin with a dot, and these scripts
   make some. */
static void
remove_directory(const char *directory)
{
	if (file_exists(directory))
		assert_int_equal(
			nftw(directory, remove_entry, MOST_OPEN, FTW_DEPTH | FTW_PHYS),
			0);
}

static const char *
make_directory(struct arena *arena)
{
	const char *directory =
		arena_format(arena, "%s/tests/%s", build_directory(), group);

	remove_directory(directory);
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
	remove_directory(directory);
	arena_free(&arena);
}

void
scripts_begin(
	const char *name, void (*prepared)(const char *directory, struct arena *arena))
{
	struct arena arena = {0};

	group = name;
	prepare = prepared;
	setenv("OPGEN", arena_format(&arena, "%s/opgen", build_directory()), 1);
	if (is_sanitized())
		sample = sample_begin("tries the same scripts");
	arena_free(&arena);
}

void
scripts_path(const char *variable, const char *path)
{
	char *whole = realpath(path, NULL);

	if (!whole || setenv(variable, whole, 1) < 0) {
		perror(path);
		exit(3);
	}
	free(whole);
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
