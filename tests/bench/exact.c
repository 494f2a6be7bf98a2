#include "exact.h"

#define real double
#include "loops.h"

void
exact_run(const struct operands *operands, double *dst)
{
	run_loops(operands, dst);
}
