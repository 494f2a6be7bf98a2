#ifndef OPGEN_OPS_TRANSLATE_H
#define OPGEN_OPS_TRANSLATE_H

#include "ops/op.h"
#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct place;
struct source;

enum {
	NO_INPUT = -1
};

/* Operations of TensorFlow and OpenVINO that mean what one of ONNX means: they are put
   into ONNX's words, and ONNX's plan function makes their plan. */
struct translation {
	const struct operation *from;
	struct op op; /* ONNX's, with the names of the other one */
	struct operation to;
	struct attribute attribute[MAX_ATTRIBUTE]; /* by the places of ONNX's rules */
	struct tensor tensor[MAX_INPUT];           /* inputs in another shape */
	struct source *source;
	struct arena *arena;
};

/* Of an op in their tables: the op of ONNX, and the version with the same meaning. */
#define SAME_AS(symbol, with_version) \
	.as = &op_##symbol, .as_version = with_version, .plan = plan_translated

/* Floating-point types; with integers; with those of which opgen makes sums. */
extern const struct dtype_rule translated_floats[], translated_numbers[],
	translated_precise[];
extern const struct attribute_rule translated_none[];

/* Begins with inputs that have the same places in both, and attributes that have the same
   names. */
void translation_begin(struct translation *t, const struct operation *from,
	struct source *source, struct arena *arena);

/* Gives an input of ONNX's operation that of the other one with a number; NO_INPUT:
   none. */
void translate_input(struct translation *t, int to, int from);

/* The same of a constant that may be a number where ONNX expects a list. */
void translate_list(struct translation *t, int to, int from);

/* Gives it a constant list of integers that an input of the other one stands for. */
void translate_list_of(
	struct translation *t, int to, const int64_t *value, size_t n, int from);

/* Gives it such a list of the lengths of a Split's parts, of which one may be -1: what is
   left. The attribute axis has been set. Reports what is wrong, and returns false. */
bool translate_lengths(struct translation *t, int to, int from);

/* Sets an attribute of ONNX's operation. where: what messages about it are about; NULL:
   the node. */
void translate_int(struct translation *t, const char *name, int64_t value,
	const struct place *where);
void translate_ints(struct translation *t, const char *name, const int64_t *value,
	size_t n, const struct place *where);
void translate_float(struct translation *t, const char *name, double value);
void translate_string(struct translation *t, const char *name, const char *value);

/* Sets an attribute from a constant input: integers, a single one, or a single real
   number. If there is not one number where one is expected, reports that and returns
   false. */
void translate_ints_of(struct translation *t, const char *name, int input);
bool translate_int_of(struct translation *t, const char *name, int input);
bool translate_float_of(struct translation *t, const char *name, int input);

/* Makes the plan; the title, which has the other operation's version. */
bool translation_plan(struct translation *t, struct plan *plan);

/* The plan function of an op with `as`. */
bool plan_translated(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena);

#endif
