#ifndef OPGEN_OPS_AXIS_H
#define OPGEN_OPS_AXIS_H

#include "plan/plan.h"

#include <stdbool.h>

struct arena;

/* Spans along one axis at most; more is refused as too large. A stretch of windows that
   dilation steps over the input counts once for every change of its first tap. */
enum {
	MAX_SPAN = 1 << 16
};

/* Output extents that are rounded up. */
enum {
	CEIL = 1,
	CEIL_FITS = 2,         /* a kernel must fit the padded input all the same */
	CEIL_KEEPS_LAST = 4,   /* a window that begins in the end padding stays */
	CEIL_PADS_OVERHANG = 8 /* what the last window covers beyond the end padding
				  becomes padding */
};

/* What the attributes of a Conv or a pool say about one axis before it is resolved. */
struct axis_request {
	int64_t in, kernel, stride, dilation;
	enum pad_rule rule;
	int64_t pad_begin, pad_end; /* PAD_NOTSET only */
	int ceil_mode;              /* 0, or CEIL and how it differs from ONNX's */
};

enum axis_status {
	AXIS_RESOLVED,
	AXIS_KERNEL_TOO_LARGE, /* the dilated kernel does not fit the padded input */
	AXIS_NO_WINDOW,        /* ceil_mode's only window begins in the end padding; a
				  transposed axis has no input, or pads take all outputs */
	AXIS_OVERFLOW          /* a length does not fit 62 bits */
};

/* What a span's divisor counts: nothing, the taps in the input, those in the padding too;
   taps beyond the padding never count. */
enum counted {
	COUNTED_NOTHING,
	COUNTED_REAL,
	COUNTED_PADDED
};

/* Pads and output length of an axis, by the rules of auto_pad and ceil_mode of ONNX.
   Spans are left empty. */
enum axis_status axis_resolve(const struct axis_request *request, struct axis *axis);

/* The same of a transposed convolution, whose windows slide over its outputs. padding:
   outputs more at the end. out: how many outputs there are, or -1 if the pads say. */
enum axis_status axis_transpose(const struct axis_request *request, int64_t padding,
	int64_t out, struct axis *axis);

/* The spans of a resolved axis. Returns false when there are more than MAX_SPAN. */
bool axis_find_spans(struct axis *axis, enum counted counted, struct arena *arena);

#endif
