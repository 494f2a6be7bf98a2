#ifndef OPGEN_CLI_MODELS_H
#define OPGEN_CLI_MODELS_H

#include "base/status.h"
#include "cli/functions/job.h"
#include "model/format.h"

struct arena;
struct options;

/* Reads the nodes of a model that the options select, as a spec. */
enum status models_select(struct file *file, enum format format,
	const struct options *options, struct arena *arena);

/* Prints the list of a model's nodes, to the options' output. */
enum status models_list(struct source *source, enum format format,
	const struct options *options, struct arena *arena);

#endif
