#include "fuzz/compile.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz/file.h"
#include "fuzz/trial.h"

#define WARNINGS \
	"-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", \
		"-Wshadow", "-Wcast-qual", "-Wdouble-promotion", "-Wundef", "-Werror", \
		"-fsyntax-only", "-Iruntime"

enum {
	NCOMPILER = 3,
	EACH = 256,
	NWORD = 20,
	LAST = NWORD - 2 /* the file's name, a NULL after it */
};

extern char **environ;

static const char *const compiler[NCOMPILER][LAST] = {
	{"gcc", "-std=c99", "-Wstrict-prototypes", "-Wmissing-prototypes", WARNINGS},
	{"g++", "-std=c++11", "-xc++", WARNINGS},
	{"clang", "-std=c99", "-Wstrict-prototypes", "-Wmissing-prototypes", WARNINGS},
};

/* Runs a compiler on a file; whether it had nothing to say. */
static bool
compiles(const char *const *words, const char *path)
{
	char *word[NWORD] = {0};
	size_t n = 0;
	pid_t child, ended;
	int status;

	for (; n < LAST && words[n]; n++)
		word[n] = (char *)(size_t)words[n];
	word[n] = (char *)(size_t)path;
	promise(!posix_spawnp(&child, word[0], NULL, NULL, word, environ),
		"there is a compiler");
	do
		ended = waitpid(child, &status, 0);
	while (ended < 0 && errno == EINTR);
	return ended == child && status == 0;
}

/* The compiler whose turn it is, or NULL: not this time. */
static const char *const *
take_turn(void)
{
	static unsigned long ncall;
	const char *said = getenv("OPGEN_FUZZ_COMPILE");
	unsigned long each = said ? strtoul(said, NULL, 10) : EACH;

	if (!each || ncall++ % each)
		return NULL;
	return compiler[ncall / each % NCOMPILER];
}

static void
check(const char *const *words, const char *path)
{
	promise(compiles(words, path), "what is accepted compiles without a warning");
}

void
compile_sampled(const char *code, size_t size)
{
	const char *const *words = take_turn();
	char path[64];

	if (!words)
		return;
	snprintf(path, sizeof path, "build/fuzz/work/%ld.c", (long)getpid());
	file_set(path, code, size);
	check(words, path);
	unlink(path);
}

void
compile_file_sampled(const char *path)
{
	const char *const *words = take_turn();

	if (words)
		check(words, path);
}
