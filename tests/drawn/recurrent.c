/* RNN, GRU and LSTM: of few steps, as each of them is some twenty operations. */
#include "drawn/draw.h"

#include "base/arena.h"

enum {
	MOST_STEPS = 4,
	FUNCTIONS = 3 /* of LSTM, which has most */
};

/* The extents of a node. */
struct recurrence {
	int64_t length, batch, input, hidden;
	int64_t ndirection, ngate, nfunction;
	bool batch_first;
};

static struct recurrence
draw_extents_of(struct drawn *d)
{
	bool is_lstm = d->op == &op_lstm, is_rnn = d->op == &op_rnn;
	struct recurrence r = {
		.ndirection = 1,
		.ngate = is_lstm  ? 4
			 : is_rnn ? 1
				  : 3,
		.nfunction = is_lstm  ? 3
			     : is_rnn ? 1
				      : 2,
	};
	struct extent extent[] = {
		{&r.length, MOST_STEPS}, {&r.batch, 3}, {&r.input, 20}, {&r.hidden, 20}};

	draw_extents(d, extent, sizeof extent / sizeof *extent);
	r.batch_first = drawn_has(d, "layout") && draw_chance(d, 30);
	return r;
}

/* A word for each function: any of them, with the alphas and betas of their own. */
static void
draw_functions(struct drawn *d, const struct recurrence *r)
{
	static const char *const any[] = {"Sigmoid", "Tanh", "Relu", "Affine",
		"LeakyRelu", "ThresholdedRelu", "ScaledTanh", "HardSigmoid", "Elu",
		"Softsign", "softplus"};
	const char **word = arena_array(d->arena, const char *, 2 * FUNCTIONS);
	int n = (int)(r->ndirection * r->nfunction);

	for (int i = 0; i < n; i++)
		word[i] = any[draw_below(d, sizeof any / sizeof *any)];
	drawn_strings(d, "activations", word, n);
	if (draw_chance(d, 50))
		drawn_reals(d, "activation_alpha", (const double[]){0.5, 0.25},
			(int)draw_between(d, 1, 2));
	if (draw_chance(d, 50))
		drawn_reals(d, "activation_beta", (const double[]){0.75}, 1);
}

/* Lengths of 1 and more, for each sequence of the batch. */
static void
draw_lengths(struct drawn *d, const struct recurrence *r)
{
	int64_t *length = arena_array(d->arena, int64_t, (size_t)r->batch);

	for (int64_t i = 0; i < r->batch; i++)
		length[i] = draw_between(d, 1, r->length);
	drawn_integers(d, "sequence_lens", &r->batch, 1, length);
}

static void
draw_optional_inputs(struct drawn *d, const struct recurrence *r)
{
	const int64_t state[] = {r->batch_first ? r->batch : r->ndirection,
		r->batch_first ? r->ndirection : r->batch, r->hidden};
	const int64_t p[] = {r->ndirection, 3 * r->hidden};
	const int64_t b[] = {r->ndirection, 2 * r->ngate * r->hidden};

	if (draw_chance(d, 70))
		drawn_input(d, "B", b, 2);
	if (draw_chance(d, 30))
		draw_lengths(d, r);
	if (draw_chance(d, 50))
		drawn_input(d, "initial_h", state, 3);
	if (d->op != &op_lstm)
		return;
	if (draw_chance(d, 50))
		drawn_input(d, "initial_c", state, 3);
	if (draw_chance(d, 30))
		drawn_input(d, "P", p, 2);
}

void
draw_recurrent(struct drawn *d)
{
	static const char *const direction[] = {"forward", "reverse", "bidirectional"};
	struct recurrence r = draw_extents_of(d);
	const char *word = direction[draw_below(d, 3)];

	r.ndirection = word == direction[2] ? 2 : 1;
	drawn_input(d, "X",
		(const int64_t[]){r.batch_first ? r.batch : r.length,
			r.batch_first ? r.length : r.batch, r.input},
		3);
	drawn_input(
		d, "W", (const int64_t[]){r.ndirection, r.ngate * r.hidden, r.input}, 3);
	drawn_input(
		d, "R", (const int64_t[]){r.ndirection, r.ngate * r.hidden, r.hidden}, 3);
	draw_optional_inputs(d, &r);
	drawn_string(d, "direction", word, direction[0]);
	drawn_int(d, "hidden_size", r.hidden, 0);
	drawn_int(d, "layout", r.batch_first, 0);
	drawn_int(d, "input_forget", draw_below(d, 2), 0);
	drawn_int(d, "linear_before_reset", draw_below(d, 2), 0);
	if (draw_chance(d, 30))
		drawn_float(d, "clip", 0.5);
	if (draw_chance(d, 30))
		draw_functions(d, &r);
	drawn_outputs(d, 60);
}
