#include "drawn/draw.h"

#include "drawn/quantized.h"

#include "base/arena.h"
#include "plan/plan.h"

#include <string.h>

/* Operations along axes. */

static int
draw_shape(struct drawn *d, int64_t *shape, bool empty)
{
	int rank = (int)draw_between(d, 1, 4);
	struct extent extent[MAX_RANK];

	for (int i = 0; i < rank; i++)
		extent[i] = (struct extent){&shape[i], 300};
	draw_extents(d, extent, (size_t)rank);
	if (empty && draw_chance(d, 2))
		shape[draw_below(d, rank)] = 0;
	return rank;
}

/* Axes, some from the end; returns how many. Inputs have any type of integers. */
static int
draw_axes(struct drawn *d, int rank, int64_t *axes)
{
	bool ends = d->version >= 11 && drawn_has(d, "axes");
	int n = 0;

	for (int i = 0; i < rank; i++)
		if (draw_chance(d, 50))
			axes[n++] = ends && draw_chance(d, 30) ? i - rank : i;
	return n;
}

static void
draw_reduction(struct drawn *d)
{
	int64_t shape[MAX_RANK], axes[MAX_RANK], count;
	int rank = draw_shape(d, shape, d->op != &op_reduce_mean);
	int n = draw_axes(d, rank, axes);

	count = n;
	drawn_input(d, "data", shape, rank);
	if (!drawn_has(d, "axes")) {
		if (n || draw_chance(d, 30))
			drawn_integers(d, "axes", &count, 1, axes);
	} else if (n) {
		drawn_ints(d, "axes", axes, n, -MAX_RANK - 1);
	}
	drawn_int(d, "keepdims", draw_below(d, 2), 1);
	drawn_int(d, "noop_with_empty_axes", draw_below(d, 2), 0);
}

static void
draw_arg(struct drawn *d)
{
	int64_t shape[MAX_RANK];
	int rank = draw_shape(d, shape, false), axis = (int)draw_below(d, rank);

	drawn_input(d, "data", shape, rank);
	drawn_int(d, "axis", d->version >= 11 && draw_chance(d, 30) ? axis - rank : axis,
		0);
	drawn_int(d, "keepdims", draw_below(d, 2), 1);
	drawn_int(d, "select_last_index", draw_below(d, 2), 0);
}

static void
draw_softmax(struct drawn *d)
{
	int64_t shape[MAX_RANK];
	int rank = draw_shape(d, shape, true), axis = (int)draw_below(d, rank);
	int initial = d->version >= 13 ? rank - 1 : 1;

	drawn_input(d, "input", shape, rank);
	/* The default is no axis of a row alone. */
	if (rank == 1 && d->version < 13)
		initial = MAX_RANK;
	drawn_int(d, "axis",
		d->version >= 11 && axis != initial && draw_chance(d, 30) ? axis - rank
									  : axis,
		initial);
}

static void
draw_normalization(struct drawn *d)
{
	int64_t shape[MAX_RANK] = {1, 1};
	struct extent extent[] = {
		{&shape[0], 3}, {&shape[1], 20}, {&shape[2], 60}, {&shape[3], 60}};
	int rank = draw_chance(d, 40) ? 3 : 4;

	draw_extents(d, extent, (size_t)rank);
	drawn_input(d, "input", shape, rank);
	for (int i = 0; i < 2; i++) {
		struct tensor *tensor = drawn_input(d, i ? "B" : "scale", &shape[1], 1);

		if (draw_chance(d, 70))
			drawn_constant(d, tensor);
	}
	if (draw_chance(d, 50))
		drawn_float(d, "epsilon", 0.001);
}

/* Groups of some channels each. */
static void
draw_group_normalization(struct drawn *d)
{
	int64_t shape[MAX_RANK] = {1}, each = 1, groups = 1, factors;
	struct extent extent[] = {{&shape[0], 3}, {&groups, 8}, {&each, 6},
		{&shape[2], 60}, {&shape[3], 60}};
	int rank = draw_chance(d, 40) ? 3 : 4;

	draw_extents(d, extent, (size_t)rank + 1);
	shape[1] = groups * each;
	drawn_input(d, "X", shape, rank);
	drawn_int(d, "num_groups", groups, 0);
	factors = d->version < 21 ? groups : shape[1];
	for (int i = 0; i < 2; i++) {
		struct tensor *tensor = drawn_input(d, i ? "bias" : "scale", &factors, 1);

		if (draw_chance(d, 50))
			drawn_constant(d, tensor);
	}
	if (draw_chance(d, 50))
		drawn_float(d, "epsilon", 0.001);
	/* float32, float16, float64 or bfloat16. */
	if (draw_chance(d, 20))
		drawn_int(d, "stash_type", (int[]){1, 10, 11, 16}[draw_below(d, 4)], 1);
}

