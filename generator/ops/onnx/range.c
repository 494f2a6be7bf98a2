/* Range: numbers at equal distances. Its inputs decide about the shape, so they are
   constants, and so is the output. */
#include "ops/common/expansion_moves.h"

#include <inttypes.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/common/type_number.h"
#include "ops/op.h"
#include "ops/shape/range_count.h"

enum {
	INPUT_START,
	INPUT_LIMIT,
	INPUT_DELTA,
	WITH_STASH = 27 /* the first version of 16-bit floats */
};

/* clang-format off */
static const int versions[] = {11, WITH_STASH, 0};

static const struct attribute_rule attributes[] = {
	{"stash_type", ATTRIBUTE_INT, WITH_STASH, LATEST, false, 1, INT32_MAX, "1", NULL,
	 "the type of computation for float16 and bfloat16: 1, float32"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 11}, {DTYPE_FLOAT64, 11}, {DTYPE_INT16, 11}, {DTYPE_INT32, 11}, {DTYPE_INT64, 11},
	{DTYPE_FLOAT16, WITH_STASH}, {DTYPE_BFLOAT16, WITH_STASH}, {DTYPE_NONE, 0},
};

static const struct input_rule inputs[] = {
	[INPUT_START] = {"start", .constant = true, .summary = "one number: the first element"},
	[INPUT_LIMIT] = {"limit", .constant = true, .summary = "one number, which no element reaches"},
	[INPUT_DELTA] = {"delta", .constant = true, .summary = "one number but 0: the distance of elements"},
	{.name = NULL},
};
/* clang-format on */

/* The number of elements. Reports why there is none. */
static bool
read_count(const struct operation *operation, int64_t *count, struct source *source)
{
	double start, limit, delta;

	for (int i = INPUT_START; i <= INPUT_DELTA; i++)
		if (operation->input[i]->nelement != 1) {
			source_error(source, operation->input_where[i],
				"%s: expected one number, got %" PRId64,
				operation->input_name[i], operation->input[i]->nelement);
			return false;
		}
	if (dtype_is_integer(operation->dtype) &&
		range_count(integer_element(operation, INPUT_START, 0),
			integer_element(operation, INPUT_LIMIT, 0),
			integer_element(operation, INPUT_DELTA, 0), count))
		return true;
	start = real_element(operation, INPUT_START, 0);
	limit = real_element(operation, INPUT_LIMIT, 0);
	delta = real_element(operation, INPUT_DELTA, 0);
	if (!dtype_is_integer(operation->dtype) &&
		range_count_real(operation->dtype == DTYPE_FLOAT64
					 ? limit - start
					 : (float)(limit - start),
			delta, count))
		return true;
	source_error(source, operation->input_where[INPUT_DELTA],
		"delta: expected a distance in which finite steps lead from %g to %g, "
		"got %g",
		start, limit, delta);
	return false;
}

/* The type of computation. */
static enum dtype
inner_dtype(const struct expansion *e)
{
	enum dtype sums = dtype_accumulator(e->operation->dtype);

	return sums == e->operation->dtype
		       ? sums
		       : operation_stash_type(e->operation, e->source);
}

/* start + i * delta, not the sum of i steps, as which ONNX's function has it. */
static bool
expand(struct expansion *e)
{
	enum dtype dtype = e->operation->dtype, inner = inner_dtype(e);
	static const int64_t list[] = {1};
	const struct edge *start, *delta, *y;
	int64_t n;

	if (inner == DTYPE_NONE || !read_count(e->operation, &n, e->source))
		return false;
	start = expansion_cast(e, "first", expansion_input(e, INPUT_START), inner);
	delta = expansion_cast(e, "distance", expansion_input(e, INPUT_DELTA), inner);
	y = expansion_cast(e, "place", expansion_places(e, "places", n, 1), inner);
	y = EXPAND(e, "offset", &op_mul, 14, y,
		expansion_reshape(e, "distances", delta, list, 1));
	y = EXPAND(e, inner == dtype ? "output" : "sum", &op_add, 14,
		expansion_reshape(e, "starts", start, list, 1), y);
	expansion_cast(e, "output", y, dtype);
	return true;
}

const struct op op_range = {
	.name = "Range",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "the numbers from start to before limit, at distances of delta",
	.expand = expand,
};
