#include "kernels/common/lowering.h"
#include "kernels/common/tile_plan.h"
#include "kernels/kernel.h"

/* Tensors resampled axis by axis: the result of one axis is in an array on the stack
   until the next one has been sampled. */

enum {
	STACK_LIMIT = 1024 * 1024 /* bytes of all arrays */
};

/* The innermost sampled axis. */
static int
last_sampled(const struct sample_plan *p)
{
	int last = 0;

	for (int i = 0; i < p->naxis; i++)
		last = p->axis[i].sampled ? i : last;
	return last;
}

static bool
plan_rows(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct sample_plan *p = &schedule->plan->u.sample;
	int last = last_sampled(p);
	uint64_t stack = 0; /* numbers */

	(void)max_output;
	(void)arena;
	for (int i = 0; i <= last; i++) {
		const struct sample_axis *a = &p->axis[i];

		if (!a->sampled)
			continue;
		if (schedule->kernel->vectors && i == last && sample_src(p, i) == 1)
			stack = count_add(stack, (uint64_t)(a->ntap * a->out));
		if (i < last)
			stack = count_add(stack, (uint64_t)sample_src(p, i));
	}
	if (count_mul(stack, dtype_info[schedule->plan->sum].size) <= STACK_LIMIT)
		return true;
	schedule->why = "what lies between two axes would not fit the stack";
	return false;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	enum dtype loaded = plan->src->loaded;

	(void)target;
	if (loaded == plan->sum)
		return NULL;
	return plan->sum == DTYPE_FLOAT32 && vectors_convert(loaded)
		       ? NULL
		       : "there are no vectors that convert its types";
}

/* A pass along one axis, of its current output. */
struct pass {
	const struct sample_axis *axis;
	int64_t inner; /* elements per position of the axis, in what it reads */
	const struct variable *output,
		*tap;        /* counters; tap NULL: taps are written out */
	struct address from; /* the address of place 0 */
	/* Tables of places: one for each tap if taps are written out, else for the first
	   one; and of weights, as in the plan. */
	const struct variable *place[SAMPLE_TAPS], *weights;
	/* Of taps that are written out: what they read, and their weights. */
	struct address row[SAMPLE_TAPS];
	const struct value *weight[SAMPLE_TAPS];
	const struct variable *rows; /* its result, for the next axis; NULL: dst */
	/* The inputs of the taps, copied side by side if lanes are outputs; else NULL. */
	const struct variable *read;
};

struct samples {
	const struct lowering *l;
	struct code_builder *code;
	const struct sample_plan *plan;
	struct code_type vector;
	int last; /* the innermost sampled axis */
	struct pass pass[MAX_RANK];
	const struct variable *j;
};

/* The taps that are written out, or the current one of a loop. */
static int
written_taps(const struct sample_axis *axis)
{
	return axis->ntap <= SAMPLE_TAPS ? (int)axis->ntap : 1;
}

static void
add_places(struct samples *s)
{
	for (int i = 0; i <= s->last; i++) {
		struct pass *pass = &s->pass[i];
		const struct sample_axis *a = pass->axis = &s->plan->axis[i];
		enum dtype dtype = a->in > INT32_MAX ? DTYPE_INT64 : DTYPE_INT32;

		pass->inner = sample_src(s->plan, i);
		for (int t = 0; a->sampled && t < written_taps(a); t++)
			pass->place[t] = code_file_constant(s->code, dtype,
				lowering_name(s->l, "place%d_%d", i, t),
				"Where each output reads.", a->place + t * a->out,
				a->out);
	}
}

/* Declares counters, arrays, and tables of weights. Lanes are outputs of the last axis if
   nothing is inside of it. */
static void
declare(struct samples *s)
{
	struct code_builder *code = s->code;
	struct variable *counter[MAX_RANK + 2], *tap;
	size_t n = 0;

	for (int i = 0; i <= s->last; i++)
		s->pass[i].output = counter[n++] =
			code_counter(code, code_name(code, "i%d", i));
	s->j = counter[n++] = code_counter(code, "j");
	tap = counter[n++] = code_counter(code, "t");
	code_declare(code, counter, n);
	for (int i = 0; i <= s->last; i++) {
		struct pass *pass = &s->pass[i];
		const struct sample_axis *a = pass->axis;

		if (!a->sampled)
			continue;
		pass->tap = a->ntap > SAMPLE_TAPS ? tap : NULL;
		pass->weights = code_table(code, s->l->sum,
			code_name(code, "weight%d", i), a->weight, a->ntap * a->out);
		if (s->vector.lanes > 1 && i == s->last && pass->inner == 1)
			pass->read = code_let_array(code, s->l->sum,
				code_name(code, "read%d", i), a->ntap * a->out, 64);
		if (i < s->last)
			pass->rows = code_let_array(code, s->l->sum,
				code_name(code, "rows%d", i), pass->inner,
				s->vector.lanes > 1 ? 64 : 0);
	}
	code_blank(code);
}

