#include "ops/common/parts.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "diag/locate.h"
#include "diag/source.h"
#include "ops/common/window.h"
#include "ops/op.h"
#include "ops/shape/dims.h"

const char *const auto_pad_choice[] = {
	"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID", NULL};

const struct dtype_rule window_dtypes[] = {
	{DTYPE_FLOAT32, 1},
	{DTYPE_FLOAT64, 1},
	{DTYPE_FLOAT16, 1},
	{DTYPE_BFLOAT16, 22},
	{DTYPE_NONE, 0},
};

const struct input_rule pool_inputs[] = {
	{"X", .summary = "[N, C, D1, ...]"},
	{.name = NULL},
};

const struct operand *
plan_add_operand(struct plan *plan, const struct operation *operation, int input)
{
	const struct tensor *tensor = operation->input[input];
	struct operand *operand = &plan->operand[plan->noperand];

	if (!tensor)
		return NULL;
	plan->noperand++;
	*operand = (struct operand){
		.name = operation->input_name[input],
		.rank = tensor->rank,
		.nelement = tensor->splat ? 1 : tensor->nelement,
		.constant = tensor->constant,
	};
	operand_set_dtype(operand, operation_input_dtype(operation, input));
	memcpy(operand->shape, tensor->shape, sizeof operand->shape);
	return operand;
}

void
plan_begin(struct plan *plan, enum plan_kind kind, const struct operation *operation,
	struct arena *arena)
{
	*plan = (struct plan){
		.kind = kind,
		.name = operation->node->name,
		.op = operation_title(operation, arena),
		.domain = operation->op->domain,
	};
	plan->src = plan_add_operand(plan, operation, 0);
	plan->sum = plan->src->loaded;
}

/* As for an input: the extents that are not 0 have a product below 2^59, so that no
   distance in the tensor overflows, in bytes of the largest type neither. */
static bool
count_overflows(const int64_t *shape, int rank, int64_t *nelement)
{
	const int64_t limit = INT64_C(1) << 59;
	int64_t product = 1;
	bool is_empty = false;

	for (int i = 0; i < rank; i++) {
		if (!shape[i])
			is_empty = true;
		else if (mul_overflows(product, shape[i], &product) || product >= limit)
			return true;
	}
	*nelement = is_empty ? 0 : product;
	return false;
}

void
plan_refuse_size(const struct operation *operation, struct source *source)
{
	source_error(source, operation->input_where[0],
		"%s: the output would have 2^59 elements or more",
		operation->input_name[0]);
}

static bool
set_output(struct operand *to, const struct operation *operation, int output,
	const char *name, const int64_t *shape, int rank, struct source *source)
{
	const struct output_rule *rule = operation->op->output;
	enum dtype own = rule->variadic ? rule->dtype : rule[output].dtype;

	*to = (struct operand){.name = name, .rank = rank};
	operand_set_dtype(to, own ? own : operation->dtype);
	for (int i = 0; i < rank; i++)
		to->shape[i] = shape[i];
	if (!count_overflows(shape, rank, &to->nelement))
		return true;
	plan_refuse_size(operation, source);
	return false;
}

bool
plan_set_output(struct plan *plan, const struct operation *operation,
	const int64_t *shape, int rank, struct source *source)
{
	return set_output(&plan->dst, operation, 0, operation->op->output->name, shape,
		rank, source);
}

bool
plan_set_dims(struct plan *plan, const struct operation *operation,
	const struct dims *dims, struct source *source)
{
	return plan_set_output(plan, operation, dims->extent, (int)dims->rank, source);
}

struct operand *
plan_add_output(struct plan *plan, const struct operation *operation, int output,
	const int64_t *shape, int rank, struct source *source, struct arena *arena)
{
	struct operand *to = &plan->dst;

	if (plan->dst.name) {
		plan->more =
			arena_grow(arena, plan->more, plan->nmore, sizeof *plan->more);
		to = &plan->more[plan->nmore++];
	}
	return set_output(to, operation, output,
		       operation_output_name(operation, output, arena), shape, rank,
		       source)
		       ? to
		       : NULL;
}

void
plan_add_detail(struct plan *plan, const char *line, struct arena *arena)
{
	const char **detail = arena_array(arena, const char *, plan->ndetail + 1);

	for (size_t i = 0; i < plan->ndetail; i++)
		detail[i] = plan->detail[i];
	detail[plan->ndetail++] = line;
	plan->detail = detail;
}

