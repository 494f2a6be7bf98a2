#include "cli/models.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/complain.h"
#include "base/descriptor.h"
#include "base/paths.h"
#include "base/progress.h"
#include "cli/list_json.h"
#include "cli/list_nodes.h"
#include "cli/manifest.h"
#include "cli/options.h"
#include "cli/select.h"
#include "deliver/claims.h"
#include "deliver/out_file.h"
#include "deliver/strays.h"
#include "diag/first_error.h"
#include "diag/source.h"
#include "import/candidates.h"
#include "import/import_node.h"
#include "import/read.h"
#include "import/ready.h"
#include "network/make.h"
#include "ops/plan_node.h"
#include "plan/plan.h"
#include "schedule/schedule.h"

static enum constants
constants_of(const struct options *options)
{
	return options->model.param ? CONSTANTS_PARAM : CONSTANTS_EMBEDDED;
}

static bool
read_candidates(struct candidates *candidates, struct source *source, enum format format,
	const struct options *options, struct arena *arena)
{
	return candidates_read(candidates, source, format, options->model.opset,
		&options->model.overrides, arena);
}

enum status
models_select(struct file *file, enum format format, const struct options *options,
	struct arena *arena)
{
	struct candidates *candidates = arena_new(arena, struct candidates);
	const struct candidate *const *selected;
	struct import import;
	size_t nselected;
	bool good = true;

	if (!read_candidates(candidates, &file->source, format, options, arena))
		return STATUS_REFUSED;
	if (options->model.graph.whole)
		return import_graph(&file->spec, candidates, &options->model.graph, arena)
			       ? STATUS_DONE
			       : STATUS_REFUSED;
	selected = select_candidates(candidates, &options->model, &nselected, arena);
	if (!selected)
		return STATUS_REFUSED;
	import = import_begin(
		&file->spec, candidates, nselected, constants_of(options), arena);
	for (size_t i = 0; i < nselected; i++)
		good &= import_node(&import, selected[i], &file->source);
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

/* Lists what becomes of each candidate in a graph of them. */
static bool
list_graph(struct candidates *listed, const struct candidates *candidates,
	const struct options *options, struct arena *arena)
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
	network_states(&list->spec, &settings, options->max_output, state, arena);
	for (size_t i = 0; i < list->spec.nnode; i++) {
		size_t node = list->spec.graph->origin[i];

		listed->candidate[place[node]].state =
			state[i].refused ? arena_format(arena, "stops the graph: %s%s",
						   state[i].words, list->around[node])
					 : state[i].words;
	}
	return true;
}

enum status
models_list(struct source *source, enum format format, const struct options *options,
	struct arena *arena)
{
	bool graph = options->model.graph.whole;
	struct candidates read, candidates;
	struct out out;

	if (!read_candidates(&read, source, format, options, arena))
		return STATUS_REFUSED;
	candidates = read;
	if (graph && !list_graph(&candidates, &read, options, arena))
		return STATUS_REFUSED;
	if (!graph)
		candidates_try(&candidates, arena);
	if (!spares_model(options->output, candidates.model))
		return STATUS_USAGE;
	if (!out_open(&out, options->output))
		return STATUS_FAILED;
	out.sync = options->sync;
	out.whole = true;
	if (graph)
		list_graph_table(&candidates, &out);
	else if (options->model.json)
		list_nodes_json(&candidates, &out);
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

static bool
make_directory(const char *path, bool sync, struct arena *arena)
{
	bool made = !mkdir(path, 0777);
	bool good = made || errno == EEXIST;

	if (made && sync)
		good = descriptor_sync_path(path_in(path, "..", "", arena));
	if (!good)
		complain_of(COMPLAINT_FAILURE, NULL, "cannot make the directory %s: %s",
			path, strerror(errno));
	return good;
}

static bool
make_directories(const struct options *options, struct arena *arena)
{
	const char *const directory[] = {
		options->output, options->header, options->self_test, options->manifest};

	for (size_t i = 0; i < sizeof directory / sizeof *directory; i++)
		if (!options->check && directory[i] &&
			!make_directory(directory[i], options->sync, arena))
			return false;
	return true;
}

/* Whether each node has files of its own. */
static bool
is_each(const struct options *options)
{
	return !options->model.in_one && (options->command == COMMAND_EMIT ||
						 options->command == COMMAND_EMIT_SPEC);
}

static bool
is_function(const struct candidates *candidates, const char *name)
{
	for (size_t i = 0; i < candidates->ncandidate; i++)
		if (!strcasecmp(candidates->candidate[i].name, name))
			return true;
	return false;
}

/* The name of a candidate's files: the function's, unless that names a device. */
static const char *
stem_of(const struct candidates *candidates, const struct candidate *candidate,
	struct arena *arena)
{
	const char *stem = candidate->name;

