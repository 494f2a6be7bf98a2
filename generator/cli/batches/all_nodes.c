#include "cli/batches/all_nodes.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/complain.h"
#include "base/descriptor.h"
#include "base/paths.h"
#include "base/progress.h"
#include "cli/batches/all_plan.h"
#include "cli/batches/workers.h"
#include "cli/functions/deliver.h"
#include "cli/functions/job.h"
#include "cli/lists/manifest.h"
#include "cli/options/options.h"
#include "deliver/claims.h"
#include "deliver/ninja_file.h"
#include "deliver/out_file.h"
#include "deliver/strays.h"
#include "diag/first_error.h"
#include "diag/source.h"
#include "network/make.h"
#include "schedule/schedule.h"

/* The rounds of the work. */
enum {
	ROUND_TRY,
	ROUND_MAKE
};

/* Such a file lies beside the one that it tests. */
static const char self_test_suffix[] = "_self_test.c";

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
	return !options->model.in_one;
}

static bool
is_function(const struct all *all, const char *name)
{
	for (size_t i = 0; i < all->nitem; i++)
		if (!strcasecmp(all->item[i].name, name))
			return true;
	return false;
}

/* The name of an item's files: the function's, unless that names a device. */
static const char *
stem_of(const struct all *all, const struct item *item, struct arena *arena)
{
	const char *stem = item->name;

	if (path_is_device(stem))
		do
			stem = arena_format(arena, "%s_", stem);
		while (is_function(all, stem));
	return stem;
}

/* An item as a file of its own. */
static struct file
file_of(const struct all *all, size_t i, const struct source *source)
{
	const struct item *item = &all->item[i];
	const struct origin *origin = item->origin;
	struct file file = {.source = *source,
		.spec = origin->spec,
		.schedule = &all->schedule[i],
		.input = origin->input,
		.ninput = origin->ninput};

	if (!origin->spec.graph) {
		file.spec.node = item->node;
		file.spec.nnode = 1;
	}
	return file;
}

