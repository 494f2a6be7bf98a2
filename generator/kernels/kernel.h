#ifndef OPGEN_KERNELS_KERNEL_H
#define OPGEN_KERNELS_KERNEL_H

#include "kernels/design.h"

/* The kernel designs; kernel_choice.c lists them. */
extern const struct kernel kernel_unrolled;
extern const struct kernel kernel_unrolled_vector;
extern const struct kernel kernel_plain;
extern const struct kernel kernel_places;
extern const struct kernel kernel_loop_window;
extern const struct kernel kernel_direct_oc;
extern const struct kernel kernel_direct_ow;
extern const struct kernel kernel_direct_c;
extern const struct kernel kernel_global_pool;
extern const struct kernel kernel_winograd;
extern const struct kernel kernel_sparse;
extern const struct kernel kernel_unrolled_move;
extern const struct kernel kernel_loop_move;
extern const struct kernel kernel_unrolled_pick;
extern const struct kernel kernel_loop_pick;
extern const struct kernel kernel_permute_move;
extern const struct kernel kernel_unrolled_pointwise;
extern const struct kernel kernel_loop_pointwise;
extern const struct kernel kernel_vector_pointwise;
extern const struct kernel kernel_unrolled_product;
extern const struct kernel kernel_product;
extern const struct kernel kernel_product_vector;
extern const struct kernel kernel_unrolled_reduce;
extern const struct kernel kernel_unrolled_sample;
extern const struct kernel kernel_sample;
extern const struct kernel kernel_sample_vector;
extern const struct kernel kernel_reduce;
extern const struct kernel kernel_reduce_vector;
extern const struct kernel kernel_reduce_columns;

/* One loop of a nest: its count, and how far src and dst move in a pass, in elements. */
struct loop {
	int64_t count, src, dst;
};

#endif
