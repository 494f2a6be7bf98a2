#ifndef OPGEN_CLI_OPTIONS_READ_H
#define OPGEN_CLI_OPTIONS_READ_H

#include "cli/options/options.h"

struct arena;

enum options_status {
	OPTIONS_RUN,   /* go on */
	OPTIONS_DONE,  /* --help was printed: exit status 0 */
	OPTIONS_WRONG, /* wrong usage was reported: exit status 2 */
	OPTIONS_FAILED /* --help could not be printed: exit status 3 */
};

/* Reads the command line. Strings live in argv or in the arena. */
enum options_status options_read(
	struct options *options, int argc, char **argv, struct arena *arena);

#endif
