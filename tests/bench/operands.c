#include "operands.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LINE = 64,
	SLACK = 128
};

float *
operands_floats(int64_t n)
{
	size_t bytes = (size_t)n * sizeof(float) + SLACK;
	bytes += LINE - bytes % LINE;
	void *floats = NULL;
	if (posix_memalign(&floats, LINE, bytes)) {
		fprintf(stderr, "bench: out of memory\n");
		exit(3);
	}
	memset(floats, 0, bytes);
	return floats;
}

static float *
random_floats(int64_t n, uint64_t seed)
{
	float *floats = operands_floats(n);
	uint64_t state = seed;
	for (int64_t i = 0; i < n; i++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		floats[i] = (float)(state >> 40) / (float)(1 << 23) - 1.0f;
	}
	return floats;
}

void
operands_fill(struct operands *operands, const struct workload *w)
{
	operands->workload = w;
	operands->src = random_floats(workload_nsrc(w), 1);
	operands->weights = NULL;
	operands->bias = NULL;
	if (w->op == OP_CONV) {
		operands->weights = random_floats(workload_nweights(w), 2);
		operands->bias = random_floats(w->oc, 3);
	}
}

void
operands_transpose(float *to, const float *from, int64_t n, int64_t rows, int64_t columns)
{
	for (int64_t i = 0; i < n; i++)
		for (int64_t r = 0; r < rows; r++)
			for (int64_t c = 0; c < columns; c++)
				to[(i * columns + c) * rows + r] =
					from[(i * rows + r) * columns + c];
}

double
operands_scale(const struct operands *operands)
{
	const struct workload *w = operands->workload;
	int64_t nweights = workload_nweights(w);
	double largest = 0, most = 0;

	for (int64_t i = 0; i < workload_nsrc(w); i++)
		largest = fmax(largest, fabs((double)operands->src[i]));
	for (int64_t i = 0, end = 0; i < nweights;) {
		double sum = 0;

		for (end += nweights / w->oc; i < end; i++)
			sum += fabs((double)operands->weights[i]);
		most = fmax(most, sum);
	}
	return largest * most;
}