/* The type that an array's elements have once they are loaded: sums, or src's and dst's.
 */
static enum dtype
loaded_from(const struct samples *s, const struct variable *base)
{
	return base->type.dtype == s->l->sum.dtype ? base->type.dtype
						   : s->l->schedule->plan->src->loaded;
}

/* Loads n lanes as numbers of the type of sums. */
static const struct value *
load(const struct samples *s, struct code_type type, struct address at, int64_t n)
{
	enum dtype own = loaded_from(s, at.base);
	const struct value *x = code_load_n(s->code, code_vector(own, type.lanes), at, n);

	return own == type.dtype ? x : code_convert(s->code, x, type.dtype);
}

/* Stores n lanes of a sum, as the type in memory. */
static void
store(const struct samples *s, struct address at, const struct value *sum, int64_t n)
{
	enum dtype own = loaded_from(s, at.base);

	code_store_n(s->code, at,
		own == sum->type.dtype ? sum : code_convert(s->code, sum, own), n);
}

/* The address that tap t of the current output reads, or the loop's current one. */
static struct address
place_of(const struct samples *s, const struct pass *pass, int t)
{
	struct address at = code_indexed_by(s->code, pass->from,
		(struct index_term){.counter = pass->output,
			.inc = pass->inner,
			.table = pass->place[t]});

	return code_indexed(s->code, at, pass->tap, pass->inner);
}

static struct address
weight_of(const struct samples *s, const struct pass *pass, int t)
{
	struct address at = code_along(s->code, pass->weights, pass->output, 1);

	at = code_indexed(s->code, at, pass->tap, pass->axis->out);
	return code_moved(at, t * pass->axis->out);
}

static void
begin_taps(struct samples *s, int axis)
{
	struct code_builder *code = s->code;
	struct pass *pass = &s->pass[axis];

	for (int t = 0; t < written_taps(pass->axis); t++) {
		struct address at = pass->row[t] = place_of(s, pass, t);

		if (pass->tap)
			return;
		if (pass->inner > 1)
			pass->row[t] =
				code_at(code_let_pointer(code, true, true,
						code_scalar(at.base->type.dtype),
						code_name(code, "row%d_%d", axis, t), at),
					0);
		pass->weight[t] = code_named(code,
			code_load(code, s->l->sum, weight_of(s, pass, t)), "w%d_%d", axis,
			t);
	}
}

/* Some lanes: `n` elements of an output, or outputs of an axis if these are read ahead,
   from counter + first on. */
struct lanes {
	const struct variable *counter; /* or NULL */
	int64_t first, n;
};

static struct address
at_lanes(const struct samples *s, struct address at, const struct lanes *lanes)
{
	return code_indexed(s->code, code_moved(at, lanes->first), lanes->counter, 1);
}

/* What outputs have in an array for their tap t. */
static const struct value *
load_tap(const struct samples *s, const struct pass *pass, const struct variable *array,
	int t, const struct lanes *lanes)
{
	struct address at = at_lanes(s, code_at(array, t * pass->axis->out), lanes);

	return code_load_n(s->code, s->vector,
		code_indexed(s->code, at, pass->tap, pass->axis->out), lanes->n);
}

static void
add_lanes(const struct samples *s, const struct pass *pass, struct address to,
	struct lanes lanes)
{
	struct code_builder *code = s->code;
	const struct value *x, *w;
	const struct variable *sum;

	code_block(code);
	sum = code_let(code, false, "sum", code_number(code, s->vector, 0));
	code_loop(code, pass->tap, pass->axis->ntap);
	for (int t = 0; t < written_taps(pass->axis); t++) {
		if (pass->read) {
			x = load_tap(s, pass, pass->read, t, &lanes);
			w = load_tap(s, pass, pass->weights, t, &lanes);
		} else {
			x = load(
				s, s->vector, at_lanes(s, pass->row[t], &lanes), lanes.n);
			w = pass->tap ? code_set1_load(
						code, s->vector, weight_of(s, pass, t))
				      : code_set1(code, s->vector, pass->weight[t]);
		}
		code_set(code, sum,
			code_muladd(code, s->l->fused, x, w, code_get(code, sum)));
	}
	code_end(code);
	store(s, at_lanes(s, to, &lanes), code_get(code, sum), lanes.n);
	code_end(code);
}

