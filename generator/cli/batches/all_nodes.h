#ifndef OPGEN_CLI_ALL_NODES_H
#define OPGEN_CLI_ALL_NODES_H

#include "base/status.h"
#include "model/format.h"

struct arena;
struct options;
struct source;

/* Compiles all nodes of the options' specs and models, which have been read, each into
   files of its own or all into one. Writes nothing if a node is refused, unless the
   options say to keep going, or if a file would overwrite an input or another output.
   Files of their own are made by several processes. */
enum status all_nodes(struct source *source, const enum format *format,
	const struct options *options, struct arena *arena);

#endif
