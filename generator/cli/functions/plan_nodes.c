#include "cli/functions/plan_nodes.h"

#include "base/arena.h"
#include "cli/options/options.h"
#include "network/make.h"
#include "ops/common/subnormal.h"
#include "ops/plan_node.h"
#include "plan/plan.h"
#include "schedule/node_settings.h"
#include "schedule/schedule.h"

/* A node's plan, and the settings that it has of its own. */
struct planned {
	struct plan *plan; /* NULL: none, or its settings are wrong */
	struct settings settings;
};

static bool
plan_one(struct file *file, size_t i, const struct options *options,
	struct subnormal_told *told, struct arena *arena)
{
	const struct node *node = &file->spec.node[i];
	struct planned *planned = &file->planned[i];
	struct plan *plan = arena_new(arena, struct plan);
	struct settings own = {0};
	bool right = node_settings(node, SETTINGS_OF_NODE, &own, &file->source, arena);

	planned->settings = settings_resolve(&options->settings, &own);
	if (!plan_node(&file->spec, node, plan, &file->source, arena))
		return false;
	subnormal_weights(plan, node, numerics_tile(planned->settings.numerics), told,
		&file->source, arena);
	if (right && node->name)
		planned->plan = plan;
	return planned->plan;
}

bool
plan_nodes(struct file *file, const struct options *options, struct arena *arena)
{
	struct subnormal_told told = {0};
	bool good = true;

	if (file->spec.graph)
		return true;
	file->planned = arena_array(arena, struct planned, file->spec.nnode);
	for (size_t i = 0; i < file->spec.nnode; i++)
		good &= plan_one(file, i, options, &told, arena);
	return good;
}

bool
schedule_nodes(struct file *file, const struct options *options, struct arena *arena)
{
	bool good = true;

	file->schedule = arena_array(arena, struct schedule, file_nfunction(file));
	if (file->spec.graph)
		return network_make(file->schedule, &file->spec, options->prefix,
			&options->settings, options->max_output, &file->source, arena);
	for (size_t i = 0; i < file->spec.nnode; i++) {
		const struct planned *planned = &file->planned[i];

		if (planned->plan)
			good &= network_schedule(&file->schedule[i], planned->plan,
				options->prefix, &planned->settings, options->max_output,
				&file->source, file->spec.node[i].where, arena);
	}
	return good;
}
