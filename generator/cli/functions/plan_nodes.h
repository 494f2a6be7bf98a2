#ifndef OPGEN_CLI_PLAN_NODES_H
#define OPGEN_CLI_PLAN_NODES_H

#include "cli/functions/job.h"

#include <stdbool.h>

struct arena;
struct options;

/* Plans and schedules every node of a file. Reports what is wrong with them and returns
   false. */
bool plan_nodes(struct file *file, const struct options *options, struct arena *arena);

#endif
