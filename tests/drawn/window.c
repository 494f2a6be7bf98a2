#include "drawn/window.h"

#include "drawn/quantized.h"

#include "base/arena.h"
#include "kernels/kernel.h"
#include "ops/common/layouts.h"
#include "plan/plan.h"

#include <string.h>

/* Conv and the pools. */

/* Elements that a tensor may have. */
enum {
	MOST_ELEMENTS = 1 << 18
};

/* Whether a design was asked for that takes few nodes. */
static bool
wants(const struct drawn *d, const struct kernel *kernel)
{
	return d->settings.kernel == kernel;
}

static int
draw_naxis(struct drawn *d)
{
	int64_t n = draw_below(d, 100);

	if (drawn_axes(d))
		return drawn_axes(d);
	/* Filters of groups have three more dimensions than axes. */
	if (d->op == &op_openvino_group_convolution && n == 99)
		return MAX_RANK - 3;
	return n < 25 ? 1 : n < 80 ? 2 : n < 94 ? 3 : n < 98 ? 4 : n < 99 ? 5 : 6;
}

static void
draw_kernels(struct drawn *d, struct window *w)
{
	for (int i = 0; i < w->naxis; i++) {
		int64_t limit = d->left < 9 ? d->left : 9;

		w->kernel[i] =
			draw_between(d, 1, draw_chance(d, 80) && limit > 3 ? 3 : limit);
		w->stride[i] = draw_chance(d, 55) ? 1 : draw_between(d, 1, 5);
		w->dilation[i] = draw_chance(d, 75) || !drawn_has(d, "dilations")
					 ? 1
					 : draw_between(d, 2, 4);
		if (w->plain) {
			w->stride[i] = w->dilation[i] = 1;
			w->kernel[i] = draw_chance(d, 70) ? 3 : w->kernel[i];
		}
		d->left /= w->kernel[i];
		d->left += !d->left;
	}
}

static void
draw_channels(struct drawn *d, struct window *w)
{
	struct extent extent[4 + MAX_AXIS] = {{&w->batch, 3}};
	size_t n = 1;
	int64_t kind = draw_below(d, 100), large = d->left > LARGE / 32 ? 5 : 1;

	if (d->op == &op_tensorflow_depthwise_conv_2d)
		kind = draw_below(d, 20);
	if (d->op == &op_openvino_convolution || d->op == &op_tensorflow_conv_3d)
		kind = 100;
	w->group = w->ic = w->oc = 1;
	if (!w->convolves || kind < (wants(d, &kernel_direct_c) ? 80 : 20)) {
		/* Channels by themselves. */
		extent[n++] = (struct extent){&w->group, 70};
		if (w->convolves && kind < 7)
			extent[n++] = (struct extent){&w->oc, 3};
	} else {
		if (kind < 35)
			extent[n++] = (struct extent){&w->group, 5};
		extent[n++] = (struct extent){&w->ic, 150 * large};
		extent[n++] = (struct extent){&w->oc, 70 * large};
	}
	for (int i = 0; i < w->naxis; i++)
		extent[n++] = (struct extent){
			&w->out[i], large * (i + 1 < w->naxis ? 40 : 100)};
	draw_extents(d, extent, n);
}

/* Pads of an axis by several habits; from what covers them to what does not reach the
   input. */
static int64_t
draw_pad(struct drawn *d, int habit, int64_t reach)
{
	switch (habit) {
	case 0:
		return 0;
	case 1:
		return reach / 2;
	case 2:
		return draw_between(d, 0, reach);
	default:
		return draw_between(d, 0, 2 * reach + 3);
	}
}

/* An input that has about as many outputs as were drawn. Where there is less of it than
   none, there is little of it, and other outputs. */
static void
draw_input(struct drawn *d, struct window *w, int i)
{
	int64_t reach = (w->kernel[i] - 1) * w->dilation[i], last = w->stride[i] - 1;
	int habit = (int)draw_below(d, 10) * 4 / 10;
	int64_t *begin = &w->pads[i], *end = &w->pads[w->naxis + i];

	if (!strcmp(w->auto_pad, "VALID")) {
		w->in[i] = (w->out[i] - 1) * w->stride[i] + reach + 1 +
			   draw_between(d, 0, last);
		return;
	}
	if (strcmp(w->auto_pad, "NOTSET")) {
		w->in[i] = w->out[i] * w->stride[i] - draw_between(d, 0, last);
		return;
	}
	*begin = draw_pad(d, habit, reach);
	*end = draw_pad(d, habit, reach);
	w->in[i] = (w->out[i] - 1) * w->stride[i] + reach + 1 - *begin - *end +
		   draw_between(d, 0, last);
	if (w->in[i] < 1)
		w->in[i] = draw_below(d, 5) > 0;
	if (w->in[i] + *begin + *end <= reach)
		*end = reach + 1 - w->in[i] - *begin;
}