/* Rows from an axis on; sometimes fewer factors, which broadcast. */
static void
draw_layer_normalization(struct drawn *d)
{
	int64_t shape[MAX_RANK], part[MAX_RANK];
	int rank = draw_shape(d, shape, false), axis = (int)draw_below(d, rank);

	drawn_input(d, "X", shape, rank);
	for (int i = 0; i < (draw_chance(d, 70) ? 2 : 1); i++) {
		bool some = draw_chance(d, 10);
		struct tensor *tensor;

		for (int k = axis; k < rank; k++)
			part[k - axis] = some && draw_chance(d, 50) ? 1 : shape[k];
		tensor = drawn_input(d, i ? "B" : "Scale", part, rank - axis);
		if (draw_chance(d, 30))
			drawn_constant(d, tensor);
	}
	drawn_int(d, "axis", draw_chance(d, 50) ? axis : axis - rank, -1);
	if (draw_chance(d, 50))
		drawn_float(d, "epsilon", 0.001);
	drawn_int(d, "stash_type", draw_chance(d, 10) ? 16 : 1, 1);
	drawn_outputs(d, 30);
}

/* Rows likewise, sometimes of another type than scale. */
static void
draw_rms_normalization(struct drawn *d)
{
	static const int stash[] = {
		1, 10, 11, 16}; /* float32, float16, float64, bfloat16 */
	int64_t shape[MAX_RANK], part[MAX_RANK];
	int rank = draw_shape(d, shape, false), axis = (int)draw_below(d, rank);
	bool some = draw_chance(d, 10);
	struct tensor *tensor = drawn_input(d, "X", shape, rank);

	if (draw_chance(d, 20))
		tensor->dtype = d->op->dtype[draw_below(d, 4)].dtype;
	for (int i = axis; i < rank; i++)
		part[i - axis] = some && draw_chance(d, 50) ? 1 : shape[i];
	tensor = drawn_input(d, "scale", part, rank - axis);
	if (draw_chance(d, 30))
		drawn_constant(d, tensor);
	drawn_int(d, "axis", draw_chance(d, 50) ? axis : axis - rank, -1);
	if (draw_chance(d, 50))
		drawn_float(d, "epsilon", 0.001);
	drawn_int(d, "stash_type", draw_chance(d, 20) ? stash[draw_below(d, 4)] : 1, 1);
}

static void
draw_lp_normalization(struct drawn *d)
{
	int64_t shape[MAX_RANK];
	int rank = draw_shape(d, shape, false), axis = (int)draw_below(d, rank);

	drawn_input(d, "input", shape, rank);
	drawn_int(d, "axis", draw_chance(d, 50) ? axis : axis - rank, -1);
	drawn_int(d, "p", draw_between(d, 1, 2), 2);
}

/* Axes are said: few shapes have the default. */
static void
draw_mean_variance(struct drawn *d)
{
	int64_t shape[MAX_RANK], axes[MAX_RANK] = {0};
	int rank = draw_shape(d, shape, false), n = draw_axes(d, rank, axes);

	drawn_input(d, "X", shape, rank);
	drawn_ints(d, "axes", axes, n ? n : 1, -MAX_RANK - 1);
}

static void
draw_lrn(struct drawn *d)
{
	int64_t shape[MAX_RANK] = {1, 1};
	struct extent extent[] = {
		{&shape[0], 3}, {&shape[1], 30}, {&shape[2], 60}, {&shape[3], 60}};
	int rank = draw_chance(d, 40) ? 3 : 4;

	draw_extents(d, extent, (size_t)rank);
	drawn_input(d, "X", shape, rank);
	drawn_int(d, "size", draw_between(d, 1, 7), 0);
	if (draw_chance(d, 50))
		drawn_float(d, "beta", 0.5);
	if (draw_chance(d, 50))
		drawn_float(d, "alpha", 0.01);
}

