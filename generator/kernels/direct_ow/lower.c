#include "kernels/direct_ow/direct_ow.h"

#include "base/arena.h"
#include "base/checked.h"
#include "kernels/common/prologue_code.h"

/* The micro-kernel: vectors of outputs are columns, [column][channel]. */

enum {
	INLINE_TERMS =
		32 /* of a function inlined into its callers; bounds the file's size */
};

struct ow_code {
	const struct ow_kernel *own;
	size_t channels;
	const struct variable **sum, **total;
	const struct variable *
		*divisors; /* tables; NULL: all windows have the same divisor */
	const struct variable *weight;   /* the variable that vectors share, or NULL */
	const struct variable **weights; /* of enum weights; WEIGHTS_NAMED: of the
					    channels, where a tap holds them */
	const struct value *zero;        /* of the widest vectors */
	/* Where sums begin with their first terms: of each column the stored lanes that
	   have begun, and those that ever will; else NULL. */
	uint64_t *begun, *begins;
	const struct value **load, **permute; /* the values that exist already */
	bool shares; /* what the widest vectors of inputs share is there: */
	struct prologue_shared shared;
	size_t first, end; /* the columns that are being computed */
};

/* A vector of so many lanes. */
static struct code_type
type_of(const struct kernel_code *k, int width)
{
	return code_vector(k->vector.dtype, width);
}

/* Declares tables of the divisors of vectors whose windows differ. */
static void
declare_divisors(struct kernel_code *k, struct ow_code *t)
{
	double number[CODE_LANES];

	t->divisors =
		arena_array(k->code->body, const struct variable *, t->own->ncolumn + 1);
	for (size_t c = 0; c < t->own->ncolumn && k->window->reduction->counts; c++) {
		const struct column *column = &t->own->column[c];
		bool alike = true;

		for (int i = 0; i < column->width; i++) {
			number[i] = (double)column->divisor[i];
			alike &= i >= column->lanes || number[i] == number[0];
		}
		if (!alike)
			t->divisors[c] = code_table(k->code, k->sum,
				code_name(k->code, "divisors%zu", c), number,
				column->width);
	}
}

/* Declares those of n variables that there are: the narrow ones, if there are any, after
   the others. */
static void
declare(struct kernel_code *k, struct variable *const *all, size_t n)
{
	const struct ow_code *t = k->own;
	struct variable **some = arena_array(k->code->body, struct variable *, n);
	size_t end = 0;

	for (int narrow = 0; narrow < 2; narrow++) {
		size_t begin = end;

		for (size_t i = 0; i < n; i++)
			if (all[i] && (all[i]->type.lanes < t->own->width) == narrow)
				some[end++] = all[i];
		code_declare(k->code, some + begin, end - begin);
	}
}

/* Declares a variable for each column and channel: sum3, or sum3_1. */
static const struct variable **
declare_columns(struct kernel_code *k, const char *stem)
{
	const struct ow_code *t = k->own;
	size_t n = t->own->ncolumn * t->channels;
	struct variable **all = arena_array(k->code->body, struct variable *, n);

	for (size_t i = 0; i < n; i++) {
		size_t c = i / t->channels, m = i % t->channels;
		struct code_type type = type_of(k, t->own->column[c].width);

		all[i] = t->channels > 1
				 ? code_variable(k->code, type, "%s%zu_%zu", stem, c, m)
				 : code_variable(k->code, type, "%s%zu", stem, c);
	}
	declare(k, all, n);
	return (const struct variable **)all;
}

/* Declares the variables of weights: one that vectors share, and one for each row of
   outputs or each channel. Those of single taps are declared where they are set. */
