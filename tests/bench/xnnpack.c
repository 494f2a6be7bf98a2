/* XNNPACK, which computes in NHWC: src and weights are transposed beforehand, dst when it
   is fetched; none of that is timed. Timed is xnn_run_operator() alone. */
#include "contender.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cpuinfo.h>
#include <xnnpack.h>

struct xnnpack {
	const struct workload *workload;
	xnn_operator_t op;
	float *src; /* NHWC */
	float *dst; /* NHWC */
};

static void
xnnpack_run(void *state)
{
	struct xnnpack *x = state;
	xnn_run_operator(x->op, NULL);
}

static void
xnnpack_fetch(void *state, float *dst)
{
	struct xnnpack *x = state;
	const struct workload *w = x->workload;
	if (workload_is_move(w))
		memcpy(dst, x->dst, (size_t)workload_ndst(w) * sizeof *dst);
	else
		operands_transpose(dst, x->dst, w->batch, workload_out_points(w), w->oc);
}

static enum xnn_status
create_conv(struct xnnpack *x, const struct operands *o)
{
	const struct workload *w = o->workload;
	int64_t nic = w->ic / w->group;
	int64_t taps = w->kernel[1] * w->kernel[2];
	float *weights = operands_floats(workload_nweights(w));
	operands_transpose(weights, o->weights, w->oc, nic, taps);
	enum xnn_status status = xnn_create_convolution2d_nhwc_f32((uint32_t)w->pads[1],
		(uint32_t)w->pads_end[2], (uint32_t)w->pads_end[1], (uint32_t)w->pads[2],
		(uint32_t)w->kernel[1], (uint32_t)w->kernel[2], (uint32_t)w->strides[1],
		(uint32_t)w->strides[2], (uint32_t)w->dilations[1],
		(uint32_t)w->dilations[2], (uint32_t)w->group, (size_t)nic,
		(size_t)(w->oc / w->group), (size_t)w->ic, (size_t)w->oc, weights,
		o->bias, -HUGE_VALF, HUGE_VALF, 0, &x->op);
	if (status == xnn_status_success)
		status = xnn_setup_convolution2d_nhwc_f32(x->op, (size_t)w->batch,
			(size_t)w->in[1], (size_t)w->in[2], x->src, x->dst, NULL);
	return status;
}

/* A window that is the whole plane has an operator of its own, which is the faster one.
 */
static enum xnn_status
create_global_pool(struct xnnpack *x, const struct workload *w)
{
	size_t channels = (size_t)w->ic;
	enum xnn_status status = xnn_create_global_average_pooling_nwc_f32(
		channels, channels, channels, -HUGE_VALF, HUGE_VALF, 0, &x->op);
	if (status == xnn_status_success)
		status = xnn_setup_global_average_pooling_nwc_f32(x->op, (size_t)w->batch,
			(size_t)workload_in_points(w), x->src, x->dst, NULL);
	return status;
}

static enum xnn_status
create_pool(struct xnnpack *x, const struct workload *w)
{
	size_t channels = (size_t)w->ic;
	if (w->kernel[1] == w->in[1] && w->kernel[2] == w->in[2])
		return create_global_pool(x, w);
	enum xnn_status status = xnn_create_average_pooling2d_nhwc_f32(
		(uint32_t)w->pads[1], (uint32_t)w->pads_end[2], (uint32_t)w->pads_end[1],
		(uint32_t)w->pads[2], (uint32_t)w->kernel[1], (uint32_t)w->kernel[2],
		(uint32_t)w->strides[1], (uint32_t)w->strides[2], channels, channels,
		channels, -HUGE_VALF, HUGE_VALF, 0, &x->op);
	if (status == xnn_status_success)
		status = xnn_setup_average_pooling2d_nhwc_f32(x->op, (size_t)w->batch,
			(size_t)w->in[1], (size_t)w->in[2], x->src, x->dst, NULL);
	return status;
}

