#ifndef OPGEN_OPTIONS_H
#define OPGEN_OPTIONS_H

#include "settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* What the command is to do. */
enum command {
	COMMAND_EMIT,
	COMMAND_EXPLAIN,
	COMMAND_LIST,
	COMMAND_DESCRIBE,
	COMMAND_VERSION,
	COMMAND_HELP
};

/* The command line, checked. */
struct options {
	enum command command;
	const char *const *spec; /* paths; "-" is standard input, at most once */
	size_t nspec;
	const char *output;   /* NULL: standard output */
	const char *header;   /* NULL: none; never standard output */
	const char *prefix;   /* "" when not given */
	const char *describe; /* the op to describe */
	struct settings settings;
	uint64_t max_output; /* bytes of code */
	bool check;
	const char *depfile; /* NULL: none */
};

enum options_status {
	OPTIONS_RUN,   /* go on */
	OPTIONS_DONE,  /* --help or --version was printed: exit status 0 */
	OPTIONS_WRONG, /* wrong usage was reported: exit status 2 */
	OPTIONS_FAILED /* --help or --version could not be printed: exit status 3 */
};

/* Reads the command line; strings live in argv or in the arena. */
enum options_status options_read(
	struct options *options, int argc, char **argv, struct arena *arena);

#endif
