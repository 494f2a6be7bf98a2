#ifndef OPGEN_CLI_OPTIONS_H
#define OPGEN_CLI_OPTIONS_H

#include "import/import_graph.h"
#include "infer/shapes.h"
#include "model/format.h"
#include "spec/spec.h"
#include "target/settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
	COMMAND_SCHEMA,
	COMMAND_VERSION,
	COMMAND_HELP
};

/* What the command line says about the nodes of a model. A zeroed struct sets nothing. */
struct model_options {
	const char *const *node; /* of each --node, as it was typed */
	size_t nnode;
	bool all;
	struct graph_options graph;
	bool in_one; /* all nodes go into one output, the options'; else each has its own,
			in a directory of that name */
	bool keep_going; /* nodes that cannot be compiled are skipped */
	bool param;      /* weights are arguments, not constants */
	bool json;       /* --list-nodes=json */
	int64_t opset;   /* 0: not given */
	struct overrides overrides;
	const char *only; /* an option given that is for models only, as it is spelt; or
			     NULL */
};

/* An option that the outputs depend on, as it was given. */
struct given_option {
	const char *name, *value; /* value NULL: it takes none */
	bool repeatable;
};

/* The command line, checked. */
struct options {
	enum command command;
	const char *const *spec; /* paths; "-" is standard input, at most once */
	size_t nspec;
	const char *output;    /* NULL: standard output; it may be a directory with
				  --all-nodes */
	const char *header;    /* NULL: none; may be a directory likewise; never standard
				  output */
	const char *constants; /* the file of constants, C or a binary as the settings
				  say; NULL: they have none */
	const char *report;    /* the page for browsers; NULL: none */
	const char *self_test; /* the program that tests; NULL: none; likewise */
	const char *manifest;  /* NULL: none; likewise */
	const char *ninja;     /* the build file; NULL: none */
	const char *prefix;    /* "" when not given */
	const char *name;      /* the function's; NULL: made from the file's */
	const char *describe;  /* the op to describe */
	struct settings settings;
	struct option *layout; /* of operands of every node: --layout */
	size_t nlayout;
	enum format from; /* FORMAT_UNKNOWN: recognised by content */
	struct model_options model;
	uint64_t max_output;              /* bytes of code */
	const struct given_option *given; /* in their order */
	size_t ngiven;
	size_t jobs; /* processes that share the nodes; 0: one for each core */
	bool check;
	bool sync; /* sync files to disk */
	bool has_depfile;
	const char *depfile;       /* NULL: none, or each beside its file */
	struct progress *progress; /* reports how far the run is; or NULL */
};

#endif
