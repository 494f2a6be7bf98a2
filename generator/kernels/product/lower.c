#include "kernels/product/product.h"

#include "base/arena.h"
#include "kernels/common/epilogue_code.h"
#include "kernels/common/lowering.h"

#include <string.h>

enum {
	MOST_LOOPS = 3 * MAX_AXIS + 4,
	MOST_SUMS = 64, /* of a tile */
	/* Sums that do not wait for each other: where a tile has fewer, it goes through
	   several blocks at a time. */
	SUMS_AT_A_TIME = 8
};

/* One tap of a tile, from where its operands begin. */
struct tile_tap {
	int64_t a, b;
};

/* The function of a tile: what tells it from others. */
struct tile_function {
	int64_t columns;
	const struct tile_tap *tap;
	size_t ntap;
	const struct function *function;
};

/* Where a tile's operands begin. */
struct tile_at {
	struct address a, b, c, dst;
};

struct products {
	const struct lowering *l;
	struct code_builder *code;
	const struct product_tiles *t;
	const struct product_plan *p;
	struct code_type vector;
	/* From one step of depth to the next, and from one column to the next, of b as
	   tiles read it. */
	int64_t depth_b, column_b;
	int64_t scatter; /* from one column to the next in dst */
	struct tile_function *tile;
	size_t ntile;

	/* Of the piece at hand: a class of each axis, and its tile. */
	const struct product_class *class[MAX_AXIS];
	struct tile_tap *tap;
	size_t ntap;
	int64_t tap_a, tap_b; /* where its first taps are */
	struct entry_operands o;
	const struct variable *panel; /* of staged columns */
	/* Counters of the loops around tiles, outermost first; how many are open, and at
	   most. Where they are counted, there is no code yet. */
	struct variable *counter[MOST_LOOPS];
	int nopen, most_open;
	bool counting;
};

/* The function of a tile at hand. */
struct tile_code {
	struct products *all;
	int64_t columns, vectors;
	const struct variable *a, *b, *c, *dst, *k, *block;
	int64_t together; /* blocks at a time */
	/* By row and vector; sums by block, too. */
	const struct variable *sum[MOST_SUMS], *total[MOST_SUMS];
};

/* Lanes that a vector of the tile has. */
static int64_t
lanes_of(const struct tile_code *t, int64_t v)
{
	int64_t lanes = t->all->vector.lanes, left = t->columns - v * lanes;

	return left < lanes ? left : lanes;
}

/* So many lanes of a vector. */
static const struct value *
load_lanes(const struct tile_code *t, struct address at, int64_t n)
{
	const struct products *all = t->all;

	return n < all->vector.lanes ? code_load_n(all->code, all->vector, at, n)
				     : code_load(all->code, all->vector, at);
}

static const struct value *
load_everywhere(const struct products *all, struct address at)
{
	return all->vector.lanes > 1 ? code_set1_load(all->code, all->vector, at)
				     : code_load(all->code, all->vector, at);
}

static size_t
place_of(const struct tile_code *t, int64_t row, int64_t v)
{
	return (size_t)(row * t->vectors + v);
}

/* What c adds to a row's vector. */
static const struct value *
load_c(const struct tile_code *t, int64_t row, int64_t v)
{
	const struct product_plan *p = t->all->p;
	struct address at = code_at(t->c, row * p->row.c);

	if (!p->axis[p->naxis - 1].c)
		return load_everywhere(t->all, at);
	return load_lanes(t, code_moved(at, v * t->all->vector.lanes), lanes_of(t, v));
}

/* sum + x * w; of integers in two operations, which round nothing. */
static const struct value *
add_product(const struct products *all, const struct value *x, const struct value *w,
	const struct variable *sum)
{
	struct code_builder *code = all->code;

	if (dtype_info[all->vector.dtype].kind == KIND_FLOAT)
		return code_muladd(code, all->l->fused, x, w, code_get(code, sum));
	return code_binary(code, VALUE_ADD, code_binary(code, VALUE_MULTIPLY, x, w),
		code_get(code, sum));
}

