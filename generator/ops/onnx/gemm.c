#include "ops/common/parts.h"

#include <inttypes.h>
#include <math.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/product.h"
#include "ops/op.h"
#include "ops/shape/summed.h"

enum {
	INPUT_A,
	INPUT_B,
	INPUT_C
};

/* From this version on, C is optional. */
enum {
	C_IS_OPTIONAL = 11
};

/* clang-format off */
static const struct attribute_rule attributes[] = {
	{"alpha",     ATTRIBUTE_FLOAT, 1, LATEST, false, 0, 0, "1.0", NULL, "factor of the product"},
	{"beta",      ATTRIBUTE_FLOAT, 1, LATEST, false, 0, 0, "1.0", NULL, "factor of C"},
	{"broadcast", ATTRIBUTE_INT,   1, 6,      false, 0, 1, "0", NULL,
	 "1: C is repeated until it has the product's shape"},
	{"transA",    ATTRIBUTE_INT,   1, LATEST, false, 0, 1, "0", NULL, "1: A is [K, M]"},
	{"transB",    ATTRIBUTE_INT,   1, LATEST, false, 0, 1, "0", NULL, "1: B is [N, K]"},
	{.name = NULL},
};
/* clang-format on */

static const int versions[] = {1, 6, 7, 9, 11, 13, 0};

static const struct input_rule inputs[] = {
	[INPUT_A] = {"A", .summary = "[M, K]"},
	[INPUT_B] = {"B", .summary = "[K, N]"},
	[INPUT_C] = {"C", .optional = true,
		.summary = "[M, N], or what is repeated to that; optional from version "
			   "11 on"},
	{.name = NULL},
};

static bool
check_ranks(const struct operation *operation, struct source *source)
{
	bool good = true;

	for (int i = INPUT_A; i <= INPUT_B; i++) {
		if (operation->input[i]->rank == 2)
			continue;
		source_error(source, operation->input_where[i],
			"%s: expected 2 dimensions, got %d", operation->op->input[i].name,
			operation->input[i]->rank);
		good = false;
	}
	return good;
}

/* Checks K of A and B. Returns false if one of them is the other way round: what else is
   wrong cannot be told then. */
static bool
check_depth(const struct operation *operation, bool trans_a, bool trans_b,
	struct source *source)
{
	const int64_t *a = operation->input[INPUT_A]->shape;
	const int64_t *b = operation->input[INPUT_B]->shape;
	const char *hint = "";

	if (b[trans_b] == a[!trans_a])
		return true;
	if (b[!trans_b] == a[!trans_a])
		hint = trans_b ? "; transB 0 takes B as [K, N]"
			       : "; transB 1 takes B as [N, K]";
	else if (b[trans_b] == a[trans_a])
		hint = trans_a ? "; transA 0 takes A as [M, K]"
			       : "; transA 1 takes A as [K, M]";
	source_error(source, operation->input_where[INPUT_B],
		"B: expected %" PRId64 " as extent K, as A has, got %" PRId64 "%s",
		a[!trans_a], b[trans_b], hint);
	return !*hint;
}

/* C's steps from row to row and from column to column. It is matched from its last axis
   on; before version 7 it has the whole shape where broadcast is 0. */
static bool
read_c(const struct operation *operation, struct product_plan *product,
	const int64_t *shape, struct source *source, struct arena *arena)
{
	const struct tensor *c = operation->input[INPUT_C];
	bool whole = operation->version < 7 && !operation_int(operation, "broadcast", 0);
	int64_t extent[2] = {1, 1};
	bool fits = !c || c->rank <= 2;

	if (!c && operation->version < C_IS_OPTIONAL) {
		source_error(source,
			place_member(operation->node->where, "inputs", arena),
			"inputs: %s-%d needs C, which is optional from version %d on",
			operation->op->name, operation->version, C_IS_OPTIONAL);
		return false;
	}
	if (!c)
		return true;
	for (int i = 0; fits && i < c->rank; i++) {
		int at = 2 - c->rank + i;

		extent[at] = c->shape[i];
		fits = extent[at] == shape[at] || (extent[at] == 1 && !whole);
	}
	if (!fits || (whole && c->rank != 2)) {
		source_error(source, operation->input_where[INPUT_C],
			whole ? "C: expected [%" PRId64 ", %" PRId64
				"], as broadcast is 0, got %s"
			      : "C: expected what can be repeated to [%" PRId64
				", %" PRId64 "], got %s",
			shape[0], shape[1],
			extents_text(c->shape, (size_t)c->rank, arena));
		return false;
	}
	product->row.c = extent[0] == 1 ? 0 : extent[1];
	product->axis[0].c = extent[1] == 1 ? 0 : 1;
	return true;
}

