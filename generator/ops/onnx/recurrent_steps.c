/* The steps of RNN, GRU and LSTM. The products of all of X with the weights come before,
   one for each gate; a step multiplies the state that it is handed. What stands in the
   document as Xt*(W^T) + Ht-1*(R^T) + Wb + Rb is computed as
   Ht-1*(R^T) + (Xt*(W^T) + (Wb + Rb)). */
#include "ops/onnx/recurrent_steps.h"

#include <string.h>

#include "base/arena.h"
#include "ops/common/expansion_moves.h"
#include "ops/op.h"

/* Parts. */

static const struct edge *
matrix(struct expansion *e, const char *name, const struct edge *x, int64_t rows,
	int64_t columns)
{
	return expansion_reshape(e, name, x, (const int64_t[]){rows, columns}, 2);
}

/* x * weights^T + bias. bias: NULL: 0 */
static const struct edge *
product(struct expansion *e, const char *name, const struct edge *x,
	const struct edge *weights, const struct edge *bias)
{
	struct part *p = expansion_part(e, &op_gemm, 13);

	part_read(p, 0, x);
	part_read(p, 1, weights);
	part_read(p, 2, bias);
	part_int(p, "transB", 1, NULL);
	return expansion_add(e, p, name);
}

static const struct edge *
number(struct expansion *e, const char *name, double value)
{
	return expansion_fill(e, name, e->operation->dtype, value, 1);
}

static const struct edge *
clip(struct expansion *e, const struct edge *x)
{
	static const int64_t no_axes[] = {0}; /* a list of none */
	double limit = operation_float(e->operation, "clip", 0);

	if (!operation_attribute(e->operation, "clip"))
		return x;
	return EXPAND(e, "clipped", &op_clip, 13, x,
		expansion_reshape(e, "least", number(e, "minus", -limit), no_axes, 0),
		expansion_reshape(e, "most", number(e, "limit", limit), no_axes, 0));
}

/* Function number i of the direction. */
static const struct edge *
apply(const struct recurrent *r, int i, const char *name, const struct edge *x)
{
	const struct activation *f = &r->function[r->direction][i];
	struct expansion *e = r->e;
	struct part *p;

	if (!f->op)
		return EXPAND(e, name, &op_add, 14,
			EXPAND(e, "scaled", &op_mul, 14, x, number(e, "alpha", f->alpha)),
			number(e, "beta", f->beta));
	if (f->scales)
		return EXPAND(e, name, &op_mul, 14,
			EXPAND(e, "tangent", f->op, f->version,
				EXPAND(e, "scaled", &op_mul, 14, x,
					number(e, "beta", f->beta))),
			number(e, "alpha", f->alpha));
	p = expansion_part(e, f->op, f->version);
	part_read(p, 0, x);
	if (f->has_alpha)
		part_float(p, "alpha", f->alpha);
	if (f->has_beta)
		part_float(p, "beta", f->beta);
	return expansion_add(e, p, name);
}

/* The same of an argument that is limited. */
static const struct edge *
activate(const struct recurrent *r, int i, const char *name, const struct edge *x)
{
	return apply(r, i, name, clip(r->e, x));
}

static const struct edge *
add(struct expansion *e, const char *name, const struct edge *a, const struct edge *b)
{
	return EXPAND(e, name, &op_add, 14, a, b);
}

static const struct edge *
multiply(
	struct expansion *e, const char *name, const struct edge *a, const struct edge *b)
{
	return EXPAND(e, name, &op_mul, 14, a, b);
}

/* 1 - x */
static const struct edge *
complement(struct expansion *e, const struct edge *x)
{
	return EXPAND(e, "rest", &op_sub, 14, number(e, "one", 1), x);
}

/* Steps. */

/* The product of X for a gate in a step. */
static const struct edge *
product_at(const struct recurrent *r, int gate, int64_t t)
{
	return expansion_cut(
		r->e, "x", r->product[gate], 0, t * r->nbatch, (t + 1) * r->nbatch);
}

