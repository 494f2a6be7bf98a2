#include "kernels/common/tile_code.h"

#include "arena.h"

#include <assert.h>
#include <string.h>

/* All functions of a plan of tiles: those of the tiles, one for each class of output
   channels that calls them for every position, those that pack weights, and the entries.
 */

/* The functions of a class. */
struct class_functions {
	const struct function **tile, **copying; /* one for each of the class' tiles */
	const struct function *planes, *pack;
};

struct tiles_code {
	const struct lowering *l;
	struct code_builder *code;
	const struct tiles *tiles;
	const struct reducer *reducer;
	struct class_functions class[MAX_CLASS];
};

static tile_lowering *const lowering_of_kind[] = {
	[TILE_CHANNELS] = plain_sums_lower,
	[TILE_POSITIONS] = plain_sums_lower,
	[TILE_DIRECT] = plain_direct_lower,
	[TILE_PLANE] = plain_plane_lower,
	[TILE_VECTOR_CHANNELS] = direct_oc_lower,
	[TILE_VECTOR_COLUMNS] = direct_ow_lower,
};

static const struct function *
lower_tile(const struct tiles_code *all, const struct tile *tile, bool copies)
{
	struct tile_code t = tile_code_begin(all->l, all->reducer, tile);

	t.copies = copies;
	tile_head(&t);
	lowering_of_kind[tile->kind](&t);
	return code_end_function(all->code);
}

/* The function that calls a class' tiles for every position. */
struct nests {
	const struct tiles_code *all;
	struct code_builder *code;
	const struct tiles *tiles;
	const struct channel_class *class;
	const struct class_functions *functions;
	struct tile_code t; /* the arguments */
	const struct variable *loop[MAX_AXIS + 1], *tile, *part, *i, *block;
	const struct variable *sums, *last, *inputs;
};

static int64_t
weights_of_tile(const struct tiles *t, const struct channel_class *class, bool packed)
{
	return (packed ? class->lanes : class->channels) * t->window.ic * t->taps;
}

/* Where a nest's call is in src or dst: base + loops + offset. */
static struct address
at_nest(const struct nests *n, const struct variable *base, const struct nest *nest,
	bool dst, int64_t scale)
{
	struct address at = code_at(base, (dst ? nest->dst : nest->src) * scale);

	for (int i = 0; i < nest->nloop; i++)
		at = code_indexed(n->code, at, n->loop[i],
			(dst ? nest->loop[i].dst : nest->loop[i].src) * scale);
	return at;
}

/* An address moved by a tile of channels, where the loop over them is here. */
static struct address
at_tile(const struct nests *n, const struct variable *base, int64_t inc, bool first)
{
	struct address at = code_at(base, 0);

	return n->class->inside && !first ? code_indexed(n->code, at, n->tile, inc) : at;
}

/* What a tile of copied inputs asks for: those of the next copy, line by line in turns.
 */
static struct address
ahead_of(const struct nests *n, const struct nest *nest, bool first)
{
	int64_t line[MOST_AHEAD];
	size_t lines = inputs_ahead(n->tiles, nest->tile, line);
	struct address at = at_nest(n, n->t.src, nest, false, 1);

	if (nest->along_first)
		at = code_moved(at, line[0]);
	if (lines > 1 && nest->along_first && !first)
		at = code_indexed_by(n->code, at,
			(struct index_term){.counter = n->tile,
				.divide = 1,
				.modulo = (int64_t)lines,
				.inc = line[1] - line[0]});
	return at;
}

/* The place in dst of the outputs of a nest's call. */
static struct address
dst_of(const struct nests *n, const struct nest *nest, bool first)
{
	struct address at =
		at_tile(n, n->t.dst, n->class->channels * n->tiles->plane_out, first);
	struct address position = at_nest(n, n->t.dst, nest, true, 1);

	for (size_t i = 0; i < position.nterm; i++)
		at = code_indexed_by(n->code, at, position.term[i]);
	return code_moved(at, position.offset);
}

