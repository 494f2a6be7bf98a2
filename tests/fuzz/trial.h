#ifndef OPGEN_FUZZ_TRIAL_H
#define OPGEN_FUZZ_TRIAL_H

#include "base/arena.h"
#include "cli/functions/job.h"
#include "cli/options/options.h"
#include "model/format.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* One input on its way through opgen's rooms, as the command takes a file, but for the
   writing. Ends the program, which libFuzzer takes for a finding, where a promise is
   broken: what is refused is refused with a message, what is accepted compiles, and what
   is said is safe to print. */
struct trial {
	struct arena arena;
	struct options options;
	const char *path; /* as messages print it; what a file names is beside it */
	struct file file;
	char *said; /* every message */
	size_t nsaid;
};

/* What libFuzzer calls; each target has its own. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Each takes bytes for a file of that path. Options that a user could give are drawn from
   the bytes. */
void trial_spec(const char *path, const uint8_t *bytes, size_t size);
void trial_model(const char *path, enum format format, const uint8_t *bytes, size_t size);

/* Whether a terminal shows a text as it is, and whether it is of ASCII alone. */
bool is_safe(const char *text, size_t size);
bool is_ascii(const char *text, size_t size);

/* Ends the program with a sentence when a promise does not hold. */
void promise(bool holds, const char *what);

#endif
