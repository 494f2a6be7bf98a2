#ifndef OPGEN_CLI_DELIVER_H
#define OPGEN_CLI_DELIVER_H

#include "base/status.h"
#include "cli/options/options.h"
#include "emit/emit.h"
#include "spec/spec.h"

#include <stddef.h>
#include <stdint.h>

struct claims;
struct manifest_file;

/* The files that a run produces, and those that it read. */
struct delivery {
	const struct options *options;
	struct unit unit;
	const char *const *file; /* every file that was read */
	size_t nfile;
	const struct spec *spec;           /* the only file's, for --emit-spec */
	const struct manifest_file *input; /* those read, for a manifest; NULL: none */
	size_t ninput;
	uint64_t size; /* bytes of the C file, once counted */
	char *hash;    /* its SHA-256 goes here once it is made; NULL: nowhere */
};

/* Counts the bytes of the C file. Returns those of code, without constant data. */
uint64_t deliver_count(struct delivery *delivery);

/* Claims the files that the delivery reads and writes. */
void deliver_claim(
	const struct delivery *delivery, struct claims *claims, struct arena *arena);

/* Writes the C file, the header and the depfile, all or none. With --check it compares
   instead, with --explain it explains, and writes what goes with the C; with --emit-spec
   it writes the spec and its constants. */
enum status deliver(const struct delivery *delivery, struct arena *arena);

#endif
