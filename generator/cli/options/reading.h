#ifndef OPGEN_CLI_READING_H
#define OPGEN_CLI_READING_H

#include "cli/options/options.h"
#include "cli/options/usage.h"

#include <stdbool.h>

struct arena;

/* The command line being read into struct options. */
struct reading {
	struct options *options;
	struct arena *arena;
	char **argument;
	int narguments, next;
	const char **spec, **node, **begin, **end;
	const char *commanded;  /* the option that chose the command, or NULL */
	enum usage_list helped; /* the words that help was asked about; USAGE_NONE: about
				   all */
	bool given[NOPTION];
	struct given_option *kept; /* the options'; room for all */
};

#endif
