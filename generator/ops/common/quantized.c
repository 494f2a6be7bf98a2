#include "ops/common/quantized.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/expansion_moves.h"
#include "ops/common/parts.h"
#include "plan/plan.h"

/* clang-format off */
const struct dtype_rule quantized_bytes[] = {
	{DTYPE_UINT8, 1}, {DTYPE_INT8, 1}, {DTYPE_NONE, 0},
};

/* What is added up: bytes, or their differences from a zero point. */
static const struct dtype_rule sum_dtypes[] = {
	{DTYPE_UINT8, 1}, {DTYPE_INT8, 1}, {DTYPE_INT16, 1}, {DTYPE_NONE, 0},
};

static const struct output_rule sum_outputs[] = {
	{"sums", .dtype = DTYPE_INT32}, {.name = NULL},
};
/* clang-format on */

/* Element k of a constant of small integers. */
static int32_t
number_of(const struct edge *edge, int64_t k)
{
	const struct operand operand = {
		.dtype = edge->tensor.dtype, .constant = edge->tensor.constant};

	return (int32_t)operand_number(&operand, k);
}

/* Whether a zero point is known to be 0. */
static bool
is_zero(const struct edge *zero)
{
	if (!zero)
		return true;
	for (int64_t k = 0; zero->tensor.constant && k < zero->tensor.nelement; k++)
		if (number_of(zero, k))
			return false;
	return zero->tensor.constant;
}

const struct edge *
quantized_reshape(
	struct expansion *e, const struct edge *edge, const int64_t *shape, int rank)
{
	struct edge *view;

	if (!edge)
		return NULL;
	if (!edge->tensor.constant)
		return expansion_reshape(e, edge->name, edge, shape, rank);
	view = arena_copy(e->arena, edge, 1, sizeof *edge);
	view->tensor.rank = rank;
	memcpy(view->tensor.shape, shape, (size_t)rank * sizeof *shape);
	return view;
}

const struct edge *
quantized_channels(
	struct expansion *e, const char *name, const struct edge *edge, bool second)
{
	struct part *p = expansion_part(e, &op_transpose, 13);
	int rank = edge->tensor.rank;
	int64_t perm[MAX_RANK] = {0};

	for (int i = 1; i < rank; i++)
		perm[i] = second ? i - 1 : i + 1;
	perm[second ? 1 : rank - 1] = second ? rank - 1 : 1;
	part_read(p, 0, edge);
	part_ints(p, "perm", perm, (size_t)rank, NULL);
	return expansion_add(e, p, name);
}

bool
quantized_has_planes(const struct operation *o, int input, struct source *source)
{
	if (o->input[input]->rank >= 3)
		return true;
	source_error(source, o->input_where[input],
		"%s: expected 3 dimensions or more, got %d", o->input_name[input],
		o->input[input]->rank);
	return false;
}

const struct edge *
quantized_along(struct expansion *e, const struct edge *edge, int axis, int rank)
{
	int64_t shape[MAX_RANK] = {1};

	if (!edge || edge->tensor.nelement == 1)
		return quantized_reshape(e, edge, shape, 0);
	for (int i = 0; i < rank; i++)
		shape[i] = 1;
	shape[axis] = edge->tensor.nelement;
	return quantized_reshape(e, edge, shape, rank);
}

/* The element of a tensor that goes with one of a tensor to which it can be broadcast. */
static int64_t
broadcast_element(
	const struct tensor *small, const struct tensor *large, const int64_t *index)
{
	int64_t k = 0;

	for (int i = 0; i < small->rank; i++) {
		int64_t extent = small->shape[i];

		k = k * extent + (extent == 1 ? 0 : index[i + large->rank - small->rank]);
	}
	return k;
}

