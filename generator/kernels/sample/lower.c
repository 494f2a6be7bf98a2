#include "kernels/sample/sample.h"

#include "base/arena.h"
#include "kernels/common/lowering.h"

/* One sampled axis. */
struct pass {
	const struct sample_axis *axis;
	int64_t inner; /* elements per position of the axis, in what it reads */
	/* Tables of places: one for each tap if taps are written out, else for the first
	   one. */
	const struct variable *place[SAMPLE_TAPS];
	const struct variable *weight; /* as in the plan */
	const struct variable *rows;   /* its result, for the next axis; NULL: dst */
	/* The inputs of the taps, copied side by side if lanes are outputs; else NULL. */
	const struct variable *read;
};

struct samples {
	const struct lowering *l;
	struct code_builder *code;
	const struct sample_plan *plan;
	const struct sample_rows *own;
	struct code_type vector;
	struct pass pass[MAX_RANK];
	const struct variable *counter[MAX_RANK];
	const struct variable *j, *tap;
};

/* The taps of one output in the current pass, and their weights. */
struct taps {
	const struct pass *pass;
	const struct variable *output;
	struct address from; /* the address of place 0 */
	struct address row[SAMPLE_TAPS];
	const struct variable *weight[SAMPLE_TAPS];
};

static bool
is_written(const struct sample_axis *axis)
{
	return axis->ntap <= SAMPLE_TAPS;
}

/* Tables of places. */
static void
add_places(struct samples *s, int axis)
{
	struct pass *pass = &s->pass[axis];
	const struct sample_axis *a = pass->axis;
	int64_t ntable = is_written(a) ? a->ntap : 1;
	enum dtype dtype = a->in > INT32_MAX ? DTYPE_INT64 : DTYPE_INT32;

	for (int64_t t = 0; t < ntable; t++)
		pass->place[t] = code_file_constant(s->code, dtype,
			lowering_name(s->l, "place%d_%lld", axis, (long long)t),
			"Where each output reads.", a->place + t * a->out, a->out);
}

static void
begin_passes(struct samples *s)
{
	for (int i = 0; i <= s->own->last; i++) {
		s->pass[i].axis = &s->plan->axis[i];
		s->pass[i].inner = sample_src(s->plan, i);
		if (s->plan->axis[i].sampled)
			add_places(s, i);
	}
}

/* Whether lanes are outputs of an axis. */
static bool
reads_ahead(const struct samples *s, int axis)
{
	return s->own->lanes > 1 && axis == s->own->last && s->pass[axis].inner == 1;
}

/* Whether there is a loop over the elements of one output of an axis, or over outputs. */
static bool
loops_inside(const struct samples *s, int axis)
{
	const struct sample_axis *a = &s->plan->axis[axis];
	int64_t inner = s->pass[axis].inner;

	if (reads_ahead(s, axis))
		return a->end - a->begin >= s->own->lanes;
	return inner > 1 && inner >= s->own->lanes;
}

/* Declares counters, arrays, and tables of weights. */
static void
declare(struct samples *s)
{
	struct code_builder *code = s->code;
	struct variable *all[2 * MAX_RANK + 2];
	bool taps = false, inner = false;
	size_t n = 0;

	for (int i = 0; i <= s->own->last; i++) {
		const struct sample_axis *a = &s->plan->axis[i];

		s->counter[i] = all[n++] = code_counter(code, code_name(code, "i%d", i));
		if (!a->sampled)
			continue;
		taps |= !is_written(a);
		inner |= a->begin > 0 || a->end < a->out || loops_inside(s, i);
	}
	if (inner)
		s->j = all[n++] = code_counter(code, "j");
	if (taps)
		s->tap = all[n++] = code_counter(code, "t");
	code_declare(code, all, n);
	for (int i = 0; i <= s->own->last; i++) {
		const struct sample_axis *a = &s->plan->axis[i];

		if (!a->sampled)
			continue;
		s->pass[i].weight = code_table(code, s->l->sum,
			code_name(code, "weight%d", i), a->weight, a->ntap * a->out);
		if (reads_ahead(s, i))
			s->pass[i].read = code_let_array(code, s->l->sum,
				code_name(code, "read%d", i), a->ntap * a->out, 64);
		if (i < s->own->last)
			s->pass[i].rows = code_let_array(code, s->l->sum,
				code_name(code, "rows%d", i), s->pass[i].inner, 64);
	}
	code_blank(code);
}

/* The address that a tap of the current output reads: tap t, or the loop's current
   one. */
static struct address
place_of(const struct samples *s, const struct taps *taps, int64_t t,
	const struct variable *tap)
{
	const struct pass *pass = taps->pass;
	struct address at = code_indexed_by(s->code, taps->from,
		(struct index_term){.counter = taps->output,
			.divide = 1,
			.inc = pass->inner,
			.table = pass->place[tap ? 0 : t]});

	return tap ? code_indexed(s->code, at, tap, pass->inner) : at;
}

