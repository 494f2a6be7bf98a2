#ifndef OPGEN_OPTIONS_H
#define OPGEN_OPTIONS_H

#include "format.h"
#include "settings.h"
#include "shapes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct progress;

/* What the command is to do. */
enum command {
	COMMAND_EMIT,
	COMMAND_EXPLAIN,
	COMMAND_LIST,
	COMMAND_DESCRIBE,
	COMMAND_LIST_NODES,
	COMMAND_EMIT_SPEC,
	COMMAND_EMIT_CODE,
	COMMAND_VERSION,
	COMMAND_HELP
};

/* What the command line says about the nodes of a model. A zeroed struct says nothing. */
struct model_options {
	const char *const *node; /* of each --node, as it was typed */
	size_t nnode;
	bool all;
	bool in_one;     /* all go into one file, the options' output; else each has its
			    own, in a directory of that name */
	bool keep_going; /* what cannot be compiled is left out */
	bool param;      /* weights are arguments, not constants */
	bool json;       /* --list-nodes=json */
	int64_t opset;   /* 0: not said */
	struct said said;
	const char *only; /* an option that goes with models only, as it is spelt; NULL:
			     none was given */
};

/* The command line, checked. */
struct options {
	enum command command;
	const char *const *spec; /* paths; "-" is standard input, at most once */
	size_t nspec;
	const char *output;   /* NULL: standard output; it may be a directory with
				 --all-nodes */
	const char *header;   /* NULL: none; never standard output; likewise */
	const char *prefix;   /* "" when not given */
	const char *describe; /* the op to describe */
	struct settings settings;
	enum format from; /* FORMAT_UNKNOWN: the content tells */
	struct model_options model;
	uint64_t max_output; /* bytes of code */
	bool check;
	bool sync; /* files are on the disk when opgen ends */
	bool has_depfile;
	const char *depfile;       /* NULL: none, or each beside its file */
	struct progress *progress; /* told how far the run is; NULL: nobody is */
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
