#ifndef OPGEN_SHAPES_STRETCH_H
#define OPGEN_SHAPES_STRETCH_H

#include "shapes/step.h"

/* A part of an axis: count elements from the first on, each step behind the last. */
struct stretch {
	int64_t first, count, step;
};

/* The elements of an axis from start up to end, that one not included; places are counted
   from the end where they are negative and cut where they are outside. step is not 0. */
struct stretch stretch_of(int64_t extent, int64_t start, int64_t end, int64_t step);

/* Output 0 holds what the parts of input 0's axes do. src: the dimensions of input 0. */
void stretch_contents(
	struct step *step, const struct dims *src, const struct stretch *part);

#endif
