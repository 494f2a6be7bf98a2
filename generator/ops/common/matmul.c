#include "ops/common/matmul.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/common/product.h"
#include "ops/op.h"
#include "ops/shape/summed.h"

enum {
	INPUT_A,
	INPUT_B
};

static const struct attribute_rule attributes[] = {
	{.name = NULL},
};

static const int versions[] = {1, 9, 13, 0};

static const struct input_rule inputs[] = {
	[INPUT_A] = {"A", .summary = "[..., M, K]; [K]: one row"},
	[INPUT_B] = {"B", .summary = "[..., K, N]; [K]: one column"},
	{.name = NULL},
};

/* The operands as stacks of matrices. */
struct stacks {
	const struct tensor *a, *b;
	bool trans_a, trans_b; /* [..., K, M], [..., N, K] */
	int64_t rows, depth, columns;
	int rank; /* of the stacks */
	struct dims dst;
	struct product_loop loop[MAX_RANK];
};

static int
stack_rank(const struct tensor *tensor)
{
	return tensor->rank > 2 ? tensor->rank - 2 : 0;
}

/* A stack's extent along axis i of all of them, which it may lack. */
static int64_t
stack_extent(const struct stacks *s, const struct tensor *tensor, int i)
{
	int own = i - (s->rank - stack_rank(tensor));

	return own < 0 ? 1 : tensor->shape[own];
}

static void
refuse_stacks(const struct stacks *s, const struct operation *operation, int axis,
	struct source *source)
{
	source_error(source, operation->input_where[INPUT_B],
		"%s: expected %" PRId64
		" matrices, or 1, along axis %d, as %s has, got %" PRId64,
		operation->input_name[INPUT_B], stack_extent(s, s->a, axis),
		axis - (s->rank - stack_rank(s->b)), operation->input_name[INPUT_A],
		stack_extent(s, s->b, axis));
}

/* An operand with one matrix along an axis is repeated. */
static void
find_loops(struct stacks *s)
{
	int64_t a = s->rows * s->depth, b = s->depth * s->columns;

	for (int i = s->rank - 1; i >= 0; i--) {
		int64_t of_a = stack_extent(s, s->a, i), of_b = stack_extent(s, s->b, i);

		s->loop[i] = (struct product_loop){.count = s->dst.extent[i],
			.a = of_a == 1 ? 0 : a,
			.b = of_b == 1 ? 0 : b};
		a *= of_a;
		b *= of_b;
	}
}

/* What takes B the other way round, where its rows are as long as A's; "" where they are
   not. */
static const char *
what_turns(const struct stacks *s, const struct operation *operation)
{
	static const char *const flag[] = {"transpose_b", "adj_y"};
	const struct attribute_rule *rule = operation->op->attribute;

	if (s->trans_b || s->b->rank != 2 || s->columns != s->depth)
		return "";
	for (; rule->name; rule++)
		for (size_t i = 0; i < sizeof flag / sizeof *flag; i++)
			if (!strcmp(rule->name, flag[i]))
				return rule->name;
	return "a Gemm with transB";
}

static void
refuse_depth(const struct stacks *s, const struct operation *operation, int64_t depth,
	struct source *source)
{
	const char *turns = what_turns(s, operation);

	source_error(source, operation->input_where[INPUT_B],
		"%s: expected %" PRId64 " %s, as %s has %s, got %" PRId64 "%s%s%s",
		operation->input_name[INPUT_B], s->depth, s->trans_b ? "columns" : "rows",
		operation->input_name[INPUT_A], s->trans_a ? "rows" : "columns", depth,
		*turns ? "; " : "", turns, *turns ? " takes it the other way round" : "");
}

static bool
find_stacks(struct stacks *s, const struct operation *operation, struct source *source)
{
	const struct tensor *a = operation->input[INPUT_A];
	const struct tensor *b = operation->input[INPUT_B];
	const struct dims of_a = tensor_dims(a), of_b = tensor_dims(b);
	struct misfit misfit =
		shape_product(&of_a, &of_b, s->trans_a, s->trans_b, &s->dst);
	int64_t depth;

	s->a = a;
	s->b = b;
	if (misfit.kind == MISFIT_RANK) {
		source_error(source, operation->input_where[misfit.at],
			"%s: expected 1 dimension or more, got 0",
			operation->input_name[misfit.at]);
		return false;
	}
	/* A vector stays what it is. */
	s->trans_a = s->trans_a && a->rank > 1;
	s->trans_b = s->trans_b && b->rank > 1;
	s->depth = a->shape[a->rank - 1 - s->trans_a];
	s->rows = a->rank > 1 ? a->shape[a->rank - 2 + s->trans_a] : 1;
	s->columns = b->rank > 1 ? b->shape[b->rank - 1 - s->trans_b] : 1;
	s->rank = stack_rank(a) > stack_rank(b) ? stack_rank(a) : stack_rank(b);
	depth = b->shape[b->rank > 1 ? b->rank - 2 + s->trans_b : 0];
	if (depth != s->depth)
		refuse_depth(s, operation, depth, source);
	else if (misfit.kind == MISFIT_EXTENT)
		refuse_stacks(s, operation, (int)misfit.at, source);
	else
		find_loops(s);
	return depth == s->depth && misfit.kind == FITS;
}

/* The loops over the stacks; neighbouring ones that are one. */
static void
add_loops(struct product_plan *product, const struct stacks *s)
{
	int64_t dst = s->rows * s->columns;

	for (int i = s->rank - 1; i >= 0; i--) {
		struct product_loop loop = s->loop[i], *inner = &product->loop[0];

		loop.dst = dst;
		dst *= loop.count;
		if (loop.count == 1)
			continue;
		if (product->nloop && loop.a == inner->a * inner->count &&
			loop.b == inner->b * inner->count) {
			inner->count *= loop.count;
			continue;
		}
		for (int k = product->nloop++; k > 0; k--)
			product->loop[k] = product->loop[k - 1];
		product->loop[0] = loop;
	}
}

bool
plan_matrices(const struct operation *operation, bool trans_a, bool trans_b,
	struct plan *plan, struct source *source, struct arena *arena)
{
	struct product_plan *product = &plan->u.product;
	struct stacks s = {.trans_a = trans_a, .trans_b = trans_b};

	plan_begin(plan, PLAN_PRODUCT, operation, arena);
	product->a = plan->src;
	product->b = plan_add_operand(plan, operation, INPUT_B);
	if (!find_stacks(&s, operation, source) ||
		!plan_set_dims(plan, operation, &s.dst, source))
		return false;
	product->row = (struct product_loop){
		.count = s.rows, .a = s.trans_a ? 1 : s.depth, .dst = s.columns};
	product->depth = s.depth;
	product->a_depth = s.trans_a ? s.rows : 1;
	product->b_depth = s.trans_b ? 1 : s.columns;
	product->block = block_of_taps(1);
	product->alpha = product->beta = 1;
	product_columns(product, s.columns, s.trans_b ? s.depth : 1, arena);
	if (!plan->dst.nelement)
		return true;
	add_loops(product, &s);
	product_splats(product, operation);
	product_turn(product, arena);
	return true;
}

static bool
plan_matmul(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	return plan_matrices(operation, false, false, plan, source, arena);
}

const struct op op_matmul = {
	.name = "MatMul",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("Y"),
	.attribute = attributes,
	.dtype = product_dtypes,
	.splats = true,
	.summary = "the products of matrices, as numpy's matmul has them",
	.plan = plan_matmul,
};
