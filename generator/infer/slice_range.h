#ifndef OPGEN_INFER_SLICE_RANGE_H
#define OPGEN_INFER_SLICE_RANGE_H

#include "infer/step.h"
#include "ops/slice_range.h"

/* Output 0 holds what the parts of input 0's axes do. src: the dimensions of input 0. */
void slice_range_contents(
	struct step *step, const struct dims *src, const struct slice_range *part);

#endif