	if (path_is_device(stem))
		do
			stem = arena_format(arena, "%s_", stem);
		while (is_function(candidates, stem));
	return stem;
}

/* The nodes of a model that can be compiled, each planned once. */
struct all {
	const struct options *options;
	const struct candidates *candidates;
	const struct candidate **candidate; /* of each node of the spec */
	struct spec spec;
	struct node *node;                 /* the spec's */
	struct plan *plan;                 /* one for each node */
	struct schedule *schedule;         /* likewise */
	const struct manifest_file *input; /* of the model, for manifests */
	size_t ninput;
	struct arena *arena;
};

/* Such a file lies beside the one that it tests. */
static const char self_test_suffix[] = "_self_test.c";

/* Reports why a candidate cannot be compiled: as an error, unless such candidates are
   skipped. */
static void
report(const struct all *all, const struct candidate *candidate, const char *reason)
{
	struct source *source = all->candidates->source;
	const struct place *where = place_member(NULL,
		node_title(all->candidates->model, candidate->index, all->arena),
		all->arena);

	if (all->options->model.keep_going)
		source_warning(source, where, "left out: %s", reason);
	else
		source_error(source, where, "%s", reason);
}

/* Whether to compile the others after so many reports; if not, says so. */
static bool
goes_on(const struct all *all, size_t nreported)
{
	size_t nother = all->spec.nnode;

	if (nother && (!nreported || all->options->model.keep_going))
		return true;
	if (!nother)
		source_error(
			all->candidates->source, NULL, "there is no node that is ready");
	else
		source_error(all->candidates->source, NULL,
			"nothing is written: %zu of %zu nodes cannot be compiled; "
			"--keep-going leaves such nodes out",
			nreported, nreported + nother);
	return false;
}

/* Plans every candidate; reports those that are not ready. */
static bool
plan_all(struct all *all)
{
	const struct candidates *candidates = all->candidates;
	struct import import = import_begin(&all->spec, candidates,
		candidates->ncandidate, constants_of(all->options), all->arena);
	struct first_error error;

	all->node = import.nodes;
	all->spec.layout = all->options->layout;
	all->spec.nlayout = all->options->nlayout;
	for (size_t i = 0; i < candidates->ncandidate; i++) {
		const struct candidate *candidate = &candidates->candidate[i];
		struct source *source = first_error_begin(&error, all->arena);
		size_t n = all->spec.nnode;

		if (import_node(&import, candidate, source) &&
			plan_node(&all->spec, &all->node[n], &all->plan[n], source,
				all->arena)) {
			all->candidate[n] = candidate;
			first_error_warn(&error, candidates->source);
			continue;
		}
		all->spec.nnode = n;
		report(all, candidate, error.text);
	}
	return goes_on(all, candidates->ncandidate - all->spec.nnode);
}

/* A node as a file of its own. */
static struct file
file_of(const struct all *all, size_t i, const struct source *source)
{
	struct file file = {.source = *source,
		.spec = all->spec,
		.schedule = &all->schedule[i],
		.input = all->input,
		.ninput = all->ninput};

	file.spec.node = &all->node[i];
	file.spec.nnode = 1;
	return file;
}

/* The options, with a node's own output files if it has them. */
static struct options
options_of(const struct all *all, size_t i, struct arena *arena)
{
	struct options options = *all->options;
	const char *stem = stem_of(all->candidates, all->candidate[i], arena);
	const char *suffix = options.command == COMMAND_EMIT_SPEC ? ".json" : ".c";

	if (!is_each(all->options))
		return options;
	options.output = path_in(options.output, stem, suffix, arena);
	if (options.header)
		options.header = path_in(options.header, stem, ".h", arena);
	if (options.self_test)
		options.self_test =
			path_in(options.self_test, stem, self_test_suffix, arena);
	if (options.manifest)
		options.manifest = path_in(options.manifest, stem, ".json", arena);
	if (options.has_depfile)
		options.depfile = arena_format(arena, "%s.d", options.output);
	return options;
}

/* Schedules a node, and claims its files if it can be compiled. */
static enum status
try_one(struct all *all, size_t i, const struct settings *settings, struct source *source,
	struct claims *claims)
{
	struct arena own = {0};
	struct options options = options_of(all, i, &own);
	struct file file = file_of(all, i, source);
	struct job job = {.options = &options, .file = &file, .nfile = 1};
	enum status status = STATUS_REFUSED;

