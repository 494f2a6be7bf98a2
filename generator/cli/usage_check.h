#ifndef OPGEN_CLI_USAGE_CHECK_H
#define OPGEN_CLI_USAGE_CHECK_H

#include <stdbool.h>

struct reading;

/* Whether the options, each of them right, go together; reports where they do not. */
bool usage_check(struct reading *reading);

#endif
