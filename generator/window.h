#ifndef OPGEN_WINDOW_H
#define OPGEN_WINDOW_H

#include "plan.h"

#include <stdbool.h>

struct arena;
struct operation;
struct source;

/* Distinct spans along one axis at most; more is refused as too large. */
enum { MAX_SPAN = 1 << 16 };

/* What the attributes of a Conv or a pool say about one axis before it is resolved. */
struct axis_request {
	int64_t in, kernel, stride, dilation;
	enum pad_rule rule;
	int64_t pad_begin, pad_end; /* PAD_NOTSET only */
	bool ceil_mode;
};

enum axis_status {
	AXIS_RESOLVED,
	AXIS_KERNEL_TOO_LARGE, /* R5: the dilated kernel is larger than the padded input */
	AXIS_OVERFLOW          /* a length does not fit 62 bits */
};

/* Pads and output length of an axis: SEMANTICS.md, section 1.3. Spans are left empty. */
enum axis_status axis_resolve(const struct axis_request *request, struct axis *axis);

/* The spans of a resolved axis; divisors count padded taps when count_include_pad is set
   (SEMANTICS.md, sections 1.4 and 3). Returns false when there are more than MAX_SPAN. */
bool axis_find_spans(struct axis *axis, bool count_include_pad, struct arena *arena);

/* Reads kernel_shape, strides, dilations, pads, auto_pad and ceil_mode of an operation
   whose input 0 is [N, C, D1..Dn], and resolves every axis, spans included. kernel: Conv's
   own extents from W, or NULL for the pools. Reports what is wrong and returns false. */
bool window_resolve(const struct operation *operation, const int64_t *kernel,
	struct window_plan *window, struct source *source, struct arena *arena);

#endif
