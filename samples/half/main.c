/* Means of whole planes of float16. The first plane's sum, 256000, is larger than any
   float16: sums are kept in float. The runtime converts on any compiler. */
#include "half.h"
#include "opgen_runtime.h"

#include <stdio.h>

int
main(void)
{
	static const int shape[HALF_X_RANK] = HALF_X_SHAPE;
	opgen_float16 planes[HALF_X_SIZE], means[HALF_Y_SIZE];
	int i, plane = shape[2] * shape[3];

	for (i = 0; i < plane; i++) {
		planes[i] = opgen_float_to_float16(1000);
		planes[plane + i] = opgen_float_to_float16((float)i);
	}
	half(planes, means);
	for (i = 0; i < HALF_Y_SIZE; i++)
		printf("0x%04x is %g\n", (unsigned)means[i],
			opgen_float16_to_float(means[i]));
	return 0;
}
