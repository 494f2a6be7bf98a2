#ifndef OPGEN_MODELS_H
#define OPGEN_MODELS_H

#include "batch.h"
#include "format.h"
#include "status.h"

#include <stdbool.h>

struct arena;
struct claims;
struct options;

/* Reads the nodes of a model that the options choose, as a spec. */
enum status models_choose(struct file *file, enum format format,
	const struct options *options, struct arena *arena);

/* Prints the list of a model's nodes, to the options' output. */
enum status models_list(struct source *source, enum format format,
	const struct options *options, struct arena *arena);

/* Makes the files of all nodes of a model. Calls generate for each of them with claims,
   to find out whether it can be done and which files that would be; then, without, for
   each with options whose outputs are its own, or once for all. Nothing is made when a
   node is refused, unless the options say to keep going, or when claims exclude each
   other. */
enum status models_each(struct source *source, enum format format,
	const struct options *options,
	enum status (*generate)(struct file *file, const struct options *options,
		struct claims *claims, struct arena *arena),
	struct arena *arena);

#endif
