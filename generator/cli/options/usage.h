#ifndef OPGEN_CLI_USAGE_H
#define OPGEN_CLI_USAGE_H

#include <stdbool.h>
#include <stddef.h>

struct out;

/* The options of the command line, in the order of --help: group by group. */
enum option_id {
	OPTION_OUTPUT,
	OPTION_HEADER,
	OPTION_REPORT,
	OPTION_SELF_TEST,
	OPTION_MANIFEST,
	OPTION_NINJA,
	OPTION_DEPFILE,
	OPTION_DEPFILE_NAME,
	OPTION_CHECK,
	OPTION_SYNC,
	OPTION_MAX_OUTPUT,

	OPTION_TARGET,
	OPTION_NUMERICS,
	OPTION_UNROLL,
	OPTION_KERNEL,
	OPTION_LAYOUT,
	OPTION_PARTS,
	OPTION_PREFIX,
	OPTION_NAME,

	OPTION_CONSTANTS,
	OPTION_SECTION,
	OPTION_WORKSPACE,
	OPTION_MAX_STACK,
	OPTION_MAX_WORKSPACE,
	OPTION_CODE_SIZE,
	OPTION_MAX_CONSTANTS,

	OPTION_LIST_NODES,
	OPTION_GRAPH,
	OPTION_BEGIN,
	OPTION_END,
	OPTION_NODE,
	OPTION_ALL_NODES,
	OPTION_KEEP_GOING,
	OPTION_JOBS,
	OPTION_SHAPE,
	OPTION_DIM,
	OPTION_OPSET,
	OPTION_FROM,
	OPTION_WEIGHTS,
	OPTION_EMIT_SPEC,

	OPTION_EXPLAIN,
	OPTION_EMIT_CODE,
	OPTION_LIST,
	OPTION_DESCRIBE,
	OPTION_SCHEMA,
	OPTION_DIAGNOSTICS,
	OPTION_VERSION,
	OPTION_HELP,
	NOPTION
};

/* What options are about; --help and opgen.1 print them group by group. */
enum option_group {
	GROUP_OUTPUT,
	GROUP_CODE,
	GROUP_MEMORY,
	GROUP_MODELS,
	GROUP_INFORMATION,
	NOPTION_GROUP
};

extern const char *const option_group_title[NOPTION_GROUP];

/* Lists of words. Those that an option takes are what its value `help` prints. */
enum usage_list {
	USAGE_NONE,
	USAGE_TARGETS,
	USAGE_NUMERICS,
	USAGE_UNROLL,
	USAGE_KERNELS,
	USAGE_CONSTANTS,
	USAGE_WORKSPACE,
	USAGE_STATUS,
	NUSAGE_LIST
};

/* A row of the command line's table, which --help and opgen.1 print. */
struct option_rule {
	const char *name;    /* as it is typed */
	const char *value;   /* what --help calls its value; NULL: it takes none; one that
				begins with '[' may be left out */
	const char *summary; /* what the option does, as a command: "write a header" */
	enum option_group group;
	enum usage_list list; /* of the words that it takes */
};

extern const struct option_rule option_rule[NOPTION];

/* Whether an option's value is optional; it is then never the next argument. */
bool option_is_optional(enum option_id id);

/* An entry of a list. */
struct usage_word {
	const char *name, *summary;
};

/* Entry i of a list; its name is NULL at the end. */
struct usage_word usage_word(enum usage_list list, size_t i);

/* What --help prints; or one list of words, as `--kernel help` does. */
void usage_put(struct out *out);
void usage_put_list(struct out *out, enum usage_list list);

/* Reports wrong usage; returns false. */
bool wrong(const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 1, 2)))
#endif
	;

#endif
