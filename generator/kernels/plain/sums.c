#include "kernels/common/tile_code.h"

#include "arena.h"

/* Register tiles in plain C that keep a sum for every output: lanes are the elements of
   small arrays, which compilers turn into vectors. TILE_CHANNELS: lanes are output
   channels, and there is an array for each position. TILE_POSITIONS: the other way. */

/* Taps of a row that share a loop over the lanes, where these find their weights side by
   side. Measured: the more there are, the sooner gcc is done, and clang makes vectors for
   inputs with strides; but from 4 on gcc's are slower, and where weights lie apart they
   are from 2 on. */
enum {
	LOOP_TAPS = 3
};

static int64_t
sums_of(const struct tile *t)
{
	return t->kind == TILE_CHANNELS ? t->positions : t->channels;
}

static int64_t
lanes_of(const struct tile *t)
{
	return t->kind == TILE_CHANNELS ? t->channels : t->positions;
}

/* The variables of the function. */
struct plain {
	const struct variable **sum,
		**total; /* arrays, or numbers where there is a lane */
	const struct variable **x, **w, **b;
};

static const struct variable **
declare(struct tile_code *t, const char *stem, int64_t n, bool array)
{
	struct variable **all = arena_array(t->code->body, struct variable *, n);
	int64_t lanes = lanes_of(t->tile);

	for (int64_t k = 0; k < n; k++) {
		const char *name = code_name(t->code, "%s%lld", stem, (long long)k);

		all[k] = array && lanes > 1 ? code_array(t->code, t->sum, name, lanes, 0)
					    : code_variable(t->code, t->sum, name);
	}
	code_declare(t->code, all, (size_t)n);
	return (const struct variable **)all;
}

static void
declare_all(struct tile_code *t, struct plain *p)
{
	const struct tile *tile = t->tile;
	int64_t n = sums_of(tile);
	bool reads = tile_reads(t);

	if (t->blocks)
		p->total = declare(t, "total", n, true);
	if (t->tiles->nblock)
		p->sum = declare(t, "sum", n, true);
	if (reads && tile->kind == TILE_CHANNELS)
		p->x = declare(t, "x", (int64_t)tile->nload, false);
	else if (reads && t->conv)
		p->w = declare(t, "w", tile->channels, false);
	if (tile->kind == TILE_POSITIONS && t->has_bias)
		p->b = declare(t, "b", tile->channels, false);
	tile_counters(t, false);
}

static void
begin_lanes(struct tile_code *t)
{
	if (lanes_of(t->tile) > 1)
		code_loop(t->code, t->i, lanes_of(t->tile));
	else
		code_block(t->code);
}

/* An address that moves with the lanes. */
static struct address
at_lane(struct tile_code *t, struct address at, int64_t inc)
{
	return lanes_of(t->tile) > 1 ? code_indexed(t->code, at, t->i, inc) : at;
}

static const struct value *
get(struct tile_code *t, const struct variable *v)
{
	if (v->kind == VARIABLE_ARRAY)
		return code_load(t->code, t->sum, at_lane(t, code_at(v, 0), 1));
	return code_get(t->code, v);
}

static void
set(struct tile_code *t, const struct variable *v, const struct value *value)
{
	if (v->kind == VARIABLE_ARRAY)
		code_store(t->code, at_lane(t, code_at(v, 0), 1), value);
	else
		code_set(t->code, v, value);
}

static const struct plain *
plain_of(const struct tile_code *t)
{
	return t->own;
}

static void
clear(struct tile_code *t)
{
	begin_lanes(t);
	for (int64_t k = 0; k < sums_of(t->tile); k++)
		set(t, plain_of(t)->sum[k], reducer_identity(t->reducer, t->sum));
	code_end(t->code);
}

static void
add(struct tile_code *t)
{
	const struct plain *p = plain_of(t);

	begin_lanes(t);
	for (int64_t k = 0; k < sums_of(t->tile); k++)
		set(t, p->total[k],
			reducer_join(t->reducer, get(t, p->total[k]), get(t, p->sum[k])));
	code_end(t->code);
}

/* The bias of the channel that a lane is. */
static const struct value *
let_bias_of_lane(struct tile_code *t)
{
	const struct value *b = code_get(t->code,
		code_let(t->code, true, "b",
			code_load(t->code, t->sum, at_lane(t, code_at(t->bias, 0), 1))));

	code_blank(t->code);
	return b;
}

/* What the total of sum k begins with: the bias, in lanes or per sum. */
static const struct value *
first_total(struct tile_code *t, int64_t k, const struct value *lane)
{
	if (!t->has_bias)
		return code_number(t->code, t->sum, 0);
	return lane ? lane : code_get(t->code, plain_of(t)->b[k]);
}

static void
begin_totals(struct tile_code *t)
{
	const struct value *lane = NULL;

	begin_lanes(t);
	if (t->has_bias && t->tile->kind == TILE_CHANNELS)
		lane = let_bias_of_lane(t);
	for (int64_t k = 0; k < sums_of(t->tile); k++)
		set(t, plain_of(t)->total[k], first_total(t, k, lane));
	code_end(t->code);
}