bool
plan_set_window_output(struct plan *plan, const struct operation *operation,
	int64_t channels, struct source *source)
{
	struct window_plan *window = &plan->u.window;
	int64_t shape[MAX_RANK] = {plan->src->shape[0], channels};

	for (int i = 0; i < window->naxis; i++)
		shape[2 + i] = window->axis[i].out;
	if (!plan_set_output(plan, operation, shape, 2 + window->naxis, source))
		return false;
	window_lay_out(window, WINDOW_NCHW, WINDOW_NCHW);
	return true;
}

bool
plan_pool(struct plan *plan, const struct operation *operation, struct source *source,
	struct arena *arena)
{
	struct window_plan *window = &plan->u.window;

	return window_resolve(operation, NULL, window, source, arena) &&
	       plan_resolved_pool(plan, operation, source, arena);
}

bool
plan_resolved_pool(struct plan *plan, const struct operation *operation,
	struct source *source, struct arena *arena)
{
	struct window_plan *window = &plan->u.window;

	window->batch = plan->src->shape[0];
	window->group = plan->src->shape[1];
	window->ic = window->oc = 1;
	if (!plan_set_window_output(plan, operation, window->group, source))
		return false;
	return !operation->output[OUTPUT_PLACES] ||
	       plan_add_output(plan, operation, OUTPUT_PLACES, plan->dst.shape,
		       plan->dst.rank, source, arena);
}

/* An element of a constant of some integer type; one beyond INT64_MAX as that. */
static int64_t
element(const void *constant, enum dtype dtype, int64_t index)
{
	const unsigned char *at = constant;
	size_t size = dtype_info[dtype].size;
	union {
		int8_t i8;
		int16_t i16;
		int32_t i32;
		int64_t i64;
		uint8_t u8;
		uint16_t u16;
		uint32_t u32;
		uint64_t u64;
	} value;

	memcpy(&value, at + (size_t)index * size, size);
	switch (dtype) {
	case DTYPE_INT8:
		return value.i8;
	case DTYPE_INT16:
		return value.i16;
	case DTYPE_INT32:
		return value.i32;
	case DTYPE_INT64:
		return value.i64;
	case DTYPE_UINT8:
		return value.u8;
	case DTYPE_UINT16:
		return value.u16;
	case DTYPE_UINT32:
		return value.u32;
	default:
		return value.u64 > INT64_MAX ? INT64_MAX : (int64_t)value.u64;
	}
}

int64_t
integer_element(const struct operation *operation, int input, int64_t index)
{
	return element(operation->input[input]->constant,
		operation_input_dtype(operation, input), index);
}

double
real_element(const struct operation *operation, int input, int64_t index)
{
	const struct operand operand = {
		.dtype = operation_input_dtype(operation, input),
		.constant = operation->input[input]->constant,
	};

	return operand_number(&operand, index);
}

const struct place *
element_place(const struct operation *operation, int input, int64_t index,
	const struct source *source, struct arena *arena)
{
	const struct tensor *tensor = operation->input[input];
	const struct place *list =
		place_member(operation->input_where[input], "data", arena);
	const struct place *row;

	if (tensor->rank != 2 || !source->text)
		return place_entry(list, (size_t)index, arena);
	row = place_entry(list, (size_t)(index / tensor->shape[1]), arena);
	if (source->text[locate(source->text, source->size, row)] != '[')
		return place_entry(list, (size_t)index, arena);
	return place_entry(row, (size_t)(index % tensor->shape[1]), arena);
}

bool
read_integers(const struct operation *operation, int input, int64_t minimum, bool batch,
	int64_t *value, struct source *source, struct arena *arena)
{
	const struct tensor *tensor = operation->input[input];

	for (int64_t i = 0; i < tensor->nelement; i++) {
		const char *wanted = NULL;
		const char *got;

		value[i] = integer_element(operation, input, i);
		if (batch && i == 0 && value[i] != minimum)
			wanted =
				arena_format(arena, "%" PRId64 " for the batch", minimum);
		else if (value[i] < minimum)
			wanted = arena_format(arena, "%" PRId64 " or more", minimum);
		else if (value[i] > LENGTH_LIMIT)
			wanted = arena_format(arena, "at most %" PRId64, LENGTH_LIMIT);
		if (!wanted)
			continue;
		got = value[i] == INT64_MAX ? "more"
					    : arena_format(arena, "%" PRId64, value[i]);
		source_error(source, element_place(operation, input, i, source, arena),
			"%s: expected %s, got %s", operation->input_name[input], wanted,
			got);
		return false;
	}
	return true;
}
