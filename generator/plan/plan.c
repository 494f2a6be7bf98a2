#include "plan/plan.h"

#include "base/arena.h"
#include "opgen_runtime.h"

#include <math.h>

const char *const pad_rule_name[] = {
	[PAD_NOTSET] = "NOTSET",
	[PAD_SAME_UPPER] = "SAME_UPPER",
	[PAD_SAME_LOWER] = "SAME_LOWER",
	[PAD_VALID] = "VALID",
};

void
operand_set_dtype(struct operand *operand, enum dtype dtype)
{
	operand->dtype = dtype;
	operand->loaded = dtype_accumulator(dtype);
}

enum dtype
operand_stored(const struct operand *operand)
{
	return operand->constant && dtype_info[operand->dtype].kind == KIND_HALF
		       ? operand->loaded
		       : operand->dtype;
}

int64_t
move_axis_src(const struct move_axis *axis, int64_t phase, int64_t grid)
{
	int64_t begin = axis->table ? axis->table[phase] : phase * axis->src_phase;

	return begin + grid * axis->src_grid;
}

bool
move_axis_copies(const struct move_axis *axis, int64_t phase, int64_t grid)
{
	for (size_t i = 0; i < axis->nrun; i++) {
		const struct phase_run *run = &axis->run[i];

		if (phase >= run->phase && phase - run->phase < run->nphase)
			return grid >= run->begin && grid < run->end;
	}
	return false;
}

size_t
plan_noutput(const struct plan *plan)
{
	return 1 + plan->nmore;
}

const struct operand *
plan_output(const struct plan *plan, size_t i)
{
	return i ? &plan->more[i - 1] : &plan->dst;
}

size_t
plan_output_number(const struct plan *plan, const struct operand *output)
{
	return output == &plan->dst ? 0 : 1 + (size_t)(output - plan->more);
}

int64_t
plan_nelement(const struct plan *plan)
{
	int64_t n = 0;

	for (size_t i = 0; i < plan_noutput(plan); i++)
		n += plan_output(plan, i)->nelement;
	return n;
}

double
operand_number(const struct operand *operand, int64_t index)
{
	switch (operand->dtype) {
	case DTYPE_FLOAT64:
		return ((const double *)operand->constant)[index];
	case DTYPE_FLOAT16:
		return opgen_float16_to_float(
			((const opgen_float16 *)operand->constant)[index]);
	case DTYPE_BFLOAT16:
		return opgen_bfloat16_to_float(
			((const opgen_bfloat16 *)operand->constant)[index]);
	case DTYPE_INT8:
		return ((const int8_t *)operand->constant)[index];
	case DTYPE_INT16:
		return ((const int16_t *)operand->constant)[index];
	case DTYPE_INT32:
		return ((const int32_t *)operand->constant)[index];
	case DTYPE_INT64:
		return (double)((const int64_t *)operand->constant)[index];
	case DTYPE_BOOL:
	case DTYPE_UINT8:
		return ((const uint8_t *)operand->constant)[index];
	case DTYPE_UINT16:
		return ((const uint16_t *)operand->constant)[index];
	case DTYPE_UINT32:
		return ((const uint32_t *)operand->constant)[index];
	case DTYPE_UINT64:
		return (double)((const uint64_t *)operand->constant)[index];
	default:
		return ((const float *)operand->constant)[index];
	}
}

bool
operand_is_finite(const struct operand *operand)
{
	struct operand parts = {.dtype = DTYPE_FLOAT32};

	if (!operand || !operand->constant)
		return false;
	if (dtype_info[operand->dtype].kind == KIND_COMPLEX) {
		if (operand->dtype == DTYPE_COMPLEX128)
			parts.dtype = DTYPE_FLOAT64;
		parts.nelement = 2 * operand->nelement;
		parts.constant = operand->constant;
		operand = &parts;
	}
	for (int64_t i = 0; i < operand->nelement; i++)
		if (!isfinite(operand_number(operand, i)))
			return false;
	return true;
}

bool
operand_is_literal(const struct operand *operand)
{
	return operand->constant && operand->nelement == 1 &&
	       dtype_is_real(operand->dtype) && isfinite(operand_number(operand, 0));
}

