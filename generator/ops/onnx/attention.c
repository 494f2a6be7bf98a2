/* Attention: of each head, softmax(Q * K^T * scale + bias) * V, in the parts of which
   ONNX's function consists. A bias is made of attn_mask, of is_causal and of
   nonpad_kv_seqlen, and is -infinity where a query must not see a key. */
#include "ops/common/expansion_moves.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/type_number.h"
#include "ops/op.h"

enum {
	INPUT_Q,
	INPUT_K,
	INPUT_V,
	INPUT_MASK,
	INPUT_PAST_KEY,
	INPUT_PAST_VALUE,
	INPUT_NONPAD,
	WITH_NONPAD = 24 /* the first version that has it, and pads masks */
};

/* What the output of the products is. */
enum qk_mode {
	QK_RAW,
	QK_CAPPED,
	QK_BIASED,
	QK_SOFTMAX
};

/* clang-format off */
static const int versions[] = {23, WITH_NONPAD, 0};

static const struct attribute_rule attributes[] = {
	{"is_causal", ATTRIBUTE_INT, 23, LATEST, false, 0, 1, "0", NULL, "1: a query sees no key after its own place"},
	{"kv_num_heads", ATTRIBUTE_INT, 23, LATEST, false, 1, LENGTH_LIMIT, "that of K", NULL, "heads of K and V, where they have 3 dimensions"},
	{"q_num_heads", ATTRIBUTE_INT, 23, LATEST, false, 1, LENGTH_LIMIT, "that of Q", NULL, "heads of Q, where it has 3 dimensions; a multiple of kv_num_heads"},
	{"qk_matmul_output_mode", ATTRIBUTE_INT, 23, LATEST, false, 0, 3, "0", NULL, "qk_matmul_output is 0: the product, 1: after softcap, 2: with the mask, 3: after the softmax"},
	{"scale", ATTRIBUTE_FLOAT, 23, LATEST, false, 0, 0, "1 / sqrt(head_size)", NULL, "factor of the product of Q and K"},
	{"softcap", ATTRIBUTE_FLOAT, 23, LATEST, false, 0, 0, "0", NULL, "the product x becomes softcap * tanh(x / softcap); 0: it stays"},
	{"softmax_precision", ATTRIBUTE_INT, 23, LATEST, false, 1, INT32_MAX, "that of Q", NULL, "the number of the type of the softmax: 1 float32, 10 float16, 11 float64, 16 bfloat16"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 23}, {DTYPE_FLOAT64, 23}, {DTYPE_FLOAT16, 23}, {DTYPE_BFLOAT16, 23}, {DTYPE_NONE, 0},
};
static const struct dtype_rule mask_dtypes[] = {
	{DTYPE_BOOL, 23}, {DTYPE_FLOAT32, 23}, {DTYPE_FLOAT64, 23}, {DTYPE_FLOAT16, 23}, {DTYPE_BFLOAT16, 23}, {DTYPE_NONE, 0},
};

static const struct input_rule inputs[] = {
	[INPUT_Q] = {"Q", .summary = "[batch, heads, length, head_size] or [batch, length, heads * head_size]"},
	[INPUT_K] = {"K", .summary = "likewise, of kv_num_heads and a length of its own"},
	[INPUT_V] = {"V", .summary = "as K, with a head_size of its own"},
	[INPUT_MASK] = {"attn_mask", .optional = true, .dtype = mask_dtypes, .assumed = DTYPE_BOOL,
		.summary = "what broadcasts to [batch, heads, length of Q, that of K]: whether a query sees a key, or what is added"},
	[INPUT_PAST_KEY] = {"past_key", .optional = true, .summary = "[batch, kv_num_heads, past length, head_size], before K"},
	[INPUT_PAST_VALUE] = {"past_value", .optional = true, .summary = "likewise, before V"},
	[INPUT_NONPAD] = {"nonpad_kv_seqlen", .optional = true, .own_dtype = OWN_INT64, .since = WITH_NONPAD,
		.summary = "[batch], keys of each that are no padding"},
	{.name = NULL},
};

