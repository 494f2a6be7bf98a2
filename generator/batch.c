#include "batch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "arena.h"
#include "names.h"
#include "paths.h"

/* A node whose name is to be compared with those of the other files. */
struct named {
	const struct node *node;
	struct file *file;
};

static int
compare_names(const void *a, const void *b)
{
	const struct named *named_a = a, *named_b = b;
	int order = strcmp(named_a->node->name, named_b->node->name);

	if (order)
		return order;
	return (named_a->file > named_b->file) - (named_a->file < named_b->file);
}

enum status
batch_check_names(const struct batch *batch, struct arena *arena)
{
	struct named *named = arena_array(arena, struct named, batch->nnode);
	enum status status = STATUS_DONE;
	size_t n = 0;

	for (size_t i = 0; i < batch->nfile; i++)
		for (size_t k = 0; k < batch->file[i].spec.nnode; k++)
			named[n++] = (struct named){
				&batch->file[i].spec.node[k], &batch->file[i]};
	qsort(named, n, sizeof *named, compare_names);
	for (size_t i = 1; i < n; i++) {
		const struct named *first = &named[i - 1], *second = &named[i];

		if (first->file == second->file ||
			strcmp(first->node->name, second->node->name) != 0)
			continue;
		source_error(&second->file->source,
			place_member(second->node->where, "name", arena),
			"name: '%s' is a function of %s already", second->node->name,
			first->file->source.path);
		status = STATUS_REFUSED;
	}
	return status;
}

/* The header's macros spell a function's name in capitals. */
static int
compare_capitals(const void *a, const void *b)
{
	const struct named *named_a = a, *named_b = b;

	return strcasecmp(named_a->node->name, named_b->node->name);
}

enum status
batch_check_macros(const struct batch *batch, struct arena *arena)
{
	struct named *named = arena_array(arena, struct named, batch->nnode);
	enum status status = STATUS_DONE;
	size_t n = 0;

	if (!batch->options->header)
		return STATUS_DONE;
	for (size_t i = 0; i < batch->nfile; i++)
		for (size_t k = 0; k < batch->file[i].spec.nnode; k++)
			named[n++] = (struct named){
				&batch->file[i].spec.node[k], &batch->file[i]};
	qsort(named, n, sizeof *named, compare_capitals);
	for (size_t i = 1; i < n; i++) {
		if (compare_capitals(&named[i - 1], &named[i]))
			continue;
		source_error(&named[i].file->source,
			place_member(named[i].node->where, "name", arena),
			"name: '%s' and '%s' would have the same macros in the header",
			named[i - 1].node->name, named[i].node->name);
		status = STATUS_REFUSED;
	}
	return status;
}

static enum status
check_prefixed(const char *prefix, const char *name, struct arena *arena)
{
	const char *refusal = name_refusal(arena_format(arena, "%s%s", prefix, name));

	if (!refusal)
		return STATUS_DONE;
	fprintf(stderr, "opgen: error: --prefix: '%s' with '%s' makes a name that %s\n",
		prefix, name, refusal);
	return STATUS_USAGE;
}

enum status
batch_check_prefix(const struct batch *batch, struct arena *arena)
{
	enum status status = STATUS_DONE;

	for (size_t i = 0; i < batch->nfile && status == STATUS_DONE; i++)
		for (size_t k = 0; k < batch->file[i].spec.nnode && status == STATUS_DONE;
			k++)
			status = check_prefixed(batch->options->prefix,
				batch->file[i].spec.node[k].name, arena);
	return status;
}

static const struct schedule *const *
collect_schedules(const struct batch *batch, struct arena *arena)
{
	const struct schedule **schedule =
		arena_array(arena, const struct schedule *, batch->nnode);
	size_t n = 0;

	for (size_t i = 0; i < batch->nfile; i++)
		for (size_t k = 0; k < batch->file[i].spec.nnode; k++)
			schedule[n++] = &batch->file[i].schedule[k];
	return schedule;
}

struct delivery
batch_collect(const struct batch *batch, struct arena *arena)
{
	const char **path;
	size_t npath = 0;

	for (size_t i = 0; i < batch->nfile; i++)
		npath += 1 + batch->file[i].spec.nfile;
	path = arena_array(arena, const char *, npath);
	npath = 0;
	for (size_t i = 0; i < batch->nfile; i++) {
		const struct spec *spec = &batch->file[i].spec;

		if (!path_is_standard(batch->options->spec[i]))
			path[npath++] = batch->options->spec[i];
		for (size_t k = 0; k < spec->nfile; k++)
			path[npath++] = spec->file[k];
	}
	return (struct delivery){
		.options = batch->options,
		.unit = {collect_schedules(batch, arena), batch->nnode},
		.file = path,
		.nfile = npath,
	};
}

/* Each schedule was within the limit by its own estimate; this is the sum, and exact. */
enum status
batch_check_size(const struct batch *batch, const struct delivery *delivery)
{
	uint64_t limit = batch->options->max_output;
	uint64_t code = deliver_count(delivery);

	if (code <= limit)
		return STATUS_DONE;
	source_error(&batch->file->source, NULL,
		"the C file would hold %" PRIu64 " bytes of code, more than the %" PRIu64
		" of --max-output",
		code, limit);
	return STATUS_REFUSED;
}
