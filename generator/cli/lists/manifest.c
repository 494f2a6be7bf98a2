#include "cli/lists/manifest.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/complain.h"
#include "base/descriptor.h"
#include "base/out.h"
#include "base/paths.h"
#include "base/version.h"
#include "cli/options/options.h"
#include "diag/names.h"
#include "diag/source.h"
#include "emit/emit.h"
#include "emit/interface.h"
#include "emit/self_test.h"
#include "kernels/kernel.h"
#include "network/lower.h"
#include "network/network.h"

enum {
	MANIFEST_VERSION = 1, /* changes when the meaning of a key does */
	READ_SIZE = 64 * 1024,
	BOUND_DIGITS = 2 /* digits of bounds of errors, as in the C file */
};

static void
digest_bytes(struct manifest_file *file, const char *bytes, size_t size)
{
	struct sha256 sha256;

	sha256_begin(&sha256);
	sha256_add(&sha256, bytes, size);
	file->bytes = size;
	sha256_end(&sha256, file->sha256);
}

static bool
digest_file(struct manifest_file *file)
{
	struct arena own = {0};
	char *bytes = arena_alloc(&own, READ_SIZE);
	int descriptor = descriptor_open(file->path, O_RDONLY);
	struct sha256 sha256;
	ssize_t size = -1;

	sha256_begin(&sha256);
	while (descriptor >= 0 &&
		(size = descriptor_read(descriptor, bytes, READ_SIZE)) > 0)
		sha256_add(&sha256, bytes, (size_t)size);
	if (size < 0)
		complain("%s: %s", file->path, strerror(errno));
	if (descriptor >= 0)
		descriptor_close(descriptor);
	file->bytes = sha256.bytes;
	sha256_end(&sha256, file->sha256);
	arena_free(&own);
	return size == 0;
}

enum status
manifest_inputs(const struct manifest_file **input, size_t *ninput,
	const struct source *source, const struct spec *spec, struct arena *arena)
{
	size_t n = 1 + spec->nfile;
	struct manifest_file *file = arena_array(arena, struct manifest_file, n);

	file[0].path = strcmp(source->path, "<stdin>") != 0 ? source->path : NULL;
	digest_bytes(
		&file[0], source->text - source->skipped, source->size + source->skipped);
	for (size_t i = 0; i < spec->nfile; i++) {
		file[1 + i].path = spec->file[i];
		if (!digest_file(&file[1 + i]))
			return STATUS_FAILED;
	}
	*input = file;
	*ninput = n;
	return STATUS_DONE;
}

/* A text, quoted if it is not UTF-8, as a file's name may be. */
static json_t *
text_json(const char *text)
{
	struct arena own = {0};
	json_t *json = json_string(text);

	if (!json)
		json = json_string(quoted(text, &own));
	arena_free(&own);
	return json;
}

/* A count; as a string if readers of JSON may not take it as an integer. */
static json_t *
count_json(uint64_t count)
{
	char text[24];

	if (count <= INT64_MAX)
		return json_integer((json_int_t)count);
	if (count == UINT64_MAX)
		return json_string("more than 2^64");
	snprintf(text, sizeof text, "%" PRIu64, count);
	return json_string(text);
}

static const char *
last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static json_t *
file_json(const struct manifest_file *file)
{
	json_t *json = json_object();

	json_object_set_new(json, "file",
		file->path ? text_json(last_part(file->path)) : json_null());
	json_object_set_new(json, "bytes", count_json(file->bytes));
	json_object_set_new(json, "sha256", json_string(file->sha256));
	return json;
}

static int
compare_files(const void *a, const void *b)
{
	const struct manifest_file *one = *(const struct manifest_file *const *)a;
	const struct manifest_file *other = *(const struct manifest_file *const *)b;

	int order = strcmp(one->sha256, other->sha256);

	if (order || !one->path || !other->path)
		return order;
	return strcmp(last_part(one->path), last_part(other->path));
}

/* The files, in an order that does not depend on their folders. Equal entries appear
   once. */
static json_t *
inputs_json(const struct manifest *manifest)
{
	struct arena own = {0};
	const struct manifest_file **file =
		arena_array(&own, const struct manifest_file *, manifest->ninput);
	json_t *list = json_array();

	for (size_t i = 0; i < manifest->ninput; i++)
		file[i] = &manifest->input[i];
	qsort(file, manifest->ninput, sizeof(struct manifest_file *), compare_files);
	for (size_t i = 0; i < manifest->ninput; i++) {
		json_t *json = file_json(file[i]);
		size_t n = json_array_size(list);

		if (n && json_equal(json_array_get(list, n - 1), json))
			json_decref(json);
		else
			json_array_append_new(list, json);
	}
	arena_free(&own);
	return list;
}

static json_t *
outputs_json(const struct manifest *manifest)
{
	json_t *json = json_object();

	for (size_t i = 0; i < manifest->noutput; i++)
		json_object_set_new(
			json, manifest->output[i].role, file_json(&manifest->output[i]));
	return json;
}

