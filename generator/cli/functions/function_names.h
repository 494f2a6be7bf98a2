#ifndef OPGEN_CLI_FUNCTION_NAMES_H
#define OPGEN_CLI_FUNCTION_NAMES_H

#include "base/status.h"

#include <stddef.h>

struct arena;
struct node;
struct options;
struct schedule;
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

/* The same for the macros of their operands in a header, once their schedules have given
   these names: A_B_C_SIZE may be tensor "b_c" of "a" or "c" of "a_b". */
enum status operand_macros_check(const struct named *named,
	const struct schedule *const *schedule, size_t n, struct arena *arena);

#endif
