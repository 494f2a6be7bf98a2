#ifndef OPGEN_CLI_MODELS_H
#define OPGEN_CLI_MODELS_H

#include "base/status.h"
#include "cli/job.h"
#include "model/format.h"

struct arena;
struct options;

/* Reads the nodes of a model that the options select, as a spec. */
enum status models_select(struct file *file, enum format format,
	const struct options *options, struct arena *arena);

/* Prints the list of a model's nodes, to the options' output. */
enum status models_list(struct source *source, enum format format,
	const struct options *options, struct arena *arena);

/* Compiles all nodes of a model, each into files of its own or all into one. Writes
   nothing if a node is refused, unless the options say to keep going, or if a file would
   overwrite an input or another output. */
enum status models_all(struct source *source, enum format format,
	const struct options *options, struct arena *arena);

#endif