static void
declare_weights(struct kernel_code *k, struct ow_code *t)
{
	const struct ow_kernel *own = t->own;
	struct code_type type = type_of(k, own->width);
	struct variable *shared = code_variable(k->code, type, "weight");
	struct variable **all =
		arena_array(k->code->body, struct variable *, own->nweight);
	bool held = false;

	for (size_t i = 0; i < own->nrun; i++) {
		if (own->run[i].shared == SHARED_INPUTS)
			t->weight = shared;
		held |= own->run[i].shared == SHARED_WEIGHTS;
	}
	if (t->weight)
		code_declare(k->code, &shared, 1);
	for (size_t i = 0; i < own->nterm && own->weights == WEIGHTS_BY_ROW; i++) {
		const struct term *term = &own->term[i];

		if (!all[term->weight])
			all[term->weight] = code_variable(k->code,
				type_of(k, own->column[term->sum].width), "weight%lld",
				(long long)term->weight);
	}
	declare(k, all, own->nweight);
	t->weights = (const struct variable **)all;
	if (held)
		t->weights =
			code_variables(k->code, type, "weight", k->kernel->channels, 1);
}

/* The bias of a channel in every lane, or zeros. */
static const struct value *
bias_of(struct kernel_code *k, struct code_type type, size_t channel)
{
	if (!k->has_bias)
		return code_number(k->code, type, 0);
	return code_set1_load(k->code, type, code_at(k->bias, (int64_t)channel));
}

static void
add(struct kernel_code *k)
{
	const struct ow_code *t = k->own;

	for (size_t i = 0; i < t->own->ncolumn * t->channels; i++)
		code_set(k->code, t->total[i],
			reducer_join(k->reducer, code_get(k->code, t->total[i]),
				code_get(k->code, t->sum[i])));
}

/* The inputs of a load, from the copy on the stack or as src has them. */
static const struct value *
load_inputs(struct kernel_code *k, const struct load *load)
{
	struct ow_code *t = k->own;
	struct code_type type = type_of(k, (int)load->width);
	struct address at = code_moved(k->x, load->src);

	if (k->kernel->staged && !k->copies)
		return code_load_n(k->code, type, at, load->lanes);
	if (load->width != t->own->width)
		return prologue_load_n(k->l, NULL, type, at, load->lanes);
	if (!t->shares)
		t->shared = prologue_begin(k->l, type, k->x);
	t->shares = true;
	return prologue_load_n(k->l, &t->shared, type, at, load->lanes);
}

/* A load, made when it is first used. One that stays in a register is kept from being
   moved later. */
static const struct value *
get_load(struct kernel_code *k, size_t number)
{
	const struct ow_code *t = k->own;
	const struct load *load = &t->own->load[number];

	if (t->load[number])
		return t->load[number];
	t->load[number] = code_named(k->code, load_inputs(k, load), "x%zu", number);
	if (k->copies)
		code_store_n(k->code, code_moved(k->copy, load->src), t->load[number],
			load->lanes);
	if (load->in_register)
		code_order(k->code);
	return t->load[number];
}

/* A vector of inputs: a load, or lanes of several sources. Recurses through the permutes
   that it is made of. */
static const struct value *
get_permute(struct kernel_code *k, size_t number)
{
	const struct ow_code *t = k->own;
	const struct permute *g = &t->own->permute[number];
	const struct value *x = NULL, *source;
	int lane[CODE_LANES];

	if (t->permute[number])
		return t->permute[number];
	for (size_t i = 0; i < g->nstep; i++) {
		const struct permute_step *step = &g->step[i];

		if (step->from == FROM_PERMUTE)
			source = get_permute(k, step->number);
		else if (step->from == FROM_LOAD)
			source = get_load(k, step->number);
		else if (g->width == t->own->width)
			source = t->zero;
		else
			source = code_number(k->code, type_of(k, g->width), 0);
		if (i == 0 && step->whole) {
			x = source;
			continue;
		}
		for (int l = 0; l < g->width; l++)
			lane[l] = step->lane[l];
		x = code_shuffle(k->code, x ? x : source, source, lane);
		x = i + 1 == g->nstep ? code_named(k->code, x, "g%zu", number)
				      : code_named(k->code, x, "g%zu_%zu", number, i);
	}
	t->permute[number] = x;
	return x;
}

