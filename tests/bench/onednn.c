/* oneDNN through its C interface. Weights are reordered when the primitive is created. */
#include "contender.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dnnl.h>

enum {
	NARG = 4
};

/* A primitive with its operands. */
struct step {
	dnnl_primitive_t primitive;
	dnnl_exec_arg_t args[NARG];
	int nargs;
};

struct onednn {
	const struct operands *operands;
	dnnl_engine_t engine;
	dnnl_stream_t stream;
	dnnl_memory_t plain_src;
	dnnl_memory_t plain_dst;
	dnnl_memory_t src; /* as the primitive wants it; may be the plain one */
	dnnl_memory_t dst;
	struct step reorder_src; /* no primitive: not needed */
	struct step compute;
	struct step reorder_dst;
	bool reorders_timed;
};

static void
step_run(const struct onednn *d, const struct step *step)
{
	if (step->primitive)
		dnnl_primitive_execute(
			step->primitive, d->stream, step->nargs, step->args);
}

static void
onednn_run(void *state)
{
	const struct onednn *d = state;
	if (d->reorders_timed)
		step_run(d, &d->reorder_src);
	step_run(d, &d->compute);
	if (d->reorders_timed)
		step_run(d, &d->reorder_dst);
	dnnl_stream_wait(d->stream);
}

static void
onednn_fetch(void *state, float *dst)
{
	const struct onednn *d = state;
	if (!d->reorders_timed)
		step_run(d, &d->reorder_dst);
	dnnl_stream_wait(d->stream);
	void *handle = NULL;
	dnnl_memory_get_data_handle(d->plain_dst, &handle);
	memcpy(dst, handle, (size_t)workload_ndst(d->operands->workload) * sizeof *dst);
}

static dnnl_format_tag_t
plain_tag(int ndims)
{
	const dnnl_format_tag_t tags[] = {[1] = dnnl_a,
		[3] = dnnl_abc,
		[4] = dnnl_abcd,
		[5] = dnnl_abcde,
		[6] = dnnl_abcdef};
	return tags[ndims];
}

/* Channels in blocks of a vector. Pools do not choose a layout by themselves. */
static dnnl_format_tag_t
blocked_tag(int ndims)
{
	const dnnl_format_tag_t tags16[] = {
		[3] = dnnl_aBc16b, [4] = dnnl_aBcd16b, [5] = dnnl_aBcde16b};
	const dnnl_format_tag_t tags8[] = {
		[3] = dnnl_aBc8b, [4] = dnnl_aBcd8b, [5] = dnnl_aBcde8b};
	bool wide = dnnl_get_effective_cpu_isa() & (dnnl_cpu_isa_avx512_core & ~7);
	return wide ? tags16[ndims] : tags8[ndims];
}

static dnnl_memory_desc_t
describe(int ndims, const dnnl_dims_t dims, dnnl_format_tag_t tag)
{
	dnnl_memory_desc_t md;
	dnnl_memory_desc_init_by_tag(&md, ndims, dims, dnnl_f32, tag);
	return md;
}

static int
put_axes(const struct workload *w, const int64_t *axes, dnnl_dim_t *dims)
{
	for (int64_t i = 0; i < w->rank; i++)
		dims[i] = axes[AXES - w->rank + i];
	return (int)w->rank;
}

/* Batch, channels and the spatial axes of src or dst. */
static dnnl_memory_desc_t
describe_activation(const struct workload *w, int64_t channels, const int64_t *axes,
	dnnl_format_tag_t tag)
{
	dnnl_dims_t dims = {w->batch, channels};
	int ndims = 2 + put_axes(w, axes, dims + 2);
	return describe(ndims, dims, tag);
}

static dnnl_memory_desc_t
describe_weights(const struct workload *w, bool any)
{
	dnnl_dims_t dims = {w->group, w->oc / w->group, w->ic / w->group};
	int ndims = 3 + put_axes(w, w->kernel, dims + 3);
	bool grouped = w->group > 1;
	int first = grouped ? 0 : 1;
	int n = ndims - first;
	return describe(n, dims + first, any ? dnnl_format_tag_any : plain_tag(n));
}