/* The options, with an item's own output files if it has them. */
static struct options
options_of(const struct all *all, const struct item *item, struct arena *arena)
{
	struct options options = *all->options;
	const char *stem = stem_of(all, item, arena);
	const char *suffix = options.command == COMMAND_EMIT_SPEC ? ".json" : ".c";

	options.progress = all->progress;
	options.spec = item->origin->path;
	options.nspec = 1;
	if (!is_each(all->options))
		return options;
	options.ninja = NULL;
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

/* Schedules an item, and checks what can be checked before a proof. */
static enum status
try_one(struct all *all, size_t i, struct source *source)
{
	struct item *item = &all->item[i];
	const struct spec *spec = &item->origin->spec;
	struct arena own = {0};
	struct options options = options_of(all, item, &own);
	struct file file = file_of(all, i, source);
	struct job job = {.options = &options, .file = &file, .nfile = 1};
	struct delivery delivery;
	enum status status = STATUS_REFUSED;
	bool made = spec->graph
			    ? network_make(&all->schedule[i], spec, options.prefix,
				      &options.settings, options.max_output, source,
				      all->arena)
			    : network_schedule(&all->schedule[i], &item->plan,
				      options.prefix, &item->settings, options.max_output,
				      source, item->node->where, all->arena);

	if (made)
		status = job_check(&job, STATUS_DONE, &delivery, &own);
	if (status == STATUS_DONE)
		status = job_measure(&job, &delivery, &own);
	arena_free(&own);
	return status;
}

/* Makes the files of a job whose functions are scheduled. */
static enum status
make_files(struct job *job, struct arena *arena)
{
	struct delivery delivery;
	enum status status = job_check(job, STATUS_DONE, &delivery, arena);

	if (status == STATUS_DONE)
		status = job_prove(job, arena);
	if (status == STATUS_DONE)
		status = job_measure(job, &delivery, arena);
	return status == STATUS_DONE ? job_emit(job, &delivery, arena) : status;
}

/* Makes the files of an item. */
static enum status
make_one(struct all *all, size_t i, struct source *source)
{
	struct arena own = {0};
	struct options options = options_of(all, &all->item[i], &own);
	struct file file = file_of(all, i, source);
	struct job job = {.options = &options,
		.file = &file,
		.nfile = 1,
		.hash = all->item[i].hash};
	enum status status = make_files(&job, &own);

	arena_free(&own);
	return status;
}

static void
begin(void *context)
{
	struct all *all = context;

	all->progress = NULL;
}

/* The answer is why an item is refused, or the hash of what was made. */
static enum status
make(void *context, int round, size_t i, char *answer)
{
	struct all *all = context;
	struct arena own = {0};
	struct first_error error;
	struct source *source = first_error_begin(&error, &own);
	enum status status =
		round == ROUND_TRY ? try_one(all, i, source) : make_one(all, i, source);
	const char *text = error.text[0] ? error.text : all->item[i].hash;

	memcpy(answer, text, strlen(text) + 1);
	arena_free(&own);
	return status;
}

static const char *
name(const void *context, size_t i)
{
	const struct all *all = context;

	return all->item[i].name;
}

static void
tell(void *context, int round, size_t ndone, size_t n, size_t i)
{
	struct all *all = context;

	(void)round;
	progress_count(all->progress, ndone, n, all->item[i].name);
}

static bool
take(void *context, int round, size_t i, enum status status, const char *answer)
{
	struct all *all = context;
	struct item *item = &all->item[i];

	/* With --check a file that differs is refused, too. */
	if (status == STATUS_REFUSED && !(round == ROUND_MAKE && all->options->check)) {
		progress_end(all->progress);
		all_report(all, item, answer);
	}
	if (round == ROUND_TRY && status == STATUS_REFUSED) {
		item->refused = true;
		return true;
	}
	if (round == ROUND_MAKE && status <= STATUS_REFUSED)
		snprintf(item->hash, sizeof item->hash, "%s", answer);
	all->status = status_worse(all->status, status);
	return round == ROUND_MAKE || status == STATUS_DONE;
}

/* The items that are not refused. */
static size_t *
list_items(const struct all *all, size_t *n)
{
	size_t *list = arena_array(all->arena, size_t, all->nitem);

	*n = 0;
	for (size_t i = 0; i < all->nitem; i++)
		if (!all->item[i].refused)
			list[(*n)++] = i;
	return list;
}

/* Does a round for all items that are not refused. */
static enum status
work_round(struct all *all, struct workers *workers, int round)
{
	size_t n;
	const size_t *list = list_items(all, &n);
	bool whole = workers_round(workers, round, list, n);

	progress_end(all->progress);
	progress_node(all->progress, 0, 0, "");
	if (!whole && all->status == STATUS_DONE)
		all->status = STATUS_FAILED;
	return all->status;
}

/* Reports files that earlier runs left in the directories. */
static enum status
check_strays(const struct all *all)
{
	const struct options *options = all->options;
	size_t n;
	const size_t *list = list_items(all, &n);
	const char **name = arena_array(all->arena, const char *, n);
	struct kept kept = {options->output, ".c", options->prefix, name, n};
	enum status status;

	for (size_t i = 0; i < n; i++)
		name[i] = stem_of(all, &all->item[list[i]], all->arena);
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

/* The build file for what was made. */
static struct ninja_file
ninja_file_of(const struct all *all)
{
	size_t n;
	const size_t *list = list_items(all, &n);
	struct ninja_source *source = arena_array(all->arena, struct ninja_source, n);

	for (size_t i = 0; i < n; i++) {
		const struct item *item = &all->item[list[i]];

		source[i].path = options_of(all, item, all->arena).output;
		memcpy(source[i].hash, item->hash, SHA256_TEXT);
	}
	return (struct ninja_file){.path = all->options->ninja,
		.output = all->options->output,
		.source = source,
		.nsource = n};
}

static bool
check_ninja(const struct all *all)
{
	const char *output = all->options->output;
	const struct ninja_file file = {.path = all->options->ninja};
	const char *refusal = all->options->ninja && is_each(all->options)
				      ? ninja_refusal(&file, output, all->arena)
				      : NULL;

	if (refusal)
		complain("--ninja: a build file cannot name %s: %s", output, refusal);
	return !refusal;
}

static enum status
write_ninja(const struct all *all)
{
	const struct ninja_file file = ninja_file_of(all);
	struct out out;

	if (!out_open(&out, file.path))
		return STATUS_FAILED;
	out.sync = all->options->sync;
	ninja_file_put(&out, &file, all->arena);
	return out_commit(&out) ? STATUS_DONE : STATUS_FAILED;
}

static enum status
compare_ninja(const struct all *all)
{
	const struct ninja_file file = ninja_file_of(all);
	struct out out, diff;
	bool same = true;

	if (!out_open_check(&out, file.path))
		return STATUS_FAILED;
	ninja_file_put(&out, &file, all->arena);
	if (!out_open(&diff, NULL) || !out_finish_check(&out, &diff, &same) ||
		!out_commit(&diff))
		return STATUS_FAILED;
	return same ? STATUS_DONE : STATUS_REFUSED;
}

/* Claims the files of all items that are not refused. */
static bool
claim_all(const struct all *all)
{
	struct claims claims = {.nclaim = 0};
	size_t n;
	const size_t *list = list_items(all, &n);
	bool good;

	for (size_t i = 0; i < n; i++) {
		const struct item *item = &all->item[list[i]];
		struct arena own = {0};
		struct options options = options_of(all, item, &own);
		struct file file = file_of(all, list[i], item->origin->source);
		struct job job = {.options = &options, .file = &file, .nfile = 1};

		job_claim(&job, &claims, &own);
		arena_free(&own);
	}
	claims_write(&claims, "build file", all->options->ninja);
	good = claims_hold(&claims);
	claims_free(&claims);
	return good;
}

static enum status
digest_inputs(struct all *all)
{
	enum status status = STATUS_DONE;

	for (size_t i = 0; i < all->norigin && status == STATUS_DONE; i++) {
		struct origin *origin = &all->origin[i];

		status = manifest_inputs(&origin->input, &origin->ninput, origin->source,
			&origin->spec, all->arena);
	}
	return status;
}

/* Compiles each item into its own files. */
static enum status
make_each(struct all *all, struct workers *workers)
{
	const struct options *options = all->options;

	if (!claim_all(all) || !check_ninja(all))
		return STATUS_USAGE;
	if (!make_directories(options, all->arena))
		return STATUS_FAILED;
	if (work_round(all, workers, ROUND_MAKE) > STATUS_REFUSED)
		return all->status;
	if (options->check)
		all->status = status_worse(all->status, check_strays(all));
	if (options->ninja)
		all->status = status_worse(all->status,
			options->check ? compare_ninja(all) : write_ninja(all));
	return all->status;
}

/* The items of one of the inputs that are not refused, as a file. */
static struct file
file_of_all(const struct all *all, const struct origin *origin)
{
	struct file file = {.source = *origin->source, .spec = origin->spec};
	struct node *node = arena_array(all->arena, struct node, origin->nitem);
	size_t n = 0;

	file.schedule = arena_array(all->arena, struct schedule, origin->nitem);
	for (size_t i = 0; i < origin->nitem; i++) {
		const struct item *item = &all->item[origin->first + i];

		if (item->refused)
			continue;
		node[n] = *item->node;
		file.schedule[n++] = all->schedule[origin->first + i];
	}
	/* A graph that is refused leaves nothing. */
	if (!origin->spec.graph || !n) {
		file.spec.graph = NULL;
		file.spec.node = node;
		file.spec.nnode = n;
	}
	return file;
}

/* Compiles all items into one file. */
static enum status
make_together(const struct all *all)
{
	struct file *file = arena_array(all->arena, struct file, all->norigin);
	struct job job = {.options = all->options, .file = file, .nfile = all->norigin};

	for (size_t i = 0; i < all->norigin; i++)
		file[i] = file_of_all(all, &all->origin[i]);
	return make_files(&job, all->arena);
}

/* Starts the processes once everything that they share is there. What goes into one file
   is made by one process. */
static struct workers *
begin_work(struct all *all, const struct work *work)
{
	size_t njob = all->options->jobs ? all->options->jobs : workers_cores();

	return workers_begin(work, is_each(all->options) ? njob : 1, all->arena);
}

enum status
all_nodes(struct source *source, const enum format *format, const struct options *options,
	struct arena *arena)
{
	struct all all = {
		.options = options, .progress = options->progress, .arena = arena};
	struct work work = {.context = &all,
		.prints = options->check,
		.name = name,
		.begin = begin,
		.make = make,
		.tell = tell,
		.take = take};
	struct workers *workers;
	enum status status = all_read(&all, source, format);

	if (status != STATUS_DONE)
		return status;
	if (!all_plan(&all) || !all_check_names(&all))
		return STATUS_REFUSED;
	if (options->manifest && is_each(options))
		status = digest_inputs(&all);
	if (status != STATUS_DONE)
		return status;
	work.npiece = all.nitem;
	workers = begin_work(&all, &work);
	status = work_round(&all, workers, ROUND_TRY);
	if (status == STATUS_DONE && !all_goes_on(&all))
		status = STATUS_REFUSED;
	if (status == STATUS_DONE)
		status =
			is_each(options) ? make_each(&all, workers) : make_together(&all);
	workers_end(workers);
	return status;
}
