/* RNN, GRU and LSTM: their rows, and what they say. */
#include "ops/onnx/recurrent_steps.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/op.h"

enum {
	WITH_LAYOUT = 14, /* the first version that has it */
	FIRST_LINEAR = 3  /* the first GRU that has linear_before_reset */
};

/* clang-format off */
static const int versions[] = {1, 7, 14, 22, 0};
static const int gru_versions[] = {1, 3, 7, 14, 22, 0};

static const char *const directions[] = {"forward", "reverse", "bidirectional", NULL};

#define ACTIVATIONS(initial) \
	{"activations",      ATTRIBUTE_STRINGS, 1, LATEST, false, 0, 0, initial, NULL, "functions of a direction, for each direction"}, \
	{"activation_alpha", ATTRIBUTE_FLOATS, 1, LATEST, false, 0, 0, "each one's own", NULL, "for those of them that have an alpha, in their order"}, \
	{"activation_beta",  ATTRIBUTE_FLOATS, 1, LATEST, false, 0, 0, "each one's own", NULL, "likewise"}, \
	{"clip",             ATTRIBUTE_FLOAT,  1, LATEST, false, 0, 0, "no limit", NULL, "arguments of functions are limited to -clip to clip, but for those of cells (LSTM's last function)"}, \
	{"direction",        ATTRIBUTE_STRING, 1, LATEST, false, 0, 0, "forward", directions, "of the sequence"}, \
	{"hidden_size",      ATTRIBUTE_INT,    1, LATEST, false, 1, LENGTH_LIMIT, "that of R", NULL, "elements of a state"}, \
	{"layout",           ATTRIBUTE_INT,    WITH_LAYOUT, LATEST, false, 0, 1, "0", NULL, "1: the batch comes first in X, Y and states"}

static const struct attribute_rule rnn_attributes[] = {
	ACTIVATIONS("Tanh"),
	{"output_sequence",  ATTRIBUTE_INT,    1, 6, false, 0, 1, "0", NULL, "of no meaning: Y is computed if it is asked for"},
	{.name = NULL},
};

static const struct attribute_rule gru_attributes[] = {
	ACTIVATIONS("Sigmoid, Tanh"),
	{"linear_before_reset", ATTRIBUTE_INT, FIRST_LINEAR, LATEST, false, 0, 1, "0", NULL, "1: the product of the hidden gate is reset, not the state"},
	{"output_sequence",  ATTRIBUTE_INT,    1, 6, false, 0, 1, "0", NULL, "of no meaning: Y is computed if it is asked for"},
	{.name = NULL},
};

static const struct attribute_rule lstm_attributes[] = {
	ACTIVATIONS("Sigmoid, Tanh, Tanh"),
	{"input_forget",     ATTRIBUTE_INT,    1, LATEST, false, 0, 1, "0", NULL, "1: the forget gate is 1 less the input gate"},
	{"output_sequence",  ATTRIBUTE_INT,    1, 6, false, 0, 1, "0", NULL, "of no meaning: Y is computed if it is asked for"},
	{.name = NULL},
};

static const struct dtype_rule integers_32[] = {{DTYPE_INT32, 1}, {DTYPE_NONE, 0}};

#define INPUTS(gates) \
	[INPUT_X] = {"X", .summary = "[seq_length, batch_size, input_size]"}, \
	[INPUT_W] = {"W", .summary = "[num_directions, " gates "hidden_size, input_size]"}, \
	[INPUT_R] = {"R", .summary = "[num_directions, " gates "hidden_size, hidden_size]"}, \
	[INPUT_B] = {"B", .optional = true, .summary = "[num_directions, 2 * " gates "hidden_size]; without it 0"}, \
	[INPUT_LENS] = {"sequence_lens", .optional = true, .constant = true, .own_dtype = OWN_INTEGER, .dtype = integers_32, \
		.assumed = DTYPE_INT32, .summary = "[batch_size], lengths; without it seq_length"}, \
	[INPUT_H] = {"initial_h", .optional = true, .summary = "[num_directions, batch_size, hidden_size]; without it 0"}

static const struct input_rule inputs[] = {
	INPUTS(""),
	{.name = NULL},
};

static const struct input_rule gru_inputs[] = {
	INPUTS("3 * "),
	{.name = NULL},
};

static const struct input_rule lstm_inputs[] = {
	INPUTS("4 * "),
	[INPUT_C] = {"initial_c", .optional = true, .summary = "as initial_h"},
	[INPUT_P] = {"P", .optional = true, .summary = "[num_directions, 3 * hidden_size], factors of cells in gates i, o and f"},
	{.name = NULL},
};

#define OUTPUTS \
	[OUTPUT_Y] = {.name = "Y", .optional = true, .summary = "all states, [seq_length, num_directions, batch_size, hidden_size]"}, \
	[OUTPUT_H] = {.name = "Y_h", .optional = true, .summary = "the last one, [num_directions, batch_size, hidden_size]"}

