#ifndef OPGEN_INFER_RULES_H
#define OPGEN_INFER_RULES_H

#include "infer/step.h"

/* The functions that the tables of rules name. Each infers a node's first output, and
   others where it says so. The comments say what rule->detail means. */

/* elementwise.c. detail of same: the input whose shape the output has; of broadcast and
   unary: the enum arithmetic for contents. */
void infer_same(struct step *step);
void infer_identity(struct step *step);
void infer_identities(struct step *step);
void infer_dropout(struct step *step);
void infer_if(struct step *step);
void infer_unary(struct step *step);
void infer_broadcast(struct step *step);
void infer_quantized_pair(struct step *step);
void infer_quantized_concat(struct step *step);
void infer_qgemm(struct step *step);
void infer_where(struct step *step);
void infer_openvino_broadcast(struct step *step);

/* cast.c: element types that the node names. */
void infer_cast(struct step *step);
void infer_bit_cast(struct step *step);
void infer_tensorflow_cast(struct step *step);
void infer_openvino_convert(struct step *step);
void infer_quantize(struct step *step);
void infer_dequantize(struct step *step);
void infer_dynamic_quantize(struct step *step);
void infer_typed_like(struct step *step);
void infer_random(struct step *step);
void infer_multinomial(struct step *step);
void infer_window_weights(struct step *step);

/* window.c. detail of conv: the place of the weights. */
void infer_conv(struct step *step);
void infer_qlinear_conv(struct step *step);
void infer_pool(struct step *step);
void infer_global_pool(struct step *step);

/* conv_transpose.c */
void infer_conv_transpose(struct step *step);

/* tensorflow_window.c. detail of conv: whether it is depthwise. */
void infer_tensorflow_conv(struct step *step);
void infer_tensorflow_pool(struct step *step);

/* openvino_window.c. detail of conv and conv_transpose: whether it is grouped. */
void infer_openvino_conv(struct step *step);
void infer_openvino_conv_transpose(struct step *step);
void infer_openvino_pool(struct step *step);

/* blocks.c. detail of depth: whether space becomes depth; of batch: whether the batch
   becomes space. */
void infer_depth(struct step *step);
void infer_tensorflow_depth(struct step *step);
void infer_openvino_depth(struct step *step);
void infer_batch(struct step *step);
void infer_openvino_batch(struct step *step);

/* layout.c. detail other than 0: the second parameter is an input, with TensorFlow's
   meaning. */
void infer_reshape(struct step *step);
void infer_flatten(struct step *step);
void infer_transpose(struct step *step);
void infer_expand(struct step *step);
void infer_openvino_expand(struct step *step);
void infer_tile(struct step *step);

/* squeeze.c; detail as in layout.c. */
void infer_squeeze(struct step *step);
void infer_unsqueeze(struct step *step);

/* parts.c */
void infer_concat(struct step *step);
void infer_concat_v1(struct step *step);
void infer_concat_v2(struct step *step);
void infer_pack(struct step *step);

/* gather.c. detail of gather: whether the axis is an input; of top_k: whether it is
   TensorFlow's. */
void infer_gather(struct step *step);
void infer_gather_nd(struct step *step);
void infer_one_hot(struct step *step);
void infer_top_k(struct step *step);

/* split.c. detail of tensorflow_split: the input that is split; of split_v: the input
   that lists the sizes. The axis is the other input. */
void infer_split(struct step *step);
void infer_split_v(struct step *step);
void infer_tensorflow_split(struct step *step);
void infer_unpack(struct step *step);

/* pad.c */
void infer_pad(struct step *step);
void infer_tensorflow_pad(struct step *step);
void infer_openvino_pad(struct step *step);

/* slice.c, strided_slice.c. detail of slice and strided_slice: whether it is OpenVINO's.
 */
void infer_slice(struct step *step);
void infer_tensorflow_slice(struct step *step);
void infer_strided_slice(struct step *step);

/* image.c */
void infer_roi_align(struct step *step);
void infer_max_roi_pool(struct step *step);
void infer_crop_and_resize(struct step *step);
void infer_grid_sample(struct step *step);
void infer_affine_grid(struct step *step);
void infer_center_crop_pad(struct step *step);
void infer_col2im(struct step *step);

/* resize.c */
void infer_resize(struct step *step);
void infer_upsample(struct step *step);
void infer_resize_image(struct step *step);

/* reduce.c. detail of reduce: how. */
enum {
	REDUCE_ANY,
	REDUCE_PRODUCT,
	REDUCE_TENSORFLOW
};

void infer_reduce(struct step *step);
void infer_arg(struct step *step);
void infer_tensorflow_arg(struct step *step);
void infer_layer_norm(struct step *step);

/* matrix.c. detail of matmul: the place of the second operand. */
void infer_gemm(struct step *step);
void infer_fused_matmul(struct step *step);
void infer_skip_norm(struct step *step);
void infer_matmul(struct step *step);
void infer_qlinear_matmul(struct step *step);
void infer_tensorflow_matmul(struct step *step);
void infer_batch_matmul(struct step *step);
void infer_openvino_matmul(struct step *step);
void infer_determinant(struct step *step);
void infer_attention(struct step *step);
void infer_loss(struct step *step);
void infer_linear_attention(struct step *step);

/* einsum.c */
void infer_einsum(struct step *step);

/* recurrent.c */
void infer_recurrent(struct step *step);

/* fill.c. detail of shaped: the input that is the output's shape. */
void infer_constant(struct step *step);
void infer_constant_of_shape(struct step *step);
void infer_fill(struct step *step);
void infer_shaped(struct step *step);

/* shape_of.c */
void infer_shape(struct step *step);
void infer_shapes(struct step *step);
void infer_size(struct step *step);
void infer_rank(struct step *step);
void infer_range(struct step *step);
void infer_linear_space(struct step *step);

#endif