/* The products of one tap, for sums from number `first` on. */
static void
add_tap(const struct tile_code *t, const struct tile_tap *tap, struct address a,
	struct address b, size_t first)
{
	struct products *all = t->all;
	struct code_builder *code = all->code;
	const struct value *x[MOST_SUMS];

	for (int64_t v = 0; v < t->vectors; v++) {
		struct address at =
			code_moved(b, tap->b + v * all->vector.lanes * all->column_b);

		x[v] = !all->column_b   ? load_everywhere(all, at)
		       : all->t->panels ? code_load(code, all->vector, at)
					: load_lanes(t, at, lanes_of(t, v));
		if (all->t->rows > 1)
			x[v] = code_get(
				code, code_let(code, true, code_name(code, "x%d", (int)v),
					      x[v]));
	}
	for (int64_t r = 0; r < all->t->rows; r++) {
		const struct value *w =
			load_everywhere(all, code_moved(a, tap->a + r * all->p->row.a));

		if (t->vectors > 1)
			w = code_get(code,
				code_let(code, true, code_name(code, "w%d", (int)r), w));
		for (int64_t v = 0; v < t->vectors; v++) {
			const struct variable *sum = t->sum[first + place_of(t, r, v)];

			code_set(code, sum, add_product(all, x[v], w, sum));
		}
	}
}

/* The sums of n blocks of so many steps of depth, which are added in order. */
static void
add_sums(const struct tile_code *t, struct address a, struct address b, int64_t depth,
	int64_t n)
{
	struct products *all = t->all;
	struct code_builder *code = all->code;
	size_t each = place_of(t, all->t->rows, 0), sums = (size_t)n * each;

	for (size_t i = 0; i < sums; i++)
		code_set(code, t->sum[i], code_number(code, all->vector, 0));
	if (depth > 1) {
		code_loop(code, t->k, depth);
		a = code_indexed(code, a, t->k, all->p->a_depth);
		b = code_indexed(code, b, t->k, all->depth_b);
	} else {
		code_block(code);
	}
	for (size_t i = 0; i < (size_t)n * all->ntap; i++) {
		int64_t block = (int64_t)(i / all->ntap);

		if ((size_t)n * all->ntap > 1)
			code_block(code);
		add_tap(t, &all->tap[i % all->ntap],
			code_moved(a, block * all->p->block * all->p->a_depth),
			code_moved(b, block * all->p->block * all->depth_b),
			(size_t)block * each);
		if ((size_t)n * all->ntap > 1)
			code_end(code);
	}
	code_end(code);
	for (size_t i = 0; i < sums; i++)
		code_set(code, t->total[i % each],
			code_binary(code, VALUE_ADD, code_get(code, t->total[i % each]),
				code_get(code, t->sum[i])));
}

static void
add_blocks(const struct tile_code *t)
{
	const struct product_plan *p = t->all->p;
	struct code_builder *code = t->all->code;
	int64_t blocks = p->depth / p->block, groups = blocks / t->together;
	int64_t step = t->together * p->block, done = groups * step;
	struct address a = code_at(t->a, 0), b = code_at(t->b, 0);

	if (groups > 1) {
		code_loop(code, t->block, groups);
		add_sums(t, code_indexed(code, a, t->block, step * p->a_depth),
			code_indexed(code, b, t->block, step * t->all->depth_b), p->block,
			t->together);
		code_end(code);
	} else if (groups) {
		add_sums(t, a, b, p->block, t->together);
	}
	if (blocks % t->together)
		add_sums(t, code_moved(a, done * p->a_depth),
			code_moved(b, done * t->all->depth_b), p->block,
			blocks % t->together);
	done = blocks * p->block;
	if (p->depth > done)
		add_sums(t, code_moved(a, done * p->a_depth),
			code_moved(b, done * t->all->depth_b), p->depth - done, 1);
}

/* A product has a statement of its own, so that compilers add nothing to it in one
   rounding. */
