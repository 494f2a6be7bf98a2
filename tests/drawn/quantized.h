#ifndef OPGEN_TESTS_DRAWN_QUANTIZED_H
#define OPGEN_TESTS_DRAWN_QUANTIZED_H

#include "drawn/draw.h"

/* Operations on 8-bit integers with zero points, and perhaps scales. */

/* Whether an operation is one. */
bool draws_quantized(const struct op *op);

/* The name of an operation's second operand, the weights. */
const char *drawn_second(const struct op *op);

/* Draws, after the first two operands, the type of the second one, and the other inputs,
   of so many output channels or columns. */
void draw_quantized_rest(struct drawn *d, int64_t channels);

/* Makes a tensor scales above 0, which are mostly known. */
void drawn_scale(struct drawn *d, struct tensor *tensor);

/* Draws the scales and zero points of single elements from a rule on, up to the next rule
   that is of another tensor, which it returns. */
const struct input_rule *drawn_singles(struct drawn *d, const struct input_rule *rule);

#endif
