#include "cli/functions/job.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/complain.h"
#include "base/paths.h"
#include "base/progress.h"
#include "cli/functions/deliver.h"
#include "cli/functions/function_names.h"
#include "cli/lists/manifest.h"
#include "deliver/claims.h"
#include "deliver/depfile.h"
#include "deliver/ninja_file.h"
#include "emit/binary.h"
#include "emit/self_test.h"
#include "network/compare.h"
#include "network/lower.h"
#include "network/workspace.h"

size_t
file_nfunction(const struct file *file)
{
	return file->spec.graph ? 1 : file->spec.nnode;
}

const struct node *
file_function(const struct file *file, size_t i)
{
	return file->spec.graph ? &file->spec.graph->function : &file->spec.node[i];
}

void
file_rename(struct file *file, const char *name, struct arena *arena)
{
	struct graph *graph = arena_new(arena, struct graph);
	struct node *node = arena_new(arena, struct node);

	if (file->spec.graph) {
		*graph = *file->spec.graph;
		graph->function.name = name;
		file->spec.graph = graph;
	} else {
		*node = *file->spec.node;
		node->name = name;
		file->spec.node = node;
	}
}

/* The functions that have a legal name, in the order of the C file. */
static struct named *
list_named(const struct job *job, size_t *n, struct arena *arena)
{
	struct named *named = arena_array(arena, struct named, job->nfunction);

	*n = 0;
	for (size_t i = 0; i < job->nfile; i++) {
		struct file *file = &job->file[i];

		for (size_t k = 0; k < file_nfunction(file); k++)
			if (file_function(file, k)->name)
				named[(*n)++] = (struct named){
					file_function(file, k), &file->source};
	}
	return named;
}

static enum status
check_names(const struct job *job, struct arena *arena)
{
	size_t n;
	const struct named *named = list_named(job, &n, arena);

	return function_names_check(named, n, job->options, arena);
}

/* Proves the code of all nodes. On failure returns why, with the node's name. */
static const char *
prove_all(const struct job *job, const char **name, struct arena *arena)
{
	for (size_t i = 0; i < job->nfile; i++)
		for (size_t k = 0; k < file_nfunction(&job->file[i]); k++) {
			struct schedule *schedule = &job->file[i].schedule[k];
			const char *failure = NULL;

			if (schedule->plan->kind == PLAN_NETWORK)
				failure = network_failure(
					schedule_network(schedule), arena);
			if (!failure)
				failure = schedule_prove(
					schedule, job->options->progress, arena);
			if (!failure && schedule->plan->kind == PLAN_NETWORK)
				failure = network_compare(schedule, arena);
			*name = schedule->name;
			if (failure)
				return failure;
		}
	return NULL;
}

/* Whether statements are printed, which is how to find what is wrong with code that
   cannot be proven; so it is proven afterwards. */
static bool
shows_unproven(const struct job *job)
{
	return job->options->command == COMMAND_EMIT_CODE;
}

static void
report_bug(const struct job *job, const char *verb, const char *name, const char *failure)
{
	complain_of(
		COMPLAINT_BUG, NULL, "cannot %s the code of %s: %s", verb, name, failure);
	complain_of(COMPLAINT_REMARK, NULL,
		"this is a bug of opgen: please report it with the spec; %s",
		shows_unproven(job)
			? "the statements that are printed are wrong"
			: "nothing is written (--emit-code prints the statements)");
}

static enum status
prove(const struct job *job, struct arena *arena)
{
	struct progress *progress = job->options->progress;
	const char *failure, *name;
	uint64_t work = 0;

	for (size_t i = 0; i < job->nfile; i++)
		for (size_t k = 0; k < file_nfunction(&job->file[i]); k++)
			work = count_add(work, schedule_work(&job->file[i].schedule[k]));
	progress_begin(progress, "proving", work);
	failure = prove_all(job, &name, arena);
	progress_end(progress);
	if (!failure)
		return STATUS_DONE;
	report_bug(job, "prove", name, failure);
	return STATUS_FAILED;
}

