#include "kernels/common/tiles_lower.h"

#include "arena.h"

#include <assert.h>
#include <string.h>

/* The function that calls a class' tiles for every position. */

int64_t
weights_of_tile(const struct tiles *t, const struct channel_class *class, bool packed)
{
	return (packed ? class->lanes : class->channels) * t->window.ic * t->taps;
}

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

const struct function *
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
