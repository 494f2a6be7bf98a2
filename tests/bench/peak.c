/* As many multiply-adds as a Conv has, in registers: what the core can do at best. */
#include "contender.h"

#include <stdlib.h>

/* Enough independent sums to keep two units busy through their latency. */
enum {
	LANES = 16,
	SUMS = 12
};

typedef float vector __attribute__((vector_size(LANES * sizeof(float))));

struct peak {
	int64_t nturn;
	vector sums[SUMS];
};

/* Variables of their own, because compilers leave an array in memory. */
static void
peak_run(void *state)
{
	struct peak *peak = state;
	vector *s = peak->sums;
	vector f = s[0] + 0.5f;
	vector a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], g = s[5];
	vector h = s[6], i = s[7], j = s[8], k = s[9], l = s[10], m = s[11];
	for (int64_t turn = 0; turn < peak->nturn; turn++) {
		a = a * f + f;
		b = b * f + f;
		c = c * f + f;
		d = d * f + f;
		e = e * f + f;
		g = g * f + f;
		h = h * f + f;
		i = i * f + f;
		j = j * f + f;
		k = k * f + f;
		l = l * f + f;
		m = m * f + f;
	}
	vector sums[SUMS] = {a, b, c, d, e, g, h, i, j, k, l, m};
	/* Each sum starts from another value, or they would be computed once. */
	for (int n = 0; n < SUMS; n++)
		s[n] = sums[n] * 0.0f + (float)n * 1e-3f;
}

/* Taps along one axis that are not padding, over all output positions. */
static int64_t
real_taps(const struct workload *w, int axis)
{
	int64_t n = 0;
	for (int64_t out = 0; out < w->out[axis]; out++)
		for (int64_t tap = 0; tap < w->kernel[axis]; tap++) {
			int64_t at = out * w->strides[axis] - w->pads[axis] +
				     tap * w->dilations[axis];
			n += at >= 0 && at < w->in[axis];
		}
	return n;
}

bool
peak_create(struct contender *c, const struct operands *o)
{
	const struct workload *w = o->workload;
	void *memory = NULL;
	if (w->op != OP_CONV ||
		posix_memalign(&memory, sizeof(vector), sizeof(struct peak)))
		return false;
	struct peak *peak = memory;
	*peak = (struct peak){0};
	for (int i = 0; i < SUMS; i++)
		peak->sums[i] += (float)i * 1e-3f;
	int64_t macs = w->batch * w->oc * (w->ic / w->group);
	for (int axis = 0; axis < AXES; axis++)
		macs *= real_taps(w, axis);
	peak->nturn = (macs + LANES * SUMS - 1) / (LANES * SUMS);
	*c = (struct contender){"peak", peak_run, NULL, peak};
	return true;
}
