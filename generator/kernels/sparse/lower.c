#include "kernels/sparse/sparse.h"

#include "base/arena.h"

/* The functions of kernel_sparse: constant arrays of weights and of their inputs'
   offsets; tiles of positions that go through them; and a padded copy of the inputs. */

struct sparse_code {
	struct kernel_code k;
	const struct sparse *g;
	const struct variable *offset, *first; /* arrays of the file */
	const struct variable *weights;
	const struct function **tile, *copy;
	const struct variable *x, *y, *i, *image, *group; /* of the entry */
};

static void
add_lists(struct sparse_code *s)
{
	const struct window_plan *w = s->k.window;
	struct code_builder *code = s->k.code;

	s->offset = code_file_constant(code, DTYPE_INT32, lowering_name(s->k.l, "offset"),
		"Where the inputs of the weights lie, seen from that of the first tap.",
		s->g->offset, s->g->weights.nelement);
	s->first = code_file_constant(code, DTYPE_INT32, lowering_name(s->k.l, "first"),
		"Each output channel's first weight, and where the last one's end.",
		s->g->first, w->group * w->oc + 1);
	s->weights = lowering_weights(s->k.l);
}

/* The offset of a tile's vector, in rows of so many elements. */
static int64_t
vector_at(const struct sparse_code *s, const struct sparse_tile *t, int64_t number,
	int64_t width)
{
	int64_t i = number % t->vectors;

	return number / t->vectors * width +
	       (i == t->vectors - 1 ? t->last : i * s->k.vector.lanes);
}

/* The function of a tile. */
struct positions {
	const struct sparse_code *s;
	const struct sparse_tile *t;
	struct code_builder *code;
	const struct variable *src, *first, *bias, *dst, *m, *k;
	const struct variable **sum;
};

