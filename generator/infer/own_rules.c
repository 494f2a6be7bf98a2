#include "infer/rules.h"

#include "infer/arithmetic.h"
#include "infer/tables.h"

#define OP(name, infer, dtype, detail) {NULL, infer, dtype, detail},

const struct rule own_rules[] = {
#include "ops/ops.def"
};
