#ifndef OPGEN_OPS_PRODUCT_H
#define OPGEN_OPS_PRODUCT_H

#include "ops/op.h"
#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>

struct arena;
struct source;

/* What Gemm, MatMul and ConvTranspose have in common. */

/* The columns of a matrix, as an axis: b: from one of them to the next in B. */
void product_columns(
	struct product_plan *product, int64_t columns, int64_t b, struct arena *arena);

/* An operand that is one element of many equal ones is read there, wherever the others
   would be. */
void product_splats(struct product_plan *product, const struct operation *operation);

/* A matrix of one column is one of one row: its lanes are the rows then. */
void product_turn(struct product_plan *product, struct arena *arena);

/* The classes of a resolved axis; false: there are too many. */
bool product_find_classes(struct product_axis *axis, struct arena *arena);

/* Terms of one block sum: README, "Numerics". */
int64_t block_of_taps(int64_t taps);

/* The element types of Gemm and MatMul: integers came with version 9. */
extern const struct dtype_rule product_dtypes[];

#endif