static dnnl_memory_t
memory(const struct onednn *d, const dnnl_memory_desc_t *md, void *handle)
{
	dnnl_memory_t m = NULL;
	if (dnnl_memory_create(&m, md, d->engine, handle) != dnnl_success)
		fprintf(stderr, "bench: oneDNN: no memory object\n");
	return m;
}

/* The step that brings one memory into another's layout; none if they are alike. */
static struct step
reorder(const struct onednn *d, dnnl_memory_t from, dnnl_memory_t to)
{
	struct step step = {NULL, {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}}, 2};
	const dnnl_memory_desc_t *from_md;
	const dnnl_memory_desc_t *to_md;
	dnnl_memory_get_memory_desc(from, &from_md);
	dnnl_memory_get_memory_desc(to, &to_md);
	dnnl_primitive_desc_t pd;
	if (from == to || dnnl_reorder_primitive_desc_create(&pd, from_md, d->engine,
				  to_md, d->engine, NULL) != dnnl_success)
		return step;
	dnnl_primitive_create(&step.primitive, pd);
	return step;
}

static dnnl_status_t
describe_conv(
	const struct operands *o, enum onednn_way way, dnnl_convolution_desc_t *desc)
{
	const struct workload *w = o->workload;
	dnnl_format_tag_t tag =
		way == ONEDNN_PLAIN ? plain_tag(2 + (int)w->rank) : dnnl_format_tag_any;
	dnnl_memory_desc_t src = describe_activation(w, w->ic, w->in, tag);
	dnnl_memory_desc_t dst = describe_activation(w, w->oc, w->out, tag);
	dnnl_memory_desc_t weights = describe_weights(w, true);
	dnnl_memory_desc_t bias = describe(1, (dnnl_dims_t){w->oc}, dnnl_a);
	dnnl_dims_t strides;
	dnnl_dims_t pads;
	dnnl_dims_t pads_end;
	dnnl_dims_t dilates;
	put_axes(w, w->strides, strides);
	put_axes(w, w->pads, pads);
	put_axes(w, w->pads_end, pads_end);
	put_axes(w, w->dilations, dilates);
	for (int64_t i = 0; i < w->rank; i++)
		dilates[i]--;
	return dnnl_dilated_convolution_forward_desc_init(desc, dnnl_forward_inference,
		way == ONEDNN_WINOGRAD ? dnnl_convolution_winograd
				       : dnnl_convolution_direct,
		&src, &weights, &bias, &dst, strides, dilates, pads, pads_end);
}

static dnnl_status_t
describe_pool(const struct operands *o, enum onednn_way way, dnnl_pooling_desc_t *desc)
{
	const struct workload *w = o->workload;
	int ndims = 2 + (int)w->rank;
	dnnl_format_tag_t tag =
		way == ONEDNN_PLAIN ? plain_tag(ndims) : blocked_tag(ndims);
	dnnl_memory_desc_t src = describe_activation(w, w->ic, w->in, tag);
	dnnl_memory_desc_t dst = describe_activation(w, w->oc, w->out, tag);
	dnnl_dims_t strides;
	dnnl_dims_t kernel;
	dnnl_dims_t pads;
	dnnl_dims_t pads_end;
	dnnl_alg_kind_t alg = w->op == OP_MAX_POOL ? dnnl_pooling_max
						   : dnnl_pooling_avg_exclude_padding;
	put_axes(w, w->strides, strides);
	put_axes(w, w->kernel, kernel);
	put_axes(w, w->pads, pads);
	put_axes(w, w->pads_end, pads_end);
	return dnnl_pooling_forward_desc_init(desc, dnnl_forward_inference, alg, &src,
		&dst, strides, kernel, pads, pads_end);
}

static bool
describe_compute(struct onednn *d, enum onednn_way way, dnnl_primitive_desc_t *pd)
{
	union {
		dnnl_convolution_desc_t conv;
		dnnl_pooling_desc_t pool;
	} desc;
	enum workload_op op = d->operands->workload->op;
	bool is_pool = op == OP_AVERAGE_POOL || op == OP_MAX_POOL;
	dnnl_status_t status = dnnl_unimplemented;
	if (op == OP_CONV)
		status = describe_conv(d->operands, way, &desc.conv);
	else if (is_pool && way != ONEDNN_WINOGRAD)
		status = describe_pool(d->operands, way, &desc.pool);
	if (status == dnnl_success)
		status = dnnl_primitive_desc_create(pd, &desc, NULL, d->engine, NULL);
	return status == dnnl_success;
}

