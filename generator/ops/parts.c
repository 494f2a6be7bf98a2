#include "ops/parts.h"

#include <inttypes.h>
#include <string.h>

#include "arena.h"
#include "checked.h"
#include "op.h"
#include "source.h"
#include "window.h"

const char *const auto_pad_choice[] = {
	"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID", NULL};

const struct operand *
plan_add_operand(struct plan *plan, const struct operation *operation, int input)
{
	const struct tensor *tensor = operation->input[input];
	struct operand *operand = &plan->operand[plan->noperand];

	if (!tensor)
		return NULL;
	plan->noperand++;
	*operand = (struct operand){
		.name = operation->op->input[input].name,
		.dtype = operation_input_dtype(operation, input),
		.rank = tensor->rank,
		.nelement = tensor->nelement,
		.constant = tensor->constant,
	};
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
		operation->op->input[0].name);
}

bool
plan_set_output(struct plan *plan, const struct operation *operation,
	const int64_t *shape, int rank, struct source *source)
{
	struct operand *dst = &plan->dst;

	dst->name = operation->op->output;
	dst->dtype = operation->dtype;
	dst->rank = rank;
	for (int i = 0; i < rank; i++)
		dst->shape[i] = shape[i];
	if (!count_overflows(shape, rank, &dst->nelement))
		return true;
	plan_refuse_size(operation, source);
	return false;
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
	const struct window_plan *window = &plan->u.window;
	int64_t shape[MAX_RANK] = {plan->src->shape[0], channels};

	for (int i = 0; i < window->naxis; i++)
		shape[2 + i] = window->axis[i].out;
	return plan_set_output(plan, operation, shape, 2 + window->naxis, source);
}

bool
plan_pool(struct plan *plan, const struct operation *operation, struct source *source,
	struct arena *arena)
{
	struct window_plan *window = &plan->u.window;

	if (!window_resolve(operation, NULL, window, source, arena))
		return false;
	window->batch = plan->src->shape[0];
	window->group = plan->src->shape[1];
	window->ic = window->oc = 1;
	return plan_set_window_output(plan, operation, window->group, source);
}

void
move_add_axis(struct plan *plan, const struct move_axis *axis, struct arena *arena)
{
	struct move_plan *move = &plan->u.move;
	struct phase_run *run;

	if (axis->grid == 1 && axis->phase == 1)
		return;
	run = arena_new(arena, struct phase_run);
	*run = (struct phase_run){.nphase = axis->phase, .end = axis->grid};
	move->axis[move->naxis] = *axis;
	move->axis[move->naxis].run = run;
	move->axis[move->naxis].nrun = 1;
	move->naxis++;
}

void
move_nothing(struct plan *plan, struct arena *arena)
{
	move_add_axis(plan, &(struct move_axis){.phase = 1}, arena);
}

const char *
list_text(const int64_t *value, int nvalue, struct arena *arena)
{
	const char *text = "";

	for (int i = 0; i < nvalue; i++)
		text = arena_format(arena, "%s%s%" PRId64, text, i ? ", " : "", value[i]);
	return arena_format(arena, "[%s]", text);
}
