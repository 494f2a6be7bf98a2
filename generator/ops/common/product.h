#ifndef OPGEN_OPS_PRODUCT_H
#define OPGEN_OPS_PRODUCT_H

#include "ops/op.h"
#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>

struct arena;
struct source;

/* What Gemm, MatMul and ConvTranspose have in common. */

/* Makes the columns of a matrix an axis; b: the distance between columns in B. */
void product_columns(
	struct product_plan *product, int64_t columns, int64_t b, struct arena *arena);

/* Sets the incs of operands kept as one element for many equal ones to 0. */
void product_splats(struct product_plan *product, const struct operation *operation);

/* Transposes a product of one column, so that lanes are its rows. */
void product_turn(struct product_plan *product, struct arena *arena);

/* Finds the classes of a resolved axis; false: there are too many. */
bool product_find_classes(struct product_axis *axis, struct arena *arena);

/* Terms of one block's sum: runtime/README.md, "Numerics". */
int64_t block_of_taps(int64_t taps);

/* The element types of Gemm and MatMul: integers came with version 9. */
extern const struct dtype_rule product_dtypes[];

#endif
