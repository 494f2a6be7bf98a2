#include "support/rows.h"

#include "ops/shape/moved.h"
#include "ops/shape/summed.h"

#include <string.h>

/* A shape in a row: extents up to END; -1 is unknown. */
#define END (-2)

static struct dims
dims_from(const int64_t *extent)
{
	struct dims dims = {.rank = 0};

	while (extent[dims.rank] != END) {
		dims.extent[dims.rank] = extent[dims.rank];
		dims.rank++;
	}
	return dims;
}

static void
expect(const struct dims *dims, const int64_t *extent)
{
	const struct dims wanted = dims_from(extent);

	assert_true(dims_equal(dims, &wanted));
}

struct reshape_row {
	const char *name;
	int64_t src[5], entry[5];
	bool zero_is_zero;
	enum misfit_kind kind;
	size_t at;
	int64_t dst[5];
};

/* clang-format off */
static const struct reshape_row reshape_rows[] = {
	{"-1 is what is left", {2, 3, 4, END}, {4, -1, END}, false, FITS, 0, {4, 6, END}},
	{"0 keeps an extent", {2, 3, 4, END}, {0, -1, END}, false, FITS, 0, {2, 12, END}},
	{"0 keeps one that is not known", {-1, 3, 4, END}, {0, -1, END}, false, FITS, 0, {-1, 12, END}},
	{"what is left is not known", {-1, 3, END}, {3, -1, END}, false, FITS, 0, {3, -1, END}},
	{"0 can be an extent", {0, 3, END}, {3, 0, END}, true, FITS, 0, {3, 0, END}},
	{"nothing can be left", {0, 3, END}, {-1, 3, END}, false, FITS, 0, {0, 3, END}},
	{"beside 0 anything could be left", {0, 3, END}, {0, -1, END}, false, MISFIT_WHOLE, 0, {0, 3, END}},
	{"too few elements", {2, 3, END}, {5, END}, false, MISFIT_WHOLE, 0, {5, END}},
	{"one -1 alone", {2, 3, END}, {-1, 2, -1, END}, false, MISFIT_TWICE, 2, {-1, 2, -1, END}},
	{"0 beyond the source", {6, END}, {6, 0, END}, false, MISFIT_AXIS, 1, {6, END}},
	{"no extent", {6, END}, {6, -3, END}, false, MISFIT_VALUE, 1, {6, END}},
};

struct product_row {
	const char *name;
	int64_t a[5], b[5];
	bool trans_a, trans_b;
	enum misfit_kind kind;
	size_t at;
	int64_t dst[5];
};

static const struct product_row product_rows[] = {
	{"matrices", {2, 3, END}, {3, 4, END}, false, false, FITS, 0, {2, 4, END}},
	{"turned ones", {3, 2, END}, {4, 3, END}, true, true, FITS, 0, {2, 4, END}},
	{"stacks broadcast", {5, 1, 2, 3, END}, {7, 3, 4, END}, false, false, FITS, 0, {5, 7, 2, 4, END}},
	{"vectors drop out", {3, END}, {3, END}, true, true, FITS, 0, {END}},
	{"rows that are not known", {-1, 3, END}, {3, 4, END}, false, false, FITS, 0, {-1, 4, END}},
	{"a second operand without axes", {2, 3, END}, {END}, false, false, MISFIT_RANK, 1, {END}},
	{"stacks that differ", {5, 6, 2, 3, END}, {7, 3, 4, END}, false, false, MISFIT_EXTENT, 1, {END}},
};

struct length_row {
	const char *name;
	int64_t extent, length[5];
	enum misfit_kind kind;
	int64_t found[5];
};

static const struct length_row length_rows[] = {
	{"what is left", 9, {2, -1, 3, END}, FITS, {2, 4, 3, END}},
	{"of an extent that is not known", -1, {2, -1, END}, FITS, {2, -1, END}},
	{"nothing is left of too few", 3, {-1, 5, END}, FITS, {0, 5, END}},
	{"of two -1", 9, {-1, -1, END}, MISFIT_TWICE, {-1, -1, END}},
};

struct part_row {
	const char *name;
	int64_t extent;
	size_t i, n;
	bool uneven, fits;
	int64_t part;
};

static const struct part_row part_rows[] = {
	{"equal parts", 6, 1, 3, false, true, 2},
	{"an extent that n does not divide", 7, 0, 3, false, false, 3},
	{"the last one less", 7, 2, 3, true, true, 1},
	{"nothing for the last one", 5, 3, 4, true, true, 0},
	{"of an extent that is not known", -1, 0, 3, false, true, -1},
};
/* clang-format on */

static void
reshape_holds(void **state)
{
	const struct reshape_row *row = *state;
	const struct dims src = dims_from(row->src), entry = dims_from(row->entry);
	struct dims dst;
	struct misfit misfit =
		shape_reshape(&src, entry.extent, entry.rank, !row->zero_is_zero, &dst);

	assert_int_equal(misfit.kind, row->kind);
	assert_int_equal(misfit.at, row->at);
	expect(&dst, row->dst);
}

static void
product_holds(void **state)
{
	const struct product_row *row = *state;
	const struct dims a = dims_from(row->a), b = dims_from(row->b);
	struct dims dst;
	struct misfit misfit = shape_product(&a, &b, row->trans_a, row->trans_b, &dst);

	assert_int_equal(misfit.kind, row->kind);
	if (misfit.kind)
		assert_int_equal(misfit.at, row->at);
	else
		expect(&dst, row->dst);
}

static void
length_holds(void **state)
{
	const struct length_row *row = *state;
	struct dims length = dims_from(row->length);

	assert_int_equal(
		shape_lengths(row->extent, length.extent, length.rank).kind, row->kind);
	expect(&length, row->found);
}

static void
part_holds(void **state)
{
	const struct part_row *row = *state;
	int64_t part;

	assert_int_equal(
		shape_part(row->extent, row->i, row->n, row->uneven, &part), row->fits);
	assert_int_equal(part, row->part);
}

int
main(void)
{
	return run_table("reshape", reshape_rows, reshape_holds) +
	       run_table("product", product_rows, product_holds) +
	       run_table("lengths", length_rows, length_holds) +
	       run_table("parts", part_rows, part_holds);
}
