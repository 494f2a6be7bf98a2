#include "kernels/sparse/lower.h"

#include "arena.h"

/* The functions of kernel_sparse: lists of weights and of where their inputs lie, in
   constant arrays; tiles of positions that go through them; a copy of the inputs in the
   middle of their padding. */

struct sparse_code {
	struct tile_code t;
	const struct sparse *g;
	const struct variable *offset, *first; /* arrays of the file */
	const struct variable *weights;
	const struct function **tile, *copy;
	const struct variable *x, *y, *i, *n; /* of the entry */
};

static struct variable *
pointer(struct code_builder *code, struct code_type type, const char *name, bool reads)
{
	struct variable *v = code_parameter(code, VARIABLE_POINTER, type, name);

	v->reads = reads;
	return v;
}

static void
add_lists(struct sparse_code *s)
{
	const struct window_plan *w = s->t.window;
	struct code_builder *code = s->t.code;

	s->offset = code_file_constant(code, DTYPE_INT32, lowering_name(s->t.l, "offset"),
		"Where the inputs of the weights lie, seen from that of the first tap.",
		s->g->offset, s->g->weights.nelement);
	s->first = code_file_constant(code, DTYPE_INT32, lowering_name(s->t.l, "first"),
		"Each output channel's first weight, and where the last one's end.",
		s->g->first, w->group * w->oc + 1);
}

/* Where a tile's vector begins, in rows of so many elements. */
static int64_t
vector_at(const struct sparse_code *s, const struct sparse_tile *t, int64_t number,
	int64_t width)
{
	int64_t i = number % t->vectors;

	return number / t->vectors * width +
	       (i == t->vectors - 1 ? t->last : i * s->t.vector.lanes);
}

/* The function of a tile. */
struct positions {
	const struct sparse_code *s;
	const struct sparse_tile *t;
	struct code_builder *code;
	struct variable *src, *first, *bias, *dst, *m, *k;
	const struct variable **sum;
	const struct value *b;
};

static struct address
at_channel(const struct positions *p, const struct variable *base)
{
	return p->m ? code_indexed(p->code, code_at(base, 0), p->m, 1) : code_at(base, 0);
}

static void
add_terms(const struct positions *p)
{
	const struct sparse_code *s = p->s;
	struct code_builder *code = p->code;
	const struct variable *x, *weight;

	code_loop_to(code, p->k, 0, 1, (struct limit){.table = at_channel(p, p->first)});
	x = code_let_pointer(code, true, true, s->t.memory, "x",
		code_indexed_by(code, code_at(p->src, 0),
			(struct index_term){.counter = p->k,
				.divide = 1,
				.inc = 1,
				.table = s->offset}));
	weight = code_let(code, true, "weight",
		code_set1_load(code, s->t.vector,
			code_indexed(code, code_at(s->weights, 0), p->k, 1)));
	code_blank(code);
	for (int64_t i = 0; i < p->t->rows * p->t->vectors; i++)
		code_set(code, p->sum[i],
			code_muladd(code, s->t.l->fused,
				code_load_n(code, s->t.vector,
					code_at(x, vector_at(s, p->t, i, s->g->width)),
					s->g->lanes),
				code_get(code, weight), code_get(code, p->sum[i])));
	code_end(code);
}

static void
add_channel(struct positions *p)
{
	const struct sparse_code *s = p->s;
	struct code_builder *code = p->code;
	int64_t n = p->t->rows * p->t->vectors;
	int64_t width = s->t.window->axis[s->t.window->naxis - 1].out;

	if (p->bias)
		p->b = code_get(code, code_let(code, true, "b",
					      code_set1_load(code, s->t.vector,
						      at_channel(p, p->bias))));
	for (int64_t i = 0; i < n; i++)
		p->sum[i] =
			code_let(code, false, code_name(code, "sum%lld", (long long)i),
				code_number(code, s->t.vector, 0));
	code_blank(code);
	add_terms(p);
	for (int64_t i = 0; i < n; i++) {
		const struct value *sum = code_get(code, p->sum[i]);

		code_store_n(code, code_at(p->dst, vector_at(s, p->t, i, width)),
			p->b ? code_binary(code, VALUE_ADD, p->b, sum) : sum,
			s->g->lanes);
	}
}