static const struct value *
scaled(const struct products *all, const char *name, const struct value *value,
	double factor)
{
	if (factor == 1)
		return value;
	value = code_binary(all->code, VALUE_MULTIPLY, value,
		code_number(all->code, all->vector, factor));
	return code_get(all->code, code_let(all->code, true, name, value));
}

/* The value of a row's vector; without the steps behind it. */
static const struct value *
summed(const struct tile_code *t, int64_t row, int64_t v)
{
	const struct products *all = t->all;
	const struct value *value = code_get(all->code, t->total[place_of(t, row, v)]);

	value = scaled(all, code_name(all->code, "scaled%d_%d", (int)row, (int)v), value,
		all->p->alpha);
	if (t->c && !all->p->begins_with_c)
		value = code_binary(all->code, VALUE_ADD, value,
			scaled(all, code_name(all->code, "c%d_%d", (int)row, (int)v),
				load_c(t, row, v), all->p->beta));
	return value;
}

/* Where it goes. */
static struct output_place
place_in_dst(const struct tile_code *t, int64_t row, int64_t v)
{
	const struct products *all = t->all;

	return (struct output_place){
		code_at(t->dst,
			row * all->p->row.dst + v * all->vector.lanes * all->scatter),
		lanes_of(t, v), all->scatter};
}

/* Columns that do not lie side by side are stored one by one; so are the steps behind
   them, where what those read does not lie as vectors. */
static void
scatter(const struct tile_code *t, int64_t row, const struct variable *out)
{
	const struct products *all = t->all;
	bool vectors = epilogue_takes_vectors(all->l, all->scatter);
	struct output_place place = place_in_dst(t, row, 0);
	struct code_builder *code = all->code;
	/* One column alone may be farther from the next than a channel is long. */
	int64_t apart = t->columns > 1 ? all->scatter : 1;
	const struct value *value;

	for (int64_t v = 0; v < t->vectors; v++) {
		value = summed(t, row, v);
		if (vectors)
			value = epilogue_lower(all->l, value, place_in_dst(t, row, v));
		code_store_n(
			code, code_at(out, v * all->vector.lanes), value, lanes_of(t, v));
	}
	code_loop(code, t->k, t->columns);
	place.at = code_indexed(code, place.at, t->k, apart);
	value = code_load(
		code, all->l->sum, code_indexed(code, code_at(out, 0), t->k, 1));
	if (!vectors)
		value = epilogue_lower(all->l, value, place);
	code_store(code, place.at, value);
	code_end(code);
}

static void
store_tile(const struct tile_code *t, const struct variable *out)
{
	const struct products *all = t->all;

	for (int64_t r = 0; r < all->t->rows; r++)
		for (int64_t v = 0; v < t->vectors; v++) {
			struct output_place place = place_in_dst(t, r, v);

			if (out) {
				scatter(t, r, out);
				break;
			}
			code_store_n(all->code, place.at,
				epilogue_lower(all->l, summed(t, r, v), place), place.n);
		}
}

static const struct variable *
parameter(const struct products *all, struct code_type type, const char *name, bool reads)
{
	struct variable *v = code_parameter(all->code, VARIABLE_POINTER, type, name);

	v->reads = reads;
	v->restricted = !reads;
	return v;
}

/* The counters of loops that are there, and the array of what is scattered. */
static const struct variable *
declare(struct tile_code *t)
{
	const struct products *all = t->all;
	struct code_builder *code = all->code;
	bool scatters = all->scatter != 1 && all->vector.lanes > 1;
	struct variable *counter[2], *out = NULL;
	size_t n = 0;

	if ((all->ntap && all->p->depth > 1) || scatters)
		t->k = counter[n++] = code_counter(code, "k");
	if (all->ntap && all->p->depth / all->p->block / t->together > 1)
		t->block = counter[n++] = code_counter(code, "block");
	if (n)
		code_declare(code, counter, n);
	if (scatters) {
		out = code_array(code, all->l->sum, "out", t->columns, 0);
		code_declare(code, &out, 1);
	}
	return out;
}

