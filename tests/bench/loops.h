/* The operations as plain loops with a test for every tap, as one writes them without
   thinking of speed. Included where they are used; `real` is the type of the sums. */
#include "operands.h"

#include <math.h>

#ifndef real
#define real double
#endif

struct point {
	int64_t axis[AXES];
};

/* Where a tap lies in its channel; -1 for padding. */
static int64_t
tap_offset(const struct workload *w, const struct point *out, const struct point *tap)
{
	int64_t offset = 0;
	for (int i = 0; i < AXES; i++) {
		int64_t at = out->axis[i] * w->strides[i] - w->pads[i] +
			     tap->axis[i] * w->dilations[i];
		if (at < 0 || at >= w->in[i])
			return -1;
		offset = offset * w->in[i] + at;
	}
	return offset;
}

/* One channel's part of a Conv's sum. */
static real
conv_channel(const struct workload *w, const float *src, const float *weights,
	const struct point *out, real sum)
{
	struct point tap;
	for (tap.axis[0] = 0; tap.axis[0] < w->kernel[0]; tap.axis[0]++)
		for (tap.axis[1] = 0; tap.axis[1] < w->kernel[1]; tap.axis[1]++)
			for (tap.axis[2] = 0; tap.axis[2] < w->kernel[2]; tap.axis[2]++) {
				int64_t offset = tap_offset(w, out, &tap);
				if (offset >= 0)
					sum += (real)src[offset] * (real)*weights;
				weights++;
			}
	return sum;
}

static real
conv_point(const struct operands *o, int64_t n, int64_t oc, const struct point *out)
{
	const struct workload *w = o->workload;
	int64_t nic = w->ic / w->group;
	int64_t first = oc / (w->oc / w->group) * nic;
	int64_t taps = w->kernel[0] * w->kernel[1] * w->kernel[2];
	real sum = (real)o->bias[oc];
	for (int64_t ic = 0; ic < nic; ic++)
		sum = conv_channel(w,
			o->src + (n * w->ic + first + ic) * workload_in_points(w),
			o->weights + (oc * nic + ic) * taps, out, sum);
	return sum;
}

static real
power(real x, int64_t p)
{
	real product = 1;
	for (int64_t i = 0; i < p; i++)
		product *= x < 0 ? -x : x;
	return product;
}

static real
pool_point(const struct operands *o, int64_t n, int64_t c, const struct point *out)
{
	const struct workload *w = o->workload;
	const float *src = o->src + (n * w->ic + c) * workload_in_points(w);
	bool mean = w->op == OP_AVERAGE_POOL;
	real sum = 0;
	int64_t count = 0;
	struct point tap;
	for (tap.axis[0] = 0; tap.axis[0] < w->kernel[0]; tap.axis[0]++)
		for (tap.axis[1] = 0; tap.axis[1] < w->kernel[1]; tap.axis[1]++)
			for (tap.axis[2] = 0; tap.axis[2] < w->kernel[2]; tap.axis[2]++) {
				int64_t offset = tap_offset(w, out, &tap);
				if (offset < 0)
					continue;
				real x = (real)src[offset];
				sum += mean ? x : power(x, w->p);
				count++;
			}
	if (mean)
		return sum / (real)count;
	return w->p == 1 ? sum : (real)pow((double)sum, 1.0 / (double)w->p);
}

static real
max_point(const struct operands *o, int64_t n, int64_t c, const struct point *out)
{
	const struct workload *w = o->workload;
	const float *src = o->src + (n * w->ic + c) * workload_in_points(w);
	real best = -(real)INFINITY;
	struct point tap;
	for (tap.axis[0] = 0; tap.axis[0] < w->kernel[0]; tap.axis[0]++)
		for (tap.axis[1] = 0; tap.axis[1] < w->kernel[1]; tap.axis[1]++)
			for (tap.axis[2] = 0; tap.axis[2] < w->kernel[2]; tap.axis[2]++) {
				int64_t offset = tap_offset(w, out, &tap);
				if (offset < 0)
					continue;
				real x = (real)src[offset];
				if (x > best)
					best = x;
			}
	return best;
}

static real
window_point(const struct operands *o, int64_t n, int64_t c, const struct point *out)
{
	switch (o->workload->op) {
	case OP_CONV:
		return conv_point(o, n, c, out);
	case OP_MAX_POOL:
		return max_point(o, n, c, out);
	default:
		return pool_point(o, n, c, out);
	}
}

static void
window_loops(const struct operands *o, real *dst)
{
	const struct workload *w = o->workload;
	struct point out;
	for (int64_t n = 0; n < w->batch; n++)
		for (int64_t c = 0; c < w->oc; c++)
			for (out.axis[0] = 0; out.axis[0] < w->out[0]; out.axis[0]++)
				for (out.axis[1] = 0; out.axis[1] < w->out[1];
					out.axis[1]++)
					for (out.axis[2] = 0; out.axis[2] < w->out[2];
						out.axis[2]++)
						*dst++ = window_point(o, n, c, &out);
}

static void
depth_to_space_loops(const struct operands *o, real *dst)
{
	const struct workload *w = o->workload;
	int64_t b = w->block;
	bool last = w->op == OP_DEPTH_TO_SPACE_NHWC;
	int64_t ih = w->in[1];
	int64_t iw = w->in[2];
	for (int64_t n = 0; n < w->batch; n++)
		for (int64_t c = 0; c < w->oc; c++)
			for (int64_t h = 0; h < w->out[1]; h++)
				for (int64_t v = 0; v < w->out[2]; v++) {
					int64_t ic = (h % b * b + v % b) * w->oc + c;
					int64_t from =
						((n * w->ic + ic) * ih + h / b) * iw +
						v / b;
					int64_t to = ((n * w->oc + c) * w->out[1] + h) *
							     w->out[2] +
						     v;
					if (last) {
						from = ((n * ih + h / b) * iw + v / b) *
							       w->ic +
						       ic;
						to = ((n * w->out[1] + h) * w->out[2] +
							     v) *
							     w->oc +
						     c;
					}
					dst[to] = (real)o->src[from];
				}
}

static void
space_to_batch_loops(const struct operands *o, real *dst)
{
	const struct workload *w = o->workload;
	int64_t b = w->block;
	for (int64_t n = 0; n < b * b * w->batch; n++)
		for (int64_t h = 0; h < w->out[1]; h++)
			for (int64_t v = 0; v < w->out[2]; v++)
				for (int64_t c = 0; c < w->ic; c++) {
					int64_t part = n / w->batch;
					int64_t ih = h * b + part / b - w->pads[1];
					int64_t iw = v * b + part % b - w->pads[2];
					bool padding = ih < 0 || ih >= w->in[1] ||
						       iw < 0 || iw >= w->in[2];
					int64_t row = n % w->batch * w->in[1] + ih;
					*dst++ = padding ? 0
							 : (real)o->src[(row * w->in[2] +
										iw) *
										w->ic +
									c];
				}
}

static void
run_loops(const struct operands *o, real *dst)
{
	switch (o->workload->op) {
	case OP_CONV:
	case OP_AVERAGE_POOL:
	case OP_LP_POOL:
	case OP_MAX_POOL:
		window_loops(o, dst);
		break;
	case OP_DEPTH_TO_SPACE_NHWC:
	case OP_DEPTH_TO_SPACE_NCHW:
		depth_to_space_loops(o, dst);
		break;
	case OP_SPACE_TO_BATCH:
		space_to_batch_loops(o, dst);
		break;
	}
}