/* A constant less its zero point. */
static const struct edge *
known_difference(struct expansion *e, struct quantized x)
{
	const struct tensor *q = &x.q->tensor;
	int16_t *number = arena_array(e->arena, int16_t, q->nelement);
	struct edge *edge = arena_copy(e->arena, x.q, 1, sizeof *x.q);
	int64_t index[MAX_RANK] = {0};

	for (int64_t k = 0; k < q->nelement; k++) {
		int64_t zero = broadcast_element(&x.zero->tensor, q, index);

		number[k] = (int16_t)(number_of(x.q, k) - number_of(x.zero, zero));
		extents_next(index, q->shape, q->rank);
	}
	edge->tensor.dtype = DTYPE_INT16;
	edge->tensor.constant = number;
	return edge;
}

/* Numbers less their zero point, which take 9 bits; numbers as they are where it is 0. */
static const struct edge *
difference(struct expansion *e, struct quantized x)
{
	if (is_zero(x.zero))
		return x.q;
	if (x.q->tensor.constant && x.zero->tensor.constant)
		return known_difference(e, x);
	return EXPAND(e, x.q->name, &op_sub, 14,
		expansion_cast(e, "wide", x.q, DTYPE_INT16),
		expansion_cast(e, "zero", x.zero, DTYPE_INT16));
}

/* Gives the plan of a convolution or a product the types of sums of integers. */
static bool
widen(struct plan *plan)
{
	for (size_t i = 0; i < plan->noperand; i++)
		plan->operand[i].loaded = DTYPE_INT32;
	plan->sum = DTYPE_INT32;
	return true;
}

static bool
plan_conv_sums(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	return op_conv.plan(operation, plan, source, arena) && widen(plan);
}

static bool
plan_matmul_sums(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	return op_matmul.plan(operation, plan, source, arena) && widen(plan);
}

/* Begins a part that is an operation whose sums are of integers. */
static struct part *
begin_sums(struct expansion *e, const struct op *of, int version,
	bool (*plan)(const struct operation *operation, struct plan *plan,
		struct source *source, struct arena *arena))
{
	struct op op = *of;

	op.dtype = sum_dtypes;
	op.output = sum_outputs;
	op.plan = plan;
	return expansion_part(e, &op, version);
}

static struct part *
begin_conv(struct expansion *e, const struct edge *x, const struct edge *w,
	const struct edge *bias)
{
	struct part *p = begin_sums(e, &op_conv, 22, plan_conv_sums);

	part_read(p, 0, x);
	part_read(p, 1, w);
	part_read(p, 2, bias);
	part_take_attributes(p);
	return p;
}

/* Elements that windows along an axis read beyond its end. */
static int64_t
read_beyond(const struct axis *axis)
{
	int64_t last = (axis->out - 1) * axis->stride +
		       (axis->kernel - 1) * axis->dilation - axis->pad_begin;

	return axis->out > 0 && last >= axis->in ? last - axis->in + 1 : 0;
}

/* The elements of padding that windows read, before and after each axis of x. False: they
   read none. */
static bool
find_pads(const struct window_plan *window, int64_t *pads)
{
	int rank = window->naxis + 2;
	bool any = false;

	for (int i = 0; i < 2 * rank; i++)
		pads[i] = 0;
	for (int i = 0; i < window->naxis; i++) {
		pads[2 + i] = window->axis[i].pad_begin;
		pads[rank + 2 + i] = read_beyond(&window->axis[i]);
		any |= pads[2 + i] || pads[rank + 2 + i];
	}
	return any;
}

/* x with its zero point around it, so that no window reads anything else; sets the part's
   attributes accordingly. */
static const struct edge *
pad(struct expansion *e, struct quantized x, const int64_t *pads)
{
	struct part *p = expansion_part(e, &op_pad, 13);

	part_read(p, 0, x.q);
	part_read(
		p, 1, expansion_integers(e, "pads", pads, 2 * (size_t)x.q->tensor.rank));
	part_read(p, 2, quantized_along(e, x.zero, 0, 0));
	return expansion_add(e, p, "padded");
}

/* What the zero point of x, which is one constant, takes from a sum: zero times the sum
   of its n weights, which are `inc` apart and begin at `first`; modulo 2^32. */
static int32_t
share_of_zero(
	struct quantized x, const struct edge *w, int64_t first, int64_t inc, int64_t n)
{
	uint32_t sum = 0;

