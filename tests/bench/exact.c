#include "exact.h"

#include "loops.h"

void
exact_run(const struct operands *operands, double *dst)
{
	run_loops(operands, dst);
}