static struct address
weight_of(const struct samples *s, const struct taps *taps, int64_t t,
	const struct variable *tap)
{
	struct address at =
		code_indexed(s->code, code_at(taps->pass->weight, 0), taps->output, 1);

	if (tap)
		return code_indexed(s->code, at, tap, taps->pass->axis->out);
	return code_moved(at, t * taps->pass->axis->out);
}

static void
begin_taps(const struct samples *s, struct taps *taps)
{
	struct code_builder *code = s->code;
	int axis = (int)(taps->pass - s->pass);

	for (int t = 0; t < taps->pass->axis->ntap && is_written(taps->pass->axis); t++) {
		struct address at = place_of(s, taps, t, NULL);

		taps->row[t] = at;
		if (taps->pass->inner > 1)
			taps->row[t] =
				code_at(code_let_pointer(code, true, true,
						code_scalar(at.base->type.dtype),
						code_name(code, "row%d_%d", axis, t), at),
					0);
		taps->weight[t] = code_let(code, true, code_name(code, "w%d_%d", axis, t),
			code_load(code, s->l->sum, weight_of(s, taps, t, NULL)));
	}
}

/* sum + x * w, where x is n elements of a row from counter + first on. */
static void
add_tap(const struct samples *s, struct code_type type, struct address row,
	const struct value *weight, int64_t first, int64_t n,
	const struct variable *counter, const struct variable *sum)
{
	struct code_builder *code = s->code;
	struct address at = code_moved(row, first);
	const struct value *x;

	if (counter)
		at = code_indexed(code, at, counter, 1);
	x = type.lanes > 1 ? code_load_n(code, type, at, n) : code_load(code, type, at);
	code_set(code, sum,
		code_muladd(code, s->l->fused, x, weight, code_get(code, sum)));
}

/* Adds elements of an output: a full vector, or its first n lanes. */
static void
add_elements(const struct samples *s, const struct taps *taps, struct address to,
	struct code_type type, int64_t first, int64_t n, const struct variable *counter)
{
	struct code_builder *code = s->code;
	const struct sample_axis *axis = taps->pass->axis;
	const struct variable *sum;

	code_block(code);
	sum = code_let(code, false, "sum", code_number(code, type, 0));
	for (int t = 0; t < axis->ntap && is_written(axis); t++) {
		const struct value *w = code_get(code, taps->weight[t]);

		add_tap(s, type, taps->row[t],
			type.lanes > 1 ? code_set1(code, type, w) : w, first, n, counter,
			sum);
	}
	if (!is_written(axis)) {
		struct address w = weight_of(s, taps, 0, s->tap);

		code_loop(code, s->tap, axis->ntap);
		add_tap(s, type, place_of(s, taps, 0, s->tap),
			type.lanes > 1 ? code_set1_load(code, type, w)
				       : code_load(code, type, w),
			first, n, counter, sum);
		code_end(code);
	}
	to = code_moved(to, first);
	if (counter)
		to = code_indexed(code, to, counter, 1);
	if (type.lanes > 1)
		code_store_n(code, to, code_get(code, sum), n);
	else
		code_store(code, to, code_get(code, sum));
	code_end(code);
}

/* Adds all elements of one output of an axis. */
static void
add_output(const struct samples *s, const struct pass *pass,
	const struct variable *output, struct address from, struct address to)
{
	struct code_builder *code = s->code;
	struct taps taps = {.pass = pass, .output = output, .from = from};
	int64_t lanes = s->own->lanes, looped = pass->inner / lanes * lanes;

	begin_taps(s, &taps);
	if (pass->inner == 1) {
		add_elements(s, &taps, to, s->vector, 0, 1, NULL);
		return;
	}
	if (looped) {
		code_loop_to(code, s->j, 0, lanes, (struct limit){.limit = looped});
		add_elements(s, &taps, to, s->vector, 0, lanes, s->j);
		code_end(code);
	}
	if (looped < pass->inner)
		add_elements(s, &taps, to, s->vector, looped, pass->inner - looped, NULL);
}

/* Copies the inputs of all outputs' taps, one by one. */
static void
read_ahead(const struct samples *s, const struct pass *pass,
	const struct variable *output, struct address from)
{
	struct code_builder *code = s->code;
	const struct sample_axis *a = pass->axis;
	struct taps taps = {.pass = pass, .output = output, .from = from};
	struct address read = code_indexed(code, code_at(pass->read, 0), output, 1);

	code_loop_to(code, output, a->begin, 1, (struct limit){.limit = a->end});
	for (int64_t t = 0; t < a->ntap && is_written(a); t++)
		code_store(code, code_moved(read, t * a->out),
			code_load(code, s->l->sum, place_of(s, &taps, t, NULL)));
	if (!is_written(a)) {
		code_loop(code, s->tap, a->ntap);
		code_store(code, code_indexed(code, read, s->tap, a->out),
			code_load(code, s->l->sum, place_of(s, &taps, 0, s->tap)));
		code_end(code);
	}
	code_end(code);
}

