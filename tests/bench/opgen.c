#include "contender.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void constant_fn(const float *src, float *dst);
typedef void runtime_fn(
	const float *src, const float *weights, const float *bias, float *dst);

struct opgen {
	const struct operands *operands;
	constant_fn *constant;
	runtime_fn *runtime;
	float *src, *dst; /* NHWC where the workload says so */
};

static void
run_constant(void *state)
{
	struct opgen *opgen = state;
	opgen->constant(opgen->src, opgen->dst);
}

static void
run_runtime(void *state)
{
	struct opgen *opgen = state;
	const struct operands *o = opgen->operands;
	opgen->runtime(opgen->src, o->weights, o->bias, opgen->dst);
}

static void
opgen_fetch(void *state, float *dst)
{
	struct opgen *opgen = state;
	const struct workload *w = opgen->operands->workload;
	if (w->nhwc)
		operands_transpose(
			dst, opgen->dst, w->batch, workload_out_points(w), w->oc);
	else
		memcpy(dst, opgen->dst, (size_t)workload_ndst(w) * sizeof *dst);
}

bool
opgen_create(struct contender *c, const struct operands *o, const char *name,
	const char *library, bool runtime_weights)
{
	void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
	void *function = handle ? dlsym(handle, o->workload->name) : NULL;
	struct opgen *opgen = calloc(1, sizeof *opgen);
	if (!function || !opgen) {
		fprintf(stderr, "bench: %s: %s\n", name, dlerror());
		return false;
	}
	const struct workload *w = o->workload;
	opgen->operands = o;
	opgen->src = o->src;
	if (w->nhwc) {
		opgen->src = operands_floats(workload_nsrc(w));
		operands_transpose(
			opgen->src, o->src, w->batch, w->ic, workload_in_points(w));
	}
	opgen->dst = operands_floats(workload_ndst(o->workload));
	/* POSIX lets a function's address lie in a void *; ISO C has no cast for it. */
	if (runtime_weights)
		memcpy(&opgen->runtime, &function, sizeof function);
	else
		memcpy(&opgen->constant, &function, sizeof function);
	*c = (struct contender){
		name, runtime_weights ? run_runtime : run_constant, opgen_fetch, opgen};
	return true;
}