/* One window for each plane. */
static void
draw_whole_planes(struct drawn *d, struct window *w)
{
	for (int i = 0; i < w->naxis; i++) {
		w->kernel[i] = draw_extent(d, 40);
		w->in[i] = w->kernel[i];
		w->stride[i] = draw_between(d, 1, 3);
		w->dilation[i] = 1;
		w->out[i] = 1;
	}
}

static void
draw_planes(struct drawn *d, struct window *w)
{
	static const char *const auto_pads[] = {"SAME_UPPER", "SAME_LOWER", "VALID"};

	w->auto_pad = draw_chance(d, 15) ? auto_pads[draw_below(d, 3)] : "NOTSET";
	if (drawn_axes(d) && (!drawn_has(d, "explicit_paddings") ||
				     !strcmp(w->auto_pad, "SAME_LOWER")))
		w->auto_pad = draw_chance(d, 50) ? "SAME_UPPER" : "VALID";
	if (draw_chance(d, w->convolves ? 3 : wants(d, &kernel_global_pool) ? 80 : 15)) {
		draw_whole_planes(d, w);
		draw_channels(d, w);
		w->auto_pad = drawn_axes(d) ? "VALID" : "NOTSET";
		return;
	}
	draw_kernels(d, w);
	draw_channels(d, w);
	for (int i = 0; i < w->naxis; i++)
		draw_input(d, w, i);
}

/* Sometimes there is nothing of something. */
static void
draw_empty(struct drawn *d, struct window *w)
{
	bool depthwise = d->op == &op_tensorflow_depthwise_conv_2d;
	int64_t *const empty[] = {&w->batch, depthwise ? &w->group : &w->ic, &w->oc};

	if (!draw_chance(d, 2))
		return;
	if (w->convolves)
		*empty[draw_below(d, 3)] = 0;
	else
		*(draw_chance(d, 50) ? &w->batch : &w->group) = 0;
}

static bool
is_small(const struct window *w)
{
	int64_t n = w->batch * w->group * w->ic;

	for (int i = 0; i < w->naxis; i++)
		n *= w->in[i] ? w->in[i] : 1;
	return n <= MOST_ELEMENTS;
}

void
drawn_constant(struct drawn *d, struct tensor *tensor)
{
	enum dtype dtype = tensor->dtype == DTYPE_NONE ? d->node.dtype : tensor->dtype;
	size_t size = dtype_info[dtype].size;
	unsigned char *to = arena_alloc(d->arena, (size_t)tensor->nelement * size + 1);
	static const int often[] = {0, 0, 50, 90, 100};
	int zeros = often[draw_between(d, wants(d, &kernel_sparse) ? 2 : 0, 4)];
	/* Weights are seldom infinite. */
	enum mixture mixture = d->mixture == MIXTURE_ANY && draw_chance(d, 80)
				       ? MIXTURE_FINITE
				       : d->mixture;

	elements_fill(dtype, mixture, (uint64_t)draw_below(d, INT64_MAX), to,
		(size_t)tensor->nelement);
	for (size_t i = 0; zeros && i < (size_t)tensor->nelement; i++)
		if (draw_chance(d, zeros))
			memset(to + i * size, 0, size);
	tensor->constant = to;
}

void
drawn_weights(struct drawn *d, const struct window *w, const int64_t *shape, int rank)
{
	struct tensor *tensor = drawn_input(d, drawn_second(d->op), shape, rank);

	if (w->plain || draw_chance(d, 50))
		drawn_constant(d, tensor);
}

