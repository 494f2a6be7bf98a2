#ifndef OPGEN_SCHEDULE_NODE_SETTINGS_H
#define OPGEN_SCHEDULE_NODE_SETTINGS_H

#include "target/settings.h"

#include <stdbool.h>

struct arena;
struct node;
struct source;

/* What has the options. */
enum settings_of {
	SETTINGS_OF_NODE,
	SETTINGS_OF_GRAPH,
	SETTINGS_OF_STEP /* a node of a graph */
};

/* Why that cannot have its workspace there, as a message; NULL: it can. */
const char *workspace_refusal(enum workspace workspace, enum settings_of of);

/* Adds a node's own options to `settings`. Reports those that are wrong and returns
   false. */
bool node_settings(const struct node *node, enum settings_of of,
	struct settings *settings, struct source *source, struct arena *arena);

#endif