/* A term's weight for a channel, in every lane. */
static const struct value *
broadcast(struct kernel_code *k, const struct term *term, size_t channel, int width)
{
	int64_t at = (int64_t)channel * k->steps.channel + term->tap * k->steps.tap;

	return code_set1_load(k->code, type_of(k, width), code_moved(k->w, at));
}

/* The same: in a variable that vectors of its width share, in one that some terms set, or
   broadcast here. */
static const struct value *
weight_of(struct kernel_code *k, const struct term *term, size_t channel,
	const struct variable *shared)
{
	const struct ow_code *t = k->own;
	int width = t->own->column[term->sum].width;
	const struct variable **w = &t->weights[term->weight];
	const struct value *weight;

	if (!k->conv)
		return NULL;
	if (shared && width == t->own->width)
		return code_get(k->code, shared);
	weight = broadcast(k, term, channel, width);
	if (!t->own->weights)
		return weight;
	if (term->fills && t->own->weights == WEIGHTS_BY_TAP)
		*w = code_let(k->code, true,
			code_name(k->code, "weight%lld", (long long)term->weight),
			weight);
	else if (term->fills)
		code_set(k->code, *w, weight);
	return code_get(k->code, *w);
}

/* The lanes of a column that are stored. */
static uint64_t
stored_lanes(const struct ow_kernel *own, size_t number)
{
	uint64_t lanes = 0;

	for (int i = 0; i < own->column[number].lanes; i++)
		lanes |= (uint64_t)1 << (own->order ? own->order[i] : i);
	return lanes;
}

static const struct value *
blend(const struct kernel_code *k, const struct value *a, const struct value *b,
	uint64_t lanes)
{
	return code_blend(k->code, a, b, lanes, k->plan->vector->masks);
}

/* The stored lanes that a term begins. */
static uint64_t
begun_by(const struct ow_code *t, const struct term *term)
{
	return t->begun ? term->lanes & stored_lanes(t->own, term->sum) &
				  ~t->begun[term->sum]
			: 0;
}

/* Sets some lanes of a sum, those of a term or some of them. The others stay: not if each
   is set before it is read, by the term that it begins with. */
static void
set_lanes(const struct kernel_code *k, const struct variable *sum,
	const struct term *term, uint64_t lanes, const struct value *value)
{
	const struct ow_code *t = k->own;
	bool stay = lanes != ALL_LANES;

	if (t->begun)
		stay = stored_lanes(t->own, term->sum) & ~lanes &
		       (t->begun[term->sum] | ~t->begins[term->sum]);
	if (stay)
		value = blend(k, code_get(k->code, sum), value, lanes);
	code_set(k->code, sum, value);
	if (t->begun)
		t->begun[term->sum] |= begun_by(t, term);
}

/* Adds a term; lanes whose window lacks the tap keep their sum. */
static void
add_term(struct kernel_code *k, const struct term *term, size_t channel,
	const struct variable *shared)
{
	const struct ow_code *t = k->own;
	const struct variable *sum = t->sum[term->sum * t->channels + channel];
	const struct value *x = get_permute(k, term->permute);
	const struct value *w = weight_of(k, term, channel, shared), *value = x;
	uint64_t begun = begun_by(t, term);

	if (!begun || term->lanes & t->begun[term->sum]) {
		value = reducer_term(k->reducer, code_get(k->code, sum), x, w);
		if (begun)
			value = blend(k, value, x, begun);
	}
	set_lanes(k, sum, term, term->lanes, value);
}

/* Adds the terms of a run, vector by vector. */
static void
add_by_vector(struct kernel_code *k, const struct run *run)
{
	const struct ow_code *t = k->own;
	bool held = run->shared == SHARED_WEIGHTS;

	for (size_t m = 0; m < t->channels && held; m++)
		code_set(k->code, t->weights[m],
			broadcast(k, run->term, m, t->own->width));
	if (held)
		code_order(k->code);
	for (size_t i = 0; i < run->nterm; i++)
		for (size_t m = 0; m < t->channels; m++)
			add_term(k, &run->term[i], m, held ? t->weights[m] : NULL);
}

