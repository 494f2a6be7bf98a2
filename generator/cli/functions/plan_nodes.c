#include "cli/functions/plan_nodes.h"

#include "base/arena.h"
#include "cli/options/options.h"
#include "network/make.h"
#include "ops/common/subnormal.h"
#include "ops/plan_node.h"
#include "plan/plan.h"
#include "schedule/node_settings.h"
#include "schedule/schedule.h"

static bool
plan_one(struct file *file, size_t i, const struct options *options,
	struct subnormal_told *told, struct arena *arena)
{
	const struct node *node = &file->spec.node[i];
	struct plan *plan = arena_new(arena, struct plan);
	struct settings own = {0}, settings;
	bool right = node_settings(node, SETTINGS_OF_NODE, &own, &file->source, arena);

	settings = settings_resolve(&options->settings, &own);
	if (!plan_node(&file->spec, node, plan, &file->source, arena))
		return false;
	subnormal_weights(
		plan, node, numerics_tile(settings.numerics), told, &file->source, arena);
	return right && node->name &&
	       network_schedule(&file->schedule[i], plan, options->prefix, &settings,
		       options->max_output, &file->source, node->where, arena);
}

bool
plan_nodes(struct file *file, const struct options *options, struct arena *arena)
{
	struct subnormal_told told = {0};
	bool good = true;

	if (file->spec.graph) {
		file->schedule = arena_array(arena, struct schedule, 1);
		return network_make(file->schedule, &file->spec, options->prefix,
			&options->settings, options->max_output, &file->source, arena);
	}
	file->schedule = arena_array(arena, struct schedule, file->spec.nnode);
	for (size_t i = 0; i < file->spec.nnode; i++)
		good &= plan_one(file, i, options, &told, arena);
	return good;
}