static const struct function *
lower_tile(const struct sparse_code *s, size_t number)
{
	const struct sparse_tile *t = &s->g->tile[number];
	const struct operand *bias = s->t.l->schedule->plan->bias;
	struct code_builder *code = s->t.code;
	int64_t width = t->last + s->g->lanes;
	struct positions p = {.s = s, .t = t, .code = code};
	struct variable *counter[2];

	code_function(code, LINKAGE_NOINLINE,
		lowering_name(s->t.l, "positions_%zu", number),
		code_name(code,
			"%lld row%s of %lld position%s, every output channel of a "
			"group%s.",
			(long long)t->rows, t->rows > 1 ? "s" : "", (long long)width,
			width > 1 ? "s" : "",
			t->last == (t->vectors - 1) * s->g->lanes
				? ""
				: "; the last\n   vector overlaps those before, and "
				  "gets the same values"));
	p.src = pointer(code, s->t.memory, "src", true);
	p.first = pointer(code, code_scalar(DTYPE_INT32), "first", true);
	if (bias)
		p.bias = pointer(
			code, bias->constant ? s->t.sum : s->t.memory, "bias", true);
	p.dst = pointer(code, s->t.memory, "dst", false);
	p.dst->restricted = true;
	p.sum = arena_array(code->body, const struct variable *, t->rows * t->vectors);
	p.m = s->t.window->oc > 1 ? code_counter(code, "m") : NULL;
	p.k = code_counter(code, "k");
	counter[0] = p.m ? p.m : p.k;
	counter[1] = p.k;
	code_declare(code, counter, p.m ? 2 : 1);
	if (p.m) {
		code_blank(code);
		code_loop(code, p.m, s->t.window->oc);
	}
	add_channel(&p);
	if (p.m) {
		code_point(code, p.dst, code_at(p.dst, s->t.tiles->plane_out));
		code_end(code);
	}
	return code_end_function(code);
}

/* The inputs of a group, into the middle of their padding. */
static const struct function *
lower_copy(const struct sparse_code *s)
{
	const struct sparse *g = s->g;
	const struct window_plan *w = s->t.window;
	const struct axis *row = &w->axis[w->naxis - 1];
	struct code_builder *code = s->t.code;
	int64_t height = w->naxis > 1 ? w->axis[0].in : 1;
	struct variable *src, *padded, *c, *h, *i, *all[3];
	struct address from, to;
	size_t n = 0;

	code_function(code, LINKAGE_STATIC, lowering_name(s->t.l, "copy"),
		"The inputs of a group, into the middle of their padding.");
	code->function->attribute = "";
	src = pointer(code, s->t.memory, "src", true);
	padded = pointer(code, s->t.memory, "padded", false);
	padded->restricted = true;
	c = w->ic > 1 ? (all[n++] = code_counter(code, "c")) : NULL;
	h = height > 1 ? (all[n++] = code_counter(code, "h")) : NULL;
	i = all[n++] = code_counter(code, "i");
	code_declare(code, all, n);
	code_blank(code);
	code_point(code, padded, code_at(padded, g->before_rows * g->width + g->before));
	from = code_at(src, 0);
	to = code_at(padded, 0);
	if (c) {
		code_loop(code, c, w->ic);
		from = code_indexed(code, from, c, height * row->in);
		to = code_indexed(code, to, c, g->height * g->width);
	}
	if (h) {
		code_loop(code, h, height);
		from = code_indexed(code, from, h, row->in);
		to = code_indexed(code, to, h, g->width);
	}
	code_loop(code, i, row->in);
	code_store(code, code_indexed(code, to, i, 1),
		code_load(code, s->t.memory, code_indexed(code, from, i, 1)));
	for (size_t k = 0; k < n; k++)
		code_end(code);
	return code_end_function(code);
}

/* An array of the groups' output channels, at the first one of group n. */
static struct address
at_group(const struct sparse_code *s, const struct variable *base)
{
	if (s->t.window->group == 1)
		return code_at(base, 0);
	return code_indexed_by(s->t.code, code_at(base, 0),
		(struct index_term){.counter = s->n,
			.divide = 1,
			.modulo = s->t.window->group,
			.inc = s->t.window->oc});
}

