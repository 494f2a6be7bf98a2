#ifndef OPGEN_OPS_PARTS_H
#define OPGEN_OPS_PARTS_H

#include "ops/op.h"
#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct place;
struct source;

/* What the plans of all ops fill in alike. */

/* The name, op and domain; src is input 0. */
void plan_begin(struct plan *plan, enum plan_kind kind, const struct operation *operation,
	struct arena *arena);

/* Appends input number `input`, when it is there, to the operands; returns it or NULL. */
const struct operand *plan_add_operand(
	struct plan *plan, const struct operation *operation, int input);

/* Reports, at input 0, an output too large for 64-bit arithmetic. */
void plan_refuse_size(const struct operation *operation, struct source *source);

/* Sets the output; refuses one whose size does not fit. */
bool plan_set_output(struct plan *plan, const struct operation *operation,
	const int64_t *shape, int rank, struct source *source);

/* Gives a plan n outputs behind the first, to be filled in; once. */
struct operand *plan_add_outputs(struct plan *plan, size_t n, struct arena *arena);

/* Appends a line of detail. */
void plan_add_detail(struct plan *plan, const char *line, struct arena *arena);

/* Sets the output of a window plan, [N, channels, out...]. */
bool plan_set_window_output(struct plan *plan, const struct operation *operation,
	int64_t channels, struct source *source);

/* The rest of a pool's plan, whose reduction is set: one group per channel. */
bool plan_pool(struct plan *plan, const struct operation *operation,
	struct source *source, struct arena *arena);

/* Reads all elements of a constant input of integers. Refuses one below the minimum, or
   beyond LENGTH_LIMIT; with `batch`, also a first one that is not the minimum: it is the
   batch's, which is left as it is (R20). */
bool read_integers(const struct operation *operation, int input, int64_t minimum,
	bool batch, int64_t *value, struct source *source, struct arena *arena);

/* An element of a constant input of integers; one beyond INT64_MAX as that. */
int64_t integer_element(const struct operation *operation, int input, int64_t index);

/* An element of a constant input of a floating-point type, exact. */
double real_element(const struct operation *operation, int input, int64_t index);

/* Where an element of a constant input stands: in the list of its data, which may be
   nested, or the constant itself where that comes from a file. */
const struct place *element_place(const struct operation *operation, int input,
	int64_t index, const struct source *source, struct arena *arena);

/* The words that auto_pad may be, for the attribute tables; NULL at the end. */
extern const char *const auto_pad_choice[];

/* The attributes that pools share, rows of their tables; what came later with the version
   since when a pool has it. */
/* clang-format off */
#define POOL_AUTO_PAD \
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
#define POOL_PADS \
	{"pads", ATTRIBUTE_INTS, 1, LATEST, false, 0, LENGTH_LIMIT, "0 each", NULL, \
	 "padding: all begins, then all ends"}
#define POOL_STRIDES \
	{"strides", ATTRIBUTE_INTS, 1, LATEST, false, 1, LENGTH_LIMIT, "1 each", NULL, \
	 "distance of the windows, one for each spatial axis"}
/* clang-format on */

/* The element types of Conv and of ONNX's pools, and the pools' input. */
extern const struct dtype_rule window_dtypes[];
extern const struct input_rule pool_inputs[];

#endif