static const struct output_rule outputs[] = {
	{.name = "Y", .summary = "as Q, with the head_size of V"},
	{.name = "present_key", .optional = true, .summary = "past_key and K, with 4 dimensions"},
	{.name = "present_value", .optional = true, .summary = "past_value and V, likewise"},
	{.name = "qk_matmul_output", .optional = true, .summary = "[batch, heads, length of Q, that of K]"},
	{.name = NULL},
};
/* clang-format on */

/* An Attention, with its extents. */
struct attention {
	struct expansion *e;
	int64_t batch, heads, kv_heads;
	int64_t queries, past, keys; /* keys: past ones, too */
	int64_t head_size, v_head_size;
	enum dtype softmax;
};

/* The heads and the head_size of Q, K or V, which concatenates them if it has three
   dimensions. */
static bool
read_heads(struct expansion *e, int input, const char *name, int64_t *heads,
	int64_t *head_size)
{
	const struct operation *operation = e->operation;
	const struct tensor *x = operation->input[input];
	const struct attribute *said = operation_attribute(operation, name);

	if (x->rank == 4) {
		*heads = x->shape[1];
		*head_size = x->shape[3];
		return true;
	}
	if (!said) {
		source_error(e->source, operation->node->where,
			"%s: expected the number of heads that %s concatenates", name,
			operation->input_name[input]);
		return false;
	}
	*heads = said->i;
	*head_size = x->shape[2] / said->i;
	if (x->shape[2] % said->i == 0)
		return true;
	source_error(e->source, said->where,
		"%s: expected a divisor of the last extent of %s, %" PRId64
		", got %" PRId64,
		name, operation->input_name[input], x->shape[2], said->i);
	return false;
}

static bool
read_extents(struct attention *a)
{
	struct expansion *e = a->e;
	const struct operation *operation = e->operation;
	const struct tensor *q = operation->input[INPUT_Q],
			    *k = operation->input[INPUT_K],
			    *past = operation->input[INPUT_PAST_KEY];
	int64_t v_heads;

	for (int i = INPUT_Q; i <= INPUT_V; i++)
		if (operation->input[i]->rank != (q->rank == 3 ? 3 : 4)) {
			source_error(e->source, operation->input_where[i],
				"%s: expected %s dimensions, got %d",
				operation->input_name[i],
				i == INPUT_Q   ? "3 or 4"
				: q->rank == 3 ? "3, as Q has,"
					       : "4, as Q has,",
				operation->input[i]->rank);
			return false;
		}
	a->batch = q->shape[0];
	a->queries = q->shape[q->rank - 2];
	a->past = past && past->rank == 4 ? past->shape[2] : 0;
	a->keys = k->shape[k->rank - 2] + a->past;
	if (!read_heads(e, INPUT_Q, "q_num_heads", &a->heads, &a->head_size) ||
		!read_heads(e, INPUT_K, "kv_num_heads", &a->kv_heads, &(int64_t){0}) ||
		!read_heads(e, INPUT_V, "kv_num_heads", &v_heads, &a->v_head_size))
		return false;
	if (a->kv_heads < 1 || a->heads % a->kv_heads) {
		source_error(e->source, operation->input_where[INPUT_K],
			"K: expected a number of heads that divides that of Q, %" PRId64
			", got %" PRId64,
			a->heads, a->kv_heads);
		return false;
	}
	return true;
}

/* Whether attn_mask broadcasts. From version 24 on it may lack the last keys. */
static bool
check_mask(const struct attention *a)
{
	const struct operation *operation = a->e->operation;
	const struct tensor *mask = operation->input[INPUT_MASK];
	const int64_t wanted[] = {a->batch, a->heads, a->queries, a->keys};
	bool pads = operation->version >= WITH_NONPAD, good;

	if (!mask)
		return true;
	good = mask->rank >= 2 && mask->rank <= 4;
	for (int i = 0; good && i < mask->rank; i++) {
		int64_t n = mask->shape[i], to = wanted[4 - mask->rank + i];

		good = n == to || (pads && i == mask->rank - 1 ? n < to : n == 1);
	}
	if (!good)
		source_error(a->e->source, operation->input_where[INPUT_MASK],
			"attn_mask: expected what broadcasts to %s, got %s",
			extents_text(wanted, 4, a->e->arena),
			extents_text(mask->shape, (size_t)mask->rank, a->e->arena));
	return good;
}

