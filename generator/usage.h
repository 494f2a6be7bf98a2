#ifndef OPGEN_USAGE_H
#define OPGEN_USAGE_H

#include <stdbool.h>

struct out;

/* The options of the command line, in the order of --help. */
enum option_id {
	OPTION_OUTPUT,
	OPTION_HEADER,
	OPTION_TARGET,
	OPTION_NUMERICS,
	OPTION_UNROLL,
	OPTION_KERNEL,
	OPTION_MAX_OUTPUT,
	OPTION_PREFIX,
	OPTION_EXPLAIN,
	OPTION_EMIT_CODE,
	OPTION_CHECK,
	OPTION_DEPFILE,
	OPTION_DEPFILE_NAME,
	OPTION_SYNC,
	OPTION_FROM,
	OPTION_LIST_NODES,
	OPTION_NODE,
	OPTION_ALL_NODES,
	OPTION_KEEP_GOING,
	OPTION_SHAPE,
	OPTION_DIM,
	OPTION_OPSET,
	OPTION_WEIGHTS,
	OPTION_EMIT_SPEC,
	OPTION_LIST,
	OPTION_DESCRIBE,
	OPTION_VERSION,
	OPTION_HELP,
	NOPTION
};

/* A row of the command line's table, which --help prints. */
struct option_rule {
	const char *name;  /* as it is typed */
	const char *value; /* what --help calls its value; NULL: it takes none; one that
			      begins with '[' may be left out */
	const char *summary;
};

extern const struct option_rule option_rule[NOPTION];

/* Whether an option's value may be left out; it is never the next argument then. */
bool option_is_optional(enum option_id id);

/* What --help prints. */
void usage_put(struct out *out);

#endif
