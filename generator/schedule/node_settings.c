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

bool
node_settings(const struct node *node, struct settings *settings, struct source *source,
	struct arena *arena)
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
		if (!refusal && settings->workspace && strcmp(node->op, "graph") != 0)
			refusal = "workspace: only a graph has one";
		if (!refusal && settings->parts && !strcmp(node->op, "graph"))
			refusal = "parts: a graph is not cut, only single operations are";
		if (refusal) {
			refuse_option(option, refusal, source, arena);
			right = false;
		}
	}
	return right;
}
