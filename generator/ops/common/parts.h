#ifndef OPGEN_OPS_PARTS_H
#define OPGEN_OPS_PARTS_H

#include "ops/op.h"
#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct dims;
struct place;
struct source;

/* What the plans of all ops have in common. */

/* The name, op and domain; src is input 0. */
void plan_begin(struct plan *plan, enum plan_kind kind, const struct operation *operation,
	struct arena *arena);

/* Appends input number `input` to the operands if it is present; returns it or NULL. */
const struct operand *plan_add_operand(
	struct plan *plan, const struct operation *operation, int input);

/* Reports, at input 0, an output too large for 64-bit arithmetic. */
void plan_refuse_size(const struct operation *operation, struct source *source);

/* Sets the output, of an op that has one, or the first of a plan; refuses one whose size
   does not fit. Its type is what its rule says; T, where that is left to the plan. */
bool plan_set_output(struct plan *plan, const struct operation *operation,
	const int64_t *shape, int rank, struct source *source);

/* The same of a shape as ops/shape gives it. */
bool plan_set_dims(struct plan *plan, const struct operation *operation,
	const struct dims *dims, struct source *source);

/* Appends the output of a rule's place, which the operation has, to those of a plan.
   NULL: its size does not fit, which is reported. */
struct operand *plan_add_output(struct plan *plan, const struct operation *operation,
	int output, const int64_t *shape, int rank, struct source *source,
	struct arena *arena);

/* Appends a line of detail. */
void plan_add_detail(struct plan *plan, const char *line, struct arena *arena);

/* Sets the output of a window plan, [N, channels, out...]. */
bool plan_set_window_output(struct plan *plan, const struct operation *operation,
	int64_t channels, struct source *source);

/* A pool's second output, if it has one: the places of the elements that it gives. */
enum {
	OUTPUT_PLACES = 1
};

/* Completes a pool's plan, whose reduction is set: one group per channel. */
bool plan_pool(struct plan *plan, const struct operation *operation,
	struct source *source, struct arena *arena);

/* The same where the axes are resolved. */
bool plan_resolved_pool(struct plan *plan, const struct operation *operation,
	struct source *source, struct arena *arena);

/* Reads all elements of a constant input of integers. Refuses elements below the minimum
   or beyond LENGTH_LIMIT; with `batch`, also a first one, the batch's, that is not the
   minimum. */
bool read_integers(const struct operation *operation, int input, int64_t minimum,
	bool batch, int64_t *value, struct source *source, struct arena *arena);

/* An element of a constant input of integers; saturates at INT64_MAX. */
int64_t integer_element(const struct operation *operation, int input, int64_t index);

/* An element of a constant input of a floating-point type, exact. */
double real_element(const struct operation *operation, int input, int64_t index);

/* The place of an element of a constant input: in its data, which may be nested lists, or
   the constant itself if that is in a file. */
const struct place *element_place(const struct operation *operation, int input,
	int64_t index, const struct source *source, struct arena *arena);

/* The values of auto_pad, for the attribute tables; NULL at the end. */
extern const char *const auto_pad_choice[];

/* The attributes that windows share, and those of pools and convolutions alone, as rows
   of their tables; later ones take the version that introduced them. */
/* clang-format off */
#define WINDOW_AUTO_PAD \
	{"auto_pad", ATTRIBUTE_STRING, 1, LATEST, false, 0, 0, "NOTSET", auto_pad_choice, \
	 "how the pads are found; not together with pads"}
#define POOL_CEIL_MODE(since) \
	{"ceil_mode", ATTRIBUTE_INT, since, LATEST, false, 0, 1, "0", NULL, \
	 "1: round the output extents up"}
#define POOL_DILATIONS(since) \
	{"dilations", ATTRIBUTE_INTS, since, LATEST, false, 1, LENGTH_LIMIT, "1 each", NULL, \
	 "distance of a window's taps, one for each spatial axis"}
#define POOL_KERNEL_SHAPE \
	{"kernel_shape", ATTRIBUTE_INTS, 1, LATEST, true, 1, LENGTH_LIMIT, NULL, NULL, \
	 "extents of the window, one for each spatial axis"}
#define WINDOW_PADS \
	{"pads", ATTRIBUTE_INTS, 1, LATEST, false, 0, LENGTH_LIMIT, "0 each", NULL, \
	 "padding: all begins, then all ends"}
#define WINDOW_STRIDES \
	{"strides", ATTRIBUTE_INTS, 1, LATEST, false, 1, LENGTH_LIMIT, "1 each", NULL, \
	 "distance of the windows, one for each spatial axis"}
#define CONV_DILATIONS \
	{"dilations", ATTRIBUTE_INTS, 1, LATEST, false, 1, LENGTH_LIMIT, "1 each", NULL, \
	 "distance of the kernel's taps, one for each spatial axis"}
#define CONV_GROUP \
	{"group", ATTRIBUTE_INT, 1, LATEST, false, 1, LENGTH_LIMIT, "1", NULL, \
	 "groups that the channels are divided into"}
#define CONV_KERNEL_SHAPE \
	{"kernel_shape", ATTRIBUTE_INTS, 1, LATEST, false, 1, LENGTH_LIMIT, "from W", NULL, \
	 "extents of the kernel, one for each spatial axis"}
/* clang-format on */

/* The element types of Conv and of ONNX's pools, and the pools' input. */
extern const struct dtype_rule window_dtypes[];
extern const struct input_rule pool_inputs[];

#endif