/* The argument of a gate's activation, which the state is multiplied for. */
static const struct edge *
argument(const struct recurrent *r, int gate, int64_t t)
{
	const struct edge *x = product_at(r, gate, t);

	return r->h ? add(r->e, "sum",
			      product(r->e, "state", r->h, r->weights[gate], NULL), x)
		    : x;
}

/* The same with a cell's own part in it. */
static const struct edge *
with_peephole(const struct recurrent *r, int which, const struct edge *x)
{
	if (!r->peephole[which])
		return x;
	return add(
		r->e, "peeped", x, multiply(r->e, "peephole", r->c, r->peephole[which]));
}

void
step_rnn(struct recurrent *r, int64_t t)
{
	r->h = activate(r, 0, "h", argument(r, 0, t));
}

/* The hidden gate's argument: the state, or its product, is reset. */
static const struct edge *
hidden_argument(const struct recurrent *r, int64_t t, const struct edge *reset)
{
	struct expansion *e = r->e;
	const struct edge *x = product_at(r, 2, t), *state;

	if (operation_int(e->operation, "linear_before_reset", 0)) {
		state = r->h ? product(e, "state", r->h, r->weights[2], r->bias)
			     : r->bias;
		return state ? add(e, "sum", multiply(e, "reset", reset, state), x) : x;
	}
	if (!r->h)
		return x;
	state = product(
		e, "state", multiply(e, "reset", reset, r->h), r->weights[2], NULL);
	return add(e, "sum", state, x);
}

void
step_gru(struct recurrent *r, int64_t t)
{
	struct expansion *e = r->e;
	const struct edge *z = activate(r, 0, "update", argument(r, 0, t));
	const struct edge *reset = activate(r, 0, "r", argument(r, 1, t));
	const struct edge *h = activate(r, 1, "hidden", hidden_argument(r, t, reset));

	h = multiply(e, "added", complement(e, z), h);
	r->h = r->h ? add(e, "h", h, multiply(e, "kept", z, r->h)) : h;
}

void
step_lstm(struct recurrent *r, int64_t t)
{
	struct expansion *e = r->e;
	const struct edge *i =
		activate(r, 0, "i", with_peephole(r, 0, argument(r, 0, t)));
	const struct edge *f =
		operation_int(e->operation, "input_forget", 0)
			? complement(e, i)
			: activate(r, 0, "f", with_peephole(r, 2, argument(r, 2, t)));
	const struct edge *g = activate(r, 1, "g", argument(r, 3, t));
	const struct edge *o = argument(r, 1, t);

	r->c = add(e, "c", multiply(e, "kept", f, r->c), multiply(e, "added", i, g));
	o = activate(r, 0, "o", with_peephole(r, 1, o));
	r->h = multiply(e, "h", o, apply(r, 2, "out", r->c));
}

/* Directions. */

/* Row `row` of an input of [num_directions, n * hidden_size, ...], the direction's. */
static const struct edge *
gate_of(const struct recurrent *r, const char *name, int input, int64_t row)
{
	struct expansion *e = r->e;
	const struct edge *x = expansion_input(e, input);
	int64_t d = r->direction, n = r->hidden;

	x = expansion_cut(e, name, expansion_cut(e, name, x, 0, d, d + 1), 1, row * n,
		(row + 1) * n);
	return x->tensor.rank == 3 ? matrix(e, name, x, n, x->tensor.shape[2])
				   : matrix(e, name, x, 1, n);
}

/* What is added to the product of X for a gate; that of a state's product, too, unless
   it is reset by itself. NULL: 0 */