/* Adds n elements or outputs from `first` on: whole vectors in a loop, then the rest. */
static void
add_vectors(const struct samples *s, const struct pass *pass, struct address to,
	int64_t first, int64_t n)
{
	int64_t lanes = s->vector.lanes, looped = n > 1 ? n / lanes * lanes : 0;

	if (looped) {
		code_loop_by(s->code, s->j, 0, lanes, looped);
		add_lanes(s, pass, to, (struct lanes){s->j, first, lanes});
		code_end(s->code);
	}
	if (looped < n)
		add_lanes(s, pass, to, (struct lanes){NULL, first + looped, n - looped});
}

/* Copies the inputs of all outputs' taps, one by one. */
static void
read_ahead(const struct samples *s, const struct pass *pass)
{
	struct code_builder *code = s->code;
	const struct sample_axis *axis = pass->axis;
	struct address read = code_along(code, pass->read, pass->output, 1);

	read = code_indexed(code, read, pass->tap, axis->out);
	code_loop_by(code, pass->output, axis->begin, 1, axis->end);
	code_loop(code, pass->tap, axis->ntap);
	for (int t = 0; t < written_taps(axis); t++)
		code_store(code, code_moved(read, t * axis->out),
			load(s, s->l->sum, place_of(s, pass, t), 1));
	code_ends(code, 2);
}

/* Fills outputs outside of the input. */
static void
add_fill(const struct samples *s, struct address dst, int64_t n)
{
	if (!n)
		return;
	code_loop(s->code, s->j, n);
	store(s, code_indexed(s->code, dst, s->j, 1),
		code_number(s->code, s->l->sum, s->plan->fill), 1);
	code_end(s->code);
}

static void
add_axis(struct samples *s, int axis, struct address from, struct address dst)
{
	struct code_builder *code = s->code;
	struct pass *pass = &s->pass[axis];
	const struct sample_axis *a = pass->axis;
	const struct variable *i = pass->output;
	int64_t to = sample_dst(s->plan, axis);

	pass->from = from;
	if (!a->sampled) {
		code_loop(code, i, a->out);
		add_axis(s, axis + 1, code_indexed(code, from, i, pass->inner),
			code_indexed(code, dst, i, to));
		code_end(code);
		return;
	}
	add_fill(s, dst, a->begin * to);
	if (pass->read) {
		read_ahead(s, pass);
		add_vectors(s, pass, dst, a->begin, a->end - a->begin);
	} else {
		struct address at = code_indexed(code, dst, i, to);
		struct address rows = pass->rows ? code_at(pass->rows, 0) : at;

		code_loop_by(code, i, a->begin, 1, a->end);
		begin_taps(s, axis);
		add_vectors(s, pass, rows, 0, pass->inner);
		if (pass->rows)
			add_axis(s, axis + 1, rows, at);
		code_end(code);
	}
	add_fill(s, code_moved(dst, a->end * to), (a->out - a->end) * to);
}

static void
sample_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	struct samples s = {.l = &l, .code = code, .plan = &schedule->plan->u.sample};
	struct entry_operands o;

	s.vector = lowering_vector(&l, lanes_of_design(schedule, l.sum.dtype));
	s.last = last_sampled(s.plan);
	add_places(&s);
	o = lowering_entry(&l, ENTRY_WHOLE);
	declare(&s);
	add_axis(&s, 0, code_at(o.operand[0], 0), code_at(o.dst, 0));
	code_end_function(code);
}

const struct kernel kernel_sample = {
	.name = "sample",
	.kind = PLAN_SAMPLE,
	.summary = "axis by axis, by tables of places and weights",
	.plan = plan_rows,
	.lower = sample_lower,
};

const struct kernel kernel_sample_vector = {
	.name = "sample-vector",
	.kind = PLAN_SAMPLE,
	.vectors = true,
	.summary =
		"axis by axis, in vectors along the axes inside of it, or of its outputs",
	.obstacle = obstacle,
	.plan = plan_rows,
	.lower = sample_lower,
};
