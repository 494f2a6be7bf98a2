#include "resolve.h"

#include "arena.h"
#include "check.h"
#include "declared.h"
#include "options.h"
#include "plan.h"
#include "schedule.h"

static void
refuse_option(const struct option *option, const char *refusal, struct source *source,
	struct arena *arena)
{
	const struct place *where = option->where;

	if (!settings_has(option->name))
		where = place_key(where, arena);
	source_error(source, where, "%s", refusal);
}

/* The node's own options, which those of the command line override. */
static bool
read_settings(const struct node *node, const struct settings *over,
	struct settings *settings, struct source *source, struct arena *arena)
{
	struct settings own = {0};
	bool right = true;

	for (size_t i = 0; i < node->noption; i++) {
		const struct option *option = &node->option[i];
		const char *refusal;

		if (!option->value) {
			right = false;
			continue;
		}
		refusal = settings_set(&own, option->name, option->value, arena);
		if (refusal) {
			refuse_option(option, refusal, source, arena);
			right = false;
		}
	}
	*settings = settings_resolve(over, &own);
	return right;
}

static bool
resolve_node(
	struct file *file, size_t i, const struct options *options, struct arena *arena)
{
	const struct node *node = &file->spec.node[i];
	struct operation operation = {0};
	struct plan *plan = arena_new(arena, struct plan);
	struct settings settings;
	bool right =
		read_settings(node, &options->settings, &settings, &file->source, arena);

	return check_node(&file->spec, node, &operation, &file->source, arena) &&
	       operation.op->plan(&operation, plan, &file->source, arena) &&
	       declared_holds(plan, node, &file->source, arena) && right && node->name &&
	       schedule_make(&file->schedule[i], plan, options->prefix, &settings,
		       options->max_output, &file->source, node->where, arena);
}

bool
resolve_nodes(struct file *file, const struct options *options, struct arena *arena)
{
	bool good = true;

	file->schedule = arena_array(arena, struct schedule, file->spec.nnode);
	for (size_t i = 0; i < file->spec.nnode; i++)
		good &= resolve_node(file, i, options, arena);
	return good;
}
