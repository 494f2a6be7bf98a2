#ifndef OPGEN_SCHEDULE_NODE_SETTINGS_H
#define OPGEN_SCHEDULE_NODE_SETTINGS_H

#include "target/settings.h"

#include <stdbool.h>

struct arena;
struct node;
struct source;

/* Adds a node's own options to `settings`. Reports those that are wrong and returns
   false. */
bool node_settings(const struct node *node, struct settings *settings,
	struct source *source, struct arena *arena);

#endif
