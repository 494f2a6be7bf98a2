#ifndef OPGEN_READING_H
#define OPGEN_READING_H

#include <stdbool.h>
#include <stddef.h>

#include "options.h"
#include "usage.h"

struct arena;

/* The command line on its way into struct options. What it is read with, options.c, is
   one part; values, and what goes together, are others. */
struct reading {
	struct options *options;
	struct arena *arena;
	char **argument;
	int narguments, next;
	const char **spec, **node;
	const char *commanded; /* the option that chose the command, or NULL */
	bool given[NOPTION];
};

/* Reports wrong usage; returns false. */
bool wrong(const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 1, 2)))
#endif
	;

/* Each stores an option's value, or reports what is wrong with it and returns false. */
bool value_bytes(struct reading *reading, const char *value);
bool value_prefix(struct reading *reading, const char *value);
bool value_from(struct reading *reading, const char *value);
bool value_list_format(struct reading *reading, const char *value);
bool value_shape(struct reading *reading, const char *value);
bool value_dim(struct reading *reading, const char *value);
bool value_opset(struct reading *reading, const char *value);
bool value_weights(struct reading *reading, const char *value);

/* Whether the options, each of them right, go together; reports where they do not. */
bool usage_check(struct reading *reading);

#endif