static size_t
number_of(const struct channel_class *class, const struct tile *tile)
{
	size_t i = 0;

	while (class->tile[i] != tile)
		i++;
	return i;
}

enum {
	MOST_ARGUMENTS = 8 + MAX_AXIS
};

/* A call of the nest's tile, at what its loops' variables say; or of the first tile, the
   function that copies its inputs. */
static void
add_call(const struct nests *n, const struct nest *nest, bool first)
{
	const struct tiles *t = n->tiles;
	const struct tile *tile = nest->tile;
	size_t number = number_of(n->class, tile), count = 0;
	struct argument a[MOST_ARGUMENTS];
	bool copied = inputs_copied(t, tile), late = stores_late(t, tile);
	int64_t line[MOST_AHEAD];

	if (!copied || first)
		a[count++] = code_pass(at_nest(n, n->t.src, nest, false, 1));
	if (copied)
		a[count++] = code_pass(code_at(n->inputs, 0));
	if (n->t.conv)
		a[count++] = code_pass(code_moved(
			at_tile(n, n->t.weights, weights_of_tile(t, n->class, t->packed),
				first),
			nest->tap * tiles_weight_steps(t, tile->lanes).tap));
	if (n->t.bias)
		a[count++] = code_pass(at_tile(n, n->t.bias, n->class->channels, first));
	if (late) {
		a[count++] = code_pass(code_at(n->sums, 0));
		a[count++] = code_pass(code_at(n->last, 0));
	} else {
		a[count++] = code_pass(dst_of(n, nest, first));
	}
	for (int i = 0; i < t->window.naxis; i++)
		if (tile->looped[i])
			a[count++] = code_pass_number(nest->ntap[i]);
	if (tile->loops && t->window.reduction->counts)
		a[count++] = code_pass_value(
			code_number(n->code, n->t.sum, (double)nest->divisor));
	if (copied && inputs_ahead(t, tile, line))
		a[count++] = code_pass(ahead_of(n, nest, first));
	code_call(
		n->code, (first ? n->functions->copying : n->functions->tile)[number], a);
	if (late)
		code_point(n->code, n->last, dst_of(n, nest, first));
}

/* Where the loop over blocks is the outermost: a call in it. */
static void
add_call_of_block(const struct nests *n, const struct nest *nest)
{
	const struct tiles *t = n->tiles;
	int64_t lanes = nest->tile->lanes;
	struct address src, position = at_nest(n, n->t.src, nest, false, 1);
	struct argument a[3];

	src = code_indexed(
		n->code, code_at(n->t.src, 0), n->block, t->block * t->plane_in);
	for (size_t i = 0; i < position.nterm; i++)
		src = code_indexed_by(n->code, src, position.term[i]);
	a[0] = code_pass(code_moved(src, position.offset));
	a[1] = code_pass(code_indexed(n->code, code_at(n->t.weights, 0), n->block,
		t->block * tiles_weight_steps(t, lanes).input));
	a[2] = code_pass(at_nest(n, n->sums, nest, true, lanes));
	code_call(n->code, n->functions->tile[number_of(n->class, nest->tile)], a);
}

/* The loop over the tiles of channels, behind the first one's call where that copies the
   inputs of all. */
static void
begin_tile_loop(const struct nests *n, const struct nest *nest)
{
	if (inputs_copied(n->tiles, nest->tile)) {
		add_call(n, nest, true);
		code_loop_to(
			n->code, n->tile, 1, 1, (struct limit){.limit = n->class->count});
	} else {
		code_loop(n->code, n->tile, n->class->count);
	}
}

/* Whether what a nest leaves is for the next one of the same rows. */
static bool
leaves(const struct nests *n, const struct nest *nest)
{
	return waits_for_next_nest(n->tiles, n->class, (size_t)(nest - n->class->nest));
}

static void
forget_last(const struct nests *n)
{
	code_point(n->code, n->last, (struct address){0});
}

/* What the last call has left is stored. */
static void
add_rest(const struct nests *n, const struct nest *nest)
{
	struct tile_code t = tile_code_begin(n->all->l, n->all->reducer, nest->tile);

	t.part = n->part;
	direct_oc_parts(&t, code_at(n->sums, 0), code_at(n->last, 0));
}

