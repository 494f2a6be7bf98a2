#include "infer/rules.h"

#include "infer/arithmetic.h"
#include "infer/tables.h"

#define OPERATION(op, attribute, outputs, infer, dtype, detail) \
	{#op, infer, dtype, detail},

static const struct rule table[] = {
#include "model/tensorflow/operations.def"
};

const struct rules tensorflow_rules = {table, sizeof table / sizeof table[0]};