/* Adds n outputs from counter + first on. */
static void
add_lanes(const struct samples *s, const struct pass *pass, struct address to,
	int64_t first, int64_t n, const struct variable *counter)
{
	struct code_builder *code = s->code;
	const struct sample_axis *a = pass->axis;
	bool loops = !is_written(a);
	struct address read = code_at(pass->read, first);
	struct address weight = code_at(pass->weight, first);
	const struct variable *sum;

	to = code_moved(to, first);
	if (counter) {
		read = code_indexed(code, read, counter, 1);
		weight = code_indexed(code, weight, counter, 1);
		to = code_indexed(code, to, counter, 1);
	}
	if (loops) {
		read = code_indexed(code, read, s->tap, a->out);
		weight = code_indexed(code, weight, s->tap, a->out);
	}
	code_block(code);
	sum = code_let(code, false, "sum", code_number(code, s->vector, 0));
	if (loops)
		code_loop(code, s->tap, a->ntap);
	for (int64_t t = 0; t < (loops ? 1 : a->ntap); t++) {
		const struct value *x =
			code_load_n(code, s->vector, code_moved(read, t * a->out), n);
		const struct value *w =
			code_load_n(code, s->vector, code_moved(weight, t * a->out), n);

		code_set(code, sum,
			code_muladd(code, s->l->fused, x, w, code_get(code, sum)));
	}
	if (loops)
		code_end(code);
	code_store_n(code, to, code_get(code, sum), n);
	code_end(code);
}

/* Adds all outputs of an axis with one element each. */
static void
add_outputs(const struct samples *s, const struct pass *pass,
	const struct variable *output, struct address from, struct address to)
{
	struct code_builder *code = s->code;
	const struct sample_axis *a = pass->axis;
	int64_t lanes = s->own->lanes, n = a->end - a->begin;
	int64_t looped = n / lanes * lanes;

	read_ahead(s, pass, output, from);
	if (looped) {
		code_loop_to(code, s->j, 0, lanes, (struct limit){.limit = looped});
		add_lanes(s, pass, to, a->begin, lanes, s->j);
		code_end(code);
	}
	if (looped < n)
		add_lanes(s, pass, to, a->begin + looped, n - looped, NULL);
}

/* Fills outputs outside of the input. */
static void
add_fill(const struct samples *s, struct address dst, int64_t n)
{
	if (!n)
		return;
	code_loop(s->code, s->j, n);
	code_store(s->code, code_indexed(s->code, dst, s->j, 1),
		code_number(s->code, s->l->sum, s->plan->fill));
	code_end(s->code);
}

static void
add_axis(const struct samples *s, int axis, struct address from, struct address dst)
{
	struct code_builder *code = s->code;
	const struct sample_axis *a = &s->plan->axis[axis];
	const struct pass *pass = &s->pass[axis];
	const struct variable *i = s->counter[axis];
	int64_t to = sample_dst(s->plan, axis);

	if (!a->sampled) {
		code_loop(code, i, a->out);
		add_axis(s, axis + 1, code_indexed(code, from, i, pass->inner),
			code_indexed(code, dst, i, to));
		code_end(code);
		return;
	}
	add_fill(s, dst, a->begin * to);
	if (a->begin < a->end && pass->read) {
		add_outputs(s, pass, i, from, dst);
	} else if (a->begin < a->end) {
		struct address at = code_indexed(code, dst, i, to);

		code_loop_to(code, i, a->begin, 1, (struct limit){.limit = a->end});
		add_output(s, pass, i, from, pass->rows ? code_at(pass->rows, 0) : at);
		if (pass->rows)
			add_axis(s, axis + 1, code_at(pass->rows, 0), at);
		code_end(code);
	}
	add_fill(s, code_moved(dst, a->end * to), (a->out - a->end) * to);
}

void
sample_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	struct samples s = {.l = &l,
		.code = code,
		.plan = &schedule->plan->u.sample,
		.own = schedule->own};
	struct entry_operands o;
	bool some = schedule->plan->dst.nelement > 0;

	s.vector = s.own->lanes > 1 ? lowering_vector(&l, s.own->lanes) : l.sum;
	if (some)
		begin_passes(&s);
	o = lowering_entry(&l, ENTRY_WHOLE);
	if (some) {
		declare(&s);
		add_axis(&s, 0, code_at(o.operand[0], 0), code_at(o.dst, 0));
	}
	code_end_function(code);
}
