#include "contender.h"

#include <stdlib.h>
#include <string.h>

struct limit {
	char *from;
	char *to;
	size_t bytes;
};

static void
limit_run(void *state)
{
	struct limit *limit = state;
	memcpy(limit->to, limit->from, limit->bytes);
	/* The copy has to happen, though nobody reads it. */
	__asm__ volatile("" : : "r"(limit->to) : "memory");
}

bool
memcpy_create(struct contender *c, const struct operands *o)
{
	struct limit *limit = calloc(1, sizeof *limit);
	if (!limit)
		return false;
	int64_t n = (workload_nsrc(o->workload) + workload_ndst(o->workload) + 1) / 2;
	limit->from = (char *)operands_floats(n);
	limit->to = (char *)operands_floats(n);
	limit->bytes = (size_t)n * sizeof(float);
	*c = (struct contender){"memcpy", limit_run, NULL, limit};
	return true;
}