static void
declare_sums(struct tile_code *t)
{
	const struct products *all = t->all;
	struct code_builder *code = all->code;
	struct variable *sum[MOST_SUMS];
	bool begins = t->c && all->p->begins_with_c;
	size_t n = 0;

	for (int64_t r = 0; r < all->t->rows; r++)
		for (int64_t v = 0; v < t->vectors; v++) {
			const struct value *first = code_number(code, all->vector, 0);

			/* A sum without terms is added, too: -0 becomes +0. */
			if (begins && !all->ntap && all->p->depth)
				first = code_binary(
					code, VALUE_ADD, load_c(t, r, v), first);
			else if (begins)
				first = load_c(t, r, v);
			t->total[n] = code_let(code, false,
				code_name(code, "total%d_%d", (int)r, (int)v), first);
			n++;
		}
	for (size_t i = 0; i < n * (size_t)t->together; i++) {
		const char *block = i < n ? "" : code_name(code, "%d_", (int)(i / n));

		sum[i] = code_variable(code, all->vector, "sum%s%d_%d", block,
			(int)(i % n / (size_t)t->vectors),
			(int)(i % n % (size_t)t->vectors));
		t->sum[i] = sum[i];
	}
	if (all->ntap && all->p->depth)
		code_declare(code, sum, n * (size_t)t->together);
}

static const struct function *
build_tile(struct products *all, int64_t columns)
{
	struct code_builder *code = all->code;
	struct tile_code t = {.all = all,
		.columns = columns,
		.vectors = (columns + all->vector.lanes - 1) / all->vector.lanes};
	int64_t blocks = all->p->depth / all->p->block;
	const struct variable *out;

	t.together = SUMS_AT_A_TIME / (all->t->rows * t.vectors);
	if (t.together > blocks)
		t.together = blocks;
	if (t.together < 1)
		t.together = 1;

	code_function(code, LINKAGE_NOINLINE,
		lowering_name(all->l, "tile_%zu", all->ntile),
		code_name(code, "%lld row%s of %lld output%s, of %zu tap%s.",
			(long long)all->t->rows, all->t->rows > 1 ? "s" : "",
			(long long)columns, columns > 1 ? "s" : "", all->ntap,
			all->ntap == 1 ? "" : "s"));
	t.a = parameter(all, all->l->memory, "a", true);
	t.b = parameter(all, all->t->staged ? all->l->sum : all->l->memory, "b", true);
	if (all->p->c)
		t.c = parameter(all, all->l->memory, "c", true);
	t.dst = parameter(all, all->l->memory, "dst", false);
	out = declare(&t);
	declare_sums(&t);
	code_blank(code);
	if (all->ntap && all->p->depth) {
		add_blocks(&t);
	} else {
		code_unused(code, t.a);
		code_unused(code, t.b);
	}
	store_tile(&t, out);
	return code_end_function(code);
}

/* The function of the piece at hand for so many columns: one that is there, or a new one.
 */
static const struct function *
find_tile(struct products *all, int64_t columns)
{
	struct tile_function *f;

	for (size_t i = 0; i < all->ntile; i++) {
		f = &all->tile[i];
		if (f->columns == columns && f->ntap == all->ntap &&
			(!f->ntap || !memcmp(f->tap, all->tap, f->ntap * sizeof *f->tap)))
			return f->function;
	}
	all->tile =
		arena_grow(all->code->arena, all->tile, all->ntile, sizeof *all->tile);
	f = &all->tile[all->ntile];
	*f = (struct tile_function){
		columns, all->tap, all->ntap, build_tile(all, columns)};
	all->ntile++;
	return f->function;
}

/* The taps of the piece at hand, row-major, counted from where the first one is in a, and
   from the lowest in b. */
