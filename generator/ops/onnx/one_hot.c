/* OneHot: for each index a row in which the element at that place is on. An index is
   compared with all places. */
#include "ops/common/expansion_moves.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/op.h"

enum {
	INPUT_INDICES,
	INPUT_DEPTH,
	INPUT_VALUES,
	FROM_END = 11 /* the first version whose negative indices count from the end */
};

/* clang-format off */
static const int versions[] = {9, 11, 0};

#define NUMBERS(since) \
	{DTYPE_FLOAT32, since}, {DTYPE_FLOAT64, since}, {DTYPE_FLOAT16, since}, \
	{DTYPE_INT8, since}, {DTYPE_INT16, since}, {DTYPE_INT32, since}, {DTYPE_INT64, since}, \
	{DTYPE_UINT8, since}, {DTYPE_UINT16, since}, {DTYPE_UINT32, since}, {DTYPE_UINT64, since}
static const struct dtype_rule number_dtypes[] = {NUMBERS(9), {DTYPE_NONE, 0}};
static const struct dtype_rule dtypes[] = {NUMBERS(9), {DTYPE_BOOL, 9}, {DTYPE_NONE, 0}};

static const struct attribute_rule attributes[] = {
	{"axis", ATTRIBUTE_INT, 9, LATEST, false, -MAX_RANK, MAX_RANK - 1, "-1", NULL,
	 "the axis of the output that the depth is of; negative: from the end"},
	{.name = NULL},
};

static const struct input_rule inputs[] = {
	[INPUT_INDICES] = {"indices", .dtype = number_dtypes, .assumed = DTYPE_INT64, .summary = "one dimension or more; what is no integer is truncated"},
	[INPUT_DEPTH] = {"depth", .constant = true, .dtype = number_dtypes, .assumed = DTYPE_INT64, .summary = "one number: elements of a row"},
	[INPUT_VALUES] = {"values", .summary = "[2], of the output's type: off and on"},
	{.name = NULL},
};
/* clang-format on */

static bool
read_depth(const struct operation *operation, int64_t *depth, struct source *source)
{
	const struct tensor *said = operation->input[INPUT_DEPTH];
	double number;

	if (said->nelement != 1) {
		source_error(source, operation->input_where[INPUT_DEPTH],
			"depth: expected one number, got %" PRId64, said->nelement);
		return false;
	}
	number = real_element(operation, INPUT_DEPTH, 0);
	if (!(number >= 0 && number < (double)INT32_MAX)) {
		source_error(source, operation->input_where[INPUT_DEPTH],
			"depth: expected a number of elements, 0 to %d, got %g",
			INT32_MAX, number);
		return false;
	}
	*depth = (int64_t)number;
	return true;
}

static bool
check(const struct operation *operation, int64_t *axis, struct source *source)
{
	const struct attribute *said = operation_attribute(operation, "axis");
	int64_t rank = operation->input[INPUT_INDICES]->rank + 1;
	int64_t values = operation->input[INPUT_VALUES]->nelement;

	*axis = operation_int(operation, "axis", -1);
	if (rank > MAX_RANK || rank == 1)
		source_error(source, operation->input_where[INPUT_INDICES],
			"indices: expected 1 to %d dimensions, got %" PRId64,
			MAX_RANK - 1, rank - 1);
	else if (*axis < -rank || *axis >= rank)
		source_error(source, said->where,
			"axis: expected -%" PRId64 " to %" PRId64
			" for an output of %" PRId64 " dimensions, got %" PRId64,
			rank, rank - 1, rank, *axis);
	else if (values != 2)
		source_error(source, operation->input_where[INPUT_VALUES],
			"values: expected two, off and on, got %" PRId64, values);
	else
		*axis += *axis < 0 ? rank : 0;
	return rank > 1 && rank <= MAX_RANK && *axis >= 0 && *axis < rank && values == 2;
}

/* The indices as places, of which one that is not from 0 to depth - 1 is none. */
static const struct edge *
places(struct expansion *e, int64_t depth)
{
	const struct edge *x = expansion_input(e, INPUT_INDICES);
	bool is_signed = dtype_info[x->tensor.dtype].kind != KIND_UNSIGNED;
	const struct edge *place = expansion_cast(e, "place", x, DTYPE_INT64);

	if (!is_signed || e->operation->version < FROM_END)
		return place;
	return EXPAND(e, "place", &op_where, 16,
		EXPAND(e, "from_end", &op_less, 13, place,
			expansion_integers(e, "zero", &(int64_t){0}, 1)),
		EXPAND(e, "counted", &op_add, 14, place,
			expansion_integers(e, "depth", &depth, 1)),
		place);
}

static bool
expand(struct expansion *e)
{
	const struct operation *operation = e->operation;
	const struct tensor *indices = operation->input[INPUT_INDICES];
	const struct edge *values = expansion_input(e, INPUT_VALUES);
	int64_t depth, axis, shape[MAX_RANK];

	if (!read_depth(operation, &depth, e->source) ||
		!check(operation, &axis, e->source))
		return false;
	for (int i = 0; i <= indices->rank; i++)
		shape[i] = i == axis ? 1 : indices->shape[i - (i > axis)];
	EXPAND(e, "output", &op_where, 16,
		EXPAND(e, "is_on", &op_equal, 13,
			expansion_reshape(
				e, "row", places(e, depth), shape, indices->rank + 1),
			expansion_places(
				e, "places", depth, indices->rank + 1 - (int)axis)),
		expansion_cut(e, "on", values, 0, 1, 2),
		expansion_cut(e, "off", values, 0, 0, 1));
	expansion_detail(e,
		arena_format(e->arena, "depth %" PRId64 ", axis %" PRId64, depth, axis));
	return true;
}

const struct op op_one_hot = {
	.name = "OneHot",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "for each index a row with one element that is on",
	.expand = expand,
};
