#ifndef OPGEN_CLI_DELIVER_H
#define OPGEN_CLI_DELIVER_H

#include "base/status.h"
#include "cli/options.h"
#include "emit/emit.h"
#include "spec/spec.h"

#include <stddef.h>
#include <stdint.h>

struct claims;
struct manifest_file;

/* What a run hands to the user, and what it was made from. */
struct delivery {
	const struct options *options;
	struct unit unit;
	const char *const *file; /* every file that was read */
	size_t nfile;
	const struct spec *spec;           /* the one file's, for --emit-spec */
	const struct manifest_file *input; /* those files, for a manifest; NULL: none */
	size_t ninput;
	uint64_t size; /* bytes of the C file, once counted */
};

/* Counts the bytes of the C file. Returns those of code, constant data left out. */
uint64_t deliver_count(struct delivery *delivery);

/* Claims the files that the delivery is made from, and those that it becomes. */
void deliver_claim(
	const struct delivery *delivery, struct claims *claims, struct arena *arena);

/* Writes the C file, the header and the depfile, all of them or none; with --check
   compares instead; with --explain explains instead; with --emit-spec writes the spec and
   its constants. */
enum status deliver(const struct delivery *delivery, struct arena *arena);

#endif
