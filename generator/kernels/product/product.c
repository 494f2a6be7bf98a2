#include "kernels/product/tile.h"

#include "base/arena.h"
#include "base/checked.h"
#include "base/extents.h"
#include "code/cost.h"
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
	int64_t columns = p->axis[0].axis.out, panel = t->columns * p->depth;
	int64_t first = min_of(k / panel * t->columns, columns - t->columns);
	int64_t column = max_of(first, 0) + k % t->columns;

	if (column >= columns)
		return -1;
	return k % panel / t->columns * p->b_depth + column * p->axis[0].b;
}

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
	uint64_t column; /* bytes of a staged column */

	*t = (struct product_tiles){
		.lanes = lanes_of_design(schedule, epilogue_from(plan)),
		.product = &plan->u.product};
	schedule->own = t;
	if (!plan->dst.nelement)
		return true;
	choose_tile(t, t->lanes > 1 ? schedule->target->registers : PLAIN_REGISTERS);
	t->panels = has_panels(t->product) && t->product->depth;
	t->staged = !t->panels && t->product->depth && t->lanes > 1 &&
		    t->product->axis[t->product->naxis - 1].b > 1;
	column = t->staged ? count_mul((uint64_t)t->product->depth, size) : 0;
	if (count_mul(column, (uint64_t)t->columns) >
		settings_stack(&schedule->settings, STAGED_LIMIT))
		t->columns = t->lanes;
	if (count_mul(column, (uint64_t)t->columns) > STAGED_LIMIT) {
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

/* The addresses at which a tile's operands begin. */
struct tile_at {
	struct address a, b, c, dst;
};

/* Finds the current piece's taps, row-major, as offsets from the first tap in a and from
   the lowest one in b. */
static void
find_taps(struct products *all)
{
	const struct product_plan *p = all->p;
	int64_t index[MAX_AXIS] = {0}, ntap[MAX_AXIS];

	all->ntap = 1;
	for (int i = 0; i < p->naxis; i++) {
		ntap[i] = (int64_t)all->class[i]->ntap;
		all->ntap *= all->class[i]->ntap;
	}
	all->tap = arena_array(all->code->arena, struct tile_tap, all->ntap);
	for (size_t n = 0; n < all->ntap; n++) {
		for (int i = 0; i < p->naxis; i++) {
			const struct product_tap *of = &all->class[i]->tap[index[i]];

			all->tap[n].a += of->number * p->axis[i].a;
			all->tap[n].b += of->src * p->axis[i].b;
		}
		extents_next(index, ntap, p->naxis);
	}
	/* In b the last tap is the lowest. */
	all->tap_a = all->ntap ? all->tap[0].a : 0;
	all->tap_b = all->ntap ? all->tap[all->ntap - 1].b : 0;
	for (size_t n = 0; n < all->ntap; n++) {
		all->tap[n].a -= all->tap_a;
		all->tap[n].b -= all->tap_b;
	}
}

/* Opens a loop around what follows, if it has several passes. */
static void
open_loop(struct products *all, struct tile_at *at, const struct product_loop *by)
{
	struct code_builder *code = all->code;
	const struct variable *counter =
		code_loop_if(code, all->counter[all->nopen], by->count);

	all->nopen += counter != NULL;
	at->a = code_indexed(code, at->a, counter, by->a);
	at->b = code_indexed(code, at->b, counter, by->b);
	at->c = code_indexed(code, at->c, counter, by->c);
	at->dst = code_indexed(code, at->dst, counter, by->dst);
}

static void
call_tile(struct products *all, const struct tile_at *at)
{
	code_call_with(all->code, all->function, code_pass(at->a),
		code_pass(all->panel ? code_at(all->panel, 0) : at->b),
		code_pass_if(all->p->c, code_pass(at->c)), code_pass(at->dst));
}

static struct tile_at
moved(const struct tile_at *at, const struct product_loop *by, int64_t n)
{
	return (struct tile_at){code_moved(at->a, by->a * n),
		code_moved(at->b, by->b * n), code_moved(at->c, by->c * n),
		code_moved(at->dst, by->dst * n)};
}

static struct product_loop
times(struct product_loop loop, int64_t n)
{
	return (struct product_loop){
		loop.count / n, loop.a * n, loop.b * n, loop.c * n, loop.dst * n};
}

/* Copies a tile's columns to the stack, contiguously. */
static void
stage(struct products *all, struct address b)
{
	struct code_builder *code = all->code;
	int64_t inc = all->p->axis[all->p->naxis - 1].b;
	const struct variable *j = all->counter[all->nopen];
	const struct variable *k = all->counter[all->nopen + 1];
	struct address to = code_at(all->panel, 0);

	code_loop(code, j, all->columns);
	code_loop(code, k, all->p->depth);
	b = code_indexed(code, code_indexed(code, b, j, inc), k, all->p->b_depth);
	to = code_indexed(code, code_indexed(code, to, j, 1), k, all->t->columns);
	code_store(code, to, code_load(code, all->l->sum, b));
	code_ends(code, 2);
}

/* Adds all rows; the last tile overlaps the one before it. */
static void
add_rows(struct products *all, struct tile_at at)
{
	const struct product_loop *row = &all->p->row, tiles = times(*row, all->t->rows);
	struct tile_at inner = at;
	int nopen = all->nopen;

	if (all->t->staged)
		stage(all, at.b);
	open_loop(all, &inner, &tiles);
	call_tile(all, &inner);
	code_end(all->code);
	all->nopen = nopen;
	if (row->count % all->t->rows) {
		at = moved(&at, row, row->count - all->t->rows);
		call_tile(all, &at);
	}
}

/* Adds all columns of a class; the last tile overlaps the one before it. */
static void
add_columns(struct products *all, struct tile_at at)
{
	const struct product_plan *p = all->p;
	const struct product_axis *axis = &p->axis[p->naxis - 1];
	const struct product_class *class = all->class[p->naxis - 1];
	const struct product_loop column = {.count = class->count,
		.b = axis->b,
		.c = axis->c * class->step,
		.dst = all->scatter};
	int64_t n = all->columns, last = class->count - n;
	struct product_loop tiles = times(column, n);
	struct tile_at inner = at, end = moved(&at, &column, last);
	int nopen = all->nopen;

	if (all->t->panels) {
		tiles.b = p->depth * all->t->columns;
		end.b = code_moved(at.b, class->count / n * tiles.b);
	}
	open_loop(all, &inner, &tiles);
	add_rows(all, inner);
	code_end(all->code);
	all->nopen = nopen;
	if (class->count % n)
		add_rows(all, end);
}

/* Adds the current piece: loops, columns and rows. It has no comment: the taps tell
   pieces apart. */
static void
add_piece(struct products *all)
{
	const struct product_plan *p = all->p;
	struct tile_at at = {code_at(lowering_operand(all->l, &all->o, p->a), all->tap_a),
		code_at(lowering_operand(all->l, &all->o, p->b), all->tap_b), {0},
		code_at(all->o.dst, 0)};

	all->nopen = 0;
	if (p->c)
		at.c = code_at(lowering_operand(all->l, &all->o, p->c), 0);
	for (int i = 0; i < p->nloop; i++)
		open_loop(all, &at, &p->loop[i]);
	for (int i = 0; i < p->naxis; i++) {
		const struct product_axis *axis = &p->axis[i];
		const struct product_class *c = all->class[i];
		const struct product_loop phase = {.count = c->nphase,
			.a = c->ntap && all->ntap ? axis->a : 0,
			.c = c->phase_dst * axis->c,
			.dst = c->phase_dst * axis->dst};
		const struct product_loop place = {.count = c->count,
			.b = all->ntap ? axis->b : 0,
			.c = c->step * axis->c,
			.dst = c->step * axis->dst};

		at.c = code_moved(at.c, c->first * axis->c);
		at.dst = code_moved(at.dst, c->first * axis->dst);
		open_loop(all, &at, &phase);
		if (i < p->naxis - 1)
			open_loop(all, &at, &place);
	}
	add_columns(all, at);
	code_ends(all->code, p->nloop + 2 * p->naxis - 1);
}

/* Builds the tiles of every combination of classes; then calls them. */
static void
each_piece(struct products *all, bool calls)
{
	const struct product_plan *p = all->p;
	const struct product_axis *columns = &p->axis[p->naxis - 1];
	int64_t index[MAX_AXIS] = {0}, nclass[MAX_AXIS];

	for (int i = 0; i < p->naxis; i++)
		nclass[i] = (int64_t)p->axis[i].nclass;
	do {
		const struct product_class *class = &columns->class[index[p->naxis - 1]];

		for (int i = 0; i < p->naxis; i++)
			all->class[i] = &p->axis[i].class[index[i]];
		all->columns = min_of(class->count, all->t->columns);
		all->scatter = class->step * columns->dst;
		find_taps(all);
		all->function = product_tile(all);
		if (calls)
			add_piece(all);
	} while (extents_next(index, nclass, p->naxis));
}

/* Declares the counters of loops, and the array of staged columns. */
static void
declare_all(struct products *all)
{
	struct code_builder *code = all->code;

	code_nested_counters(code, all->counter, MOST_LOOPS, 0);
	if (all->t->staged)
		all->panel = code_let_array(
			code, all->l->sum, "panel", all->p->depth * all->t->columns, 64);
	code_blank(code);
}

static void
product_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	const struct product_tiles *t = schedule->own;
	struct products all = {.l = &l, .code = code, .t = t, .p = t->product};

	all.vector = lowering_vector(&l, t->lanes);
	all.depth_b = t->panels || t->staged ? t->columns : all.p->b_depth;
	all.column_b = t->panels || t->staged ? 1 : all.p->axis[all.p->naxis - 1].b;
	if (schedule->plan->dst.nelement)
		each_piece(&all, false);
	all.o = lowering_entry(&l, ENTRY_WHOLE);
	if (schedule->plan->dst.nelement) {
		declare_all(&all);
		each_piece(&all, true);
	}
	code_end_function(code);
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