static void
find_taps(struct products *all)
{
	const struct product_plan *p = all->p;
	size_t index[MAX_AXIS] = {0};
	int i;

	all->ntap = 1;
	all->tap_a = all->tap_b = 0;
	for (i = 0; i < p->naxis; i++) {
		const struct product_class *c = all->class[i];

		all->ntap *= c->ntap;
		if (!c->ntap)
			continue;
		all->tap_a += c->tap[0].number * p->axis[i].a;
		all->tap_b += c->tap[c->ntap - 1].src * p->axis[i].b;
	}
	all->tap = arena_array(all->code->arena, struct tile_tap, all->ntap);
	if (!all->ntap)
		all->tap_a = all->tap_b = 0;
	for (size_t n = 0; n < all->ntap; n++) {
		struct tile_tap *tap = &all->tap[n];

		*tap = (struct tile_tap){-all->tap_a, -all->tap_b};
		for (i = 0; i < p->naxis; i++) {
			const struct product_tap *of = &all->class[i]->tap[index[i]];

			tap->a += of->number * p->axis[i].a;
			tap->b += of->src * p->axis[i].b;
		}
		for (i = p->naxis - 1; i >= 0 && ++index[i] == all->class[i] -> ntap; i--)
			index[i] = 0;
	}
}

/* Calls what it is given for every combination of classes. */
static void
each_piece(struct products *all, void (*take)(struct products *all))
{
	const struct product_plan *p = all->p;
	size_t index[MAX_AXIS] = {0};
	int i;

	do {
		for (i = 0; i < p->naxis; i++)
			all->class[i] = &p->axis[i].class[index[i]];
		all->scatter = all->class[p->naxis - 1]->step * p->axis[p->naxis - 1].dst;
		find_taps(all);
		take(all);
		for (i = p->naxis - 1; i >= 0 && ++index[i] == p->axis[i].nclass; i--)
			index[i] = 0;
	} while (i >= 0);
}

static int64_t
columns_of(const struct products *all)
{
	int64_t count = all->class[all->p->naxis - 1]->count;

	return count < all->t->columns ? count : all->t->columns;
}

static void
make_tile(struct products *all)
{
	find_tile(all, columns_of(all));
}

static struct address
moved_by(const struct products *all, struct address at, const struct variable *counter,
	int64_t inc)
{
	return inc ? code_indexed(all->code, at, counter, inc) : at;
}

/* The next counter. */
static const struct variable *
take_counter(struct products *all)
{
	if (++all->nopen > all->most_open)
		all->most_open = all->nopen;
	return all->counter[all->nopen - 1];
}

/* A loop of so many passes around what comes, if there are several. */
static bool
open_loop(struct products *all, struct tile_at *at, const struct product_loop *by)
{
	const struct variable *counter;

	if (by->count == 1)
		return false;
	counter = take_counter(all);
	if (all->counting)
		return true;
	code_loop(all->code, counter, by->count);
	at->a = moved_by(all, at->a, counter, by->a);
	at->b = moved_by(all, at->b, counter, by->b);
	at->c = moved_by(all, at->c, counter, by->c);
	at->dst = moved_by(all, at->dst, counter, by->dst);
	return true;
}

static void
close_loop(struct products *all, bool open)
{
	if (!open)
		return;
	all->nopen--;
	if (!all->counting)
		code_end(all->code);
}