/* Whether a function and what it has to give fit the limits of a self-test. */
static bool
fits_self_test(struct file *file, size_t function)
{
	const struct schedule *s = &file->schedule[function];
	const struct place *where = file_function(file, function)->where;
	uint64_t bytes = self_test_bytes(s), held = self_test_held(s);

	if (bytes > SELF_TEST_LIMIT)
		source_error(&file->source, where,
			"--self-test: the arguments of %s take %" PRIu64
			" bytes, more than the %d of a self-test",
			s->name, bytes, SELF_TEST_LIMIT);
	else if (held > SELF_TEST_HELD)
		source_error(&file->source, where,
			"--self-test: the tensors of %s take %" PRIu64
			" bytes while its nodes are computed one by one, more than "
			"the %" PRIu64 " of a self-test",
			s->name, held, SELF_TEST_HELD);
	return bytes <= SELF_TEST_LIMIT && held <= SELF_TEST_HELD;
}

/* The test's function has a name that no other one has, and the functions fit. */
static enum status
check_self_test(const struct job *job, struct arena *arena)
{
	const char *name = NULL;
	bool good = true;

	for (size_t i = 0; i < job->nfile && job->options->self_test; i++)
		for (size_t k = 0; k < file_nfunction(&job->file[i]); k++) {
			struct file *file = &job->file[i];
			const char *own = file->schedule[k].name;

			if (!name)
				name = arena_format(arena, "%s_self_test", own);
			if (!strcmp(name, own)) {
				source_error(&file->source,
					place_member(file_function(file, k)->where,
						"name", arena),
					"name: '%s' is the function of the self-test",
					name);
				good = false;
			}
			good = fits_self_test(file, k) && good;
		}
	return good ? STATUS_DONE : STATUS_REFUSED;
}

/* Computes what the functions have to give. */
static enum status
make_self_test(const struct job *job, const struct self_test **made, struct arena *arena)
{
	struct progress *progress = job->options->progress;
	struct self_test *test = arena_array(arena, struct self_test, job->nfunction);
	const char *failure = NULL, *name = NULL;
	uint64_t work = 0;
	size_t n = 0;

	for (size_t i = 0; i < job->nfile; i++)
		for (size_t k = 0; k < file_nfunction(&job->file[i]); k++)
			work = count_add(work, self_test_work(&job->file[i].schedule[k]));
	progress_begin(progress, "computing the self-test", work);
	for (size_t i = 0; i < job->nfile && !failure; i++)
		for (size_t k = 0; k < file_nfunction(&job->file[i]) && !failure; k++) {
			name = job->file[i].schedule[k].name;
			failure = self_test_make(
				&test[n++], &job->file[i].schedule[k], progress, arena);
		}
	progress_end(progress);
	*made = test;
	if (!failure)
		return STATUS_DONE;
	report_bug(job, "run", name, failure);
	return STATUS_FAILED;
}

static const struct schedule *const *
collect_schedules(const struct job *job, struct arena *arena)
{
	const struct schedule **schedule =
		arena_array(arena, const struct schedule *, job->nfunction);
	size_t n = 0;

	for (size_t i = 0; i < job->nfile; i++)
		for (size_t k = 0; k < file_nfunction(&job->file[i]); k++)
			schedule[n++] = &job->file[i].schedule[k];
	return schedule;
}

static enum status
check_header(const struct job *job, struct arena *arena)
{
	size_t n;
	const struct named *named = list_named(job, &n, arena);

	if (!job->options->header)
		return STATUS_DONE;
	return operand_macros_check(named, collect_schedules(job, arena), n, arena);
}

/* What the inputs are made from, for a manifest. */
static enum status
digest_inputs(const struct job *job, struct delivery *delivery, struct arena *arena)
{
	enum status status = STATUS_DONE;
	struct manifest_file *input;

	for (size_t i = 0; i < job->nfile && status == STATUS_DONE; i++) {
		struct file *file = &job->file[i];

		if (!file->input)
			status = manifest_inputs(&file->input, &file->ninput,
				&file->source, &file->spec, arena);
		delivery->ninput += file->ninput;
	}
	input = arena_array(arena, struct manifest_file, delivery->ninput);
	delivery->input = input;
	for (size_t i = 0; i < job->nfile; i++)
		for (size_t k = 0; k < job->file[i].ninput; k++)
			*input++ = job->file[i].input[k];
	return status;
}

