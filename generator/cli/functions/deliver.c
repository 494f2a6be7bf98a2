#include "cli/functions/deliver.h"

#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/paths.h"
#include "base/progress.h"
#include "cli/lists/explain.h"
#include "cli/lists/manifest.h"
#include "deliver/claims.h"
#include "deliver/depfile.h"
#include "deliver/emit_npy.h"
#include "deliver/emit_spec.h"
#include "deliver/ninja_file.h"
#include "deliver/out_file.h"
#include "emit/binary.h"
#include "report/report.h"

/* One file of a delivery. */
struct product {
	const char *what; /* in messages */
	const char *path; /* NULL: standard output */
	void (*put)(struct out *out, const struct delivery *delivery);
	struct out out;
	const struct constant_file *constant; /* written instead, or NULL */
};

enum {
	PRODUCT_LIMIT = 8, /* without a spec's constants */
	CONSTANT_TEXT = 3  /* bytes of text for each byte of a constant */
};

static void
put_code(struct out *out, const struct delivery *delivery)
{
	bool on_terminal = out->descriptor == STDOUT_FILENO && isatty(STDOUT_FILENO);

	/* The progress line would mix with output to the terminal. */
	if (!on_terminal)
		out->progress = delivery->options->progress;
	progress_begin(out->progress, "writing", delivery->size);
	emit_unit(out, &delivery->unit);
	progress_end(out->progress);
	out->progress = NULL;
}

static void
put_header(struct out *out, const struct delivery *delivery)
{
	emit_header(out, &delivery->unit, delivery->options->header);
}

static void
put_constants(struct out *out, const struct delivery *delivery)
{
	if (delivery->unit.binary)
		binary_put(out, delivery->unit.binary);
	else
		emit_unit_constants(out, &delivery->unit);
}

static void
put_report(struct out *out, const struct delivery *delivery)
{
	report_put(out, &delivery->unit);
}

static void
put_self_test(struct out *out, const struct delivery *delivery)
{
	emit_self_test(out, &delivery->unit);
}

static void
put_depfile(struct out *out, const struct delivery *delivery)
{
	const struct options *options = delivery->options;
	const char *target[PRODUCT_LIMIT] = {options->output};
	size_t n = 1;

	if (options->header)
		target[n++] = options->header;
	if (options->constants)
		target[n++] = options->constants;
	if (options->report)
		target[n++] = options->report;
	if (options->self_test)
		target[n++] = options->self_test;
	if (options->manifest)
		target[n++] = options->manifest;
	if (options->ninja)
		target[n++] = options->ninja;
	depfile_put(out, target, n, delivery->file, delivery->nfile);
}

/* What goes with the C file. */
static size_t
list_beside(const struct delivery *delivery, struct product *product)
{
	const struct options *options = delivery->options;
	size_t n = 0;

	if (options->header)
		product[n++] = (struct product){
			.what = "header", .path = options->header, .put = put_header};
	if (options->self_test)
		product[n++] = (struct product){.what = "self-test",
			.path = options->self_test,
			.put = put_self_test};
	if (options->constants)
		product[n++] = (struct product){.what = "constants",
			.path = options->constants,
			.put = put_constants};
	if (options->report)
		product[n++] = (struct product){
			.what = "report", .path = options->report, .put = put_report};
	return n;
}

/* The C file and what goes with it, which a manifest names. */
static size_t
list_code(const struct delivery *delivery, struct product *product)
{
	size_t n = list_beside(delivery, product);

	product[n++] = (struct product){
		.what = "output", .path = delivery->options->output, .put = put_code};
	return n;
}

/* The digest of what a product will be. */
static struct manifest_file
digest_product(const struct product *product, const struct delivery *delivery)
{
	struct manifest_file file = {.role = product->what, .path = product->path};
	struct sha256 sha256;
	struct out out;

	sha256_begin(&sha256);
	out_open_counting(&out);
	out.sha256 = &sha256;
	product->put(&out, delivery);
	out_flush(&out);
	out_discard(&out);
	file.bytes = sha256.bytes;
	sha256_end(&sha256, file.sha256);
	return file;
}