static void
add_inputs(struct drawn *d, const struct window *w)
{
	int64_t x[MAX_RANK] = {w->batch, w->group * w->ic};
	int64_t weights[MAX_RANK] = {w->group * w->oc, w->ic};
	struct tensor *tensor;

	for (int i = 0; i < w->naxis; i++) {
		x[2 + i] = w->in[i];
		weights[2 + i] = w->kernel[i];
	}
	if (drawn_has(d, "channels_last") && draw_chance(d, 50)) {
		memmove(x + 1, x + 2, (size_t)w->naxis * sizeof *x);
		x[w->naxis + 1] = w->group * w->ic;
		drawn_int(d, "channels_last", 1, 0);
	}
	drawn_input(d, d->op->input[0].name, x, 2 + w->naxis);
	if (!w->convolves) {
		drawn_singles(d, d->op->input + 1);
		return;
	}
	drawn_weights(d, w, weights, 2 + w->naxis);
	if (draws_quantized(d->op))
		draw_quantized_rest(d, weights[0]);
	if (draws_quantized(d->op) || draw_chance(d, 40))
		return;
	tensor = drawn_input(d, "B", weights, 1);
	if (draw_chance(d, 60))
		drawn_constant(d, tensor);
}

static void
draw_exponent(struct drawn *d)
{
	static const double real[] = {0.5, 1.5, 2.5, 1, 2, 3};
	static const int64_t whole[] = {
		1, 2, 2, 2, 3, 3, 4, 5, 6, 7, 31, INT64_C(1) << 40};

	if (d->version == 1)
		drawn_float(d, "p", real[draw_below(d, sizeof real / sizeof *real)]);
	else
		drawn_int(d, "p", whole[draw_below(d, sizeof whole / sizeof *whole)], 2);
}

static void
add_attributes(struct drawn *d, const struct window *w)
{
	drawn_string(d, "auto_pad", w->auto_pad, "NOTSET");
	drawn_ints(d, "dilations", w->dilation, w->naxis, 1);
	if (!w->convolves || draw_chance(d, 50))
		drawn_ints(d, "kernel_shape", w->kernel, w->naxis, 0);
	if (!strcmp(w->auto_pad, "NOTSET"))
		drawn_ints(d, "pads", w->pads, 2 * w->naxis, 0);
	drawn_ints(d, "strides", w->stride, w->naxis, 1);
	drawn_int(d, "group", w->group, 1);
	drawn_int(d, "ceil_mode", draw_below(d, 2), 0);
	drawn_int(d, "count_include_pad", draw_below(d, 2), 0);
	if (drawn_has(d, "p"))
		draw_exponent(d);
}

/* Channels are last in one of the tensors or in both. */
static void
draw_layouts(struct drawn *d, const struct window *w)
{
	bool last = wants(d, &kernel_direct_c);

	if (!d->op->layouts || d->node.noutput > 1 || w->plain ||
		draw_chance(d, last ? 5 : 60))
		return;
	d->node.layout = d->layout;
	for (int i = 0; i < 2; i++)
		if (draw_chance(d, last ? 98 : 80))
			d->layout[d->node.nlayout++] = (struct option){
				.name = i ? d->op->output->name : d->op->input[0].name,
				.value = layout_word[WINDOW_NHWC]};
}

static bool
convolves(const struct op *op)
{
	static const struct op *const all[] = {&op_conv, &op_conv_integer,
		&op_qlinear_conv, &op_microsoft_qlinear_conv, &op_openvino_convolution,
		&op_openvino_group_convolution, &op_tensorflow_conv_2d,
		&op_tensorflow_conv_3d, &op_tensorflow_depthwise_conv_2d};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (op == all[i])
			return true;
	return false;
}

void
draw_window(struct drawn *d)
{
	const int64_t left = d->left;
	struct window w;

	do {
		w = (struct window){.convolves = convolves(d->op)};
		d->left = left;
		w.plain = w.convolves && drawn_axes(d) != 3 &&
			  numerics_tile(d->settings.numerics) && draw_chance(d, 80);
		w.naxis = w.plain ? 2 : draw_naxis(d);
		draw_planes(d, &w);
		draw_empty(d, &w);
	} while (!is_small(&w));
	if (!strcmp(d->op->domain, "openvino")) {
		draw_openvino(d, &w);
	} else if (!strcmp(d->op->domain, "tensorflow")) {
		draw_tensorflow(d, &w);
	} else {
		add_inputs(d, &w);
		add_attributes(d, &w);
	}
	drawn_outputs(d, wants(d, &kernel_places) ? 100 : 40);
	draw_layouts(d, &w);
}