/* The options that the outputs depend on. One that may be repeated has a list. */
static json_t *
options_json(const struct options *options)
{
	json_t *json = json_object();

	for (size_t i = 0; i < options->ngiven; i++) {
		const struct given_option *given = &options->given[i];
		json_t *value = given->value ? text_json(given->value) : json_true();
		json_t *list = json_object_get(json, given->name);

		if (!given->repeatable) {
			json_object_set_new(json, given->name, value);
			continue;
		}
		if (!list) {
			list = json_array();
			json_object_set_new(json, given->name, list);
		}
		json_array_append_new(list, value);
	}
	return json;
}

static json_t *
extents_json(const int64_t *extent, size_t rank)
{
	json_t *list = json_array();

	for (size_t i = 0; i < rank; i++)
		json_array_append_new(list, json_integer(extent[i]));
	return list;
}

static json_t *
operand_json(const struct operand *operand, const char *role)
{
	json_t *json = json_object();

	json_object_set_new(json, "name", json_string(operand->name));
	json_object_set_new(json, "role", json_string(role));
	json_object_set_new(json, "dtype", json_string(dtype_info[operand->dtype].name));
	json_object_set_new(
		json, "shape", extents_json(operand->shape, (size_t)operand->rank));
	return json;
}

static json_t *
operands_json(const struct schedule *schedule)
{
	json_t *list = json_array();

	for (size_t i = 0; i < interface_ninput(schedule); i++) {
		const struct operand *o = interface_input(schedule, i);

		json_array_append_new(
			list, operand_json(o, o->constant ? "constant" : "argument"));
	}
	for (size_t i = 0; i < interface_noutput(schedule); i++)
		json_array_append_new(
			list, operand_json(interface_output(schedule, i), "result"));
	return list;
}

static json_t *
axes_json(const struct plan *plan)
{
	json_t *list = json_array();

	for (int i = 0; plan_axis(plan, i); i++) {
		const struct axis *axis = plan_axis(plan, i);
		json_t *json = json_object();

		json_object_set_new(json, "input", json_integer(axis->in));
		json_object_set_new(json, "kernel", json_integer(axis->kernel));
		json_object_set_new(json, "stride", json_integer(axis->stride));
		json_object_set_new(json, "dilation", json_integer(axis->dilation));
		json_object_set_new(json, "pad_begin", json_integer(axis->pad_begin));
		json_object_set_new(json, "pad_end", json_integer(axis->pad_end));
		json_object_set_new(json, "output", json_integer(axis->out));
		json_array_append_new(list, json);
	}
	return list;
}

static json_t *
parameters_json(const struct plan *plan)
{
	json_t *list = json_array();

	for (size_t i = 0; i < plan->ndetail; i++)
		json_array_append_new(list, text_json(plan->detail[i]));
	return list;
}

/* How a step or a function is computed on a target. */
static void
set_design(json_t *json, const struct schedule *s)
{
	bool bounded = s->kernel->fast;

	json_object_set_new(json, "kernel", json_string(s->kernel->name));
	json_object_set_new(json, "numerics", json_string(numerics_name(s->asked)));
	json_object_set_new(
		json, "sums", json_string(numerics_name(s->settings.numerics)));
	json_object_set_new(
		json, "error_bound", bounded ? json_real(s->bound) : json_null());
}

static json_t *
proven_json(const struct schedule *schedule, const struct schedule *s)
{
	json_t *list = json_array();

	if (!s->proven)
		return list;
	json_array_append_new(list, json_string("accesses stay within their operands"));
	json_array_append_new(list, json_string("all outputs are set"));
	json_array_append_new(list, json_string("nothing is read before it is set"));
	if (interface_packs(schedule))
		json_array_append_new(list,
			json_string("packed weights are read within what is packed"));
	if (schedule_wide_sums(s) == WIDE_SUMS_FIT)
		json_array_append_new(list, json_string("no sum leaves its type"));
	if (s->plan->kind == PLAN_NETWORK)
		json_array_append_new(
			list, json_string("tensors that live together do not overlap"));
	if (s->settings.parts)
		json_array_append_new(list,
			json_string("no part writes what another one at the same time "
				    "reads or writes"));
	return list;
}

/* The estimated bytes of code, by machine and level of optimisation. */
static json_t *
code_json(const struct schedule *s)
{
	json_t *json = json_object();

	for (int m = 0; m < s->target->ncode; m++) {
		enum code_machine machine = s->target->code[m];
		json_t *levels = json_object();

		for (int i = 0; i < NCODE_LEVEL; i++)
			json_object_set_new(levels, code_level_name[i],
				count_json(code_size_bytes(
					&s->size, machine, (enum code_level)i)));
		json_object_set_new(json, code_machine_name[machine], levels);
	}
	return json;
}

