#include "kernels/common/tile_code.h"

#include "arena.h"

#include <stdio.h>
#include <string.h>

enum {
	MOST_NAMED = 4 /* calls that a function's comment names */
};

struct tile_code
tile_code_begin(
	const struct lowering *l, const struct reducer *reducer, const struct tile *tile)
{
	const struct tiles *tiles = l->schedule->u.tiles;
	const struct operand *weights = l->schedule->plan->weights;
	struct tile_code t = {.l = l,
		.code = l->code,
		.reducer = reducer,
		.tiles = tiles,
		.window = &tiles->window,
		.tile = tile,
		.memory = l->memory,
		.sum = l->sum,
		.weight = l->memory};

	t.conv = t.window->reduction->weighted;
	t.has_bias = l->schedule->plan->bias;
	if (weights && (weights->constant || tiles->packs))
		t.weight = l->sum;
	t.blocks = tiles->nblock > 1 && !tiles->by_blocks;
	if (tiles->vector)
		t.vector = lowering_vector(l, tiles->vector->lanes);
	if (tile) {
		t.steps = tiles_weight_steps(tiles, tile->lanes);
		t.copied = inputs_copied(tiles, tile);
		t.late = stores_late(tiles, tile);
		t.by_blocks = tiles->by_blocks;
	}
	return t;
}

bool
tile_reads(const struct tile_code *t)
{
	const struct vector_code *v = t->tile->code;

	return v ? v->ntap || v->nterm : t->tile->nrow && t->tiles->nblock;
}

const char *
tile_outputs(const struct tile_code *t, const struct nest *nest)
{
	const char *text = "";

	for (int i = 0; i < t->window->naxis; i++) {
		text = code_name(t->code, "%s%s%lld", text, i ? ", " : "",
			(long long)nest->first[i]);
		if (nest->last[i] > nest->first[i])
			text = code_name(
				t->code, "%s..%lld", text, (long long)nest->last[i]);
	}
	return text;
}

/* "3", "0..1 of 3": the taps along an axis. */
static const char *
axis_taps(const struct tile_code *t, int axis)
{
	int64_t n = t->tile->ntap[axis], first = t->tile->tap[axis];
	int64_t kernel = t->window->axis[axis].kernel;
	const char *text;

	if (t->tile->looped[axis])
		return code_name(t->code, "taps%d", axis + 1);
	if (t->tile->code)
		return code_name(t->code, "%lld", (long long)kernel);
	if (t->conv && n > 1)
		text = code_name(t->code, "%lld..%lld", (long long)first,
			(long long)(first + n - 1));
	else
		text = code_name(t->code, "%lld", (long long)(t->conv && n ? first : n));
	return n < kernel ? code_name(t->code, "%s of %lld", text, (long long)kernel)
			  : text;
}

/* "3 x 3", "0..2 x 1 of 3": the taps along each axis. */
static const char *
tap_range(const struct tile_code *t)
{
	const char *text = axis_taps(t, 0);

	for (int i = 1; i < t->window->naxis; i++)
		text = code_name(t->code, "%s x %s", text, axis_taps(t, i));
	return text;
}

/* Where a function of the border is called for; what calls by the thousand have in common
   are loops over their taps. */
static const char *
border_of(const struct tile_code *t)
{
	const struct channel_class *class = class_of(t->tiles, t->tile);
	const char *text = t->tile->code ? ", taps in the padding left out" : "";
	int n = 0;

	if (strcmp(t->tile->role, "border") != 0 || t->tile->loops)
		return "";
	for (size_t i = 0; i < class->nnest && n <= MOST_NAMED; i++) {
		if (class->nest[i].tile != t->tile)
			continue;
		text = n == MOST_NAMED ? code_name(t->code, "%s; and others", text)
				       : code_name(t->code, "%s%s%s", text,
						 n ? "; " : ",\n   for outputs ",
						 tile_outputs(t, &class->nest[i]));
		n++;
	}
	return text;
}

const char *
tile_comment(const struct tile_code *t)
{
	const struct tile *tile = t->tile;
	const char *channels = "One output channel", *end = ".";

	if (t->conv && tile->channels > 1)
		channels = code_name(
			t->code, "%lld output channels", (long long)tile->channels);
	channels = code_name(t->code, "%s at %lld position%s", channels,
		(long long)tile->positions, tile->positions > 1 ? "s" : "");
	if (tile->code ? !tile_reads(t) : !tile->nrow)
		return code_name(t->code, "%s, in the padding.", channels);
	if (t->copies)
		end = "; copies the inputs,\n   which the other channels read.";
	else if (t->late)
		end = ", left in sums.\n   What the call before this one left there is "
		      "stored at last meanwhile.";
	return code_name(t->code, "%s, %s %s%s%s", channels,
		tile->code ? "kernel" : "taps", tap_range(t), border_of(t), end);
}

