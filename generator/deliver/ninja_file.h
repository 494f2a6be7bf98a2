#ifndef OPGEN_DELIVER_NINJA_FILE_H
#define OPGEN_DELIVER_NINJA_FILE_H

#include "base/sha256.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct out;

/* A C file that a build file compiles. */
struct ninja_source {
	const char *path; /* as this run writes it */
	char hash[SHA256_TEXT];
};

/* A build file for Ninja. */
struct ninja_file {
	const char *path;
	const char
		*output; /* the C file or the directory, by which the library is called */
	const struct ninja_source *source;
	size_t nsource;
};

/* Puts it: an object for each C file, and a library of them. Paths are relative to the
   folder of the build file; ninja_refusal must accept them. */
void ninja_file_put(struct out *out, const struct ninja_file *file, struct arena *arena);

/* Why a build file cannot name a C file, as the end of a message; or NULL. */
const char *ninja_refusal(
	const struct ninja_file *file, const char *source, struct arena *arena);

#endif
