/* Pad: elements before and after each axis; negative pads remove elements instead, before
   anything is added.

   The mode constant adds a value, 0 by default; edge repeats the first and the last
   element; wrap continues with the elements from the other end; reflect continues
   backwards, without repeating the end elements; symmetric, which ONNX has not, repeats
   them. A reflection or a wrap may be longer than the axis, and goes on as it began. */

#include "ops/op.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/integers.h"
#include "ops/common/movement.h"
#include "ops/common/parts.h"
#include "ops/shape/moved.h"

enum {
	INPUT_DATA,
	INPUT_PADS,
	INPUT_VALUE,
	MOST_PIECES = 1024 * 1024 /* reflections of an axis */
};

static const int versions[] = {1, 2, 11, 13, 18, 19, 21, 23, 24, 25, 0};

static const char *const modes[] = {"constant", "reflect", "edge", NULL};
static const char *const modes_19[] = {"constant", "reflect", "edge", "wrap", NULL};

/* clang-format off */
static const struct attribute_rule attributes[] = {
	{"mode", ATTRIBUTE_STRING, 1, 18, false, 0, 0, "constant", modes,
	 "what is padded"},
	{"mode", ATTRIBUTE_STRING, 19, LATEST, false, 0, 0, "constant", modes_19,
	 "what is padded"},
	{"paddings", ATTRIBUTE_INTS, 1, 1, true, INT64_MIN, INT64_MAX, NULL, NULL,
	 "elements added: before each axis, then after each; negative: taken away"},
	{"pads", ATTRIBUTE_INTS, 2, 10, true, INT64_MIN, INT64_MAX, NULL, NULL,
	 "elements added: before each axis, then after each; negative: taken away"},
	{"value", ATTRIBUTE_FLOAT, 1, 10, false, 0, 0, "0", NULL,
	 "what mode constant pads"},
	{.name = NULL},
};

static const struct input_rule inputs[] = {
	{"data", .summary = "any shape"},
	{"pads", .constant = true, .own_dtype = OWN_INT64, .since = 11,
		.summary = "[2 * n], elements before each axis, then after; negative: fewer"},
	{"constant_value", .optional = true, .since = 11,
		.summary = "[], what mode constant pads; 0 where it is absent"},
	{"axes", .optional = true, .constant = true, .own_dtype = OWN_INDEX, .since = 18,
		.summary = "[n], the axes that are padded; all where it is absent"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 13},
	{DTYPE_BOOL, 13},   {DTYPE_INT8, 11},   {DTYPE_INT16, 11},  {DTYPE_INT32, 11},
	{DTYPE_INT64, 11},  {DTYPE_UINT8, 11},  {DTYPE_UINT16, 11}, {DTYPE_UINT32, 11},
	{DTYPE_UINT64, 11}, {DTYPE_COMPLEX64, 13}, {DTYPE_COMPLEX128, 13},
	{DTYPE_NONE, 0},
};
/* clang-format on */

struct padding {
	const struct operation *operation;
	const char *mode;
	struct integers pads, axes;
	int rank;
	int64_t in[MAX_RANK], out[MAX_RANK], before[MAX_RANK], after[MAX_RANK];
};

static bool
is_constant(const struct padding *p)
{
	return !strcmp(p->mode, "constant");
}

/* The output's extents. */
static bool
resolve_extents(struct padding *p, struct source *source, struct arena *arena)
{
	int axis[MAX_RANK], n;

	if (!integers_axes(&p->axes, p->rank, axis, &n, source, arena) ||
		!integers_expect(&p->pads, 2 * n, "end of each axis", source))
		return false;
	for (int i = 0; i < n; i++) {
		int64_t before = p->pads.value[i], after = p->pads.value[n + i];
		int64_t *out = &p->out[axis[i]];
		enum misfit_kind kind;

		p->before[axis[i]] = before;
		p->after[axis[i]] = after;
		kind = shape_pad(out, before, after);
		if (kind == FITS)
			continue;
		if (kind == MISFIT_SIZE) {
			plan_refuse_size(p->operation, source);
			return false;
		}
		source_error(source, integers_element_place(&p->pads, i, source, arena),
			"%s: axis %d of %" PRId64 " elements would have %" PRId64,
			p->pads.name, axis[i], p->in[axis[i]], *out);
		return false;
	}
	return true;
}

