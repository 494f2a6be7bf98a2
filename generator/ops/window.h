#ifndef OPGEN_OPS_WINDOW_H
#define OPGEN_OPS_WINDOW_H

#include "plan/plan.h"

#include <stdbool.h>

struct arena;
struct operation;
struct source;

/* Reads kernel_shape, strides, dilations, pads, auto_pad and ceil_mode of an operation
   whose input 0 is [N, C, D1..Dn], and resolves every axis, spans included. The caller
   has set the window's reduction and count_include_pad. kernel: Conv's own extents from
   W, all 1 or more, or NULL for the pools. Reports what is wrong and returns false. */
bool window_resolve(const struct operation *operation, const int64_t *kernel,
	struct window_plan *window, struct source *source, struct arena *arena);

#endif
