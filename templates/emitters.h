#ifndef OPGEN_TEMPLATES_EMITTERS_H
#define OPGEN_TEMPLATES_EMITTERS_H

#include "kernels/kernel.h"
#include "schedule.h"

#include <stdbool.h>
#include <stddef.h>

struct out;
struct unit;

/* The templates' functions. unit.c.in: what an emitted file begins and ends with. */
void emit_begin(struct out *out, const struct unit *unit);
void emit_end(struct out *out);

/* constants.c.in: the arrays of a node's constants that its kernel reads. */
void emit_constants(struct out *out, const struct schedule *schedule);

/* The name by which a kernel reads an operand: the argument's, or its array's; "NULL" for
   a constant without elements. */
const char *array_name(
	const struct schedule *schedule, const struct operand *operand, char *name);
enum {
	ARRAY_NAME_SIZE = 256
};

/* window.c.in: `name(const float *X, float *Y)` of the external function. */
void emit_signature(struct out *out, const struct schedule *schedule);

/* window.c.in: what a function without outputs says of its arguments; else nothing. */
void emit_unused_arguments(struct out *out, const struct schedule *schedule);

/* window.c.in: |x|^p added to a sum, for LpPool. */
void emit_power(struct out *out, const struct schedule *schedule);

/* One per kernel design: all functions of a node, the external one last. */
void emit_straight(struct out *out, const struct schedule *schedule);
void emit_tiles(struct out *out, const struct schedule *schedule);
void emit_straight_move(struct out *out, const struct schedule *schedule);
void emit_loop_move(struct out *out, const struct schedule *schedule);

#endif
