#include "fuzz/trial.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "cli/functions/deliver.h"
#include "cli/functions/plan_nodes.h"
#include "cli/lists/explain.h"
#include "cli/lists/list_json.h"
#include "cli/lists/list_nodes.h"
#include "deliver/emit_spec.h"
#include "deliver/out_file.h"
#include "fuzz/compile.h"
#include "fuzz/memory.h"
#include "import/candidates.h"
#include "import/import_node.h"
#include "import/read.h"
#include "import/ready.h"
#include "schedule/schedule.h"
#include "schedule/setting.h"
#include "spec/json.h"

enum {
	MAX_OUTPUT = 64 * 1024,        /* bytes */
	CONSTANTS_EMITTED = 64 * 1024, /* bytes */
	NODES_EMITTED = 2,             /* of one model */
	SAID_OPSET = 13                /* of --opset, where it is given */
};

/* A text that was written. */
struct text {
	char *text;
	size_t size;
};

void
promise(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "opgen: broken promise: %s\n", what);
	abort();
}

bool
is_safe(const char *text, size_t size)
{
	for (size_t i = 0, n; i < size; i += n ? n : 1) {
		n = utf8_printable(text + i, size - i);
		if (!n && text[i] != '\n')
			return false;
	}
	return true;
}

bool
is_ascii(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (text[i] != '\n' && text[i] != '\t' &&
			(text[i] < ' ' || text[i] > '~'))
			return false;
	return true;
}

/* A number that every byte has a share in. */
static uint64_t
hash_of(const uint8_t *bytes, size_t size)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ bytes[i]) * 0x100000001b3;
	return hash ^ hash >> 29;
}

/* Options out of a hash. The target overrides that of a spec, and generic code stands
   after that of others, so that every machine can compile it; plans for vectors take
   long, so they are the exception. */
static void
draw_options(struct trial *t, uint64_t hash)
{
	static const char *const target[8] = {"x86-64-v3,generic",
		"x86-64-v4,aarch64,wasm-simd128,generic", "generic", "generic", "generic",
		"generic", "generic", "generic"};
	static const char *const unroll[] = {"auto", "full", "window", "small"};
	static const char *const numerics[6] = {"strict", "fma", "fast"};
	struct options *options = &t->options;

	options->spec = &t->path;
	options->nspec = 1;
	options->prefix = "";
	options->max_output = MAX_OUTPUT;
	options->header = hash % 2 ? "fuzz.h" : NULL;
	options->model.param = hash % 4 == 0;
	options->model.opset = hash % 32 == 1 ? SAID_OPSET : 0;
	setting_read(&options->settings, "target", target[hash / 64 % 8], &t->arena);
	setting_read(&options->settings, "unroll", unroll[hash / 512 % 3], &t->arena);
	if (numerics[hash / 2048 % 6])
		setting_read(&options->settings, "numerics", numerics[hash / 2048 % 6],
			&t->arena);
}

static void
begin(struct trial *t, const char *path, const uint8_t *bytes, size_t size)
{
	FILE *messages = open_memstream(&t->said, &t->nsaid);

	if (!messages)
		abort();
	memory_bound_begin();
	t->path = path;
	draw_options(t, hash_of(bytes, size));
	source_from_text(&t->file.source, path,
		arena_copy_text(&t->arena, (const char *)bytes, size), size);
	t->file.source.messages = messages;
}

static void
end(struct trial *t, bool accepted)
{
	fclose(t->file.source.messages);
	promise(accepted || t->nsaid > 0, "what is refused is refused with a message");
	promise(!accepted || !t->file.source.nerror, "what is accepted has no errors");
	promise(is_safe(t->said, t->nsaid), "messages are safe to print");
	free(t->said);
	arena_free(&t->arena);
	memory_bound_end();
}

/* An output whose bytes go to a file without a name, and from there to a text. */
static void
open_text(struct out *out, FILE **stream)
{
	*stream = tmpfile();
	if (!*stream)
		abort();
	out_open_counting(out);
	out->path = "a file without a name";
	out->descriptor = dup(fileno(*stream));
}

static struct text
close_text(struct out *out, FILE *stream)
{
	struct text text = {malloc(out->written + 1), out->written};

	promise(out_complete(out), "writing works");
	out_discard(out);
	rewind(stream);
	promise(text.text && fread(text.text, 1, text.size, stream) == text.size,
		"what was written can be read");
	fclose(stream);
	return text;
}

static struct text
emitted(const struct delivery *delivery)
{
	struct out out;
	struct text text;
	FILE *stream;

	open_text(&out, &stream);
	emit_unit(&out, &delivery->unit);
	text = close_text(&out, stream);
	promise(is_ascii(text.text, text.size), "emitted C is ASCII");
	return text;
}

/* What else can be made of schedules; only that it can is of interest. */
static void
emit_rest(const struct delivery *delivery)
{
	struct out out;

	out_open_counting(&out);
	emit_header(&out, &delivery->unit, "fuzz.h");
	for (size_t i = 0; i < delivery->unit.nschedule; i++)
		explain(&out, delivery->unit.schedule[i]);
	out_discard(&out);
}

