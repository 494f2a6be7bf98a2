#include "fuzz/compile.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

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

void
compile_sampled(const char *code, size_t size)
{
	static unsigned long ncall;
	const char *said = getenv("OPGEN_FUZZ_COMPILE");
	unsigned long each = said ? strtoul(said, NULL, 10) : EACH;
	char path[64];
	FILE *file;

	if (!each || ncall++ % each)
		return;
	snprintf(path, sizeof path, "build/fuzz/work/%ld.c", (long)getpid());
	file = fopen(path, "w");
	promise(file && fwrite(code, 1, size, file) == size && !fclose(file),
		"build/fuzz/work can be written");
	promise(compiles(compiler[ncall / each % NCOMPILER], path),
		"what is accepted compiles without a warning");
	unlink(path);
}
