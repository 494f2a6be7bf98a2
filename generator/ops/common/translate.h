#ifndef OPGEN_OPS_TRANSLATE_H
#define OPGEN_OPS_TRANSLATE_H

#include "ops/common/expansion.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Operations of TensorFlow and OpenVINO that mean what one of ONNX means: each is a
   single part (expansion.h), and ONNX's plan function makes its plan. */

enum {
	NO_INPUT = -1
};

/* Of an op in their tables: the op of ONNX, and the version with the same meaning; and
   the function that says the same in its words, where inputs or attributes differ. */
#define SAME_AS(symbol, with_version) TRANSLATED(symbol, with_version, expand_as)
#define TRANSLATED(symbol, with_version, words) \
	.as = &op_##symbol, .as_version = with_version, .expand = words

/* Floating-point types; with integers; with those of which opgen makes sums. */
extern const struct dtype_rule translated_floats[], translated_numbers[],
	translated_precise[];
extern const struct attribute_rule translated_none[];

/* Gives an input of ONNX's operation that of the other one with a number; NO_INPUT:
   none. */
void translate_input(struct part *p, int to, int from);

/* The same of a constant that may be a number where ONNX expects a list. */
void translate_list(struct part *p, int to, int from);

/* Gives it a constant list of integers that an input of the other one stands for. */
void translate_list_of(struct part *p, int to, const int64_t *value, size_t n, int from);

/* Gives it such a list of the lengths of a Split's parts, of which one may be -1: what is
   left. The attribute axis has been set. Reports what is wrong, and returns false. */
bool translate_lengths(struct part *p, int to, int from);

/* Sets an attribute from a constant input: integers, a single one, or a single real
   number. If there is not one number where one is expected, reports that and returns
   false. */
void translate_ints_of(struct part *p, const char *name, int input);
bool translate_int_of(struct part *p, const char *name, int input);
bool translate_float_of(struct part *p, const char *name, int input);

#endif
