#include "kernels/product/product.h"

#include "base/arena.h"
#include "base/checked.h"
#include "code/cost.h"
#include "kernels/common/lowering.h"
#include "kernels/common/tile_plan.h"
#include "kernels/kernel.h"
#include "plan/epilogue.h"

/* Tiles of rows by columns: lanes are columns, and each number of a is broadcast. */

enum {
	PLAIN_REGISTERS = 16, /* registers assumed for tiles in plain C */
	MOST_VECTORS = 8,
	STAGED_LIMIT = 512 * 1024, /* bytes of staged columns */
	MOST_STATEMENTS = 1024,    /* statements of one step of depth of a tile */
	PIECE_BYTES = 2500, /* of code, roughly, and for each statement of a step */
	STATEMENT_BYTES = 70
};

/* The element of b that element k of all panels is; -1: none, it is 0. */
static int64_t
panels_source(const void *tiles, int64_t k)
{
	const struct product_tiles *t = tiles;
	const struct product_plan *p = t->product;
	int64_t columns = p->axis[0].axis.out, last = columns - t->columns;
	int64_t panel = t->columns * p->depth;
	int64_t first = k / panel * t->columns;
	int64_t column;

	if (first > last)
		first = last > 0 ? last : 0;
	column = first + k % t->columns;
	if (column >= columns)
		return -1;
	return k % panel / t->columns * p->b_depth + column * p->axis[0].b;
}

/* The most taps of any output. */
static int64_t
most_taps(const struct product_plan *p)
{
	int64_t taps = 1;

	for (int i = 0; i < p->naxis; i++) {
		int64_t most = 0;

		for (size_t k = 0; k < p->axis[i].nclass; k++)
			most = max_of(most, (int64_t)p->axis[i].class[k].ntap);
		taps *= most;
	}
	return taps;
}

static int64_t
most_columns(const struct product_plan *p)
{
	const struct product_axis *axis = &p->axis[p->naxis - 1];
	int64_t most = 1;

	for (size_t k = 0; k < axis->nclass; k++)
		most = max_of(most, axis->class[k].count);
	return most;
}

/* Chooses the rows and vectors with the most multiplications per load that fit the
   registers. */
static void
choose_tile(struct product_tiles *t, int64_t registers)
{
	const struct product_plan *p = t->product;
	int64_t vectors = ceil_div(most_columns(p), t->lanes), taps = most_taps(p);
	int64_t best_rows = 1, best_vectors = 1, tiles;
	double most = 0;

	for (int64_t v = 1; v <= vectors && v <= MOST_VECTORS; v++)
		for (int64_t r = 1; r <= p->row.count; r++) {
			double gain = (double)(r * v) / (double)(r + v);

			if (r * v + (r > 1 ? v : 0) + 1 > registers ||
				(r * v * taps > MOST_STATEMENTS && r * v > 1))
				break;
			if (gain < most)
				continue;
			most = gain;
			best_rows = r;
			best_vectors = v;
		}
	tiles = ceil_div(p->row.count, best_rows);
	t->rows = ceil_div(p->row.count, tiles);
	t->columns = best_vectors * t->lanes;
}

/* Whether b can be packed in panels while generating, the same for all passes of the
   loops: column by column, so each output must read the column at its own position. */
static bool
has_panels(const struct product_plan *p)
{
	bool good = p->b->constant && p->axis[0].b && p->naxis == 1 &&
		    p->axis[0].axis.kernel == 1 && p->axis[0].axis.stride == 1 &&
		    p->axis[0].axis.in == p->axis[0].axis.out && p->axis[0].nclass == 1;

	for (int i = 0; i < p->nloop; i++)
		good = good && !p->loop[i].b;
	return good;
}

static uint64_t
estimate(const struct product_tiles *t)
{
	const struct product_plan *p = t->product;
	uint64_t pieces = 1, step;

	for (int i = 0; i < p->naxis; i++)
		pieces = count_mul(pieces, p->axis[i].nclass);
	step = count_mul((uint64_t)(t->rows * (t->columns / t->lanes) * most_taps(p)),
		STATEMENT_BYTES);
	return count_mul(pieces, count_add(PIECE_BYTES, step));
}

static bool
plan_tiles(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	struct product_tiles *t = arena_new(arena, struct product_tiles);
	size_t size = dtype_info[dtype_accumulator(epilogue_from(plan))].size;
	uint64_t room = settings_stack(&schedule->settings, STAGED_LIMIT);

	*t = (struct product_tiles){
		.lanes = lanes_of_design(schedule, epilogue_from(plan), arena),
		.product = &plan->u.product};
	schedule->own = t;
	if (!plan->dst.nelement)
		return true;
	choose_tile(t, t->lanes > 1 ? schedule->target->registers : PLAIN_REGISTERS);
	t->panels = has_panels(t->product) && t->product->depth;
	t->staged = !t->panels && t->lanes > 1 &&
		    t->product->axis[t->product->naxis - 1].b > 1;
	if (t->staged && count_mul((uint64_t)t->product->depth,
				 (uint64_t)t->columns * size) > room)
		t->columns = t->lanes;
	if (t->staged && count_mul((uint64_t)t->product->depth,
				 (uint64_t)t->columns * size) > STAGED_LIMIT) {
		schedule->why = "some columns of B would not fit the stack";
		return false;
	}
	if (t->panels)
		schedule->weights = (struct stored_weights){.given = t->product->b,
			.operand = t->product->b,
			.n = ceil_div(t->product->axis[0].axis.out, t->columns) *
			     t->columns * t->product->depth,
			.source = panels_source,
			.packing = t,
			.order = "in panels of columns: by panel, row, column"};
	schedule->estimate = estimate(t);
	return schedule->estimate / NEARLY <= max_output;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	(void)target;
	return dtype_is_real(epilogue_from(plan)) ? NULL : "it is for real numbers";
}

const struct kernel kernel_product = {
	.name = "product",
	.kind = PLAN_PRODUCT,
	.summary = "register tiles of rows by columns, taps written out",
	.plan = plan_tiles,
	.lower = product_lower,
};

const struct kernel kernel_product_vector = {
	.name = "product-vector",
	.kind = PLAN_PRODUCT,
	.vectors = true,
	.summary = "register tiles of rows by vectors of columns, taps written out",
	.obstacle = obstacle,
	.plan = plan_tiles,
	.lower = product_lower,
};