static struct variable *
pointer(struct tile_code *t, struct code_type type, const char *name, bool reads)
{
	struct variable *v = code_parameter(t->code, VARIABLE_POINTER, type, name);

	v->reads = reads;
	return v;
}

static const struct variable *
written(struct tile_code *t, const char *name)
{
	struct variable *v = pointer(t, t->memory, name, false);

	v->restricted = true;
	return v;
}

static void
add_parameters(struct tile_code *t)
{
	const struct operand *bias = t->l->schedule->plan->bias;

	if (!t->copied || t->copies)
		t->src = pointer(t, t->memory, "src", true);
	if (t->copied)
		t->inputs = pointer(t, t->sum, "inputs", !t->copies);
	if (t->conv)
		t->weights = pointer(t, t->weight, "weights", true);
	if (t->by_blocks) {
		t->sums = pointer(t, t->sum, "sums", false);
		return;
	}
	if (bias)
		t->bias = pointer(t, bias->constant ? t->sum : t->memory, "bias", true);
	if (t->late) {
		t->sums = pointer(t, t->sum, "sums", false);
		t->last = written(t, "last");
	} else {
		t->dst = written(t, "dst");
	}
}

void
tile_function(
	struct tile_code *t, enum linkage linkage, const char *name, const char *comment)
{
	code_function(t->code, linkage, name, comment);
	add_parameters(t);
}

enum {
	INLINE_TERMS = 32 /* of a function that is inside each of its callers */
};

static enum linkage
tile_linkage(const struct tile_code *t)
{
	const struct tile *tile = t->tile;
	bool plane = tile->kind == TILE_VECTOR_COLUMNS && t->window->ic == 1 &&
		     tile->channels == 1;

	if (plane && tile->code->nterm <= INLINE_TERMS && !t->tiles->unrolled)
		return LINKAGE_ALWAYS;
	return tile->kind == TILE_DIRECT || plane ? LINKAGE_STATIC : LINKAGE_NOINLINE;
}

void
tile_head(struct tile_code *t)
{
	const struct tile *tile = t->tile;
	const char *comment =
		tile->kind == TILE_PLANE
			? code_name(t->code, "One output: the whole plane of %lld.",
				  (long long)t->tiles->plane_in)
			: tile_comment(t);

	tile_function(t, tile_linkage(t),
		lowering_name(t->l, "%s_%zu%s", tile->role, tile->index,
			t->copies ? "_copying" : ""),
		comment);
	for (int i = 0; i < t->window->naxis; i++)
		if (tile->looped[i])
			t->taps[i] = code_parameter(t->code, VARIABLE_COUNTER,
				code_scalar(DTYPE_INT64),
				code_name(t->code, "taps%d", i + 1));
	if (tile->loops && t->window->reduction->counts)
		t->divisor = code_parameter(t->code, VARIABLE_VALUE, t->sum, "divisor");
	if (t->copied && inputs_ahead(t->tiles, tile, (int64_t[MOST_AHEAD]){0}))
		t->ahead = pointer(t, t->memory, "ahead", true);
}

void
tile_counters(struct tile_code *t, bool part)
{
	const struct tile *tile = t->tile;
	struct variable *all[4 + MAX_AXIS];
	size_t n = 0;
	int64_t lanes = tile->kind == TILE_CHANNELS ? tile->channels : tile->positions;

	if (!t->tiles->unrolled) {
		if (!tile->code && lanes > 1)
			t->i = all[n++] = code_counter(t->code, "i");
		if (tile_reads(t) && t->window->ic > 1)
			t->c = all[n++] = code_counter(t->code, "c");
		if (t->blocks)
			t->block = all[n++] = code_counter(t->code, "block");
		if (part)
			t->part = all[n++] = code_counter(t->code, "part");
		for (int i = 0; i < t->window->naxis; i++)
			if (tile->looped[i])
				t->t[i] = all[n++] = code_counter(
					t->code, code_name(t->code, "t%d", i + 1));
		code_declare(t->code, all, n);
	}
	code_blank(t->code);
}

void
tile_unused(const struct tile_code *t)
{
	if (tile_reads(t))
		return;
	code_unused(t->code, t->src);
	if (t->conv)
		code_unused(t->code, t->weights);
}

/* An address moved to the input channel that the loops are at. */
static struct address
at_channel(const struct tile_code *t, struct address at, int64_t inc)
{
	if (t->blocks)
		at = code_indexed(t->code, at, t->block, t->tiles->block * inc);
	return code_indexed(t->code, at, t->c, inc);
}

