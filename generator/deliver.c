#include "deliver.h"

#include <stdio.h>

#include "depfile.h"
#include "explain.h"
#include "out.h"
#include "paths.h"

/* One file of a delivery. */
struct product {
	const char *path; /* NULL: standard output */
	void (*put)(struct out *out, const struct delivery *delivery);
	struct out out;
};

enum {
	PRODUCT_LIMIT = 3
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

/* The files that the options ask for, the least important first. */
static size_t
list_products(struct product *product, const struct options *options)
{
	size_t n = 0;

	if (options->command == COMMAND_EXPLAIN) {
		product[n++] = (struct product){options->output, put_explanation, {0}};
		return n;
	}
	if (options->depfile && !options->check)
		product[n++] = (struct product){options->depfile, put_depfile, {0}};
	if (options->header)
		product[n++] = (struct product){options->header, put_header, {0}};
	product[n++] = (struct product){options->output, put_code, {0}};
	return n;
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
			fprintf(stderr,
				"opgen: error: %s would be overwritten, which is read "
				"too\n",
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
	struct product product[PRODUCT_LIMIT];
	size_t nproduct = list_products(product, delivery->options);
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