static const struct output_rule outputs[] = {
	OUTPUTS,
	{.name = NULL},
};

static const struct output_rule lstm_outputs[] = {
	OUTPUTS,
	[OUTPUT_C] = {.name = "Y_c", .optional = true, .summary = "the last cells, likewise"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 22}, {DTYPE_NONE, 0},
};
/* clang-format on */

static const struct activation activations[] = {
	{"Sigmoid", &op_sigmoid, 13, false, false, false, 0, 0},
	{"Tanh", &op_tanh, 13, false, false, false, 0, 0},
	{"Relu", &op_relu, 14, false, false, false, 0, 0},
	{"Affine", NULL, 0, false, true, true, 1, 0},
	{"LeakyRelu", &op_leaky_relu, 16, false, true, false, (double)0.01f, 0},
	{"ThresholdedRelu", &op_thresholded_relu, 22, false, true, false, 1, 0},
	{"ScaledTanh", &op_tanh, 13, true, true, true, 1, 1},
	{"HardSigmoid", &op_hard_sigmoid, 22, false, true, true, (double)0.2f, 0.5},
	{"Elu", &op_elu, 22, false, true, false, 1, 0},
	{"Softsign", &op_softsign, 22, false, false, false, 0, 0},
	{"Softplus", &op_softplus, 22, false, false, false, 0, 0},
};

static bool
check_rank(struct expansion *e, int input, const char *wanted)
{
	const struct operation *operation = e->operation;
	const struct tensor *tensor = operation->input[input];

	if (tensor->rank == 3)
		return true;
	source_error(e->source, operation->input_where[input],
		"%s: expected 3 dimensions, %s, got %d", operation->input_name[input],
		wanted, tensor->rank);
	return false;
}

static bool
check_shapes(struct recurrent *r)
{
	struct expansion *e = r->e;
	const struct operation *operation = e->operation;
	int64_t n = r->ndirection, gates = r->cell->ngate * r->hidden;
	const int64_t w[] = {n, gates, r->input}, weights[] = {n, gates, r->hidden},
		      b[] = {n, 2 * gates}, lens[] = {r->batch}, p[] = {n, 3 * r->hidden},
		      state[] = {n, r->batch, r->hidden},
		      by_batch[] = {r->batch, n, r->hidden};
	const int64_t *first = r->batch_first ? by_batch : state;
	bool good = expansion_check_shape(e, INPUT_W, w, 3);

	good = expansion_check_shape(e, INPUT_R, weights, 3) && good;
	good = expansion_check_shape(e, INPUT_B, b, 2) && good;
	good = expansion_check_shape(e, INPUT_LENS, lens, 1) && good;
	good = expansion_check_shape(e, INPUT_H, first, 3) && good;
	if (operation->ninput > INPUT_C) {
		good = expansion_check_shape(e, INPUT_C, first, 3) && good;
		good = expansion_check_shape(e, INPUT_P, p, 2) && good;
	}
	return good;
}

/* The extents, which the shapes of X and R and hidden_size say. */
static bool
read_extents(struct recurrent *r)
{
	struct expansion *e = r->e;
	const struct operation *operation = e->operation;
	const struct tensor *x = operation->input[INPUT_X];
	const struct attribute *said = operation_attribute(operation, "hidden_size");
	const char *direction = operation_string(operation, "direction", directions[0]);

	if (!check_rank(e, INPUT_X, "those of the sequence, the batch and the input") ||
		!check_rank(e, INPUT_R, "the last one hidden_size"))
		return false;
	r->batch_first = operation_int(operation, "layout", 0) == 1;
	r->length = x->shape[r->batch_first];
	r->batch = x->shape[!r->batch_first];
	r->input = x->shape[2];
	r->hidden = operation->input[INPUT_R]->shape[2];
	r->ndirection = strcmp(direction, directions[2]) ? 1 : 2;
	if (r->length == 0) {
		source_error(e->source, operation->input_where[INPUT_X],
			"X: expected a sequence of one step or more, got none");
		return false;
	}
	if (said && said->i != r->hidden) {
		source_error(e->source, said->where,
			"hidden_size: expected %" PRId64
			", the last extent of R, got %" PRId64,
			r->hidden, said->i);
		return false;
	}
	return check_shapes(r);
}

static bool
check_lengths(const struct recurrent *r, const int64_t *length)
{
	const struct operation *operation = r->e->operation;

	for (int64_t i = 0; length && i < r->batch; i++)
		if (length[i] < 1 || length[i] > r->length) {
			source_error(r->e->source, operation->input_where[INPUT_LENS],
				"sequence_lens: expected lengths from 1 to %" PRId64
				", got %" PRId64,
				r->length, length[i]);
			return false;
		}
	return true;
}

