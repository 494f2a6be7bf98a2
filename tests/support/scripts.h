#ifndef OPGEN_TESTS_SCRIPTS_H
#define OPGEN_TESTS_SCRIPTS_H

#include <stddef.h>

#include "support/test.h"

struct arena;

/* A test that uses opgen as its users do: a shell script, run in a fresh directory, with
   what it must exit with and print. Members that are NULL are not looked at; an empty
   text must be empty. The directory, and what scripts_path() says, have blanks, '#', '$'
   and more in their paths. Expansions are split into lines, not into words, which is what
   `$(words "$options")` is for. */
struct script {
	const char *claim;
	const char *script; /* `opgen` is the program under test */
	int status;
	const char *output;   /* what standard output contains */
	const char *messages; /* what standard error contains */
};

/* Names the scripts of a program, and what puts files into their directory. */
void scripts_begin(
	const char *name, void (*prepare)(const char *directory, struct arena *arena));

/* Scripts find a path of the repository in a variable. */
void scripts_path(const char *variable, const char *path);

/* A test for each script, or with sanitizers for a sample of them; returns how many. */
size_t scripts_add(struct CMUnitTest *test, const struct script *script, size_t nscript);

#endif
