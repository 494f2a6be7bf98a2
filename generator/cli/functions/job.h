#ifndef OPGEN_CLI_JOB_H
#define OPGEN_CLI_JOB_H

#include "base/status.h"
#include "cli/options/options.h"
#include "diag/source.h"
#include "spec/spec.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct claims;
struct delivery;
struct manifest_file;
struct planned;
struct schedule;

/* An input file, from its text to schedules. */
struct file {
	struct source source;
	struct spec spec;
	struct planned *planned;           /* one for each node (plan_nodes.h) */
	struct schedule *schedule;         /* one for each function */
	const struct manifest_file *input; /* what it is made from, for a manifest; NULL:
					      nobody has looked */
	size_t ninput;
};

/* The number of functions of a file: its nodes, or one for its graph. */
size_t file_nfunction(const struct file *file);
const struct node *file_function(const struct file *file, size_t i);

/* Renames the only function of a file. */
void file_rename(struct file *file, const char *name, struct arena *arena);

/* Files whose functions share one C file. */
struct job {
	const struct options *options;
	struct file *file; /* one for each of the options' specs */
	size_t nfile;
	size_t nfunction; /* of all files; set by job_check() and job_claim() */
	char *hash; /* the SHA-256 of the C file goes here, SHA256_TEXT; NULL: nowhere */
};

/* Checks what can be checked before a proof: the functions of all files together. Reports
   what is wrong; fills in the delivery. status: the result for the files so far. */
enum status job_check(struct job *job, enum status status, struct delivery *delivery,
	struct arena *arena);

/* Proves the code of all functions. */
enum status job_prove(const struct job *job, struct arena *arena);

/* Refuses a C file whose code exceeds --max-output: of the exact sum, since each schedule
   alone was within the limit by estimate. Comments say more once the code is proven, and
   a binary, which is made here, has only the arrays that the code then names. */
enum status job_measure(
	const struct job *job, struct delivery *delivery, struct arena *arena);

/* Writes the files, with the C from the statements, or does what else the command is.
   Statements that are printed (--emit-code) are proven once they are written, since that
   is how to find what is wrong with code that cannot be proven. */
enum status job_emit(
	const struct job *job, struct delivery *delivery, struct arena *arena);

/* Claims the files that are read and written. The schedules need not be made yet. */
void job_claim(struct job *job, struct claims *claims, struct arena *arena);

#endif
