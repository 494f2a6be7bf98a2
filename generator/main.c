#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "arena.h"
#include "batch.h"
#include "check.h"
#include "deliver.h"
#include "describe.h"
#include "format.h"
#include "options.h"
#include "out.h"
#include "plan.h"
#include "readers/json.h"

static void
refuse_option(const struct option *option, const char *refusal, struct source *source,
	struct arena *arena)
{
	const struct place *where = option->where;

	if (!settings_has(option->name))
		where = place_key(where->parent, option->name, arena);
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
read_node(struct file *file, size_t i, const struct options *options, struct arena *arena)
{
	const struct node *node = &file->spec.node[i];
	struct operation operation = {0};
	struct plan *plan = arena_new(arena, struct plan);
	struct settings settings;
	bool right =
		read_settings(node, &options->settings, &settings, &file->source, arena);

	return check_node(&file->spec, node, &operation, &file->source, arena) &&
	       operation.op->plan(&operation, plan, &file->source, arena) && right &&
	       node->name &&
	       schedule_make(&file->schedule[i], plan, options->prefix, &settings,
		       options->max_output, &file->source, node->where, arena);
}

static enum status
read_file(struct file *file, const char *path, const struct options *options,
	struct arena *arena)
{
	enum status status = STATUS_DONE;

	switch (source_read(&file->source, path, format_limit, arena)) {
	case SOURCE_READ:
		break;
	case SOURCE_REFUSED:
		return STATUS_REFUSED;
	case SOURCE_FAILED:
		return STATUS_FAILED;
	}
	/* A refused text still yields its nodes, as far as they can be checked further.
	 */
	if (!json_read(&file->source, &file->spec, arena))
		status = STATUS_REFUSED;
	file->schedule = arena_array(arena, struct schedule, file->spec.nnode);
	for (size_t i = 0; i < file->spec.nnode; i++)
		if (!read_node(file, i, options, arena))
			status = STATUS_REFUSED;
	return status;
}

static enum status
worse(enum status a, enum status b)
{
	return a > b ? a : b;
}

/* Every mistake of every file is reported before the first one counts. */
static enum status
generate(const struct options *options, struct arena *arena)
{
	struct batch batch = {.options = options, .nfile = options->nspec};
	struct delivery delivery;
	enum status status = STATUS_DONE;

	batch.file = arena_array(arena, struct file, batch.nfile);
	for (size_t i = 0; i < batch.nfile; i++) {
		status = worse(status,
			read_file(&batch.file[i], options->spec[i], options, arena));
		batch.nnode += batch.file[i].spec.nnode;
	}
	status = worse(status, batch_check_names(&batch, arena));
	status = worse(status, batch_check_macros(&batch, arena));
	status = worse(status, batch_check_prefix(&batch, arena));
	if (status != STATUS_DONE)
		return status;
	delivery = batch_collect(&batch, arena);
	if (options->command == COMMAND_EMIT)
		status = batch_check_size(&batch, &delivery);
	return status == STATUS_DONE ? deliver(&delivery, arena) : status;
}

static enum status
describe(const struct options *options, struct arena *arena)
{
	struct out out;

	if (!out_open(&out, options->output))
		return STATUS_FAILED;
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
	if (options.command == COMMAND_LIST || options.command == COMMAND_DESCRIBE)
		return describe(&options, arena);
	return generate(&options, arena);
}

/* A standard descriptor that is closed would be given to the next file that is opened,
   and what is meant for the user would be written there. */
static void
keep_standard_descriptors(void)
{
	for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
		if (fcntl(i, F_GETFD) < 0)
			open("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int
main(int argc, char **argv)
{
	struct arena arena = {0};
	enum status status;

	keep_standard_descriptors();
	/* A reader that went away and a limit on file sizes are errors of the write. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	status = run(argc, argv, &arena);
	arena_free(&arena);
	return (int)status;
}
