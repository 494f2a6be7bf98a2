#ifndef OPGEN_OPS_OPENVINO_WINDOW_H
#define OPGEN_OPS_OPENVINO_WINDOW_H

#include "ops/common/window.h"
#include "ops/op.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct operation;
struct source;

/* Reads strides, dilations, pads_begin, pads_end, auto_pad and rounding_type of an
   operation of OpenVINO. kernel: the extents of a convolution's filters, or NULL for the
   pools, which have an attribute of that name. Reports what is wrong and returns
   false. */
bool openvino_window_read(const struct operation *operation, const int64_t *kernel,
	int naxis, struct window_request *request, struct source *source,
	struct arena *arena);

/* Whether input 0 has spatial axes; reports that it has none. */
bool openvino_window_naxis(
	const struct operation *operation, int *naxis, struct source *source);

/* How an axis whose pads are known is rounded by a rounding_type. */
void openvino_window_round(const char *word, struct axis_request *request);

/* The attributes that convolutions and pools share, as rows of their tables. */
/* clang-format off */
extern const char *const openvino_auto_pad_choice[];
#define OPENVINO_AUTO_PAD \
	{"auto_pad", ATTRIBUTE_STRING, 1, LATEST, false, 0, 0, "explicit", \
	 openvino_auto_pad_choice, "how the pads are found; unless explicit, pads_begin and pads_end mean nothing"}
#define OPENVINO_PADS_BEGIN \
	{"pads_begin", ATTRIBUTE_INTS, 1, LATEST, true, 0, LENGTH_LIMIT, NULL, NULL, \
	 "padding before each spatial axis"}
#define OPENVINO_PADS_END \
	{"pads_end", ATTRIBUTE_INTS, 1, LATEST, true, 0, LENGTH_LIMIT, NULL, NULL, \
	 "padding after each spatial axis"}
#define OPENVINO_STRIDES \
	{"strides", ATTRIBUTE_INTS, 1, LATEST, true, 1, LENGTH_LIMIT, NULL, NULL, \
	 "distance of the windows, one for each spatial axis"}
/* clang-format on */

/* The floating-point types. */
extern const struct dtype_rule openvino_window_dtypes[];

#endif
