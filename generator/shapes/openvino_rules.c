#include "shapes/rules.h"

/* An IR declares the shape of every port; nothing has to be inferred but the integers
   that a Convert makes of a constant's. */
static const struct rule table[] = {
	{"Convert", infer_openvino_convert, RULE_OWN, 0},
};

const struct rules openvino_rules = {table, sizeof table / sizeof table[0]};