static struct address
at_row(const struct sparse_code *s, const struct variable *base, int64_t offset,
	const struct sparse_calls *calls, int64_t inc)
{
	struct address at = code_at(base, offset);

	return calls->count > 1 ? code_indexed(s->t.code, at, s->i, inc) : at;
}

static void
add_calls(const struct sparse_code *s, const struct sparse_calls *calls,
	const struct variable *bias)
{
	const struct sparse *g = s->g;
	const struct sparse_tile *t = &g->tile[calls->tile];
	int64_t width = s->t.window->axis[s->t.window->naxis - 1].out;
	struct argument a[4];
	size_t n = 0;

	if (calls->count > 1)
		code_loop(s->t.code, s->i, calls->count);
	a[n++] = code_pass(at_row(s, s->x, calls->row * g->width + calls->column, calls,
		t->rows * g->width));
	a[n++] = code_pass(at_group(s, s->first));
	if (bias)
		a[n++] = code_pass(at_group(s, bias));
	a[n++] = code_pass(at_row(
		s, s->y, calls->row * width + calls->column, calls, t->rows * width));
	code_call(s->t.code, s->tile[calls->tile], a);
	if (calls->count > 1)
		code_end(s->t.code);
}

/* The inputs and outputs of image and group n. */
static void
add_group(struct sparse_code *s, const struct entry_operands *o,
	const struct variable *copy)
{
	const struct window_plan *w = s->t.window;
	struct code_builder *code = s->t.code;
	struct address src = code_at(o->src, 0), dst = code_at(o->dst, 0);

	if (s->n) {
		src = code_indexed(code, src, s->n, w->ic * s->t.tiles->plane_in);
		dst = code_indexed(code, dst, s->n, w->oc * s->t.tiles->plane_out);
	}
	s->x = copy ? copy : code_let_pointer(code, true, true, s->t.memory, "x", src);
	s->y = code_let_pointer(code, false, true, s->t.memory, "y", dst);
	code_blank(code);
	if (copy)
		code_call(code, s->copy,
			(struct argument[]){code_pass(src), code_pass(code_at(copy, 0))});
	for (size_t i = 0; i < s->g->ncalls; i++)
		add_calls(s, &s->g->calls[i], o->bias);
}

static void
lower_whole(struct sparse_code *s)
{
	const struct sparse *g = s->g;
	const struct window_plan *w = s->t.window;
	struct code_builder *code = s->t.code;
	struct entry_operands o = lowering_entry(s->t.l, ENTRY_WHOLE);
	int64_t count = w->batch * w->group, size = w->ic * g->height * g->width;
	struct variable *copy = NULL, *all[2];
	size_t n = 0;
	bool loops = false;

	for (size_t i = 0; i < g->ncalls; i++)
		loops |= g->calls[i].count > 1;
	if (g->copies) {
		copy = code_array(code, s->t.memory, "x", size,
			s->t.l->schedule->target->vector_bytes);
		code_declare(code, &copy, 1);
	}
	s->i = loops ? (all[n++] = code_counter(code, "i")) : NULL;
	s->n = count > 1 ? (all[n++] = code_counter(code, "n")) : NULL;
	code_declare(code, all, n);
	if (n || copy)
		code_blank(code);
	if (copy)
		code_clear(code, code_at(copy, 0), size);
	if (s->n)
		code_loop(code, s->n, count);
	add_group(s, &o, copy);
	if (s->n)
		code_end(code);
	code_end_function(code);
}

void
sparse_lower(const struct schedule *schedule, struct code_builder *code)
{
	const struct sparse *g = schedule->u.tiles->sparse;
	struct lowering l = lowering_begin(schedule, code);
	struct reducer reducer =
		reducer_begin(&l, lowering_vector(&l, schedule->u.tiles->vector->lanes));
	struct sparse_code s = {.g = g, .t = tile_code_begin(&l, &reducer, NULL)};

	lowering_set_weights(&l, &g->weights, NULL, NULL, g->weights.nelement);
	add_lists(&s);
	s.weights = lowering_weights(&l);
	if (g->copies)
		s.copy = lower_copy(&s);
	s.tile = arena_array(code->arena, const struct function *, g->ntile);
	for (size_t i = 0; i < g->ntile; i++)
		s.tile[i] = lower_tile(&s, i);
	lower_whole(&s);
}
