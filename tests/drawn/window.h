#ifndef OPGEN_DRAWN_WINDOW_H
#define OPGEN_DRAWN_WINDOW_H

#include "drawn/draw.h"

/* A drawn convolution or pool, in the words of ONNX. */
struct window {
	int naxis;
	int64_t batch, group, ic, oc; /* channels of a group */
	int64_t in[MAX_AXIS], out[MAX_AXIS];
	int64_t kernel[MAX_AXIS], stride[MAX_AXIS], dilation[MAX_AXIS];
	int64_t pads[2 * MAX_AXIS];
	const char *auto_pad;
	bool convolves;
	bool plain; /* stride and dilation 1, two axes: what transformed tiles need */
};

/* Weights that are perhaps a constant. */
void drawn_weights(
	struct drawn *d, const struct window *w, const int64_t *shape, int rank);

/* Adds inputs and attributes in the words of OpenVINO or TensorFlow. */
void draw_openvino(struct drawn *d, const struct window *w);
void draw_tensorflow(struct drawn *d, const struct window *w);

/* TensorFlow's operations have so many spatial axes; 0: any other's. */
int drawn_axes(const struct drawn *d);

#endif
