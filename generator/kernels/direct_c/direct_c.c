#include "kernels/direct_c/direct_c.h"

#include "base/arena.h"
#include "base/checked.h"
#include "kernels/common/output_block.h"
#include "plan/epilogue.h"

/* Depthwise convolutions and pools of tensors whose channels are last: the lanes of a
   vector are channels, and every load and store is contiguous. */

enum {
	MOST_VECTORS = 4, /* of channels, in a tile */
	/* Sums that a tile keeps in registers: enough that none waits for the one before
	   it, and few enough that the weights of a row of taps fit beside them. */
	MOST_SUMS = 14,
	SPARE = 8
};

/* The rest of the plan. */
struct direct_c {
	/* Positions are so far apart that they share sets of the nearest cache, and evict
	   each other. */
	bool crowded;
	/* So many channels of a plane are first copied together; 0: none are. */
	int64_t staged;
};

/* Copies of inputs that would otherwise evict each other from the nearest cache. */

static int64_t
sums_of_tile(const struct tile_plan *p)
{
	return min_of(MOST_SUMS, p->target->registers - SPARE);
}

/* Whether what a tile reads and writes, a line at each position and tap, is more than the
   lines of the sets that positions share. */
static bool
is_crowded(const struct tile_plan *p)
{
	const struct window_plan *w = &p->window;
	int64_t left = sums_of_tile(p), inputs = 1, outputs = 1;
	int64_t lines = lines_at(p, w->oc);
	bool again = false; /* whether windows share inputs */

	for (int i = w->naxis - 1; i >= 0; i--) {
		const struct axis *a = &w->axis[i];
		int64_t n = min_of(left, a->out);

		again |= a->stride < a->kernel;
		left /= n;
		outputs *= n;
		inputs *=
			min_of((n - 1) * min_of(a->stride, a->kernel) + a->kernel, a->in);
	}
	return again &&
	       lines < p->target->processor->tuning.near_bytes / CACHE_LINE_BYTES &&
	       inputs + outputs + (w->reduction->weighted ? p->taps : 0) > lines;
}

/* Copies where what a single window reads, weights included, does not fit those lines.
   Measured on a Zen 4: elsewhere pools and 3x3 Convs with a copy take up to 1.6 times as
   long. */
static void
stage(struct tile_plan *p, struct direct_c *d)
{
	struct window_plan *w = &p->window;
	int64_t near = p->target->processor->tuning.near_bytes;
	int64_t most = sums_in(p, min_of(near, p->stack));
	int64_t n = sums_in(p, CACHE_LINE_BYTES);
	int64_t reads = w->reduction->weighted ? 2 * p->taps : p->taps;

	d->crowded = is_crowded(p);
	if (!d->crowded || reads <= lines_at(p, w->oc) || p->dtype != p->sum ||
		w->oc % n || p->plane_in > most / n)
		return;
	while (w->oc % (2 * n) == 0 && p->plane_in <= most / (2 * n))
		n *= 2;
	d->staged = n;
	for (int i = 0; i < w->naxis; i++)
		w->src.axis[i] = w->src.axis[i] / w->oc * n;
}

static void
lower_calls(struct plane_code *n)
{
	const struct direct_c *d = n->k.plan->own;
	struct code_builder *code = n->k.code;
	int64_t plane = n->k.plan->plane_in;
	const struct variable *inputs, *i, *c;
	struct address from, to;

	if (!d->staged) {
		plane_call(n);
		return;
	}
	inputs = kernel_array(&n->k, "inputs", plane * d->staged);
	code_counters(
		code, {&i, "i", plane > 1}, {&c, "c", d->staged > n->k.vector.lanes});
	code_blank(code);
	code_comment(code, "In src these lie so far apart that they would share a few "
			   "lines of a cache.");
	code_loop(code, i, plane);
	code_loop_by(code, c, 0, n->k.vector.lanes, d->staged);
	from = code_along(code, n->k.src, i, n->k.window->oc);
	to = code_along(code, inputs, i, d->staged);
	code_store(code, code_indexed(code, to, c, 1),
		code_load(code, n->k.vector, code_indexed(code, from, c, 1)));
	code_ends(code, 2);
	n->k.src = inputs;
	plane_call(n);
}

enum {
	STORE_CODE = 8 /* the code of a vector's store, in multiply-adds */
};

/* Whether a pool's inputs come from beyond the caches, few of them for several windows:
   lines in sequence then come sooner than those of many positions. Measured on a Zen 4:
   1.11 times as fast with AVX2, 1.06 with AVX-512. */