/* The same, weight by weight. */
static void
add_by_weight(struct kernel_code *k, const struct run *run)
{
	const struct ow_code *t = k->own;

	for (size_t i = 0; i < run->nterm; i++)
		get_permute(k, run->term[i].permute);
	for (size_t m = 0; m < t->channels; m++) {
		code_set(k->code, t->weight, broadcast(k, run->term, m, t->own->width));
		for (size_t i = 0; i < run->nterm; i++)
			add_term(k, &run->term[i], m, t->weight);
	}
}

static void
begin_inputs(struct kernel_code *k)
{
	struct ow_code *t = k->own;

	t->load = arena_array(k->code->body, const struct value *, t->own->nload + 1);
	t->permute =
		arena_array(k->code->body, const struct value *, t->own->npermute + 1);
	t->shares = false;
}

/* Where sums begin with their first terms, finds the lanes that have any. */
static void
find_begins(const struct kernel_code *k, struct ow_code *t)
{
	const struct ow_kernel *own = t->own;

	if (!kernel_begins_with_first(k))
		return;
	t->begun = arena_array(k->code->body, uint64_t, own->ncolumn);
	t->begins = arena_array(k->code->body, uint64_t, own->ncolumn);
	for (size_t i = 0; i < own->nterm; i++) {
		size_t sum = own->term[i].sum;

		t->begins[sum] |= own->term[i].lanes & stored_lanes(own, sum);
	}
}

/* Begins sums before loops over taps, which reach their first terms more than once. */
static void
begin_before_loops(struct kernel_code *k)
{
	const struct ow_code *t = k->own;
	const struct ow_kernel *own = t->own;

	code_block(k->code);
	begin_inputs(k);
	for (size_t i = 0; i < own->nterm; i++) {
		const struct term *term = &own->term[i];
		uint64_t lanes = begun_by(t, term);

		if (lanes)
			set_lanes(k, t->sum[term->sum], term, lanes,
				get_permute(k, term->permute));
	}
	code_end(k->code);
}

/* Begins the sums of the current columns, unless their first terms do in all lanes. */
static void
clear(struct kernel_code *k)
{
	const struct ow_code *t = k->own;

	for (size_t c = t->first; c < t->end; c++)
		if (!t->begun || t->begins[c] != stored_lanes(t->own, c))
			reducer_clear(k->reducer, t->sum + c * t->channels,
				(int64_t)t->channels);
	if (t->begun && k->kernel->loops)
		begin_before_loops(k);
}

/* Adds the terms of the current columns. */
static void
add_terms(struct kernel_code *k)
{
	const struct ow_code *t = k->own;
	const struct ow_kernel *own = t->own;

	begin_inputs(k);
	for (size_t i = 0; i < own->nrun; i++) {
		const struct run *run = &own->run[i];

		if (run->term->sum < t->first || run->term->sum >= t->end)
			continue;
		if (run->shared == SHARED_INPUTS)
			add_by_weight(k, run);
		else
			add_by_vector(k, run);
		if (t->channels > 1)
			code_order(k->code);
	}
}

/* The divisor of a column's sums if it is not a known number: the taps of loops times
   those of the window's other axes. */
static const struct value *
count_of(struct kernel_code *k, size_t number)
{
	const struct ow_code *t = k->own;
	const struct column *column = &t->own->column[number];
	struct code_type type = type_of(k, column->width);
	const struct variable *table = t->divisors[number];
	const struct value *count, *each;

	if (!table)
		return kernel_count(k, type, column->divisor[0]);
	count = kernel_count(k, type, 1);
	each = code_load(k->code, type, code_at(table, 0));
	return count ? code_binary(k->code, VALUE_MULTIPLY, count, each) : each;
}

