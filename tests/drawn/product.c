#include "drawn/draw.h"

#include "base/arena.h"
#include "drawn/quantized.h"
#include "plan/plan.h"

#include <string.h>

/* Gemm, MatMul and ConvTranspose. */

/* Adds an input, which is sometimes a constant, and then sometimes of equal elements. */
static void
add_input(struct drawn *d, const char *name, const int64_t *shape, int rank, int percent)
{
	struct tensor *tensor = drawn_input(d, name, shape, rank);

	if (!draw_chance(d, percent))
		return;
	drawn_constant(d, tensor);
	tensor->splat = d->op->splats && tensor->nelement && draw_chance(d, 20);
}

/* Rows, depth and columns; sometimes there is nothing of something. */
static void
draw_matrices(struct drawn *d, int64_t *rows, int64_t *depth, int64_t *columns)
{
	struct extent extent[] = {{rows, 40}, {depth, 700}, {columns, 200}};
	int64_t *const empty[] = {rows, depth, columns};

	if (draw_chance(d, 25)) {
		*rows = 1;
		extent[0] = extent[2];
		draw_extents(d, extent, 2);
	} else {
		draw_extents(d, extent, 3);
	}
	if (draw_chance(d, 3))
		*empty[draw_below(d, 3)] = 0;
}

static void
draw_factor(struct drawn *d, const char *name)
{
	static const double real[] = {1, 0.5, 0.3, -2, 0};
	static const double whole[] = {1, 1, 2, 3, 0};
	bool is_real = dtype_info[d->node.dtype].kind == KIND_FLOAT ||
		       dtype_info[d->node.dtype].kind == KIND_HALF;

	if (draw_chance(d, 40))
		drawn_float(d, name, (is_real ? real : whole)[draw_below(d, 5)]);
}

/* What is repeated to a matrix. */
static void
add_c(struct drawn *d, int64_t rows, int64_t columns)
{
	bool repeats = d->version >= 7 || draw_chance(d, 50);
	int64_t shape[2] = {repeats && draw_chance(d, 40) ? 1 : rows,
		repeats && draw_chance(d, 40) ? 1 : columns};
	int rank = 2;

	if (d->version >= 11 && draw_chance(d, 30))
		return;
	if (repeats && draw_chance(d, 40)) {
		rank = draw_chance(d, 80);
		shape[0] = shape[1];
	}
	add_input(d, "C", shape, rank, 60);
	drawn_int(d, "broadcast", repeats, 2);
}

static void
draw_gemm(struct drawn *d)
{
	int64_t rows, depth, columns, a[2], b[2];
	bool trans_a = draw_chance(d, 30), trans_b = draw_chance(d, 50);

	draw_matrices(d, &rows, &depth, &columns);
	a[trans_a] = rows;
	a[!trans_a] = depth;
	b[trans_b] = depth;
	b[!trans_b] = columns;
	add_input(d, "A", a, 2, 10);
	add_input(d, "B", b, 2, 60);
	if (draws_quantized(d->op))
		draw_quantized_rest(d, columns);
	else
		add_c(d, rows, columns);
	draw_factor(d, "alpha");
	draw_factor(d, "beta");
	drawn_int(d, "transA", trans_a, 0);
	drawn_int(d, "transB", trans_b, 0);
}

/* Stacks of matrices that can be matched, from the last axis on. */
static void
draw_matmul(struct drawn *d)
{
	int64_t rows, depth, columns, a[MAX_RANK], b[MAX_RANK], stack[MAX_RANK];
	int of_a = draw_chance(d, 50) ? (int)draw_below(d, 4) : 0;
	int of_b = draw_chance(d, 50) ? (int)draw_below(d, 4) : 0;
	int most = of_a > of_b ? of_a : of_b;
	bool row = !of_a && draw_chance(d, 15), column = !of_b && draw_chance(d, 15);

	for (int i = 0; i < most; i++)
		stack[i] = draw_extent(d, 4);
	draw_matrices(d, &rows, &depth, &columns);
	for (int i = 0; i < of_a; i++)
		a[i] = draw_chance(d, 25) ? 1 : stack[most - of_a + i];
	for (int i = 0; i < of_b; i++)
		b[i] = draw_chance(d, 25) ? 1 : stack[most - of_b + i];
	a[of_a] = rows;
	a[of_a + !row] = depth;
	b[of_b] = depth;
	b[of_b + 1] = columns;
	add_input(d, d->op->input[0].name, a, of_a + 2 - row, 20);
	add_input(d, drawn_second(d->op), b, of_b + 2 - column, 50);
	if (draws_quantized(d->op))
		draw_quantized_rest(d, column ? 1 : columns);
}

