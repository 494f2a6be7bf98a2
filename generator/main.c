#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/complain.h"
#include "base/descriptor.h"
#include "base/paths.h"
#include "base/progress.h"
#include "base/temporary.h"
#include "cli/batches/all_nodes.h"
#include "cli/functions/deliver.h"
#include "cli/functions/job.h"
#include "cli/functions/models.h"
#include "cli/functions/plan_nodes.h"
#include "cli/lists/describe.h"
#include "cli/lists/schema.h"
#include "cli/options/options.h"
#include "cli/options/options_read.h"
#include "cli/options/usage_check.h"
#include "cli/options/version.h"
#include "commit.h"
#include "deliver/out_file.h"
#include "diag/diagnostics.h"
#include "diag/foreign.h"
#include "diag/names.h"
#include "diag/source_read.h"
#include "model/format.h"
#include "spec/json.h"

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
			complain_of(COMPLAINT_REMARK, NULL,
				"the C file is named by -o %s", quoted(path, arena));
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

/* Reads the wanted nodes of a file. What could be read of a refused spec is checked
   further. */
static enum status
read_file(struct file *file, const char *path, const struct options *options,
	struct arena *arena)
{
	enum format format;
	enum status status = read_source(&file->source, &format, path, options, arena);

	if (status != STATUS_DONE)
		return status;
	if (format != FORMAT_SPEC)
		status = models_select(file, format, options, arena);
	else if (!json_read(&file->source, &file->spec, arena))
		status = STATUS_REFUSED;
	file->spec.layout = options->layout;
	file->spec.nlayout = options->nlayout;
	if (options->name && file_nfunction(file) == 1)
		file_rename(file, options->name, arena);
	else if (options->name && file_nfunction(file) > 1) {
		complain("--name is for one function, and %s has %zu", path,
			file_nfunction(file));
		return STATUS_USAGE;
	}
	if (status == STATUS_DONE && !file->spec.graph &&
		options->settings.workspace == WORKSPACE_STATIC) {
		complain("--workspace static goes with a graph, and %s is none; --graph "
			 "makes one of a model",
			path);
		return STATUS_USAGE;
	}
	if (status == STATUS_DONE && file->spec.graph &&
		!usage_suits_graph(options, path))
		return STATUS_USAGE;
	return status;
}

/* The passes from files to C. Each reports every mistake of every file. What of a refused
   file could be read is planned, and what could be planned is scheduled, since that finds
   more; then nothing is proven or written. */
static enum status
generate(const struct options *options, struct arena *arena)
{
	struct job job = {.options = options, .nfile = options->nspec};
	struct delivery delivery;
	enum status status = STATUS_DONE;

	job.file = arena_array(arena, struct file, job.nfile);
	for (size_t i = 0; i < job.nfile; i++) {
		struct file *file = &job.file[i];
		enum status read = read_file(file, options->spec[i], options, arena);

		status = status_worse(status, read);
		if (read > STATUS_REFUSED)
			continue;
		if (!plan_nodes(file, options, arena))
			status = status_worse(status, STATUS_REFUSED);
		if (!schedule_nodes(file, options, arena))
			status = status_worse(status, STATUS_REFUSED);
	}
	status = job_check(&job, status, &delivery, arena);
	if (status == STATUS_DONE)
		status = job_prove(&job, arena);
	if (status == STATUS_DONE)
		status = job_measure(&job, &delivery, arena);
	return status == STATUS_DONE ? job_emit(&job, &delivery, arena) : status;
}

/* Handles files as a whole: code of all nodes, or a list of them. */
static enum status
generate_all(const struct options *options, struct arena *arena)
{
	struct source *source = arena_array(arena, struct source, options->nspec);
	enum format *format = arena_array(arena, enum format, options->nspec);
	enum status status = STATUS_DONE;

	for (size_t i = 0; i < options->nspec; i++)
		status = status_worse(status, read_source(&source[i], &format[i],
						      options->spec[i], options, arena));
	if (status != STATUS_DONE)
		return status;
	if (options->command == COMMAND_LIST_NODES)
		return models_list(source, *format, options, arena);
	return all_nodes(source, format, options, arena);
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
	} else if (options->command == COMMAND_SCHEMA) {
		schema_put(&out);
	} else if (!describe_op(&out, options->describe, arena)) {
		out_discard(&out);
		return STATUS_USAGE;
	}
	return out_commit(&out) ? STATUS_DONE : STATUS_FAILED;
}

static enum status
print_version(void)
{
	struct out out;

	if (!out_open(&out, NULL))
		return STATUS_FAILED;
	version_put(&out, OPGEN_COMMIT);
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
	if (options.command == COMMAND_VERSION)
		return print_version();
	progress_start(&progress, options.nspec == 1 ? options.spec[0] : NULL);
	/* A program that reads the messages is told nothing else. */
	if (diagnostics_format() == DIAGNOSTICS_TEXT)
		options.progress = &progress;
	if (options.command == COMMAND_LIST || options.command == COMMAND_DESCRIBE ||
		options.command == COMMAND_SCHEMA)
		return describe(&options, arena);
	if (options.command == COMMAND_LIST_NODES || options.model.all)
		return generate_all(&options, arena);
	return generate(&options, arena);
}

/* If a standard descriptor were closed, the next file opened would get its number, and
   messages would be written into that file. */
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
	/* If the machine fails, the program may exit anywhere. */
	atexit(temporary_remove_all);
	json_set_alloc_funcs(alloc_take, free);
	/* A closed pipe and the limit on file sizes become errors of write(). */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	status = run(argc, argv, &arena);
	diagnostics_end(status);
	arena_free(&arena);
	return (int)status;
}