static bool
read_padding(struct padding *p, const struct operation *operation, struct source *source,
	struct arena *arena)
{
	const struct tensor *src = operation->input[INPUT_DATA];
	const char *name = operation->version == 1 ? "paddings" : "pads";

	*p = (struct padding){.operation = operation,
		.mode = operation_string(operation, "mode", "constant"),
		.rank = src->rank};
	for (int i = 0; i < src->rank; i++)
		p->in[i] = p->out[i] = src->shape[i];
	return integers_read(&p->pads, operation, name, source, arena) &&
	       integers_read(&p->axes, operation, "axes", source, arena) &&
	       resolve_extents(p, source, arena);
}

/* Whether an operand's only element is known to be zero bits. */
static bool
is_zero(const struct tensor *tensor, size_t size)
{
	const char *bytes = tensor->constant;

	for (size_t i = 0; bytes && i < size; i++)
		if (bytes[i])
			return false;
	return bytes != NULL;
}

/* Whether any element of the output is not from the input. */
static bool
pads_something(const struct padding *p)
{
	for (int i = 0; i < p->rank; i++)
		if (p->before[i] > 0 || p->after[i] > 0)
			return true;
	return false;
}

/* The value of mode constant; NULL: zeros. An unneeded constant is not among the plan's
   operands. */
static bool
read_value(const struct padding *p, struct plan *plan, const struct operand **fill,
	struct source *source, struct arena *arena)
{
	const struct operation *operation = p->operation;
	const struct tensor *tensor = operation->input[INPUT_VALUE];
	double number = operation_float(operation, "value", 0);
	size_t size = dtype_info[operation->dtype].size;

	*fill = NULL;
	if (!tensor) {
		if (is_constant(p) && pads_something(p) &&
			(number != 0 || signbit(number)))
			*fill = plan_add_number(plan, "value", number, arena);
		return true;
	}
	if (tensor->nelement != 1) {
		source_error(source, operation->input_where[INPUT_VALUE],
			"constant_value: expected one value, got shape %s",
			extents_text(tensor->shape, (size_t)tensor->rank, arena));
		return false;
	}
	if (tensor->constant &&
		(!is_constant(p) || !pads_something(p) || is_zero(tensor, size)))
		return true;
	*fill = plan_add_operand(plan, operation, INPUT_VALUE);
	return true;
}

static int64_t
clipped_to(int64_t value, int64_t high)
{
	return value < 0 ? 0 : value > high ? high : value;
}

static void
plan_constant(const struct padding *p, struct plan *plan, const struct operand *fill,
	struct arena *arena)
{
	struct move_plan *move = move_begin(plan, plan->src, &plan->dst, arena);
	int64_t src_inc[MAX_RANK], dst_inc[MAX_RANK];

	move->fill = fill;
	tensor_incs(plan->src, src_inc);
	tensor_incs(&plan->dst, dst_inc);
	for (int i = 0; i < p->rank; i++) {
		/* If the pads exceed the output, only pads are left. */
		int64_t begin = clipped_to(p->before[i], p->out[i]);
		int64_t end = clipped_to(p->out[i] - p->after[i], p->out[i]);

		if (begin < end)
			move->src_base -= p->before[i] * src_inc[i];
		move_add_run(move,
			&(struct move_axis){.grid = p->out[i],
				.phase = 1,
				.src_grid = p->out[i] > 1 ? src_inc[i] : 0,
				.dst_grid = dst_inc[i]},
			begin, end, arena);
	}
}

/* One axis in the other modes: n elements remain from `first` on. */
struct left {
	int64_t first, n, before, after;
	int64_t src_inc, dst_inc;
};

static void
add_edges(struct pieces *pieces, const struct left *l, struct arena *arena)
{
	int64_t end = l->first + l->n - 1, middle = l->before + l->n;

	pieces_add(pieces, l->before, 0, l->dst_inc, l->first, 0, l->src_inc, arena);
	pieces_add(pieces, l->n, l->before, l->dst_inc, l->first, 1, l->src_inc, arena);
	pieces_add(pieces, l->after, middle, l->dst_inc, end, 0, l->src_inc, arena);
}

/* Position x of the padded axis is position x mod 2(n - 1) of the axis followed by its
   reflection; mod 2n if that repeats the end elements. */
static void
add_reflections(
	struct pieces *pieces, const struct left *l, bool repeats, struct arena *arena)
{
	int64_t out = l->before + l->n + l->after, at = 0;
	int64_t period = repeats ? 2 * l->n : 2 * (l->n - 1), last = period - repeats;