/* From loop number `done` on; those before are there. */
static void
add_loops(const struct nests *n, const struct nest *nest, int done)
{
	bool late = stores_late(n->tiles, nest->tile) && !leaves(n, nest);
	int depth = nest->along_first ? 1 : 0,
	    opened = 0; /* where a loop over tiles is */

	if (late)
		forget_last(n);
	for (int i = done; i <= nest->nloop; i++) {
		if (n->class->inside && i == depth) {
			begin_tile_loop(n, nest);
			opened++;
		}
		if (i < nest->nloop) {
			code_loop(n->code, n->loop[i], nest->loop[i].count);
			opened++;
		}
	}
	if (n->tiles->by_blocks)
		add_call_of_block(n, nest);
	else
		add_call(n, nest, false);
	while (opened--)
		code_end(n->code);
	if (late)
		add_rest(n, nest);
}

/* The passes of the loops from number i on, one by one. */
static void
add_passes(const struct nests *n, const struct nest *nest, int i)
{
	struct nest pass = *nest;

	if (i == nest->nloop) {
		pass.nloop = 0;
		add_call(n, &pass, false);
		return;
	}
	for (int64_t k = 0; k < nest->loop[i].count; k++) {
		add_passes(n, &pass, i + 1);
		pass.src += nest->loop[i].src;
		pass.dst += nest->loop[i].dst;
	}
}

/* Whether a nest has outputs of the one before it: vectors are not shorter at the end. */
static bool
overlaps(const struct nests *n, const struct nest *nest)
{
	if (nest == n->class->nest)
		return false;
	for (int i = 0; i < n->tiles->window.naxis; i++)
		if (nest->first[i] > nest[-1].last[i] ||
			nest[-1].first[i] > nest->last[i])
			return false;
	return true;
}

/* "Outputs 0..3, 5." */
static const char *
outputs_of(const struct nests *n, const struct nest *nest)
{
	bool several = false;

	for (int i = 0; i < n->tiles->window.naxis; i++)
		several |= nest->last[i] > nest->first[i];
	return code_name(n->code, "Output%s %s%s.", several ? "s" : "",
		tile_outputs(&n->t, nest),
		overlaps(n, nest) ? ": they overlap those before, and get the same values"
				  : "");
}

static void
add_nest(const struct nests *n, const struct nest *nest, int done)
{
	code_comment(n->code, outputs_of(n, nest));
	if (n->tiles->unrolled)
		add_passes(n, nest, 0);
	else
		add_loops(n, nest, done);
}

/* One nest, or several row by row. */
static void
add_nests(const struct nests *n, const struct nest *nest, size_t count)
{
	if (count == 1) {
		add_nest(n, nest, 0);
		return;
	}
	if (leaves(n, nest))
		forget_last(n);
	code_loop(n->code, n->loop[0], nest->loop[0].count);
	for (size_t i = 0; i < count; i++)
		add_nest(n, &nest[i], 1);
	code_end(n->code);
	if (leaves(n, nest))
		add_rest(n, nest);
}

/* Block by block of input channels, so that their weights stay near. */
static void
add_blocks(const struct nests *n)
{
	struct tile_code t =
		tile_code_begin(n->all->l, n->all->reducer, n->class->tile[0]);

	t.bias = n->t.bias;
	t.dst = n->t.dst;
	t.sums = n->sums;
	t.i = n->i;
	t.part = n->part;
	direct_oc_begin_plane(&t);
	code_loop(n->code, n->block, n->tiles->nblock);
	for (size_t i = 0; i < n->class->nnest; i++)
		add_nest(n, &n->class->nest[i], 0);
	code_end(n->code);
	direct_oc_end_plane(&t);
}

