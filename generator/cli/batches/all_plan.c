#include "cli/batches/all_plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cli/options/options.h"
#include "cli/options/usage_check.h"
#include "diag/first_error.h"
#include "diag/source.h"
#include "import/candidates.h"
#include "import/import_node.h"
#include "import/read.h"
#include "import/ready.h"
#include "ops/plan_node.h"
#include "schedule/node_settings.h"
#include "schedule/schedule.h"
#include "spec/json.h"

/* A function in messages. */
static const struct place *
place_of(const struct item *item, struct arena *arena)
{
	const struct candidates *candidates = item->origin->candidates;

	if (!item->candidate)
		return item->node->where;
	return place_member(NULL,
		node_title(candidates->model, item->candidate->index, arena), arena);
}

void
all_report(const struct all *all, const struct item *item, const char *reason)
{
	struct source *source = item->origin->source;
	const struct place *where = place_of(item, all->arena);

	if (all->options->model.keep_going)
		source_warning(source, where, "left out: %s", reason);
	else
		source_error(source, where, "%s", reason);
}

/* About a file as a whole, where no line of it is to be shown. */
static struct source
source_without_text(const struct source *source)
{
	return (struct source){.path = source->path, .is_model = true};
}

bool
all_goes_on(const struct all *all)
{
	struct source source = source_without_text(all->origin->source);
	size_t nrefused = 0;

	for (size_t i = 0; i < all->nitem; i++)
		nrefused += all->item[i].refused;
	if (all->nitem > nrefused && (!nrefused || all->options->model.keep_going))
		return true;
	if (all->nitem == nrefused)
		source_error(&source, NULL, "there is no node that is ready");
	else
		source_error(&source, NULL,
			"nothing is written: %zu of %zu nodes cannot be compiled; "
			"--keep-going leaves such nodes out",
			nrefused, all->nitem);
	return false;
}

/* Goes on from the text, and counts what there may be. */
static enum status
read_origin(struct origin *origin, enum format format, const struct options *options,
	struct arena *arena)
{
	bool read;

	if (format == FORMAT_SPEC) {
		read = json_read(origin->source, &origin->spec, arena);
		origin->nitem = origin->spec.graph ? 1 : origin->spec.nnode;
	} else {
		origin->candidates = arena_new(arena, struct candidates);
		read = candidates_read(origin->candidates, origin->source, format,
			options->model.opset, &options->model.overrides, arena, arena);
		origin->nitem = origin->candidates->ncandidate;
	}
	if (!read)
		return STATUS_REFUSED;
	if (origin->spec.graph && !usage_suits_graph(options, *origin->path))
		return STATUS_USAGE;
	return STATUS_DONE;
}

enum status
all_read(struct all *all, struct source *source, const enum format *format)
{
	enum status status = STATUS_DONE;

	all->norigin = all->options->nspec;
	all->origin = arena_array(all->arena, struct origin, all->norigin);
	for (size_t i = 0; i < all->norigin; i++) {
		struct origin *origin = &all->origin[i];

		origin->path = &all->options->spec[i];
		origin->source = &source[i];
		origin->first = all->nitem;
		status = status_worse(
			status, read_origin(origin, format[i], all->options, all->arena));
		all->nitem += origin->nitem;
	}
	all->item = arena_array(all->arena, struct item, all->nitem);
	all->schedule = arena_array(all->arena, struct schedule, all->nitem);
	return status;
}

static void
lay_out(const struct all *all, struct origin *origin)
{
	origin->spec.layout = all->options->layout;
	origin->spec.nlayout = all->options->nlayout;
}

static void
find_subnormal_weights(struct origin *origin, struct item *item, struct source *source,
	struct arena *arena)
{
	subnormal_weights(&item->plan, item->node, numerics_tile(item->settings.numerics),
		&origin->told, source, arena);
}

