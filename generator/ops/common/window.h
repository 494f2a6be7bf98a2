#ifndef OPGEN_OPS_WINDOW_H
#define OPGEN_OPS_WINDOW_H

#include "ops/common/axis.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct operation;
struct place;
struct source;

/* The windows that a node asks for, and the words of its domain for messages. */
struct window_request {
	struct axis_request axis[MAX_AXIS];
	bool is_empty;      /* there is no batch, or no channel */
	const char *kernel; /* what the kernel's extents are called */
	const struct place *kernel_where[MAX_AXIS];
	const char *rounding; /* what rounding up is called; NULL: there is none */
	const struct place *rounding_where;
};

/* Resolves every axis of a window, spans included. The caller has set the window's naxis,
   reduction and count_include_pad. Reports what is wrong and returns false. */
bool window_resolve_request(const struct operation *operation,
	const struct window_request *request, struct window_plan *window,
	struct source *source, struct arena *arena);

/* The list attribute of that name, of exactly nwanted values, whose meaning is for the
   message; NULL if it is absent or, after a message, of another length. */
const int64_t *window_list(const struct operation *operation, const char *name,
	int nwanted, const char *meaning, struct source *source);

/* The same for the operations of ONNX. Reads kernel_shape, strides, dilations, pads,
   auto_pad and ceil_mode of an operation whose input 0 is [N, C, D1..Dn], and resolves
   every axis, spans included. The caller has set the window's reduction and
   count_include_pad. kernel: Conv's own extents from W, all 1 or more, or NULL for the
   pools. Reports what is wrong and returns false. */
bool window_resolve(const struct operation *operation, const int64_t *kernel,
	struct window_plan *window, struct source *source, struct arena *arena);

#endif
