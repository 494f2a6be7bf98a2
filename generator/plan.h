#ifndef OPGEN_PLAN_H
#define OPGEN_PLAN_H

#include "dtype.h"
#include "spec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Spatial axes at most. */
enum {
	MAX_AXIS = MAX_RANK - 2
};

/* Whole planes of at least PLANE_LANES elements are summed in PLANE_LANES partial sums.
   Source: README, "Numerics". */
enum {
	PLANE_LANES = 16
};

/* A tensor as the emitted function sees it. */
struct operand {
	const char *name; /* the document's: "X", "W", "data", "output" */
	enum dtype dtype;
	int rank;
	int64_t shape[MAX_RANK];
	int64_t nelement;
	const void *constant; /* the elements, as in struct tensor; NULL: an argument */
};

/* Outputs along one axis that read the same taps: output first + i, i in 0..count-1,
   reads tap + t, t in 0..ntap-1, at the input coordinates src + i * stride + t *
   dilation, all of them inside the input. Along an axis the spans follow each other
   without a gap. */
struct span {
	int64_t first, count;
	int64_t tap,
		ntap; /* ntap 0: the window lies in the padding; tap and src are 0 then */
	int64_t src;
	int64_t divisor; /* AveragePool: taps counted along this axis; else 0 */
};

/* The rule that resolved an axis, for --explain. */
enum pad_rule {
	PAD_NOTSET,
	PAD_SAME_UPPER,
	PAD_SAME_LOWER,
	PAD_VALID
};

/* One spatial axis with everything resolved. Lengths in elements along the axis. */
struct axis {
	int64_t in, out;
	int64_t kernel, stride, dilation;
	int64_t pad_begin, pad_end;
	enum pad_rule rule;
	bool ceil_mode;      /* the output was rounded up */
	bool dropped_window; /* ceil_mode's last window began in the end padding (R6) */
	const struct span *span;
	size_t nspan; /* 0 only when out is 0 */
};

/* The span that holds an output of an axis. */
const struct span *span_at(const struct axis *axis, int64_t output);

struct reduction;

/* A sliding window over planes: Conv and the pools. The planes of src are
   [batch, group, ic], those of dst [batch, group, oc]; weights are [group, oc, ic, taps],
   bias [group, oc]. A pool has one group per channel, ic = oc = 1. */
struct window_plan {
	const struct reduction *reduction;
	int64_t batch, group, ic, oc;
	int naxis; /* outermost first, 1..MAX_AXIS */
	struct axis axis[MAX_AXIS];

	int64_t channel_block; /* Conv: input channels of one block sum */
	bool count_include_pad;
	int64_t p; /* LpPool: the integral exponent, or 0 when it is fractional */
	double fractional_p;
};

/* Grid positions of one axis of a data movement that are handled alike: phases
   phase..phase+nphase-1 copy at grid positions begin..end-1 and clear or crop the
   others. */
struct phase_run {
	int64_t phase, nphase;
	int64_t begin, end;
};

/* One axis of a data movement: position = phase and grid index. Offsets in elements:
   src_base + phase * src_phase + grid * src_grid, and the same for dst. */
struct move_axis {
	int64_t grid;  /* grid positions */
	int64_t phase; /* phases; 1 where the axis is not split */
	int64_t src_grid, src_phase;
	int64_t dst_grid, dst_phase;
	const struct phase_run *run; /* they cover every phase, ascending */
	size_t nrun;
};

/* A pure data movement: dst[sum of dst offsets] = src[sum of src offsets], or zero bits
   outside an axis' run. Together the axes cover dst exactly once. Where the movement
   crops, positions outside an axis' run are no part of dst, and nothing is cleared. */
struct move_plan {
	int naxis; /* 0..MAX_RANK; no particular order */
	struct move_axis axis[MAX_RANK];
	int64_t src_base; /* may be negative: the offset of grid 0, phase 0 */
	int64_t dst_base; /* the same; other than 0 only where the movement crops */
	bool crops;
};

enum plan_kind {
	PLAN_WINDOW,
	PLAN_MOVE
};

/* An operation resolved into numbers: nothing in it points back at the spec except the
   constants' elements. */
struct plan {
	enum plan_kind kind;
	const char *name; /* the spec's name for it, without a prefix */
	const char *op;   /* "AveragePool-19", "SpaceToBatch-2", "DepthToSpace" */
	const char *domain;
	/* Attributes, and values of constant inputs, that the geometry does not tell, in
	   words, each on its own line when printed: "count_include_pad 1", "block_shape
	   [1, 2]". */
	const char *const *detail;
	size_t ndetail;

	const struct operand *src, *weights, *bias; /* weights, bias: Conv, or NULL */
	struct operand
		operand[MAX_RANK]; /* inputs in the op's own order; constants that the
				      plan has absorbed (block_shape) are left out */
	size_t noperand;
	struct operand dst;
	struct operand second; /* another output of the same shape; name NULL: none */

	union {
		struct window_plan window;
		struct move_plan move;
	} u;
};

/* Element index of a constant operand of a floating-point type, exact. */
double operand_number(const struct operand *operand, int64_t index);

#endif