static struct delivery
collect(const struct job *job, struct arena *arena)
{
	const char **path;
	size_t npath = 0;

	for (size_t i = 0; i < job->nfile; i++)
		npath += 1 + job->file[i].spec.nfile;
	path = arena_array(arena, const char *, npath);
	npath = 0;
	for (size_t i = 0; i < job->nfile; i++) {
		const struct spec *spec = &job->file[i].spec;

		if (!path_is_standard(job->options->spec[i]))
			path[npath++] = job->options->spec[i];
		for (size_t k = 0; k < spec->nfile; k++)
			path[npath++] = spec->file[k];
	}
	return (struct delivery){
		.options = job->options,
		.unit = {.schedule = collect_schedules(job, arena),
			.nschedule = job->nfunction},
		.file = path,
		.nfile = npath,
		.spec = &job->file->spec,
		.hash = job->hash,
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

static enum status
check_depfile(const struct delivery *delivery)
{
	const struct options *options = delivery->options;
	bool good = true;

	if (!options->depfile)
		return STATUS_DONE;
	good &= carries(options->output, true);
	if (options->header)
		good &= carries(options->header, true);
	if (options->constants)
		good &= carries(options->constants, true);
	if (options->report)
		good &= carries(options->report, true);
	if (options->self_test)
		good &= carries(options->self_test, true);
	if (options->manifest)
		good &= carries(options->manifest, true);
	if (options->ninja)
		good &= carries(options->ninja, true);
	for (size_t i = 0; i < delivery->nfile; i++)
		good &= carries(delivery->file[i], false);
	return good ? STATUS_DONE : STATUS_USAGE;
}

static enum status
check_ninja(const struct delivery *delivery, struct arena *arena)
{
	const struct options *options = delivery->options;
	const struct ninja_file file = {.path = options->ninja};
	const char *path[] = {options->output, options->constants};

	for (size_t i = 0; i < 2 && options->ninja; i++) {
		const char *refusal =
			path[i] ? ninja_refusal(&file, path[i], arena) : NULL;

		if (refusal) {
			complain("--ninja: a build file cannot name %s: %s", path[i],
				refusal);
			return STATUS_USAGE;
		}
	}
	return STATUS_DONE;
}

enum status
job_measure(const struct job *job, struct delivery *delivery, struct arena *arena)
{
	uint64_t limit = job->options->max_output, code;

	/* The proof finds the arrays that the code names: the binary has no others. */
	if (unit_constants(&delivery->unit) == HOME_BINARY)
		delivery->unit.binary = binary_make(
			delivery->unit.schedule, delivery->unit.nschedule, arena);
	if (job->options->command != COMMAND_EMIT)
		return STATUS_DONE;
	code = deliver_count(delivery);
	if (code <= limit)
		return STATUS_DONE;
	source_error(&job->file->source, &place_command_line,
		"the C file would hold %" PRIu64 " bytes of code, more than the %" PRIu64
		" of --max-output",
		code, limit);
	return STATUS_REFUSED;
}

static void
count_functions(struct job *job)
{
	job->nfunction = 0;
	for (size_t i = 0; i < job->nfile; i++)
		job->nfunction += file_nfunction(&job->file[i]);
}

enum status
job_check(struct job *job, enum status status, struct delivery *delivery,
	struct arena *arena)
{
	count_functions(job);
	status = status_worse(status, check_names(job, arena));
	if (status == STATUS_DONE)
		status = status_worse(
			check_header(job, arena), check_self_test(job, arena));
	if (status != STATUS_DONE)
		return status;
	*delivery = collect(job, arena);
	return status_worse(check_depfile(delivery), check_ninja(delivery, arena));
}

enum status
job_prove(const struct job *job, struct arena *arena)
{
	if (job->options->command == COMMAND_EMIT_SPEC || shows_unproven(job))
		return STATUS_DONE;
	return prove(job, arena);
}

void
job_claim(struct job *job, struct claims *claims, struct arena *arena)
{
	struct delivery delivery;

	count_functions(job);
	delivery = collect(job, arena);
	deliver_claim(&delivery, claims, arena);
}

enum status
job_emit(const struct job *job, struct delivery *delivery, struct arena *arena)
{
	struct claims claims = {.nclaim = 0};
	enum status status = STATUS_DONE;
	bool apart;

	/* No file is both read and written, or written twice. */
	deliver_claim(delivery, &claims, arena);
	apart = claims_hold(&claims);
	claims_free(&claims);
	if (!apart)
		return STATUS_USAGE;
	if (job->options->self_test)
		status = make_self_test(job, &delivery->unit.self_test, arena);
	if (status == STATUS_DONE && job->options->manifest)
		status = digest_inputs(job, delivery, arena);
	if (status == STATUS_DONE)
		status = deliver(delivery, arena);
	return status == STATUS_DONE && shows_unproven(job) ? prove(job, arena) : status;
}