static struct address
column_at(const struct kernel_code *k, const struct column *column, size_t channel)
{
	return code_at(k->dst, column->dst + (int64_t)channel * k->window->dst.channel);
}

/* Prefetches the outputs, which arrive while their sums are computed: by the last element
   of a column, as the first ones may lie in the line that the call before has stored to;
   from the last column back, those a line before the one that is asked for behind it. */
static void
prefetch_outputs(struct kernel_code *k)
{
	const struct ow_code *t = k->own;
	int64_t line = CACHE_LINE_BYTES / (int64_t)dtype_info[k->stored.dtype].size;
	int64_t asked = INT64_MAX;
	bool *asks = arena_array(k->code->body, bool, t->own->ncolumn);

	for (size_t c = t->own->ncolumn; c-- > 0;) {
		const struct column *column = &t->own->column[c];
		int64_t last = column->dst + column->lanes - 1;

		asks[c] = last <= asked - line;
		if (asks[c])
			asked = last;
	}
	code_comment(k->code, "The outputs' lines arrive while the sums are computed.");
	for (size_t m = 0; m < t->channels; m++)
		for (size_t c = 0; c < t->own->ncolumn; c++) {
			const struct column *column = &t->own->column[c];
			struct address at =
				code_moved(column_at(k, column, m), column->lanes - 1);

			if (!asks[c])
				continue;
			code_prefetch(k->code, at);
			epilogue_prefetch(k->l, at);
		}
}

/* Stores the current columns. The shuffles of strided rows may have left the sums in
   another order of lanes. */
static void
add_stores(struct kernel_code *k)
{
	const struct ow_code *t = k->own;
	size_t first = t->first * t->channels, end = t->end * t->channels;
	const struct variable *const *all = k->blocks ? t->total : t->sum;

	if (t->own->order)
		code_comment(k->code, "The shuffles of strided inputs have left the "
				      "outputs in other lanes.");
	for (size_t i = first; i < end && t->own->order; i++) {
		const struct value *old = code_get(k->code, all[i]);

		code_set(k->code, all[i], code_shuffle(k->code, old, old, t->own->order));
	}
	for (size_t i = first; i < end; i++) {
		size_t c = i / t->channels, m = i % t->channels;
		const struct column *column = &t->own->column[c];
		const struct value *value = code_get(k->code, all[i]);

		if (k->conv && !k->blocks)
			value = reducer_join(
				k->reducer, bias_of(k, value->type, m), value);
		reducer_store(k->reducer, value, column->divisor[0], count_of(k, c),
			(struct output_place){column_at(k, column, m), column->lanes, 1});
	}
}

/* How many columns lie in the first row of outputs. */
static size_t
columns_of_row(const struct kernel_code *k)
{
	const struct ow_code *t = k->own;
	int outer = k->window->naxis - 2;
	size_t n = 0;

	while (n < t->own->ncolumn &&
		(outer < 0 || t->own->column[n].dst < k->window->dst.axis[outer]))
		n++;
	return n;
}

/* Says which outputs the sums are of. */
static void
add_legend(struct kernel_code *k)
{
	const struct ow_code *t = k->own;
	size_t n = t->own->ncolumn, each = columns_of_row(k);
	const char *of = t->channels > 1 ? "_0" : "";

	if (n == each && t->channels > 1)
		code_comment(
			k->code, code_name(k->code,
					 "sum%zu_%zu is vector %zu of a row of outputs, "
					 "of channel "
					 "%zu of the tile.",
					 n - 1, t->channels - 1, n - 1, t->channels - 1));
	if (n == each)
		return;
	if (each == 1)
		code_comment(k->code,
			code_name(k->code,
				"sum0%s is a row of outputs, sum1%s the next one.", of,
				of));
	else
		code_comment(k->code,
			code_name(k->code,
				"sum0%s to sum%zu%s are a row of outputs, from left to "
				"right, sum%zu%s to sum%zu%s the next one.",
				of, each - 1, of, each, of, 2 * each - 1, of));
}

