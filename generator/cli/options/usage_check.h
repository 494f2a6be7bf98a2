#ifndef OPGEN_CLI_USAGE_CHECK_H
#define OPGEN_CLI_USAGE_CHECK_H

#include <stdbool.h>

struct options;
struct reading;

/* Whether options that are each valid can be combined; reports if not. */
bool usage_check(struct reading *reading);

/* Whether the options are for a graph, too, that a spec turned out to be; complains if
 * not. */
bool usage_suits_graph(const struct options *options, const char *path);

#endif