static bool
reads_in_sequence(const struct tile_plan *p, const struct direct_c *d)
{
	const struct axis *row = &p->window.axis[p->window.naxis - 1];

	return !d->staged && !p->window.reduction->weighted &&
	       2 * row->stride > row->kernel &&
	       tile_plan_image(p) > p->target->processor->tuning.far_bytes;
}

/* The fewest vectors of channels of a tile. Two, and at least a line of them, where
   others evict a position's line before the next vector is read. A Conv whose inputs are
   copied has one, as more positions share its weights. */
static int64_t
least_vectors(const struct tile_plan *p)
{
	int64_t bytes = p->vector->lanes * p->element;
	const struct direct_c *d = p->own;
	bool copied = d->staged && p->window.reduction->weighted;

	if (reads_in_sequence(p, d))
		return MOST_VECTORS;
	return d->crowded && !copied ? max_of(2, CACHE_LINE_BYTES / bytes) : 1;
}

/* Vectors of channels for so many positions, for as many sums as there should be: as many
   as divide all vectors of channels. */
static int
find_vectors(const struct tile_plan *p, int64_t positions, int64_t sums)
{
	int64_t channels = p->oc_block[0].channels;
	int64_t all = ceil_div(channels, p->vector->lanes);
	int64_t n = min_of(sums / positions, MOST_VECTORS);

	while (n > 1 && (all % n || n * p->vector->lanes > channels))
		n--;
	return (int)max_of(n, 1);
}

static void
find_tiling(struct tap_search *s, struct tiling *how)
{
	int64_t sums = sums_of_tile(s->plan);
	int64_t positions =
		tile_rows(&s->plan->window, sums / least_vectors(s->plan), how);

	s->vectors = find_vectors(s->plan, positions, sums);
	s->together = min_of(s->vectors * s->plan->vector->lanes, s->block->channels);
}

/* The micro-kernel: a loop over the channels, a few vectors at a time. */

static void
add_terms(struct kernel_code *k)
{
	struct register_tile *t = k->own;
	const struct channel_kernel *own = k->kernel->own;
	int inner = k->window->naxis - 1;
	int64_t row = k->kernel->looped[inner] ? 1 : k->window->axis[inner].kernel;

	t->x.at = k->x;
	t->w.at = k->w;
	for (size_t i = 0; i < own->nterm;) {
		if (i && own->term[i].tap / row != own->term[i - 1].tap / row)
			code_blank(k->code);
		i += tile_step(t, &own->term[i], own->nterm - i);
	}
}

/* The first term of each position, if sums begin with it and the position has one. */
static const struct tap_term **
find_first_terms(const struct kernel_code *k)
{
	const struct channel_kernel *own = k->kernel->own;
	const struct tap_term **first =
		arena_array(k->code->body, const struct tap_term *, k->kernel->positions);

	for (size_t i = own->nterm; i-- > 0 && kernel_begins_with_first(k);)
		first[own->term[i].position] = &own->term[i];
	return first;
}

/* Begins the sums of positions with their first terms; those with the same input follow
   one another and load it once. */
static void
begin_with_first(struct kernel_code *k, const struct tap_term *const *first)
{
	struct register_tile *t = k->own;

	t->x.at = k->x;
	for (int64_t v = 0; v < t->vectors; v++) {
		const struct tap_term *last = NULL;
		const struct value *x = NULL;

		for (int64_t i = 0; i < t->rows; i++) {
			if (!first[i])
				continue;
			if (!last || last->src != first[i]->src)
				x = tile_named_x(t, first[i]->src, v, "first", i);
			last = first[i];
			code_set(k->code, t->sum[i * t->vectors + v], x);
		}
	}
}

/* Clears the sums that do not begin with their first terms. Loops over taps reach these
   more than once, so that sums begin before. */
static void
begin_sums(struct kernel_code *k)
{
	struct register_tile *t = k->own;
	const struct tap_term **first = find_first_terms(k);

	for (int64_t i = 0; i < t->rows; i++)
		if (!first[i])
			reducer_clear(k->reducer, t->sum + i * t->vectors, t->vectors);
	if (k->kernel->loops)
		begin_with_first(k, first);
	else
		t->begin = first;
	code_blank(k->code);
}

static void
add_stores(const struct kernel_code *k)
{
	const struct register_tile *t = k->own;
	const struct channel_kernel *own = k->kernel->own;

	for (int64_t i = 0; i < t->rows * t->vectors; i++) {
		int64_t row = i / t->vectors, divisor = own->divisor[row];
		int v = (int)(i % t->vectors);
		const struct value *value = tile_sum(t, row, v);

		if (k->conv)
			value = reducer_join(k->reducer, kernel_bias(k, v), value);
		reducer_store(k->reducer, value, divisor ? divisor : 1,
			divisor ? kernel_count(k, k->vector, divisor) : NULL,
			tile_place(t, code_at(k->dst, own->dst[row]), v));
	}
}

