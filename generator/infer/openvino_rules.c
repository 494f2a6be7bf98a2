#include "infer/rules.h"

#include "infer/arithmetic.h"
#include "infer/tables.h"

/* Sorted by name. An IR declares the shape of every port; rules are for extents that it
   leaves open, and for integers from which shapes are computed. */
/* clang-format off */
static const struct rule table[] = {
	{"Acos",                  infer_same,               RULE_INPUT_0, 0},
	{"Acosh",                 infer_same,               RULE_INPUT_0, 0},
	{"Asin",                  infer_same,               RULE_INPUT_0, 0},
	{"Asinh",                 infer_same,               RULE_INPUT_0, 0},
	{"Atan",                  infer_same,               RULE_INPUT_0, 0},
	{"Atanh",                 infer_same,               RULE_INPUT_0, 0},
	{"Broadcast",             infer_openvino_expand,    RULE_INPUT_0, 1},
	{"ConvertLike",           infer_same,               RULE_INPUT_1, 0},
	{"Cos",                   infer_same,               RULE_INPUT_0, 0},
	{"Cosh",                  infer_same,               RULE_INPUT_0, 0},
	{"FakeQuantize",          infer_same,               RULE_INPUT_0, 0},
	{"FloorMod",              infer_openvino_broadcast, RULE_INPUT_0, COMPUTE_FLOOR_MODULO},
	{"GRN",                   infer_same,               RULE_INPUT_0, 0},
	{"Gather",                infer_gather,             RULE_INPUT_0, 1},
	{"GatherElements",        infer_same,               RULE_INPUT_0, 1},
	{"GroupConvolutionBackpropData", infer_openvino_conv_transpose, RULE_INPUT_0, 1},
	{"LRN",                   infer_same,               RULE_INPUT_0, 0},
	{"MVN",                   infer_same,               RULE_INPUT_0, 0},
	{"Mod",                   infer_openvino_broadcast, RULE_INPUT_0, 0},
	{"NormalizeL2",           infer_same,               RULE_INPUT_0, 0},
	{"OneHot",                infer_one_hot,            RULE_INPUT_2, 0},
	{"Range",                 infer_range,              RULE_OWN,     0},
	{"ReduceLogicalAnd",      infer_reduce,             RULE_BOOL,    REDUCE_TENSORFLOW},
	{"ReduceLogicalOr",       infer_reduce,             RULE_BOOL,    REDUCE_TENSORFLOW},
	{"ReverseSequence",       infer_same,               RULE_INPUT_0, 0},
	{"Roll",                  infer_same,               RULE_INPUT_0, 0},
	{"Round",                 infer_same,               RULE_INPUT_0, 0},
	{"ScatterElementsUpdate", infer_same,               RULE_INPUT_0, 0},
	{"ScatterNDUpdate",       infer_same,               RULE_INPUT_0, 0},
	{"ScatterUpdate",         infer_same,               RULE_INPUT_0, 0},
	{"ShapeOf",               infer_shape,              RULE_OWN,     0},
	{"Sin",                   infer_same,               RULE_INPUT_0, 0},
	{"Sinh",                  infer_same,               RULE_INPUT_0, 0},
	{"Tan",                   infer_same,               RULE_INPUT_0, 0},
	{"TopK",                  infer_top_k,              RULE_INPUT_0, 0},
};
/* clang-format on */

const struct rules openvino_rules = {table, sizeof table / sizeof table[0]};
