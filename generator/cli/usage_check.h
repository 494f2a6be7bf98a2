#ifndef OPGEN_CLI_USAGE_CHECK_H
#define OPGEN_CLI_USAGE_CHECK_H

#include <stdbool.h>

struct reading;

/* Whether options that are each valid can be combined; reports if not. */
bool usage_check(struct reading *reading);

#endif