static const struct edge *
bias_of(struct recurrent *r, int gate)
{
	struct expansion *e = r->e;
	const struct edge *bias;

	if (!expansion_input(e, INPUT_B))
		return NULL;
	bias = gate_of(r, "Rb", INPUT_B, r->cell->ngate + gate);
	if (gate == 2 && operation_int(e->operation, "linear_before_reset", 0)) {
		r->bias = bias;
		return gate_of(r, "Wb", INPUT_B, gate);
	}
	return add(e, "bias", gate_of(r, "Wb", INPUT_B, gate), bias);
}

/* The direction's part of a state's beginning, of the current batches. NULL: absent */
static const struct edge *
state_of(const struct recurrent *r, const char *name, int input)
{
	struct expansion *e = r->e;
	const struct edge *x = expansion_input(e, input);
	int64_t axis = r->batch_first ? 1 : 0;

	if (!x)
		return NULL;
	x = expansion_cut(e, name, x, axis, r->direction, r->direction + 1);
	x = expansion_cut(
		e, name, x, 1 - axis, r->first_batch, r->first_batch + r->nbatch);
	return matrix(e, name, x, r->nbatch, r->hidden);
}

/* X of the current batches as rows, those of a step one after the other. */
static const struct edge *
rows_of(const struct recurrent *r)
{
	struct expansion *e = r->e;
	const struct edge *x = expansion_input(e, INPUT_X);

	if (r->batch_first)
		x = expansion_transpose(e, "X_by_step", x, (const int64_t[]){1, 0, 2}, 3);
	x = expansion_cut(e, "X_steps", x, 0, 0, r->nstep);
	x = expansion_cut(
		e, "X_batches", x, 1, r->first_batch, r->first_batch + r->nbatch);
	return matrix(e, "rows", x, r->nstep * r->nbatch, r->input);
}

static void
begin_direction(struct recurrent *r)
{
	struct expansion *e = r->e;
	const struct edge *rows = rows_of(r);

	r->bias = NULL;
	for (int i = 0; i < r->cell->ngate; i++) {
		r->product[i] = product(
			e, "products", rows, gate_of(r, "W", INPUT_W, i), bias_of(r, i));
		r->weights[i] = gate_of(r, "R", INPUT_R, i);
	}
	r->h = state_of(r, "h", INPUT_H);
	if (r->cell->ngate < MOST_GATES)
		return;
	r->c = state_of(r, "c", INPUT_C);
	if (!r->c)
		r->c = number(e, "c", 0);
	for (int i = 0; i < 3; i++)
		r->peephole[i] =
			expansion_input(e, INPUT_P) ? gate_of(r, "P", INPUT_P, i) : NULL;
}

/* Runs a direction over the current batches. Returns its states by step, as [1, 1,
   nbatch, hidden], with zeros after its end. */
static const struct edge **
run_direction(struct recurrent *r, bool backwards)
{
	struct expansion *e = r->e;
	const int64_t shape[] = {1, 1, r->nbatch, r->hidden};
	const struct edge **state =
		arena_array(e->arena, const struct edge *, (size_t)r->length);

	begin_direction(r);
	for (int64_t i = 0; i < r->nstep; i++) {
		int64_t t = backwards ? r->nstep - 1 - i : i;

		r->cell->step(r, t);
		state[t] = expansion_reshape(e, "state", r->h, shape, 4);
	}
	for (int64_t t = r->nstep; t < r->length; t++)
		state[t] = expansion_reshape(e, "padding",
			expansion_fill(e, "zeros", e->operation->dtype, 0,
				r->nbatch * r->hidden),
			shape, 4);
	return state;
}

/* What the directions make of some batches. */
struct states {
	const struct edge **y; /* for each step, [1, num_directions, nbatch, hidden] */
	const struct edge *h[2], *c[2]; /* for each direction, [nbatch, hidden] */
};

static bool
is_backwards(const struct recurrent *r, int64_t direction)
{
	const char *word = operation_string(r->e->operation, "direction", "forward");

	return direction == 1 || !strcmp(word, "reverse");
}