static void
declare_all(struct kernel_code *k, struct ow_code *t)
{
	const struct ow_kernel *own = t->own;
	bool zeros = false, masks = false;

	for (size_t i = 0; i < own->npermute; i++) {
		const struct permute *g = &own->permute[i];

		zeros |= g->step[g->nstep - 1].from == FROM_ZEROS;
	}
	for (size_t i = 0; i < own->nterm; i++)
		masks |= own->term[i].lanes != ALL_LANES;
	declare_divisors(k, t);
	add_legend(k);
	t->sum = declare_columns(k, "sum");
	if (k->blocks)
		t->total = declare_columns(k, "total");
	declare_weights(k, t);
	if (zeros)
		t->zero = code_named(
			k->code, code_number(k->code, type_of(k, own->width), 0), "zero");
	kernel_counters(k, false, false);
	if (masks)
		code_comment(k->code,
			"Where a window lacks a tap, a blend keeps the sum as it was.");
	kernel_unused(k);
}

/* Adds columns group by group, because their sums do not all fit registers. */
static void
add_groups(struct kernel_code *k)
{
	struct ow_code *t = k->own;
	const struct ow_kernel *own = t->own;

	for (; t->first < own->ncolumn; t->first = t->end) {
		t->end = t->first + own->group;
		if (t->end > own->ncolumn)
			t->end = own->ncolumn;
		clear(k);
		code_block(k->code);
		add_terms(k);
		code_end(k->code);
		add_stores(k);
	}
}

/* Adds columns in the order of inputs: each begins with its first term, and is stored
   behind its last one. */
static void
add_flow(struct kernel_code *k)
{
	struct ow_code *t = k->own;
	const struct ow_kernel *own = t->own;
	size_t *left = arena_array(k->code->body, size_t, own->ncolumn);
	bool *begun = arena_array(k->code->body, bool, own->ncolumn);

	for (size_t i = 0; i < own->nterm; i++)
		left[own->term[i].sum]++;
	begin_inputs(k);
	for (size_t i = 0; i < own->nterm; i++) {
		t->first = own->term[i].sum;
		t->end = t->first + 1;
		if (!begun[t->first])
			clear(k);
		begun[t->first] = true;
		add_by_vector(k, &own->run[i]);
		if (!--left[t->first])
			add_stores(k);
	}
	for (t->first = 0; t->first < own->ncolumn; t->first++) {
		t->end = t->first + 1;
		if (begun[t->first])
			continue;
		clear(k);
		add_stores(k);
	}
}

void
direct_ow_lower_kernel(struct kernel_code *k)
{
	static const struct channel_steps steps = {clear, add_terms, NULL, add};
	const struct ow_kernel *own = k->kernel->own;
	bool plane = k->window->ic == 1 && k->kernel->channels == 1;
	bool small = plane && own->nterm <= INLINE_TERMS && !k->plan->unrolled;
	struct ow_code t = {.own = own, .channels = (size_t)k->kernel->channels};

	kernel_begin(k,
		small   ? LINKAGE_ALWAYS
		: plane ? LINKAGE_STATIC
			: LINKAGE_NOINLINE,
		kernel_comment(k));
	k->own = &t;
	find_begins(k, &t);
	declare_all(k, &t);
	if (k->kernel->prefetches_dst)
		prefetch_outputs(k);
	if (own->flows) {
		add_flow(k);
	} else if (own->ncolumn > own->group) {
		add_groups(k);
	} else {
		t.end = own->ncolumn;
		/* The totals, to which several blocks of input channels are added. */
		for (size_t i = 0; i < own->ncolumn * t.channels && k->blocks; i++)
			code_set(k->code, t.total[i],
				bias_of(k, t.total[i]->type, i % t.channels));
		kernel_channels(k, &steps);
		add_stores(k);
	}
}