/* The counters that the nests need. */
static size_t
name_counters(struct nests *n, struct variable **all)
{
	const struct channel_class *class = n->class;
	size_t count = 0;
	int nloop = 0;
	bool parts = false;

	for (size_t i = 0; i < class->nnest && !n->tiles->unrolled; i++)
		if (class->nest[i].nloop > nloop)
			nloop = class->nest[i].nloop;
	for (int i = 0; i < nloop; i++)
		n->loop[i] = all[count++] =
			code_counter(n->code, code_name(n->code, "i%d", i + 1));
	for (size_t i = 0; i < class->ntile; i++) {
		struct tile_code t =
			tile_code_begin(n->all->l, n->all->reducer, class->tile[i]);

		parts |= t.late && direct_oc_has_part_loop(&t);
	}
	if (class->inside)
		n->tile = all[count++] = code_counter(n->code, "tile");
	if (n->tiles->by_blocks) {
		n->i = all[count++] = code_counter(n->code, "i");
		n->block = all[count++] = code_counter(n->code, "block");
	}
	if (parts || n->tiles->by_blocks)
		n->part = all[count++] = code_counter(n->code, "part");
	return count;
}

static const struct variable *
declare_array(const struct nests *n, const char *name, int64_t length)
{
	struct variable *v = code_array(n->code, n->t.sum, name, length,
		n->all->l->schedule->target->vector_bytes);

	code_declare(n->code, &v, 1);
	return v;
}

static void
declare_variables(struct nests *n)
{
	struct variable *all[MAX_AXIS + 5];
	size_t count = name_counters(n, all);
	int64_t kept = sums_kept(n->tiles, n->class);
	int64_t copied = elements_copied(n->tiles, n->class);

	code_declare(n->code, all, count);
	if (kept) {
		struct variable *last = code_pointer(n->code, n->t.memory, "last");

		n->sums = declare_array(n, "sums", kept);
		code_declare(n->code, &last, 1);
		n->last = last;
	}
	if (copied)
		n->inputs = declare_array(n, "inputs", copied);
	if (n->tiles->by_blocks)
		n->sums = declare_array(n, "sums", n->tiles->plane_out * n->class->lanes);
	if (count)
		code_blank(n->code);
}

static const struct function *
lower_planes(const struct tiles_code *all, size_t number)
{
	const struct channel_class *class = &all->tiles->class[number];
	int64_t channels = class->channels * (class->inside ? class->count : 1);
	const char *comment = "One plane.";
	struct nests n = {.all = all,
		.code = all->code,
		.tiles = all->tiles,
		.class = class,
		.functions = &all->class[number],
		.t = tile_code_begin(all->l, all->reducer, NULL)};

	if (n.t.conv)
		comment = code_name(all->code, "Every position of %lld output channel%s.",
			(long long)channels,
			class->channels > 1 || class->inside ? "s" : "");
	tile_function(&n.t, LINKAGE_STATIC, lowering_name(all->l, "planes_%zu", number),
		comment);
	declare_variables(&n);
	if (all->tiles->by_blocks)
		add_blocks(&n);
	for (size_t i = 0, count; !all->tiles->by_blocks && i < class->nnest;
		i += count) {
		count = nests_in_rows(all->tiles, class, i);
		add_nests(&n, &class->nest[i], count);
	}
	return code_end_function(all->code);
}

/* The function that packs the weights of a class' tile. */
struct packing {
	struct tile_code t;
	const struct channel_class *class;
	const struct variable *weights, *panel, *k, *lane;
	int64_t filter;
};

/* Taps k to k + 3 of a vector's channels, k + 1 in double: a block of 16 bytes each. */
static void
pack_blocks(struct packing *p, int64_t end)
{
	struct code_builder *code = p->t.code;
	const struct channel_class *class = p->class;
	int part = p->t.sum.dtype == DTYPE_FLOAT64 ? 2 : 4, lanes = p->t.vector.lanes;
	bool one = class->channels <= lanes;

	code_loop_to(code, p->k, 0, part, (struct limit){.limit = end});
	for (int64_t v = 0; v * lanes < class->channels; v++) {
		int64_t rest = class->channels - v * lanes;
		const struct value *row[4];
		struct address from = code_at(p->weights, v * lanes * p->filter);
		struct address to = code_at(p->panel, v * lanes);

		if (!one)
			code_block(code);
		from = code_at(code_let_pointer(code, true, false, p->t.memory, "from",
				       code_indexed(code, from, p->k, 1)),
			0);
		to = code_at(code_let_pointer(code, false, false, p->t.sum, "to",
				     code_indexed(code, to, p->k, class->lanes)),
			0);
		code_blank(code);
		direct_oc_transposed(&p->t, from, p->filter, rest < lanes ? rest : lanes,
			0, part, row);
		for (int i = 0; i < part; i++)
			code_store(code, code_moved(to, i * class->lanes), row[i]);
		if (!one)
			code_end(code);
	}
	code_end(code);
}