const struct span *
span_at(const struct axis *axis, int64_t output)
{
	size_t low = 0, high = axis->nspan - 1;

	while (low < high) {
		size_t middle = (low + high + 1) / 2;

		if (axis->span[middle].first <= output)
			low = middle;
		else
			high = middle - 1;
	}
	return &axis->span[low];
}

int64_t
axis_most_taps(const struct axis *axis)
{
	int64_t most = 0;

	for (size_t i = 0; i < axis->nspan; i++)
		if (axis->span[i].ntap > most)
			most = axis->span[i].ntap;
	return most;
}

const struct axis *
plan_axis(const struct plan *plan, int index)
{
	if (plan->kind == PLAN_WINDOW && index < plan->u.window.naxis)
		return &plan->u.window.axis[index];
	/* The axis of a matrix's columns says nothing. */
	if (plan->kind == PLAN_PRODUCT && plan->u.product.begins_with_c &&
		index < plan->u.product.naxis)
		return &plan->u.product.axis[index].axis;
	return NULL;
}

static bool
moves_nothing(const struct move_axis *axis)
{
	for (size_t i = 0; i < axis->nrun; i++)
		if (axis->run[i].begin != 0 || axis->run[i].end != axis->grid)
			return false;
	return !axis->table && (axis->grid == 1 || axis->src_grid == axis->dst_grid) &&
	       (axis->phase == 1 || axis->src_phase == axis->dst_phase);
}

bool
move_is_block(const struct move_plan *move)
{
	for (int i = 0; i < move->naxis; i++)
		if (!moves_nothing(&move->axis[i]))
			return false;
	return true;
}

int64_t
move_copied(const struct move_plan *move)
{
	int64_t all = 1;

	for (int i = 0; i < move->naxis; i++) {
		const struct move_axis *axis = &move->axis[i];
		int64_t n = 0;

		for (size_t r = 0; r < axis->nrun; r++)
			n += axis->run[r].nphase *
			     (axis->run[r].end - axis->run[r].begin);
		all *= n;
	}
	return all;
}

bool
plan_is_copy(const struct plan *plan)
{
	const struct move_plan *move = plan->u.move.part;

	return plan->kind == PLAN_MOVE && plan->u.move.npart == 1 && !move->src_base &&
	       !move->dst_base && plan->src->nelement == plan->dst.nelement &&
	       move_is_block(move);
}

static struct window_steps
steps_of(const struct window_plan *w, enum window_layout layout, int64_t channels,
	bool out)
{
	struct window_steps steps = {.channel = 1};
	int64_t plane = layout == WINDOW_NHWC ? channels : 1;

	for (int i = w->naxis - 1; i >= 0; i--) {
		steps.axis[i] = plane;
		plane *= out ? w->axis[i].out : w->axis[i].in;
	}
	if (layout == WINDOW_NCHW)
		steps.channel = plane;
	steps.image = layout == WINDOW_NCHW ? channels * plane : plane;
	return steps;
}

void
window_lay_out(struct window_plan *w, enum window_layout src, enum window_layout dst)
{
	w->src_layout = src;
	w->dst_layout = dst;
	w->src = steps_of(w, src, w->group * w->ic, false);
	w->dst = steps_of(w, dst, w->group * w->oc, true);
	w->weights = (struct weight_steps){.input = 1, .tap = 1};
	for (int i = 0; i < w->naxis; i++)
		w->weights.input *= w->axis[i].kernel;
	w->weights.channel = w->ic * w->weights.input;
}

int64_t
window_weight(const struct window_plan *w, int64_t channel, int64_t input, int64_t tap)
{
	return channel * w->weights.channel + input * w->weights.input +
	       tap * w->weights.tap;
}

bool
window_is_planar(const struct window_plan *w)
{
	return w->src_layout == WINDOW_NCHW && w->dst_layout == WINDOW_NCHW;
}

struct window_place
window_place_of(const struct window_plan *w, int64_t k)
{
	struct window_place place;
	int64_t channels = w->group * w->oc, plane = window_plane(w);

	place.image = k / (channels * plane);
	k %= channels * plane;
	place.channel = w->dst_layout == WINDOW_NCHW ? k / plane : k % channels;
	k = w->dst_layout == WINDOW_NCHW ? k % plane : k / channels;
	for (int i = w->naxis - 1; i >= 0; i--) {
		place.position[i] = k % w->axis[i].out;
		k /= w->axis[i].out;
	}
	return place;
}

