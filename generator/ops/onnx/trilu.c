/* Trilu: matrices of the last two axes with zeros below a diagonal, or above it. It is
   Where, by a constant mask. */
#include "ops/common/expansion.h"

#include <inttypes.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/op.h"
#include "plan/pointwise.h"

enum {
	INPUT_X,
	INPUT_K
};

/* clang-format off */
static const int versions[] = {14, 0};

static const struct attribute_rule attributes[] = {
	{"upper", ATTRIBUTE_INT, 14, LATEST, false, 0, 1, "1", NULL,
	 "1: the part from the diagonal on is kept; 0: the part up to it"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 14}, {DTYPE_FLOAT64, 14}, {DTYPE_FLOAT16, 14}, {DTYPE_BFLOAT16, 14},
	{DTYPE_BOOL, 14}, {DTYPE_INT8, 14}, {DTYPE_INT16, 14}, {DTYPE_INT32, 14}, {DTYPE_INT64, 14},
	{DTYPE_UINT8, 14}, {DTYPE_UINT16, 14}, {DTYPE_UINT32, 14}, {DTYPE_UINT64, 14}, {DTYPE_NONE, 0},
};

static const struct input_rule inputs[] = {
	[INPUT_X] = {"input", .summary = "two dimensions or more; the last two are matrices"},
	[INPUT_K] = {"k", .optional = true, .constant = true, .own_dtype = OWN_INT64,
		.summary = "one number: diagonals above the main one, negative: below it; absent: 0"},
	{.name = NULL},
};
/* clang-format on */

static bool
read_diagonal(const struct operation *operation, int64_t *k, struct source *source)
{
	const struct tensor *tensor = operation->input[INPUT_K];

	*k = 0;
	if (tensor && tensor->nelement != 1) {
		source_error(source, operation->input_where[INPUT_K],
			"k: expected one number, got %" PRId64, tensor->nelement);
		return false;
	}
	if (tensor)
		*k = integer_element(operation, INPUT_K, 0);
	return true;
}

/* The elements of a matrix that are kept. */
static const struct edge *
make_mask(struct expansion *e, int64_t rows, int64_t columns, int64_t k, bool upper)
{
	bool *kept = arena_array(e->arena, bool, rows *columns);

	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < columns; j++)
			kept[i * columns + j] = upper ? j - i >= k : j - i <= k;
	return expansion_constant(e, "kept",
		&(struct tensor){.dtype = DTYPE_BOOL,
			.rank = 2,
			.shape = {rows, columns},
			.nelement = rows * columns,
			.constant = kept});
}

static bool
expand(struct expansion *e)
{
	const struct operation *operation = e->operation;
	const struct edge *x = expansion_input(e, INPUT_X);
	const int64_t *matrix;
	bool upper = operation_int(operation, "upper", 1);
	struct part *p = expansion_part(e, &op_where, 16);
	int64_t k;

	if (x->tensor.rank < 2) {
		source_error(e->source, x->where,
			"input: expected two dimensions or more, got %d", x->tensor.rank);
		return false;
	}
	if (!read_diagonal(operation, &k, e->source))
		return false;
	matrix = &x->tensor.shape[x->tensor.rank - 2];
	part_read(p, 0, make_mask(e, matrix[0], matrix[1], k, upper));
	part_read(p, 1, x);
	part_read(p, 2, expansion_fill(e, "zero", operation->dtype, 0, 1));
	if (!expansion_is(e, p))
		return false;
	plan_add_detail(e->plan,
		arena_format(e->arena, "%s, k %" PRId64, upper ? "upper" : "lower", k),
		e->arena);
	return true;
}

const struct op op_trilu = {
	.name = "Trilu",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "the upper or the lower triangle of matrices, else zeros",
	.step = &pointwise_where,
	.expand = expand,
};