/* A factor; of integers a whole one, which is exact. */
static double
read_factor(const struct operation *operation, const char *name, struct source *source)
{
	double factor = operation_float(operation, name, 1);

	if (dtype_is_real(operation->dtype))
		return factor;
	if (factor != floor(factor) || fabs(factor) > 0x1p24)
		source_error(source, operation_attribute(operation, name)->where,
			"%s: expected a whole number of at most 2^24 for elements of %s, "
			"got %g",
			name, dtype_info[operation->dtype].name, factor);
	else if (factor < 0 && dtype_info[operation->dtype].kind == KIND_UNSIGNED)
		source_error(source, operation_attribute(operation, name)->where,
			"%s: expected 0 or more for elements of %s, got %g", name,
			dtype_info[operation->dtype].name, factor);
	return factor;
}

static void
add_details(struct plan *plan, bool trans_a, bool trans_b, struct arena *arena)
{
	const struct product_plan *product = &plan->u.product;
	const char *text = "";

	if (product->alpha != 1)
		text = arena_format(arena, "alpha %.9g", product->alpha);
	if (product->beta != 1 && product->c)
		text = arena_format(
			arena, "%s%sbeta %.9g", text, *text ? ", " : "", product->beta);
	if (trans_a)
		text = arena_format(arena, "%s%stransA 1", text, *text ? ", " : "");
	if (trans_b)
		text = arena_format(arena, "%s%stransB 1", text, *text ? ", " : "");
	if (*text)
		plan_add_detail(plan, text, arena);
}

static bool
plan_gemm(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	struct product_plan *product = &plan->u.product;
	bool trans_a = operation_int(operation, "transA", 0) != 0;
	bool trans_b = operation_int(operation, "transB", 0) != 0;
	const struct dims of_a = tensor_dims(operation->input[INPUT_A]);
	const struct dims of_b = tensor_dims(operation->input[INPUT_B]);
	const int64_t *shape;
	int64_t depth;
	struct dims dst;
	size_t nerror = source->nerror;

	plan_begin(plan, PLAN_PRODUCT, operation, arena);
	product->a = plan->src;
	product->b = plan_add_operand(plan, operation, INPUT_B);
	product->c = plan_add_operand(plan, operation, INPUT_C);
	if (!check_ranks(operation, source))
		return false;
	if (!check_depth(operation, trans_a, trans_b, source))
		return false;
	shape_product(&of_a, &of_b, trans_a, trans_b, &dst);
	shape = dst.extent;
	depth = of_a.extent[!trans_a];
	product->row = (struct product_loop){
		.count = shape[0], .a = trans_a ? 1 : depth, .dst = shape[1]};
	product->depth = depth;
	product->a_depth = trans_a ? shape[0] : 1;
	product->b_depth = trans_b ? 1 : shape[1];
	product->block = block_of_taps(1);
	product->alpha = read_factor(operation, "alpha", source);
	product->beta = read_factor(operation, "beta", source);
	product_columns(product, shape[1], trans_b ? depth : 1, arena);
	if (!read_c(operation, product, shape, source, arena) || source->nerror > nerror)
		return false;
	add_details(plan, trans_a, trans_b, arena);
	if (!plan_set_dims(plan, operation, &dst, source))
		return false;
	product_splats(product, operation);
	product_turn(product, arena);
	return true;
}

const struct op op_gemm = {
	.name = "Gemm",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("Y"),
	.attribute = attributes,
	.dtype = product_dtypes,
	.splats = true,
	.summary = "alpha * A * B + beta * C, of matrices",
	.plan = plan_gemm,
};