static void
pack_one_by_one(struct packing *p, int64_t begin)
{
	struct code_builder *code = p->t.code;
	const struct channel_class *class = p->class;
	struct address to = code_indexed(code, code_at(p->panel, 0), p->k, class->lanes);
	struct address from = code_indexed(code, code_at(p->weights, 0), p->k, 1);

	code_loop_to(code, p->k, begin, 1, (struct limit){.limit = p->filter});
	if (class->lanes == 1) {
		code_store(code, to, code_load(code, p->t.sum, from));
	} else {
		struct address element = code_indexed(code,
			code_indexed(code, code_at(p->weights, 0), p->lane, p->filter),
			p->k, 1);

		to = code_indexed(code, to, p->lane, 1);
		code_loop(code, p->lane, class->channels);
		code_store(code, to, code_load(code, p->t.sum, element));
		code_end(code);
	}
	if (class->lanes > class->channels) {
		code_loop_to(code, p->lane, class->channels, 1,
			(struct limit){.limit = class->lanes});
		code_store(code, to, code_number(code, p->t.sum, 0));
		code_end(code);
	}
	code_end(code);
}

static const struct function *
lower_pack(const struct tiles_code *all, size_t number)
{
	struct packing p = {.t = tile_code_begin(all->l, all->reducer, NULL),
		.class = &all->tiles->class[number]};
	struct code_builder *code = all->code;
	int64_t begin = tiles_packed_in_blocks(all->tiles);
	struct variable *weights, *panel, *k, *lane;
	bool by_one;

	p.filter = p.t.window->ic * all->tiles->taps;
	by_one = begin < p.filter;
	code_function(code, LINKAGE_NOINLINE, lowering_name(all->l, "pack_%zu", number),
		code_name(code,
			"The weights of %lld output channel%s: from [channel][input "
			"channel, tap] to [input channel, tap][channel].",
			(long long)p.class->channels, p.class->channels > 1 ? "s" : ""));
	weights = code_parameter(code, VARIABLE_POINTER, p.t.memory, "weights");
	weights->reads = true;
	panel = code_parameter(code, VARIABLE_POINTER, p.t.sum, "panel");
	panel->restricted = true;
	k = code_counter(code, "k");
	lane = code_counter(code, "lane");
	code_declare(code, (struct variable *[]){k, lane},
		by_one && p.class->lanes > 1 ? 2 : 1);
	code_blank(code);
	p.weights = weights;
	p.panel = panel;
	p.k = k;
	p.lane = lane;
	if (begin)
		pack_blocks(&p, begin);
	if (by_one)
		pack_one_by_one(&p, begin);
	return code_end_function(code);
}

/* An entry that is being built. */
struct entry_code {
	const struct tiles_code *all;
	struct code_builder *code;
	enum entry entry;
	struct entry_operands o;
	const struct variable *panel;                /* packed into, or read */
	const struct variable *image, *group, *tile; /* counters */
	int64_t at[3]; /* without loops: which image, group and tile */
};

/* base + image * a + group * b + tile * c + offset. */
static struct address
at_loops(const struct entry_code *e, const struct variable *base, int64_t image,
	int64_t group, int64_t tile, int64_t offset)
{
	struct address at = code_at(
		base, offset + e->at[0] * image + e->at[1] * group + e->at[2] * tile);

	if (e->image)
		at = code_indexed(e->code, at, e->image, image);
	if (e->group)
		at = code_indexed(e->code, at, e->group, group);
	if (e->tile)
		at = code_indexed(e->code, at, e->tile, tile);
	return at;
}