	while (at < out) {
		int64_t x = (at - l->before) % period, count;

		x += x < 0 ? period : 0;
		count = x < l->n ? l->n - x : period - x;
		count = count < out - at ? count : out - at;
		if (x < l->n)
			pieces_add(pieces, count, at, l->dst_inc, l->first + x, 1,
				l->src_inc, arena);
		else
			pieces_add(pieces, count, at, l->dst_inc, l->first + last - x, -1,
				l->src_inc, arena);
		at += count;
	}
}

/* An end of the axis, whole repetitions, and a beginning. */
static void
add_wraps(struct pieces *pieces, const struct left *l, struct arena *arena)
{
	int64_t part = l->before % l->n, after = l->after % l->n;
	int64_t whole = l->before / l->n + 1 + l->after / l->n;
	struct move_axis *axis;

	pieces_add(pieces, part, 0, l->dst_inc, l->first + l->n - part, 1, l->src_inc,
		arena);
	pieces_add(pieces, l->n, part, l->dst_inc, l->first, 1, l->src_inc, arena);
	axis = &pieces->piece[pieces->n - 1].axis;
	axis->phase = whole;
	axis->dst_phase = l->n * l->dst_inc;
	pieces_add(pieces, after, part + whole * l->n, l->dst_inc, l->first, 1,
		l->src_inc, arena);
}

static bool
find_left(const struct padding *p, int i, struct left *l, struct source *source)
{
	int64_t before = p->before[i], after = p->after[i];

	l->first = before < 0 ? -before : 0;
	l->before = before < 0 ? 0 : before;
	l->after = after < 0 ? 0 : after;
	l->n = p->out[i] - l->before - l->after;
	if (l->n > 0 || !p->out[i])
		return true;
	source_error(source, integers_place(&p->pads),
		"%s: mode %s has nothing to repeat along axis %d, of which %" PRId64
		" elements are left",
		p->pads.name, p->mode, i, l->n < 0 ? 0 : l->n);
	return false;
}

static bool
refuse_many(const struct padding *p, struct source *source)
{
	source_error(source, integers_place(&p->pads),
		"%s: mode %s repeats axes more often than opgen writes out", p->pads.name,
		p->mode);
	return false;
}

static bool
plan_repeated(const struct padding *p, struct plan *plan, struct source *source,
	struct arena *arena)
{
	int64_t src_inc[MAX_RANK], dst_inc[MAX_RANK];
	struct pieces pieces[MAX_RANK] = {0};
	bool repeats = !strcmp(p->mode, "symmetric");

	tensor_incs(plan->src, src_inc);
	tensor_incs(&plan->dst, dst_inc);
	for (int i = 0; i < p->rank; i++) {
		struct left l = {.src_inc = src_inc[i], .dst_inc = dst_inc[i]};

		if (!find_left(p, i, &l, source))
			return false;
		if (!strcmp(p->mode, "wrap"))
			add_wraps(&pieces[i], &l, arena);
		else if (!strcmp(p->mode, "edge") || l.n == 1)
			add_edges(&pieces[i], &l, arena);
		else if ((l.before + l.after) / (l.n - 1) <= MOST_PIECES)
			add_reflections(&pieces[i], &l, repeats, arena);
	}
	for (int i = 0; i < p->rank; i++)
		if (!pieces[i].n)
			return refuse_many(p, source);
	return move_pieces(plan, plan->src, &plan->dst, pieces, p->rank, arena) ||
	       refuse_many(p, source);
}

static bool
plan_pad(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct operand *fill;
	struct padding p;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!read_padding(&p, operation, source, arena) ||
		!read_value(&p, plan, &fill, source, arena) ||
		!plan_set_output(plan, operation, p.out, p.rank, source))
		return false;
	plan_add_detail(plan, arena_format(arena, "mode %s", p.mode), arena);
	integers_add_detail(&p.pads, plan, arena);
	integers_add_detail(&p.axes, plan, arena);
	if (!plan->dst.nelement)
		return true;
	if (!is_constant(&p))
		return plan_repeated(&p, plan, source, arena);
	plan_constant(&p, plan, fill, arena);
	return true;
}

const struct op op_pad = {
	.name = "Pad",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "elements added before and after each axis, or taken away",
	.plan = plan_pad,
};