static bool
check_shapes(const struct attention *a)
{
	struct expansion *e = a->e;
	const struct operation *operation = e->operation;
	int rank = operation->input[INPUT_Q]->rank;
	int64_t keys = a->keys - a->past;
	const int64_t k[] = {a->batch, a->kv_heads, keys, a->head_size},
		      v[] = {a->batch, a->kv_heads, keys, a->v_head_size},
		      k_joined[] = {a->batch, keys, a->kv_heads * a->head_size},
		      v_joined[] = {a->batch, keys, a->kv_heads * a->v_head_size},
		      past_k[] = {a->batch, a->kv_heads, a->past, a->head_size},
		      past_v[] = {a->batch, a->kv_heads, a->past, a->v_head_size};
	bool has_past = operation->input[INPUT_PAST_KEY];

	if (has_past != (operation->input[INPUT_PAST_VALUE] != NULL)) {
		source_error(e->source, operation->node->where,
			"past_key and past_value: expected both or none");
		return false;
	}
	if (operation->input[INPUT_NONPAD] && has_past) {
		source_error(e->source, operation->input_where[INPUT_NONPAD],
			"nonpad_kv_seqlen: not together with past_key");
		return false;
	}
	return expansion_check_shape(e, INPUT_K, rank == 3 ? k_joined : k, rank) &&
	       expansion_check_shape(e, INPUT_V, rank == 3 ? v_joined : v, rank) &&
	       expansion_check_shape(e, INPUT_PAST_KEY, past_k, 4) &&
	       expansion_check_shape(e, INPUT_PAST_VALUE, past_v, 4) && check_mask(a) &&
	       expansion_check_shape(e, INPUT_NONPAD, &a->batch, 1);
}

static bool
read_softmax(struct attention *a)
{
	const struct operation *operation = a->e->operation;
	const struct attribute *said =
		operation_attribute(operation, "softmax_precision");
	const char *foreign;

	a->softmax = said ? type_of_number(said->i, &foreign) : operation->dtype;
	if (dtype_rule_has(dtypes, a->softmax, operation->version))
		return true;
	source_error(a->e->source, said->where,
		"softmax_precision: expected the number of a floating-point type: 1, 10, "
		"11 "
		"or 16, got %" PRId64,
		said->i);
	return false;
}

/* An input by heads, with four dimensions. */
static const struct edge *
by_heads(const struct attention *a, const char *name, int input, int64_t heads)
{
	static const int64_t order[] = {0, 2, 1, 3};
	const struct edge *x = expansion_input(a->e, input);
	const int64_t *from = x->tensor.shape;
	const int64_t shape[] = {
		from[0], from[1], heads, x->tensor.rank == 3 ? from[2] / heads : 0};

	if (x->tensor.rank == 4)
		return x;
	return expansion_transpose(
		a->e, name, expansion_reshape(a->e, name, x, shape, 4), order, 4);
}

/* K or V after what is past. */
static const struct edge *
with_past(const struct attention *a, const char *name, int past, const struct edge *x)
{
	struct part *p = expansion_part(a->e, &op_concat, 13);
	const struct edge *before = expansion_input(a->e, past);

	if (!before)
		return expansion_reshape(a->e, name, x, x->tensor.shape, 4);
	part_read(p, 0, before);
	part_read(p, 1, x);
	part_int(p, "axis", 2, NULL);
	return expansion_add(a->e, p, name);
}

static const struct edge *
number(const struct attention *a, const char *name, double value)
{
	return expansion_fill(a->e, name, a->e->operation->dtype, value, 1);
}

/* -infinity where a condition has this value, else 0. */
static const struct edge *
hidden(const struct attention *a, const char *name, const struct edge *condition,
	bool where)
{
	const struct edge *zero = number(a, "zero", 0);
	const struct edge *least = number(a, "least", -HUGE_VAL);

	return EXPAND(a->e, name, &op_where, 16, condition, where ? least : zero,
		where ? zero : least);
}

