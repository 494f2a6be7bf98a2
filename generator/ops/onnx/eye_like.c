/* EyeLike: a matrix of the input's shape, with ones on a diagonal. It is a constant. */
#include "ops/common/expansion.h"

#include <inttypes.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/type_number.h"
#include "ops/op.h"
#include "spec/element.h"

/* clang-format off */
static const int versions[] = {9, 22, 0};

static const struct attribute_rule attributes[] = {
	{"dtype", ATTRIBUTE_INT, 9, LATEST, false, 1, INT32_MAX, "that of the input", NULL,
	 "the number of output's type: 1 float32, 7 int64, …"},
	{"k", ATTRIBUTE_INT, 9, LATEST, false, -LENGTH_LIMIT, LENGTH_LIMIT, "0", NULL,
	 "diagonals above the main one; negative: below it"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 9}, {DTYPE_FLOAT64, 9}, {DTYPE_FLOAT16, 9}, {DTYPE_BFLOAT16, 22}, {DTYPE_BOOL, 9},
	{DTYPE_INT8, 9}, {DTYPE_INT16, 9}, {DTYPE_INT32, 9}, {DTYPE_INT64, 9},
	{DTYPE_UINT8, 9}, {DTYPE_UINT16, 9}, {DTYPE_UINT32, 9}, {DTYPE_UINT64, 9}, {DTYPE_NONE, 0},
};

static const struct input_rule inputs[] = {
	{"input", .summary = "two dimensions; only its shape is read"}, {.name = NULL},
};
static const struct output_rule outputs[] = {
	{"output", .own_dtype = true, .summary = "input's shape"}, {.name = NULL},
};
/* clang-format on */

static bool
read_dtype(const struct operation *operation, enum dtype *dtype, struct source *source)
{
	const struct attribute *said = operation_attribute(operation, "dtype");
	const char *foreign;

	*dtype = said ? type_of_number(said->i, &foreign) : operation->dtype;
	if (dtype_rule_has(dtypes, *dtype, operation->version))
		return true;
	source_error(source, said->where,
		"dtype: expected the number of a type that the operation has, such as 1 "
		"for "
		"float32; opgen --describe EyeLike lists them");
	return false;
}

static bool
expand(struct expansion *e)
{
	const struct tensor *x = e->operation->input[0];
	int64_t k = operation_int(e->operation, "k", 0);
	struct tensor matrix = *x;
	enum dtype dtype;
	size_t size;
	char *element;

	if (x->rank != 2) {
		source_error(e->source, e->operation->input_where[0],
			"input: expected two dimensions, got %d", x->rank);
		return false;
	}
	if (!read_dtype(e->operation, &dtype, e->source))
		return false;
	size = dtype_info[dtype].size;
	element = arena_alloc_array(e->arena, (size_t)x->nelement, size);
	for (int64_t i = 0; i < x->nelement; i++)
		element_from_int(element + (size_t)i * size, dtype,
			i % x->shape[1] - i / x->shape[1] == k);
	matrix.dtype = dtype;
	matrix.constant = element;
	matrix.splat = false;
	EXPAND(e, "output", &op_identity, 16, expansion_constant(e, "matrix", &matrix));
	expansion_detail(e, arena_format(e->arena, "k %" PRId64, k));
	return true;
}

const struct op op_eye_like = {
	.name = "EyeLike",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = outputs,
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "a matrix of ones on a diagonal, else zeros",
	.expand = expand,
};