static void
draw_dynamic_quantize(struct drawn *d)
{
	int64_t shape[MAX_RANK];

	drawn_input(d, "x", shape, draw_shape(d, shape, true));
}

/* Each element of the axis is a step. */
static void
draw_cumulative(struct drawn *d)
{
	int64_t shape[MAX_RANK], one = 1, axis;
	int rank = draw_shape(d, shape, true);

	axis = draw_below(d, rank);
	shape[axis] = shape[axis] > 40 ? draw_between(d, 1, 40) : shape[axis];
	drawn_input(d, "x", shape, rank);
	axis -= draw_chance(d, 30) ? rank : 0;
	drawn_integers(d, "axis", &one, draw_chance(d, 30), &axis);
	drawn_int(d, "exclusive", draw_below(d, 2), 0);
	drawn_int(d, "reverse", draw_below(d, 2), 0);
}

static void
draw_one_hot(struct drawn *d)
{
	static const enum dtype dtypes[] = {
		DTYPE_INT64, DTYPE_INT32, DTYPE_UINT8, DTYPE_FLOAT32, DTYPE_INT8};
	int64_t shape[MAX_RANK], *depth = arena_array(d->arena, int64_t, 1);
	int rank = draw_shape(d, shape, true), axis = (int)draw_below(d, rank + 1);
	struct tensor *tensor = drawn_input(d, "indices", shape, rank);

	tensor->dtype = dtypes[draw_below(d, 5)];
	*depth = draw_extent(d, 40);
	tensor = drawn_input(d, "depth", NULL, 0);
	tensor->dtype = DTYPE_INT64;
	tensor->constant = depth;
	tensor = drawn_input(d, "values", (int64_t[]){2}, 1);
	if (draw_chance(d, 50))
		drawn_constant(d, tensor);
	drawn_int(d, "axis", draw_chance(d, 50) ? axis : axis - rank - 1, -1);
}

/* Elements, and a list as long as a row, or several. */
static void
draw_biased(struct drawn *d)
{
	int64_t shape[MAX_RANK];
	int rank = draw_shape(d, shape, true);
	const struct input_rule *rule = d->op->input;

	drawn_input(d, rule++->name, shape, rank);
	if (rule->name && !strcmp(rule->name, "skip"))
		drawn_input(d, rule++->name, shape, rank);
	for (; rule->name; rule++)
		if (!rule->optional || draw_chance(d, 60))
			drawn_input(d, rule->name, &shape[rank - 1], 1);
	if (draw_chance(d, 50))
		drawn_float(d, "epsilon", 0.001);
}

static void
draw_fused_matmul(struct drawn *d)
{
	int64_t m, n, k, batch;
	struct extent extent[] = {{&m, 40}, {&n, 40}, {&k, 60}, {&batch, 3}};
	bool trans_a = draw_chance(d, 50), trans_b = draw_chance(d, 50);
	int rank = (int)draw_between(d, 2, 3), from = 3 - rank;

	draw_extents(d, extent, sizeof extent / sizeof *extent);
	drawn_input(d, "A", &(int64_t[]){batch, trans_a ? k : m, trans_a ? m : k}[from],
		rank);
	drawn_input(d, "B", &(int64_t[]){batch, trans_b ? n : k, trans_b ? k : n}[from],
		rank);
	drawn_int(d, "transA", trans_a, 0);
	drawn_int(d, "transB", trans_b, 0);
	if (draw_chance(d, 50))
		drawn_float(d, "alpha", 0.5);
}

/* An equation, of which inputs have these extents. */
static void
draw_einsum(struct drawn *d)
{
	static const struct {
		const char *equation, *input[3];
	} all[] = {{"ij,jk->ik", {"ij", "jk"}}, {"bij,bkj->bik", {"bij", "bkj"}},
		{"bhid,bhjd->bhij", {"bhid", "bhjd"}}, {"ij->ji", {"ij"}},
		{"ij->j", {"ij"}}, {"iji->j", {"iji"}}, {"i,j", {"i", "j"}},
		{"bi,i->bi", {"bi", "i"}}, {"ij,jk,kl->li", {"ij", "jk", "kl"}},
		{"...i,i...->...", {"bhi", "ibh"}}};
	size_t which = (size_t)draw_below(d, sizeof all / sizeof *all);
	int64_t extent['z' + 1], shape[MAX_RANK];

	for (int c = 'a'; c <= 'z'; c++)
		extent[c] = draw_below(d, 50) ? draw_extent(d, 8) : 0;
	for (int i = 0; i < 3 && all[which].input[i]; i++) {
		const char *letter = all[which].input[i];
		int rank = (int)strlen(letter);

		for (int k = 0; k < rank; k++)
			shape[k] = extent[(int)letter[k]];
		drawn_input(d, "Inputs", shape, rank);
		d->input[i].part = i;
	}
	drawn_string(d, "equation", all[which].equation, "");
}