/* attn_mask as what is added. */
static const struct edge *
mask(const struct attention *a)
{
	struct expansion *e = a->e;
	const struct edge *x = expansion_input(e, INPUT_MASK);
	int64_t pads[2] = {0}, last = -1;

	x = x->tensor.dtype == DTYPE_BOOL
		    ? hidden(a, "mask", x, false)
		    : expansion_cast(e, "mask", x, e->operation->dtype);
	pads[1] = a->keys - x->tensor.shape[x->tensor.rank - 1];
	if (e->operation->version < WITH_NONPAD || !pads[1])
		return x;
	return EXPAND(e, "mask", &op_pad, 18, x, expansion_integers(e, "pads", pads, 2),
		expansion_reshape(e, "padding", number(a, "least", -HUGE_VAL), pads, 0),
		expansion_integers(e, "axes", &last, 1));
}

/* The place of a query among keys without padding: that it must not see those behind. */
static const struct edge *
causal(const struct attention *a)
{
	struct expansion *e = a->e;
	const struct edge *count = expansion_input(e, INPUT_NONPAD);
	const struct edge *query = expansion_places(e, "query", a->queries, 2), *offset;
	const int64_t shape[] = {a->batch, 1, 1, 1};

	offset = expansion_integers(e, "offset", count ? &a->queries : &a->past, 1);
	if (count)
		query = EXPAND(e, "own_key", &op_add, 14, query,
			expansion_reshape(e, "offsets",
				EXPAND(e, "offset", &op_sub, 14, count, offset), shape,
				4));
	else
		query = EXPAND(e, "own_key", &op_add, 14, query, offset);
	return hidden(a, "causal",
		EXPAND(e, "is_later", &op_less, 13, query,
			expansion_places(e, "key", a->keys, 1)),
		true);
}

/* Keys from nonpad_kv_seqlen on are hidden. */
static const struct edge *
padding(const struct attention *a)
{
	struct expansion *e = a->e;
	const int64_t shape[] = {a->batch, 1, 1, 1};

	return hidden(a, "padding",
		EXPAND(e, "is_key", &op_less, 13, expansion_places(e, "key", a->keys, 1),
			expansion_reshape(
				e, "count", expansion_input(e, INPUT_NONPAD), shape, 4)),
		false);
}

/* What is added to the product; NULL: nothing. hides: sets whether all keys of a query
   may be hidden. */
static const struct edge *
bias(const struct attention *a, bool *hides)
{
	const struct operation *operation = a->e->operation;
	const struct edge *all = NULL, *next[3] = {NULL};
	bool has_count = operation->input[INPUT_NONPAD];

	next[0] = operation->input[INPUT_MASK] ? mask(a) : NULL;
	next[1] = operation_int(operation, "is_causal", 0) ? causal(a) : NULL;
	next[2] = has_count ? padding(a) : NULL;
	for (int i = 0; i < 3; i++)
		if (next[i])
			all = all ? EXPAND(a->e, "bias", &op_add, 14, all, next[i])
				  : next[i];
	*hides = (next[0] || has_count) && all->tensor.nelement;
	return all;
}

/* The probabilities; 0 where all keys of a query are hidden, which have none. */
static const struct edge *
softmax(const struct attention *a, const struct edge *x, const struct edge *hiding)
{
	struct expansion *e = a->e;
	enum dtype dtype = e->operation->dtype;
	struct part *p = expansion_part(e, &op_reduce_max, 13);
	static const int64_t last[] = {-1};

	x = EXPAND(
		e, "softmax", &op_softmax, 13, expansion_cast(e, "cast", x, a->softmax));
	x = expansion_cast(e, "probability", x, dtype);
	if (!hiding)
		return x;
	part_read(p, 0, hiding);
	part_ints(p, "axes", last, 1, NULL);
	return EXPAND(e, "probability", &op_where, 16,
		EXPAND(e, "is_hidden", &op_equal, 13, expansion_add(e, p, "most"),
			number(a, "least", -HUGE_VAL)),
		number(a, "zero", 0), x);
}

/* A product of matrices of each head, those that share a head of K and V one after the
   other. */
