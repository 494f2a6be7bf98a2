#include "cli/functions/models.h"

#include "base/arena.h"
#include "cli/lists/list_json.h"
#include "cli/lists/list_nodes.h"
#include "cli/lists/select.h"
#include "cli/options/options.h"
#include "deliver/claims.h"
#include "deliver/out_file.h"
#include "diag/source.h"
#include "import/candidates.h"
#include "import/import_node.h"
#include "import/read.h"
#include "import/ready.h"
#include "network/make.h"

static enum constants
constants_of(const struct options *options)
{
	return options->model.param ? CONSTANTS_PARAM : CONSTANTS_EMBEDDED;
}

static bool
read_candidates(struct candidates *candidates, struct source *source, enum format format,
	const struct options *options, struct arena *arena, struct arena *tables)
{
	return candidates_read(candidates, source, format, options->model.opset,
		&options->model.overrides, arena, tables);
}

/* Imports the nodes that the command line names, each as a function. */
static bool
import_selected(struct file *file, struct candidates *candidates,
	const struct options *options, struct arena *arena)
{
	size_t nselected;
	const struct candidate *const *selected =
		select_candidates(candidates, &options->model, &nselected, arena);
	struct import import;
	bool good = true;

	if (!selected)
		return false;
	import = import_begin(
		&file->spec, candidates, nselected, constants_of(options), arena);
	for (size_t i = 0; i < nselected; i++)
		good &= import_node(&import, selected[i], &file->source);
	return good;
}

enum status
models_select(struct file *file, enum format format, const struct options *options,
	struct arena *arena)
{
	struct arena tables = {0};
	struct candidates candidates;
	bool good = read_candidates(
		&candidates, &file->source, format, options, arena, &tables);

	if (good && options->model.graph.whole)
		good = import_graph(
			&file->spec, &candidates, &options->model.graph, arena);
	else if (good)
		good = import_selected(file, &candidates, options, arena);
	arena_free(&tables);
	return good ? STATUS_DONE : STATUS_REFUSED;
}

/* The list must not overwrite the model or its data files. */
static bool
spares_model(const char *output, const struct model *model)
{
	struct claims claims = {.nclaim = 0};
	bool spared;

	for (size_t i = 0; i < model->nfile; i++)
		claims_read(&claims, model->file[i]);
	claims_write(&claims, "output", output);
	spared = claims_hold(&claims);
	claims_free(&claims);
	return spared;
}

/* Sets what becomes of a candidate. */
static void
set_state(struct candidate *candidate, const struct node_state *state, const char *around,
	struct arena *arena)
{
	candidate->fate = state->word;
	candidate->step = state->step;
	candidate->state = state->refused ? arena_format(arena, "stops the graph: %s%s",
						    state->words, around)
					  : state->words;
}

/* Lists what becomes of each candidate in a graph of them, and the graph's network if it
   can be compiled. */
static bool
list_graph(struct candidates *listed, const struct network **network,
	const struct candidates *candidates, const struct options *options,
	struct arena *arena)
{
	const struct settings none = {0};
	const struct settings settings = settings_resolve(&options->settings, &none);
	struct graph_list *list = arena_new(arena, struct graph_list);
	struct node_state *state;
	size_t *place = arena_array(arena, size_t, candidates->model->nnode);

	if (!import_graph_list(list, candidates, &options->model.graph, arena))
		return false;
	*listed = list->candidates;
	if (!list->whole)
		return true;
	for (size_t i = 0; i < listed->ncandidate; i++)
		place[listed->candidate[i].index] = i;
	state = arena_array(arena, struct node_state, list->spec.nnode);
	*network =
		network_states(&list->spec, &settings, options->max_output, state, arena);
	for (size_t i = 0; i < list->spec.nnode; i++) {
		size_t node = list->spec.graph->origin[i];

		set_state(&listed->candidate[place[node]], &state[i], list->around[node],
			arena);
	}
	return true;
}

enum status
models_list(struct source *source, enum format format, const struct options *options,
	struct arena *arena)
{
	bool graph = options->model.graph.whole;
	const struct network *network = NULL;
	struct candidates read, candidates;
	struct out out;

	if (!read_candidates(&read, source, format, options, arena, arena))
		return STATUS_REFUSED;
	candidates = read;
	if (graph && !list_graph(&candidates, &network, &read, options, arena))
		return STATUS_REFUSED;
	if (!graph)
		candidates_try(&candidates, arena);
	if (!spares_model(options->output, candidates.model))
		return STATUS_USAGE;
	if (!out_open(&out, options->output))
		return STATUS_FAILED;
	out.sync = options->sync;
	out.whole = true;
	if (graph && options->model.json)
		list_graph_json(&candidates, network, &out);
	else if (options->model.json)
		list_nodes_json(&candidates, &out);
	else if (graph)
		list_graph_table(&candidates, &out);
	else
		list_nodes_table(&candidates, &out);
	if (!out_commit(&out))
		return STATUS_FAILED;
	if (!candidates.model->unread)
		return STATUS_DONE;
	source_error(
		source, NULL, "the list may lack nodes of %s", candidates.model->unread);
	return STATUS_REFUSED;
}
