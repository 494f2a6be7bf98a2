#include "deliver.h"

#include <stdio.h>

#include "arena.h"
#include "complain.h"
#include "depfile.h"
#include "emit_spec.h"
#include "explain.h"
#include "out_file.h"
#include "paths.h"

/* One file of a delivery. */
struct product {
	const char *path; /* NULL: standard output */
	void (*put)(struct out *out, const struct delivery *delivery);
	struct out out;
	const struct constant_file *constant; /* put instead, or NULL */
};

enum {
	PRODUCT_LIMIT = 3 /* constants aside */
};

static void
put_code(struct out *out, const struct delivery *delivery)
{
	emit_unit(out, &delivery->unit);
}

static void
put_header(struct out *out, const struct delivery *delivery)
{
	emit_header(out, &delivery->unit, delivery->options->header);
}

static void
put_depfile(struct out *out, const struct delivery *delivery)
{
	const char *target[] = {delivery->options->output, delivery->options->header};

	depfile_put(out, target, target[1] ? 2 : 1, delivery->file, delivery->nfile);
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
		product[i].path = path_beside(output, file[i].name, arena);
		product[i].constant = &file[i];
	}
	product[n].path = output;
	product[n].put = put_spec;
	*nproduct = n + 1;
	return product;
}

/* The files that the options ask for, the least important first. */
static struct product *
list_products(const struct delivery *delivery, size_t *nproduct, struct arena *arena)
{
	const struct options *options = delivery->options;
	struct product *product = arena_array(arena, struct product, PRODUCT_LIMIT);
	size_t n = 0;

	if (options->command == COMMAND_EMIT_SPEC)
		return list_spec(delivery, nproduct, arena);
	if (options->command == COMMAND_EXPLAIN) {
		product[n++] =
			(struct product){.path = options->output, .put = put_explanation};
	} else {
		if (options->depfile && !options->check)
			product[n++] = (struct product){
				.path = options->depfile, .put = put_depfile};
		if (options->header)
			product[n++] = (struct product){
				.path = options->header, .put = put_header};
		product[n++] = (struct product){.path = options->output, .put = put_code};
	}
	*nproduct = n;
	return product;
}

/* The options were compared with the specs; which other files there are the specs say. */
static bool
spares_inputs(const struct product *product, size_t nproduct,
	const struct delivery *delivery, struct arena *arena)
{
	for (size_t i = 0; i < nproduct; i++) {
		if (path_is_standard(product[i].path))
			continue;
		for (size_t k = 0; k < delivery->nfile; k++) {
			if (!path_same(product[i].path, delivery->file[k], arena))
				continue;
			complain("%s would be overwritten, which is read too",
				product[i].path);
			return false;
		}
	}
	return true;
}

/* Every file is complete before the first one takes its place. */
static bool
write_all(struct product *product, size_t nproduct, const struct delivery *delivery)
{
	for (size_t i = 0; i < nproduct; i++) {
		if (!out_open(&product[i].out, product[i].path))
			return false;
		if (product[i].constant)
			emit_npy(&product[i].out, product[i].constant);
		else
			product[i].put(&product[i].out, delivery);
	}
	for (size_t i = 0; i < nproduct; i++)
		if (!out_complete(&product[i].out))
			return false;
	for (size_t i = 0; i < nproduct; i++)
		if (!out_commit(&product[i].out))
			return false;
	return true;
}

static enum status
check_all(struct product *product, size_t nproduct, const struct delivery *delivery)
{
	enum status status = STATUS_DONE;

	for (size_t i = 0; i < nproduct; i++) {
		bool same = false;

		if (!out_open_check(&product[i].out, product[i].path))
			return STATUS_FAILED;
		product[i].put(&product[i].out, delivery);
		if (!out_finish_check(&product[i].out, stdout, &same))
			return STATUS_FAILED;
		if (!same)
			status = STATUS_REFUSED;
	}
	return status;
}

uint64_t
deliver_count(const struct delivery *delivery)
{
	struct out out;
	uint64_t code;

	out_open_counting(&out);
	put_code(&out, delivery);
	code = out.written - out.constant;
	out_discard(&out);
	return code;
}

enum status
deliver(const struct delivery *delivery, struct arena *arena)
{
	size_t nproduct;
	struct product *product = list_products(delivery, &nproduct, arena);
	bool written;

	if (delivery->options->check)
		return check_all(product, nproduct, delivery);
	if (!spares_inputs(product, nproduct, delivery, arena))
		return STATUS_USAGE;
	written = write_all(product, nproduct, delivery);
	for (size_t i = 0; i < nproduct; i++)
		out_discard(&product[i].out);
	return written ? STATUS_DONE : STATUS_FAILED;
}
