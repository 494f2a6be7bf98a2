#include "kernels/product/tile.h"

#include "base/arena.h"
#include "base/checked.h"
#include "base/extents.h"
#include "code/walk/cost.h"
#include "kernels/common/tile_plan.h"
#include "kernels/kernel.h"
#include "plan/epilogue.h"

/* Tiles of rows by columns: lanes are columns, and each number of a is broadcast. */

enum {
	PLAIN_REGISTERS = 16, /* registers assumed for tiles in plain C */
	SPARE = 1,            /* for the number of a row */
	MOST_VECTORS = 8,
	STAGED_LIMIT = 512 * 1024, /* bytes of staged columns */
	MOST_STATEMENTS = 1024     /* statements of one step of depth of a tile */
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

/* Chooses the tile with the most multiplications per load, and makes tiles of all rows as
   even as possible. */
static void
choose_tile(struct product_tiles *t, int64_t registers)
{
	const struct product_plan *p = t->product;
	struct tile_room room = {.registers = registers,
		.spare = SPARE,
		.rows = p->row.count,
		.vectors = min_of(ceil_div(most_columns(p), t->lanes), MOST_VECTORS),
		.sums = max_of(MOST_STATEMENTS / max_of(most_taps(p), 1), 1)};
	struct tile_shape shape = tile_shape_of(&room);

	t->rows = ceil_div(p->row.count, ceil_div(p->row.count, shape.rows));
	t->columns = shape.vectors * t->lanes;
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

/* Those of one step of depth, of all pieces. */
static uint64_t
statements_of(const struct product_tiles *t)
{
	const struct product_plan *p = t->product;
	uint64_t n = (uint64_t)(t->rows * (t->columns / t->lanes) * most_taps(p));

	for (int i = 0; i < p->naxis; i++)
		n = count_mul(n, p->axis[i].nclass);
	return n;
}

/* Registers for vectors of columns; in plain C, for numbers. */
static int64_t
registers_of(const struct schedule *schedule, const struct product_tiles *t)
{
	const struct target *target = schedule->target;
	int64_t size = (int64_t)dtype_info[schedule->plan->sum].size;

	if (t->lanes > 1)
		return target->registers;
	return target->scalars ? target->scalars * (int64_t)sizeof(float) / size
			       : PLAIN_REGISTERS;
}

static bool
plan_tiles(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	const struct product_plan *p = &plan->u.product;
	struct product_tiles *t = arena_new(arena, struct product_tiles);
	size_t size = dtype_info[plan->sum].size;
	uint64_t column; /* bytes of a staged column */

	*t = (struct product_tiles){
		.lanes = lanes_of_design(schedule, plan->sum), .product = p};
	schedule->own = t;
	if (!plan->dst.nelement)
		return true;
	choose_tile(t, registers_of(schedule, t));
	t->panels = has_panels(p) && p->depth;
	t->staged = !t->panels && p->depth && t->lanes > 1 && p->axis[p->naxis - 1].b > 1;
	column = t->staged ? count_mul((uint64_t)p->depth, size) : 0;
	if (count_mul(column, (uint64_t)t->columns) >
		settings_stack(&schedule->settings, STAGED_LIMIT))
		t->columns = t->lanes;
	if (count_mul(column, (uint64_t)t->columns) > STAGED_LIMIT) {
		schedule->why = "some columns of B would not fit the stack";
		return false;
	}
	if (t->panels)
		schedule->weights = (struct stored_weights){.given = p->b,
			.operand = p->b,
			.n = ceil_div(p->axis[0].axis.out, t->columns) * t->columns *
			     p->depth,
			.source = panels_source,
			.packing = t,
			.order = "in panels of columns: by panel, row, column"};
	return schedule_may_fit(schedule, statements_of(t), max_output);
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	(void)target;
	return dtype_is_real(epilogue_from(plan)) ? NULL : "it is for real numbers";
}

/* The addresses at which a tile's operands begin, and the number of loops around it. */
struct tile_at {
	struct address a, b, c, dst;
	int nopen;
};

/* Finds a piece's terms, tap by tap, row-major, as offsets from the first tap in a and
   from the lowest one in b, which is the last. */
static void
find_terms(struct products *all, struct product_piece *piece)
{
	const struct product_plan *p = all->p;
	int64_t index[MAX_AXIS] = {0}, ntap[MAX_AXIS];

	piece->ntap = 1;
	for (int i = 0; i < p->naxis; i++) {
		ntap[i] = (int64_t)piece->class[i]->ntap;
		piece->ntap *= piece->class[i]->ntap;
	}
	piece->nterm = piece->ntap * (size_t)all->t->rows;
	piece->term = arena_array(all->code->arena, struct tap_term, piece->nterm);
	for (size_t n = 0; n < piece->nterm; n += (size_t)all->t->rows) {
		int64_t a = 0, b = 0;

		for (int i = 0; i < p->naxis; i++) {
			const struct product_tap *tap = piece->class[i]->tap;
			const struct product_tap *of = &tap[index[i]];

			a += (of->number - tap[0].number) * p->axis[i].a;
			b += (of->src - tap[ntap[i] - 1].src) * p->axis[i].b;
		}
		for (int64_t r = 0; r < all->t->rows; r++)
			piece->term[n + (size_t)r] =
				(struct tap_term){b, a + r * p->row.a, (size_t)r};
		extents_next(index, ntap, p->naxis);
	}
}

/* Finds the pieces, one for each combination of classes, and builds their tiles. */
static void
find_pieces(struct products *all)
{
	const struct product_plan *p = all->p;
	int64_t index[MAX_AXIS] = {0}, nclass[MAX_AXIS];

	all->npiece = 1;
	for (int i = 0; i < p->naxis; i++) {
		nclass[i] = (int64_t)p->axis[i].nclass;
		all->npiece *= p->axis[i].nclass;
	}
	all->piece = arena_array(all->code->arena, struct product_piece, all->npiece);
	for (size_t n = 0; n < all->npiece; n++) {
		struct product_piece *piece = &all->piece[n];

		for (int i = 0; i < p->naxis; i++)
			piece->class[i] = &p->axis[i].class[index[i]];
		piece->columns =
			min_of(piece->class[p->naxis - 1] -> count, all -> t -> columns);
		find_terms(all, piece);
		piece->function = product_tile(all, piece);
		extents_next(index, nclass, p->naxis);
	}
}

/* Opens a loop around what follows, if it has several passes. */
static struct tile_at
open_loop(struct products *all, struct tile_at at, const struct product_loop *by)
{
	struct code_builder *code = all->code;
	const struct variable *counter =
		code_loop_if(code, all->counter[at.nopen], by->count);

	return (struct tile_at){code_indexed(code, at.a, counter, by->a),
		code_indexed(code, at.b, counter, by->b),
		code_indexed(code, at.c, counter, by->c),
		code_indexed(code, at.dst, counter, by->dst),
		at.nopen + (counter != NULL)};
}

static void
call_tile(struct products *all, const struct product_piece *piece, struct tile_at at)
{
	code_call_with(all->code, piece->function, code_pass(at.a), code_pass(at.b),
		code_pass_if(all->p->c, code_pass(at.c)), code_pass(at.dst));
}

static struct tile_at
moved(struct tile_at at, const struct product_loop *by, int64_t n)
{
	return (struct tile_at){code_moved(at.a, by->a * n), code_moved(at.b, by->b * n),
		code_moved(at.c, by->c * n), code_moved(at.dst, by->dst * n), at.nopen};
}

static struct product_loop
times(struct product_loop loop, int64_t n)
{
	return (struct product_loop){
		loop.count / n, loop.a * n, loop.b * n, loop.c * n, loop.dst * n};
}

/* Copies a tile's columns to the stack, contiguously; returns where they are. */
static struct address
stage(struct products *all, const struct product_piece *piece, struct tile_at at)
{
	struct code_builder *code = all->code;
	int64_t inc = all->p->axis[all->p->naxis - 1].b;
	const struct variable *j = all->counter[at.nopen];
	const struct variable *k = all->counter[at.nopen + 1];
	struct address to = code_along(code, all->panel, j, 1);

	code_loop(code, j, piece->columns);
	code_loop(code, k, all->p->depth);
	at.b = code_indexed(code, code_indexed(code, at.b, j, inc), k, all->p->b_depth);
	code_store(code, code_indexed(code, to, k, all->t->columns),
		code_load(code, all->l->sum, at.b));
	code_ends(code, 2);
	return code_at(all->panel, 0);
}

/* Adds all rows; the last tile overlaps the one before it. */
static void
add_rows(struct products *all, const struct product_piece *piece, struct tile_at at)
{
	const struct product_loop *row = &all->p->row, tiles = times(*row, all->t->rows);

	if (all->t->staged)
		at.b = stage(all, piece, at);
	call_tile(all, piece, open_loop(all, at, &tiles));
	code_end(all->code);
	if (row->count % all->t->rows)
		call_tile(all, piece, moved(at, row, row->count - all->t->rows));
}

/* Adds all columns of a class; the last tile overlaps the one before it. */
static void
add_columns(struct products *all, const struct product_piece *piece, struct tile_at at)
{
	const struct product_plan *p = all->p;
	const struct product_axis *axis = &p->axis[p->naxis - 1];
	const struct product_class *class = piece->class[p->naxis - 1];
	const struct product_loop column = {.count = class->count,
		.b = axis->b,
		.c = axis->c * class->step,
		.dst = all->scatter};
	int64_t n = piece->columns;
	struct product_loop tiles = times(column, n);
	struct tile_at last = moved(at, &column, class->count - n);

	if (all->t->panels) {
		tiles.b = p->depth * all->t->columns;
		last.b = code_moved(at.b, tiles.count * tiles.b);
	}
	add_rows(all, piece, open_loop(all, at, &tiles));
	code_end(all->code);
	if (class->count % n)
		add_rows(all, piece, last);
}

/* Adds a piece: loops, columns and rows. It has no comment: the taps tell pieces
   apart. */
static void
add_piece(struct products *all, const struct product_piece *piece)
{
	const struct product_plan *p = all->p;
	struct tile_at at = {.a = code_at(lowering_operand(all->l, &all->o, p->a), 0),
		.b = code_at(lowering_operand(all->l, &all->o, p->b), 0),
		.dst = code_at(all->o.dst, 0)};

	if (p->c)
		at.c = code_at(lowering_operand(all->l, &all->o, p->c), 0);
	for (int i = 0; i < p->nloop; i++)
		at = open_loop(all, at, &p->loop[i]);
	for (int i = 0; i < p->naxis; i++) {
		const struct product_axis *axis = &p->axis[i];
		const struct product_class *c = piece->class[i];
		const struct product_loop phase = {.count = c->nphase,
			.a = piece->ntap ? axis->a : 0,
			.c = c->phase_dst * axis->c,
			.dst = c->phase_dst * axis->dst};
		const struct product_loop place = {.count = c->count,
			.b = piece->ntap ? axis->b : 0,
			.c = c->step * axis->c,
			.dst = c->step * axis->dst};

		if (piece->ntap) {
			at.a = code_moved(at.a, c->tap[0].number * axis->a);
			at.b = code_moved(at.b, c->tap[c->ntap - 1].src * axis->b);
		}
		at.c = code_moved(at.c, c->first * axis->c);
		at.dst = code_moved(at.dst, c->first * axis->dst);
		at = open_loop(all, at, &phase);
		if (i < p->naxis - 1)
			at = open_loop(all, at, &place);
	}
	add_columns(all, piece, at);
	code_ends(all->code, p->nloop + 2 * p->naxis - 1);
}

static void
product_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	const struct product_tiles *t = schedule->own;
	const struct product_plan *p = t->product;
	const struct product_axis *columns = &p->axis[p->naxis - 1];
	struct products all = {.l = &l, .code = code, .t = t, .p = p};

	all.vector = lowering_vector(&l, t->lanes);
	all.depth_b = t->panels || t->staged ? t->columns : p->b_depth;
	all.column_b = t->panels || t->staged ? 1 : columns->b;
	all.scatter = columns->axis.stride * columns->dst;
	if (schedule->plan->dst.nelement)
		find_pieces(&all);
	all.o = lowering_entry(&l, ENTRY_WHOLE);
	if (all.npiece) {
		code_nested_counters(code, all.counter, MOST_LOOPS, 0);
		if (t->staged)
			all.panel = code_let_array(
				code, l.sum, "panel", p->depth * t->columns, 64);
		code_blank(code);
	}
	for (size_t i = 0; i < all.npiece; i++)
		add_piece(&all, &all.piece[i]);
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