static void
call_tile(struct products *all, const struct tile_at *at)
{
	struct argument argument[4];
	size_t n = 0;

	if (all->counting)
		return;
	argument[n++] = code_pass(at->a);
	argument[n++] = code_pass(all->panel ? code_at(all->panel, 0) : at->b);
	if (all->p->c)
		argument[n++] = code_pass(at->c);
	argument[n++] = code_pass(at->dst);
	code_call(all->code, find_tile(all, columns_of(all)), argument);
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

/* All rows; the last tile overlaps the one before it. */
static void
add_rows(struct products *all, struct tile_at at)
{
	const struct product_loop *row = &all->p->row, tiles = times(*row, all->t->rows);
	struct tile_at inner = at;
	bool open = open_loop(all, &inner, &tiles);

	call_tile(all, &inner);
	close_loop(all, open);
	if (row->count % all->t->rows) {
		at = moved(&at, row, row->count - all->t->rows);
		call_tile(all, &at);
	}
}

/* Copies a tile's columns side by side, where they do not lie so. */
static void
stage(struct products *all, struct address b)
{
	struct code_builder *code = all->code;
	int64_t inc = all->p->axis[all->p->naxis - 1].b;
	const struct variable *j = take_counter(all), *k = take_counter(all);
	struct address to = code_at(all->panel, 0);

	all->nopen -= 2;
	if (all->counting)
		return;
	code_loop(code, j, columns_of(all));
	code_loop(code, k, all->p->depth);
	b = code_indexed(code, code_indexed(code, b, j, inc), k, all->p->b_depth);
	to = code_indexed(code, code_indexed(code, to, j, 1), k, all->t->columns);
	code_store(code, to, code_load(code, all->l->sum, b));
	code_end(code);
	code_end(code);
}

static void
add_columns_at(struct products *all, struct tile_at at)
{
	if (all->t->staged && all->p->depth)
		stage(all, at.b);
	add_rows(all, at);
}

/* All columns of a class; the last tile overlaps the one before it. */
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
	int64_t n = columns_of(all), last = class->count - n;
	struct product_loop tiles = times(column, n);
	struct tile_at inner = at, end = moved(&at, &column, last);
	bool open;

	if (all->t->panels) {
		tiles.b = p->depth * all->t->columns;
		end.b = code_moved(at.b, class->count / n * tiles.b);
	}
	open = open_loop(all, &inner, &tiles);
	add_columns_at(all, inner);
	close_loop(all, open);
	if (class->count % n)
		add_columns_at(all, end);
}

/* "Outputs 1, 3.. of axis D1" is more than a reader wants: the taps tell the pieces. */
static void
add_piece(struct products *all)
{
	const struct product_plan *p = all->p;
	struct tile_at at = {
		code_at(all->o.operand[p->a - all->l->schedule->plan->operand],
			all->tap_a),
		code_at(all->o.operand[p->b - all->l->schedule->plan->operand],
			all->tap_b),
		{0}, code_at(all->o.dst, 0)};
	bool open[3 * MAX_AXIS];
	int n = 0;

	if (p->c)
		at.c = code_at(all->o.operand[p->c - all->l->schedule->plan->operand], 0);
	for (int i = 0; i < p->nloop; i++)
		open[n++] = open_loop(all, &at, &p->loop[i]);
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
		open[n++] = open_loop(all, &at, &phase);
		if (i < p->naxis - 1)
			open[n++] = open_loop(all, &at, &place);
	}
	add_columns(all, at);
	while (n > 0)
		close_loop(all, open[--n]);
}

/* The counters of loops, and the array that columns are staged in. */
static void
declare_all(struct products *all)
{
	struct code_builder *code = all->code;
	struct variable *panel;

	all->counting = true;
	each_piece(all, add_piece);
	all->counting = false;
	for (int i = 0; i < all->most_open; i++)
		all->counter[i] = code_counter(code, code_name(code, "i%d", i));
	if (all->most_open)
		code_declare(code, all->counter, (size_t)all->most_open);
	if (all->t->staged) {
		panel = code_array(code, all->l->sum, "panel",
			(all->p->depth ? all->p->depth : 1) * all->t->columns, 64);
		code_declare(code, &panel, 1);
		all->panel = panel;
	}
	if (all->most_open || all->t->staged)
		code_blank(code);
}

void
product_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	const struct product_tiles *t = schedule->own;
	struct products all = {.l = &l, .code = code, .t = t, .p = t->product};

	all.vector = t->lanes > 1 ? lowering_vector(&l, t->lanes) : l.sum;
	all.depth_b = t->panels || t->staged ? t->columns : all.p->b_depth;
	all.column_b = t->panels || t->staged ? 1 : all.p->axis[all.p->naxis - 1].b;
	if (schedule->plan->dst.nelement)
		each_piece(&all, make_tile);
	all.o = lowering_entry(&l, ENTRY_WHOLE);
	if (schedule->plan->dst.nelement) {
		declare_all(&all);
		each_piece(&all, add_piece);
	}
	code_end_function(code);
}
