#include "models.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "arena.h"
#include "choose.h"
#include "claims.h"
#include "complain.h"
#include "descriptor.h"
#include "list_nodes.h"
#include "nodes.h"
#include "options.h"
#include "out_file.h"
#include "overheard.h"
#include "paths.h"
#include "progress.h"
#include "source.h"
#include "strays.h"
#include "to_spec.h"

static enum constants
constants_of(const struct options *options)
{
	return options->model.param ? CONSTANTS_PARAM : CONSTANTS_EMBEDDED;
}

enum status
models_choose(struct file *file, enum format format, const struct options *options,
	struct arena *arena)
{
	struct nodes *nodes = arena_new(arena, struct nodes);
	const struct candidate *const *chosen;
	size_t nchosen;

	if (!nodes_read(nodes, &file->source, format, &options->model, arena))
		return STATUS_REFUSED;
	chosen = choose(nodes, &nchosen, arena);
	if (!chosen || !to_spec(&file->spec, nodes, chosen, nchosen,
			       constants_of(options), arena))
		return STATUS_REFUSED;
	return STATUS_DONE;
}

/* The list may not replace what the model keeps in other files. */
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

enum status
models_list(struct source *source, enum format format, const struct options *options,
	struct arena *arena)
{
	struct nodes nodes;
	struct out out;

	if (!nodes_read(&nodes, source, format, &options->model, arena))
		return STATUS_REFUSED;
	nodes_try(&nodes, arena);
	if (!spares_model(options->output, nodes.model))
		return STATUS_USAGE;
	if (!out_open(&out, options->output))
		return STATUS_FAILED;
	out.sync = options->sync;
	out.whole = true;
	if (options->model.json)
		list_nodes_json(&nodes, &out);
	else
		list_nodes_table(&nodes, &out);
	if (!out_commit(&out))
		return STATUS_FAILED;
	if (!nodes.model->unread)
		return STATUS_DONE;
	source_error(source, NULL, "the list may lack nodes of %s", nodes.model->unread);
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
		complain("cannot make the directory %s: %s", path, strerror(errno));
	return good;
}

static bool
make_directories(const struct options *options, struct arena *arena)
{
	return options->check ||
	       (make_directory(options->output, options->sync, arena) &&
		       (!options->header ||
			       make_directory(options->header, options->sync, arena)));
}

/* A model whose nodes are made, each by itself or all together. */
struct each {
	const struct nodes *nodes;
	const struct options *options;
	enum status (*generate)(struct file *file, const struct options *options,
		struct claims *claims, struct arena *arena);
};

static bool
is_function(const struct nodes *nodes, const char *name)
{
	for (size_t i = 0; i < nodes->ncandidate; i++)
		if (!strcasecmp(nodes->candidate[i].name, name))
			return true;
	return false;
}

/* The name of a candidate's files: the function's, but for a device's. */
static const char *
stem_of(const struct nodes *nodes, const struct candidate *candidate, struct arena *arena)
{
	const char *stem = candidate->name;

	if (path_is_device(stem))
		do
			stem = arena_format(arena, "%s_", stem);
		while (is_function(nodes, stem));
	return stem;
}

/* The options with a candidate's own outputs. */
static struct options
options_of(
	const struct each *each, const struct candidate *candidate, struct arena *arena)
{
	const struct options *all = each->options;
	struct options options = *all;
	const char *stem = stem_of(each->nodes, candidate, arena);
	const char *suffix = all->command == COMMAND_EMIT_SPEC ? ".json" : ".c";

	options.output = path_in(all->output, stem, suffix, arena);
	if (all->header)
		options.header = path_in(all->header, stem, ".h", arena);
	if (all->has_depfile)
		options.depfile = arena_format(arena, "%s.d", options.output);
	return options;
}

/* Makes the files of some nodes together, or, with claims, finds out whether that can be
   done. What there is to say is said about the source. */