/* Where the weights of the tile at hand begin, as they are or packed. */
static struct address
at_weights(const struct entry_code *e, size_t number, const struct variable *base,
	bool packed)
{
	const struct tiles *t = e->all->tiles;
	const struct channel_class *class = &t->class[number];
	int64_t filter = t->window.ic * t->taps;

	if (packed)
		return at_loops(e, base, 0, tiles_packed_channels(t, t->nclass) * filter,
			weights_of_tile(t, class, true),
			tiles_packed_channels(t, number) * filter);
	return at_loops(e, base, 0, t->window.oc * filter,
		weights_of_tile(t, class, false), class->first * filter);
}

/* planes(src, weights, bias, dst) of the tile that the loops are at. */
static void
add_planes_call(const struct entry_code *e, size_t number)
{
	const struct tiles *t = e->all->tiles;
	const struct channel_class *class = &t->class[number];
	int64_t src = t->window.ic * t->plane_in, oc = t->window.oc;
	int64_t plane = t->plane_out;
	struct argument a[4];
	size_t n = 0;

	a[n++] = code_pass(at_loops(e, e->o.src, t->window.group * src, src, 0, 0));
	if (t->packs && e->entry == ENTRY_WHOLE)
		a[n++] = code_pass(code_at(e->panel, 0));
	else if (e->entry == ENTRY_PACKED)
		a[n++] = code_pass(at_weights(e, number, e->panel, t->packed));
	else if (e->o.weights)
		a[n++] = code_pass(at_weights(e, number, e->o.weights, t->packed));
	if (e->o.bias)
		a[n++] = code_pass(
			at_loops(e, e->o.bias, 0, oc, class->channels, class->first));
	a[n++] = code_pass(at_loops(e, e->o.dst, t->window.group * oc * plane, oc * plane,
		class->channels * plane, class->first * plane));
	code_call(e->code, e->all->class[number].planes, a);
}

static const struct variable *
begin_loop(const struct entry_code *e, const struct variable *counter, int64_t count)
{
	if (count < 2)
		return NULL;
	code_loop(e->code, counter, count);
	return counter;
}

static void
end_loop(const struct entry_code *e, const struct variable *counter)
{
	if (counter)
		code_end(e->code);
}

static int64_t
tiles_outside(const struct channel_class *class)
{
	return class->inside ? 1 : class->count;
}

/* The calls for a class, in the loops over images and groups, or, where weights are
   packed on the way, around the one over images. */
static void
add_class(struct entry_code *e, size_t number, const struct variable *const *counter)
{
	const struct tiles *t = e->all->tiles;
	bool packs = t->packs && e->entry != ENTRY_PACKED;
	const struct variable *image = NULL;

	e->tile = begin_loop(e, counter[2], tiles_outside(&t->class[number]));
	if (packs)
		code_call(e->code, e->all->class[number].pack,
			(struct argument[]){
				code_pass(at_weights(e, number, e->o.weights, false)),
				code_pass(e->entry == ENTRY_PACK
						  ? at_weights(e, number, e->panel, true)
						  : code_at(e->panel, 0))});
	if (e->entry != ENTRY_PACK) {
		if (packs)
			image = e->image = begin_loop(e, counter[0], t->window.batch);
		add_planes_call(e, number);
		end_loop(e, image);
		if (packs)
			e->image = NULL;
	}
	end_loop(e, e->tile);
	e->tile = NULL;
}

/* What packed weights are written or read through. */
static void
add_panel(struct entry_code *e)
{
	const struct tiles *t = e->all->tiles;
	struct variable *panel;

	if (e->entry == ENTRY_PACK || e->entry == ENTRY_PACKED) {
		bool reads = e->entry == ENTRY_PACKED;

		e->panel = code_let_pointer(e->code, reads, false, e->all->l->sum,
			reads ? "weights" : "panel", code_at(e->o.packed, 0));
	} else if (t->packs) {
		panel = code_array(e->code, e->all->l->sum, "panel",
			tiles_largest_panel(t),
			t->vector ? e->all->l->schedule->target->vector_bytes : 0);
		code_declare(e->code, &panel, 1);
		e->panel = panel;
	}
}

