#ifndef OPGEN_CLI_MANIFEST_H
#define OPGEN_CLI_MANIFEST_H

#include "base/sha256.h"
#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

struct arena;
struct options;
struct out;
struct source;
struct spec;
struct unit;

/* A file as a manifest names it. */
struct manifest_file {
	const char *role; /* of an output: "output", "header" */
	const char *path; /* the manifest names its last part; NULL: a standard stream */
	uint64_t bytes;
	char sha256[SHA256_TEXT];
};

/* The files that a spec or a model was read from: its own, with the bytes that were
   read, and those that it refers to, which are read again. Reports one that cannot be. */
enum status manifest_inputs(const struct manifest_file **input, size_t *ninput,
	const struct source *source, const struct spec *spec, struct arena *arena);

/* What a manifest describes. */
struct manifest {
	const struct options *options;
	const struct unit *unit;
	const struct manifest_file *input, *output; /* files read; files made */
	size_t ninput, noutput;
};

/* Puts a manifest, as JSON whose keys are sorted. */
void manifest_put(struct out *out, const struct manifest *manifest);

#endif
