#include "kernels/plain/plain.h"

#include "base/arena.h"
#include "base/checked.h"
#include "kernels/common/prologue_code.h"

#include <stdlib.h>

/* The functions of micro-kernels: a body for each kind. */

/* PLAIN_DIRECT: one output channel, one input channel. Each window is summed in one
   expression; weights are scalars in registers. */

/* Declares the weights of all taps as constants of the function. */
static const struct value **
let_weights(struct kernel_code *k)
{
	const struct plain_kernel *own = k->kernel->own;
	const struct value **w =
		arena_array(k->code->body, const struct value *, own->ntap + 1);

	for (size_t t = 0; t < own->ntap && k->conv; t++)
		w[t] = code_named(k->code,
			code_load(k->code, k->sum,
				code_at(k->weights, own->tap[t].number * k->steps.tap)),
			"w%zu", t);
	return w;
}

/* The sum of a window whose first input is at x. */
static const struct value *
add_window(struct kernel_code *k, struct address x, const struct value *const *w)
{
	const struct plain_kernel *own = k->kernel->own;
	bool begins = kernel_begins_with_first(k);
	const struct variable *sum = code_let(k->code, false, "sum",
		begins ? prologue_term(k->l, k->sum, code_moved(x, own->tap[0].src))
		       : reducer_identity(k->reducer, k->sum));

	code_blank(k->code);
	kernel_unused(k);
	for (size_t t = begins; t < own->ntap; t++)
		reducer_add(k->reducer, sum,
			prologue_term(k->l, k->sum, code_moved(x, own->tap[t].src)),
			w[t]);
	return code_get(k->code, sum);
}

/* A loop over windows, or a single window. Square roots keep compilers from vectorising a
   loop (a negative argument would set errno), so roots get a loop of their own. */
static void
lower_direct(struct kernel_code *k)
{
	const struct plain_kernel *own = k->kernel->own;
	struct code_builder *code = k->code;
	const struct value **w = let_weights(k), *bias = NULL, *sum;
	const struct variable *sums = NULL, *i;
	struct address x = code_at(k->src, 0), kept;

	if (k->has_bias)
		bias = code_named(
			code, code_load(code, k->sum, code_at(k->bias, 0)), "b");
	if (k->kernel->positions > 1 && takes_roots(k->window))
		sums = code_let_array(code, k->sum, "sums", k->kernel->positions, 0);
	code_counters(code, {&i, "i", k->kernel->positions > 1});
	if (i)
		code_blank(code);
	kept = code_along(code, sums, i, 1);
	code_loop(code, i, k->kernel->positions);
	if (i && own->ntap)
		x = code_let_place(code, true, k->memory, "x",
			code_indexed(code, x, i, own->src_step));
	sum = add_window(k, x, w);
	if (sums) {
		code_store(code, kept, sum);
		code_end(code);
		code_loop(code, i, k->kernel->positions);
		sum = code_load(code, k->sum, kept);
	}
	if (k->conv)
		sum = reducer_join(
			k->reducer, bias ? bias : code_number(code, k->sum, 0), sum);
	reducer_store(k->reducer, sum, own->ntap ? own->divisor : 1, NULL,
		(struct output_place){code_along(code, k->dst, i, own->dst_step), 1, 1});
	code_end(code);
}

/* PLAIN_PLANE: one window that is a whole plane, in PLANE_LANES partial sums. */

/* From one element of the plane to the next. */
static int64_t
step_of(const struct kernel_code *k)
{
	return k->window->src.axis[k->window->naxis - 1];
}

/* Adds the first n elements at src to their lanes' sums; or, without src, the upper half
   of 2 * n sums to the lower half. */
static void
add_lanes(struct kernel_code *k, const struct variable *sum, const struct variable *lane,
	int64_t n, const struct variable *src)
{
	struct code_builder *code = k->code;
	const struct variable *counter = code_loop_if(code, lane, n);
	struct address to = code_along(code, sum, counter, 1);
	struct address x =
		src ? code_along(code, src, counter, step_of(k)) : code_moved(to, n);
	const struct value *old, *more;

	old = code_load(code, k->sum, to);
	more = src ? prologue_term(k->l, k->sum, x) : code_load(code, k->sum, x);
	code_store(code, to,
		src ? reducer_term(k->reducer, old, more, NULL)
		    : reducer_join(k->reducer, old, more));
	code_end(code);
}

