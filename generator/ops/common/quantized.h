#ifndef OPGEN_OPS_QUANTIZED_H
#define OPGEN_OPS_QUANTIZED_H

#include "ops/common/expansion.h"

#include <stdbool.h>

/* Sums of products of 8-bit integers less their zero points, in int32, modulo 2^32. */

/* The types of an 8-bit tensor. */
extern const struct dtype_rule quantized_bytes[];

/* An attribute of windows of com.microsoft. */
/* clang-format off */
#define QUANTIZED_CHANNELS_LAST \
	{"channels_last", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "0", NULL, \
	 "1: the channels are the last axis of the input and of the output"}
/* clang-format on */

/* A tensor of 8-bit integers with its zero point, whose shape can be broadcast to its;
   NULL: 0. */
struct quantized {
	const struct edge *q, *zero;
};

/* A constant under another shape of as many elements; NULL stays. Of what is no constant,
   a part makes the same. */
const struct edge *quantized_reshape(
	struct expansion *e, const struct edge *edge, const int64_t *shape, int rank);

/* A tensor whose channels are the last axis with them as the second one, or back. */
const struct edge *quantized_channels(
	struct expansion *e, const char *name, const struct edge *edge, bool second);

/* Whether a tensor has planes: 3 dimensions or more. */
bool quantized_has_planes(const struct operation *o, int input, struct source *source);

/* One element for each channel of axis 1, or a single one, as what can be broadcast to a
   tensor of so many axes, of which it has the one of that number. */
const struct edge *quantized_along(
	struct expansion *e, const struct edge *edge, int axis, int rank);

/* The parts that add up a convolution, with the attributes of the operation, and a
   product of matrices. bias: int32, [M]; or NULL. */
const struct edge *quantized_conv(struct expansion *e, const char *name,
	struct quantized x, struct quantized w, const struct edge *bias);
const struct edge *quantized_matmul(
	struct expansion *e, const char *name, struct quantized a, struct quantized b);

/* Whether a zero point, of which there may be none, has its tensor's type; reports it
   where it has another one. The inputs are numbers of rules. */
bool quantized_zero_fits(const struct expansion *e, int input, int zero);

/* Whether an input has one element, or, if the extent is not 0, is [extent]: for each of
   what is counted. */
bool quantized_shape_fits(const struct operation *o, int input, int64_t extent,
	const char *counted, struct source *source, struct arena *arena);

/* Whether a scale, where it is known, is finite and above 0. */
bool quantized_scale_fits(
	const struct operation *o, int input, struct source *source, struct arena *arena);

/* A scale or a zero point for the rows, or the columns, of an input that is a stack of
   matrices, in a shape that can be broadcast to it: [extent] stands along that axis, -2
   or -1; else it has all axes of its matrices, with 1 along the other one. NULL: there is
   none, or it is refused. */
const struct edge *quantized_along_matrix(
	struct expansion *e, int input, int scale, int axis);

#endif
