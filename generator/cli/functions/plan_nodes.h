#ifndef OPGEN_CLI_PLAN_NODES_H
#define OPGEN_CLI_PLAN_NODES_H

#include "cli/functions/job.h"

#include <stdbool.h>

struct arena;
struct options;

/* Plans every node of a file. Reports what is wrong with them and returns false; those
   that have a plan are in file->planned. A graph is planned while it is scheduled, node
   by node, as some are computed at once. */
bool plan_nodes(struct file *file, const struct options *options, struct arena *arena);

/* Schedules the nodes that have a plan, or a graph: file->schedule. Reports what is wrong
   and returns false. */
bool schedule_nodes(
	struct file *file, const struct options *options, struct arena *arena);

#endif
