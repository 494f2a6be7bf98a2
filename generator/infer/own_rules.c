#include "infer/rules.h"

#include "infer/arithmetic.h"
#include "infer/tables.h"

#define OP(name, infer, detail) {NULL, infer, RULE_TABLES, detail},

const struct rule own_rules[] = {
#include "ops/ops.def"
};