static void
put_manifest(struct out *out, const struct delivery *delivery)
{
	struct product product[PRODUCT_LIMIT] = {{0}};
	struct manifest_file file[PRODUCT_LIMIT];
	size_t n = list_code(delivery, product);
	const struct manifest manifest = {.options = delivery->options,
		.unit = &delivery->unit,
		.input = delivery->input,
		.ninput = delivery->ninput,
		.output = file,
		.noutput = n};

	for (size_t i = 0; i < n; i++)
		file[i] = digest_product(&product[i], delivery);
	manifest_put(out, &manifest);
}

/* C is what Ninja has to compile, not a binary of constants. */
static void
put_ninja(struct out *out, const struct delivery *delivery)
{
	const struct options *options = delivery->options;
	struct arena own = {0};
	struct product product[PRODUCT_LIMIT] = {{0}};
	struct ninja_source source[PRODUCT_LIMIT];
	struct ninja_file file = {
		.path = options->ninja, .output = options->output, .source = source};
	size_t n = list_code(delivery, product);

	for (size_t i = 0; i < n; i++) {
		bool is_code =
			product[i].put == put_code ||
			(product[i].put == put_constants && !delivery->unit.binary);
		struct manifest_file digest;

		if (!is_code)
			continue;
		digest = digest_product(&product[i], delivery);
		source[file.nsource].path = product[i].path;
		memcpy(source[file.nsource++].hash, digest.sha256, SHA256_TEXT);
	}
	ninja_file_put(out, &file, &own);
	arena_free(&own);
}

static void
put_explanation(struct out *out, const struct delivery *delivery)
{
	for (size_t i = 0; i < delivery->unit.nschedule; i++) {
		if (i)
			out_text(out, "\n");
		explain(out, delivery->unit.schedule[i]);
	}
}

static void
put_statements(struct out *out, const struct delivery *delivery)
{
	emit_statements(out, &delivery->unit);
}

static void
put_spec(struct out *out, const struct delivery *delivery)
{
	emit_spec(out, delivery->spec, &delivery->options->settings);
}

/* A spec's constants, then the spec. */
static struct product *
list_spec(const struct delivery *delivery, size_t *nproduct, struct arena *arena)
{
	const char *output = delivery->options->output;
	size_t n;
	const struct constant_file *file = emit_spec_files(delivery->spec, &n, arena);
	struct product *product = arena_array(arena, struct product, n + 1);

	for (size_t i = 0; i < n; i++) {
		product[i].what = "constant";
		product[i].path = path_beside(output, file[i].name, arena);
		product[i].constant = &file[i];
	}
	product[n] = (struct product){.what = "output", .path = output, .put = put_spec};
	*nproduct = n + 1;
	return product;
}

/* Lists the files that the options ask for, the least important first. */
static struct product *
list_products(const struct delivery *delivery, size_t *nproduct, struct arena *arena)
{
	const struct options *options = delivery->options;
	struct product *product = arena_array(arena, struct product, PRODUCT_LIMIT);
	size_t n = 0;

	if (options->command == COMMAND_EMIT_SPEC)
		return list_spec(delivery, nproduct, arena);
	if (options->command == COMMAND_EXPLAIN ||
		options->command == COMMAND_EMIT_CODE) {
		n = list_beside(delivery, product);
		product[n++] = (struct product){.what = "output",
			.path = options->output,
			.put = options->command == COMMAND_EXPLAIN ? put_explanation
								   : put_statements};
	} else {
		if (options->depfile && !options->check)
			product[n++] = (struct product){.what = "depfile",
				.path = options->depfile,
				.put = put_depfile};
		if (options->manifest)
			product[n++] = (struct product){.what = "manifest",
				.path = options->manifest,
				.put = put_manifest};
		if (options->ninja)
			product[n++] = (struct product){.what = "build file",
				.path = options->ninja,
				.put = put_ninja};
		n += list_code(delivery, product + n);
	}
	*nproduct = n;
	return product;
}

