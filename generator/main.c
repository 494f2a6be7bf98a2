#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "arena.h"
#include "batch.h"
#include "claims.h"
#include "complain.h"
#include "deliver.h"
#include "describe.h"
#include "descriptor.h"
#include "foreign.h"
#include "format.h"
#include "models.h"
#include "names.h"
#include "options.h"
#include "out_file.h"
#include "paths.h"
#include "progress.h"
#include "readers/json.h"
#include "resolve.h"
#include "temporary.h"

static enum status
read_source(struct source *source, enum format *format, const char *path,
	const struct options *options, struct arena *arena)
{
	const char *foreign;

	switch (source_read(source, path, format_limit, arena)) {
	case SOURCE_READ:
		break;
	case SOURCE_REFUSED:
		return STATUS_REFUSED;
	case SOURCE_FAILED:
		if (path_ends_in(path, ".c"))
			fprintf(stderr, "opgen: the C file is named by -o %s\n",
				quoted(path, arena));
		return STATUS_FAILED;
	}
	foreign = foreign_file(source->text, source->size);
	if (foreign) {
		source->is_model = true;
		source_error(source, NULL, "this is %s", foreign);
		return STATUS_REFUSED;
	}
	*format = options->from ? options->from : format_of(source->text, source->size);
	if (*format == FORMAT_TEXT)
		*format = options->model.only ? FORMAT_UNKNOWN : FORMAT_SPEC;
	if (!format_is_read(*format)) {
		source->is_model = true;
		source_error(source, NULL, "%s", format_refusal(*format));
		return STATUS_REFUSED;
	}
	if (*format == FORMAT_SPEC && options->model.only) {
		complain("%s goes with a model, and %s is a spec", options->model.only,
			source->path);
		return STATUS_USAGE;
	}
	return STATUS_DONE;
}

/* From a file to the nodes that are wanted. What could be read of a spec that was refused
   is checked further. */
static enum status
read_file(struct file *file, const char *path, const struct options *options,
	struct arena *arena)
{
	enum format format;
	enum status status = read_source(&file->source, &format, path, options, arena);

	if (status != STATUS_DONE)
		return status;
	if (format != FORMAT_SPEC)
		status = models_choose(file, format, options, arena);
	else if (!json_read(&file->source, &file->spec, arena))
		status = STATUS_REFUSED;
	if (!resolve_nodes(file, options, arena))
		status = status_worse(status, STATUS_REFUSED);
	return status;
}

/* From schedules to what is ready to be written; proves: what is about to be. */
static enum status
collect(struct batch *batch, enum status status, bool proves, struct delivery *delivery,
	struct arena *arena)
{
	for (size_t i = 0; i < batch->nfile; i++)
		batch->nnode += batch->file[i].spec.nnode;
	status = status_worse(status, batch_check_names(batch, arena));
	status = status_worse(status, batch_check_macros(batch, arena));
	status = status_worse(status, batch_check_prefix(batch, arena));
	if (status != STATUS_DONE)
		return status;
	if (proves && batch->options->command != COMMAND_EMIT_SPEC)
		status = batch_prove(batch, arena);
	if (status != STATUS_DONE)
		return status;
	*delivery = batch_collect(batch, arena);
	status = batch_check_depfile(delivery);
	if (status == STATUS_DONE && batch->options->command == COMMAND_EMIT)
		status = batch_check_size(batch, delivery);
	return status;
}

/* No file is written that is read, or that is written already. */
static enum status
deliver_apart(const struct delivery *delivery, struct arena *arena)
{
	struct claims claims = {.nclaim = 0};
	bool apart;

	deliver_claim(delivery, &claims, arena);
	apart = claims_hold(&claims);
	claims_free(&claims);
	return apart ? deliver(delivery, arena) : STATUS_USAGE;
}

/* Every mistake of every file is reported before the first one counts. */
static enum status
generate(const struct options *options, struct arena *arena)
{
	struct batch batch = {.options = options, .nfile = options->nspec};
	struct delivery delivery;
	enum status status = STATUS_DONE;

	batch.file = arena_array(arena, struct file, batch.nfile);
	for (size_t i = 0; i < batch.nfile; i++)
		status = status_worse(status,
			read_file(&batch.file[i], options->spec[i], options, arena));
	status = collect(&batch, status, true, &delivery, arena);
	return status == STATUS_DONE ? deliver_apart(&delivery, arena) : status;
}

/* Some nodes of a model, or, with claims, which files they would be. */
static enum status
generate_some(struct file *file, const struct options *options, struct claims *claims,
	struct arena *arena)
{
	struct batch batch = {.options = options, .file = file, .nfile = 1};
	bool good = resolve_nodes(file, options, arena);
	struct delivery delivery;
	enum status status = collect(
		&batch, good ? STATUS_DONE : STATUS_REFUSED, !claims, &delivery, arena);

	if (status != STATUS_DONE)
		return status;
	if (!claims)
		return deliver_apart(&delivery, arena);
	deliver_claim(&delivery, claims, arena);
	return STATUS_DONE;
}

/* What is made of a model as a whole: files of all nodes, or the list of them. */
static enum status
generate_each(const struct options *options, struct arena *arena)
{
	struct source source;
	enum format format;
	enum status status =
		read_source(&source, &format, *options->spec, options, arena);

	if (status != STATUS_DONE)
		return status;
	if (options->command == COMMAND_LIST_NODES)
		return models_list(&source, format, options, arena);
	return models_each(&source, format, options, generate_some, arena);
}

static enum status
describe(const struct options *options, struct arena *arena)
{
	struct out out;

	if (!out_open(&out, options->output))
		return STATUS_FAILED;
	out.sync = options->sync;
	if (options->command == COMMAND_LIST) {
		describe_list(&out);
	} else if (!describe_op(&out, options->describe, arena)) {
		out_discard(&out);
		return STATUS_USAGE;
	}
	return out_commit(&out) ? STATUS_DONE : STATUS_FAILED;
}

static enum status
run(int argc, char **argv, struct arena *arena)
{
	struct options options;
	struct progress progress;

	switch (options_read(&options, argc, argv, arena)) {
	case OPTIONS_RUN:
		break;
	case OPTIONS_DONE:
		return STATUS_DONE;
	case OPTIONS_WRONG:
		return STATUS_USAGE;
	case OPTIONS_FAILED:
		return STATUS_FAILED;
	}
	progress_start(&progress, options.nspec == 1 ? options.spec[0] : NULL);
	options.progress = &progress;
	if (options.command == COMMAND_LIST || options.command == COMMAND_DESCRIBE)
		return describe(&options, arena);
	if (options.command == COMMAND_LIST_NODES ||
		(options.model.all && options.command != COMMAND_EXPLAIN &&
			options.command != COMMAND_EMIT_CODE))
		return generate_each(&options, arena);
	return generate(&options, arena);
}

/* A standard descriptor that is closed would be given to the next file that is opened,
   and what is meant for the user would be written there. */
static void
keep_standard_descriptors(void)
{
	for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
		if (fcntl(i, F_GETFD) < 0)
			descriptor_open(
				"/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int
main(int argc, char **argv)
{
	struct arena arena = {0};
	enum status status;

	keep_standard_descriptors();
	/* Where the machine fails, the program may end right there. */
	atexit(temporary_remove_all);
	json_set_alloc_funcs(alloc_take, free);
	/* A reader that went away and a limit on file sizes are errors of the write. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	status = run(argc, argv, &arena);
	arena_free(&arena);
	return (int)status;
}