static void
add_body(struct entry_code *e)
{
	const struct tiles *t = e->all->tiles;
	bool packs = t->packs && e->entry != ENTRY_PACKED, tiles = false;
	struct variable *all[3], *counter[3];
	const char *const name[] = {"image", "group", "tile"};
	const struct variable *image, *group;
	size_t n = 0;

	for (size_t c = 0; c < t->nclass; c++)
		tiles |= tiles_outside(&t->class[c]) > 1;
	add_panel(e);
	for (int i = 0; i < 3; i++) {
		const bool used[] = {t->window.batch > 1 && e->entry != ENTRY_PACK,
			t->window.group > 1, tiles};

		counter[i] = code_counter(e->code, name[i]);
		if (used[i])
			all[n++] = counter[i];
	}
	code_declare(e->code, all, n);
	if (n || t->packs)
		code_blank(e->code);
	image = e->image = begin_loop(e, counter[0], packs ? 1 : t->window.batch);
	group = e->group = begin_loop(e, counter[1], t->window.group);
	for (size_t c = 0; c < t->nclass; c++)
		add_class(e, c, (const struct variable *const *)counter);
	end_loop(e, group);
	end_loop(e, image);
}

/* The calls of all images, groups and tiles, one by one. */
static void
add_unrolled_body(struct entry_code *e)
{
	const struct tiles *t = e->all->tiles;

	for (e->at[0] = 0; e->at[0] < t->window.batch; e->at[0]++)
		for (e->at[1] = 0; e->at[1] < t->window.group; e->at[1]++)
			for (size_t c = 0; c < t->nclass; c++)
				for (e->at[2] = 0; e->at[2] < t->class[c].count;
					e->at[2]++)
					add_planes_call(e, c);
}

static const struct function *
lower_entry(const struct tiles_code *all, enum entry entry)
{
	struct entry_code e = {.all = all, .code = all->code, .entry = entry};

	e.o = lowering_entry(all->l, entry);
	if (all->tiles->unrolled)
		add_unrolled_body(&e);
	else if (all->l->schedule->plan->dst.nelement)
		add_body(&e);
	return code_end_function(all->code);
}

void
tiles_lower(const struct schedule *schedule, struct code_builder *code)
{
	const struct tiles *t = schedule->u.tiles;
	struct lowering l = lowering_begin(schedule, code);
	struct reducer reducer = reducer_begin(
		&l, t->vector ? lowering_vector(&l, t->vector->lanes) : l.sum);
	struct tiles_code all = {.l = &l, .code = code, .tiles = t, .reducer = &reducer};
	const struct function *whole;

	if (t->packed && !t->packs)
		lowering_set_weights(&l, schedule->plan->weights, tiles_packed_source, t,
			tiles_packed_elements(t));
	l.stores = direct_oc_stores(&l, t);
	for (size_t c = 0; c < t->nclass; c++) {
		const struct channel_class *class = &t->class[c];
		struct class_functions *f = &all.class[c];

		f->tile = arena_array(code->arena, const struct function *, class->ntile);
		f->copying =
			arena_array(code->arena, const struct function *, class->ntile);
		for (size_t i = 0; i < class->ntile; i++) {
			f->tile[i] = lower_tile(&all, class->tile[i], false);
			if (inputs_copied(t, class->tile[i]))
				f->copying[i] = lower_tile(&all, class->tile[i], true);
		}
		f->planes = lower_planes(&all, c);
		if (t->packs)
			f->pack = lower_pack(&all, c);
	}
	whole = lower_entry(&all, ENTRY_WHOLE);
	if (t->packs) {
		lower_entry(&all, ENTRY_PACK);
		lower_entry(&all, ENTRY_PACKED);
	} else if (entries_of(schedule) > 1) {
		lowering_unpacked_entries(&l, whole);
	}
}