/* A ConvTranspose on its way. */
struct transposed {
	int naxis;
	int64_t in[MAX_AXIS], kernel[MAX_AXIS], stride[MAX_AXIS], dilation[MAX_AXIS];
	int64_t pads[2 * MAX_AXIS], padding[MAX_AXIS], shape[MAX_AXIS];
	const char *auto_pad;
	bool has_shape;
};

static void
draw_taken(struct drawn *d, struct transposed *t, int i)
{
	int64_t reach, begin,
		most = t->stride[i] > t->dilation[i] ? t->stride[i] : t->dilation[i];

	t->padding[i] = draw_chance(d, 30) ? draw_below(d, most) : 0;
	reach = (t->in[i] - 1) * t->stride[i] + (t->kernel[i] - 1) * t->dilation[i] + 1 +
		t->padding[i];
	begin = draw_chance(d, 50) ? draw_below(d, reach) / 2 : 0;
	t->pads[i] = begin;
	t->pads[t->naxis + i] = draw_chance(d, 50) ? draw_below(d, reach - begin) / 2 : 0;
	t->shape[i] = draw_between(d, reach > 4 ? reach - 4 : 1, reach + 2);
}

static void
draw_conv_transpose(struct drawn *d)
{
	static const char *const auto_pads[] = {"SAME_UPPER", "SAME_LOWER", "VALID"};
	int64_t n, group = 1, ic, oc, x[MAX_RANK], w[MAX_RANK];
	struct transposed t = {.naxis = draw_chance(d, 30)   ? 1
					: draw_chance(d, 80) ? 2
							     : 3};
	struct extent extent[4 + MAX_AXIS] = {{&n, 2}, {&ic, 40}, {&oc, 30}};
	size_t nextent = 3;

	for (int i = 0; i < t.naxis; i++) {
		t.kernel[i] = draw_between(d, 1, draw_chance(d, 80) ? 3 : 8);
		t.stride[i] = draw_between(d, 1, draw_chance(d, 80) ? 2 : 4);
		t.dilation[i] = draw_chance(d, 80) ? 1 : draw_between(d, 2, 3);
		d->left = d->left / t.kernel[i] + 1;
		extent[nextent++] = (struct extent){&t.in[i], 40};
	}
	if (draw_chance(d, 30))
		extent[nextent++] = (struct extent){&group, 6};
	draw_extents(d, extent, nextent);
	if (draw_chance(d, 2))
		*(draw_chance(d, 50) ? &n : &ic) = 0;
	t.auto_pad = draw_chance(d, 15) ? auto_pads[draw_below(d, 3)] : "NOTSET";
	t.has_shape = draw_chance(d, 15);
	x[0] = n;
	x[1] = w[0] = group * ic;
	w[1] = oc;
	for (int i = 0; i < t.naxis; i++) {
		draw_taken(d, &t, i);
		x[2 + i] = t.in[i];
		w[2 + i] = t.kernel[i];
	}
	add_input(d, "X", x, 2 + t.naxis, 5);
	add_input(d, "W", w, 2 + t.naxis, 50);
	oc *= group;
	if (draw_chance(d, 50))
		add_input(d, "B", &oc, 1, 60);
	drawn_string(d, "auto_pad", t.auto_pad, "NOTSET");
	drawn_ints(d, "strides", t.stride, t.naxis, 1);
	drawn_ints(d, "dilations", t.dilation, t.naxis, 1);
	drawn_ints(d, "output_padding", t.padding, t.naxis, 0);
	drawn_int(d, "group", group, 1);
	if (t.has_shape)
		drawn_ints(d, "output_shape", t.shape, t.naxis, -1);
	else if (!strcmp(t.auto_pad, "NOTSET"))
		drawn_ints(d, "pads", t.pads, 2 * t.naxis, 0);
}

void
draw_product(struct drawn *d)
{
	if (d->op == &op_gemm || d->op == &op_qgemm)
		draw_gemm(d);
	else if (d->op == &op_matmul || draws_quantized(d->op))
		draw_matmul(d);
	else
		draw_conv_transpose(d);
}