static enum xnn_status
create_max_pool(struct xnnpack *x, const struct workload *w)
{
	size_t channels = (size_t)w->ic;
	enum xnn_status status = xnn_create_max_pooling2d_nhwc_f32((uint32_t)w->pads[1],
		(uint32_t)w->pads_end[2], (uint32_t)w->pads_end[1], (uint32_t)w->pads[2],
		(uint32_t)w->kernel[1], (uint32_t)w->kernel[2], (uint32_t)w->strides[1],
		(uint32_t)w->strides[2], (uint32_t)w->dilations[1],
		(uint32_t)w->dilations[2], channels, channels, channels, -HUGE_VALF,
		HUGE_VALF, 0, &x->op);
	if (status == xnn_status_success)
		status = xnn_setup_max_pooling2d_nhwc_f32(x->op, (size_t)w->batch,
			(size_t)w->in[1], (size_t)w->in[2], x->src, x->dst, NULL);
	return status;
}

static enum xnn_status
create_depth_to_space(struct xnnpack *x, const struct workload *w)
{
	enum xnn_status status = xnn_create_depth_to_space_nhwc_x32((size_t)w->oc,
		(size_t)w->ic, (size_t)w->oc, (uint32_t)w->block, 0, &x->op);
	if (status == xnn_status_success)
		status = xnn_setup_depth_to_space_nhwc_x32(x->op, (size_t)w->batch,
			(size_t)w->in[1], (size_t)w->in[2], x->src, x->dst, NULL);
	return status;
}

static enum xnn_status
create(struct xnnpack *x, const struct operands *o)
{
	switch (o->workload->op) {
	case OP_CONV:
		return create_conv(x, o);
	case OP_AVERAGE_POOL:
		return create_pool(x, o->workload);
	case OP_MAX_POOL:
		return create_max_pool(x, o->workload);
	case OP_DEPTH_TO_SPACE_NHWC:
		return create_depth_to_space(x, o->workload);
	default:
		return xnn_status_unsupported_parameter;
	}
}

/* Where oneDNN is held to AVX2, XNNPACK is, too. It has no setting for that, but chooses
   its kernels, once, by what libcpuinfo knows of the processor. That is no part of the
   library's stable interface. Returns false when it cannot be done. */
static bool
hold_to_avx2(void)
{
#if CPUINFO_ARCH_X86_64
	const char *isa = getenv("ONEDNN_MAX_CPU_ISA");
	if (!isa || strcmp(isa, "AVX2") != 0)
		return true;
	if (!cpuinfo_initialize() || !cpuinfo_has_x86_avx2())
		return false;
	bool *const wider[] = {&cpuinfo_isa.avx512f, &cpuinfo_isa.avx512pf,
		&cpuinfo_isa.avx512er, &cpuinfo_isa.avx512cd, &cpuinfo_isa.avx512dq,
		&cpuinfo_isa.avx512bw, &cpuinfo_isa.avx512vl, &cpuinfo_isa.avx512ifma,
		&cpuinfo_isa.avx512vbmi, &cpuinfo_isa.avx512vbmi2,
		&cpuinfo_isa.avx512bitalg, &cpuinfo_isa.avx512vpopcntdq,
		&cpuinfo_isa.avx512vnni, &cpuinfo_isa.avx512bf16,
		&cpuinfo_isa.avx512vp2intersect, &cpuinfo_isa.avx512_4vnniw,
		&cpuinfo_isa.avx512_4fmaps};
	for (size_t i = 0; i < sizeof wider / sizeof *wider; i++)
		*wider[i] = false;
#endif
	return true;
}

bool
xnnpack_create(struct contender *c, const struct operands *o)
{
	const struct workload *w = o->workload;
	struct xnnpack *x = calloc(1, sizeof *x);
	if (!x)
		return false;
	x->workload = w;
	x->src = operands_floats(workload_nsrc(w));
	x->dst = operands_floats(workload_ndst(w));
	if (workload_is_move(w))
		memcpy(x->src, o->src, (size_t)workload_nsrc(w) * sizeof *x->src);
	else
		operands_transpose(
			x->src, o->src, w->batch, w->ic, workload_in_points(w));
	if (w->rank > 2 || !hold_to_avx2() ||
		xnn_initialize(NULL) != xnn_status_success ||
		create(x, o) != xnn_status_success) {
		fprintf(stderr, "bench: xnnpack: no operator\n");
		return false;
	}
	*c = (struct contender){"xnnpack", xnnpack_run, xnnpack_fetch, x};
	return true;
}
