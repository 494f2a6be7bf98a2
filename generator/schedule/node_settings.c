#include "schedule/node_settings.h"

#include <string.h>

#include "diag/source.h"
#include "schedule/setting.h"
#include "spec/spec.h"

static void
refuse_option(const struct option *option, const char *refusal, struct source *source,
	struct arena *arena)
{
	const struct place *where = option->where;

	if (!settings_has(option->name))
		where = place_key(where, arena);
	source_error(source, where, "%s", refusal);
}

const char *
workspace_refusal(enum workspace workspace, enum settings_of of)
{
	if (of == SETTINGS_OF_STEP)
		return "workspace: the graph has one, and its nodes do not";
	if (of == SETTINGS_OF_NODE && workspace == WORKSPACE_STATIC)
		return "workspace: only a graph can have a static one; expected argument "
		       "or stack";
	return NULL;
}

bool
node_settings(const struct node *node, enum settings_of of, struct settings *settings,
	struct source *source, struct arena *arena)
{
	bool right = true;

	for (size_t i = 0; i < node->noption; i++) {
		const struct option *option = &node->option[i];
		const char *refusal;

		if (!option->value) {
			right = false;
			continue;
		}
		refusal = setting_read(settings, option->name, option->value, arena);
		if (!refusal && !strcmp(option->name, "workspace"))
			refusal = workspace_refusal(settings->workspace, of);
		if (!refusal && of == SETTINGS_OF_STEP && !strcmp(option->name, "parts"))
			refusal = "parts: the graph is cut as a whole: it belongs to the "
				  "graph's options";
		if (refusal) {
			refuse_option(option, refusal, source, arena);
			right = false;
		}
	}
	return right;
}