int64_t
window_place(const struct window_plan *window, int64_t src)
{
	return window->place_period ? src % window->place_period : src;
}

int64_t
window_plane(const struct window_plan *window)
{
	int64_t plane = 1;

	for (int i = 0; i < window->naxis; i++)
		plane *= window->axis[i].out;
	return plane;
}

int64_t
sample_src(const struct sample_plan *sample, int axis)
{
	int64_t inner = 1;

	while (++axis < sample->naxis)
		inner *= sample->axis[axis].in;
	return inner;
}

int64_t
sample_dst(const struct sample_plan *sample, int axis)
{
	int64_t inner = 1;

	while (++axis < sample->naxis)
		inner *= sample->axis[axis].out;
	return inner;
}

bool
plan_is_by_element(const struct plan *plan, size_t operand)
{
	const struct pointwise_plan *p = &plan->u.pointwise;

	for (int i = 0; i < p->naxis; i++)
		if (p->axis[i].inc[operand] != p->axis[i].dst_inc)
			return false;
	return plan->operand[operand].nelement == plan->dst.nelement;
}

bool
plan_passes(const struct plan *plan, const struct operand *operand)
{
	return !operand->constant && operand != plan->over;
}

/* The operand of a plan's copy that corresponds to one of the plan; NULL stays. */
static const struct operand *
moved_operand(
	const struct plan *copy, const struct plan *plan, const struct operand *operand)
{
	return operand ? &copy->operand[operand - plan->operand] : NULL;
}

/* Lets the parts of a copied movement move the copy's operands. */
static void
copy_parts(struct plan *copy, const struct plan *plan, struct arena *arena)
{
	size_t n = plan->u.move.npart;
	struct move_plan *part = arena_array(arena, struct move_plan, n);

	for (size_t i = 0; i < n; i++) {
		part[i] = plan->u.move.part[i];
		part[i].src = moved_operand(copy, plan, part[i].src);
		part[i].fill = moved_operand(copy, plan, part[i].fill);
		part[i].dst = plan_output(copy, plan_output_number(plan, part[i].dst));
	}
	copy->u.move.part = part;
}

void
pick_add_axis(struct pick_plan *pick, struct pick_axis axis)
{
	if (axis.count != 1)
		pick->axis[pick->naxis++] = axis;
}

int64_t
pick_index_place(int64_t index, int64_t extent)
{
	index += index < 0 ? extent : 0;
	return index < 0 ? 0 : index < extent ? index : extent - 1;
}

void
plan_assign(struct plan *copy, const struct plan *plan, struct arena *arena)
{
	struct product_plan *product = &copy->u.product;
	struct reduce_plan *reduce = &copy->u.reduce;

	*copy = *plan;
	copy->more = arena_array(arena, struct operand, plan->nmore);
	for (size_t i = 0; i < plan->nmore; i++)
		copy->more[i] = plan->more[i];
	copy->src = moved_operand(copy, plan, plan->src);
	copy->weights = moved_operand(copy, plan, plan->weights);
	copy->bias = moved_operand(copy, plan, plan->bias);
	copy->over = moved_operand(copy, plan, plan->over);
	if (plan->kind == PLAN_MOVE)
		copy_parts(copy, plan, arena);
	if (plan->kind == PLAN_PICK)
		copy->u.pick.indices = moved_operand(copy, plan, plan->u.pick.indices);
	if (plan->kind == PLAN_REDUCE) {
		reduce->scale = moved_operand(copy, plan, reduce->scale);
		reduce->bias = moved_operand(copy, plan, reduce->bias);
	}
	if (plan->kind == PLAN_PRODUCT) {
		product->a = moved_operand(copy, plan, product->a);
		product->b = moved_operand(copy, plan, product->b);
		product->c = moved_operand(copy, plan, product->c);
	}
}

struct plan *
plan_duplicate(const struct plan *plan, struct arena *arena)
{
	struct plan *copy = arena_new(arena, struct plan);

	plan_assign(copy, plan, arena);
	return copy;
}
