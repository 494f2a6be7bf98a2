#include "kernels/plain/plain.h"

#include "base/arena.h"
#include "base/checked.h"

/* Register tiles in plain C: lanes are the elements of small arrays, which compilers
   vectorise. PLAIN_CHANNELS: lanes are output channels, with an array for each position.
   PLAIN_POSITIONS: the other way round. */

/* Taps of a row that share a loop over the lanes, if the lanes' weights are contiguous.
   Measured: with more taps gcc compiles faster, and clang vectorises strided inputs; but
   from 4 on gcc's code is slower, and with scattered weights from 2 on. The number
   depends on compilers, not on processors. */
enum {
	LOOP_TAPS = 3
};

/* The variables of the function. */
struct sums {
	struct kernel_code *k;
	struct code_builder *code;
	const struct plain_kernel *own;
	bool channels;    /* lanes are output channels */
	int64_t n, lanes; /* the number of sums, and the lanes of each */
	/* Arrays; scalars if there is one lane. */
	const struct variable **sum, **total;
	const struct variable **x, **w, **b;
};

static const struct variable **
declare(const struct sums *s, const char *stem)
{
	struct variable **all;

	if (s->lanes == 1)
		return code_variables(s->code, s->k->sum, stem, s->n, 1);
	all = arena_array(s->code->body, struct variable *, s->n);
	for (int64_t i = 0; i < s->n; i++)
		all[i] = code_array(s->code, s->k->sum,
			code_name(s->code, "%s%lld", stem, (long long)i), s->lanes, 0);
	code_declare(s->code, all, (size_t)s->n);
	return (const struct variable **)all;
}

static void
declare_all(struct sums *s)
{
	struct kernel_code *k = s->k;
	bool reads = k->kernel->reads;

	if (k->blocks)
		s->total = declare(s, "total");
	if (k->plan->nblock)
		s->sum = declare(s, "sum");
	if (reads && s->channels)
		s->x = code_variables(s->code, k->sum, "x", (int64_t)s->own->nload, 1);
	else if (reads && k->conv)
		s->w = code_variables(s->code, k->sum, "w", s->n, 1);
	if (!s->channels && k->has_bias)
		s->b = code_variables(s->code, k->sum, "b", s->n, 1);
	kernel_counters(k, s->lanes > 1, false);
}

static void
begin_lanes(const struct sums *s)
{
	if (s->lanes > 1)
		code_loop(s->code, s->k->i, s->lanes);
	else
		code_block(s->code);
}

/* An element whose address advances with the lanes. */
static const struct value *
load_lane(const struct sums *s, struct address at, int64_t inc)
{
	return code_load(s->code, s->k->sum, code_indexed(s->code, at, s->k->i, inc));
}

static const struct value *
get(const struct sums *s, const struct variable *v)
{
	return s->lanes > 1 ? load_lane(s, code_at(v, 0), 1) : code_get(s->code, v);
}

static void
set(const struct sums *s, const struct variable *v, const struct value *value)
{
	if (s->lanes > 1)
		code_store(s->code, code_along(s->code, v, s->k->i, 1), value);
	else
		code_set(s->code, v, value);
}

static void
clear(struct kernel_code *k)
{
	const struct sums *s = k->own;

	begin_lanes(s);
	for (int64_t i = 0; i < s->n; i++)
		set(s, s->sum[i], reducer_identity(k->reducer, k->sum));
	code_end(s->code);
}

static void
add(struct kernel_code *k)
{
	const struct sums *s = k->own;

	begin_lanes(s);
	for (int64_t i = 0; i < s->n; i++)
		set(s, s->total[i],
			reducer_join(k->reducer, get(s, s->total[i]), get(s, s->sum[i])));
	code_end(s->code);
}

/* The bias of a lane's channel; NULL: lanes are not channels. */
static const struct value *
let_bias(const struct sums *s)
{
	const struct value *b;

	if (!s->k->has_bias || !s->channels)
		return NULL;
	b = code_named(s->code, load_lane(s, code_at(s->k->bias, 0), 1), "b");
	code_blank(s->code);
	return b;
}

/* The initial total of sum i: the bias, per lane or per sum. */
static const struct value *
first_total(const struct sums *s, int64_t i, const struct value *lane)
{
	if (!s->k->has_bias)
		return code_number(s->code, s->k->sum, 0);
	return lane ? lane : code_get(s->code, s->b[i]);
}

/* Adds a loop over the lanes, which are output channels, for some neighbouring taps of a
   row. */