/* The next number of a list for a function that has one. */
static double
next_number(
	const struct operation *operation, const char *name, size_t *i, double initial)
{
	return *i < operation_nfloat(operation, name)
		       ? operation_float_at(operation, name, (*i)++)
		       : initial;
}

/* The words of older files differ in case. */
static const struct activation *
find_activation(const char *name)
{
	for (size_t i = 0; i < sizeof activations / sizeof *activations; i++)
		if (!strcasecmp(activations[i].name, name))
			return &activations[i];
	return NULL;
}

static const char *
known_activations(struct arena *arena)
{
	const char *list = activations[0].name;

	for (size_t i = 1; i < sizeof activations / sizeof *activations; i++)
		list = arena_format(arena, "%s, %s", list, activations[i].name);
	return list;
}

/* Reads the functions of all directions. */
static bool
read_functions(struct recurrent *r)
{
	struct expansion *e = r->e;
	const struct operation *operation = e->operation;
	const struct attribute *said = operation_attribute(operation, "activations");
	size_t each = (size_t)r->cell->nfunction, n = each * (size_t)r->ndirection;
	size_t alpha = 0, beta = 0;

	if (said && said->nstring && said->nstring != n) {
		source_error(e->source, said->where,
			"activations: expected %zu, %zu for each direction, got %zu", n,
			each, said->nstring);
		return false;
	}
	for (size_t i = 0; i < n; i++) {
		const char *name = said && said->nstring ? said->strings[i]
							 : r->cell->function[i % each];
		const struct activation *found = find_activation(name);
		struct activation *f = &r->function[i / each][i % each];

		if (!found) {
			source_error(e->source, said->where,
				"activations: expected one of %s, got '%s'",
				known_activations(e->arena), name);
			return false;
		}
		*f = *found;
		if (f->has_alpha)
			f->alpha = next_number(
				operation, "activation_alpha", &alpha, f->alpha);
		if (f->has_beta)
			f->beta =
				next_number(operation, "activation_beta", &beta, f->beta);
	}
	return true;
}

/* The length of each batch's sequence; NULL: all have X's. */
static const int64_t *
read_lengths(const struct recurrent *r)
{
	const struct operation *operation = r->e->operation;
	const struct tensor *lens = operation->input[INPUT_LENS];
	int64_t *length;
	bool whole = true;

	if (!lens)
		return NULL;
	length = arena_array(r->e->arena, int64_t, (size_t)r->batch);
	for (int64_t i = 0; i < r->batch; i++) {
		length[i] = ((const int32_t *)lens->constant)[i];
		whole = whole && length[i] == r->length;
	}
	return whole ? NULL : length;
}

static bool
expand(struct expansion *e, const struct cell *cell)
{
	struct recurrent r = {.e = e, .cell = cell};
	const int64_t *length;

	if (!read_extents(&r) || !read_functions(&r))
		return false;
	length = read_lengths(&r);
	if (!check_lengths(&r, length))
		return false;
	expansion_detail(
		e, arena_format(e->arena, "%s, %" PRId64 " steps, hidden_size %" PRId64,
			   operation_string(e->operation, "direction", directions[0]),
			   r.length, r.hidden));
	recurrent_expand(&r, length);
	return true;
}

static bool
expand_rnn(struct expansion *e)
{
	static const char *const function[] = {"Tanh"};

	return expand(e, &(const struct cell){1, 1, function, step_rnn});
}

static bool
expand_gru(struct expansion *e)
{
	static const char *const function[] = {"Sigmoid", "Tanh"};

	return expand(e, &(const struct cell){3, 2, function, step_gru});
}

static bool
expand_lstm(struct expansion *e)
{
	static const char *const function[] = {"Sigmoid", "Tanh", "Tanh"};

	return expand(e, &(const struct cell){4, 3, function, step_lstm});
}

#define RECURRENT(op_name, op_versions, op_inputs, op_outputs, op_attributes, does, how) \
	{ \
		.name = op_name, .domain = "ai.onnx", .default_domain = true, \
		.has_opset = true, .version = op_versions, .input = op_inputs, \
		.output = op_outputs, .attribute = op_attributes, .dtype = dtypes, \
		.summary = does, .expand = how, \
	}

const struct op op_rnn = RECURRENT("RNN", versions, inputs, outputs, rnn_attributes,
	"a state of each step: an activation of its X and the state before", expand_rnn);

const struct op op_gru = RECURRENT("GRU", gru_versions, gru_inputs, outputs,
	gru_attributes,
	"states of gated recurrent units, of each step and the state before", expand_gru);

const struct op op_lstm =
	RECURRENT("LSTM", versions, lstm_inputs, lstm_outputs, lstm_attributes,
		"states of long short-term memories, of each step, the state and "
		"the cells before",
		expand_lstm);
