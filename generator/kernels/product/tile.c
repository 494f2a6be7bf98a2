#include "kernels/product/tile.h"

#include "base/checked.h"

#include <string.h>

enum {
	MOST_SUMS = 64, /* of a tile */
	/* Independent sums in flight; a tile with fewer sums goes through several blocks
	   at a time. */
	SUMS_AT_A_TIME = 8
};

/* The function of a tile being built. */
struct tile_code {
	struct products *all;
	const struct product_piece *piece;
	struct register_tile tile; /* its sums are those of the current block */
	const struct variable *a, *b, *c, *dst, *k, *block;
	int64_t together; /* blocks at a time */
	/* By row and vector; sums also by block. */
	struct variable *sum[MOST_SUMS];
	const struct variable *total[MOST_SUMS];
};

/* What c adds to a row's vector. */
static const struct value *
load_c(const struct tile_code *t, int64_t row, int64_t v)
{
	const struct product_plan *p = t->all->p;
	struct address at = code_at(t->c, row * p->row.c);

	if (!p->axis[p->naxis - 1].c)
		return code_set1_load(t->all->code, t->all->vector, at);
	return code_load_n(t->all->code, t->all->vector,
		code_moved(at, v * t->all->vector.lanes), tile_lanes(&t->tile, v));
}

/* Computes the sums of n blocks of so many steps of depth, the first of which begins at
   step `from`, in a pass of the loop over groups of blocks, if there is one; and adds
   them to the totals in order. */
static void
add_sums(struct tile_code *t, const struct variable *group, int64_t from, int64_t depth,
	int64_t n)
{
	struct products *all = t->all;
	struct code_builder *code = all->code;
	size_t each = (size_t)(all->t->rows * t->tile.vectors), sums = (size_t)n * each;
	int64_t a_depth = all->p->a_depth, step = t->together * all->p->block;
	bool several = n > 1 || t->piece->ntap > 1;
	struct address a =
		code_indexed(code, code_at(t->a, from * a_depth), group, step * a_depth);
	struct address b = code_indexed(
		code, code_at(t->b, from * all->depth_b), group, step * all->depth_b);

	for (size_t i = 0; i < sums; i++)
		code_set(code, t->sum[i], code_number(code, all->vector, 0));
	if (depth > 1) {
		code_loop(code, t->k, depth);
		a = code_indexed(code, a, t->k, a_depth);
		b = code_indexed(code, b, t->k, all->depth_b);
	} else {
		code_block(code);
	}
	for (int64_t block = 0; block < n; block++) {
		int64_t moved = block * all->p->block;

		t->tile.x.at = code_moved(b, moved * all->depth_b);
		t->tile.w.at = code_moved(a, moved * a_depth);
		t->tile.sum =
			(const struct variable *const *)t->sum + (size_t)block * each;
		for (size_t i = 0; i < t->piece->nterm;) {
			if (several)
				code_block(code);
			i += tile_step(&t->tile, &t->piece->term[i], t->piece->nterm - i);
			if (several)
				code_end(code);
		}
	}
	code_end(code);
	for (size_t i = 0; i < sums; i++)
		code_set(code, t->total[i % each],
			code_binary(code, VALUE_ADD, code_get(code, t->total[i % each]),
				code_get(code, t->sum[i])));
}

static void
add_blocks(struct tile_code *t)
{
	const struct product_plan *p = t->all->p;
	int64_t blocks = p->depth / p->block, groups = blocks / t->together;
	int64_t grouped = groups * t->together, rest = blocks - grouped;
	const struct variable *group = code_loop_if(t->all->code, t->block, groups);

	if (groups)
		add_sums(t, group, 0, p->block, t->together);
	code_end(t->all->code);
	if (rest)
		add_sums(t, NULL, grouped * p->block, p->block, rest);
	if (p->depth % p->block)
		add_sums(t, NULL, blocks * p->block, p->depth % p->block, 1);
}

/* A product has a statement of its own, so that compilers cannot contract it with an
   addition. */
static const struct value *
scaled(const struct products *all, const char *name, const struct value *value,
	double factor)
{
	if (factor == 1)
		return value;
	value = code_binary(all->code, VALUE_MULTIPLY, value,
		code_number(all->code, all->vector, factor));
	return code_named(all->code, value, "%s", name);
}

/* The value of a row's vector before the epilogue. */
static const struct value *
summed(const struct tile_code *t, int64_t row, int64_t v)
{
	const struct products *all = t->all;
	const struct value *value =
		code_get(all->code, t->total[row * t->tile.vectors + v]);

	value = scaled(all, code_name(all->code, "scaled%d_%d", (int)row, (int)v), value,
		all->p->alpha);
	if (t->c && !all->p->begins_with_c)
		value = code_binary(all->code, VALUE_ADD, value,
			scaled(all, code_name(all->code, "c%d_%d", (int)row, (int)v),
				load_c(t, row, v), all->p->beta));
	return value;
}

/* Its destination. */
static struct output_place
place_in_dst(const struct tile_code *t, int64_t row, int64_t v)
{
	return tile_place(&t->tile, code_at(t->dst, row * t->all->p->row.dst), v);
}

/* Stores columns that are not contiguous one by one; the epilogue also runs one by one if
   its operands are not contiguous. */