	for (int64_t k = 0; k < n; k++)
		sum += (uint32_t)number_of(w, first + k * inc);
	return (int32_t)(sum * (uint32_t)number_of(x.zero, 0));
}

/* A constant of n numbers, for sums. */
static struct edge *
begin_numbers(struct expansion *e, const char *name, int64_t n, int32_t **number)
{
	struct edge *edge = arena_new(e->arena, struct edge);

	*number = arena_array(e->arena, int32_t, n);
	*edge = (struct edge){name,
		{.dtype = DTYPE_INT32,
			.rank = 1,
			.shape = {n},
			.nelement = n,
			.constant = *number},
		e->operation->node->where, NO_TENSOR, 0};
	return edge;
}

/* What is added to each channel's sum of unshifted numbers: the bias, where it is known,
   less what the zero point of x takes. */
static const struct edge *
conv_offsets(struct expansion *e, struct quantized x, const struct edge *w,
	const struct edge *bias)
{
	int64_t m = w->tensor.shape[0], n = m ? w->tensor.nelement / m : 0;
	bool known = bias && bias->tensor.constant;
	int32_t *number;
	struct edge *edge = begin_numbers(e, known ? bias->name : "offset", m, &number);

	for (int64_t i = 0; i < m; i++) {
		uint32_t b = known ? (uint32_t)number_of(bias, i) : 0;

		number[i] = (int32_t)(b - (uint32_t)share_of_zero(x, w, i * n, 1, n));
	}
	return edge;
}

/* The sum of a convolution whose weights are known, and whose x has a constant zero
   point that is not 0: of x as it is, with offsets in place of the zero point. */
static const struct edge *
conv_unshifted(struct expansion *e, const char *name, struct quantized x,
	const struct edge *w, const struct edge *bias)
{
	struct part *p = begin_conv(e, x.q, w, bias);
	int64_t pads[2 * MAX_RANK];
	static const int64_t none[2 * MAX_AXIS];
	const struct edge *offsets;
	struct plan plan;

	e->refused |= !operation_plan(&p->to, &plan, e->source, e->arena);
	if (e->refused)
		return expansion_add(e, p, name);
	offsets = conv_offsets(e, x, w, bias);
	if (bias && bias->tensor.constant)
		bias = offsets;
	if (find_pads(&plan.u.window, pads)) {
		p = begin_conv(e, pad(e, x, pads), w, bias ? bias : offsets);
		part_string(p, "auto_pad", "NOTSET");
		part_ints(p, "pads", none, 2 * (size_t)plan.u.window.naxis, NULL);
	} else {
		p = begin_conv(e, x.q, w, bias ? bias : offsets);
	}
	if (!bias || bias == offsets)
		return expansion_add(e, p, name);
	return EXPAND(e, name, &op_add, 14, expansion_add(e, p, "sums"),
		quantized_along(e, offsets, 0, plan.u.window.naxis + 1));
}

const struct edge *
quantized_conv(struct expansion *e, const char *name, struct quantized x,
	struct quantized w, const struct edge *bias)
{
	const struct edge *weights;

	w.zero = quantized_along(e, w.zero, 0, w.q->tensor.rank);
	weights = difference(e, w);
	if (!is_zero(x.zero) && x.zero->tensor.constant && weights->tensor.constant)
		return conv_unshifted(e, name, x, weights, bias);
	x.zero = quantized_along(e, x.zero, 0, 0);
	return expansion_add(e, begin_conv(e, difference(e, x), weights, bias), name);
}