static void
lower_plane(struct kernel_code *k)
{
	const struct plain_kernel *own = k->kernel->own;
	struct code_builder *code = k->code;
	int64_t whole = k->plan->plane_in / PLANE_LANES;
	int64_t rest = k->plan->plane_in % PLANE_LANES;
	const struct variable *sum = code_let_array(code, k->sum, "sum", PLANE_LANES, 0);
	const struct variable *lane, *i;

	code_counters(code, {&lane, "lane", true}, {&i, "i", true});
	code_blank(code);
	code_loop(code, lane, PLANE_LANES);
	code_store(code, code_along(code, sum, lane, 1),
		reducer_identity(k->reducer, k->sum));
	code_end(code);
	i = code_loop_if(code, i, whole);
	add_lanes(k, sum, lane, PLANE_LANES, k->src);
	if (i || rest)
		code_point(code, k->src, code_at(k->src, PLANE_LANES * step_of(k)));
	code_end(code);
	if (rest)
		add_lanes(k, sum, lane, rest, k->src);
	for (int half = PLANE_LANES / 2; half > 0; half /= 2)
		add_lanes(k, sum, lane, half, NULL);
	reducer_store(k->reducer, code_load(code, k->sum, code_at(sum, 0)), own->divisor,
		NULL, (struct output_place){code_at(k->dst, 0), 1, 1});
}

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

static void
load_scalar(const struct sums *s, const struct variable *v, struct address at)
{
	code_set(s->code, v, code_load(s->code, s->k->sum, at));
}

/* An element whose address advances with the lanes. */
static const struct value *
load_lane(const struct sums *s, struct address at, int64_t inc)
{
	return code_load(s->code, s->k->sum, code_indexed(s->code, at, s->k->i, inc));
}