static struct states
run_batches(struct recurrent *r)
{
	struct states all = {.y = NULL};

	for (int64_t d = 0; d < r->ndirection; d++) {
		const struct edge **y;

		r->direction = d;
		y = run_direction(r, is_backwards(r, d));
		all.h[d] = r->h;
		all.c[d] = r->c;
		for (int64_t t = 0; t < r->length && d > 0; t++)
			all.y[t] = expansion_join(r->e, "directions",
				(const struct edge *[]){all.y[t], y[t]}, 2, 1);
		if (d == 0)
			all.y = y;
	}
	return all;
}

/* Runs batches whose sequences have lengths of their own one by one, else all at once. */
static struct states *
run(struct recurrent *r, const int64_t *length, size_t *n)
{
	struct states *all;

	*n = length ? (size_t)r->batch : 1;
	all = arena_array(r->e->arena, struct states, *n);
	r->nbatch = length ? 1 : r->batch;
	for (size_t i = 0; i < *n; i++) {
		r->first_batch = (int64_t)i;
		r->nstep = length ? length[i] : r->length;
		all[i] = run_batches(r);
	}
	return all;
}

/* Y, of which all[i].y[t] are the parts. */
static void
make_y(struct recurrent *r, const struct states *all, size_t n)
{
	struct expansion *e = r->e;
	const int64_t shape[] = {r->length, r->ndirection, r->batch, r->hidden};
	const struct edge **step =
		arena_array(e->arena, const struct edge *, (size_t)r->length);
	const struct edge **batch = arena_array(e->arena, const struct edge *, n);
	const struct edge *y;

	for (int64_t t = 0; t < r->length; t++) {
		for (size_t i = 0; i < n; i++)
			batch[i] = all[i].y[t];
		step[t] = expansion_join(e, "batches", batch, n, 2);
	}
	y = expansion_join(e, "steps", step, (size_t)r->length, 0);
	if (r->batch_first)
		expansion_transpose(e, "Y", y, (const int64_t[]){2, 0, 1, 3}, 4);
	else
		expansion_reshape(e, "Y", y, shape, 4);
}

/* Y_h or Y_c, of which state[i][d] are the parts. */
static void
make_last(struct recurrent *r, const char *name, const struct edge *const *const *state,
	size_t n)
{
	struct expansion *e = r->e;
	const int64_t shape[] = {r->ndirection, r->batch, r->hidden};
	const int64_t part[] = {1, r->nbatch, r->hidden};
	const struct edge **batch = arena_array(e->arena, const struct edge *, n);
	const struct edge *direction[2], *y;

	for (int64_t d = 0; d < r->ndirection; d++) {
		for (size_t i = 0; i < n; i++)
			batch[i] = expansion_reshape(e, "state", state[i][d], part, 3);
		direction[d] = expansion_join(e, "batches", batch, n, 1);
	}
	y = expansion_join(e, "directions", direction, (size_t)r->ndirection, 0);
	if (r->batch_first)
		expansion_transpose(e, name, y, (const int64_t[]){1, 0, 2}, 3);
	else
		expansion_reshape(e, name, y, shape, 3);
}

static void
make_outputs(struct recurrent *r, const struct states *all, size_t n)
{
	const struct operation *operation = r->e->operation;
	const struct edge *const **h =
		arena_array(r->e->arena, const struct edge *const *, n);
	const struct edge *const **c =
		arena_array(r->e->arena, const struct edge *const *, n);

	for (size_t i = 0; i < n; i++) {
		h[i] = all[i].h;
		c[i] = all[i].c;
	}
	if (operation->output[OUTPUT_Y])
		make_y(r, all, n);
	if (operation->output[OUTPUT_H])
		make_last(r, "Y_h", h, n);
	if (operation->noutput > OUTPUT_C && operation->output[OUTPUT_C])
		make_last(r, "Y_c", c, n);
}

void
recurrent_expand(struct recurrent *r, const int64_t *length)
{
	size_t n;
	const struct states *all = run(r, length, &n);

	make_outputs(r, all, n);
}