static void
scatter(const struct tile_code *t, int64_t row, const struct variable *out)
{
	const struct products *all = t->all;
	bool vectors = epilogue_takes_vectors(all->l, all->scatter);
	struct output_place place = place_in_dst(t, row, 0);
	struct code_builder *code = all->code;
	/* With a single column, the distance to the next may exceed a channel. */
	int64_t apart = t->piece->columns > 1 ? all->scatter : 1;
	const struct value *value;

	for (int64_t v = 0; v < t->tile.vectors; v++) {
		value = summed(t, row, v);
		if (vectors)
			value = epilogue_lower(all->l, value, place_in_dst(t, row, v));
		code_store_n(code, code_at(out, v * all->vector.lanes), value,
			tile_lanes(&t->tile, v));
	}
	code_loop(code, t->k, t->piece->columns);
	place.at = code_indexed(code, place.at, t->k, apart);
	value = code_load(code, out->type, code_along(code, out, t->k, 1));
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
		if (out)
			scatter(t, r, out);
		else
			for (int64_t v = 0; v < t->tile.vectors; v++)
				epilogue_store(
					all->l, summed(t, r, v), place_in_dst(t, r, v));
}

/* Declares the counters of loops, and the array of outputs to be scattered: as sums, or
   as their epilogue leaves them. */
static const struct variable *
declare(struct tile_code *t)
{
	const struct products *all = t->all;
	struct code_type type = all->l->sum;

	code_counters(all->code, {&t->k, "k", true}, {&t->block, "block", true});
	if (all->scatter == 1 || all->vector.lanes == 1)
		return NULL;
	if (epilogue_takes_vectors(all->l, all->scatter))
		type = code_scalar(all->l->schedule->plan->dst.loaded);
	return code_let_array(all->code, type, "out", t->piece->columns, 0);
}

static void
declare_sums(struct tile_code *t)
{
	const struct products *all = t->all;
	struct code_builder *code = all->code;
	bool begins = t->c && all->p->begins_with_c;
	size_t n = 0;

	for (int64_t r = 0; r < all->t->rows; r++)
		for (int64_t v = 0; v < t->tile.vectors; v++) {
			const struct value *zero = code_number(code, all->vector, 0);
			const struct value *first = begins ? load_c(t, r, v) : zero;

			/* A sum without terms is also added: -0 becomes +0. */
			if (begins && !t->piece->ntap && all->p->depth)
				first = code_binary(code, VALUE_ADD, first, zero);
			t->total[n] = code_let(code, false,
				code_name(code, "total%d_%d", (int)r, (int)v), first);
			n++;
		}
	for (size_t i = 0; i < n * (size_t)t->together; i++) {
		const char *block = i < n ? "" : code_name(code, "%d_", (int)(i / n));

		t->sum[i] = code_variable(code, all->vector, "sum%s%d_%d", block,
			(int)(i % n / (size_t)t->tile.vectors),
			(int)(i % n % (size_t)t->tile.vectors));
	}
	if (t->piece->ntap && all->p->depth)
		code_declare(code, t->sum, n * (size_t)t->together);
}

static struct register_tile
tile_of(const struct products *all, const struct product_piece *piece)
{
	return (struct register_tile){.code = all->code,
		.fused = all->l->fused,
		.vector = all->vector,
		.rows = all->t->rows,
		.vectors = ceil_div(piece->columns, all->vector.lanes),
		.lanes = piece->columns,
		.x = {.inc = 1, .lane = all->column_b, .whole = all->t->panels},
		.w = {.inc = 1},
		.scatter = all->scatter};
}

static const struct function *
build_tile(struct products *all, const struct product_piece *piece)
{
	const struct product_plan *product = all->p;
	struct code_builder *code = all->code;
	struct tile_code t = {.all = all, .piece = piece, .tile = tile_of(all, piece)};
	int64_t blocks = all->p->depth / all->p->block;
	const struct variable *out;

	t.together = min_of(SUMS_AT_A_TIME / (t.tile.rows * t.tile.vectors), blocks);
	t.together = max_of(t.together, 1);

	code_function(code, LINKAGE_NOINLINE,
		lowering_name(all->l, "tile_%zu", all->ntile++),
		code_name(code, "%s of %s, of %s.", code_count(code, all->t->rows, "row"),
			code_count(code, piece->columns, "output"),
			code_count(code, (int64_t)piece->ntap, "tap")));
	t.a = code_input(code, code_scalar(product->a->dtype), "a");
	t.b = code_input(
		code, all->t->staged ? all->l->sum : code_scalar(product->b->dtype), "b");
	if (all->p->c)
		t.c = code_input(code, code_scalar(product->c->dtype), "c");
	t.dst = code_output(code, all->l->stored, "dst");
	out = declare(&t);
	declare_sums(&t);
	code_blank(code);
	if (piece->ntap && all->p->depth) {
		add_blocks(&t);
	} else {
		code_unused(code, t.a);
		code_unused(code, t.b);
	}
	store_tile(&t, out);
	return code_end_function(code);
}

const struct function *
product_tile(struct products *all, const struct product_piece *piece)
{
	for (const struct product_piece *p = all->piece; p < piece; p++)
		if (p->columns == piece->columns && same_array(p, piece, term))
			return p->function;
	return build_tile(all, piece);
}