static void
add_taps_of_channels(
	const struct sums *s, const struct tap_row *row, int64_t first, int64_t ntap)
{
	struct kernel_code *k = s->k;
	const struct plain_kernel *own = s->own;
	const struct value *w[LOOP_TAPS];

	begin_lanes(s);
	for (int64_t t = 0; t < ntap; t++) {
		struct address at =
			code_moved(k->w, (row->tap + first + t) * k->steps.tap);

		w[t] = code_named(s->code, load_lane(s, at, k->steps.channel), "%s",
			ntap > 1 ? code_name(s->code, "v%d", (int)t) : "v");
	}
	code_blank(s->code);
	for (int64_t t = 0; t < ntap; t++)
		for (int64_t i = 0; i < s->n; i++) {
			size_t x = own->use[i * own->row_ntap + first + t];

			set(s, s->sum[i],
				reducer_term(k->reducer, get(s, s->sum[i]),
					code_get(s->code, s->x[x]), w[t]));
		}
	code_end(s->code);
}

/* Adds the taps of one row; lanes are output channels. */
static void
add_row_of_channels(const struct sums *s, const struct tap_row *row)
{
	int64_t most = s->k->plan->packed ? LOOP_TAPS : 1, ntap = s->own->row_ntap;

	for (size_t i = 0; i < s->own->nload; i++)
		code_set(s->code, s->x[i],
			code_load(s->code, s->k->sum,
				code_moved(s->k->x, row->src + s->own->load[i])));
	for (int64_t t = 0; t < ntap; t += most)
		add_taps_of_channels(s, row, t, min_of(ntap - t, most));
}

/* Adds the taps of one row; lanes are positions. */
static void
add_row_of_positions(const struct sums *s, const struct tap_row *row)
{
	struct kernel_code *k = s->k;

	for (int64_t t = 0; t < s->own->row_ntap; t++) {
		struct address x = code_moved(k->x, row->src + t * s->own->row_tap_src);
		int64_t w = (row->tap + t) * k->steps.tap;
		const struct value *v;

		for (int64_t i = 0; i < s->n && k->conv; i++)
			code_set(s->code, s->w[i],
				code_load(s->code, k->sum,
					code_moved(k->w, i * k->steps.channel + w)));
		begin_lanes(s);
		v = code_named(s->code, load_lane(s, x, s->own->src_step), "v");
		code_blank(s->code);
		for (int64_t i = 0; i < s->n; i++)
			set(s, s->sum[i],
				reducer_term(k->reducer, get(s, s->sum[i]), v,
					k->conv ? code_get(s->code, s->w[i]) : NULL));
		code_end(s->code);
	}
}

static void
add_rows(struct kernel_code *k)
{
	const struct sums *s = k->own;

	for (size_t r = 0; r < s->own->nrow; r++)
		if (s->channels)
			add_row_of_channels(s, &s->own->row[r]);
		else
			add_row_of_positions(s, &s->own->row[r]);
}

static void
add_taps(struct kernel_code *k)
{
	kernel_looped_taps(k, add_rows);
}

/* The value of sum i, before it is finished. */
static const struct value *
final_sum(const struct sums *s, int64_t i, const struct value *lane)
{
	if (!s->k->conv)
		return get(s, s->sum[i]);
	if (s->k->blocks)
		return get(s, s->total[i]);
	if (!s->k->plan->nblock)
		return first_total(s, i, lane);
	return reducer_join(s->k->reducer, first_total(s, i, lane), get(s, s->sum[i]));
}

static void
add_stores(const struct sums *s)
{
	struct kernel_code *k = s->k;
	int64_t channel = k->window->dst.channel, position = s->own->dst_step;
	int64_t of_lane = s->channels ? channel : position;
	int64_t of_sum = s->channels ? position : channel;
	const struct value *lane;

	begin_lanes(s);
	lane = k->blocks ? NULL : let_bias(s);
	for (int64_t i = 0; i < s->n; i++) {
		const struct output_place place = {
			code_indexed(s->code, code_at(k->dst, i * of_sum), k->i, of_lane),
			1, 1};

		code_store(s->code, place.at,
			reducer_finish(k->reducer, final_sum(s, i, lane),
				s->own->nrow ? s->own->divisor : 1,
				k->divisor ? code_get(s->code, k->divisor) : NULL,
				place));
	}
	code_end(s->code);
}

void
plain_sums_lower(struct kernel_code *k)
{
	static const struct channel_steps steps = {clear, add_taps, add};
	const struct plain_kernel *own = plain_of(k->kernel);
	bool channels = own->kind == PLAIN_CHANNELS;
	struct sums s = {.k = k,
		.code = k->code,
		.own = own,
		.channels = channels,
		.n = channels ? own->positions : k->kernel->channels,
		.lanes = channels ? k->kernel->channels : own->positions};

	k->own = &s;
	declare_all(&s);
	kernel_unused(k);
	for (int64_t i = 0; s.b && i < s.n; i++)
		code_set(s.code, s.b[i], code_load(s.code, k->sum, code_at(k->bias, i)));
	if (k->blocks) {
		const struct value *lane;

		begin_lanes(&s);
		lane = let_bias(&s);
		for (int64_t i = 0; i < s.n; i++)
			set(&s, s.total[i], first_total(&s, i, lane));
		code_end(s.code);
	}
	if (k->plan->nblock)
		kernel_channels(k, &steps);
	add_stores(&s);
}