/* Inputs of later calls are asked for, those of the same channel. */
static void
add_prefetches(const struct tile_code *t)
{
	int64_t line[MOST_AHEAD];
	size_t n = t->vector.lanes ? inputs_ahead(t->tiles, t->tile, line) : 0;

	if (t->copied && n) {
		code_prefetch(
			t->code, at_channel(t, code_at(t->ahead, 0), t->tiles->plane_in));
		return;
	}
	for (size_t i = 0; i < n; i++)
		code_prefetch(t->code, code_moved(t->x, line[i]));
}

/* The pointers of an input channel. They are computed, not moved along: clang 14 turns
   tiles into vectors only then. */
static void
point_to_channel(struct tile_code *t)
{
	struct code_builder *code = t->code;
	bool staged = t->copied && !t->copies;
	struct address x = staged ? at_channel(t, code_at(t->inputs, 0), t->copied)
				  : at_channel(t, code_at(t->src, 0), t->tiles->plane_in);

	t->x = code_at(
		code_let_pointer(code, true, false, staged ? t->sum : t->memory, "x", x),
		0);
	if (t->copies)
		t->copy =
			code_at(code_let_pointer(code, false, false, t->sum, "copy",
					at_channel(t, code_at(t->inputs, 0), t->copied)),
				0);
	if (t->conv)
		t->w = code_at(
			code_let_pointer(code, true, false, t->weight, "w",
				at_channel(t, code_at(t->weights, 0), t->steps.input)),
			0);
	code_blank(code);
}

/* The input channels one by one, in blocks of statements of their own. */
static void
add_unrolled_channels(struct tile_code *t, const struct channel_steps *steps)
{
	int64_t ic = t->window->ic, block = t->tiles->block;

	for (int64_t first = 0; first < ic; first += block) {
		int64_t end = first + block < ic ? first + block : ic;

		steps->clear(t);
		for (int64_t c = first; c < end && tile_reads(t); c++) {
			code_block(t->code);
			code_comment(t->code,
				code_name(t->code, "Input channel %lld.", (long long)c));
			t->x = code_at(t->src, c * t->tiles->plane_in);
			t->w = code_at(t->weights, c * t->steps.input);
			steps->taps(t);
			code_end(t->code);
		}
		if (t->blocks)
			steps->add(t);
	}
}

void
tile_channels(struct tile_code *t, const struct channel_steps *steps)
{
	const struct tiles *all = t->tiles;
	struct limit limit = {.limit = all->block};

	if (all->unrolled && t->window->ic > 1) {
		add_unrolled_channels(t, steps);
		return;
	}
	if (t->blocks)
		code_loop(t->code, t->block, all->nblock);
	steps->clear(t);
	if (tile_reads(t) && t->window->ic > 1) {
		if (t->blocks && all->last_block != all->block) {
			limit.selector = t->block;
			limit.below = all->nblock - 1;
			limit.other = all->last_block;
		}
		code_loop_to(t->code, t->c, 0, 1, limit);
		point_to_channel(t);
		add_prefetches(t);
		steps->taps(t);
		code_end(t->code);
	} else if (tile_reads(t)) {
		t->x = code_at(t->src, 0);
		t->w = code_at(t->weights, 0);
		steps->taps(t);
	}
	if (t->blocks) {
		steps->add(t);
		code_end(t->code);
	}
}

void
tile_looped_taps(struct tile_code *t, void (*rows)(struct tile_code *t))
{
	const struct address x = t->x, w = t->w;
	struct address xt = x, wt = w;
	int depth = 0;

	for (int i = 0; i < t->window->naxis; i++) {
		if (!t->tile->looped[i])
			continue;
		code_loop_to(
			t->code, t->t[i], 0, 1, (struct limit){.argument = t->taps[i]});
		xt = code_indexed(t->code, xt, t->t[i],
			t->window->axis[i].dilation * t->tiles->axis_src[i]);
		if (t->conv)
			wt = code_indexed(t->code, wt, t->t[i],
				t->tiles->axis_tap[i] * t->steps.tap);
		depth++;
	}
	if (!depth) {
		rows(t);
		return;
	}
	t->x = code_at(code_let_pointer(t->code, true, false, t->memory, "xt", xt), 0);
	if (t->conv)
		t->w = code_at(
			code_let_pointer(t->code, true, false, t->weight, "wt", wt), 0);
	code_blank(t->code);
	rows(t);
	while (depth--)
		code_end(t->code);
	t->x = x;
	t->w = w;
}

int64_t
tile_channels_of(const struct tile_code *t, int v)
{
	int64_t left = t->tile->channels - v * t->vector.lanes;

	return left < t->vector.lanes ? left : t->vector.lanes;
}

const struct value *
tile_bias(const struct tile_code *t, int v)
{
	if (!t->has_bias)
		return code_number(t->code, t->vector, 0);
	return code_load_n(t->code, t->vector, code_at(t->bias, v * t->vector.lanes),
		tile_channels_of(t, v));
}