/* Points src, weights, bias and dst to the current channels. */
static void
point_to_channels(struct kernel_code *k, const struct variable *c)
{
	struct code_builder *code = k->code;

	if (k->kernel->reads)
		k->src = code_let_pointer(
			code, true, true, k->memory, "x", code_along(code, k->src, c, 1));
	if (k->conv && k->kernel->reads)
		k->weights = code_let_pointer(code, true, true, k->weight, "w",
			code_along(code, k->weights, c, 1));
	if (k->bias)
		k->bias = code_let_pointer(code, true, true, k->bias->type, "b",
			code_along(code, k->bias, c, 1));
	k->dst = code_let_pointer(
		code, false, true, k->stored, "y", code_along(code, k->dst, c, 1));
	k->x = code_at(k->src, 0);
	k->w = code_at(k->weights, 0);
	code_blank(code);
}

/* Computes the channels that src, weights, bias and dst point to, in a loop over the
   channels if a tile does not have all of them. */
static void
lower_kernel(struct kernel_code *k)
{
	const struct micro_kernel *kernel = k->kernel;
	struct code_builder *code = k->code;
	struct register_tile t = kernel_tile(k);
	const struct variable *c;

	kernel_begin(k, LINKAGE_NOINLINE, kernel_comment(k));
	k->own = &t;
	t.kept = arena_array(code->body, const struct value *, k->plan->taps *t.vectors);
	t.sum = code_variables(code, k->vector, "sum", t.rows, t.vectors);
	code_counters(code, {&c, "c", kernel->together < kernel->channels});
	kernel_counters(k, false, false);
	kernel_unused(k);
	code_loop_to(code, c, 0, kernel->together,
		(struct limit){.limit = kernel->channels, .argument = k->end});
	if (c)
		point_to_channels(k, c);
	begin_sums(k);
	if (kernel->reads) {
		kernel_looped_taps(k, add_terms);
		code_blank(code);
	}
	add_stores(k);
	code_end(code);
}

static const struct tile_design design = {
	.lower_kernel = lower_kernel,
	.lower_plane = lower_calls,
};
static const struct tile_design design_of_planes = {
	.lower_kernel = direct_c_lower_plane_sums,
};

/* Whether the one output of a plane is made of partial sums. */
static bool
sums_plane(const struct window_plan *w)
{
	return w->dst.image == w->group && window_has_whole_plane(w);
}

static bool
plan_channels(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct window_plan *w = &schedule->plan->u.window;
	struct tile_plan *p = tile_plan_begin(schedule, arena);
	struct direct_c *d = arena_new(arena, struct direct_c);
	struct tap_search search = {.plan = p,
		.room = p->target->processor->tuning.ow.room,
		.by_input = true,
		.vector_stores = STORE_CODE,
		.find_tiling = find_tiling,
		.arena = arena};

	/* The channels are outputs of one group. */
	p->window.oc = w->group;
	p->window.group = 1;
	p->apart = true;
	p->vector = vector_type_of_channels(p, arena);
	p->packs = w->reduction->weighted && !p->packed;
	p->packed |= p->packs;
	if (sums_plane(w)) {
		p->design = &design_of_planes;
		direct_c_plan_plane(p, arena);
	} else {
		p->design = &design;
		p->own = d;
		stage(p, d);
		tile_plan_add_block(p, 0, d->staged ? d->staged : p->window.oc, 1);
		if (!tap_search_run(&search, schedule, max_output))
			return false;
	}
	tile_plan_order(p);
	tile_plan_end(p, schedule, arena);
	return true;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;

	(void)target;
	if (w->ic != 1 || w->oc != 1)
		return "it is for pools and depthwise Conv";
	if (w->src_layout != WINDOW_NHWC || w->dst_layout != WINDOW_NHWC)
		return "it needs channels that are last, layout NHWC";
	if (window_has_whole_plane(w) && !sums_plane(w))
		return "one of several windows is a whole plane, which is summed in "
		       "partial sums";
	if (w->reduction->weighted && !plan->weights->constant &&
		!fits_stack(w, w->group, plan->sum))
		return "so many weights cannot be packed at run time";
	return reduction_obstacle(plan);
}

const struct kernel kernel_direct_c = {
	.name = "direct-c",
	.kind = PLAN_WINDOW,
	.vectors = true,
	.summary = "vectors of channels by output positions, taps written out",
	.obstacle = obstacle,
	.plan = plan_channels,
	.lower = tile_plan_lower,
};