/* Of few classes, so that targets are some of them. */
static void
draw_loss(struct drawn *d)
{
	static const char *const reductions[] = {"mean", "sum", "none"};
	int64_t shape[MAX_RANK], target[MAX_RANK];
	int rank = draw_shape(d, shape, false) + 1;

	shape[rank - 1] = draw_extent(d, 20);
	for (int i = 1; i < rank; i++)
		target[i - 1] = shape[i == 1 ? 0 : i];
	drawn_input(d, d->op->input[0].name, shape, rank);
	drawn_input(d, d->op->input[1].name, target, rank - 1)->dtype =
		draw_chance(d, 50) ? DTYPE_INT64 : DTYPE_INT32;
	if (draw_chance(d, 50))
		drawn_input(d, d->op->input[2].name, &shape[1], 1);
	drawn_int(d, "ignore_index", draw_between(d, -1, 1), -1);
	drawn_string(d, "reduction", reductions[draw_below(d, 3)], "mean");
	drawn_outputs(d, 30);
}

static void
draw_quantized_softmax(struct drawn *d)
{
	int64_t shape[MAX_RANK];
	int rank = draw_shape(d, shape, true), axis = (int)draw_below(d, rank);

	drawn_input(d, "X", shape, rank);
	drawn_singles(d, d->op->input + 1);
	drawn_int(d, "opset", draw_between(d, 11, 14), 0);
	drawn_int(d, "axis", draw_chance(d, 30) ? axis - rank : axis, MAX_RANK);
}

/* Operations along axes that are no reductions with keepdims, but for
   ArgMax and ArgMin. */
static const struct {
	const struct op *op;
	void (*draw)(struct drawn *d);
} row[] = {
	{&op_arg_max, draw_arg},
	{&op_arg_min, draw_arg},
	{&op_instance_normalization, draw_normalization},
	{&op_group_normalization, draw_group_normalization},
	{&op_layer_normalization, draw_layer_normalization},
	{&op_rms_normalization, draw_rms_normalization},
	{&op_lp_normalization, draw_lp_normalization},
	{&op_mean_variance_normalization, draw_mean_variance},
	{&op_lrn, draw_lrn},
	{&op_dynamic_quantize_linear, draw_dynamic_quantize},
	{&op_softmax, draw_softmax},
	{&op_qlinear_softmax, draw_quantized_softmax},
	{&op_log_softmax, draw_softmax},
	{&op_hardmax, draw_softmax},
	{&op_negative_log_likelihood_loss, draw_loss},
	{&op_softmax_cross_entropy_loss, draw_loss},
	{&op_one_hot, draw_one_hot},
	{&op_cum_sum, draw_cumulative},
	{&op_cum_prod, draw_cumulative},
	{&op_attention, draw_attention},
	{&op_einsum, draw_einsum},
	{&op_microsoft_bias_gelu, draw_biased},
	{&op_microsoft_fast_gelu, draw_biased},
	{&op_microsoft_fused_matmul, draw_fused_matmul},
	{&op_microsoft_skip_layer_normalization, draw_biased},
	{&op_microsoft_skip_simplified_layer_normalization, draw_biased},
	{&op_rnn, draw_recurrent},
	{&op_gru, draw_recurrent},
	{&op_lstm, draw_recurrent},
};

static size_t
find_row(const struct op *op)
{
	size_t i = 0;

	while (i < sizeof row / sizeof *row && row[i].op != op)
		i++;
	return i;
}

bool
drawn_has_rows(const struct op *op)
{
	return find_row(op) < sizeof row / sizeof *row;
}

void
draw_reduce(struct drawn *d)
{
	size_t i = find_row(d->op);

	if (i < sizeof row / sizeof *row)
		row[i].draw(d);
	else
		draw_reduction(d);
}