/* Puts a product into its file, which is open. */
static void
put_product(struct product *product, const struct delivery *delivery)
{
	struct sha256 sha256;

	if (product->put != put_code || !delivery->hash) {
		product->put(&product->out, delivery);
		return;
	}
	sha256_begin(&sha256);
	product->out.sha256 = &sha256;
	product->put(&product->out, delivery);
	out_flush(&product->out);
	product->out.sha256 = NULL;
	sha256_end(&sha256, delivery->hash);
}

/* Writes a temporary file beside the target and closes it, so that only one file is open
   at a time. */
static bool
make_product(struct product *product, const struct delivery *delivery)
{
	if (!out_open(&product->out, product->path))
		return false;
	product->out.sync = delivery->options->sync;
	if (product->constant)
		emit_npy(&product->out, product->constant);
	else
		put_product(product, delivery);
	return out_complete(&product->out);
}

/* Every file is complete before the first one is renamed. */
static bool
write_all(struct product *product, size_t nproduct, const struct delivery *delivery)
{
	size_t nmade = 0;
	bool good = true;

	while (good && nmade < nproduct)
		good = make_product(&product[nmade++], delivery);
	for (size_t i = 0; good && i < nproduct; i++)
		good = out_commit(&product[i].out);
	for (size_t i = 0; i < nmade; i++)
		out_discard(&product[i].out);
	return good;
}

static bool
check_product(struct product *product, const struct delivery *delivery, struct out *diff,
	bool *same)
{
	if (!out_open_check(&product->out, product->path))
		return false;
	put_product(product, delivery);
	return out_finish_check(&product->out, diff, same);
}

static enum status
check_all(struct product *product, size_t nproduct, const struct delivery *delivery)
{
	enum status status = STATUS_DONE;
	struct out diff;

	if (!out_open(&diff, NULL))
		return STATUS_FAILED;
	for (size_t i = 0; i < nproduct && status != STATUS_FAILED; i++) {
		bool same = false;

		if (!check_product(&product[i], delivery, &diff, &same))
			status = STATUS_FAILED;
		else if (!same)
			status = STATUS_REFUSED;
	}
	return out_commit(&diff) ? status : STATUS_FAILED;
}

/* Bytes of the C file, roughly. */
static uint64_t
delivered_work(const struct delivery *delivery)
{
	uint64_t work = 0;

	for (size_t i = 0; i < delivery->unit.nschedule; i++) {
		const struct schedule *s = delivery->unit.schedule[i];

		work = count_add(work, schedule_work(s));
		work = count_add(work, count_mul(s->cost.constant_bytes, CONSTANT_TEXT));
	}
	return work;
}

uint64_t
deliver_count(struct delivery *delivery)
{
	struct progress *progress = delivery->options->progress;
	struct out out;
	uint64_t code;

	out_open_counting(&out);
	out.progress = progress;
	progress_begin(progress, "measuring", delivered_work(delivery));
	emit_unit(&out, &delivery->unit);
	progress_end(progress);
	delivery->size = out.written;
	code = out.written - out.constant;
	out_discard(&out);
	return code;
}

void
deliver_claim(const struct delivery *delivery, struct claims *claims, struct arena *arena)
{
	size_t nproduct;
	const struct product *product = list_products(delivery, &nproduct, arena);

	for (size_t i = 0; i < delivery->nfile; i++)
		claims_read(claims, delivery->file[i]);
	for (size_t i = 0; i < nproduct; i++)
		claims_write(claims, product[i].what, product[i].path);
}

enum status
deliver(const struct delivery *delivery, struct arena *arena)
{
	size_t nproduct;
	struct product *product = list_products(delivery, &nproduct, arena);

	if (delivery->options->check)
		return check_all(product, nproduct, delivery);
	return write_all(product, nproduct, delivery) ? STATUS_DONE : STATUS_FAILED;
}