static const struct edge *
product(const struct attention *a, const char *name, const struct edge *x,
	const struct edge *shared, int64_t depth, int64_t n)
{
	int64_t rows = a->heads / a->kv_heads * a->queries;
	const int64_t joined[] = {a->batch, a->kv_heads, rows, depth},
		      apart[] = {a->batch, a->heads, a->queries, n};

	return expansion_reshape(a->e, name,
		EXPAND(a->e, "product", &op_matmul, 13,
			expansion_reshape(a->e, "rows", x, joined, 4), shared),
		apart, 4);
}

static const struct edge *
keep(const struct attention *a, enum qk_mode mode, const struct edge *x)
{
	if (operation_int(a->e->operation, "qk_matmul_output_mode", QK_RAW) != mode)
		return x;
	return expansion_reshape(a->e, "qk_matmul_output", x, x->tensor.shape, 4);
}

/* The probabilities of keys for each query. */
static const struct edge *
attend(const struct attention *a, const struct edge *q, const struct edge *k)
{
	static const int64_t turned[] = {0, 1, 3, 2};
	struct expansion *e = a->e;
	double cap = operation_float(e->operation, "softcap", 0);
	float scale = (float)operation_float(
		e->operation, "scale", (double)(1 / sqrtf((float)a->head_size)));
	const struct edge *factor = number(a, "factor", (double)sqrtf(scale)), *x, *added;
	bool hides;

	q = EXPAND(e, "Q_scaled", &op_mul, 14, q, factor);
	k = EXPAND(e, "K_scaled", &op_mul, 14,
		expansion_transpose(e, "K_turned", k, turned, 4), factor);
	x = keep(a, QK_RAW, product(a, "QK", q, k, a->head_size, a->keys));
	if (cap != 0) {
		const struct edge *most = number(a, "softcap", cap);

		x = EXPAND(e, "over_cap", &op_div, 14, x, most);
		x = EXPAND(e, "capped", &op_mul, 14,
			EXPAND(e, "tangent", &op_tanh, 13, x), most);
	}
	x = keep(a, QK_CAPPED, x);
	added = bias(a, &hides);
	if (added)
		x = EXPAND(e, "biased", &op_add, 14, x, added);
	x = keep(a, QK_BIASED, x);
	return keep(a, QK_SOFTMAX, softmax(a, x, hides ? added : NULL));
}

static bool
expand(struct expansion *e)
{
	static const int64_t order[] = {0, 2, 1, 3};
	struct attention a = {.e = e};
	const struct tensor *src = e->operation->input[INPUT_Q];
	const struct edge *q, *k, *v, *y;

	if (!read_extents(&a) || !check_shapes(&a) || !read_softmax(&a))
		return false;
	expansion_detail(e,
		arena_format(e->arena,
			"%" PRId64 " heads of %" PRId64 ", %" PRId64
			" of K and V; %" PRId64 " queries, %" PRId64 " keys%s",
			a.heads, a.head_size, a.kv_heads, a.queries, a.keys,
			operation_int(e->operation, "is_causal", 0) ? ", causal" : ""));
	q = by_heads(&a, "Q_heads", INPUT_Q, a.heads);
	k = by_heads(&a, "K_heads", INPUT_K, a.kv_heads);
	v = by_heads(&a, "V_heads", INPUT_V, a.kv_heads);
	k = with_past(&a, "present_key", INPUT_PAST_KEY, k);
	v = with_past(&a, "present_value", INPUT_PAST_VALUE, v);
	y = product(&a, "Y_heads", attend(&a, q, k), v, a.keys, a.v_head_size);
	if (src->rank == 3)
		y = expansion_transpose(e, "Y_joined", y, order, 4);
	expansion_reshape(e, "Y", y,
		src->rank == 3
			? (const int64_t[]){a.batch, a.queries, a.heads * a.v_head_size}
			: (const int64_t[]){a.batch, a.heads, a.queries, a.v_head_size},
		src->rank);
	return true;
}

const struct op op_attention = {
	.name = "Attention",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = outputs,
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "of each head, softmax(Q * K^T * scale) * V",
	.expand = expand,
};