/* Plans the candidates of a model; reports those that are not ready. */
static void
plan_model(struct all *all, struct origin *origin)
{
	const struct candidates *candidates = origin->candidates;
	const struct settings none = {0};
	const struct settings settings = settings_resolve(&all->options->settings, &none);
	struct import import =
		import_begin(&origin->spec, candidates, candidates->ncandidate,
			all->options->model.param ? CONSTANTS_PARAM : CONSTANTS_EMBEDDED,
			all->arena);
	struct first_error error;

	lay_out(all, origin);
	for (size_t i = 0; i < candidates->ncandidate; i++) {
		struct item *item = &all->item[origin->first + i];
		struct source *source = first_error_begin(&error, all->arena);
		size_t n = origin->spec.nnode;

		item->origin = origin;
		item->candidate = &candidates->candidate[i];
		item->name = item->candidate->name;
		item->settings = settings;
		if (import_node(&import, item->candidate, source) &&
			plan_node(&origin->spec, &import.nodes[n], &item->plan, source,
				all->arena)) {
			item->node = &import.nodes[n];
			find_subnormal_weights(origin, item, source, all->arena);
			first_error_warn(&error, origin->source);
			continue;
		}
		origin->spec.nnode = n;
		item->refused = true;
		all_report(all, item, error.text);
	}
}

/* Plans a node of a spec. */
static bool
plan_spec_node(
	struct all *all, struct origin *origin, struct item *item, struct source *source)
{
	struct settings own = {0};
	bool right =
		node_settings(item->node, SETTINGS_OF_NODE, &own, source, all->arena);

	item->settings = settings_resolve(&all->options->settings, &own);
	if (!plan_node(&origin->spec, item->node, &item->plan, source, all->arena))
		return false;
	find_subnormal_weights(origin, item, source, all->arena);
	return right;
}

/* Plans the nodes of a spec; reports those that are wrong, each mistake at its place
   unless they are to be left out. */
static void
plan_spec(struct all *all, struct origin *origin)
{
	bool keep_going = all->options->model.keep_going;
	struct first_error error;

	lay_out(all, origin);
	for (size_t i = 0; i < origin->nitem; i++) {
		struct item *item = &all->item[origin->first + i];
		struct source *source = keep_going ? first_error_begin(&error, all->arena)
						   : origin->source;

		item->origin = origin;
		item->node = origin->spec.graph ? &origin->spec.graph->function
						: &origin->spec.node[i];
		item->name = item->node->name;
		item->refused =
			!origin->spec.graph && !plan_spec_node(all, origin, item, source);
		if (keep_going && item->refused)
			all_report(all, item, error.text);
		else if (keep_going)
			first_error_warn(&error, origin->source);
	}
}

bool
all_plan(struct all *all)
{
	for (size_t i = 0; i < all->norigin; i++) {
		struct origin *origin = &all->origin[i];

		if (origin->candidates)
			plan_model(all, origin);
		else
			plan_spec(all, origin);
	}
	return all_goes_on(all);
}

static int
compare_items(const void *a, const void *b)
{
	const struct item *one = *(const struct item *const *)a;
	const struct item *other = *(const struct item *const *)b;
	int order = strcmp(one->name, other->name);

	return order ? order : (one > other) - (one < other);
}

bool
all_check_names(const struct all *all)
{
	const struct item **item =
		arena_array(all->arena, const struct item *, all->nitem);
	bool good = true;
	size_t n = 0;

	for (size_t i = 0; i < all->nitem; i++)
		if (!all->item[i].refused)
			item[n++] = &all->item[i];
	qsort(item, n, sizeof(struct item *), compare_items);
	for (size_t i = 1; i < n; i++) {
		const struct item *first = item[i - 1], *second = item[i];

		if (first->origin == second->origin || strcmp(first->name, second->name))
			continue;
		source_error(second->origin->source, place_of(second, all->arena),
			"'%s' is a function of %s already; run opgen for each of these "
			"files, with a --prefix of its own",
			second->name, first->origin->source->path);
		good = false;
	}
	return good;
}
