#ifndef OPGEN_INFER_SLICE_RANGE_H
#define OPGEN_INFER_SLICE_RANGE_H

#include "infer/step.h"
#include "ops/shape/slice_range.h"

/* Sets the contents of output 0 to a slice of input 0. src: the dimensions of input 0. */
void slice_range_contents(
	struct step *step, const struct dims *src, const struct slice_range *part);

#endif
