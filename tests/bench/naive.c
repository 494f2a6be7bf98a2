#include "contender.h"

#include <stdlib.h>
#include <string.h>

#define real float
#include "loops.h"

struct naive {
	const struct operands *operands;
	float *dst;
};

static void
naive_run(void *state)
{
	struct naive *naive = state;
	run_loops(naive->operands, naive->dst);
}

static void
naive_fetch(void *state, float *dst)
{
	struct naive *naive = state;
	size_t n = (size_t)workload_ndst(naive->operands->workload);
	memcpy(dst, naive->dst, n * sizeof *dst);
}

bool
naive_create(struct contender *c, const struct operands *o)
{
	struct naive *naive = calloc(1, sizeof *naive);
	if (!naive)
		return false;
	naive->operands = o;
	naive->dst = operands_floats(workload_ndst(o->workload));
	*c = (struct contender){"naive", naive_run, naive_fetch, naive};
	return true;
}
