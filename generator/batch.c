#include "batch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "arena.h"
#include "complain.h"
#include "depfile.h"
#include "names.h"
#include "paths.h"
#include "progress.h"

/* A node whose name is to be compared with the others'. */
struct named {
	const struct node *node;
	struct file *file;
};

/* Every node that has a name, those whose name was refused left out. */
static struct named *
collect_named(const struct batch *batch, size_t *nnamed, struct arena *arena)
{
	struct named *named = arena_array(arena, struct named, batch->nnode);
	size_t n = 0;

	for (size_t i = 0; i < batch->nfile; i++) {
		struct file *file = &batch->file[i];

		for (size_t k = 0; k < file->spec.nnode; k++)
			if (file->spec.node[k].name)
				named[n++] = (struct named){&file->spec.node[k], file};
	}
	*nnamed = n;
	return named;
}

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
	enum status status = STATUS_DONE;
	size_t n;
	struct named *named = collect_named(batch, &n, arena);

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

static bool
is_capital(const char *text)
{
	return !text[strcspn(text, "abcdefghijklmnopqrstuvwxyz")];
}

/* Whether a node has an operand of that name, letter case aside. */
static bool
has_operand(const struct node *node, const char *name)
{
	if (!strcasecmp(name, "Y") || !strcasecmp(name, "output"))
		return true;
	for (size_t i = 0; i < node->ninput; i++)
		if (!strcasecmp(name, node->input[i].name))
			return true;
	return false;
}

/* The node whose operand has a macro of that name, A_Y_SIZE of "a", or NULL. The nodes
   are in the order of compare_capitals. */
static const struct node *
find_macro_owner(
	const char *name, const struct named *named, size_t nnamed, struct arena *arena)
{
	static const char *const macro[] = {"_RANK", "_SHAPE", "_SIZE"};
	const char *last = strrchr(name, '_');
	char *operand, *stem;
	struct node node = {0};
	const struct named *owner;
	size_t i = 0;

	while (last && i < 3 && strcmp(last, macro[i]) != 0)
		i++;
	if (!last || i == 3 || !is_capital(name))
		return NULL;
	stem = arena_copy_text(arena, name, (size_t)(last - name));
	operand = strrchr(stem, '_');
	if (!operand)
		return NULL;
	*operand++ = '\0';
	node.name = stem;
	owner = bsearch(&(struct named){&node, NULL}, named, nnamed, sizeof *named,
		compare_capitals);
	return owner && has_operand(owner->node, operand) ? owner->node : NULL;
}

enum status
batch_check_macros(const struct batch *batch, struct arena *arena)
{
	bool capital = is_capital(batch->options->prefix);
	enum status status = STATUS_DONE;
	struct named *named;
	size_t n;

	if (!batch->options->header)
		return STATUS_DONE;
	named = collect_named(batch, &n, arena);
	qsort(named, n, sizeof *named, compare_capitals);
	for (size_t i = 0; i < n; i++) {
		const struct node *node = named[i].node;
		const struct place *where = place_member(node->where, "name", arena);
		const struct node *owner =
			capital ? find_macro_owner(node->name, named, n, arena) : NULL;
		bool alike = i > 0 && !compare_capitals(&named[i - 1], &named[i]);

		if (alike)
			source_error(&named[i].file->source, where,
				"name: '%s' and '%s' would have the same macros in the "
				"header",
				named[i - 1].node->name, node->name);
		if (owner)
			source_error(&named[i].file->source, where,
				"name: '%s' is a macro of '%s' in the header", node->name,
				owner->name);
		if (alike || owner)
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
	complain("--prefix: '%s' with '%s' makes a name that %s", prefix, name, refusal);
	return STATUS_USAGE;
}

enum status
batch_check_prefix(const struct batch *batch, struct arena *arena)
{
	enum status status = STATUS_DONE;
	size_t n;
	const struct named *named = collect_named(batch, &n, arena);

	for (size_t i = 0; i < n && status == STATUS_DONE; i++)
		status = check_prefixed(
			batch->options->prefix, named[i].node->name, arena);
	return status;
}

/* Proves the code of all nodes; the name of the one that cannot be proven, and why. */
static const char *
prove_all(const struct batch *batch, const char **name, struct arena *arena)
{
	for (size_t i = 0; i < batch->nfile; i++)
		for (size_t k = 0; k < batch->file[i].spec.nnode; k++) {
			struct schedule *schedule = &batch->file[i].schedule[k];
			const char *failure =
				schedule_prove(schedule, batch->options->progress, arena);

			*name = schedule->name;
			if (failure)
				return failure;
		}
	return NULL;
}

enum status
batch_prove(const struct batch *batch, struct arena *arena)
{
	struct progress *progress = batch->options->progress;
	const char *failure, *name;
	uint64_t work = 0;

	for (size_t i = 0; i < batch->nfile; i++)
		for (size_t k = 0; k < batch->file[i].spec.nnode; k++)
			work = count_add(
				work, schedule_work(&batch->file[i].schedule[k]));
	progress_begin(progress, "proving", work);
	failure = prove_all(batch, &name, arena);
	progress_end(progress);
	if (!failure)
		return STATUS_DONE;
	fprintf(stderr,
		"opgen: error: cannot prove the code of %s: %s\n"
		"opgen: this is a bug of opgen: please report it with the spec; "
		"nothing is written\n",
		name, failure);
	return STATUS_FAILED;
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
		.spec = &batch->file->spec,
	};
}

static bool
carries(const char *path, bool is_target)
{
	const char *refusal = depfile_refusal(path, is_target);

	if (refusal)
		complain("%s cannot be named in a depfile: %s", path, refusal);
	return !refusal;
}

enum status
batch_check_depfile(const struct delivery *delivery)
{
	const struct options *options = delivery->options;
	bool good = true;

	if (!options->depfile)
		return STATUS_DONE;
	good &= carries(options->output, true);
	if (options->header)
		good &= carries(options->header, true);
	for (size_t i = 0; i < delivery->nfile; i++)
		good &= carries(delivery->file[i], false);
	return good ? STATUS_DONE : STATUS_USAGE;
}

/* Each schedule was within the limit by its own estimate; this is the sum, and exact. */
enum status
batch_check_size(const struct batch *batch, struct delivery *delivery)
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
