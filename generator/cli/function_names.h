#ifndef OPGEN_CLI_FUNCTION_NAMES_H
#define OPGEN_CLI_FUNCTION_NAMES_H

#include "base/status.h"

#include <stddef.h>

struct arena;
struct node;
struct options;
struct source;

/* A function with a legal name, and the file that has it. */
struct named {
	const struct node *node;
	struct source *source;
};

/* Checks that n functions which share one C file, and the macros that it and its header
   define for them, have different names, and that the prefix leaves them legal. The
   sources are in one array. Reports what is wrong. */
enum status function_names_check(const struct named *named, size_t n,
	const struct options *options, struct arena *arena);

#endif
