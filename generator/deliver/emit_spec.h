#ifndef OPGEN_DELIVER_EMIT_SPEC_H
#define OPGEN_DELIVER_EMIT_SPEC_H

#include "base/dtype.h"

#include <stddef.h>

struct arena;
struct out;
struct settings;
struct spec;
struct tensor;

/* A constant that a spec keeps in a file of its own. */
struct constant_file {
	const char *name; /* "conv1_W.npy" */
	const struct tensor *tensor;
	enum dtype dtype;
};

/* The files for a spec's constants; short lists of integers stay in the spec. */
struct constant_file *emit_spec_files(
	const struct spec *spec, size_t *nfile, struct arena *arena);

/* Writes nodes as JSON that json_read reads as the same nodes, with the settings as the
   nodes' options. Their attributes and inputs have been checked. */
void emit_spec(struct out *out, const struct spec *spec, const struct settings *settings);

#endif