static void
add_terms(const struct positions *p)
{
	const struct sparse_code *s = p->s;
	struct code_builder *code = p->code;
	const struct variable *x, *weight;
	struct address first = code_along(code, p->first, p->m, 1);

	code_loop_to(code, p->k, 0, 1, (struct limit){.table = first});
	x = code_let_pointer(code, true, true, s->k.memory, "x",
		code_indexed_by(code, code_at(p->src, 0),
			(struct index_term){
				.counter = p->k, .inc = 1, .table = s->offset}));
	weight = code_let(code, true, "weight",
		code_set1_load(code, s->k.vector, code_along(code, s->weights, p->k, 1)));
	code_blank(code);
	for (int64_t i = 0; i < p->t->rows * p->t->vectors; i++)
		code_set(code, p->sum[i],
			code_muladd(code, s->k.l->fused,
				code_load_n(code, s->k.vector,
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
	int64_t width = s->k.window->axis[s->k.window->naxis - 1].out;
	const struct value *bias = NULL;

	if (p->bias)
		bias = code_named(code,
			code_set1_load(
				code, s->k.vector, code_along(code, p->bias, p->m, 1)),
			"b");
	for (int64_t i = 0; i < n; i++)
		p->sum[i] =
			code_let(code, false, code_name(code, "sum%lld", (long long)i),
				code_number(code, s->k.vector, 0));
	code_blank(code);
	add_terms(p);
	for (int64_t i = 0; i < n; i++) {
		const struct value *sum = code_get(code, p->sum[i]);
		const struct output_place place = {
			code_indexed(code, code_at(p->dst, vector_at(s, p->t, i, width)),
				p->m, s->g->plan->plane_out),
			s->g->lanes, 1};

		if (bias)
			sum = code_binary(code, VALUE_ADD, bias, sum);
		code_store_n(code, place.at, epilogue_lower(s->k.l, sum, place), place.n);
	}
}

static const struct function *
lower_tile(const struct sparse_code *s, size_t number)
{
	const struct sparse_tile *t = &s->g->tile[number];
	const struct operand *bias = s->k.l->schedule->plan->bias;
	struct code_builder *code = s->k.code;
	int64_t width = t->last + s->g->lanes, oc = s->k.window->oc;
	struct positions p = {.s = s, .t = t, .code = code};

	code_function(code, LINKAGE_NOINLINE,
		lowering_name(s->k.l, "positions_%zu", number),
		code_name(code, "%s of %s, every output channel of a group%s.",
			code_count(code, t->rows, "row"),
			code_count(code, width, "position"),
			t->last == (t->vectors - 1) * s->g->lanes
				? ""
				: "; the last\n   vector overlaps those before, and "
				  "gets the same values"));
	p.src = code_input(code, s->k.memory, "src");
	p.first = code_input(code, code_scalar(DTYPE_INT32), "first");
	if (bias)
		p.bias =
			code_input(code, bias->constant ? s->k.sum : s->k.memory, "bias");
	p.dst = code_output(code, s->k.stored, "dst");
	p.sum = arena_array(code->body, const struct variable *, t->rows * t->vectors);
	code_counters(code, {&p.m, "m", oc > 1}, {&p.k, "k", true});
	if (p.m)
		code_blank(code);
	code_loop(code, p.m, oc);
	add_channel(&p);
	code_end(code);
	return code_end_function(code);
}

/* Copies the inputs of a group into the middle of their padding. */
static const struct function *
lower_copy(const struct sparse_code *s)
{
	const struct sparse *g = s->g;
	const struct window_plan *w = s->k.window;
	const struct axis *row = &w->axis[w->naxis - 1];
	struct code_builder *code = s->k.code;
	int64_t height = w->naxis > 1 ? w->axis[0].in : 1;
	const struct variable *c, *h, *i;
	struct address from, to;

	code_function(code, LINKAGE_STATIC, lowering_name(s->k.l, "copy"),
		"The inputs of a group, into the middle of their padding.");
	code->function->attribute = "";
	from = code_at(code_input(code, s->k.memory, "src"), 0);
	to = code_at(code_output(code, s->k.memory, "padded"), 0);
	code_counters(code, {&c, "c", w->ic > 1}, {&h, "h", height > 1}, {&i, "i", true});
	code_blank(code);
	code_point(code, to.base, code_moved(to, g->before_rows * g->width + g->before));
	code_loop(code, c, w->ic);
	code_loop(code, h, height);
	code_loop(code, i, row->in);
	from = code_indexed(code, from, c, height * row->in);
	from = code_indexed(code, code_indexed(code, from, h, row->in), i, 1);
	to = code_indexed(code, to, c, g->height * g->width);
	to = code_indexed(code, code_indexed(code, to, h, g->width), i, 1);
	code_store(code, to, code_load(code, s->k.memory, from));
	code_ends(code, 3);
	return code_end_function(code);
}

/* The address, in an array by output channel, of the first channel of a group. */
static struct argument
at_group(const struct sparse_code *s, const struct variable *base)
{
	return code_pass(code_along(s->k.code, base, s->group, s->k.window->oc));
}

/* The first plane of a group of an image, of so many planes a group. */
static struct address
at_image(const struct sparse_code *s, const struct variable *base,
	const struct window_steps *steps, int64_t planes)
{
	return code_indexed(s->k.code,
		code_along(s->k.code, base, s->image, steps->image), s->group,
		planes * steps->channel);
}

static void
add_calls(const struct sparse_code *s, const struct sparse_calls *calls,
	const struct variable *bias)
{
	const struct sparse *g = s->g;
	const struct sparse_tile *t = &g->tile[calls->tile];
	int64_t width = s->k.window->axis[s->k.window->naxis - 1].out;
	const struct variable *i = code_loop_if(s->k.code, s->i, calls->count);
	struct address x = code_at(s->x, calls->row * g->width + calls->column);
	struct address y = code_at(s->y, calls->row * width + calls->column);
	struct argument a[4];
	size_t n = 0;

	a[n++] = code_pass(code_indexed(s->k.code, x, i, t->rows * g->width));
	a[n++] = at_group(s, s->first);
	if (bias)
		a[n++] = at_group(s, bias);
	a[n++] = code_pass(code_indexed(s->k.code, y, i, t->rows * width));
	code_call(s->k.code, s->tile[calls->tile], a);
	code_end(s->k.code);
}

static void
lower_whole(struct sparse_code *s)
{
	const struct sparse *g = s->g;
	const struct window_plan *w = s->k.window;
	struct code_builder *code = s->k.code;
	struct entry_operands o = lowering_entry(s->k.l, ENTRY_WHOLE);
	int64_t size = w->ic * g->height * g->width;
	struct variable *copy = NULL;
	struct address src, dst;
	bool loops = false;

	for (size_t i = 0; i < g->ncalls; i++)
		loops |= g->calls[i].count > 1;
	if (g->copies)
		copy = code_let_array(
			code, s->k.memory, "x", size, g->plan->target->vector_bytes);
	if (code_counters(code, {&s->i, "i", loops}, {&s->image, "image", w->batch > 1},
		    {&s->group, "group", w->group > 1}) ||
		copy)
		code_blank(code);
	if (copy)
		code_clear(code, code_at(copy, 0), size);
	code_loop(code, s->image, w->batch);
	code_loop(code, s->group, w->group);
	src = at_image(s, o.src, &w->src, w->ic);
	dst = at_image(s, o.dst, &w->dst, w->oc);
	s->x = copy ? copy : code_let_pointer(code, true, true, s->k.memory, "x", src);
	s->y = code_let_pointer(code, false, true, s->k.stored, "y", dst);
	code_blank(code);
	if (copy)
		code_call_with(code, s->copy, code_pass(src), code_pass_pointer(copy));
	for (size_t i = 0; i < g->ncalls; i++)
		add_calls(s, &g->calls[i], o.bias);
	code_ends(code, 2);
	code_end_function(code);
}

void
sparse_lower(const struct schedule *schedule, struct code_builder *code)
{
	const struct sparse *g = schedule->own;
	struct lowering l = lowering_begin(schedule, code);
	struct reducer reducer =
		reducer_begin(&l, lowering_vector(&l, g->plan->vector->lanes));
	struct sparse_code s = {
		.g = g, .k = kernel_code_begin(&l, &reducer, g->plan, NULL)};

	add_lists(&s);
	if (g->copies)
		s.copy = lower_copy(&s);
	s.tile = arena_array(code->arena, const struct function *, g->ntile);
	for (size_t i = 0; i < g->ntile; i++)
		s.tile[i] = lower_tile(&s, i);
	lower_whole(&s);
}