static json_t *
steps_json(const struct schedule *s)
{
	const struct network *network = schedule_network(s);
	json_t *list = json_array();

	for (size_t i = 0; i < network->nstep; i++) {
		const struct network_step *step = &network->step[i];
		json_t *json = json_object();

		json_object_set_new(json, "name", json_string(step->name));
		json_object_set_new(json, "operation", json_string(step->plan->op));
		json_object_set_new(json, "shape",
			extents_json(
				step->plan->dst.shape, (size_t)step->plan->dst.rank));
		json_object_set_new(json, "function", json_string(step_function(s, i)));
		if (s->settings.parts) {
			json_object_set_new(json, "step", count_json(step_stage(s, i)));
			json_object_set_new(json, "parts", count_json(step_pieces(s, i)));
		}
		set_design(json, step_schedule(s, i));
		json_object_set_new(json, "bytes_of_code",
			step_is_shared(s, i) ? json_object()
					     : code_json(step_schedule(s, i)));
		json_array_append_new(list, json);
	}
	return list;
}

static json_t *
target_json(const struct schedule *schedule, const struct schedule *s)
{
	json_t *json = json_object(), *counts = json_object();

	json_object_set_new(json, "target", json_string(s->target->name));
	json_object_set_new(json, "unroll", json_string(unroll_name(s->settings.unroll)));
	set_design(json, s);
	if (s->plan->kind == PLAN_NETWORK) {
		json_object_set_new(json, "steps", steps_json(s));
		json_object_del(json, "error_bound");
		json_object_del(json, "sums");
	}
	for (int i = 0; i < NCOUNTER; i++)
		json_object_set_new(
			counts, counter_name[i].several, count_json(s->cost.count[i]));
	json_object_set_new(json, "counts", counts);
	json_object_set_new(
		json, "bytes_of_constants", count_json(s->cost.constant_bytes));
	json_object_set_new(json, "bytes_of_stack", count_json(s->cost.stack_bytes));
	json_object_set_new(json, "bytes_of_code", code_json(s));
	json_object_set_new(json, "proven", proven_json(schedule, s));
	return json;
}

static json_t *
self_test_json(const struct self_test *test)
{
	json_t *list = json_array();
	char text[2 + 16 + 1];

	for (int i = 0; i < test->nvariant; i++) {
		snprintf(text, sizeof text, "0x%" PRIx64, test->hash[i]);
		json_array_append_new(list, json_string(text));
	}
	return list;
}

/* The workspace of a network, wherever it is, or of a node that takes one. */
static json_t *
workspace_json(const struct schedule *schedule)
{
	bool is_network = schedule->plan->kind == PLAN_NETWORK;
	json_t *json = json_object();

	json_object_set_new(json, "bytes",
		json_integer(is_network ? schedule_network(schedule)->workspace
					: interface_workspace(schedule)));
	json_object_set_new(
		json, "where", json_string(workspace_name(schedule->settings.workspace)));
	return json;
}

static json_t *
function_json(const struct unit *unit, size_t i)
{
	const struct schedule *schedule = unit->schedule[i];
	const struct plan *plan = schedule->plan;
	json_t *json = json_object(), *targets = json_array();

	json_object_set_new(json, "name", json_string(schedule->name));
	json_object_set_new(json, "domain", json_string(plan->domain));
	json_object_set_new(json, "operation", json_string(plan->op));
	json_object_set_new(json, "operands", operands_json(schedule));
	if (plan->kind == PLAN_NETWORK || interface_has_workspace(schedule))
		json_object_set_new(json, "workspace", workspace_json(schedule));
	if (!schedule_is_graph(schedule)) {
		json_object_set_new(json, "axes", axes_json(plan));
		json_object_set_new(json, "parameters", parameters_json(plan));
	}
	for (const struct schedule *s = schedule; s; s = s->next)
		json_array_append_new(targets, target_json(schedule, s));
	json_object_set_new(json, "targets", targets);
	if (interface_packs(schedule))
		json_object_set_new(json, "bytes_of_packed_weights",
			count_json(interface_packed_bytes(schedule)));
	if (schedule->settings.parts)
		json_object_set_new(
			json, "parts", count_json(interface_nparts(schedule)));
	if (schedule->settings.parts && plan->kind == PLAN_NETWORK)
		json_object_set_new(
			json, "steps", count_json(interface_nsteps(schedule)));
	json_object_set_new(json, "self_test",
		unit->self_test ? self_test_json(&unit->self_test[i]) : json_null());
	return json;
}

static int
put_piece(const char *text, size_t size, void *data)
{
	out_bytes(data, text, size);
	return 0;
}

void
manifest_put(struct out *out, const struct manifest *manifest)
{
	json_t *json = json_object(), *functions = json_array();

	for (size_t i = 0; i < manifest->unit->nschedule; i++)
		json_array_append_new(functions, function_json(manifest->unit, i));
	json_object_set_new(json, "manifest", json_integer(MANIFEST_VERSION));
	json_object_set_new(json, "opgen", json_string(OPGEN_VERSION));
	json_object_set_new(json, "inputs", inputs_json(manifest));
	json_object_set_new(json, "outputs", outputs_json(manifest));
	json_object_set_new(json, "options", options_json(manifest->options));
	json_object_set_new(json, "functions", functions);
	json_dump_callback(json, put_piece, out,
		JSON_SORT_KEYS | JSON_INDENT(2) | JSON_ENSURE_ASCII |
			JSON_REAL_PRECISION(BOUND_DIGITS));
	out_text(out, "\n");
	json_decref(json);
}