/* What is added to each column of a product with a known matrix, or with known ones. */
static const struct edge *
matmul_offsets(struct expansion *e, struct quantized a, const struct edge *b)
{
	const struct tensor *t = &b->tensor;
	int64_t columns = t->rank > 1 ? t->shape[t->rank - 1] : 1;
	int64_t depth = t->rank > 1 ? t->shape[t->rank - 2] : t->shape[0];
	int64_t shape[MAX_RANK], n = columns;
	int32_t *number;
	struct edge *edge;

	/* There are columns of no elements, too. */
	for (int i = 0; i < t->rank - 2; i++)
		n *= t->shape[i];
	edge = begin_numbers(e, "offset", n, &number);
	for (int64_t i = 0; i < n; i++) {
		int64_t first = i / columns * columns * depth + i % columns;

		number[i] = (int32_t)(0 - (uint32_t)share_of_zero(
						  a, b, first, columns, depth));
	}
	memcpy(shape, t->shape, sizeof shape);
	if (t->rank < 2)
		return quantized_reshape(e, edge, shape, 0);
	shape[t->rank - 2] = 1;
	return quantized_reshape(e, edge, shape, t->rank);
}

static const struct edge *
add_matmul(
	struct expansion *e, const char *name, const struct edge *a, const struct edge *b)
{
	struct part *p = begin_sums(e, &op_matmul, 13, plan_matmul_sums);

	part_read(p, 0, a);
	part_read(p, 1, b);
	return expansion_add(e, p, name);
}

const struct edge *
quantized_matmul(
	struct expansion *e, const char *name, struct quantized a, struct quantized b)
{
	const struct edge *columns = difference(e, b);

	if (is_zero(a.zero) || !a.zero->tensor.constant || a.zero->tensor.nelement != 1 ||
		!columns->tensor.constant || a.q->tensor.rank < 2)
		return add_matmul(e, name, difference(e, a), columns);
	return EXPAND(e, name, &op_add, 14, add_matmul(e, "sums", a.q, columns),
		matmul_offsets(e, a, columns));
}

bool
quantized_zero_fits(const struct expansion *e, int input, int zero)
{
	const struct operation *o = e->operation;
	enum dtype dtype, wanted = operation_input_dtype(o, input);

	if (!o->input[zero])
		return true;
	dtype = operation_input_dtype(o, zero);
	if (dtype == wanted)
		return true;
	source_error(e->source, o->input_where[zero],
		"%s: expected the type of %s, %s, got %s", o->input_name[zero],
		o->input_name[input], dtype_info[wanted].name, dtype_info[dtype].name);
	return false;
}

bool
quantized_shape_fits(const struct operation *o, int input, int64_t extent,
	const char *counted, struct source *source, struct arena *arena)
{
	const struct tensor *t = o->input[input];

	if (!t || (t->rank < 2 && t->nelement == 1) ||
		(extent && t->rank == 1 && t->shape[0] == extent))
		return true;
	source_error(source, o->input_where[input], "%s: expected one element%s, got %s",
		o->input_name[input],
		extent ? arena_format(arena, ", or [%" PRId64 "], one for each %s",
				 extent, counted)
		       : "",
		extents_text(t->shape, (size_t)t->rank, arena));
	return false;
}

bool
quantized_scale_fits(
	const struct operation *o, int input, struct source *source, struct arena *arena)
{
	const struct tensor *scale = o->input[input];

	for (int64_t i = 0; scale && scale->constant && i < scale->nelement; i++) {
		double number = real_element(o, input, i);

		if (isfinite(number) && number > 0)
			continue;
		source_error(source, element_place(o, input, i, source, arena),
			"%s: expected a finite scale above 0, got %.9g",
			o->input_name[input], number);
		return false;
	}
	return true;
}

const struct edge *
quantized_along_matrix(struct expansion *e, int input, int scale, int axis)
{
	const struct operation *o = e->operation;
	const struct tensor *q = o->input[input], *s = o->input[scale];
	int rank = q->rank, along = rank + axis;
	int64_t extent = along >= 0 && rank > 1 ? q->shape[along] : 0;
	bool fits = s && rank > 1 && s->rank == rank;

	for (int i = 0; fits && i < rank; i++)
		fits = s->shape[i] == (i < rank - 2 || i == along ? q->shape[i] : 1);
	if (fits)
		return expansion_input(e, scale);
	if (!quantized_shape_fits(
		    o, scale, extent, axis == -2 ? "row" : "column", e->source, e->arena))
		return NULL;
	return quantized_along(
		e, expansion_input(e, scale), axis == -2 ? 0 : 1, rank > 1 ? 2 : 1);
}