/* Plain weights and bias become the primitive's. */
static void
bind_weights(struct onednn *d, dnnl_primitive_desc_t pd)
{
	const struct operands *o = d->operands;
	dnnl_memory_desc_t plain = describe_weights(o->workload, false);
	dnnl_memory_t from = memory(d, &plain, o->weights);
	dnnl_memory_t weights =
		memory(d, dnnl_primitive_desc_query_md(pd, dnnl_query_weights_md, 0),
			DNNL_MEMORY_ALLOCATE);
	struct step pack = reorder(d, from, weights);
	step_run(d, &pack);
	dnnl_memory_desc_t bias = describe(1, (dnnl_dims_t){o->workload->oc}, dnnl_a);
	d->compute.args[2] = (dnnl_exec_arg_t){DNNL_ARG_WEIGHTS, weights};
	d->compute.args[3] = (dnnl_exec_arg_t){DNNL_ARG_BIAS, memory(d, &bias, o->bias)};
	d->compute.nargs = 4;
}

/* The memory that a plain one becomes: itself, when the layout is the same. */
static dnnl_memory_t
counterpart(struct onednn *d, dnnl_memory_t plain, const dnnl_memory_desc_t *wanted)
{
	const dnnl_memory_desc_t *md;
	dnnl_memory_get_memory_desc(plain, &md);
	return dnnl_memory_desc_equal(md, wanted)
		       ? plain
		       : memory(d, wanted, DNNL_MEMORY_ALLOCATE);
}

static void
bind(struct onednn *d, dnnl_primitive_desc_t pd)
{
	const struct workload *w = d->operands->workload;
	dnnl_format_tag_t tag = plain_tag(2 + (int)w->rank);
	dnnl_memory_desc_t src = describe_activation(w, w->ic, w->in, tag);
	dnnl_memory_desc_t dst = describe_activation(w, w->oc, w->out, tag);
	d->plain_src = memory(d, &src, d->operands->src);
	d->plain_dst = memory(d, &dst, operands_floats(workload_ndst(w)));
	d->src = counterpart(
		d, d->plain_src, dnnl_primitive_desc_query_md(pd, dnnl_query_src_md, 0));
	d->dst = counterpart(
		d, d->plain_dst, dnnl_primitive_desc_query_md(pd, dnnl_query_dst_md, 0));
	d->reorder_src = reorder(d, d->plain_src, d->src);
	d->reorder_dst = reorder(d, d->dst, d->plain_dst);
	dnnl_primitive_create(&d->compute.primitive, pd);
	d->compute.args[0] = (dnnl_exec_arg_t){DNNL_ARG_SRC, d->src};
	d->compute.args[1] = (dnnl_exec_arg_t){DNNL_ARG_DST, d->dst};
	d->compute.nargs = 2;
	if (w->op == OP_CONV)
		bind_weights(d, pd);
}

bool
onednn_create(struct contender *c, const struct operands *o, enum onednn_way way)
{
	const char *const names[] = {[ONEDNN_PLAIN] = "onednn-plain",
		[ONEDNN_BLOCKED] = "onednn-blocked",
		[ONEDNN_WINOGRAD] = "onednn-winograd",
		[ONEDNN_FREE] = "onednn-free"};
	struct onednn *d = calloc(1, sizeof *d);
	dnnl_primitive_desc_t pd = NULL;
	if (!d)
		return false;
	d->operands = o;
	d->reorders_timed = way != ONEDNN_FREE;
	if (dnnl_engine_create(&d->engine, dnnl_cpu, 0) != dnnl_success ||
		dnnl_stream_create(&d->stream, d->engine, dnnl_stream_default_flags) !=
			dnnl_success ||
		!describe_compute(d, way, &pd)) {
		/* Not every processor has Winograd's. */
		if (way != ONEDNN_WINOGRAD)
			fprintf(stderr, "bench: %s: no primitive\n", names[way]);
		return false;
	}
	bind(d, pd);
	if (!d->reorders_timed)
		step_run(d, &d->reorder_src);
	*c = (struct contender){names[way], onednn_run, onednn_fetch, d};
	return true;
}