/* A loop over the lanes, output channels, for some neighbouring taps of a row. */
static void
add_taps_of_channels(
	struct tile_code *t, const struct tap_row *row, int64_t first, int64_t ntap)
{
	const struct tile *tile = t->tile;
	const struct plain *p = plain_of(t);
	const struct value *w[LOOP_TAPS];

	begin_lanes(t);
	for (int64_t k = 0; k < ntap; k++) {
		struct address at =
			code_moved(t->w, (row->tap + first + k) * t->steps.tap);

		at = at_lane(t, at, t->steps.channel);
		w[k] = code_get(t->code,
			code_let(t->code, true,
				ntap > 1 ? code_name(t->code, "v%d", (int)k) : "v",
				code_load(t->code, t->sum, at)));
	}
	code_blank(t->code);
	for (int64_t k = 0; k < ntap; k++)
		for (int64_t i = 0; i < tile->positions; i++) {
			const struct variable *x =
				p->x[tile->use[i * tile->row_ntap + first + k]];

			set(t, p->sum[i],
				reducer_term(t->reducer, get(t, p->sum[i]),
					code_get(t->code, x), w[k]));
		}
	code_end(t->code);
}

/* The taps of one row, lanes being output channels. */
static void
add_row_of_channels(struct tile_code *t, const struct tap_row *row)
{
	const struct tile *tile = t->tile;
	int64_t most = t->tiles->packed ? LOOP_TAPS : 1;

	for (size_t i = 0; i < tile->nload; i++)
		code_set(t->code, plain_of(t)->x[i],
			code_load(t->code, t->sum,
				code_moved(t->x, row->src + tile->load[i])));
	for (int64_t k = 0; k < tile->row_ntap; k += most) {
		int64_t left = tile->row_ntap - k;

		add_taps_of_channels(t, row, k, left < most ? left : most);
	}
}

/* The taps of one row, lanes being positions. */
static void
add_row_of_positions(struct tile_code *t, const struct tap_row *row)
{
	const struct tile *tile = t->tile;
	const struct plain *p = plain_of(t);

	for (int64_t k = 0; k < tile->row_ntap; k++) {
		struct address at = code_moved(t->x, row->src + k * tile->row_tap_src);
		const struct value *v;

		for (int64_t m = 0; t->conv && m < tile->channels; m++)
			code_set(t->code, p->w[m],
				code_load(t->code, t->sum,
					code_moved(t->w,
						m * t->steps.channel +
							(row->tap + k) * t->steps.tap)));
		begin_lanes(t);
		v = code_get(t->code, code_let(t->code, true, "v",
					      code_load(t->code, t->sum,
						      at_lane(t, at, tile->src_step))));
		code_blank(t->code);
		for (int64_t m = 0; m < tile->channels; m++)
			set(t, p->sum[m],
				reducer_term(t->reducer, get(t, p->sum[m]), v,
					t->conv ? code_get(t->code, p->w[m]) : NULL));
		code_end(t->code);
	}
}

static void
add_rows(struct tile_code *t)
{
	for (size_t r = 0; r < t->tile->nrow; r++)
		if (t->tile->kind == TILE_CHANNELS)
			add_row_of_channels(t, &t->tile->row[r]);
		else
			add_row_of_positions(t, &t->tile->row[r]);
}

static void
add_taps(struct tile_code *t)
{
	tile_looped_taps(t, add_rows);
}

/* The value of sum k, before it is finished. */
static const struct value *
final_sum(struct tile_code *t, int64_t k, const struct value *lane)
{
	const struct plain *p = plain_of(t);

	if (!t->conv)
		return get(t, p->sum[k]);
	if (t->blocks)
		return get(t, p->total[k]);
	if (!t->tiles->nblock)
		return first_total(t, k, lane);
	return reducer_join(t->reducer, first_total(t, k, lane), get(t, p->sum[k]));
}

static void
add_stores(struct tile_code *t)
{
	const struct tile *tile = t->tile;
	bool channels = tile->kind == TILE_CHANNELS;
	int64_t lane_inc = channels ? t->tiles->plane_out : tile->dst_step;
	int64_t sum_inc = channels ? tile->dst_step : t->tiles->plane_out;
	const struct value *lane = NULL;

	begin_lanes(t);
	if (t->has_bias && !t->blocks && channels)
		lane = let_bias_of_lane(t);
	for (int64_t k = 0; k < sums_of(tile); k++)
		code_store(t->code, at_lane(t, code_at(t->dst, k * sum_inc), lane_inc),
			reducer_finish(t->reducer, final_sum(t, k, lane),
				tile->nrow ? tile->divisor : 1,
				t->divisor ? code_get(t->code, t->divisor) : NULL));
	code_end(t->code);
}

void
plain_sums_lower(struct tile_code *t)
{
	static const struct channel_steps steps = {clear, add_taps, add};
	struct plain p = {0};

	t->own = &p;
	declare_all(t, &p);
	tile_unused(t);
	for (int64_t m = 0; p.b && m < t->tile->channels; m++)
		code_set(
			t->code, p.b[m], code_load(t->code, t->sum, code_at(t->bias, m)));
	if (t->blocks)
		begin_totals(t);
	if (t->tiles->nblock)
		tile_channels(t, &steps);
	add_stores(t);
}