/* Bytes of constants that the code of a file's nodes would hold. */
static uint64_t
count_constants(const struct file *file)
{
	uint64_t n = 0;

	for (size_t i = 0; i < file->spec.nnode; i++)
		n = count_add(n, file->schedule[i].cost.constant_bytes);
	return n;
}

/* From the schedules of a file to what is emitted of them. */
static bool
deliver_file(struct trial *t, struct file *file, struct delivery *delivery,
	struct arena *arena)
{
	struct job *job = arena_new(arena, struct job);

	job->options = &t->options;
	job->file = file;
	job->nfile = 1;
	return job_check(job, STATUS_DONE, delivery, arena) == STATUS_DONE &&
	       job_measure(job, delivery, arena) == STATUS_DONE;
}

/* Nodes whose constants need no files of their own must become the same code when they
   are written as a spec and read again. */
static void
respell(struct trial *t, const struct file *file, const struct text *code,
	struct arena *arena)
{
	struct file again = {.source.path = "respelt.json"};
	struct delivery delivery;
	struct text spec, same;
	struct out out;
	FILE *stream;
	size_t nfile;

	emit_spec_files(&file->spec, &nfile, arena);
	if (nfile > 0)
		return;
	open_text(&out, &stream);
	emit_spec(&out, &file->spec, &t->options.settings);
	spec = close_text(&out, stream);
	source_from_text(&again.source, "respelt.json",
		arena_copy_text(arena, spec.text, spec.size), spec.size);
	promise(json_read(&again.source, &again.spec, arena) &&
			plan_nodes(&again, &t->options, arena) &&
			schedule_nodes(&again, &t->options, arena) &&
			deliver_file(t, &again, &delivery, arena),
		"the spec of a node is accepted");
	same = emitted(&delivery);
	promise(same.size == code->size && !memcmp(same.text, code->text, same.size),
		"the spec of a node gives the same C");
	free(same.text);
	free(spec.text);
}

static bool
emit_file(struct trial *t, struct file *file, struct arena *arena)
{
	struct delivery delivery;
	struct text code;

	if (!plan_nodes(file, &t->options, arena) ||
		!schedule_nodes(file, &t->options, arena))
		return false;
	if (count_constants(file) > CONSTANTS_EMITTED)
		return true;
	if (!deliver_file(t, file, &delivery, arena))
		return false;
	code = emitted(&delivery);
	emit_rest(&delivery);
	if (file->source.is_model)
		respell(t, file, &code, arena);
	compile_sampled(code.text, code.size);
	free(code.text);
	return true;
}

void
trial_spec(const char *path, const uint8_t *bytes, size_t size)
{
	struct trial t = {0};
	bool good;

	begin(&t, path, bytes, size);
	format_of(t.file.source.text, t.file.source.size);
	good = json_read(&t.file.source, &t.file.spec, &t.arena);
	good &= good ? emit_file(&t, &t.file, &t.arena)
		     : plan_nodes(&t.file, &t.options, &t.arena);
	end(&t, good);
}

static struct text
list_as(void (*put)(const struct candidates *candidates, struct out *out),
	const struct candidates *candidates)
{
	struct out out;
	struct text text;
	FILE *stream;

	open_text(&out, &stream);
	put(candidates, &out);
	text = close_text(&out, stream);
	promise(is_safe(text.text, text.size), "lists are safe to print");
	return text;
}

/* The list of a model's nodes in both forms. */
static void
list(const struct candidates *candidates)
{
	struct text text = list_as(list_nodes_table, candidates);
	json_t *json;

	free(text.text);
	text = list_as(list_nodes_json, candidates);
	json = json_loadb(text.text, text.size, JSON_ALLOW_NUL, NULL);
	promise(json != NULL, "a list in JSON is JSON");
	json_decref(json);
	free(text.text);
}

/* Takes a node that was found ready as far as --node does. */
static bool
emit_node(struct trial *t, const struct candidates *candidates,
	const struct candidate *candidate)
{
	struct arena own = {0};
	struct file file = {.source = t->file.source};
	enum constants constants =
		t->options.model.param ? CONSTANTS_PARAM : CONSTANTS_EMBEDDED;
	size_t nerror = candidates->source->nerror;
	struct import import = import_begin(&file.spec, candidates, 1, constants, &own);
	bool good = import_node(&import, candidate, candidates->source);

	promise(good && candidates->source->nerror == nerror, "a ready node has a spec");
	good = emit_file(t, &file, &own);
	promise(good || file.source.nerror > nerror,
		"what is refused is refused with a message");
	arena_free(&own);
	return good;
}

void
trial_model(const char *path, enum format format, const uint8_t *bytes, size_t size)
{
	struct trial t = {0};
	struct candidates candidates;
	bool good;

	begin(&t, path, bytes, size);
	format_of(t.file.source.text, t.file.source.size);
	good = candidates_read(&candidates, &t.file.source, format, t.options.model.opset,
		&t.options.model.overrides, &t.arena, &t.arena);
	if (good) {
		size_t n = 0;

		candidates_try(&candidates, &t.arena);
		list(&candidates);
		for (size_t i = 0; i < candidates.ncandidate && n < NODES_EMITTED; i++)
			if (!candidates.candidate[i].reason)
				n += emit_node(&t, &candidates, &candidates.candidate[i]);
	}
	end(&t, good);
}