/* The same of an input. */
static const struct value *
load_input(const struct sums *s, struct address at)
{
	return prologue_term(
		s->k->l, s->k->sum, code_indexed(s->code, at, s->k->i, s->own->src_step));
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

/* Begins the sums. Those that begin with their first element are pools', whose lanes are
   positions. */
static void
clear(struct kernel_code *k)
{
	const struct sums *s = k->own;
	bool begins = kernel_begins_with_first(k);

	begin_lanes(s);
	for (int64_t i = 0; i < s->n; i++)
		set(s, s->sum[i],
			begins ? load_input(s, code_moved(k->x, s->own->tap[0].src))
			       : reducer_identity(k->reducer, k->sum));
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

/* The input of position i for tap t of the current row. */
static const struct value *
input_of(const struct sums *s, int64_t i, size_t t)
{
	const struct plain_kernel *own = s->own;
	int64_t at = i * own->src_step + own->tap[t].src;
	const int64_t *load =
		bsearch(&at, own->load, own->nload, sizeof at, compare_int64);

	return code_get(s->code, s->x[load - own->load]);
}

/* Adds a loop over the lanes for some neighbouring taps of a row: t and those after it.
   Each lane has a weight for a tap, or, if lanes are positions, an input. */
static void
add_taps(const struct sums *s, const struct plain_tap *row, size_t t, size_t ntap)
{
	struct kernel_code *k = s->k;
	const struct value *v[LOOP_TAPS], *x, *w;

	begin_lanes(s);
	for (size_t j = 0; j < ntap; j++) {
		const struct plain_tap *tap = &row[t + j];
		const char *name = ntap > 1 ? code_name(s->code, "v%d", (int)j) : "v";

		x = s->channels
			    ? load_lane(s, code_moved(k->w, tap->number * k->steps.tap),
				      k->steps.channel)
			    : load_input(s, code_moved(k->x, tap->src));
		v[j] = code_named(s->code, x, "%s", name);
	}
	code_blank(s->code);
	for (size_t j = 0; j < ntap; j++)
		for (int64_t i = 0; i < s->n; i++) {
			x = w = v[j];
			if (s->channels)
				x = input_of(s, i, t + j);
			else
				w = s->w ? code_get(s->code, s->w[i]) : NULL;
			set(s, s->sum[i],
				reducer_term(k->reducer, get(s, s->sum[i]), x, w));
		}
	code_end(s->code);
}

/* Adds the taps row by row, and loads before what is the same for all lanes: the inputs
   of a row, or the weights of a tap. Sums that have begun with the first tap are not
   given it again, but in loops over rows. */
static void
add_rows(struct kernel_code *k)
{
	const struct sums *s = k->own;
	const struct plain_kernel *own = s->own;
	size_t ntap = own->row_ntap,
	       most = s->channels && k->plan->packed ? LOOP_TAPS : 1;
	bool begins = kernel_begins_with_first(k) && !k->kernel->loops;

	for (const struct plain_tap *row = own->tap, *end = row + own->ntap; row < end;
		row += ntap) {
		for (size_t i = 0; i < own->nload; i++)
			code_set(s->code, s->x[i],
				prologue_term(k->l, k->sum,
					code_moved(k->x, row->src + own->load[i])));
		for (size_t t = row == own->tap && begins; t < ntap; t += most) {
			int64_t w = row[t].number * k->steps.tap;

			for (int64_t i = 0; i < s->n && s->w; i++)
				load_scalar(s, s->w[i],
					code_moved(k->w, i * k->steps.channel + w));
			add_taps(s, row, t, ntap - t < most ? ntap - t : most);
		}
	}
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
	for (int64_t i = 0; i < s->n; i++)
		reducer_store(k->reducer, final_sum(s, i, lane),
			s->own->ntap ? s->own->divisor : 1,
			k->divisor ? code_get(s->code, k->divisor) : NULL,
			(struct output_place){
				code_indexed(s->code, code_at(k->dst, i * of_sum), k->i,
					of_lane),
				1, 1});
	code_end(s->code);
}

static void
lower_sums(struct kernel_code *k)
{
	static const struct channel_steps steps = {clear, add_rows, NULL, add};
	const struct plain_kernel *own = k->kernel->own;
	bool channels = own->kind == PLAIN_CHANNELS;
	struct sums s = {.k = k,
		.code = k->code,
		.own = own,
		.channels = channels,
		.n = channels ? k->kernel->positions : k->kernel->channels,
		.lanes = channels ? k->kernel->channels : k->kernel->positions};

	k->own = &s;
	declare_all(&s);
	kernel_unused(k);
	for (int64_t i = 0; s.b && i < s.n; i++)
		load_scalar(&s, s.b[i], code_at(k->bias, i));
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

void
plain_lower_kernel(struct kernel_code *k)
{
	static void (*const lower[PLAIN_KINDS])(struct kernel_code * k) = {
		[PLAIN_CHANNELS] = lower_sums,
		[PLAIN_POSITIONS] = lower_sums,
		[PLAIN_SCALARS] = plain_lower_scalars,
		[PLAIN_DIRECT] = lower_direct,
		[PLAIN_PLANE] = lower_plane,
	};
	const struct plain_kernel *own = k->kernel->own;
	const char *text = "taps ", *comment;
	enum linkage linkage =
		own->kind == PLAIN_DIRECT ? LINKAGE_STATIC : LINKAGE_NOINLINE;

	for (int i = 0; i < k->window->naxis; i++) {
		int64_t n = own->count[i], kernel = k->window->axis[i].kernel;

		text = code_name(k->code, "%s%s", text, i ? " x " : "");
		if (k->kernel->looped[i])
			text = code_name(k->code, "%staps%d", text, i + 1);
		else
			text = code_name(k->code, "%s%s", text,
				code_range(k->code, "", k->conv && n ? own->first[i] : n,
					k->conv ? n : 1));
		if (!k->kernel->looped[i] && n < kernel)
			text = code_name(k->code, "%s of %lld", text, (long long)kernel);
	}
	comment = kernel_comment_of(k, own->ntap ? text : NULL, "");
	if (own->kind == PLAIN_PLANE)
		comment = code_name(k->code, "One output: the whole plane of %lld.",
			(long long)k->plan->plane_in);
	kernel_begin(k, linkage, comment);
	lower[own->kind](k);
}
