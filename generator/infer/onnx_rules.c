#include "infer/rules.h"

#include "infer/arithmetic.h"
#include "infer/tables.h"

/* Sorted by name. Versions are told apart by the attributes and inputs that a node
   has. */
/* clang-format off */
static const struct rule table[] = {
	{"Acos",                      infer_same,              RULE_INPUT_0, 0},
	{"Acosh",                     infer_same,              RULE_INPUT_0, 0},
	{"AffineGrid",                infer_affine_grid,       RULE_INPUT_0, 0},
	{"Asin",                      infer_same,              RULE_INPUT_0, 0},
	{"Asinh",                     infer_same,              RULE_INPUT_0, 0},
	{"Atan",                      infer_same,              RULE_INPUT_0, 0},
	{"Atanh",                     infer_same,              RULE_INPUT_0, 0},
	{"Bernoulli",                 infer_typed_like,        RULE_OWN,     0},
	{"BitCast",                   infer_bit_cast,          RULE_OWN,     0},
	{"BlackmanWindow",            infer_window_weights,    RULE_OWN,     0},
	{"CausalConvWithState",       infer_same,              RULE_INPUT_0, 0},
	{"CenterCropPad",             infer_center_crop_pad,   RULE_INPUT_0, 0},
	{"Col2Im",                    infer_col2im,            RULE_INPUT_0, 0},
	{"Constant",                  infer_constant,          RULE_OWN,     0},
	{"ConstantOfShape",           infer_constant_of_shape, RULE_OWN,     0},
	{"Cos",                       infer_same,              RULE_INPUT_0, 0},
	{"Cosh",                      infer_same,              RULE_INPUT_0, 0},
	{"DeformConv",                infer_conv,              RULE_INPUT_0, 1},
	{"Det",                       infer_determinant,       RULE_INPUT_0, 0},
	{"GatherElements",            infer_same,              RULE_INPUT_0, 1},
	{"GatherND",                  infer_gather_nd,         RULE_INPUT_0, 0},
	{"GridSample",                infer_grid_sample,       RULE_INPUT_0, 0},
	{"HammingWindow",             infer_window_weights,    RULE_OWN,     0},
	{"HannWindow",                infer_window_weights,    RULE_OWN,     0},
	{"If",                        infer_if,                RULE_OWN,     0},
	{"ImageScaler",               infer_same,              RULE_INPUT_0, 0},
	{"LinearAttention",           infer_linear_attention,  RULE_INPUT_0, 0},
	{"MaxRoiPool",                infer_max_roi_pool,      RULE_INPUT_0, 0},
	{"Multinomial",               infer_multinomial,       RULE_OWN,     0},
	{"RandomNormal",              infer_random,            RULE_OWN,     0},
	{"RandomNormalLike",          infer_typed_like,        RULE_OWN,     0},
	{"RandomUniform",             infer_random,            RULE_OWN,     0},
	{"RandomUniformLike",         infer_typed_like,        RULE_OWN,     0},
	{"ReverseSequence",           infer_same,              RULE_INPUT_0, 0},
	{"RoiAlign",                  infer_roi_align,         RULE_INPUT_0, 0},
	{"RotaryEmbedding",           infer_same,              RULE_INPUT_0, 0},
	{"ScaledTanh",                infer_same,              RULE_INPUT_0, 0},
	{"Scatter",                   infer_same,              RULE_INPUT_0, 0},
	{"ScatterElements",           infer_same,              RULE_INPUT_0, 0},
	{"ScatterND",                 infer_same,              RULE_INPUT_0, 0},
	{"Shape",                     infer_shape,             RULE_INT64,   0},
	{"Sin",                       infer_same,              RULE_INPUT_0, 0},
	{"Sinh",                      infer_same,              RULE_INPUT_0, 0},
	{"Size",                      infer_size,              RULE_OWN,     0},
	{"Tan",                       infer_same,              RULE_INPUT_0, 0},
	{"TensorScatter",             infer_same,              RULE_INPUT_0, 0},
	{"TopK",                      infer_top_k,             RULE_INPUT_0, 0},
};
/* clang-format on */

const struct rules onnx_rules = {table, sizeof table / sizeof table[0]};
