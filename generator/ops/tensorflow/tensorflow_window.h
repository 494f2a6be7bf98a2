#ifndef OPGEN_OPS_TENSORFLOW_WINDOW_H
#define OPGEN_OPS_TENSORFLOW_WINDOW_H

#include "ops/common/window.h"
#include "ops/op.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct operation;
struct source;

/* The order of the dimensions of an operation of TensorFlow. */
struct tensorflow_layout {
	bool channels_last;
	int naxis, rank;
	int channel, space; /* the dimension of the channels, and the first spatial one */
};

/* Reads data_format, and checks that input 0 has a batch, channels and so many spatial
   axes. */
bool tensorflow_layout_read(const struct operation *operation, int naxis,
	struct tensorflow_layout *layout, struct source *source, struct arena *arena);

/* Reads strides, dilations, padding and explicit_paddings, and resolves the axes. kernel:
   the extents of a convolution's filter, or NULL for the pools, which have ksize. The
   caller has set the window's reduction. Reports what is wrong and returns false. */
bool tensorflow_window_resolve(const struct operation *operation,
	const struct tensorflow_layout *layout, const int64_t *kernel,
	struct window_plan *window, struct source *source, struct arena *arena);

/* Sets the output and the steps of a window plan, whose batch and groups are known. */
bool tensorflow_window_output(struct plan *plan, const struct operation *operation,
	const struct tensorflow_layout *layout, struct source *source,
	struct arena *arena);

/* The attributes that convolutions and pools share, as rows of their tables. */
extern const char *const tensorflow_padding_choice[];
extern const char *const tensorflow_explicit_choice[];
extern const char *const tensorflow_plane_choice[];
extern const char *const tensorflow_volume_choice[];
/* clang-format off */
#define TENSORFLOW_STRIDES \
	{"strides", ATTRIBUTE_INTS, 1, LATEST, true, 1, LENGTH_LIMIT, NULL, NULL, \
	 "distance of the windows, one for each dimension; 1 for batch and channels"}
#define TENSORFLOW_DILATIONS \
	{"dilations", ATTRIBUTE_INTS, 1, LATEST, false, 1, LENGTH_LIMIT, "1 each", NULL, \
	 "distance of the filter's taps, one for each dimension; 1 for batch and channels"}
#define TENSORFLOW_KSIZE \
	{"ksize", ATTRIBUTE_INTS, 1, LATEST, true, 1, LENGTH_LIMIT, NULL, NULL, \
	 "extents of the window, one for each dimension; 1 for batch and channels"}
#define TENSORFLOW_PADDING \
	{"padding", ATTRIBUTE_STRING, 1, LATEST, true, 0, 0, NULL, tensorflow_padding_choice, \
	 "how the pads are found; SAME adds an odd one at the end"}
#define TENSORFLOW_EXPLICIT \
	{"padding", ATTRIBUTE_STRING, 1, LATEST, true, 0, 0, NULL, tensorflow_explicit_choice, \
	 "how the pads are found; SAME adds an odd one at the end"}, \
	{"explicit_paddings", ATTRIBUTE_INTS, 1, LATEST, false, 0, LENGTH_LIMIT, "none", NULL, \
	 "with padding EXPLICIT, begin and end of each dimension; 0 for batch and channels"}
#define TENSORFLOW_PLANE_FORMAT \
	{"data_format", ATTRIBUTE_STRING, 1, LATEST, false, 0, 0, "NHWC", tensorflow_plane_choice, \
	 "order of the dimensions of input and output"}
#define TENSORFLOW_VOLUME_FORMAT \
	{"data_format", ATTRIBUTE_STRING, 1, LATEST, false, 0, 0, "NDHWC", tensorflow_volume_choice, \
	 "order of the dimensions of input and output"}
/* clang-format on */

/* The floating-point types. */
extern const struct dtype_rule tensorflow_window_dtypes[];

#endif