static enum status
make(const struct each *each, const struct candidate *const *candidate, size_t ncandidate,
	const struct options *options, struct source *source, struct claims *claims)
{
	struct arena own = {0};
	struct file file = {.source = *source};
	struct nodes nodes = *each->nodes;
	enum status status = STATUS_REFUSED;

	nodes.source = &file.source;
	if (to_spec(&file.spec, &nodes, candidate, ncandidate,
		    constants_of(each->options), &own))
		status = each->generate(&file, options, claims, &own);
	*source = file.source;
	arena_free(&own);
	return status;
}

/* The same of one node, whose files are its own. */
static enum status
make_one(const struct each *each, const struct candidate *candidate,
	struct source *source, struct claims *claims)
{
	struct arena own = {0};
	struct options options = options_of(each, candidate, &own);
	enum status status = make(each, &candidate, 1, &options, source, claims);

	arena_free(&own);
	return status;
}

/* Keeps those of the chosen that can be made; reports the others. */
static enum status
try_each(const struct each *each, const struct candidate **chosen, size_t *nchosen,
	struct claims *claims, struct arena *arena)
{
	struct overheard overheard;
	size_t n = 0;

	for (size_t i = 0; i < *nchosen; i++) {
		enum status tried;

		progress_node(each->options->progress, i + 1, *nchosen);
		tried = make_one(each, chosen[i], overheard_next(&overheard), claims);
		if (tried > STATUS_REFUSED)
			return tried;
		if (tried == STATUS_DONE)
			chosen[n++] = chosen[i];
		else
			nodes_report(each->nodes, chosen[i],
				overheard_first(&overheard, arena), arena);
	}
	if (!nodes_go_on(each->nodes, *nchosen - n, n))
		return STATUS_REFUSED;
	*nchosen = n;
	return STATUS_DONE;
}

/* What earlier runs have left in the directories. */
static enum status
check_strays(const struct each *each, const struct candidate *const *chosen,
	size_t nchosen, struct arena *arena)
{
	const struct options *options = each->options;
	const char **name = arena_array(arena, const char *, nchosen);
	struct kept kept = {options->output, ".c", options->prefix, name, nchosen};
	enum status status;

	for (size_t i = 0; i < nchosen; i++)
		name[i] = stem_of(each->nodes, chosen[i], arena);
	status = strays_report(&kept, arena);
	if (!options->header)
		return status;
	kept.directory = options->header;
	kept.suffix = ".h";
	return status_worse(status, strays_report(&kept, arena));
}

/* Each of the nodes to its own file. */
static enum status
make_each(const struct each *each, const struct candidate *const *chosen, size_t nchosen,
	struct source *source, struct arena *arena)
{
	enum status status = STATUS_DONE;

	if (!make_directories(each->options, arena))
		return STATUS_FAILED;
	for (size_t i = 0; i < nchosen; i++) {
		progress_node(each->options->progress, i + 1, nchosen);
		status = status_worse(status, make_one(each, chosen[i], source, NULL));
	}
	if (each->options->check)
		status = status_worse(status, check_strays(each, chosen, nchosen, arena));
	return status;
}

enum status
models_each(struct source *source, enum format format, const struct options *options,
	enum status (*generate)(struct file *file, const struct options *options,
		struct claims *claims, struct arena *arena),
	struct arena *arena)
{
	struct nodes nodes;
	struct each each = {&nodes, options, generate};
	struct claims claims = {.nclaim = 0};
	const struct candidate **chosen;
	size_t nchosen;
	enum status status;

	if (!nodes_read(&nodes, source, format, &options->model, arena))
		return STATUS_REFUSED;
	chosen = choose(&nodes, &nchosen, arena);
	if (!chosen)
		return STATUS_REFUSED;
	status = try_each(&each, chosen, &nchosen, &claims, arena);
	if (status == STATUS_DONE && !options->model.in_one && !claims_hold(&claims))
		status = STATUS_USAGE;
	claims_free(&claims);
	if (status != STATUS_DONE)
		return status;
	progress_node(options->progress, 0, 0);
	if (options->model.in_one)
		return make(&each, chosen, nchosen, options, source, NULL);
	return make_each(&each, chosen, nchosen, source, arena);
}
