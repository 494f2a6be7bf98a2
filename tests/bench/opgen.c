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
	float *dst;
};

static void
run_constant(void *state)
{
	struct opgen *opgen = state;
	opgen->constant(opgen->operands->src, opgen->dst);
}

static void
run_runtime(void *state)
{
	struct opgen *opgen = state;
	const struct operands *o = opgen->operands;
	opgen->runtime(o->src, o->weights, o->bias, opgen->dst);
}

static void
opgen_fetch(void *state, float *dst)
{
	struct opgen *opgen = state;
	size_t n = (size_t)workload_ndst(opgen->operands->workload);
	memcpy(dst, opgen->dst, n * sizeof *dst);
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
	opgen->operands = o;
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