	if (schedule_make(&all->schedule[i], &all->plan[i], options.prefix, settings,
		    options.max_output, source, all->node[i].where, all->arena))
		status = job_claim(&job, claims, &own);
	arena_free(&own);
	return status;
}

/* Keeps the nodes that can be compiled; reports the others. */
static enum status
try_all(struct all *all, struct claims *claims)
{
	const struct settings none = {0};
	const struct settings settings = settings_resolve(&all->options->settings, &none);
	struct first_error error;
	size_t nnode = all->spec.nnode, n = 0;

	for (size_t i = 0; i < nnode; i++) {
		enum status tried;

		progress_node(all->options->progress, i + 1, nnode);
		tried = try_one(
			all, i, &settings, first_error_begin(&error, all->arena), claims);
		if (tried > STATUS_REFUSED)
			return tried;
		if (tried == STATUS_REFUSED) {
			report(all, all->candidate[i], error.text);
			continue;
		}
		all->candidate[n] = all->candidate[i];
		all->node[n] = all->node[i];
		all->schedule[n++] = all->schedule[i];
	}
	all->spec.nnode = n;
	return goes_on(all, nnode - n) ? STATUS_DONE : STATUS_REFUSED;
}

/* Reports files that earlier runs left in the directories. */
static enum status
check_strays(const struct all *all)
{
	const struct options *options = all->options;
	size_t n = all->spec.nnode;
	const char **name = arena_array(all->arena, const char *, n);
	struct kept kept = {options->output, ".c", options->prefix, name, n};
	enum status status;

	for (size_t i = 0; i < n; i++)
		name[i] = stem_of(all->candidates, all->candidate[i], all->arena);
	status = strays_report(&kept, all->arena);
	if (options->header) {
		kept.directory = options->header;
		kept.suffix = ".h";
		status = status_worse(status, strays_report(&kept, all->arena));
	}
	if (options->self_test) {
		kept.directory = options->self_test;
		kept.suffix = self_test_suffix;
		status = status_worse(status, strays_report(&kept, all->arena));
	}
	return status;
}

/* Compiles each node into its own files. */
static enum status
make_each(const struct all *all, struct source *source)
{
	size_t n = all->spec.nnode;
	enum status status = STATUS_DONE;

	if (!make_directories(all->options, all->arena))
		return STATUS_FAILED;
	for (size_t i = 0; i < n; i++) {
		struct arena own = {0};
		struct options options = options_of(all, i, &own);
		struct file file = file_of(all, i, source);
		struct job job = {.options = &options, .file = &file, .nfile = 1};

		progress_node(all->options->progress, i + 1, n);
		status = status_worse(status, job_deliver(&job, STATUS_DONE, &own));
		arena_free(&own);
	}
	if (all->options->check)
		status = status_worse(status, check_strays(all));
	return status;
}

/* Compiles all nodes into one file. */
static enum status
make_one(const struct all *all, struct source *source)
{
	struct file file = {
		.source = *source, .spec = all->spec, .schedule = all->schedule};
	struct job job = {.options = all->options, .file = &file, .nfile = 1};

	return job_deliver(&job, STATUS_DONE, all->arena);
}

enum status
models_all(struct source *source, enum format format, const struct options *options,
	struct arena *arena)
{
	struct candidates candidates;
	struct all all = {.options = options, .candidates = &candidates, .arena = arena};
	struct claims claims = {.nclaim = 0};
	enum status status;

	if (!read_candidates(&candidates, source, format, options, arena))
		return STATUS_REFUSED;
	all.candidate =
		arena_array(arena, const struct candidate *, candidates.ncandidate);
	all.plan = arena_array(arena, struct plan, candidates.ncandidate);
	all.schedule = arena_array(arena, struct schedule, candidates.ncandidate);
	if (!plan_all(&all))
		return STATUS_REFUSED;
	status = try_all(&all, &claims);
	if (status == STATUS_DONE && is_each(options) && !claims_hold(&claims))
		status = STATUS_USAGE;
	claims_free(&claims);
	if (status != STATUS_DONE)
		return status;
	progress_node(options->progress, 0, 0);
	if (options->manifest)
		status = manifest_inputs(
			&all.input, &all.ninput, source, &all.spec, arena);
	if (status != STATUS_DONE)
		return status;
	return is_each(options) ? make_each(&all, source) : make_one(&all, source);
}
