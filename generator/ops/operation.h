#ifndef OPGEN_OPS_OPERATION_H
#define OPGEN_OPS_OPERATION_H

#include "base/dtype.h"
#include "ops/op.h"
#include "spec/spec.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;

enum {
	MAX_ATTRIBUTE = 16
};

/* A node with its op's schema applied: what is absent is known to be allowed to be. */
struct operation {
	const struct node *node;
	const struct op *op;
	int version;      /* the op's, not the operator set's */
	enum dtype dtype; /* T */
	/* By the rule's place, NULL: absent; the tensors of a variadic input from there
	 * on. */
	const struct tensor *input[MAX_INPUT];
	const struct place *input_where[MAX_INPUT];
	const char *input_name[MAX_INPUT]; /* as the emitted function has it */
	int ninput;                        /* the last one that is there, and one */
	const struct attribute
		*attribute[MAX_ATTRIBUTE]; /* by the rule's place; NULL: absent */
	/* By the rule's place: whether the node has the output; the tensors of a variadic
	 * one from there on. */
	bool output[MOST_OUTPUTS];
	int noutput; /* the last one that it has, and one; 0 if it does not say of a
			variadic one how many */
};

/* The op with its version as a message names it: "AveragePool-19", TensorFlow's without a
   version. */
const char *operation_title(const struct operation *operation, struct arena *arena);

/* How many outputs it has; 0 as for `noutput`. */
size_t operation_noutput(const struct operation *operation);

/* The name of an output, by its rule's place. */
const char *operation_output_name(
	const struct operation *operation, int output, struct arena *arena);

/* The element type of a present input: its own, or T. */
enum dtype operation_input_dtype(const struct operation *operation, int input);

/* An attribute's value, or the value given for one that is absent or that the op has not.
   A FLOAT is rounded to float32, as ONNX keeps it. */
int64_t operation_int(
	const struct operation *operation, const char *name, int64_t absent);
/* How many numbers a list of FLOATS has, and number i, as float32 keeps it. */
size_t operation_nfloat(const struct operation *operation, const char *name);
double operation_float_at(const struct operation *operation, const char *name, size_t i);
double operation_float(
	const struct operation *operation, const char *name, double absent);
const char *operation_string(
	const struct operation *operation, const char *name, const char *absent);

/* The attribute itself, or NULL when it is absent; for lists and for places. */
const struct attribute *operation_attribute(
	const struct operation *operation, const char *name);

#endif
