#include "models.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "arena.h"
#include "choose.h"
#include "complain.h"
#include "list_nodes.h"
#include "nodes.h"
#include "options.h"
#include "out_file.h"
#include "overheard.h"
#include "paths.h"
#include "source.h"
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

enum status
models_list(struct source *source, enum format format, const struct options *options,
	struct arena *arena)
{
	struct nodes nodes;
	struct out out;

	if (!nodes_read(&nodes, source, format, &options->model, arena))
		return STATUS_REFUSED;
	nodes_try(&nodes, arena);
	if (!out_open(&out, options->output))
		return STATUS_FAILED;
	out.whole = true;
	if (options->model.json)
		list_nodes_json(&nodes, &out);
	else
		list_nodes_table(&nodes, &out);
	return out_commit(&out) ? STATUS_DONE : STATUS_FAILED;
}

static bool
make_directory(const char *path)
{
	if (!mkdir(path, 0777) || errno == EEXIST)
		return true;
	complain("cannot make the directory %s: %s", path, strerror(errno));
	return false;
}

static bool
make_directories(const struct options *options)
{
	return options->check ||
	       (make_directory(options->output) &&
		       (!options->header || make_directory(options->header)));
}

/* The options with a candidate's own outputs. */
static struct options
options_of(
	const struct options *all, const struct candidate *candidate, struct arena *arena)
{
	struct options options = *all;
	const char *suffix = all->command == COMMAND_EMIT_SPEC ? ".json" : ".c";

	options.output = path_in(all->output, candidate->name, suffix, arena);
	if (all->header)
		options.header = path_in(all->header, candidate->name, ".h", arena);
	if (all->has_depfile)
		options.depfile = arena_format(arena, "%s.d", options.output);
	return options;
}

/* A model whose nodes are made each by itself. */
struct each {
	const struct nodes *nodes;
	const struct options *options;
	enum status (*generate)(struct file *file, const struct options *options,
		bool dry, struct arena *arena);
};

/* Makes the files of one node, or, dry, finds out whether that can be done. What there is
   to say is said about the source. */
static enum status
make_one(const struct each *each, const struct candidate *candidate,
	struct source *source, bool dry)
{
	struct arena own = {0};
	struct file file = {.source = *source};
	struct nodes nodes = *each->nodes;
	struct options options = options_of(each->options, candidate, &own);
	enum status status = STATUS_REFUSED;

	nodes.source = &file.source;
	if (to_spec(&file.spec, &nodes, &candidate, 1, constants_of(each->options), &own))
		status = each->generate(&file, &options, dry, &own);
	*source = file.source;
	arena_free(&own);
	return status;
}

/* Keeps those of the chosen that can be made; reports the others. */
static enum status
try_each(const struct each *each, const struct candidate **chosen, size_t *nchosen,
	struct arena *arena)
{
	struct overheard overheard;
	size_t n = 0;

	for (size_t i = 0; i < *nchosen; i++) {
		enum status tried =
			make_one(each, chosen[i], overheard_next(&overheard), true);

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

enum status
models_each(struct source *source, enum format format, const struct options *options,
	enum status (*generate)(struct file *file, const struct options *options,
		bool dry, struct arena *arena),
	struct arena *arena)
{
	struct nodes nodes;
	struct each each = {&nodes, options, generate};
	const struct candidate **chosen;
	size_t nchosen;
	enum status status;

	if (!nodes_read(&nodes, source, format, &options->model, arena))
		return STATUS_REFUSED;
	chosen = choose(&nodes, &nchosen, arena);
	if (!chosen)
		return STATUS_REFUSED;
	status = try_each(&each, chosen, &nchosen, arena);
	if (status != STATUS_DONE)
		return status;
	if (!make_directories(options))
		return STATUS_FAILED;
	for (size_t i = 0; i < nchosen; i++) {
		enum status made = make_one(&each, chosen[i], source, false);

		if (made > status)
			status = made;
	}
	return status;
}
